//! A state of any game, together with the table that knows it.

use std::fmt;

use perfectplay::{Analysis, Level, Move, Moves, Player, Value, principal_variation};
use perfectplay_games::show::{Place, Square, SquareLine};

use crate::answer::{Answer, Choice};
use crate::error::Error;
use crate::info::{Info, text};
use crate::numbers::Numbers;
use crate::picture::{Picture, line_squares};
use crate::square::square_code;

pub use crate::typed::{Position, SavedState};

impl<'t> Position<'t> {
    /// What there is to tell of its game.
    #[must_use]
    pub fn info(&self) -> &'t Info {
        self.0.info()
    }

    /// Writes the state, as [`Table::parse`](crate::Table::parse) reads it.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        self.0.write(out)
    }

    /// The state as text.
    #[must_use]
    pub fn text(&self) -> String {
        text(&|out| self.0.write(out))
    }

    /// The player to move; `None` if the state does not tell.
    #[must_use]
    pub fn mover(&self) -> Option<Player> {
        self.0.mover()
    }

    /// The key. No two states that games reach have the same one.
    #[must_use]
    pub fn key(&self) -> u64 {
        self.0.key()
    }

    /// The value of a finished game for the player who would move next; `None` if it goes on.
    #[must_use]
    pub fn outcome(&self) -> Option<Value> {
        self.0.outcome()
    }

    /// The legal moves; none if the game is over.
    #[must_use]
    pub fn legal(&self) -> Moves {
        match self.outcome() {
            Some(_) => Moves::EMPTY,
            None => self.0.legal(),
        }
    }

    /// The position after a move; `None` if it is not legal.
    #[must_use]
    pub fn play(&self, mv: Move) -> Option<Self> {
        self.legal().contains(mv).then(|| self.0.play(mv))
    }

    /// The legal move with a name; `None` if there is none.
    #[must_use]
    pub fn find_move(&self, name: &str) -> Option<Move> {
        let mut legal = self.legal().iter();
        legal.find(|&mv| self.move_name(mv) == name)
    }

    /// Writes the name of a legal move.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_move(&self, mv: Move, out: &mut dyn fmt::Write) -> fmt::Result {
        self.0.write_move(mv, out)
    }

    /// The name of a legal move.
    #[must_use]
    pub fn move_name(&self, mv: Move) -> String {
        text(&|out| self.0.write_move(mv, out))
    }

    /// The names of some legal moves, with spaces between them.
    #[must_use]
    pub fn move_names(&self, moves: Moves) -> String {
        let mut names = String::new();
        for mv in moves {
            if !names.is_empty() {
                names.push(' ');
            }
            self.0.write_move(mv, &mut names).expect("memory");
        }
        names
    }

    /// What the table holds of the state; `None` if no game reaches it.
    ///
    /// # Errors
    /// When the table cannot be read, or the rules contradict it.
    pub fn analysis(&self) -> Result<Option<Analysis>, Error> {
        let Some(analysis) = self.0.analysis()? else {
            return Ok(None);
        };
        let is_lawful = match self.outcome() {
            Some(value) => analysis == Analysis::finished(value),
            None => analysis.is_of_moves(self.0.legal()),
        };
        if is_lawful {
            Ok(Some(analysis))
        } else {
            Err(self.no_record())
        }
    }

    /// The same of a state that a game reaches.
    ///
    /// # Errors
    /// As [`analysis`](Self::analysis), and if the table lacks the state.
    pub fn record(&self) -> Result<Analysis, Error> {
        self.analysis()?.ok_or_else(|| self.no_record())
    }

    /// Everything that is known of the state.
    ///
    /// # Errors
    /// When the table cannot be read, or the rules contradict it.
    pub fn answer(&self) -> Result<Answer<'t>, Error> {
        let score = self.0.score()?;
        let choices = self.0.choices()?;
        let has_ended = self.0.outcome().is_some();
        if score.is_some() && choices.is_empty() != has_ended {
            return Err(self.no_record());
        }
        let line = (score.is_some() && has_ended).then(|| {
            let names = self
                .info()
                .board
                .as_ref()
                .map_or(&[][..], |board| &board.names);
            let squares = line_squares(&self.lines());
            squares
                .iter()
                .map(|&square| names[usize::from(square)].clone())
                .collect()
        });
        let problem = match score {
            None => self.0.why_unreachable(),
            Some(_) => None,
        };
        let verdict = score.map(|score| (score.value(), score.distance()));
        let (state, mover) = (self.text(), self.mover());
        Ok(Answer::new(
            self.info(),
            state,
            mover,
            verdict,
            choices,
            line,
            problem,
        ))
    }

    /// The state and its legal moves by the rules alone, for a game whose table nobody has: no verdict
    /// is told, and what is told of the worth of a move means nothing.
    #[must_use]
    pub fn unjudged(&self) -> Answer<'t> {
        let choices = self.legal().iter().map(|mv| Choice {
            mv,
            name: self.move_name(mv),
            place: self.place(mv),
            after: text(&|out| self.0.play(mv).write(out)),
            value: Value::Draw,
            distance: None,
            is_best: false,
        });
        let (state, mover) = (self.text(), self.mover());
        Answer::new(
            self.info(),
            state,
            mover,
            None,
            choices.collect(),
            None,
            None,
        )
    }

    /// The error for a state of which the table holds nothing that the rules allow.
    #[must_use]
    pub fn no_record(&self) -> Error {
        Error::Record { state: self.text() }
    }

    /// Why no game reaches the state, if the rules can tell at once.
    #[must_use]
    pub fn why_unreachable(&self) -> Option<String> {
        self.0.why_unreachable()
    }

    /// Whether it stands for its symmetric images. One of them does.
    #[must_use]
    pub fn is_canonical(&self) -> bool {
        self.0.is_canonical()
    }

    /// What stands on a square.
    #[must_use]
    pub fn square(&self, square: u8) -> Square {
        self.0.square(square)
    }

    /// The board as numbers, by [`square_code`](crate::square_code); nothing for a game without one.
    #[must_use]
    pub fn codes(&self) -> Vec<i8> {
        let info = self.info();
        let squares = 0..info.squares() as u8;
        let codes = squares.map(|square| square_code(self.square(square), info.marks));
        codes.collect()
    }

    /// Where a legal move is played.
    #[must_use]
    pub fn place(&self, mv: Move) -> Place {
        self.0.place(mv)
    }

    /// The squares that a legal move covers together; none if its place is all of it.
    #[must_use]
    pub fn covers(&self, mv: Move) -> Vec<u8> {
        self.0.covers(mv)
    }

    /// How many points each player has, in a game of points.
    #[must_use]
    pub fn points(&self) -> Option<[u32; 2]> {
        self.0.points()
    }

    /// The lines that are complete.
    #[must_use]
    pub fn lines(&self) -> Vec<SquareLine> {
        self.0.lines()
    }

    /// What the board looks like.
    #[must_use]
    pub fn picture(&self) -> Picture {
        let mut picture = Picture::new(self.info());
        let squares = 0..picture.names.len() as u8;
        picture.squares = squares.map(|square| self.0.square(square)).collect();
        picture.points = self.points();
        picture.lines = self.lines();
        picture.threats = Player::BOTH.map(|player| self.0.threats(player));
        picture
    }

    /// The game from here on, with numbers for its states: this one is 0.
    #[must_use]
    pub fn numbers(&self) -> Numbers<'t> {
        self.0.numbers()
    }

    /// The state alone, for a program that keeps it as long as it likes.
    #[must_use]
    pub fn save(&self) -> SavedState {
        self.0.save()
    }

    /// The line of best play from here on.
    ///
    /// # Errors
    /// When the table cannot be read, or the rules contradict it.
    pub fn best_play(&self) -> Result<BestPlay<'t>, Error> {
        let numbers = self.numbers();
        let mut seen = vec![0];
        let mut best_play = BestPlay {
            plies: Vec::new(),
            returns: false,
        };
        for ply in principal_variation(&numbers, 0) {
            let (mv, after) = ply.map_err(|error| numbers.error(error))?;
            best_play.plies.push((mv, numbers.position(after)));
            // Numbers are given in the order in which states are met.
            if seen.contains(&after) {
                best_play.returns = true;
                break;
            }
            seen.push(after);
        }
        Ok(best_play)
    }

    /// The first move of best play; `None` when the game is over, or no game reaches the state.
    ///
    /// # Errors
    /// When the table cannot be read, or the rules contradict it.
    pub fn best_move(&self) -> Result<Option<Move>, Error> {
        let numbers = self.numbers();
        let first = principal_variation(&numbers, 0).next().transpose();
        let first = first.map_err(|error| numbers.error(error))?;
        Ok(first.map(|(mv, _)| mv))
    }

    /// The move that a level chooses by this entropy. `None` if there is no move, or no game
    /// reaches the state.
    ///
    /// # Errors
    /// When the table cannot be read, or the rules contradict it.
    pub fn choose(&self, level: Level, entropy: u64) -> Result<Option<Move>, Error> {
        let numbers = self.numbers();
        let chosen = level.try_choose(&numbers, 0, entropy);
        chosen.map_err(|error| numbers.error(error))
    }

    /// All moves that a level may choose.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub fn choices(&self, level: Level) -> Result<Moves, Error> {
        use perfectplay::level::Strategy;
        level.on(self.numbers()).choices(0)
    }
}

impl Clone for Position<'_> {
    fn clone(&self) -> Self {
        self.0.clone()
    }
}

impl fmt::Display for Position<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write(f)
    }
}

impl fmt::Debug for Position<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({} {self})", self.info().spec)
    }
}

/// The line of best play.
#[derive(Clone, Debug)]
pub struct BestPlay<'t> {
    /// The moves, and the position that each leads to.
    pub plies: Vec<(Move, Position<'t>)>,
    /// Whether the last position has been on the board before, so that the game never ends.
    pub returns: bool,
}
