//! Tests levels of play and audits in games other than tic-tac-toe.

use std::convert::Infallible;

use crate::oracles::loopy_solutions;
use perfectplay::audit::{Defeat, GamesError};
use perfectplay::level::ErrorRate;
use perfectplay::level::Strategy;
use perfectplay::solve::Solution;
use perfectplay::solved::StateOf;
use perfectplay::tictactoe::State;
use perfectplay::tictactoe::TicTacToe;
use perfectplay::{
    Game, Level, Move, Moves, Player, Solved, Value, audit, principal_variation, solve,
};
use perfectplay_games::tictactoe::{CornerFirst, TrapAvoider};
use perfectplay_games::{hexapawn::Hexapawn, mnk, subtraction::Subtraction};

fn hexapawn(solve_it: impl FnOnce(Solution<Hexapawn>)) {
    let game = Hexapawn::new(3, 3).expect("a board");
    solve_it(solve(game).expect("a solution"));
}

#[test]
fn the_winning_side_is_unbeatable() {
    hexapawn(|solution| {
        assert_eq!(solution.start().value(), Value::Loss);
        for level in [Level::Perfect, Level::Invincible] {
            let winner = audit(&solution, &level.on(&solution), Player::Second).expect("an audit");
            assert!(winner.is_unbeatable());
            let games = winner.games().expect("a number of games");
            assert_eq!((games.lost, games.drawn, winner.blunders()), (0, 0, 0));
            let loser = audit(&solution, &level.on(&solution), Player::First).expect("an audit");
            assert!(!loser.is_unbeatable());
            let games = loser.games().expect("a number of games");
            assert_eq!(games.beaten_with_probability, 1.0);
            assert_eq!(games.losing_lines().count() as u64, games.lost);
        }
    });
}

/// `losing_lines` returns the shortest lines first. The iterator computes a line only when the
/// caller asks for this line.
#[test]
fn losing_lines_are_in_the_order_of_their_lengths_and_moves() {
    hexapawn(|solution| {
        let random = Level::Random.on(&solution);
        let audit = audit(&solution, &random, Player::Second).expect("an audit");
        let games = audit.games().expect("a number of games");
        assert_eq!(games.losing_lines().count() as u64, games.lost);
        let order = |line: &Defeat<_>| (line.moves.len(), line.moves.clone());
        let lines = games.losing_lines();
        assert!(lines.is_sorted_by(|a, b| order(a) < order(b)));
        for line in games.losing_lines() {
            assert_lost(&solution, &random, Player::Second, &line);
        }
    });
}

/// The m,n,k-game 3,3,3 has the same rules as tic-tac-toe, so its audit has the same result.
#[test]
fn the_audit_does_not_depend_on_the_table() {
    let game = mnk::Marks::new(3, 3, 3, false).expect("a board");
    let solution = solve(&game).expect("a solution");
    let rate = ErrorRate::from_percent(10).expect("a rate");
    for level in [
        Level::Perfect,
        Level::Invincible,
        Level::Casual(rate),
        Level::Random,
    ] {
        for side in [Player::First, Player::Second] {
            let other = audit(&solution, &level.on(&solution), side);
            let baked = audit(&TicTacToe, &level.on(TicTacToe), side).expect("an audit");
            let other = other.expect("an audit");
            assert_eq!(
                (other.missed_wins(), other.blunders()),
                (baked.missed_wins(), baked.blunders()),
            );
            let other = other.games().expect("a number of games");
            let baked = baked.games().expect("a number of games");
            assert!((other.beaten_with_probability - baked.beaten_with_probability).abs() < 1e-12);
            assert_eq!(
                (other.won, other.drawn, other.lost),
                (baked.won, baked.drawn, baked.lost),
            );
            let other = other.losing_lines().map(|line| line.moves);
            assert!(other.eq(baked.losing_lines().map(|line| line.moves)));
        }
    }
}

#[test]
fn endless_and_uncountable_games_are_refused() {
    let solution = &*loopy_solutions::WON;
    let endless = audit(solution, &Level::Random.on(solution), Player::First);
    let endless = endless.expect("an audit");
    let Err(GamesError::Cycle { state }) = endless.games() else {
        panic!("games that never end are counted");
    };
    let error = GamesError::Cycle { state };
    assert_eq!(
        error.to_string(),
        format!("games without an end cannot be counted: {state:?} repeats")
    );

    let game = Subtraction::new(100, 2, false).expect("a heap");
    let solution = solve(&game).expect("a solution");
    let many = audit(&solution, &Level::Random.on(&solution), Player::First);
    let error = many.expect("an audit").games().unwrap_err();
    assert_eq!(error, GamesError::TooMany);
    assert_eq!(
        error.to_string(),
        "there are more than 18446744073709551615 games"
    );
}

/// A refutation is one of the shortest lines in which the strategy loses. If the strategy never
/// loses, there is no refutation.
#[test]
fn the_refutation_is_a_shortest_losing_line() {
    let rate = ErrorRate::from_percent(10).expect("a rate");
    let strategies: [&dyn Strategy<State, Error = Infallible>; 7] = [
        &Level::Perfect.on(TicTacToe),
        &Level::Invincible.on(TicTacToe),
        &Level::Casual(rate).on(TicTacToe),
        &Level::Random.on(TicTacToe),
        &TrapAvoider::Published,
        &TrapAvoider::Corrected,
        &CornerFirst,
    ];
    for strategy in strategies {
        for side in [Player::First, Player::Second] {
            let audit = audit(&TicTacToe, strategy, side).expect("an audit");
            let games = audit.games().expect("a number of games");
            let lines: Vec<_> = games.losing_lines().collect();
            let found = audit.refutation();
            assert_eq!(found.is_none(), audit.is_unbeatable());
            assert_eq!(
                found.as_ref().map(|line| line.moves.len()),
                lines.iter().map(|line| line.moves.len()).min()
            );
            assert!(found.is_none_or(|line| lines.contains(&line)));
        }
    }
}

/// Plays `line`. Asserts that the strategy may choose each of its moves in `line`, and loses at the
/// end.
fn assert_lost<T: Solved>(
    solved: &T,
    strategy: &impl Strategy<StateOf<T>, Error = Infallible>,
    side: Player,
    line: &Defeat<StateOf<T>>,
) {
    let game = solved.game();
    let (mut state, mut to_move) = (line.start, Player::First);
    for &mv in &line.moves {
        assert_eq!(game.outcome(state), None);
        let allowed = if to_move == side {
            let Ok(choices) = strategy.choices(state);
            choices
        } else {
            game.legal(state)
        };
        assert!(allowed.contains(mv));
        (state, to_move) = (game.play(state, mv), to_move.other());
    }
    let value = game.outcome(state).expect("an end");
    let own = if to_move == side { value } else { value.flip() };
    assert_eq!(own, Value::Loss);
}

#[test]
fn refutation_works_where_states_repeat() {
    for (solution, first_loses_in) in [
        (&*loopy_solutions::DRAWN, None),
        (&*loopy_solutions::WON, Some(9)),
    ] {
        let game = solution.game();
        let perfect = Level::Perfect.on(solution);
        let refuted = |side| {
            let audited = audit(solution, &perfect, side).expect("an audit");
            audited.refutation()
        };
        assert_eq!(refuted(Player::First), None, "{game:?}");
        let line = refuted(Player::Second);
        let plies = line.as_ref().map(|line| line.moves.len());
        assert_eq!(plies, first_loses_in, "{game:?}");
        if let Some(line) = line {
            assert_lost(solution, &perfect, Player::Second, &line);
        }
        for side in [Player::First, Player::Second] {
            let random = Level::Random.on(solution);
            let audited = audit(solution, &random, side).expect("an audit");
            assert_lost(
                solution,
                &random,
                side,
                &audited.refutation().expect("a loss"),
            );
        }
    }
}

#[test]
fn a_game_of_many_plies_is_audited() {
    audit_long_game(60_000);
}

#[test]
#[ignore = "audits a longer game; run by .ci/run"]
fn a_long_game_in_full() {
    audit_long_game(300_000);
}

/// The game has so many plies that recursion would overflow the call stack.
fn audit_long_game(plies: u32) {
    let game = Subtraction::new(plies, 1, false).expect("a heap");
    let solution = solve(&game).expect("a solution");
    let level = Level::Perfect.on(&solution);
    let audit = audit(&solution, &level, Player::First).expect("an audit");
    let games = audit.games().expect("a number of games");
    assert_eq!((games.won, games.drawn, games.lost), (0, 0, 1));
    let line = games.losing_lines().next().expect("a line");
    assert_eq!(line.moves.len(), plies as usize);
    assert_eq!(audit.refutation(), Some(line));
}

#[test]
fn a_level_chooses_in_any_game() {
    let game = Subtraction::new(21, 3, false).expect("a heap");
    let solution = solve(&game).expect("a solution");
    for left in 0..=21 {
        let analysis = solution.lookup(left).expect("a reachable state");
        for entropy in 0..20 {
            let choice = |level: Level| level.choose(&solution, left, entropy);
            assert_eq!(choice(Level::Perfect).is_none(), left == 0);
            assert!(choice(Level::Perfect).is_none_or(|mv| analysis.best().contains(mv)));
            assert!(choice(Level::Random).is_none_or(|mv| analysis.legal().contains(mv)));
        }
    }
}

/// The line of best play from a state is as long as the distance of the state. This is true even if
/// states may repeat.
#[test]
fn best_play_is_as_long_as_the_distance() {
    fn check<T: Solved<Error = Infallible>>(solved: &T, state: StateOf<T>) {
        let distance = solved
            .analysis(state)
            .expect("a reachable state")
            .distance();
        let line = principal_variation(solved, state);
        match distance {
            Some(plies) => assert_eq!(line.flatten().count(), plies as usize),
            None => assert_eq!(line.flatten().take(200).count(), 200),
        }
    }
    for solution in [&*loopy_solutions::DRAWN, &*loopy_solutions::WON] {
        let some = solution.scores().step_by(97);
        some.for_each(|(state, _)| check(solution, state));
    }
    check(&TicTacToe, State::EMPTY);
}

/// A game with a heap, from which a player takes one or two things. The game may begin with either
/// of two sizes of the heap. The player who takes the last thing wins.
struct TwoStarts;

impl Game for TwoStarts {
    type State = u8;

    fn move_count(&self) -> u32 {
        2
    }
    fn start(&self) -> u8 {
        4
    }
    fn other_starts(&self) -> impl Iterator<Item = u8> {
        std::iter::once(3)
    }
    fn outcome(&self, left: u8) -> Option<Value> {
        (left == 0).then_some(Value::Loss)
    }
    fn legal(&self, left: u8) -> Moves {
        Moves::first_n(u32::from(left.min(2)))
    }
    fn play(&self, left: u8, mv: Move) -> u8 {
        left - 1 - mv.index()
    }
    fn key(&self, left: u8) -> u64 {
        left.into()
    }
}

/// The first player wins from a heap of four and loses from a heap of three, so an audit must play
/// from both starts.
#[test]
fn an_audit_plays_from_every_start() {
    let solution = solve(&TwoStarts).expect("a solution");
    assert_eq!(solution.start().value(), Value::Win);
    let perfect = Level::Perfect.on(&solution);
    let audit = audit(&solution, &perfect, Player::First).expect("an audit");
    let games = audit.games().expect("a number of games");
    assert_eq!((games.won, games.drawn, games.lost), (3, 0, 2));
    assert_eq!(games.beaten_with_probability, 1.0);
    let line = audit.refutation().expect("a loss");
    assert_eq!((line.start, line.moves.len()), (3, 2));
    assert!(games.losing_lines().all(|line| line.start == 3));
    assert_lost(&solution, &perfect, Player::First, &line);
}
