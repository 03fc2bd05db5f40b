//! All games that a strategy can be in: how many, and which are lost.

use alloc::vec;
use alloc::vec::Vec;

use super::AuditError;
use super::reach::Reach;
use crate::game::{Move, Value};
use crate::strategy::Strategy;

/// What can come of a place.
#[derive(Clone, Copy, Default)]
pub(super) struct Tally {
    pub won: u64,
    pub drawn: u64,
    pub lost: u64,
    /// How likely the opponent is to win from here.
    pub beaten: f64,
}

impl Tally {
    /// One game, by what it came to for the strategy.
    fn finished(result: Value) -> Self {
        let mut tally = Self::default();
        match result {
            Value::Win => tally.won = 1,
            Value::Draw => tally.drawn = 1,
            Value::Loss => (tally.lost, tally.beaten) = (1, 1.0),
        }
        tally
    }

    /// Both together, as games; `None` if that is more than can be counted.
    fn plus(self, other: Self) -> Option<Self> {
        Some(Self {
            won: self.won.checked_add(other.won)?,
            drawn: self.drawn.checked_add(other.drawn)?,
            lost: self.lost.checked_add(other.lost)?,
            beaten: self.beaten,
        })
    }
}

/// What can come of each place that a strategy reaches, by number.
pub(super) struct Tallies(Vec<Tally>);

/// How far a place is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    Unseen,
    /// It has begun, and what follows it is looked at.
    Open,
    Done,
}

impl Tallies {
    /// What follows a place comes first. The places that are open lie on a stack of our
    /// own, since a game may be longer than that of the program is deep.
    pub(super) fn of<S: Copy>(
        reach: &Reach<S>,
        strategy: &(impl Strategy<S> + ?Sized),
    ) -> Result<Self, AuditError<S>> {
        let mut tallies = Self(vec![Tally::default(); reach.len()]);
        let mut progress = vec![Progress::Unseen; reach.len()];
        let mut open = vec![(0, reach.steps(0).iter())];
        progress[0] = Progress::Open;
        while let Some((number, steps)) = open.last_mut() {
            if let Some(step) = steps.next() {
                match progress[step.to] {
                    Progress::Unseen => {
                        progress[step.to] = Progress::Open;
                        open.push((step.to, reach.steps(step.to).iter()));
                    }
                    Progress::Open => {
                        let state = reach.state(step.to);
                        return Err(AuditError::Repetition { state });
                    }
                    Progress::Done => {}
                }
            } else {
                progress[*number] = Progress::Done;
                tallies.0[*number] = tallies.tally(reach, strategy, *number)?;
                open.pop();
            }
        }
        Ok(tallies)
    }

    /// The tally of a place, by those of the places after it.
    fn tally<S: Copy>(
        &self,
        reach: &Reach<S>,
        strategy: &(impl Strategy<S> + ?Sized),
        number: usize,
    ) -> Result<Tally, AuditError<S>> {
        if let Some(result) = reach.result(number) {
            return Ok(Tally::finished(result));
        }
        let mut tally = Tally::default();
        for step in reach.steps(number) {
            let after = self.0[step.to];
            tally = tally.plus(after).ok_or(AuditError::TooManyGames)?;
            tally.beaten = if reach.is_own(number) {
                let probability = strategy.probability(reach.state(number), step.mv);
                tally.beaten + probability * after.beaten
            } else {
                tally.beaten.max(after.beaten)
            };
        }
        Ok(tally)
    }

    /// What can come of the start.
    pub(super) fn start(&self) -> Tally {
        self.0[0]
    }

    /// The games lost, in the order of their moves; so many at most.
    pub(super) fn losing_lines<S: Copy>(&self, reach: &Reach<S>, most: usize) -> Vec<Vec<Move>> {
        let mut lines = Vec::new();
        let mut moves = Vec::new();
        let mut open = vec![(0, reach.steps(0).iter())];
        while let Some((number, steps)) = open.last_mut() {
            if lines.len() == most {
                break;
            }
            if reach.result(*number) == Some(Value::Loss) {
                lines.push(moves.clone());
            }
            if let Some(step) = steps.find(|step| self.0[step.to].lost > 0) {
                moves.push(step.mv);
                open.push((step.to, reach.steps(step.to).iter()));
            } else {
                moves.pop();
                open.pop();
            }
        }
        lines
    }
}
