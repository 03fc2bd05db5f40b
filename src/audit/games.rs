//! All games that a strategy can be in: how many, and which are lost.

use alloc::vec;
use alloc::vec::Vec;

use super::graph::Graph;
use crate::game::{Move, Value};

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

/// Why the games cannot be counted.
pub(super) enum Uncounted {
    /// The state at the place with this number comes back.
    Repetition(usize),
    /// They are more than a number can tell.
    TooMany,
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
    pub(super) fn of(graph: &Graph) -> Result<Self, Uncounted> {
        let mut tallies = Self(vec![Tally::default(); graph.len()]);
        let mut progress = vec![Progress::Unseen; graph.len()];
        let mut open = vec![(0, graph.steps(0).iter())];
        progress[0] = Progress::Open;
        while let Some((number, steps)) = open.last_mut() {
            if let Some(step) = steps.next() {
                match progress[step.to] {
                    Progress::Unseen => {
                        progress[step.to] = Progress::Open;
                        open.push((step.to, graph.steps(step.to).iter()));
                    }
                    Progress::Open => return Err(Uncounted::Repetition(step.to)),
                    Progress::Done => {}
                }
            } else {
                progress[*number] = Progress::Done;
                let tally = tallies.tally(graph, *number);
                tallies.0[*number] = tally.ok_or(Uncounted::TooMany)?;
                open.pop();
            }
        }
        Ok(tallies)
    }

    /// The tally of a place, by those of the places after it; `None` if it is more than
    /// can be counted.
    fn tally(&self, graph: &Graph, number: usize) -> Option<Tally> {
        let place = graph.place(number);
        if let Some(result) = place.result {
            return Some(Tally::finished(result));
        }
        let mut tally = Tally::default();
        for step in graph.steps(number) {
            let after = self.0[step.to];
            tally = tally.plus(after)?;
            tally.beaten = if place.own {
                tally.beaten + step.probability * after.beaten
            } else {
                tally.beaten.max(after.beaten)
            };
        }
        Some(tally)
    }

    /// What can come of the start.
    pub(super) fn start(&self) -> Tally {
        self.0[0]
    }

    /// The games lost, in the order of their moves; so many at most.
    pub(super) fn losing_lines(&self, graph: &Graph, most: usize) -> Vec<Vec<Move>> {
        let mut lines = Vec::new();
        let mut moves = Vec::new();
        let mut open = vec![(0, graph.steps(0).iter())];
        while let Some((number, steps)) = open.last_mut() {
            if lines.len() == most {
                break;
            }
            if graph.place(*number).result == Some(Value::Loss) {
                lines.push(moves.clone());
            }
            if let Some(step) = steps.find(|step| self.0[step.to].lost > 0) {
                moves.push(step.mv);
                open.push((step.to, graph.steps(step.to).iter()));
            } else {
                moves.pop();
                open.pop();
            }
        }
        lines
    }
}
