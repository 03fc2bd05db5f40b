//! Tests playbooks of every small game, with all options. A playbook must have a move in every
//! position that its player can reach.

use std::collections::{BTreeSet, HashMap};
use std::convert::Infallible;
use std::fmt::Write as _;
use std::io::Write as _;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Command, Stdio};
use std::{fs, thread};

use perfectplay::bake::{BakeError, BakedPlaybook};
use perfectplay::game::{Hints, canonical, is_extra_turn, starts};
use perfectplay::playbook::{Keep, Playbook, PlaybookData, PlaybookError};
use perfectplay::tictactoe::{State, TicTacToe, state};
use perfectplay::{Analysis, Game, Move, Moves, Player, Solved, Value, bake, solve, walk};
use perfectplay_any::AnyGame;
use perfectplay_games::Listed;
use perfectplay_games::mnk::{Connect, Marks};
use perfectplay_games::subtraction::Subtraction;

use crate::games::registry::{game, specs};
use crate::oracles::any_game::{second_solution, second_solution_within};
use crate::packaging::cargo::cargo;

/// The tests play only games with at most this number of states, because larger games would take
/// too long.
pub(super) const STATES: usize = 7_000;
/// Every run of the tests plays games with at most this number of states. Only the tests `in_full`
/// play larger games.
pub(super) const FEW_STATES: usize = 300;
const KEEPS: [Keep; 3] = [Keep::Value, Keep::Distance, Keep::Start];

fn open<G: Listed>(parameters: &str) -> G {
    G::with_parameters(parameters).expect("parameters of the game")
}

fn bake<T: Solved<Game: Hints>>(playbook: bake::Playbook<'_>, solved: &T) -> BakedPlaybook {
    let watch = &mut |_| ControlFlow::Continue(());
    playbook.bake(solved, None, watch).unwrap()
}

/// A map from the key of each state to the state and its analysis. A solver that shares no code
/// with the library computes the analyses.
pub(super) type Answers<G> = HashMap<u64, (<G as Game>::State, Analysis)>;

/// Plays a playbook against every reply. Asserts that every move of the playbook is legal, and
/// keeps the value that the playbook promises to keep. Returns the number of positions in which the
/// playbook was to move.
pub(super) fn play<G: Hints>(
    playbook: &Playbook<'_, &G>,
    answers: &Answers<G>,
    side: Player,
    choose: impl Fn(G::State) -> Option<Move>,
) -> u64 {
    let (game, keep) = (*playbook.game(), playbook.data().keep());
    let of_side = |state, value: Value| {
        let first = game.to_move(state).unwrap_or(Player::First);
        if first == side { value } else { value.flip() }
    };
    let values = starts(game).map(|start| of_side(start, answers[&game.key(start)].1.value()));
    let floor = values.max().unwrap();
    let mut open: Vec<_> = starts(game)
        .map(|start| (start, game.to_move(start).unwrap_or(Player::First) == side))
        .collect();
    let (mut met, mut seen) = (0, BTreeSet::new());
    while let Some((state, own)) = open.pop() {
        if game.outcome(state).is_some() || !seen.insert((game.key(state), own)) {
            continue;
        }
        for mv in game.legal(state) {
            if own && choose(state) != Some(mv) {
                continue;
            }
            let after = game.play(state, mv);
            let again = is_extra_turn(game, state, after);
            open.push((after, own == again));
            if own {
                met += 1;
                let (before, then) = (answers[&game.key(state)].1, answers[&game.key(after)].1);
                let value = if again {
                    then.value()
                } else {
                    then.value().flip()
                };
                let is_best = before.best().contains(mv);
                match keep {
                    Keep::Value => assert_eq!(value, before.value(), "{state:?}"),
                    Keep::Distance => assert!(is_best, "{state:?}"),
                    Keep::Start => assert!(value >= floor.min(before.value()), "{state:?}"),
                }
                // In a loopy game, a player who does not shorten the distance might never win.
                if game.is_loopy() && before.value() == Value::Win && keep != Keep::Start {
                    assert!(is_best, "{state:?}");
                }
            }
        }
        let has_move = !own || choose(state).is_some_and(|mv| game.legal(state).contains(mv));
        assert!(has_move, "{state:?}");
    }
    met
}

/// Finds playbooks for a game with at most `within` states, and plays them in every position.
/// Returns whether it has.
fn every_position(game: &AnyGame, within: usize) -> bool {
    let Some(answers) = second_solution_within(game, within) else {
        return false;
    };
    let solution = solve(game).unwrap();
    for keep in KEEPS {
        for symmetry in [false, true] {
            let playbook = bake::Playbook::new("game").keep(keep).steps(1 << 12);
            let playbook = if symmetry {
                playbook.symmetry()
            } else {
                playbook
            };
            let baked = bake(playbook, &solution);
            let read = Playbook::from_bytes(game, &baked.bytes).unwrap();
            assert_eq!(read.validate(), Ok(()), "{game:?}");
            assert_eq!(
                (read.data().keep(), read.data().uses_symmetry()),
                (keep, symmetry)
            );
            for side in Player::BOTH {
                let met = play(&read, &answers, side, |state| read.choose(state));
                let sides = baked.books.iter().filter(|book| book.sides.contains(&side));
                assert!(
                    sides.map(|book| book.positions).all(|told| met <= told),
                    "{game:?}"
                );
            }
        }
    }
    true
}

/// Plays books of every game with at most `within` states, and returns the number of these games.
fn play_games(within: usize) -> usize {
    specs()
        .filter(|spec| every_position(&game(spec), within))
        .count()
}

#[test]
fn every_position_of_small_games() {
    let played = play_games(FEW_STATES);
    assert!(played >= 20, "{played}");
}

#[test]
#[ignore = "plays larger games as well; run by .ci/run"]
fn every_position_in_full() {
    let played = play_games(STATES);
    assert!(played >= 40, "{played}");
}

/// Plays the playbooks of Connect Four on a board of the given size. They must have at most `states`
/// states and `bytes` bytes.
fn play_connect_four(size: &str, states: u32, bytes: usize) {
    let game = game(&format!("connect:{size}"));
    let solution = solve(&game).unwrap();
    let baked = bake(bake::Playbook::new("connect").symmetry(), &solution);
    let read = Playbook::from_bytes(&game, &baked.bytes).unwrap();
    let answers = second_solution(&game);
    for (book, side) in baked.books.iter().zip(Player::BOTH) {
        assert_eq!(book.sides, [side]);
        let met = play(&read, &answers, side, |state| read.choose(state));
        assert_eq!(book.positions, met);
    }
    assert!(read.data().states() <= states);
    assert!(read.data().content_len() <= bytes);
    // The code is about as short as its entropy allows, and the bytes hold hardly more than the
    // code.
    let bits: u64 = baked.books.iter().map(|book| book.bits).sum();
    let header = 8;
    assert!((bits as f64) < 1.1 * baked.entropy);
    assert!(8 * (read.data().content_len() as u64 - header) < bits + 16);
}

#[test]
fn connect_four() {
    play_connect_four("4x3", 200, 50);
}

#[test]
#[ignore = "takes a larger board; run by .ci/run"]
fn connect_four_in_full() {
    play_connect_four("4x4", 720, 160);
}

/// Connect Four with other keys. The low 32 bits of every key are 0.
struct HighKeys(Connect);

impl Game for HighKeys {
    type State = <Connect as Game>::State;

    fn move_count(&self) -> u32 {
        self.0.move_count()
    }
    fn start(&self) -> Self::State {
        self.0.start()
    }
    fn outcome(&self, state: Self::State) -> Option<Value> {
        self.0.outcome(state)
    }
    fn legal(&self, state: Self::State) -> Moves {
        self.0.legal(state)
    }
    fn play(&self, state: Self::State, mv: Move) -> Self::State {
        self.0.play(state, mv)
    }
    fn key(&self, state: Self::State) -> u64 {
        self.0.key(state) << 32
    }
    fn to_move(&self, state: Self::State) -> Option<Player> {
        self.0.to_move(state)
    }
}

impl Hints for HighKeys {}

/// Bakes a book with many buckets, and with keys of more than 32 bits.
#[test]
#[ignore = "searches for a larger book; run by .ci/run"]
fn large_books_in_full() {
    let game = HighKeys(open("4x4"));
    let playbook = bake::Playbook::new("connect").check_bits(7).steps(0);
    let playbook = playbook.only(Player::First);
    let baked = bake(playbook, &solve(&game).unwrap());
    let read = Playbook::from_bytes(&game, &baked.bytes).unwrap();
    // A bucket has about 1536 bits, so the book has several.
    assert!(read.data().content_len() > 2 * 1536 / 8);
    let answers = second_solution(&game);
    play(&read, &answers, Player::First, |state| read.choose(state));
}

/// The documented sizes of the playbooks are the smallest possible, as `tests/least-playbooks`
/// proves.
#[test]
fn least_books_of_tic_tac_toe() {
    let playbook = bake::Playbook::new("tictactoe");
    are_least(playbook, [62, 258], 120);
    let playbook = playbook.symmetry();
    are_least(playbook, [21, 72], 50);
    are_least_alone(playbook, [21, 72]);
}

#[test]
#[ignore = "bakes larger books; run by .ci/run"]
fn least_books_in_full() {
    are_least_alone(bake::Playbook::new("tictactoe"), [62, 258]);
}

/// Checks the states of the books of both sides, and that their file has at most `most` bytes.
fn are_least(playbook: bake::Playbook<'_>, states: [u64; 2], most: usize) {
    let baked = bake(playbook, &TicTacToe);
    assert!(baked.books.iter().map(|book| book.states).eq(states));
    assert!(baked.bytes.len() <= most, "{}", baked.bytes.len());
}

/// Checks that the book of each side has as many states alone as beside the book of the other side.
fn are_least_alone(playbook: bake::Playbook<'_>, states: [u64; 2]) {
    let baked = bake(playbook, &TicTacToe);
    assert_eq!(playbook.bytes(&TicTacToe).unwrap(), baked.bytes);
    for side in Player::BOTH {
        let alone = bake(playbook.only(side), &TicTacToe);
        assert_eq!(alone.books.len(), 1);
        assert_eq!(alone.books[0].states, states[side as usize]);
    }
}

/// For the same game and options, a playbook has the same bytes on every machine.
#[test]
fn golden_bytes() {
    let bytes = bake::Playbook::new("tictactoe")
        .symmetry()
        .bytes(&TicTacToe);
    let golden: &[u8] = include_bytes!("../golden/tictactoe.playbook");
    assert_eq!(bytes.unwrap(), golden);
}

/// The playbook gives no move if the game is over or its player is not to move. In any other
/// position, the playbook gives either a legal move or no move.
#[test]
fn states_outside_the_playbook() {
    let plain = bake::Playbook::new("tictactoe").steps(1 << 6);
    let bytes = plain.only(Player::First).bytes(&TicTacToe).unwrap();
    let first = Playbook::from_bytes(TicTacToe, &bytes).unwrap();
    assert!(first.data().plays(Player::First) && !first.data().plays(Player::Second));
    for board in State::all() {
        let chosen = first.choose(board);
        if board.status().is_over() || board.to_move() == Player::Second {
            assert_eq!(chosen, None, "{board}");
        }
        assert!(
            chosen.is_none_or(|mv| board.legal().contains(mv)),
            "{board}"
        );
    }
    detect_other_states(plain.only(Player::First), &[Player::First]);
}

#[test]
#[ignore = "bakes a larger book; run by .ci/run"]
fn states_outside_the_playbook_in_full() {
    let plain = bake::Playbook::new("tictactoe").steps(1 << 6);
    detect_other_states(plain, &Player::BOTH);
}

/// Bakes the books of `sides` with 7 check bits. Of the states outside the books that have more than
/// one move, the check bits fail to detect about one in 2^7.
fn detect_other_states(playbook: bake::Playbook<'_>, sides: &[Player]) {
    let checked = bake(playbook.check_bits(7), &TicTacToe);
    let book = Playbook::from_bytes(&TicTacToe, &checked.bytes).unwrap();
    assert_eq!(book.data().check_bits(), 7);
    let answers = second_solution(&TicTacToe);
    for &side in sides {
        play(&book, &answers, side, |state| book.choose(state));
    }
    let is_asked = |board: &State| sides.contains(&board.to_move()) && board.legal().len() > 1;
    let asked: Vec<State> = State::all().filter(is_asked).collect();
    let answered = asked.iter().filter(|&&board| book.choose(board).is_some());
    let (answered, own) = (answered.count(), book.data().states() as usize);
    assert!(
        answered >= own && answered - own < asked.len() / 64,
        "{answered}"
    );
}

#[test]
fn damage() {
    damage_asked_about(311);
}

#[test]
#[ignore = "asks about more boards; run by .ci/run"]
fn damage_in_full() {
    damage_asked_about(61);
}

/// Validation refuses damaged bytes. A program that uses damaged bytes without validation does not
/// panic when it asks about every `every`th board.
fn damage_asked_about(every: usize) {
    let bytes = bake::Playbook::new("tictactoe")
        .symmetry()
        .bytes(&TicTacToe)
        .unwrap();
    let boards: Vec<State> = State::all().step_by(every).collect();
    let ask = |bytes: &[u8]| {
        let read = PlaybookData::from_bytes(bytes);
        if let Ok(data) = read {
            let book = Playbook::new(TicTacToe, data);
            for &board in &boards {
                let _ = book.choose(board);
            }
        }
        read.and_then(|data| data.validate())
    };
    assert_eq!(ask(&bytes), Ok(()));
    for len in 0..bytes.len() {
        assert!(ask(&bytes[..len]).is_err(), "{len}");
    }
    for at in 0..bytes.len() {
        for change in 1..=u8::MAX {
            let mut changed = bytes.clone();
            changed[at] ^= change;
            assert!(ask(&changed).is_err(), "{at} {change}");
        }
    }
    let mut label = bytes.clone();
    label[0] = 0;
    assert_eq!(ask(&label), Err(PlaybookError::Label));
    let mut version = bytes;
    version[3] = 9;
    let expected = PlaybookError::Version {
        expected: [1, 3],
        found: 9,
    };
    assert_eq!(ask(&version), Err(expected));
}

#[test]
fn other_rules_are_refused() {
    let game = open::<Marks>("3,3,3");
    let bytes = bake::Playbook::new("marks")
        .bytes(&solve(&game).unwrap())
        .unwrap();
    let misere = open::<Marks>("3,3,3,misere");
    let refused = Playbook::from_bytes(misere, &bytes).unwrap().validate();
    assert!(
        matches!(refused, Err(PlaybookError::Rules { .. })),
        "{refused:?}"
    );
}

/// Returns a move that completes a line, if there is one.
fn complete(board: State) -> Option<Move> {
    let player = board.to_move();
    let wins = |&mv: &Move| board.with(player, mv.index()).has_line(player);
    board.legal().iter().find(wins)
}

/// If the user's rule gives a good move in a state, the playbook needs no entry for this state. The
/// user's rule saves entries even in a playbook in which symmetric states share an entry.
#[test]
fn rules_of_the_user() {
    let answers = second_solution(&TicTacToe);
    for (playbook, most) in [
        (bake::Playbook::new("tictactoe"), 200),
        (bake::Playbook::new("tictactoe").symmetry(), 60),
    ] {
        let watch = &mut |_| ControlFlow::Continue(());
        let baked = playbook.bake(&TicTacToe, Some(&complete), watch).unwrap();
        let book = Playbook::from_bytes(&TicTacToe, &baked.bytes).unwrap();
        assert!(book.data().states() < most, "{}", book.data().states());
        for side in Player::BOTH {
            play(&book, &answers, side, |board| {
                complete(board).or_else(|| book.choose(board))
            });
        }
        // This rule plays the first legal move, and so loses a game.
        let careless = |board: State| board.legal().first();
        let refused = playbook.bake(&TicTacToe, Some(&careless), watch);
        assert!(
            matches!(refused, Err(BakeError::Rule { .. })),
            "{refused:?}"
        );
    }
}

/// If a search is stopped early, it returns the playbook that it has found so far. If the search
/// has not found a playbook yet, it returns an error.
#[test]
fn stopped() {
    let playbook = bake::Playbook::new("tictactoe");
    let mut calls = 0;
    let stopped = playbook.bake(&TicTacToe, None, &mut |_| {
        calls += 1;
        ControlFlow::Break(())
    });
    let book = stopped.unwrap();
    assert!(calls <= 2 && book.books[1].states >= 258);

    let solution = solve(open::<Connect>("4x4")).unwrap();
    let stopped = playbook.bake(&solution, None, &mut |_| ControlFlow::Break(()));
    assert!(matches!(stopped, Err(BakeError::Stopped)), "{stopped:?}");
}

/// If two states are symmetric images of each other, the playbook's moves in them lead to symmetric
/// images, too.
#[test]
fn images_are_answered_alike() {
    let bytes = bake::Playbook::new("tictactoe")
        .symmetry()
        .bytes(&TicTacToe)
        .unwrap();
    let book = Playbook::from_bytes(TicTacToe, &bytes).unwrap();
    let corner = state!(X . . / . . . / . . .);
    let reply = book.choose(corner).unwrap();
    let after = canonical(&TicTacToe, TicTacToe.play(corner, reply)).0;
    for symmetry in 0..TicTacToe.symmetries() {
        let image = TicTacToe.image(symmetry, corner);
        let reply = book.choose(image).unwrap();
        assert_eq!(canonical(&TicTacToe, TicTacToe.play(image, reply)).0, after);
    }
}

/// The reader in Python is written from the documentation of the format alone. For every key, even
/// of a state outside the playbook, this reader and the library must choose the same move. The
/// reader prints the position of this move among the legal moves. The test needs `python3` and
/// nothing else.
#[test]
#[ignore = "needs Python; run by .ci/run"]
fn python_reads_them() {
    let four = solve(open::<Connect>("4x3")).unwrap();
    let high = solve(HighKeys(open("4x3"))).unwrap();
    let heap = solve(open::<Subtraction>("21,3")).unwrap();
    let playbook = bake::Playbook::new("python").steps(0);
    python(&TicTacToe, playbook.symmetry());
    // This book has two buckets.
    python(&four, playbook.check_bits(7));
    python(&high, playbook.only(Player::Second).keep(Keep::Start));
    python(&heap, playbook);
}

fn python<T: Solved<Game: Hints>>(solved: &T, playbook: bake::Playbook<'_>) {
    let bytes = playbook.bytes(solved).unwrap();
    let book = Playbook::from_bytes(solved.game(), &bytes).unwrap();
    let (game, data) = (solved.game(), book.data());
    let (mut keys, mut chosen) = (String::new(), Vec::new());
    for visit in walk(solved) {
        let visit = visit.unwrap();
        let (state, legal) = (visit.state, visit.analysis.legal());
        let asked = game.to_move(state).is_none_or(|side| data.plays(side));
        let is_least = !data.uses_symmetry() || canonical(game, state).0 == state;
        if asked && is_least && legal.len() > 1 {
            writeln!(keys, "{}", game.key(state)).unwrap();
            chosen.push((legal, book.choose(state)));
        }
    }
    assert!(chosen.len() > 3);
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("python.playbook");
    fs::write(&path, &bytes).unwrap();
    let script = Path::new(crate::ROOT).join("docs/read_playbook.py");
    let mut python = Command::new("python3")
        .args([&script, &path])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3, which this test needs");
    let mut stdin = python.stdin.take().unwrap();
    let writer = thread::spawn(move || stdin.write_all(keys.as_bytes()));
    let output = python.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success());
    let printed = String::from_utf8(output.stdout).unwrap();
    assert_eq!(printed.lines().count(), chosen.len());
    for (line, (legal, chosen)) in printed.lines().zip(chosen) {
        let rank: Option<u32> = line.parse().ok();
        assert_eq!(rank.is_none(), line == "none");
        assert_eq!(rank.and_then(|rank| legal.nth(rank)), chosen);
    }
}

/// A build script bakes a playbook, and a program without the standard library includes it.
#[test]
#[ignore = "builds a package"]
fn the_example_plays() {
    cargo("examples/playbook", "test --locked");
    let printed = cargo("examples/playbook", "run --locked");
    assert_eq!(printed, "50 bytes\n.../.../...\n.../.../...\n");
}

/// A game whose keys leave out a part of the state. The players take one or two objects from a heap
/// of four. The same move index means one object for one player, and two objects for the other.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Forgetful {
    ThePlayer,
    TheHeap,
}

impl Game for Forgetful {
    type State = (u32, Player);

    fn move_count(&self) -> u32 {
        2
    }

    fn start(&self) -> Self::State {
        (4, Player::First)
    }

    fn outcome(&self, (left, _): Self::State) -> Option<Value> {
        (left == 0).then_some(Value::Loss)
    }

    fn legal(&self, (left, _): Self::State) -> Moves {
        Moves::first_n(left.min(2))
    }

    fn play(&self, (left, player): Self::State, mv: Move) -> Self::State {
        let mv = u32::from(mv.index());
        let taken = match player {
            Player::Second if left > 1 => 2 - mv,
            _ => 1 + mv,
        };
        (left - taken, player.other())
    }

    fn to_move(&self, (_, player): Self::State) -> Option<Player> {
        Some(player)
    }

    fn key(&self, (left, player): Self::State) -> u64 {
        match self {
            Self::ThePlayer => left.into(),
            Self::TheHeap => u64::from(left / 3 * 2) + player as u64,
        }
    }
}

impl Hints for Forgetful {}

/// A solution by hand. The player to move loses exactly if the number of objects is a multiple of
/// three.
impl Solved for Forgetful {
    type Game = Self;
    type Error = Infallible;

    fn game(&self) -> &Self {
        self
    }

    fn states(&self) -> u64 {
        8
    }

    fn try_analysis(&self, state: (u32, Player)) -> Result<Option<Analysis>, Infallible> {
        let (left, _) = state;
        let is_lost = |left: u32| left % 3 == 0;
        let value = if is_lost(left) {
            Value::Loss
        } else {
            Value::Win
        };
        let mut found = Analysis::finished(value).parts();
        for mv in self.legal(state) {
            if is_lost(self.play(state, mv).0) {
                found.winning |= mv.into();
            } else {
                found.losing |= mv.into();
            }
        }
        found.best = if is_lost(left) {
            found.losing
        } else {
            found.winning
        };
        Ok(Some(found.analysis()))
    }
}

/// A playbook contains only one move for each key. If two states with the same key need different
/// moves, the search for a playbook ends with an error.
#[test]
fn states_that_share_a_key_have_no_playbook() {
    for game in [Forgetful::ThePlayer, Forgetful::TheHeap] {
        let refused = bake::Playbook::new("forgetful").bytes(&game);
        assert!(
            matches!(refused, Err(BakeError::SharedKey { .. })),
            "{game:?}: {refused:?}"
        );
    }
}
