//! Tests that an audit finds exactly the mistakes of a strategy. An independent solver of
//! tic-tac-toe, which shares no code with the library, lists the mistakes.

use std::collections::BTreeSet;
use std::convert::Infallible;

use crate::oracles::tictactoe::Oracle;
use perfectplay::level::ErrorRate;
use perfectplay::level::Strategy;
use perfectplay::tictactoe::TicTacToe;
use perfectplay::tictactoe::{State, state};
use perfectplay::{Level, Move, Moves, Player, Value, audit, solve, walk};
use perfectplay_games::tictactoe::{CornerFirst, TrapAvoider};
use perfectplay_games::{Listed, morris::Morris};

/// A player of tic-tac-toe.
type AnyPlayer = dyn Strategy<State, Error = Infallible>;

const SIDES: [Player; 2] = [Player::First, Player::Second];

/// A mistake, according to the independent solver [`Oracle`]. `.0` and `.1` are the masks of X and
/// O. `.2` is the move, or 9 for a resignation. `.3` and `.4` are the values before and after the
/// move. `.5` is the mask of the moves that keep the value. `.6` is the mask of the best moves, as
/// [`Oracle`] defines them.
type Seen = (u16, u16, u8, i8, i8, u16, u16);

/// Plays a strategy against every reply, and collects the moves that are mistakes according to
/// `oracle`.
fn by_the_oracle(oracle: &Oracle, strategy: &AnyPlayer, side: Player) -> BTreeSet<Seen> {
    let mut seen = BTreeSet::new();
    let mut met = BTreeSet::new();
    let mut pending = vec![(0_u16, 0_u16)];
    while let Some((x, o)) = pending.pop() {
        if !met.insert((x, o)) {
            continue;
        }
        let answer = oracle.answer(x, o).expect("a position of a game");
        let legal = answer.winning | answer.neutral | answer.losing;
        let x_moves = x.count_ones() == o.count_ones();
        let mut moves = legal;
        if x_moves == (side == Player::First) && legal != 0 {
            let state = State::from_masks(x, o).expect("a board");
            let good = match answer.value {
                1 => answer.winning,
                0 => answer.neutral,
                _ => answer.losing,
            };
            let mut note = |mv: u8, after: i8| {
                if after < answer.value {
                    seen.insert((x, o, mv, answer.value, after, good, answer.best));
                }
            };
            if strategy.resigns(state).unwrap() {
                note(9, -1);
                continue;
            }
            moves = strategy.choices(state).unwrap().bits() as u16;
            for mv in (0..9).filter(|mv| moves >> mv & 1 == 1) {
                let after = match 1 << mv {
                    cell if answer.winning & cell != 0 => 1,
                    cell if answer.neutral & cell != 0 => 0,
                    _ => -1,
                };
                note(mv, after);
            }
        }
        for cell in (0..9).filter(|cell| moves >> cell & 1 == 1) {
            pending.push(if x_moves {
                (x | 1 << cell, o)
            } else {
                (x, o | 1 << cell)
            });
        }
    }
    seen
}

const fn sign(value: Value) -> i8 {
    value as i8 - Value::Draw as i8
}

/// A strategy that resigns on some boards and otherwise plays at random.
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

#[test]
fn every_mistake_is_told_once() {
    let oracle = Oracle::new();
    let rate = ErrorRate::from_percent(10).expect("a rate");
    let strategies: [&AnyPlayer; 8] = [
        &Level::Perfect.on(TicTacToe),
        &Level::Invincible.on(TicTacToe),
        &Level::Casual(rate).on(TicTacToe),
        &Level::Random.on(TicTacToe),
        &TrapAvoider::Published,
        &TrapAvoider::Corrected,
        &CornerFirst,
        &GivesUp,
    ];
    for strategy in strategies {
        for side in SIDES {
            let audit = audit(&TicTacToe, strategy, side).expect("an audit");
            let told = audit.mistakes().collect::<Vec<_>>();
            let marks = |state: State| state.x() | state.o();
            assert!(told.is_sorted_by_key(|mistake| marks(mistake.state).count_ones()));
            let seen = told.iter().map(|mistake| {
                (
                    mistake.state.x(),
                    mistake.state.o(),
                    mistake.mv.map_or(9, Move::index),
                    sign(mistake.before),
                    sign(mistake.after),
                    mistake.good.bits() as u16,
                    mistake.best.bits() as u16,
                )
            });
            assert_eq!(
                seen.collect::<BTreeSet<_>>(),
                by_the_oracle(&oracle, strategy, side)
            );
            for mistake in &told {
                let expected = mistake.mv.map_or(1.0, |mv| {
                    strategy.probability(mistake.state, mv).expect("an answer")
                });
                assert_eq!(mistake.probability, expected);
            }

            assert_eq!(audit.blunders(), told.len() as u64);
            let wins = told.iter().filter(|mistake| mistake.before == Value::Win);
            assert_eq!(audit.missed_wins(), wins.count() as u64);
        }
    }
}

/// A player who resigns has lost the game.
#[test]
fn a_strategy_may_resign() {
    let second = audit(&TicTacToe, &GivesUp, Player::Second).expect("an audit");
    let games = second.games().expect("a number of games");
    let shortest = games.losing_lines().next().expect("a line");
    assert_eq!(shortest.moves.len(), 1);
    assert_eq!(shortest.moves[0].index(), 4);
    assert_eq!(second.refutation(), Some(shortest));
    let lines = games.losing_lines().collect::<Vec<_>>();
    assert_eq!(lines.len() as u64, games.lost);
    assert!(lines.is_sorted_by_key(|line| (line.moves.len(), line.moves.clone())));

    let first = second.mistakes().find(|mistake| mistake.mv.is_none());
    let first = first.expect("a resignation");
    assert_eq!(first.state, state!(. . . / . X . / . . .));
}

/// Tests the audit of a game in which states may repeat. In such a game, an audit cannot count the
/// courses of play, because they may never end, but it finds all mistakes. A random player reaches
/// every state and makes every mistake.
#[test]
fn mistakes_are_found_in_loopy_games() {
    let game = Morris::with_parameters("tapatan").expect("a variant");
    let solution = solve(&game).expect("a solution");
    let count = |level: Level| {
        SIDES.map(|side| {
            let found = audit(&solution, &level.on(&solution), side).expect("an audit");
            found.mistakes().count() as u64
        })
    };
    assert_eq!(count(Level::Perfect), [0, 0]);
    assert_eq!(count(Level::Invincible), [0, 0]);
    let there = walk(&solution).flatten();
    let there = there.map(|visit| u64::from(visit.analysis.mistakes().len()));
    assert_eq!(count(Level::Random).iter().sum::<u64>(), there.sum::<u64>());
}
