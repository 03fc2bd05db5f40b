//! Rounds, one after the other, and the score.

use std::fmt;

use perfectplay::{Player, Round, Seat, Status};

/// Rounds between X and O in which they take turns to start.
pub struct Series {
    /// The seats of X and of O.
    seats: [Seat; 2],
    /// Who starts this round.
    first: Player,
    /// Without the round in progress.
    score: Score,
    pub round: Round,
}

impl Series {
    pub const fn new(seats: [Seat; 2], first: Player) -> Self {
        Self {
            seats,
            first,
            score: Score {
                x: 0,
                o: 0,
                draws: 0,
            },
            round: round(seats, first),
        }
    }

    /// Who starts this round.
    pub const fn first(&self) -> Player {
        self.first
    }

    /// Which round this is, from 1.
    pub const fn number(&self) -> u32 {
        self.score.rounds() + 1
    }

    /// The score, with this round if it is over: one that is taken back counts no more.
    pub fn score(&self) -> Score {
        let mut score = self.score;
        match self.round.status() {
            Status::Ongoing => {}
            Status::Drawn => score.draws += 1,
            Status::Won(winner) => match self.round.mark(winner) {
                Player::X => score.x += 1,
                Player::O => score.o += 1,
            },
        }
        score
    }

    /// Goes on to the next round, or starts this one again if it is not over.
    pub fn next(&mut self) {
        if self.round.status().is_over() {
            self.score = self.score();
            self.first = self.first.other();
        }
        self.round = round(self.seats, self.first);
    }
}

/// A round in which the player with this mark moves first.
const fn round(seats: [Seat; 2], first: Player) -> Round {
    let first_seat = seats[first as usize];
    let second_seat = seats[first.other() as usize];
    Round::new(first_seat, second_seat).showing(first)
}

/// The rounds that were won, by the mark of the winner, and those that nobody won.
#[derive(Clone, Copy)]
pub struct Score {
    x: u32,
    o: u32,
    draws: u32,
}

impl Score {
    pub const fn rounds(self) -> u32 {
        self.x + self.o + self.draws
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "X {}, O {}, draws {}", self.x, self.o, self.draws)
    }
}
