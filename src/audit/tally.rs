//! Counts the games that a strategy wins, draws and loses, and lists those that it loses.

use alloc::vec;
use alloc::vec::Vec;
use core::iter;

use super::graph::Graph;
use perfectplay_core::{Move, Value};

/// The games that continue from a node.
#[derive(Clone, Copy, Default)]
pub(super) struct Tally {
    pub won: u64,
    pub drawn: u64,
    pub lost: u64,
    /// The probability that the opponent wins from here.
    pub beaten: f64,
    /// How many plies the games take that are lost from here; `None` if there are none.
    losses: Option<Span>,
}

/// The shortest and the longest of some games, in plies.
#[derive(Clone, Copy)]
struct Span {
    shortest: usize,
    longest: usize,
}

impl Span {
    const ZERO: Self = Self {
        shortest: 0,
        longest: 0,
    };

    /// The span of the same games from one ply earlier.
    const fn longer(self) -> Self {
        Self {
            shortest: self.shortest + 1,
            longest: self.longest + 1,
        }
    }

    fn union(self, other: Self) -> Self {
        Self {
            shortest: self.shortest.min(other.shortest),
            longest: self.longest.max(other.longest),
        }
    }

    fn contains(self, plies: usize) -> bool {
        (self.shortest..=self.longest).contains(&plies)
    }
}

/// The span of two sets of games.
fn union(one: Option<Span>, other: Option<Span>) -> Option<Span> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.union(other)),
        (span, None) | (None, span) => span,
    }
}

impl Tally {
    /// The tally of one game, by its result for the strategy.
    fn finished(result: Value) -> Self {
        let mut tally = Self::default();
        match result {
            Value::Win => tally.won = 1,
            Value::Draw => tally.drawn = 1,
            Value::Loss => {
                tally.lost = 1;
                tally.beaten = 1.0;
                tally.losses = Some(Span::ZERO);
            }
        }
        tally
    }

    /// The sum of two tallies; `None` if a count overflows. Only the games are summed.
    fn plus(self, other: Self) -> Option<Self> {
        Some(Self {
            won: self.won.checked_add(other.won)?,
            drawn: self.drawn.checked_add(other.drawn)?,
            lost: self.lost.checked_add(other.lost)?,
            ..self
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
            tally.losses = union(tally.losses, after.losses.map(Span::longer));
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

    /// The games lost, the shortest first, and those of the same length by the order of their
    /// starts and moves: the number of the start, and the moves.
    pub(super) fn losing_lines(&self, graph: &Graph) -> impl Iterator<Item = (usize, Vec<Move>)> {
        let spans = graph.starts().map(|start| self.0[start].losses);
        let span = spans.fold(None, union);
        let lengths = span.map(|span| span.shortest..=span.longest);
        lengths.into_iter().flatten().flat_map(move |plies| {
            graph.starts().flat_map(move |start| {
                self.losing_lines_from(start, graph, plies)
                    .map(move |line| (start, line))
            })
        })
    }

    /// The games of this number of plies that are lost from a start.
    fn losing_lines_from(
        &self,
        start: usize,
        graph: &Graph,
        plies: usize,
    ) -> impl Iterator<Item = Vec<Move>> {
        let is_lost_in = move |node: usize, plies: usize| {
            self.0[node].losses.is_some_and(|span| span.contains(plies))
        };
        let mut moves = Vec::new();
        let mut open = Vec::new();
        if is_lost_in(start, plies) {
            open.push(graph.steps(start).iter());
        }
        iter::from_fn(move || {
            while let Some(steps) = open.last_mut() {
                let left = plies - moves.len();
                // What is lost in no moves has ended.
                let line = (left == 0).then(|| moves.clone());
                let next = left
                    .checked_sub(1)
                    .and_then(|left| steps.find(|step| is_lost_in(step.to, left)));
                if let Some(step) = next {
                    moves.push(step.mv);
                    open.push(graph.steps(step.to).iter());
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
