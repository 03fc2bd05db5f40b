//! Tests oracles, which prove the value of a state when a caller asks for it. The oracle of a game must give the same
//! answers as the table of all its states.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::LazyLock;
use std::thread::{self, ThreadId};

use perfectplay::bake::{BakeError, OpeningProof, Work};
use perfectplay::game::Hints;
use perfectplay::oracle::{MoveSearch, Opening, Oracle, SourcedMove, ValueSource};
use perfectplay::prove::{ProveError, Prover};
use perfectplay::solve::{Solution, solve};
use perfectplay::table::TableError;
use perfectplay::tictactoe::TicTacToe;
use perfectplay::{
    Game, Level, Move, Moves, Playbook, Player, Solved, Value, Wdl, bake, principal_variation,
};
use perfectplay_games::Listed;
use perfectplay_games::dots::DotsAndBoxes;
use perfectplay_games::hexapawn::Hexapawn;
use perfectplay_games::mnk::Connect;
use perfectplay_games::nim::Nim;

/// The solution of Connect Four on a board of 4 by 4.
static FOUR: LazyLock<Solution<Connect>> =
    LazyLock::new(|| solve(Connect::with_parameters("4x4").unwrap()).unwrap());

/// Returns the bytes of an opening table of `game`. The table stores the values of the states after `plies` plies.
/// These values come from `solution`, and not from proofs.
fn opening<G: Listed<State: Send + Sync> + Sync>(
    game: &G,
    solution: &Solution<G>,
    plies: u8,
) -> Vec<u8> {
    let mut proof = OpeningProof::new(game, plies);
    let states: Vec<_> = proof.states().collect();
    for (number, state) in states.into_iter().enumerate() {
        let score = solution.score(state).expect("a reachable state");
        proof.set(number, score.value());
    }
    proof.opening("test").expect("an opening")
}

/// Compares every `step`th reachable state with the solution.
fn compare<G: Listed<State: Send + Sync> + Sync>(
    oracle: &Oracle<G>,
    solution: &Solution<G>,
    step: usize,
    with_distances: bool,
) {
    let game = oracle.game();
    for (state, score) in solution.scores().step_by(step) {
        let expected = solution.lookup(state).expect("a reachable state");
        let analysis = oracle.try_analysis(state).unwrap().expect("an answer");
        assert_eq!(analysis.value(), expected.value(), "{state:?}");
        assert_eq!(analysis.winning(), expected.winning(), "{state:?}");
        assert_eq!(analysis.neutral(), expected.neutral(), "{state:?}");
        assert_eq!(analysis.losing(), expected.losing(), "{state:?}");
        assert!(
            analysis
                .best()
                .is_subset(expected.of_kind(expected.value()))
                || analysis.best().is_empty()
        );
        if with_distances {
            assert_eq!(analysis.best(), expected.best(), "{state:?}");
        }
        let is_known = with_distances && expected.value() != Value::Draw;
        if is_known || expected.distance() < Some(2) {
            assert_eq!(analysis.distance(), expected.distance(), "{state:?}");
        } else {
            assert_eq!(analysis.distance(), None, "{state:?}");
        }
        let found = oracle.try_score(state).unwrap().expect("an answer");
        assert_eq!(found, analysis.score(), "{state:?}");
        assert_eq!(found.value(), score.value());
        let moves: Vec<_> = oracle.try_moves(state).unwrap().collect();
        assert_eq!(moves.len() as u32, analysis.legal().len());
        for evaluated in moves {
            assert_eq!(evaluated.after, game.play(state, evaluated.mv));
            assert!(analysis.of_kind(evaluated.value).contains(evaluated.mv));
            assert_eq!(evaluated.is_best, analysis.best().contains(evaluated.mv));
        }
    }
}

#[test]
fn its_masks_are_those_of_the_table() {
    fn of<G: Listed<State: Send + Sync> + Sync>(parameters: &str, plies: &[u8]) {
        let game = G::with_parameters(parameters).unwrap();
        let solution = solve(game.clone()).unwrap();
        let step = solution.len().div_ceil(300);
        let prover = || Prover::new(game.clone(), 1 << 16);
        compare(&Oracle::new(prover()), &solution, step, false);
        compare(
            &Oracle::new(prover()).with_distances(),
            &solution,
            step,
            true,
        );
        for &plies in plies {
            let bytes = opening(&game, &solution, plies);
            let opening = Opening::from_bytes(&game, &bytes).unwrap();
            assert_eq!(opening.plies(), plies);
            let oracle = Oracle::new(prover()).with_opening(opening);
            compare(&oracle, &solution, step, false);
        }
    }
    of::<Connect>("4x4", &[0, 3, 6]);
    // In this game, turns do not alternate.
    of::<DotsAndBoxes>("2x2", &[4]);
    // In this game, a state is reached after different numbers of plies.
    of::<Nim>("3,4,2", &[1, 2, 5]);
    // In this game, all games are over before the last ply.
    of::<Hexapawn>("3x3", &[2, 60]);
}

#[test]
fn an_opening_knows_its_states_alone() {
    let game = Connect::with_parameters("4x4").unwrap();
    let solution = &*FOUR;
    let opening = Opening::from_bytes(&game, &opening(&game, solution, 6)).unwrap();
    let mut count = 0;
    for (state, score) in solution.scores() {
        let found = opening.value(&game, state);
        // In this game, every move fills a cell.
        let is_early = game.tier(state).expect("a tier") <= 6;
        assert_eq!(found, is_early.then(|| score.value()), "{state:?}");
        count += usize::from(is_early);
    }
    // Most states differ from their mirror image.
    assert!((count / 2..count * 5 / 8).contains(&opening.states()));
    let oracle = Oracle::new(Prover::new(game, 1 << 10)).with_opening(opening);
    let start = oracle.find(game.start()).unwrap();
    assert_eq!((start.source, start.nodes), (ValueSource::Opening, 0));
    assert!(format!("{:?}", oracle.opening()).contains("plies: 6"));
}

#[test]
fn the_value_of_a_state_bounds_its_moves() {
    bound_moves(5);
}

#[test]
#[ignore = "proves the moves of every state; run by .ci/run"]
fn bounds_of_moves_in_full() {
    bound_moves(1);
}

/// Proves the moves of every `every`th state after six plies.
fn bound_moves(every: usize) {
    let game = Connect::with_parameters("4x4").unwrap();
    let solution = &*FOUR;
    let bytes = opening(&game, solution, 6);
    let oracle = || Oracle::new(Prover::new(game, 1 << 12));
    // For each value, the nodes with an opening and without one.
    let (mut searched, mut left_over) = ([(0, 0); 3], (0, 0));
    let early = solution.scores();
    let early = early.filter(|&(state, _)| game.tier(state) == Some(6));
    for (state, score) in early.step_by(every) {
        let opening = Opening::from_bytes(&game, &bytes).unwrap();
        let nodes_of = |oracle: Oracle<Connect>| {
            oracle.find_moves(state).unwrap();
            oracle.prover().nodes()
        };
        let (with, without) = (nodes_of(oracle().with_opening(opening)), nodes_of(oracle()));
        let add = |sums: &mut (u64, u64)| *sums = (sums.0 + with, sums.1 + without);
        add(&mut searched[score.value() as usize]);
        // If the rules find that all moves but one are bad, the remaining move is good.
        let moves = oracle().find_moves(state).unwrap();
        let others = moves
            .iter()
            .filter(|(_, found)| found.unwrap().source == ValueSource::Proof);
        if others.count() == 1 {
            add(&mut left_over);
        }
    }
    // All moves of a lost state lose. In a drawn state, no move wins.
    let [losses, draws, wins] = searched;
    assert!(losses.0 == 0 && losses.1 > 0, "{searched:?}");
    assert!(draws.0 < draws.1 && wins.0 < wins.1, "{searched:?}");
    assert!(left_over.0 < left_over.1 / 2, "{left_over:?}");
}

/// J. Tromp published positions of Connect Four (UCI Machine Learning Repository, *Connect-4*, 1995). The published
/// positions are those after eight plies in which nobody has won and the next move is not forced. Mirror images count
/// as one position.
#[test]
fn the_opening_of_the_real_game_has_the_published_counts() {
    let game = Connect::with_parameters("7x6").unwrap();
    let bytes = game.opening().expect("an opening");
    let opening = Opening::from_bytes(&game, bytes).unwrap();
    // Both players can win at once only with different moves.
    let can_answer = |state, mv| {
        let after = game.play(state, mv);
        let ended = game.outcome(after).is_some();
        let wins = |reply| game.outcome(game.play(after, reply)) == Some(Value::Loss);
        ended
            || !game
                .legal(after)
                .iter()
                .any(|reply| reply != mv && wins(reply))
    };
    let is_open = |&state: &_| game.legal(state).iter().all(|mv| can_answer(state, mv));
    let mut counts = [0; 3];
    for state in OpeningProof::new(game, 8).states().filter(is_open) {
        counts[opening.value(&game, state).expect("a value") as usize] += 1;
    }
    let [losses, draws, wins] = counts;
    assert_eq!((wins, losses, draws), (44_473, 16_635, 6_449));
    for other in ["7x6,4,misere", "6x7", "7x6,5"] {
        assert!(Connect::with_parameters(other).unwrap().opening().is_none());
    }
}

#[test]
fn a_limit_leaves_out_what_is_not_proved() {
    let game = Connect::new(7, 6, 4, false).unwrap();
    let bounded = |states| Oracle::new(Prover::new(game, 1 << 20)).with_limit(states);
    assert_eq!(bounded(10_000).find(game.start()), Err(ProveError::Stopped));
    assert_eq!(bounded(0).try_score(game.start()), Err(ProveError::Stopped));
    let mut state = game.start();
    for column in [3, 3, 3, 3, 3, 3, 1, 1, 5, 5, 0, 0] {
        state = game.play(state, Move::new(column).expect("a column"));
    }
    let oracle = bounded(5_000);
    let found = oracle.find_moves(state).unwrap();
    assert_eq!(found.len() as u32, game.legal(state).len());
    let (proved, open): (Vec<_>, Vec<_>) =
        found.into_iter().partition(|(_, found)| found.is_some());
    assert!(!proved.is_empty() && !open.is_empty(), "{open:?}");
    assert!(oracle.prover().nodes() < 50_000);
    assert_eq!(oracle.try_analysis(state), Err(ProveError::Stopped));

    let stopped = Oracle::new(Prover::new(game, 1 << 20)).watched(|_| ControlFlow::Break(()));
    assert_eq!(stopped.try_analysis(state), Err(ProveError::Stopped));
}

#[test]
fn a_search_that_is_stopped_goes_on_where_it_was() {
    let game = Connect::new(7, 6, 4, false).unwrap();
    let mut state = game.start();
    for column in [3, 3, 3, 3, 3, 3, 1, 1, 5, 5, 0, 0] {
        state = game.play(state, Move::new(column).expect("a column"));
    }
    let whole = Oracle::new(Prover::new(game, 1 << 20));
    let values = |found: &[SourcedMove]| -> Vec<_> {
        let value = |&(mv, found): &SourcedMove| (mv, found.map(|found| found.value));
        found.iter().map(value).collect()
    };
    let all = whole.find_moves(state).unwrap();
    let stopped = Oracle::new(Prover::new(game, 1 << 20)).watched(|_| ControlFlow::Break(()));
    let mut search = MoveSearch::default();
    let (mut parts, mut known) = (0, 0);
    while parts == 0 || !search.is_done() {
        stopped.find_more(state, &mut search).unwrap();
        let found = search.moves().iter();
        let now = found.filter(|(_, found)| found.is_some()).count();
        assert!(now >= known);
        (parts, known) = (parts + 1, now);
    }
    assert!(parts > 3, "{parts}");
    assert_eq!(values(search.moves()), values(&all));
    let analysis = stopped.analysis_of(state, search.moves());
    assert_eq!(analysis, whole.analysis_of(state, &all));
    // Each searched state counts for one move. If a move is proved in several parts, the states of
    // all parts count.
    let nodes = search
        .moves()
        .iter()
        .map(|(_, found)| found.expect("a value").nodes);
    assert_eq!(nodes.sum::<u64>(), stopped.prover().nodes());

    let mut over = MoveSearch::default();
    let won = [3, 0, 3, 0, 3, 0, 3].map(|column| Move::new(column).expect("a column"));
    let end = won
        .iter()
        .fold(game.start(), |state, &mv| game.play(state, mv));
    whole.find_more(end, &mut over).unwrap();
    assert!(over.is_done() && over.moves().is_empty());
}

#[test]
fn levels_and_lines_take_it_as_a_table() {
    let solution = solve(TicTacToe).unwrap();
    let oracle = Oracle::new(Prover::new(TicTacToe, 1 << 12));
    for (state, _) in solution
        .scores()
        .filter(|&(state, _)| TicTacToe.outcome(state).is_none())
    {
        for level in [Level::Invincible, Level::Random] {
            for entropy in 0..4 {
                let chosen = level.try_choose(&oracle, state, entropy).unwrap();
                assert_eq!(chosen, level.choose(&solution, state, entropy));
            }
        }
        let perfect = Level::Perfect.try_choose(&oracle, state, 1).unwrap();
        let expected = solution.lookup(state).expect("a reachable state");
        let keeping = expected.of_kind(expected.value());
        assert!(keeping.contains(perfect.expect("a move")), "{state:?}");
    }
    let line = principal_variation(&oracle, TicTacToe.start());
    let line: Result<Vec<_>, _> = line.collect();
    assert_eq!(line.expect("a line").len(), 9);
}

#[test]
fn what_is_no_opening_is_refused() {
    let game = Connect::with_parameters("4x4").unwrap();
    let solution = &*FOUR;
    let bytes = opening(&game, solution, 5);
    let refused = |bytes: &[u8]| Opening::from_bytes(&game, bytes).expect_err("an error");
    for length in 0..bytes.len() {
        refused(&bytes[..length]);
    }
    for place in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1;
        refused(&damaged);
    }
    let wdl = bake::wdl("test", solution).unwrap();
    let (expected, found) = (5, 4);
    assert_eq!(refused(&wdl), TableError::Version { expected, found });
    let (expected, found) = (4, 5);
    let error = Wdl::from_bytes(game, &bytes).expect_err("an error");
    assert_eq!(error, TableError::Version { expected, found });
    let other = Connect::with_parameters("5x4").unwrap();
    assert!(matches!(
        Opening::from_bytes(&other, &bytes),
        Err(TableError::MoveCount { .. } | TableError::Rules { .. })
    ));
    let missing = OpeningProof::new(game, 5).opening("test");
    assert!(matches!(missing, Err(BakeError::Values { found: 0, .. })));
}

#[test]
fn parts_of_an_opening_make_the_same_bytes() {
    prove_in_parts(&FOUR, 5);
}

#[test]
#[ignore = "takes a larger board; run by .ci/run"]
fn parts_of_an_opening_in_full() {
    let game = Connect::with_parameters("5x4").unwrap();
    prove_in_parts(&solve(game).unwrap(), 6);
}

/// Proves the values of the states after up to `plies` plies as a whole and in three parts.
fn prove_in_parts(solution: &Solution<Connect>, plies: u8) {
    let game = *solution.game();
    let whole = |threads| {
        let mut proof = OpeningProof::new(game, plies);
        let prover = Prover::new(game, 1 << 18);
        let mut last = Vec::new();
        let save = &mut |bytes: &[u8]| {
            last = bytes.to_vec();
            Ok(())
        };
        let work = Work { begun: None, save };
        let range = 0..proof.len();
        let go_on = &mut |_| ControlFlow::Continue(());
        proof.prove(&prover, range, threads, work, go_on).unwrap();
        assert_eq!(last, proof.work());
        proof.opening("test").unwrap()
    };
    let expected = opening(&game, solution, plies);
    assert_eq!(whole(1), expected);
    assert_eq!(whole(3), expected);

    let mut parts = Vec::new();
    for number in 0..3 {
        let mut proof = OpeningProof::new(game, plies);
        let range = proof.part(number, 3);
        let count = range.len();
        let prover = Prover::new(game, 1 << 12);
        // The work is stopped in the middle of the part, and goes on with what was saved.
        let mut saved = None;
        let mut begun = None;
        while proof.proved() < count {
            let save = &mut |bytes: &[u8]| {
                saved = Some(bytes.to_vec());
                Ok(())
            };
            let work = Work { begun, save };
            let mut proved = 0;
            let stopped = proof.prove(&prover, range.clone(), 1, work, &mut |found| {
                proved = found;
                match found < count / 2 {
                    true => ControlFlow::Continue(()),
                    false => ControlFlow::Break(()),
                }
            });
            assert!(stopped.is_ok() || matches!(stopped, Err(BakeError::Stopped)));
            begun = saved.clone();
            assert!(proof.proved() >= proved);
        }
        parts.push(proof.work());
    }
    let mut proof = OpeningProof::new(game, plies);
    for part in parts.iter().rev() {
        proof.add(part).unwrap();
    }
    assert_eq!(proof.opening("test").unwrap(), expected);

    // Saved work on another opening is refused, and so is damaged work.
    let mut other = OpeningProof::new(game, plies - 1);
    assert!(matches!(other.add(&parts[0]), Err(BakeError::OtherWork)));
    for length in 0..parts[0].len() {
        assert!(proof.add(&parts[0][..length]).is_err());
    }
    let mut damaged = parts[0].clone();
    *damaged.last_mut().unwrap() ^= 1;
    assert!(matches!(proof.add(&damaged), Err(BakeError::DamagedWork)));
}

#[test]
fn a_winning_playbook_tells_the_values_of_the_states_that_its_player_meets() {
    let playbook = bake::Playbook::new("test").steps(1 << 6);
    values_of_book::<Connect>("4x4,3", Player::First, playbook);
    values_of_book::<Hexapawn>("3x3", Player::Second, playbook);
    assert!(values_of_book::<Hexapawn>("3x5", Player::First, playbook) > 10);
}

#[test]
#[ignore = "bakes a book of a larger game; run by .ci/run"]
fn a_winning_playbook_in_full() {
    let playbook = bake::Playbook::new("test");
    values_of_book::<Connect>("4x4,3", Player::First, playbook);
    assert!(values_of_book::<Hexapawn>("4x4", Player::First, playbook) > 10);
}

/// Takes values from a winning book of `side`. Returns how many values are known by the book alone.
fn values_of_book<G: Listed<State: Send + Sync> + Copy + Sync>(
    parameters: &str,
    side: Player,
    playbook: bake::Playbook<'_>,
) -> usize {
    let game = G::with_parameters(parameters).unwrap();
    let solution = solve(game).unwrap();
    let won = solution.score(game.start()).unwrap().value() == Value::Win;
    assert_eq!(won, side == Player::First);
    let book = |book: bake::Playbook<'_>| book.bytes(&solution).unwrap();
    let bytes = book(playbook.only(side));
    // All states that the player meets.
    let player = Playbook::from_bytes(&game, &bytes).unwrap();
    let (mut open, mut met) = (vec![game.start()], BTreeSet::new());
    while let Some(state) = open.pop() {
        if game.outcome(state).is_some() || !met.insert(game.key(state)) {
            continue;
        }
        for mv in game.legal(state) {
            if game.to_move(state) != Some(side) || player.choose(state) == Some(mv) {
                open.push(game.play(state, mv));
            }
        }
    }
    let oracle = || {
        let oracle = Oracle::new(Prover::new(game, 1 << 16));
        oracle.with_winning_playbook(bytes.clone()).unwrap()
    };
    let (unproved, mut by_book) = (oracle(), Vec::new());
    for (state, score) in solution.scores() {
        let is_met = met.contains(&game.key(state));
        let found = unproved.find_within(0, state).unwrap();
        if let Some(found) = found {
            assert_eq!(found.value, score.value(), "{state:?}");
            if found.source == ValueSource::Playbook {
                assert!(is_met, "{state:?}");
                by_book.push(state);
            }
        }
        assert!(found.is_some() || !is_met, "{state:?}");
    }
    compare(&oracle(), &solution, 11, false);
    compare(&oracle().with_distances(), &solution, 211, true);
    // Even if a proof is stopped, the values from the book are given.
    let stopped = oracle().watched(|_| ControlFlow::Break(()));
    for &state in by_book.iter().take(5) {
        assert!(stopped.find(state).is_ok(), "{state:?}");
    }

    let with = |bytes| Oracle::new(Prover::new(game, 1 << 4)).with_winning_playbook(bytes);
    assert!(with(book(playbook)).is_err());
    assert!(with(b"nothing".to_vec()).is_err());
    let mut damaged = bytes.clone();
    *damaged.last_mut().unwrap() ^= 1;
    assert!(with(damaged).is_err());
    let other = Oracle::new(Prover::new(TicTacToe, 1 << 4));
    assert!(other.with_winning_playbook(bytes.clone()).is_err());
    by_book.len()
}

/// A heap from which players take one to three things. `play` panics on every thread except the thread `owner`.
#[derive(Clone, Copy)]
struct Pit {
    owner: ThreadId,
}

impl Game for Pit {
    type State = u32;

    fn move_count(&self) -> u32 {
        3
    }

    fn start(&self) -> u32 {
        30
    }

    fn outcome(&self, left: u32) -> Option<Value> {
        (left == 0).then_some(Value::Loss)
    }

    fn legal(&self, left: u32) -> Moves {
        Moves::first_n(left.min(3))
    }

    fn play(&self, left: u32, mv: Move) -> u32 {
        assert!(thread::current().id() == self.owner, "the rules panic");
        left - 1 - u32::from(mv.index())
    }

    fn key(&self, left: u32) -> u64 {
        left.into()
    }
}

impl Hints for Pit {}

/// Tests that a panic of the rules ends the proof of an opening, even if every thread panics.
#[test]
fn a_panic_of_the_rules_ends_the_proof_of_an_opening() {
    /// If the panic ends the proof, the watcher is called fewer than `MANY` times.
    const MANY: u32 = 200;
    for threads in [1, 3] {
        let calls = Cell::new(0);
        let proved = catch_unwind(AssertUnwindSafe(|| {
            let game = Pit {
                owner: thread::current().id(),
            };
            let mut proof = OpeningProof::new(game, 2);
            let (prover, range) = (Prover::new(game, 1 << 12), 0..proof.len());
            let save = &mut |_: &[u8]| Ok(());
            let work = Work { begun: None, save };
            proof.prove(&prover, range, threads, work, &mut |_| {
                calls.set(calls.get() + 1);
                match calls.get() < MANY {
                    true => ControlFlow::Continue(()),
                    false => ControlFlow::Break(()),
                }
            })
        }));
        let panic = proved.expect_err("a panic");
        assert_eq!(panic.downcast_ref(), Some(&"the rules panic"));
        assert!(calls.get() < MANY, "{threads} threads: the proof went on");
    }
}
