//! A series of rounds, and its score.

use std::fmt;

use perfectplay::Player;
use perfectplay::round::{Ending, Seat};
use perfectplay_any::{AnyTable, Players, Round};

/// A series of rounds between two people, who may take turns to start. One or both of the "people" may be the computer.
/// Each person keeps one name, such as X, in all rounds. So X starts some rounds, and O starts the others.
pub struct Series<'t> {
    table: &'t AnyTable,
    start: u64,
    /// `seats[person]` tells whether this person is a human or the computer.
    seats: [Seat; 2],
    /// The person who starts the current round.
    pub first: Player,
    /// Whether the people take turns to start.
    alternates: bool,
    /// The score of the rounds before the current round.
    score: Standing<'t>,
    pub round: Round<'t>,
}

impl<'t> Series<'t> {
    /// Creates a series of rounds. The person `first` makes the first move of round 1.
    pub fn new(
        table: &'t AnyTable,
        start: u64,
        seats: [Seat; 2],
        first: Player,
        alternates: bool,
    ) -> Self {
        Self {
            seats,
            first,
            alternates,
            score: Standing {
                names: &table.info().players,
                wins: [0; 2],
                draws: 0,
            },
            round: begin(table, start, seats, first),
            table,
            start,
        }
    }

    pub fn name(&self, person: Player) -> String {
        self.score.names.of_person(person)
    }

    /// Returns the first person that is the computer; `None` if both people are humans.
    pub fn computer(&self) -> Option<Player> {
        let mut people = Player::BOTH.into_iter();
        people.find(|&person| self.seats[person as usize] != Seat::Human)
    }

    /// Returns whether the second person starts the current round. If so, the second person plays this round as the
    /// first player.
    pub fn is_swapped(&self) -> bool {
        self.first == Player::Second
    }

    /// Returns the person who plays as `player` in the current round.
    pub fn person(&self, player: Player) -> Player {
        if self.is_swapped() {
            player.other()
        } else {
            player
        }
    }

    /// Returns the number of the current round, from 1.
    pub const fn number(&self) -> u32 {
        self.score.rounds() + 1
    }

    /// Returns the score of all finished rounds. The current round counts while it is over: if the user takes back its
    /// last move, it no longer counts.
    pub fn score(&self) -> Standing<'t> {
        let mut score = self.score;
        match self.round.ending() {
            None => {}
            Some(Ending::WonBy(winner)) => score.wins[self.person(winner) as usize] += 1,
            Some(Ending::Drawn | Ending::Repetition) => score.draws += 1,
        }
        score
    }

    /// Begins the next round, or restarts the current round if it is not over.
    pub fn next(&mut self) {
        if self.round.ending().is_some() {
            self.score = self.score();
            if self.alternates {
                self.first = self.first.other();
            }
        }
        self.round = begin(self.table, self.start, self.seats, self.first);
    }
}

fn begin(table: &AnyTable, start: u64, seats: [Seat; 2], first: Player) -> Round<'_> {
    let seats = [first, first.other()].map(|person| seats[person as usize]);
    Round::new(table, seats).starting_from(start)
}

/// The score: how many rounds each person has won, and how many rounds were drawn.
#[derive(Clone, Copy)]
pub struct Standing<'t> {
    names: &'t Players,
    wins: [u32; 2],
    draws: u32,
}

impl Standing<'_> {
    pub const fn rounds(self) -> u32 {
        let [first, second] = self.wins;
        first + second + self.draws
    }
}

impl fmt::Display for Standing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for person in Player::BOTH {
            let (name, wins) = (self.names.of_person(person), self.wins[person as usize]);
            write!(f, "{name} won {wins}, ")?;
        }
        write!(f, "drawn {}", self.draws)
    }
}
