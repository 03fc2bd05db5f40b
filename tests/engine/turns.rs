//! Tests games in which a player may move again, on thousands of small random graphs with turns in
//! any order. Every part of the library must agree with a second solver. The library stores each
//! value for the player to move, and converts it if the turn passes. The second solver stores who
//! wins, and converts nothing.

use std::collections::HashMap;
use std::convert::Infallible;
use std::ops::ControlFlow;

use crate::oracles::extra_turns::{End, Position, histogram, histogram_of, plain};
use perfectplay::check::{Check, Fault};
use perfectplay::forecast::Effort;
use perfectplay::game::{AnalysisParts, Hints, Score, is_extra_turn};
use perfectplay::level::Strategy;
use perfectplay::round::{Ending, Seat};
use perfectplay::solve::{Solution, SolveError};
use perfectplay::solve::{depth_first, retrograde};
use perfectplay::verify::{Flaw, VerifyError};
use perfectplay::{
    Analysis, Game, Level, Move, Moves, Player, Round, Solved, Value, audit, check, forecast,
    principal_variation, solve, verify,
};
use perfectplay_games::Listed;
use perfectplay_games::dots::DotsAndBoxes;

/// A generator of pseudorandom numbers.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }
}

/// A game that is given as a list of its states. A state is an index in this list.
struct Rows {
    rows: Vec<Row>,
    loops: bool,
}

struct Row {
    mover: Player,
    /// The end, if the game is over: the player who has won, or `None` for a draw.
    over: Option<Option<Player>>,
    /// The states after the moves.
    next: Vec<usize>,
}

impl Rows {
    /// Creates a random game of `size` states. If `loops` is false, each move leads to a state with
    /// a greater index.
    fn random(numbers: &mut Numbers, size: usize, loops: bool) -> Self {
        let row = |number: usize| {
            let least = if loops { 0 } else { number + 1 };
            let over = least == size || numbers.below(4) == 0;
            let winner = [None, Some(Player::First), Some(Player::Second)][numbers.below(3)];
            let moves = 1 + numbers.below(4);
            Row {
                mover: Player::BOTH[numbers.below(2)],
                over: over.then_some(winner),
                next: if over {
                    Vec::new()
                } else {
                    let next = (0..moves).map(|_| least + numbers.below(size - least));
                    next.collect()
                },
            }
        };
        Self {
            rows: (0..size).map(row).collect(),
            loops,
        }
    }

    fn position(&self, state: usize) -> Position<usize> {
        let row = &self.rows[state];
        match row.over {
            Some(winner) => Position::Over(winner),
            None => Position::Open(row.mover, row.next.clone()),
        }
    }
}

impl Game for Rows {
    type State = usize;

    const TURNS_ALTERNATE: bool = false;

    fn move_count(&self) -> u32 {
        4
    }

    fn start(&self) -> usize {
        0
    }

    fn outcome(&self, state: usize) -> Option<Value> {
        let row = &self.rows[state];
        row.over.map(|winner| match winner {
            None => Value::Draw,
            Some(winner) if winner == row.mover => Value::Win,
            Some(_) => Value::Loss,
        })
    }

    fn legal(&self, state: usize) -> Moves {
        Moves::first_n(self.rows[state].next.len() as u32)
    }

    fn play(&self, state: usize, mv: Move) -> usize {
        self.rows[state].next[usize::from(mv.index())]
    }

    fn key(&self, state: usize) -> u64 {
        state as u64
    }

    fn to_move(&self, state: usize) -> Option<Player> {
        Some(self.rows[state].mover)
    }

    fn last_mover_may_lose(&self) -> bool {
        true
    }

    fn is_loopy(&self) -> bool {
        self.loops
    }

    fn tier(&self, state: usize) -> Option<u32> {
        (!self.loops).then_some(state as u32)
    }
}

/// Generates many games, half of them with loops.
fn games() -> impl Iterator<Item = Rows> {
    let mut numbers = Numbers(0x1234_5678_9abc_def1);
    (0..2000).map(move |number| {
        let size = 1 + numbers.below(24);
        Rows::random(&mut numbers, size, number % 2 == 1)
    })
}

/// Maps each state to the result of perfect play from this state, according to the second solver.
/// The result consists of the winner and the number of plies.
fn ends(game: &Rows) -> HashMap<usize, End> {
    let found = plain(game.start(), |&state| game.position(state));
    found
        .into_iter()
        .map(|found| (found.state, found.end))
        .collect()
}

/// Converts a result (the winner, and the number of plies) to a value for `player`, and a distance.
fn worth(player: Player, (winner, plies): End) -> (Value, Option<u32>) {
    let value = match winner {
        None => Value::Draw,
        Some(winner) if winner == player => Value::Win,
        Some(_) => Value::Loss,
    };
    (value, plies)
}

/// Computes the analysis of a state from `ends`, the results of perfect play from each state.
fn expected(game: &Rows, ends: &HashMap<usize, End>, state: usize) -> Analysis {
    let row = &game.rows[state];
    let (value, distance) = worth(row.mover, ends[&state]);
    let moves = |wanted: &dyn Fn(Value, Option<u32>) -> bool| -> Moves {
        let wanted = row.next.iter().zip(0..).filter(|(next, _)| {
            let (value, plies) = worth(row.mover, ends[next]);
            wanted(value, plies)
        });
        wanted.filter_map(|(_, mv)| Move::new(mv)).collect()
    };
    AnalysisParts {
        winning: moves(&|value, _| value == Value::Win),
        losing: moves(&|value, _| value == Value::Loss),
        neutral: moves(&|value, _| value == Value::Draw),
        best: moves(&|after, plies| {
            after == value && (value == Value::Draw || plies.map(|plies| plies + 1) == distance)
        }),
        value,
        distance,
    }
    .analysis()
}

#[test]
fn every_solver_finds_what_the_second_one_finds() {
    let watch = |_| ControlFlow::Continue(());
    for game in games() {
        let ends = ends(&game);
        let check = |solution: &Solution<&Rows>| {
            assert_eq!(solution.len(), ends.len());
            for (state, analysis) in solution.iter() {
                assert_eq!(analysis, expected(&game, &ends, state), "{state}");
            }
        };
        check(&retrograde(&game, watch).unwrap());
        if !game.loops {
            check(&depth_first(&game, watch).unwrap());
        }
        let again = histogram(game.start(), |&state| game.position(state));
        assert_eq!(histogram_of(&solve(&game).unwrap()), again);
    }
}

/// A solution in which the record of `state` is replaced by `record`.
struct Altered<'a> {
    solution: &'a Solution<&'a Rows>,
    state: usize,
    record: Analysis,
}

impl Solved for Altered<'_> {
    type Game = Rows;
    type Error = Infallible;

    fn game(&self) -> &Rows {
        self.solution.game()
    }

    fn states(&self) -> u64 {
        self.solution.len() as u64
    }

    fn try_analysis(&self, state: usize) -> Result<Option<Analysis>, Infallible> {
        Ok(if state == self.state {
            Some(self.record)
        } else {
            self.solution.lookup(state)
        })
    }
}

#[test]
fn the_verifier_takes_what_is_true_and_nothing_else() {
    for game in games().step_by(10) {
        let solution = solve(&game).unwrap();
        assert_eq!(verify(&solution).unwrap().states, solution.len() as u64);
        for (state, record) in solution.iter() {
            let turned = AnalysisParts {
                winning: record.losing(),
                losing: record.winning(),
                value: record.value().flip(),
                ..record.parts()
            }
            .analysis();
            let farther = AnalysisParts {
                distance: record.distance().map(|plies| plies + 1),
                ..record.parts()
            }
            .analysis();
            for altered in [turned, farther] {
                let table = Altered {
                    solution: &solution,
                    state,
                    record: altered,
                };
                assert_eq!(verify(&table).is_ok(), altered == record, "{state}");
            }
        }
    }
}

#[test]
fn moves_are_worth_what_they_lead_to() {
    for game in games() {
        let ends = ends(&game);
        let solution = solve(&game).unwrap();
        for state in ends.keys().copied() {
            let mover = game.rows[state].mover;
            let mut moves = 0;
            for evaluated in solution.moves(state) {
                let (value, plies) = worth(mover, ends[&evaluated.after]);
                let distance = plies.map(|plies| plies + 1);
                assert_eq!((evaluated.value, evaluated.distance), (value, distance));
                moves += 1;
            }
            assert_eq!(moves, game.rows[state].next.len());
        }
    }
}

#[test]
fn best_play_comes_to_the_end_that_was_told() {
    for game in games() {
        let solution = solve(&game).unwrap();
        let ends = ends(&game);
        let (winner, Some(plies)) = ends[&0] else {
            continue;
        };
        let line: Vec<_> = principal_variation(&solution, 0).flatten().collect();
        assert_eq!(line.len(), plies as usize);
        let last = line.last().map_or(0, |&(_, state)| state);
        assert_eq!(game.rows[last].over, Some(winner));
    }
}

/// Returns the states that can be reached if the player on `side` plays perfectly and the other
/// player plays any moves.
fn reached(game: &Rows, solution: &Solution<&Rows>, side: Player) -> Vec<usize> {
    let perfect = Level::Perfect.on(solution);
    let mut reached = vec![0];
    let mut next = 0;
    while let Some(&state) = reached.get(next) {
        next += 1;
        if game.outcome(state).is_some() {
            continue;
        }
        let moves = if game.rows[state].mover == side {
            perfect.choices(state).unwrap()
        } else {
            game.legal(state)
        };
        for mv in moves {
            let after = game.play(state, mv);
            if !reached.contains(&after) {
                reached.push(after);
            }
        }
    }
    reached
}

#[test]
fn audits_know_whose_move_it_is() {
    for game in games() {
        let solution = solve(&game).unwrap();
        let ends = ends(&game);
        for side in Player::BOTH {
            let loser = Some(Some(side.other()));
            let perfect = Level::Perfect.on(&solution);
            let random = Level::Random.on(&solution);
            // A perfect player loses exactly the lost games.
            let is_lost = ends[&0].0 == Some(side.other());
            let audited = audit(&solution, &perfect, side).unwrap();
            assert_eq!(audited.is_unbeatable(), !is_lost);
            assert_eq!(audited.blunders(), 0);
            let reached = reached(&game, &solution, side);
            let reaches_loss = reached.iter().any(|&state| game.rows[state].over == loser);
            assert_eq!(reaches_loss, is_lost);
            if game.loops {
                continue;
            }
            // A random player may play every course of play. Each of them is lost for one side, or
            // drawn.
            let [own, other] = [side, side.other()].map(|side| {
                let audited = audit(&solution, &random, side).unwrap();
                let games = audited.games().unwrap();
                (games.won, games.drawn, games.lost)
            });
            assert_eq!(own, (other.2, other.1, other.0));
        }
    }
}

#[test]
fn a_round_knows_whose_move_it_is() {
    // The second player gets the box, because the first player draws sides 1 and 3.
    let game = DotsAndBoxes::with_parameters("2x1").unwrap();
    let solution = solve(&game).unwrap();
    let seats = [Seat::Human, Seat::Ai(Level::Perfect)];
    let mut round = Round::new(&solution, seats);
    let mut movers = vec![round.mover()];
    let mut entropy = 0;
    while round.ending().is_none() {
        entropy += 1;
        if round.awaits_ai() {
            assert_eq!(round.mover(), Player::Second);
            round.respond(entropy).unwrap();
        } else {
            assert_eq!(round.mover(), Player::First);
            let mv = round.solved().game().legal(round.state()).first();
            round.play(mv.unwrap()).unwrap();
        }
        movers.push(round.mover());
    }
    // Some player moves twice in a row.
    assert!(movers.windows(2).any(|pair| pair[0] == pair[1]));
    let plies = round.history().len();
    assert_eq!(plies, 7);
    let winner = match game.outcome(round.state()).unwrap() {
        Value::Draw => Ending::Drawn,
        Value::Win => Ending::WonBy(round.mover()),
        Value::Loss => Ending::WonBy(round.mover().other()),
    };
    assert_eq!(round.ending(), Some(winner));
    // After each undo, a human is to move, and the human's move has been undone.
    let mut taken = 0;
    while round.undo() > 0 {
        assert_eq!(round.mover(), Player::First);
        taken += 1;
    }
    let of_first = movers[..plies]
        .iter()
        .filter(|&&mover| mover == Player::First);
    assert_eq!(taken, of_first.count());
    assert_eq!(round.history().len(), 0);
    while round.redo() > 0 {}
    assert_eq!(round.history().len(), plies);
}

/// A move after which the same player is to move sets no trap, because a trap is for the opponent.
#[test]
fn traps_are_set_by_giving_the_turn_away() {
    let row = |mover, next: &[usize]| Row {
        mover,
        over: None,
        next: next.to_vec(),
    };
    let over = |winner| Row {
        mover: Player::First,
        over: Some(winner),
        next: Vec::new(),
    };
    let game = Rows {
        rows: vec![
            // The opponent may err in state 1, and the same player in state 2.
            row(Player::First, &[1, 2]),
            row(Player::Second, &[3, 4]),
            row(Player::First, &[3, 5]),
            over(None),
            over(Some(Player::First)),
            over(Some(Player::Second)),
        ],
        loops: false,
    };
    let solution = solve(&game).unwrap();
    assert_eq!(solution.start().neutral().bits(), 0b11);
    let perfect = Level::Perfect.on(&solution);
    assert_eq!(perfect.choices(0).map(Moves::bits), Ok(0b01));
}

/// The player to move in each of three states; `None` if the state does not say whose turn it is.
struct Told {
    turns: [Option<Player>; 3],
}

/// Defines a game of three states: the start, the state after the only move, and the end. [`Told`]
/// says whose turn it is in each state. `$alternate` tells whether the game declares that turns
/// alternate.
macro_rules! told {
    ($name:ident, $alternate:literal) => {
        struct $name(Told);

        impl Game for $name {
            type State = u8;

            const TURNS_ALTERNATE: bool = $alternate;

            fn move_count(&self) -> u32 {
                1
            }
            fn start(&self) -> u8 {
                0
            }
            fn outcome(&self, state: u8) -> Option<Value> {
                (state == 2).then_some(Value::Loss)
            }
            fn legal(&self, _: u8) -> Moves {
                Moves::first_n(1)
            }
            fn play(&self, state: u8, _: Move) -> u8 {
                state + 1
            }
            fn key(&self, state: u8) -> u64 {
                state.into()
            }
            fn to_move(&self, state: u8) -> Option<Player> {
                self.0.turns[usize::from(state)]
            }
            fn last_mover_may_lose(&self) -> bool {
                true
            }
        }
    };
}

told!(InTurn, true);
told!(Anyhow, false);

const X: Option<Player> = Some(Player::First);
const O: Option<Player> = Some(Player::Second);

/// A table for a game of three states.
struct Held {
    game: Anyhow,
    analyses: [Analysis; 3],
}

impl Solved for Held {
    type Game = Anyhow;
    type Error = Infallible;

    fn game(&self) -> &Anyhow {
        &self.game
    }
    fn states(&self) -> u64 {
        3
    }
    fn try_analysis(&self, state: u8) -> Result<Option<Analysis>, Infallible> {
        Ok(Some(self.analyses[usize::from(state)]))
    }
}

#[test]
fn a_state_that_tells_no_turn_is_an_error() {
    let watch = |_| ControlFlow::Continue(());
    for turns in [[None, X, X], [X, None, X], [X, O, None]] {
        let game = Anyhow(Told { turns });
        for solved in [
            depth_first(&game, watch).err(),
            retrograde(&game, watch).err(),
        ] {
            let Some(SolveError::Rules(finding)) = solved else {
                panic!("no error for {turns:?}");
            };
            assert_eq!(finding.fault, Fault::NoTurn);
        }
        let findings = check(&game).findings;
        assert!(findings.iter().any(|found| found.fault == Fault::NoTurn));

        let in_turn = InTurn(Told { turns });
        let solution = solve(&in_turn).unwrap();
        let analyses = [0, 1, 2].map(|state| solution.lookup(state).unwrap());
        match verify(&Held { game, analyses }) {
            Err(VerifyError::Record { flaw, .. }) => assert_eq!(flaw, Flaw::Turn),
            other => panic!("{other:?}"),
        }
    }
    // If turns alternate, the solver does not ask whose turn it is.
    assert!(solve(&InTurn(Told { turns: [None; 3] })).is_ok());
}

/// The solver trusts a game that declares that turns alternate. The verifier and the checker of
/// rules ask each state whose turn it is, and compare the answers with this declaration.
#[test]
fn a_turn_that_is_kept_without_a_word_is_found() {
    for (turns, kept) in [
        ([X, O, X], None),
        ([X, O, O], O),
        ([X, X, O], X),
        ([None; 3], None),
    ] {
        let game = InTurn(Told { turns });
        let solution = solve(&game).unwrap();
        let findings = check(&game).findings;
        let found = findings.iter().find_map(|finding| match finding.fault {
            Fault::ExtraTurn { player, .. } => Some(player),
            _ => None,
        });
        assert_eq!((found, findings.len()), (kept, kept.iter().count()));
        match verify(&solution) {
            Ok(_) => assert_eq!(kept, None),
            Err(VerifyError::Record { flaw, .. }) => {
                assert_eq!((flaw, kept.is_some()), (Flaw::Turn, true));
            }
            Err(other) => panic!("{other}"),
        }
    }
}

#[test]
fn whether_a_player_moves_again() {
    let in_turn = InTurn(Told { turns: [X, X, O] });
    assert!(!is_extra_turn(&in_turn, 0, 1));
    let anyhow = Anyhow(Told { turns: [X, X, O] });
    assert!(is_extra_turn(&anyhow, 0, 1));
    assert!(!is_extra_turn(&anyhow, 1, 2));
    let solution = solve(&anyhow).unwrap();
    // O has lost at the end. X makes the last two moves.
    let scores: Vec<Score> = solution.scores().map(|(_, score)| score).collect();
    let expected = [(Value::Win, 2), (Value::Win, 1), (Value::Loss, 0)];
    assert_eq!(
        scores,
        expected.map(|(value, plies)| Score::new(value, Some(plies)))
    );
}

/// A game with two moves. The game declares that the two moves are mirror images. After one of the
/// two moves, however, the same player is to move again.
struct Fork;

impl Game for Fork {
    type State = u8;

    const TURNS_ALTERNATE: bool = false;

    fn move_count(&self) -> u32 {
        2
    }
    fn start(&self) -> u8 {
        0
    }
    fn outcome(&self, state: u8) -> Option<Value> {
        (state > 0).then_some(Value::Draw)
    }
    fn legal(&self, _: u8) -> Moves {
        Moves::first_n(2)
    }
    fn play(&self, _: u8, mv: Move) -> u8 {
        1 + mv.index()
    }
    fn key(&self, state: u8) -> u64 {
        state.into()
    }
    fn to_move(&self, state: u8) -> Option<Player> {
        if state == 2 { O } else { X }
    }
}

impl Hints for Fork {
    fn symmetries(&self) -> u32 {
        2
    }
    fn image(&self, symmetry: u32, state: u8) -> u8 {
        match symmetry {
            0 => state,
            _ => (3 - state) % 3,
        }
    }
    fn image_of_move(&self, symmetry: u32, _: u8, mv: Move) -> Move {
        Move::new(mv.index() ^ symmetry as u8).unwrap()
    }
}

#[test]
fn an_image_that_changes_the_turn_is_found() {
    let findings = Check::new().run_symmetric(&Fork).findings;
    let faults: Vec<Fault> = findings.into_iter().map(|found| found.fault).collect();
    let mv = Move::FIRST;
    assert_eq!(faults, [Fault::ImageTurn { symmetry: 1, mv }]);
}

/// A game that has `.0` legal moves in its start. More than 64 are not allowed.
struct Wide(u32);

impl Game for Wide {
    type State = u8;

    fn move_count(&self) -> u32 {
        64
    }
    fn start(&self) -> u8 {
        0
    }
    fn outcome(&self, state: u8) -> Option<Value> {
        (state > 0).then_some(Value::Loss)
    }
    fn legal(&self, state: u8) -> Moves {
        Moves::first_n(self.legal_count(state).unwrap())
    }
    fn play(&self, _: u8, mv: Move) -> u8 {
        1 + mv.index()
    }
    fn key(&self, state: u8) -> u64 {
        state.into()
    }
    fn legal_count(&self, _: u8) -> Option<u32> {
        Some(self.0)
    }
}

#[test]
fn a_state_with_too_many_moves_is_an_error() {
    let watch = |_| ControlFlow::Continue(());
    assert_eq!(solve(&Wide(64)).unwrap().len(), 65);
    assert!(check(&Wide(64)).findings.is_empty());
    let game = Wide(65);
    for solved in [
        depth_first(&game, watch).err(),
        retrograde(&game, watch).err(),
        forecast(&game, Effort::default()).err(),
    ] {
        let message = solved.unwrap().to_string();
        assert_eq!(
            message,
            "there are 65 legal moves, but `move_count` is 64, in 0"
        );
    }
    let expected = 64;
    let fault = Fault::TooManyMoves {
        expected,
        found: 65,
    };
    assert_eq!(check(&game).findings[0].fault, fault);
}
