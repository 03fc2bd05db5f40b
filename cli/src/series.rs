//! Rounds, one after the other, and the score.

use std::fmt;

use perfectplay::tictactoe::TicTacToe;
use perfectplay::{Player, Ply, Round, Seat, State};

/// Rounds between two players who take turns to start.
pub struct Series<R> {
    /// The seats of the two players.
    seats: [Seat; 2],
    /// Who starts this round.
    first: Player,
    /// Without the round in progress.
    score: Score,
    pub round: R,
}

/// One game of a series.
pub trait Contest {
    /// What the two players are called.
    const NAMES: [&'static str; 2];

    /// How the game has ended; `None` while it goes on.
    fn ending(&self) -> Option<Ending>;

    /// A new game, in which this player moves first.
    fn anew(&self, seats: [Seat; 2], first: Player) -> Self;
}

/// How a game has ended.
pub enum Ending {
    WonBy(Player),
    Drawn,
}

impl<R: Contest> Series<R> {
    /// A series that begins with this round, in which the first player moves first.
    pub const fn new(seats: [Seat; 2], first: Player, round: R) -> Self {
        Self {
            seats,
            first,
            score: Score {
                names: R::NAMES,
                wins: [0; 2],
                draws: 0,
            },
            round,
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
        match self.round.ending() {
            None => {}
            Some(Ending::Drawn) => score.draws += 1,
            Some(Ending::WonBy(winner)) => score.wins[winner as usize] += 1,
        }
        score
    }

    /// Goes on to the next round, or starts this one again if it is not over.
    pub fn next(&mut self) {
        if self.round.ending().is_some() {
            self.score = self.score();
            self.first = self.first.other();
        }
        self.round = self.round.anew(self.seats, self.first);
    }
}

/// A round of tic-tac-toe, and the mark that starts it.
pub struct TicTacToeRound {
    pub round: Round<&'static TicTacToe, Vec<Ply<State>>>,
    first: Player,
}

impl TicTacToeRound {
    /// A round in which the player with this mark moves first.
    fn new(seats: [Seat; 2], first: Player) -> Self {
        let seats = [first, first.other()].map(|player| seats[player as usize]);
        Self {
            round: Round::new(&TicTacToe, seats),
            first,
        }
    }

    /// The mark that a player of the rules is shown with.
    pub const fn shown(&self, player: Player) -> Player {
        match self.first {
            Player::First => player,
            Player::Second => player.other(),
        }
    }
}

impl Series<TicTacToeRound> {
    /// Rounds of tic-tac-toe, between X and O.
    pub fn of_tictactoe(seats: [Seat; 2], first: Player) -> Self {
        Self::new(seats, first, TicTacToeRound::new(seats, first))
    }
}

impl Contest for TicTacToeRound {
    const NAMES: [&'static str; 2] = ["X", "O"];

    fn ending(&self) -> Option<Ending> {
        match self.round.ending()? {
            perfectplay::Ending::WonBy(winner) => Some(Ending::WonBy(self.shown(winner))),
            _ => Some(Ending::Drawn),
        }
    }

    fn anew(&self, seats: [Seat; 2], first: Player) -> Self {
        Self::new(seats, first)
    }
}

/// The rounds that were won, by the winner, and those that nobody won.
#[derive(Clone, Copy)]
pub struct Score {
    names: [&'static str; 2],
    wins: [u32; 2],
    draws: u32,
}

impl Score {
    pub const fn rounds(self) -> u32 {
        let [x, o] = self.wins;
        x + o + self.draws
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, wins) in self.names.iter().zip(self.wins) {
            write!(f, "{name} {wins}, ")?;
        }
        write!(f, "draws {}", self.draws)
    }
}
