//! Tests functions with a table that cannot be read any more after some reads. Each function must
//! report the error, and must never give a wrong answer.

use std::cell::Cell;
use std::convert::Infallible;
use std::fmt;

use perfectplay::audit::{AuditError, odds};
use perfectplay::game::Score;
use perfectplay::level::Strategy;
use perfectplay::round::Seat;
use perfectplay::solved::{LookupError, StateOf};
use perfectplay::tictactoe::{State, TicTacToe, state};
use perfectplay::verify::VerifyError;
use perfectplay::{
    Analysis, Level, Move, Player, Round, Solved, audit, principal_variation, verify, walk,
};

/// A table of tic-tac-toe on a disk that fails after a given number of reads.
struct Failing {
    left: Cell<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Unreadable;

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the disk is gone")
    }
}

impl std::error::Error for Unreadable {}

impl Failing {
    const fn after(reads: u32) -> Self {
        Self {
            left: Cell::new(reads),
        }
    }

    fn read(&self) -> Result<(), Unreadable> {
        let left = self.left.get().checked_sub(1).ok_or(Unreadable)?;
        self.left.set(left);
        Ok(())
    }
}

impl Solved for Failing {
    type Game = TicTacToe;
    type Error = Unreadable;

    fn game(&self) -> &TicTacToe {
        &TicTacToe
    }

    fn states(&self) -> u64 {
        TicTacToe.states()
    }

    fn try_analysis(&self, state: StateOf<Self>) -> Result<Option<Analysis>, Unreadable> {
        self.read()?;
        Ok(TicTacToe.analysis(state))
    }

    fn try_score(&self, state: StateOf<Self>) -> Result<Option<Score>, Unreadable> {
        self.read()?;
        Ok(TicTacToe.score(state))
    }
}

/// Calls `ask` with a table that never fails, and with tables that fail after different numbers of
/// reads. If the reads suffice, the answer must be right. If the reads do not suffice, the result
/// must be the error of the table.
fn ask<A: PartialEq + fmt::Debug, E: PartialEq + fmt::Debug>(
    ask: impl Fn(&Failing) -> Result<A, E>,
    failure: E,
) {
    let expected = ask(&Failing::after(u32::MAX)).unwrap();
    let mut has_answered = false;
    for reads in (0..60).chain((60..30_000).step_by(997)) {
        let answer = ask(&Failing::after(reads));
        match answer {
            Ok(answer) => {
                assert_eq!(answer, expected);
                has_answered = true;
            }
            Err(error) => {
                assert_eq!(error, failure);
                assert!(!has_answered, "an error after {reads} reads");
            }
        }
    }
    assert!(has_answered);
    assert!(ask(&Failing::after(0)).is_err());
}

const FORK: State = state!(X . O / . . . / . . .);

#[test]
fn what_asks_a_table_tells_that_it_cannot_be_read() {
    let failure = || LookupError::Read(Unreadable);
    ask(
        |table| Ok(table.try_moves(FORK)?.collect::<Vec<_>>()),
        failure(),
    );
    ask(
        |table| principal_variation(table, FORK).collect::<Result<Vec<_>, _>>(),
        failure(),
    );
    ask(
        |table| walk(table).collect::<Result<Vec<_>, _>>(),
        failure(),
    );
    for level in [Level::Perfect, Level::Invincible, Level::Random] {
        ask(|table| level.try_choose(table, FORK, 7), failure());
        ask(
            |table| {
                let mut round = Round::new(table, [Seat::Ai(level); 2]);
                let mut played = Vec::new();
                for entropy in 0..20 {
                    let before = round.state();
                    let answer = round.try_respond(entropy);
                    assert!(answer.is_ok() || round.state() == before);
                    played.extend(answer?);
                }
                Ok(played)
            },
            failure(),
        );
        ask(|table| level.on(table).choices(FORK), Unreadable);
        ask(
            |table| level.on(table).probability(FORK, Move::FIRST),
            Unreadable,
        );
    }
}

#[test]
fn proofs_tell_that_a_table_cannot_be_read() {
    ask(verify, VerifyError::Read(Unreadable));
    let figures = |table: &Failing| {
        let audit = audit(table, &Level::Random.on(TicTacToe), Player::Second)?;
        Ok((audit.blunders(), audit.mistakes().count()))
    };
    let error: AuditError<State, Unreadable> = AuditError::Table(LookupError::Read(Unreadable));
    ask(figures, error);
    // In this case the player cannot read its table.
    let error: AuditError<State, Infallible, Unreadable> = AuditError::Strategy(Unreadable);
    assert_eq!(error.to_string(), "the disk is gone");
    let refutation = |table: &Failing| {
        let audit = audit(&TicTacToe, &Level::Perfect.on(table), Player::First)?;
        Ok(audit.refutation())
    };
    ask(refutation, error);
    ask(
        |table| odds(&TicTacToe, [&Level::Random.on(table); 2]),
        error,
    );
}

#[test]
fn errors_have_their_causes() {
    use std::error::Error;
    let read = LookupError::<State, _>::Read(Unreadable);
    assert_eq!(read.to_string(), "the disk is gone");
    assert!(read.source().is_some());
    let state = FORK;
    let missing = LookupError::<State>::Missing { state };
    assert_eq!(
        missing.to_string(),
        "the table has no record of the reachable state State(X.O/.../...)"
    );
    let contradiction = LookupError::<State>::Contradiction { state };
    assert_eq!(
        contradiction.to_string(),
        "the rules contradict the table's record of State(X.O/.../...)"
    );
    assert!(missing.source().is_none() && contradiction.source().is_none());
    let verified = VerifyError::Read(Unreadable);
    assert_eq!(verified.to_string(), "the disk is gone");
    assert!(verified.source().is_some());
    let table: AuditError<State, Unreadable, Unreadable> = AuditError::Table(read);
    let strategy: AuditError<State, Unreadable, Unreadable> = AuditError::Strategy(Unreadable);
    for error in [table, strategy] {
        assert_eq!(error.to_string(), "the disk is gone");
        assert!(error.source().is_some());
    }
}
