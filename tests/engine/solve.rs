//! Tests the solver on games other than tic-tac-toe. The results are right. If the solver cannot
//! solve a game, its error names the fault of the rules.

use std::collections::BTreeMap;
use std::error::Error;
use std::ops::ControlFlow;

use perfectplay::check::Fault;
use perfectplay::forecast::Effort;
use perfectplay::solve::{Solution, depth_first, retrograde};
use perfectplay::solve::{SolveError, solve_watched};
use perfectplay::tictactoe::TicTacToe;
use perfectplay::watch::{Phase, Progress};
use perfectplay::{Game, Move, Moves, Value, forecast, solve};

use crate::games::registry::game;

/// A game with a heap, from which the players take one to `most` objects in turn. The player who
/// takes the last object wins, or loses in misère play.
struct Subtraction {
    heap: u32,
    most: u32,
    misere: bool,
}

impl Game for Subtraction {
    type State = u32;

    fn move_count(&self) -> u32 {
        self.most
    }

    fn start(&self) -> u32 {
        self.heap
    }

    fn outcome(&self, heap: u32) -> Option<Value> {
        let last = if self.misere { Value::Win } else { Value::Loss };
        (heap == 0).then_some(last)
    }

    fn legal(&self, heap: u32) -> Moves {
        Moves::first_n(self.most.min(heap))
    }

    fn play(&self, heap: u32, mv: Move) -> u32 {
        heap - 1 - u32::from(mv.index())
    }

    fn key(&self, heap: u32) -> u64 {
        heap.into()
    }
}

#[test]
fn subtraction_is_won_by_leaving_a_multiple() {
    for most in 1..=7 {
        let game = Subtraction {
            heap: 40,
            most,
            misere: false,
        };
        let solution = solve(&game).unwrap();
        assert_eq!(solution.len(), 41);
        for (heap, analysis) in solution.iter() {
            let rest = heap % (most + 1);
            let expected = if rest == 0 { Value::Loss } else { Value::Win };
            assert_eq!(analysis.value(), expected, "{heap} by {most}");
            // The winner always leaves a multiple of `most` plus one, and the loser always takes
            // one object. So each such multiple takes two plies, and there is one ply more if the
            // winner begins.
            let rounds = 2 * (heap / (most + 1));
            let distance = rounds + u32::from(rest != 0);
            assert_eq!(analysis.distance(), Some(distance), "{heap} by {most}");
        }
    }
}

#[test]
fn misere_ends_with_a_win_for_the_player_to_move() {
    for most in 1..=7 {
        let game = Subtraction {
            heap: 40,
            most,
            misere: true,
        };
        for (heap, analysis) in solve(&game).unwrap().iter() {
            let expected = if heap % (most + 1) == 1 {
                Value::Loss
            } else {
                Value::Win
            };
            assert_eq!(analysis.value(), expected, "{heap} by {most}");
        }
    }
}

#[test]
fn a_solution_shows_every_state_with_its_score() {
    let game = Subtraction {
        heap: 3,
        most: 2,
        misere: false,
    };
    let solution = solve(&game).unwrap();
    assert!(!solution.is_empty());
    let scores: Vec<String> = solution
        .scores()
        .map(|(heap, score)| format!("{heap}: {score}"))
        .collect();
    assert_eq!(scores.len(), 4);
    assert_eq!(
        format!("{solution:?}"),
        format!("{{{}}}", scores.join(", "))
    );
}

/// The solver solves a long game without a deep call stack.
#[test]
fn a_million_plies_do_not_overflow_the_stack() {
    let game = Subtraction {
        heap: 1_000_000,
        most: 1,
        misere: false,
    };
    let solution = solve(&game).unwrap();
    let start = solution.lookup(1_000_000).unwrap();
    assert_eq!(
        (start.value(), start.distance()),
        (Value::Loss, Some(1_000_000))
    );
}

/// A game that is given as a graph, with the moves from each state, and the outcomes of finished
/// states.
#[derive(Default)]
struct Drawn {
    edges: BTreeMap<u8, Vec<u8>>,
    outcomes: BTreeMap<u8, Value>,
    /// The wrong keys of some states, for tests of how the solver reports wrong keys. Each of the
    /// other states is its own key.
    keys: BTreeMap<u8, u64>,
    move_count: u32,
    extra_moves: Moves,
}

impl Drawn {
    fn new(
        edges: impl IntoIterator<Item = (u8, Vec<u8>)>,
        outcomes: impl IntoIterator<Item = (u8, Value)>,
    ) -> Self {
        Self {
            edges: edges.into_iter().collect(),
            outcomes: outcomes.into_iter().collect(),
            move_count: 4,
            ..Self::default()
        }
    }
}

impl Game for Drawn {
    type State = u8;

    fn move_count(&self) -> u32 {
        self.move_count
    }

    fn start(&self) -> u8 {
        0
    }

    fn outcome(&self, state: u8) -> Option<Value> {
        self.outcomes.get(&state).copied()
    }

    fn legal(&self, state: u8) -> Moves {
        let moves = self.edges.get(&state).map_or(0, Vec::len);
        Moves::first_n(moves as u32) | self.extra_moves
    }

    fn play(&self, state: u8, mv: Move) -> u8 {
        self.edges[&state][mv.index() as usize]
    }

    fn key(&self, state: u8) -> u64 {
        self.keys.get(&state).copied().unwrap_or(state.into())
    }
}

#[test]
fn winners_hurry_losers_delay_and_all_draws_are_best() {
    use Value::{Draw, Loss};
    // State 1 wins at once, and state 2 loses in two plies. From state 3, the loss comes in one ply
    // or in three.
    let game = Drawn::new(
        [
            (0, vec![2, 9, 1]),
            (1, vec![9]),
            (2, vec![1, 1]),
            (3, vec![1, 4]),
            (4, vec![2, 9, 8]),
        ],
        [(8, Draw), (9, Loss)],
    );
    let solution = solve(&game).unwrap();
    let start = solution.lookup(0).unwrap();
    assert_eq!((start.value(), start.distance()), (Value::Win, Some(1)));
    assert_eq!(start.winning().bits(), 0b011);
    assert_eq!(start.losing().bits(), 0b100);
    assert_eq!(start.best().bits(), 0b010);
    assert_eq!(solution.lookup(2).unwrap().distance(), Some(2));
    assert!(solution.lookup(3).is_none(), "nothing leads to 3");

    let slow = Drawn::new(
        [(0, vec![1, 4]), (1, vec![9]), (2, vec![1]), (4, vec![2])],
        [(9, Loss)],
    );
    let start = solve(&slow).unwrap().start();
    assert_eq!((start.value(), start.distance()), (Loss, Some(4)));
    assert_eq!(start.losing().bits(), 0b11);
    assert_eq!(start.best().bits(), 0b10);

    let drawn = Drawn::new(
        [(0, vec![1, 8, 2]), (1, vec![9]), (2, vec![3]), (3, vec![8])],
        [(8, Draw), (9, Loss)],
    );
    let start = solve(&drawn).unwrap().start();
    assert_eq!((start.value(), start.distance()), (Draw, Some(1)));
    assert_eq!(start.neutral().bits(), 0b110);
    assert_eq!(start.best(), start.neutral());
}

fn fault(game: &Drawn) -> (Fault, Vec<u8>) {
    let error = solve(game).unwrap_err();
    let finding = error.finding().expect("a fault in the rules");
    let moves = finding.route.moves().iter().map(|mv| mv.index()).collect();
    (finding.fault.clone(), moves)
}

#[test]
fn a_cycle_is_found() {
    let game = Drawn::new(
        [(0, vec![9, 1]), (1, vec![2]), (2, vec![9, 9, 0])],
        [(9, Value::Loss)],
    );
    let moves = |moves: &[u8]| moves.iter().map(|&mv| Move::new(mv).unwrap()).collect();
    let cycle = Fault::Cycle {
        moves: moves(&[1, 0, 2]),
    };
    assert_eq!(fault(&game), (cycle, vec![]));
    assert_eq!(
        solve(&game).unwrap_err().to_string(),
        "the state occurs twice in a game, by the moves [1, 0, 2] \
         (a loopy game says so in `is_loopy`), in 0",
    );
    let cycle = Fault::Cycle { moves: moves(&[0]) };
    assert_eq!(fault(&Drawn::new([(0, vec![0])], [])), (cycle, vec![]));
}

#[test]
fn too_many_moves_are_refused() {
    let mut game = Drawn::new([], [(0, Value::Draw)]);
    game.move_count = 65;
    assert_eq!(fault(&game), (Fault::MoveCount { found: 65 }, vec![]));
    game.move_count = 64;
    assert_eq!(solve(&game).unwrap().len(), 1);
}

#[test]
fn moves_that_were_not_declared_are_refused() {
    let mut game = Drawn::new([(0, vec![1]), (1, vec![9])], [(9, Value::Loss)]);
    game.extra_moves = Moves::from_bits(1 << 4);
    let found = game.extra_moves;
    assert_eq!(fault(&game), (Fault::UnknownMoves { found }, vec![]));
}

#[test]
fn a_state_without_moves_or_outcome_is_refused() {
    let game = Drawn::new([(0, vec![9, 1]), (1, vec![])], [(9, Value::Win)]);
    assert_eq!(fault(&game), (Fault::NoMoves, vec![1]));
}

#[test]
fn two_states_with_one_key_are_refused() {
    let mut game = Drawn::new([(0, vec![1, 2])], [(1, Value::Win), (2, Value::Loss)]);
    game.keys.insert(2, 1);
    let other = Some("1".to_owned());
    assert_eq!(fault(&game), (Fault::SharedKey { key: 1, other }, vec![1]));
    // The solver finds another fault first. The search for the route to this fault meets both
    // states.
    game.edges = [(0, vec![1, 2]), (1, vec![3])].into();
    game.outcomes = [(2, Value::Loss)].into();
    assert_eq!(fault(&game), (Fault::NoMoves, vec![0, 0]));
}

/// Solves a game with the solver for games in which states may repeat.
fn backwards<G: Game>(game: G) -> Solution<G> {
    retrograde(game, |_| ControlFlow::Continue(())).unwrap()
}

/// Returns the value and distance of a state.
fn worth(solution: &Solution<&Drawn>, state: u8) -> (Value, Option<u32>) {
    let analysis = solution.lookup(state).unwrap();
    (analysis.value(), analysis.distance())
}

#[test]
fn two_solvers_agree_without_repetition() {
    fn compare<G: Game>(game: &G) {
        let deep = depth_first(game, |_| ControlFlow::Continue(())).unwrap();
        assert!(deep.iter().eq(backwards(game).iter()));
    }
    compare(&TicTacToe);
    for misere in [false, true] {
        compare(&Subtraction {
            heap: 40,
            most: 3,
            misere,
        });
    }
}

#[test]
fn only_draws_by_repetition_have_no_distance() {
    use Value::Draw;
    // States 1 and 2 lead to each other. From states 3 and 4, the drawn end is one ply away, but
    // the player in state 4 can also choose to go in a circle.
    let game = Drawn::new(
        [
            (0, vec![1, 3, 4]),
            (1, vec![2]),
            (2, vec![1]),
            (3, vec![8]),
            (4, vec![5, 8]),
            (5, vec![4]),
        ],
        [(8, Draw)],
    );
    let solution = backwards(&game);
    let worths = [0, 1, 2, 3, 4, 5, 8].map(|state| worth(&solution, state));
    let distances = [Some(2), None, None, Some(1), Some(1), Some(2), Some(0)];
    assert_eq!(worths, distances.map(|distance| (Draw, distance)));
    let start = solution.start();
    assert_eq!(
        (start.neutral().bits(), start.best().bits()),
        (0b111, 0b111)
    );

    let alone = Drawn::new([(0, vec![0])], []);
    let start = backwards(&alone).start();
    assert_eq!((start.value(), start.distance()), (Draw, None));
    assert_eq!((start.neutral().bits(), start.best().bits()), (1, 1));
}

#[test]
fn losers_repeat_states_and_winners_do_not() {
    use Value::{Draw, Loss, Win};
    // The first player can save the game only by moving back and forth between 0 and 2.
    let saved = Drawn::new([(0, vec![1, 2]), (1, vec![9]), (2, vec![0])], [(9, Loss)]);
    let solution = backwards(&saved);
    let start = solution.start();
    assert_eq!((start.value(), start.distance()), (Draw, None));
    assert_eq!((start.losing().bits(), start.best().bits()), (0b01, 0b10));
    assert_eq!(worth(&solution, 2), (Draw, None));

    // There are cycles between states 0 and 1, and between states 2 and 5. But the winner leaves
    // each cycle by the fastest way. From state 5, this way does not lead back to 2, which loses in
    // four plies, but to 6, which loses in two.
    let won = Drawn::new(
        [
            (0, vec![1]),
            (1, vec![0, 2]),
            (2, vec![3, 5]),
            (3, vec![9]),
            (5, vec![2, 6]),
            (6, vec![3]),
        ],
        [(9, Loss)],
    );
    let solution = backwards(&won);
    let worths = [0, 1, 2, 3, 5, 6].map(|state| worth(&solution, state));
    let expected = [
        (Loss, 6),
        (Win, 5),
        (Loss, 4),
        (Win, 1),
        (Win, 3),
        (Loss, 2),
    ];
    assert_eq!(worths, expected.map(|(value, plies)| (value, Some(plies))));
    for (state, best) in [(1, 0b10), (2, 0b10), (5, 0b10)] {
        let analysis = solution.lookup(state).unwrap();
        assert_eq!(analysis.best().bits(), best, "{state}");
    }
    assert_eq!(solution.lookup(1).unwrap().winning().bits(), 0b11);
    assert_eq!(solution.lookup(2).unwrap().losing().bits(), 0b11);
}

#[test]
fn a_loss_needs_every_move_to_be_refuted() {
    // Two moves from state 0 lead to the same won state. State 0 is lost only if all its moves
    // lose.
    let game = Drawn::new(
        [(0, vec![1, 1, 2]), (1, vec![9]), (2, vec![0])],
        [(9, Value::Loss)],
    );
    let solution = backwards(&game);
    assert_eq!(worth(&solution, 0), (Value::Draw, None));
    assert_eq!(solution.start().losing().bits(), 0b011);
}

#[test]
fn wrong_rules_are_found_beyond_a_cycle() {
    fn fault(game: &Drawn) -> (Fault, Vec<u8>) {
        let watch = |_| ControlFlow::Continue(());
        let error = retrograde(game, watch).unwrap_err();
        let finding = error.finding().expect("a fault in the rules");
        let moves = finding.route.moves().iter().map(|mv| mv.index()).collect();
        (finding.fault.clone(), moves)
    }
    let edges = [(0, vec![9, 1]), (1, vec![0, 1, 2]), (2, vec![])];
    let mut game = Drawn::new(edges, [(9, Value::Loss)]);
    assert_eq!(fault(&game), (Fault::NoMoves, vec![1, 2]));
    game.keys.insert(2, 9);
    let other = Some("9".to_owned());
    assert_eq!(
        fault(&game),
        (Fault::SharedKey { key: 9, other }, vec![1, 2])
    );
    game.extra_moves = Moves::from_bits(1 << 4);
    let found = game.extra_moves;
    assert_eq!(fault(&game), (Fault::UnknownMoves { found }, vec![]));
    game.move_count = 65;
    assert_eq!(fault(&game), (Fault::MoveCount { found: 65 }, vec![]));
}

/// A function that runs a solver and reports the solver's progress. The function returns the error
/// of the solver, if there is one.
type Watched<'a> = &'a dyn Fn(&mut dyn FnMut(Progress) -> ControlFlow<()>) -> Option<SolveError>;

/// Runs a solver until it ends or `stop` stops it. Returns the solver's reports and its error.
fn watch(
    solver: Watched<'_>,
    stop: impl Fn(Progress) -> bool,
) -> (Vec<Progress>, Option<SolveError>) {
    let mut reports = Vec::new();
    let error = solver(&mut |progress| {
        reports.push(progress);
        if stop(progress) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    (reports, error)
}

#[test]
fn a_solver_reports_progress_and_can_be_stopped() {
    let (tiered, loopy) = (game("mnk:4,3,3"), game("vanishing:after"));
    let long = Subtraction {
        heap: 30_000,
        most: 3,
        misere: false,
    };
    let solvers: [(Watched<'_>, u64, bool); 3] = [
        (&|watch| solve_watched(&tiered, watch).err(), 111_973, false),
        (&|watch| solve_watched(&loopy, watch).err(), 128_170, true),
        (&|watch| solve_watched(&long, watch).err(), 30_001, false),
    ];
    for (solver, states, finds_first) in solvers {
        let (reports, error) = watch(solver, |_| false);
        assert_eq!(error, None);
        assert!(reports.len() > 10);
        // A report comes whenever 4,096 more states are found or solved.
        if finds_first {
            for (progress, number) in reports.iter().zip(1..) {
                assert_eq!(progress.total + progress.done, 4096 * number);
            }
        } else {
            assert_eq!(reports.len() as u64, 2 * states / 4096);
        }
        assert!(reports.is_sorted_by_key(|progress| (progress.phase, progress.done)));
        let (found, solved) =
            reports.split_at(reports.partition_point(|progress| progress.phase == Phase::Finding));
        assert!(
            found
                .iter()
                .all(|progress| progress.total == 0 && progress.done <= states)
        );
        assert!(
            solved
                .iter()
                .all(|progress| progress.total == states && progress.done <= states)
        );
        assert_eq!(!solved.is_empty(), finds_first);
        assert!(reports.iter().all(|progress| progress.is_of_states));

        for stop in [
            |_: Progress| true,
            |progress: Progress| progress.done > 10_000,
        ] {
            let (reports, error) = watch(solver, stop);
            assert_eq!(error, Some(SolveError::Stopped));
            assert!(stop(*reports.last().expect("a report")));
        }
        if finds_first {
            let (reports, error) = watch(solver, |progress| progress.phase == Phase::Solving);
            assert_eq!(error, Some(SolveError::Stopped));
            assert_eq!(reports.last().expect("a report").phase, Phase::Solving);
        }
    }
}

/// A game with two starts. The moves from the second start lead to a state that has neither moves
/// nor an outcome.
struct TwoStarts {
    tiers: bool,
    repeats: bool,
}

impl Game for TwoStarts {
    type State = u32;

    fn move_count(&self) -> u32 {
        1
    }

    fn start(&self) -> u32 {
        0
    }

    fn other_starts(&self) -> impl Iterator<Item = u32> {
        [1].into_iter()
    }

    fn outcome(&self, state: u32) -> Option<Value> {
        (state == 10).then_some(Value::Loss)
    }

    fn legal(&self, state: u32) -> Moves {
        Moves::first_n(u32::from(state < 2))
    }

    fn play(&self, state: u32, _: Move) -> u32 {
        if state == 0 { 10 } else { 11 }
    }

    fn key(&self, state: u32) -> u64 {
        state.into()
    }

    fn tier(&self, state: u32) -> Option<u32> {
        self.tiers.then_some(state / 10)
    }

    fn is_loopy(&self) -> bool {
        self.repeats
    }
}

#[test]
fn an_error_names_the_start_of_its_route() {
    for (tiers, repeats) in [(false, false), (true, false), (false, true)] {
        let game = TwoStarts { tiers, repeats };
        let errors = [
            solve(&game).expect_err("a fault"),
            forecast(&game, Effort::default()).expect_err("a fault"),
        ];
        for error in errors {
            let finding = error.finding().expect("a fault in the rules");
            let source = error.source().expect("the finding");
            assert_eq!(source.to_string(), finding.to_string());
            assert_eq!(finding.fault, Fault::NoMoves);
            let route = &finding.route;
            assert_eq!((route.start(), route.state()), ("1", "11"));
            assert_eq!(route.moves(), [Move::FIRST]);
            assert!(
                error
                    .to_string()
                    .ends_with(", in 11, reached from 1 by [0]")
            );
        }
    }
}

/// A game of three states. A move leads from the first state to the second. If `repeats` is true, a
/// move leads from the second state back to the first; otherwise, it leads to the end.
struct Stages {
    tiers: [u32; 3],
    repeats: bool,
}

impl Game for Stages {
    type State = u8;

    fn move_count(&self) -> u32 {
        2
    }

    fn start(&self) -> u8 {
        0
    }

    fn outcome(&self, state: u8) -> Option<Value> {
        (state == 2).then_some(Value::Loss)
    }

    fn legal(&self, state: u8) -> Moves {
        let back = u64::from(state == 0 || self.repeats);
        Moves::from_bits(back | u64::from(state) << 1)
    }

    fn play(&self, state: u8, mv: Move) -> u8 {
        if state == 0 { 1 } else { 2 * mv.index() }
    }

    fn key(&self, state: u8) -> u64 {
        state.into()
    }

    fn tier(&self, state: u8) -> Option<u32> {
        Some(self.tiers[usize::from(state)])
    }

    fn is_loopy(&self) -> bool {
        self.repeats
    }
}

#[test]
fn a_game_must_not_stay_in_a_tier_nor_fall() {
    let game = |last| Stages {
        tiers: [0, 1, last],
        repeats: false,
    };
    assert_eq!(solve(&game(2)).unwrap().len(), 3);
    for wrong in [0, 1] {
        let error = solve(&game(wrong)).unwrap_err();
        let finding = error.finding().expect("a fault");
        let expected = Fault::Tier {
            before: Some(1),
            found: Some(wrong),
        };
        assert_eq!(finding.fault, expected);
        assert_eq!(finding.route.state(), "2");
    }
}

#[test]
fn a_game_that_repeats_may_stay_in_a_tier_but_not_fall() {
    for tiers in [[0, 0, 0], [3, 3, 3], [0, 0, 1], [1, 1, 7]] {
        let game = Stages {
            tiers,
            repeats: true,
        };
        assert_eq!(solve(&game).unwrap().len(), 3);
    }
    for (tiers, before, found) in [([0, 1, 1], 1, 0), ([2, 1, 3], 2, 1), ([4, 4, 3], 4, 3)] {
        let game = Stages {
            tiers,
            repeats: true,
        };
        let error = solve(&game).unwrap_err();
        let (before, found) = (Some(before), Some(found));
        let finding = error.finding().expect("a fault in the rules");
        assert_eq!(finding.fault, Fault::Tier { before, found });
    }
}
