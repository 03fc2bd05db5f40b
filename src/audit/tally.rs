//! Counts the games that a strategy wins, draws and loses, and lists those that it loses.

use alloc::vec;
use alloc::vec::Vec;
use core::iter;

use super::graph::Graph;
use crate::kernel::{Move, Value};

/// The games that continue from a node.
#[derive(Clone, Copy, Default)]
pub(super) struct Tally {
    pub won: u64,
    pub drawn: u64,
    pub lost: u64,
    /// The probability that the opponent wins from here.
    pub beaten: f64,
}

impl Tally {
    /// The tally of one game, by its result for the strategy.
    fn finished(result: Value) -> Self {
        let mut tally = Self::default();
        match result {
            Value::Win => tally.won = 1,
            Value::Draw => tally.drawn = 1,
            Value::Loss => (tally.lost, tally.beaten) = (1, 1.0),
        }
        tally
    }

    /// The sum of two tallies; `None` if a count overflows. `beaten` is not summed.
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
    /// The state at the node with this number repeats.
    Repetition(usize),
    /// There are more games than a `u64` can count.
    TooMany,
}

/// The tally of each node that a strategy reaches, by number.
pub(super) struct Tallies(Vec<Tally>);

/// The progress of the count at a node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    Unseen,
    /// The nodes after it are being counted.
    Open,
    Done,
}

impl Tallies {
    /// Counts all games. A node is counted after the nodes that follow it. The open nodes
    /// are on an explicit stack, because a game may be too long for the call stack.
    pub(super) fn of(graph: &Graph) -> Result<Self, Uncounted> {
        let mut tallies = Self(vec![Tally::default(); graph.len()]);
        let mut progress = vec![Progress::Unseen; graph.len()];
        for start in graph.starts() {
            tallies.count_from(start, graph, &mut progress)?;
        }
        Ok(tallies)
    }

    fn count_from(
        &mut self,
        start: usize,
        graph: &Graph,
        progress: &mut [Progress],
    ) -> Result<(), Uncounted> {
        if progress[start] == Progress::Done {
            return Ok(());
        }
        let mut open = vec![(start, graph.steps(start).iter())];
        progress[start] = Progress::Open;
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
                let tally = self.tally(graph, *number);
                self.0[*number] = tally.ok_or(Uncounted::TooMany)?;
                open.pop();
            }
        }
        Ok(())
    }

    /// The tally of a node, from the tallies of the nodes after it; `None` if a count
    /// overflows.
    fn tally(&self, graph: &Graph, number: usize) -> Option<Tally> {
        let node = graph.node(number);
        if let Some(result) = node.result {
            return Some(Tally::finished(result));
        }
        let mut tally = Tally::default();
        for step in graph.steps(number) {
            let after = self.0[step.to];
            tally = tally.plus(after)?;
            tally.beaten = if node.own {
                tally.beaten + step.probability * after.beaten
            } else {
                tally.beaten.max(after.beaten)
            };
        }
        Some(tally)
    }

    /// The tally of all starts together; `None` if a count overflows.
    pub(super) fn total(&self, graph: &Graph) -> Option<Tally> {
        let mut total = Tally::default();
        for start in graph.starts() {
            let tally = self.0[start];
            total = total.plus(tally)?;
            total.beaten = total.beaten.max(tally.beaten);
        }
        Some(total)
    }

    /// The games lost, in the order of their moves: the number of the start, and the
    /// moves.
    pub(super) fn losing_lines(&self, graph: &Graph) -> impl Iterator<Item = (usize, Vec<Move>)> {
        graph.starts().flat_map(|start| {
            self.losing_lines_from(start, graph)
                .map(move |line| (start, line))
        })
    }

    fn losing_lines_from(&self, start: usize, graph: &Graph) -> impl Iterator<Item = Vec<Move>> {
        let mut moves = Vec::new();
        let mut open = vec![(start, graph.steps(start).iter())];
        iter::from_fn(move || {
            while let Some((number, steps)) = open.last_mut() {
                let is_lost = graph.node(*number).result == Some(Value::Loss);
                let line = is_lost.then(|| moves.clone());
                if let Some(step) = steps.find(|step| self.0[step.to].lost > 0) {
                    moves.push(step.mv);
                    open.push((step.to, graph.steps(step.to).iter()));
                } else {
                    moves.pop();
                    open.pop();
                }
                if line.is_some() {
                    return line;
                }
            }
            None
        })
    }
}
