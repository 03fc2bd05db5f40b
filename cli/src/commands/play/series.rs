//! Rounds, one after the other, and the score.

use std::fmt;

use perfectplay::Player;
use perfectplay::round::{Ending, Seat};
use perfectplay_any::{Players, Position, Round};

/// Rounds between two people who keep their names and take turns to start. The name of a
/// person is that of a player of the game: X may start a round, or O.
pub struct Series<'t> {
    /// Where each round begins.
    start: Position<'t>,
    /// Who makes the moves of each person.
    seats: [Seat; 2],
    /// The person who starts this round.
    pub first: Player,
    /// Whether the people take turns to start.
    alternates: bool,
    /// Without the round in progress.
    score: Standing<'t>,
    pub round: Round<'t>,
}

impl<'t> Series<'t> {
    /// A series that this person starts.
    pub fn new(start: Position<'t>, seats: [Seat; 2], first: Player, alternates: bool) -> Self {
        Self {
            seats,
            first,
            alternates,
            score: Standing {
                names: &start.info().players,
                wins: [0; 2],
                draws: 0,
            },
            round: begin(&start, seats, first),
            start,
        }
    }

    /// What a person is called.
    pub fn name(&self, person: Player) -> String {
        self.score.names.of_person(person)
    }

    /// The person whose moves the computer makes, if it plays.
    pub fn computer(&self) -> Option<Player> {
        let mut people = Player::BOTH.into_iter();
        people.find(|&person| self.seats[person as usize] != Seat::Human)
    }

    /// Whether the person with the name of the second player moves first.
    pub fn is_swapped(&self) -> bool {
        self.first == Player::Second
    }

    /// The person who plays this player's moves in this round.
    pub fn person(&self, player: Player) -> Player {
        if self.is_swapped() {
            player.other()
        } else {
            player
        }
    }

    /// The number of this round, from 1.
    pub const fn number(&self) -> u32 {
        self.score.rounds() + 1
    }

    /// The score, with this round if it is over: a round that is taken back counts no more.
    pub fn score(&self) -> Standing<'t> {
        let mut score = self.score;
        match self.round.ending() {
            None => {}
            Some(Ending::WonBy(winner)) => score.wins[self.person(winner) as usize] += 1,
            Some(Ending::Drawn | Ending::Repetition) => score.draws += 1,
        }
        score
    }

    /// Goes on to the next round, or starts this one again if it is not over.
    pub fn next(&mut self) {
        if self.round.ending().is_some() {
            self.score = self.score();
            if self.alternates {
                self.first = self.first.other();
            }
        }
        self.round = begin(&self.start, self.seats, self.first);
    }
}

/// A round that this person starts.
fn begin<'t>(start: &Position<'t>, seats: [Seat; 2], first: Player) -> Round<'t> {
    Round::new(
        start.subgame(),
        [first, first.other()].map(|person| seats[person as usize]),
    )
}

/// The rounds that each person won, and the drawn ones.
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
