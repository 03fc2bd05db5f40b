//! Tests proofs of single states. Tests that the proof for every state of a small game agrees with
//! the table, with any amount of memory and any number of threads.

use core::num::NonZero;
use core::ops::ControlFlow;

use perfectplay::game::{Hints, Outlook};
use perfectplay::prove::{MOST_PLIES, Proof, ProveError, Prover};
use perfectplay::solve::Solution;
use perfectplay::tictactoe::TicTacToe;
use perfectplay::watch::Progress;
use perfectplay::{Game, Move, Moves, Value, solve};
use perfectplay_games::Listed;
use perfectplay_games::breakthrough::Breakthrough;
use perfectplay_games::dots::DotsAndBoxes;
use perfectplay_games::mnk::{Connect, Marks};
use perfectplay_games::subtraction::Subtraction;

use crate::games::registry::game;

fn unwatched(_: Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Returns the expected proof of a state, from a solved game.
fn expected<G: Game>(solution: &Solution<G>, state: G::State) -> Proof {
    let analysis = solution.lookup(state).expect("a reachable state");
    Proof {
        value: analysis.value(),
        distance: analysis
            .distance()
            .filter(|_| analysis.value() != Value::Draw),
    }
}

/// Compares the proofs of at most `most` states with the solution.
fn compare<G>(spec: &str, solution: &Solution<&G>, prover: &Prover<&G>, most: usize)
where
    G: Hints<State: Send + Sync> + Sync,
{
    let step = solution.len().div_ceil(most);
    for (state, _) in solution.scores().step_by(step) {
        let expected = expected(solution, state);
        let score = prover.score(state, &mut unwatched);
        assert_eq!(score, Ok(expected), "{spec}: {state:?}");
        // A fresh prover proves the value first, so that it cannot derive the value from the
        // distance.
        let fresh = Prover::new(prover.game(), 1 << 12);
        let value = fresh.value(state, &mut unwatched);
        assert_eq!(value, Ok(expected.value), "{spec}: {state:?}");
        for asked in [Value::Loss, Value::Draw, Value::Win] {
            let is = prover.is_at_least(asked, state, &mut unwatched);
            assert_eq!(is, Ok(expected.value >= asked), "{spec}: {state:?}");
        }
    }
}

/// Compares the proofs of a game with its solution. `tests/games/registry.rs` calls this function
/// for every game that ships.
pub fn agrees_with<G>(spec: &str, solution: &Solution<&G>)
where
    G: Hints<State: Send + Sync> + Sync,
{
    let game = *solution.game();
    let prover = || Prover::new(game, 1 << 20);
    if game.is_loopy() {
        let error = prover().value(game.start(), &mut unwatched);
        assert_eq!(error, Err(ProveError::Loopy), "{spec}");
        return;
    }
    compare(spec, solution, &prover(), 200);
    // The bounds of one state help with other states, and may be overwritten at once.
    compare(spec, solution, &Prover::new(game, 1 << 10), 20);
    let two = NonZero::new(2).unwrap();
    compare(spec, solution, &prover().threads(two), 10);
}

/// Compares the proof for every `every`th state of a game with the solution.
fn exhaust(spec: &str, every: usize) {
    let game = game(spec);
    let solution = solve(&game).unwrap();
    let prover = Prover::new(&game, 1 << 20);
    for (state, _) in solution.scores().step_by(every) {
        let score = prover.score(state, &mut unwatched);
        assert_eq!(score, Ok(expected(&solution, state)), "{spec}: {state:?}");
        assert_outlook(spec, &solution, state);
    }
}

/// Asserts that the outlook of a state agrees with the solution. The outlook is what the game
/// declares about the state's score and its best moves.
fn assert_outlook<G: Hints>(spec: &str, solution: &Solution<&G>, state: G::State) {
    let game = solution.game();
    if game.outcome(state).is_some() {
        return;
    }
    let analysis = solution.lookup(state).expect("a reachable state");
    let score = solution.score(state).expect("a reachable state");
    let is_draw = |value| value == Value::Draw;
    match game.outlook(state) {
        Outlook::Known(known) => {
            let is_same = known == score || is_draw(known.value()) && is_draw(score.value());
            assert!(is_same, "{spec}: {state:?}: {known}, not {score}");
        }
        Outlook::Open { moves, least, most } => {
            let is_within = |least: Value, most: Value| least <= most;
            assert!(
                is_within(least.value(), score.value()),
                "{spec}: {state:?}: {least}"
            );
            assert!(
                is_within(score.value(), most.value()),
                "{spec}: {state:?}: {most}"
            );
            if !is_draw(score.value()) {
                assert!(
                    least <= score && score <= most,
                    "{spec}: {state:?}: {score}"
                );
            }
            assert!(moves.is_subset(game.legal(state)), "{spec}: {state:?}");
            assert!(!(moves & analysis.best()).is_empty(), "{spec}: {state:?}");
        }
    }
}

macro_rules! exhaustive {
    ($($name:ident: $($spec:literal)+;)+) => {
        $(
            #[test]
            fn $name() {
                for spec in [$($spec),+] {
                    exhaust(spec, 23);
                }
            }
        )+

        mod in_full {
            $(
                #[test]
                #[ignore = "proves every state; run by .ci/run"]
                fn $name() {
                    for spec in [$($spec),+] {
                        super::exhaust(spec, 1);
                    }
                }
            )+
        }
    };
}

exhaustive! {
    every_state_of_marks: "mnk:3,3,3" "mnk:4,3,3" "mnk:3,3,3,misere" "mnk:5,2,1" "mnk:2,6,5";
    every_state_of_connect_four: "connect:4x4" "connect:3x4" "connect:6x2,3" "connect:3x8,2" "connect:3x5"
        "connect:3x3,3,misere" "connect:4x4,4,misere" "connect:3x5,3,misere" "connect:1x19" "connect:1x20" "connect:1x63";
    every_state_of_domineering: "domineering:4x4" "domineering:5x3" "domineering:3x5" "domineering:1x6"
        "domineering:6x1";
    every_state_of_breakthrough: "breakthrough:2x5" "breakthrough:3x4";
    every_state_of_dots_and_boxes: "dots:2x2" "dots:3x1";
}

#[test]
fn the_published_values_of_small_boards_are_proved() {
    fn prove_start<G: Listed>(parameters: &str) -> Proof {
        let game = G::with_parameters(parameters).expect("parameters of the game");
        let start = game.start();
        Prover::new(game, 1 << 24)
            .score(start, &mut unwatched)
            .unwrap()
    }

    let win = |plies| (Value::Win, Some(plies));
    let loss = |plies| (Value::Loss, Some(plies));
    let draw = (Value::Draw, None);
    // These are the tables in the documentation of the games' modules.
    for (proof, (value, distance)) in [
        (prove_start::<Marks>("4,4,3"), win(5)),
        (prove_start::<Marks>("4,4,4"), draw),
        (prove_start::<Connect>("5x4"), draw),
        (prove_start::<Connect>("6x4"), loss(24)),
        (prove_start::<Breakthrough>("3x5"), loss(18)),
        (prove_start::<DotsAndBoxes>("3x2"), loss(17)),
    ] {
        assert_eq!(proof, Proof { value, distance });
    }
}

#[test]
fn who_is_answered_on_top_gets_every_second_row() {
    // On three columns, only columns have lines.
    let game = Connect::new(3, 4, 4, false).unwrap();
    let after = |moves: &[u8]| {
        let moves = moves.iter().map(|&column| Move::new(column).unwrap());
        moves.fold(game.start(), |state, mv| game.play(state, mv))
    };
    let most = |moves| match game.outlook(after(moves)) {
        Outlook::Open { most, .. } => most.value(),
        Outlook::Known(score) => score.value(),
    };
    assert_eq!(most(&[]), Value::Draw);
    assert_eq!(most(&[0, 0, 1, 1]), Value::Draw);
    // In two columns, an odd number of cells is free. The opponent answers a move in one of these
    // columns with a move in the other.
    assert_eq!(most(&[0, 1]), Value::Draw);
    // In the only column with an odd number of free cells, the last move has no answer.
    assert_eq!(most(&[0]), Value::Win);
}

#[test]
fn who_is_answered_on_top_loses_in_misere_play() {
    for parameters in [
        "4x4,4,misere",
        "6x6,4,misere",
        "7x6,4,misere",
        "7x8,4,misere",
    ] {
        let game = Connect::with_parameters(parameters).unwrap();
        let start = game.start();
        let prover = Prover::new(game, 1 << 10);
        assert_eq!(prover.value(start, &mut unwatched), Ok(Value::Loss));
        assert_eq!(prover.nodes(), 0, "{parameters}");
    }
}

#[test]
fn a_long_game_does_not_overflow_the_stack() {
    prove_long_games(31_000, 20_667);
}

#[test]
#[ignore = "proves longer games; run by .ci/run"]
fn long_games_in_full() {
    prove_long_games(100_000, 66_667);
}

/// Proves games that start with `heap` things. If the winner may take two things at once, the game
/// lasts `fewer` plies.
fn prove_long_games(heap: u32, fewer: u32) {
    let proof = |heap, most| {
        let game = Subtraction::new(heap, most, false).unwrap();
        Prover::new(game, 1 << 24).score(heap, &mut unwatched)
    };
    let (value, distance) = (Value::Loss, Some(heap));
    assert_eq!(proof(heap, 1), Ok(Proof { value, distance }));
    // The winner takes one or two things, so that both players together take three things in two
    // plies.
    let (value, distance) = (Value::Win, Some(fewer));
    assert_eq!(proof(heap, 2), Ok(Proof { value, distance }));
    assert_eq!(proof(2 * MOST_PLIES as u32, 1), Err(ProveError::TooLong));
}

#[test]
fn a_proof_can_be_stopped() {
    let game = Connect::new(7, 6, 4, false).unwrap();
    for threads in [1, 2] {
        let prover = Prover::new(&game, 1 << 20).threads(NonZero::new(threads).unwrap());
        let mut told = Vec::new();
        let stopped = prover.value(game.start(), &mut |progress| {
            told.push(progress.done);
            if told.len() < 3 {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        assert_eq!(stopped, Err(ProveError::Stopped));
        assert!(told.is_sorted() && told[0] > 0, "{told:?}");
        assert!(prover.nodes() >= told[2]);
    }
}

#[test]
fn the_table_keeps_to_its_memory() {
    for (asked, bytes) in [(0, 64), (1, 64), (1000, 960), (1 << 20, 1 << 20)] {
        assert_eq!(Prover::new(TicTacToe, asked).bytes(), bytes);
    }
    let bytes = usize::MAX;
    let error = Prover::try_new(TicTacToe, bytes).expect_err("too much");
    assert_eq!(error, ProveError::Memory { bytes });
}

#[test]
fn what_was_proved_is_not_searched_again() {
    let game = Connect::new(5, 4, 4, false).unwrap();
    let prover = Prover::new(&game, 1 << 24);
    prover.value(game.start(), &mut unwatched).unwrap();
    let nodes = prover.nodes();
    assert!(nodes > 1_000);
    prover.value(game.start(), &mut unwatched).unwrap();
    assert!(prover.nodes() - nodes < 10);
}

/// A proof with a limit on the number of searched states gives up soon after it reaches the limit.
/// A proof with a limit still uses what the prover remembers from earlier proofs. The test runs on
/// one thread. With more threads, a thread could search beyond the limit before it notices that the
/// limit is reached.
#[test]
fn a_proof_within_a_limit() {
    const LIMIT: u64 = 64;
    let game = Connect::new(5, 4, 4, false).unwrap();
    let prover = Prover::new(&game, 1 << 24).threads(NonZero::<usize>::MIN);
    let short = |value| prover.is_at_least_within(LIMIT, value, game.start(), &mut unwatched);
    assert_eq!(short(Value::Draw), Ok(None));
    assert!((LIMIT..LIMIT + 10).contains(&prover.nodes()), "{prover:?}");
    let long = |value| prover.is_at_least_within(u64::MAX, value, game.start(), &mut unwatched);
    // The game is a draw.
    assert_eq!(long(Value::Draw), Ok(Some(true)));
    assert_eq!(long(Value::Win), Ok(Some(false)));
    assert_eq!(short(Value::Draw), Ok(Some(true)));
    assert_eq!(short(Value::Win), Ok(Some(false)));
    prover.forget();
    assert_eq!(short(Value::Draw), Ok(None));
    let stopped = prover.is_at_least_within(LIMIT, Value::Draw, game.start(), &mut |_| {
        ControlFlow::Break(())
    });
    assert_eq!(stopped, Err(ProveError::Stopped));
}

/// A game with a fault.
struct Faulty {
    moves: u32,
    fault: fn(u32) -> Option<Moves>,
    /// The states are 0 to `period` - 1. The last state leads back to state 0.
    period: u32,
}

impl Game for Faulty {
    type State = u32;

    fn move_count(&self) -> u32 {
        self.moves
    }
    fn start(&self) -> u32 {
        0
    }
    fn outcome(&self, _: u32) -> Option<Value> {
        None
    }
    fn legal(&self, state: u32) -> Moves {
        (self.fault)(state).unwrap_or(Moves::first_n(1))
    }
    fn play(&self, state: u32, _: Move) -> u32 {
        (state + 1) % self.period
    }
    fn key(&self, state: u32) -> u64 {
        state.into()
    }
}

impl Hints for Faulty {}

#[test]
fn a_fault_in_the_rules_is_told() {
    let fault = |moves, period, fault| {
        let prover = Prover::new(
            Faulty {
                moves,
                fault,
                period,
            },
            1 << 10,
        );
        prover.value(0, &mut unwatched).unwrap_err().to_string()
    };
    assert_eq!(
        fault(65, 9, |_| None),
        "`move_count` is 65, and 64 is the most: if no state has more legal moves, number those of \
         each state, with `legal_count`, in 0"
    );
    assert_eq!(
        fault(1, 9, |state| (state == 2).then_some(Moves::EMPTY)),
        "the game goes on, but there is no legal move, in 2, reached from 0 by [0, 0]"
    );
    assert_eq!(
        fault(1, 9, |state| (state == 1).then_some(Moves::first_n(2))),
        "the moves {1} are legal, but not below `move_count`, in 1, reached from 0 by [0]"
    );
    let cycle = fault(1, 3, |_| None);
    assert!(
        cycle.contains("the state occurs twice in a game, by the moves [0, 0, 0]"),
        "{cycle}"
    );
}
