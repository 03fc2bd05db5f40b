//! Tests how the library computes the probability that each player wins. A plain recursion over all
//! courses of play of tic-tac-toe must give the same probabilities.

use std::convert::Infallible;

use crate::oracles::loopy_solutions;
use perfectplay::audit::{AuditError, Odds, odds};
use perfectplay::level::ErrorRate;
use perfectplay::level::Strategy;
use perfectplay::tictactoe::{State, TicTacToe};
use perfectplay::{Game, Level, Moves, Player, Value};
use perfectplay_games::tictactoe::CornerFirst;

/// A player of tic-tac-toe.
type AnyPlayer = dyn Strategy<State, Error = Infallible>;

/// Returns the probability that each player wins.
fn plain(players: [&AnyPlayer; 2], state: State) -> [f64; 2] {
    let (mover, player) = (state.to_move(), players[state.to_move() as usize]);
    let outcome = TicTacToe.outcome(state);
    let resigned = (outcome.is_none() && player.resigns(state).unwrap()).then_some(Value::Loss);
    if let Some(value) = outcome.or(resigned) {
        let winner = match value {
            Value::Win => Some(mover),
            Value::Draw => None,
            Value::Loss => Some(mover.other()),
        };
        return Player::BOTH.map(|player| f64::from(u8::from(winner == Some(player))));
    }
    let mut sums = [0.0; 2];
    for mv in player.choices(state).unwrap() {
        let probability = player.probability(state, mv).unwrap();
        let after = plain(players, TicTacToe.play(state, mv));
        for (sum, after) in sums.iter_mut().zip(after) {
            *sum += probability * after;
        }
    }
    sums
}

/// A strategy that plays at random, but resigns if the opponent has the centre.
struct GivesUp;

impl Strategy<State> for GivesUp {
    type Error = Infallible;

    fn choices(&self, state: State) -> Result<Moves, Infallible> {
        Ok(state.legal())
    }

    fn resigns(&self, state: State) -> Result<bool, Infallible> {
        Ok(state.cell(4).is_some_and(|owner| owner != state.to_move()))
    }
}

/// Compares the odds of all pairs of five players. If `of_all` is false, compares only a fifth of
/// the pairs, in which each player moves first once and second once.
fn compare_odds(of_all: bool) {
    let rate = ErrorRate::from_percent(25).unwrap();
    let players: [&AnyPlayer; 5] = [
        &Level::Perfect.on(TicTacToe),
        &Level::Casual(rate).on(TicTacToe),
        &Level::Random.on(TicTacToe),
        &CornerFirst,
        &GivesUp,
    ];
    for (number, first) in players.into_iter().enumerate() {
        for (other, second) in players.into_iter().enumerate() {
            if !of_all && other != (number + 1) % players.len() {
                continue;
            }
            let Odds {
                first: won,
                draw,
                second: lost,
                ..
            } = odds(&TicTacToe, [first, second]).unwrap();
            let [expected_won, expected_lost] = plain([first, second], State::EMPTY);
            assert!((won - expected_won).abs() < 1e-12);
            assert!((lost - expected_lost).abs() < 1e-12);
            assert!((won + draw + lost - 1.0).abs() < 1e-12);
        }
    }
}

#[test]
fn odds_are_those_of_all_games() {
    compare_odds(false);
}

#[test]
#[ignore = "compares all pairs of players; run by .ci/run"]
fn odds_in_full() {
    compare_odds(true);
}

/// In the game that this test uses, the start is a draw. So a perfect player never loses, and two
/// perfect players always draw.
#[test]
fn odds_of_a_loopy_game_have_limits() {
    let solution = &*loopy_solutions::DRAWN;
    let [perfect, random] = [Level::Perfect, Level::Random].map(|level| level.on(solution));
    let game = solution.game();
    let drawn = odds(game, [&perfect, &perfect]).unwrap();
    assert_eq!((drawn.first, drawn.draw, drawn.second), (0.0, 1.0, 0.0));
    assert_eq!(drawn.edge(), 0.0);
    let strong = odds(game, [&perfect, &random]).unwrap();
    assert!(strong.second == 0.0 && strong.first > 0.99, "{strong:?}");
    let weak = odds(game, [&random, &perfect]).unwrap();
    assert!(weak.first == 0.0 && weak.edge() < -0.9, "{weak:?}");
}

#[test]
fn a_player_without_a_move_has_no_odds() {
    struct Nothing;

    impl Strategy<State> for Nothing {
        type Error = Infallible;

        fn choices(&self, _: State) -> Result<Moves, Infallible> {
            Ok(Moves::EMPTY)
        }
    }

    let state = State::EMPTY;
    let error = odds(&TicTacToe, [&Nothing, &Nothing]).unwrap_err();
    assert_eq!(error, AuditError::NoChoice { state });
}
