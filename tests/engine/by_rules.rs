//! Tests playbooks by rules. To find a playbook by rules, the library proves the values of some
//! states, but does not solve the whole game. The playbook must give a move in every position that
//! can occur while a player follows the playbook.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use perfectplay::bake::{self, BakeError, BakedPlaybook, SourceLanguage, SourceRules, Work};
use perfectplay::game::Hints;
use perfectplay::playbook::{Keep, Playbook, PlaybookData, PlaybookError};
use perfectplay::prove::Prover;
use perfectplay::tictactoe::TicTacToe;
use perfectplay::verify::play_through;
use perfectplay::{Game, Move, Moves, Player, Value, solve, walk};
use perfectplay_any::AnyGame;
use perfectplay_games::Listed;
use perfectplay_games::mnk::{Connect, Marks};

use super::playbooks::{FEW_STATES, STATES, play};
use crate::games::registry::{game, specs};
use crate::oracles::any_game::{second_solution_within, states_within};

const MEMORY: usize = 1 << 20;

fn bake<G>(how: bake::Playbook<'_>, game: &G) -> Result<BakedPlaybook, BakeError>
where
    G: bake::Choosable,
{
    let work = Work {
        begun: None,
        save: &mut |_| Ok(()),
    };
    let watch = &mut |_| ControlFlow::Continue(());
    how.bake_by_rules(&Prover::new(game, MEMORY), MEMORY, work, watch)
}

fn how(keep: Keep) -> bake::Playbook<'static> {
    bake::Playbook::new("game").keep(keep).steps(1 << 10)
}

/// Finds playbooks by rules for a game with at most `within` states, and checks their moves in
/// every position. Returns whether the game has a book by rules.
fn every_position(game: &AnyGame, within: usize) -> bool {
    let Some(answers) = second_solution_within(game, within) else {
        return false;
    };
    if game.is_loopy() || game.to_move(game.start()).is_none() {
        assert!(bake(how(Keep::Start), game).is_err(), "{game:?}");
        return false;
    }
    for (keep, symmetry) in [(Keep::Value, true), (Keep::Start, false)] {
        let how = if symmetry {
            how(keep).symmetry()
        } else {
            how(keep)
        };
        let baked = bake(how, game).unwrap_or_else(|error| panic!("{game:?}: {error}"));
        let read = Playbook::from_bytes(game, &baked.bytes).unwrap();
        assert_eq!(read.validate(), Ok(()), "{game:?}");
        let data = read.data();
        assert!(data.is_by_rules());
        assert_eq!((data.keep(), data.uses_symmetry()), (keep, symmetry));
        for side in Player::BOTH {
            play(&read, &answers, side, |state| read.choose(state));
        }
    }
    true
}

/// Runs [`every_position`] on every game that has at most `within` states. Returns the number of
/// games that have a book by rules.
fn play_games(within: usize) -> usize {
    specs()
        .filter(|spec| every_position(&game(spec), within))
        .count()
}

#[test]
fn every_position_of_small_games() {
    let played = play_games(FEW_STATES);
    assert!(played >= 10, "{played}");
}

#[test]
#[ignore = "plays larger games as well; run by .ci/run"]
fn every_position_in_full() {
    let played = play_games(STATES);
    assert!(played >= 24, "{played}");
}

/// Tests every game with at most `within` states. The winning and the safe moves that the game
/// declares must be those that follow from the rules. Returns the number of games.
fn compare_preferences(within: usize) -> usize {
    struct ByRules<G>(G);

    impl<G: Game> Game for ByRules<G> {
        type State = G::State;
        const TURNS_ALTERNATE: bool = G::TURNS_ALTERNATE;

        fn move_count(&self) -> u32 {
            self.0.move_count()
        }
        fn start(&self) -> G::State {
            self.0.start()
        }
        fn outcome(&self, state: G::State) -> Option<Value> {
            self.0.outcome(state)
        }
        fn legal(&self, state: G::State) -> Moves {
            self.0.legal(state)
        }
        fn play(&self, state: G::State, mv: Move) -> G::State {
            self.0.play(state, mv)
        }
        fn key(&self, state: G::State) -> u64 {
            self.0.key(state)
        }
        fn to_move(&self, state: G::State) -> Option<Player> {
            self.0.to_move(state)
        }
    }
    impl<G: Game> Hints for ByRules<G> {}

    let compare = |spec: &String| {
        let game = game(spec);
        let Some(states) = states_within(&game, within) else {
            return false;
        };
        let by_rules = ByRules(&game);
        for state in states {
            if game.outcome(state).is_some() {
                continue;
            }
            let wins = by_rules.winning_moves(state);
            assert_eq!(game.winning_moves(state), wins, "{spec} {state:?}");
            if wins.is_empty() {
                let safe = by_rules.safe_moves(state);
                assert_eq!(game.safe_moves(state), safe, "{spec} {state:?}");
            }
        }
        true
    };
    specs().filter(compare).count()
}

#[test]
fn preferences_follow_from_the_rules() {
    let compared = compare_preferences(3_000);
    assert!(compared >= 20, "{compared}");
}

#[test]
#[ignore = "compares larger games as well; run by .ci/run"]
fn preferences_in_full() {
    let compared = compare_preferences(200_000);
    assert!(compared >= 60, "{compared}");
}

/// Checks that a move of Connect Four has the same features as its mirror image. Also checks that
/// the index of each feature is below the number of features.
fn compare_features(games: u32) {
    for size in ["7x6", "6x5", "4x4", "8x6"] {
        let game = Connect::with_parameters(size).unwrap();
        let mut seen = BTreeSet::new();
        let mut entropy = 1_u64;
        for _ in 0..games {
            let mut state = game.start();
            while game.outcome(state).is_none() {
                let features = |state, mv: Move| {
                    let mut found = Vec::new();
                    game.each_feature(state, mv.into(), &mut |of, feature| {
                        assert_eq!(of, mv);
                        found.push(feature);
                    });
                    found.sort_unstable();
                    found
                };
                let legal = game.legal(state);
                for mv in legal {
                    let found = features(state, mv);
                    let image = game.image_of_move(1, state, mv);
                    assert_eq!(
                        found,
                        features(game.image(1, state), image),
                        "{state:?} {mv}"
                    );
                    assert!(found.iter().all(|&feature| feature < game.features()));
                    seen.extend(found);
                }
                entropy = entropy.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                let chosen = (entropy >> 33) as u32 % legal.len();
                state = game.play(state, legal.nth(chosen).unwrap());
            }
        }
        // Some patterns are rare, and some cannot occur.
        assert!(
            seen.len() as u32 * 4 > game.features(),
            "{size}: {}",
            seen.len()
        );
    }
}

#[test]
fn features_of_connect_four() {
    compare_features(30);
}

#[test]
#[ignore = "plays more games; run by .ci/run"]
fn features_in_full() {
    compare_features(400);
}

/// The bytes of a book depend only on the game, the options and the memory limit. An interrupted
/// search can be continued.
#[test]
fn the_same_bytes() {
    let game = Connect::with_parameters("4x4").unwrap();
    let how = how(Keep::Start).symmetry().only(Player::First);
    let bytes = bake(how, &game).unwrap().bytes;
    let mut saved = Vec::new();
    let prover = Prover::new(&game, MEMORY);
    let work = Work {
        begun: None,
        save: &mut |bytes| {
            saved.push(bytes.to_vec());
            Ok(())
        },
    };
    let watch = &mut |_| ControlFlow::Continue(());
    let again = how.bake_by_rules(&prover, MEMORY, work, watch).unwrap();
    assert_eq!(again.bytes, bytes);
    assert!(saved.len() > 2);
    let go_on = |begun: &[u8], memory| {
        let prover = Prover::new(&game, memory);
        let (mut later, begun) = (0, Some(begun.to_vec()));
        let save = &mut |_: &[u8]| {
            later += 1;
            Ok(())
        };
        let watch = &mut |_| ControlFlow::Continue(());
        let went_on = how.bake_by_rules(&prover, MEMORY, Work { begun, save }, watch)?;
        Ok::<_, BakeError>((went_on.bytes, later))
    };
    for (number, begun) in saved.iter().enumerate() {
        let later = saved.len() - 1 - number;
        let found = go_on(begun, MEMORY).unwrap();
        assert_eq!(found, (bytes.clone(), later));
    }
    // With another memory limit, the prover remembers other states, so the search takes another
    // course.
    for other in [&go_on(&saved[1], MEMORY / 2), &go_on(b"mine\n", MEMORY)] {
        assert!(matches!(other, Err(BakeError::OtherWork)), "{other:?}");
    }
    let is_damaged = |bytes: &[u8]| match go_on(bytes, MEMORY) {
        Err(BakeError::DamagedWork) => {}
        found => panic!("{found:?}"),
    };
    let mut damaged = saved[1].clone();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    is_damaged(&damaged);
    // No search saves such numbers. So they count as damage, even with a correct checksum.
    let round = ROUND_OF_WORK;
    let [stages, first] = [round + 4, round + 8];
    for (at, number) in [
        (round, 0),
        (round, 5),
        (round, u32::MAX),
        (stages, 0),
        (stages, u32::MAX),
        (first, f32::NAN.to_bits()),
        (first, 0_f32.to_bits()),
        (first + 4, f32::INFINITY.to_bits()),
        (first + 8, 0),
        (first + 8, 65),
    ] {
        let mut forged = saved[1].clone();
        forged[at..at + 4].copy_from_slice(&number.to_le_bytes());
        let (content, sum) = forged.split_last_chunk_mut().unwrap();
        *sum = crc32fast::hash(content).to_le_bytes();
        is_damaged(&forged);
    }
    let [cut, longer] = [saved[1].len() - 1, saved[1].len() + 1];
    for len in [ROUND_OF_WORK, cut, longer] {
        let mut other = saved[1].clone();
        other.resize(len, 0);
        is_damaged(&other);
    }
}

/// The position, in saved work, of the field that counts the rounds of the search. A text of 22
/// bytes and six numbers of eight bytes stand before this field.
const ROUND_OF_WORK: usize = 22 + 6 * 8;

/// The book by rules of Connect Four 5x4 needs fewer than 200 entries.
#[test]
fn connect_four() {
    let game = Connect::with_parameters("5x4").unwrap();
    let baked = bake(how(Keep::Start).symmetry().only(Player::First), &game).unwrap();
    let book = Playbook::from_bytes(&game, &baked.bytes).unwrap();
    assert_eq!(book.validate(), Ok(()));
    let watch = &mut |_| ControlFlow::Continue(());
    let played = play_through(&book, Player::First, watch).unwrap();
    assert_eq!(played.value, Value::Draw);
    assert!(baked.books[0].states < 200, "{:?}", baked.books);
    assert_eq!(baked.books[0].states, u64::from(book.data().states()));
}

/// In misère Connect Four on a board of even height, the book of the second player needs no
/// entries. The second player wins by playing on top of the opponent's last disc. Some other moves
/// win, too.
fn misere_needs_no_entries(size: &str) {
    let game = Connect::with_parameters(&format!("{size},4,misere")).unwrap();
    let how = how(Keep::Start).steps(64).only(Player::Second);
    let baked = bake(how, &game).unwrap();
    assert_eq!(baked.books[0].states, 0);
    wins_misere(&game, &baked.bytes);
}

fn wins_misere(game: &Connect, bytes: &[u8]) {
    assert!(bytes.len() < 30, "{}", bytes.len());
    let book = Playbook::from_bytes(game, bytes).unwrap();
    assert_eq!(book.validate(), Ok(()));
    let watch = &mut |_| ControlFlow::Continue(());
    let played = play_through(&book, Player::Second, watch).unwrap();
    assert_eq!(played.value, Value::Win);
}

#[test]
fn misere_connect_four() {
    misere_needs_no_entries("4x4");
    let game = Connect::with_parameters("7x6,4,misere").unwrap();
    wins_misere(
        &game,
        include_bytes!("../../docs/connect-7x6-misere.playbook"),
    );
}

/// In misère Connect Four 6x4, most moves of the second player win. A search that compared all
/// these moves would take too long.
#[test]
#[ignore = "searches a larger board; run by .ci/run"]
fn misere_connect_four_in_full() {
    misere_needs_no_entries("6x4");
}

/// The playbook by rules of the first player of Connect Four 7x6.
const CONNECT_7X6: &[u8] = include_bytes!("../../docs/connect-7x6.playbook");

/// Lets the book play against random replies. In each game, `docs/read_playbook_by_rules.py` must
/// give the same answers as the book.
fn python_answers(size: [u32; 2], file: &str, games: u32) {
    let root = Path::new(crate::ROOT);
    let [width, height] = size;
    let game = Connect::with_parameters(&format!("{width}x{height}")).unwrap();
    let bytes = std::fs::read(root.join(file)).unwrap();
    let book = Playbook::from_bytes(game, &bytes).unwrap();
    let (mut boards, mut expected) = (String::new(), String::new());
    let mut entropy = 1_u32;
    for _ in 0..games {
        let mut state = game.start();
        while game.outcome(state).is_none() {
            let mv = if game.to_move(state) == Some(Player::First) {
                let mv = book.choose(state).unwrap();
                game.write_state(state, &mut boards).unwrap();
                boards.push('\n');
                writeln!(expected, "{mv}").unwrap();
                mv
            } else {
                entropy = entropy.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let legal = game.legal(state);
                legal.nth((entropy >> 16) % legal.len()).unwrap()
            };
            state = game.play(state, mv);
        }
    }
    let mut python = Command::new("python3")
        .args([
            "docs/read_playbook_by_rules.py",
            file,
            &width.to_string(),
            &height.to_string(),
        ])
        .current_dir(root)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3, which this test needs");
    let mut stdin = python.stdin.take().unwrap();
    let writer = thread::spawn(move || stdin.write_all(boards.as_bytes()));
    let output = python.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success());
    assert_eq!(String::from_utf8(output.stdout).unwrap(), expected);
}

/// The playbooks of this test are golden files, so all later versions must be able to read these
/// playbooks.
#[test]
#[ignore = "needs Python; run by .ci/run"]
fn a_reader_in_python_answers_alike() {
    python_answers([4, 4], "tests/golden/connect-4x4-3.playbook", 40);
    python_answers([7, 6], "docs/connect-7x6.playbook", 4);
}

fn connect_7x6() -> Playbook<'static, Connect> {
    let game = Connect::with_parameters("7x6").unwrap();
    let book = Playbook::from_bytes(game, CONNECT_7X6).unwrap();
    assert_eq!(book.validate(), Ok(()));
    assert_eq!(book.data().states(), 4_568);
    book
}

/// The book of Connect Four 7x6 wins a sample of games.
#[test]
fn connect_four_7x6() {
    let book = connect_7x6();
    let game = *book.game();
    let mut entropy = 1_u64;
    for _ in 0..300 {
        let mut state = game.start();
        while game.outcome(state).is_none() {
            let legal = game.legal(state);
            let mv = if game.to_move(state) == Some(Player::First) {
                book.choose(state).unwrap()
            } else {
                entropy = entropy.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                legal.nth((entropy >> 33) as u32 % legal.len()).unwrap()
            };
            assert!(legal.contains(mv));
            state = game.play(state, mv);
        }
        // The second player would be to move next.
        assert_eq!(game.outcome(state), Some(Value::Loss), "{state:?}");
        assert_eq!(game.to_move(state), Some(Player::Second));
    }
}

/// The book of Connect Four 7x6 wins against every reply. This test takes 3 minutes and 2 GB of
/// memory in a release build.
#[test]
#[ignore = "takes minutes"]
fn connect_four_7x6_against_every_reply() {
    let watch = &mut |_| ControlFlow::Continue(());
    let played = play_through(&connect_7x6(), Player::First, watch).unwrap();
    assert_eq!((played.value, played.states), (Value::Win, 34_176_375));
}

#[test]
fn refused() {
    let distance = bake(how(Keep::Distance), &TicTacToe);
    assert!(
        matches!(distance, Err(BakeError::NotByRules)),
        "{distance:?}"
    );
    let watch = &mut |_| ControlFlow::Break(());
    let work = Work {
        begun: None,
        save: &mut |_| Ok(()),
    };
    let game = Connect::with_parameters("5x4").unwrap();
    let prover = Prover::new(&game, MEMORY);
    let stopped = how(Keep::Start).bake_by_rules(&prover, MEMORY, work, watch);
    assert!(matches!(stopped, Err(BakeError::Stopped)), "{stopped:?}");

    let bytes = bake(how(Keep::Start), &TicTacToe).unwrap().bytes;
    let data = PlaybookData::from_bytes(&bytes).unwrap();
    let source = bake::playbook_source(SourceLanguage::C, "x", &data, SourceRules::TicTacToe);
    assert!(matches!(source, Err(BakeError::ByRules)), "{source:?}");

    let marks = Marks::with_parameters("3,3,3").unwrap();
    let bytes = bake(how(Keep::Start), &marks).unwrap().bytes;
    let misere = Marks::with_parameters("3,3,3,misere").unwrap();
    let refused = Playbook::from_bytes(misere, &bytes).unwrap().validate();
    assert!(
        matches!(refused, Err(PlaybookError::Rules { .. })),
        "{refused:?}"
    );
}

/// Validation refuses damaged bytes. A program that uses damaged bytes without validating them must
/// not panic.
#[test]
fn damage() {
    let game = Connect::with_parameters("3x3,3").unwrap();
    let bytes = bake(how(Keep::Value).symmetry(), &game).unwrap().bytes;
    let solution = solve(&game).unwrap();
    let states = walk(&solution).step_by(47);
    let states: Vec<_> = states.map(|visit| visit.unwrap().state).collect();
    let ask = |bytes: &[u8]| {
        let read = PlaybookData::from_bytes(bytes);
        if let Ok(data) = read {
            let book = Playbook::new(&game, data);
            for &state in &states {
                let _ = book.choose(state);
            }
        }
        read.and_then(|data| data.validate())
    };
    assert_eq!(ask(&bytes), Ok(()));
    for len in 0..bytes.len() {
        assert!(ask(&bytes[..len]).is_err(), "{len}");
    }
    for at in 0..bytes.len() {
        for change in [1, 2, 16, 128, 255] {
            let mut changed = bytes.clone();
            changed[at] ^= change;
            assert!(ask(&changed).is_err(), "{at} {change}");
        }
    }
}
