//! A position, and the methods that return its value, its moves and its board.

use std::collections::HashSet;
use std::fmt;

use perfectplay::game::{Score, score_of_move};
use perfectplay::level::Strategy;
use perfectplay::oracle::MoveSearch;
use perfectplay::solved::LookupError;
use perfectplay::{Analysis, Level, Move, Moves, Player, Solved, Value, principal_variation};
use perfectplay_games::show::{Place, Square, SquareLine};

use crate::answer::{Answer, Choice};
use crate::columns::square_code;
use crate::erased::Erased;
use crate::error::Error;
use crate::game::AnyGame;
use crate::info::{Board, Info};
use crate::picture::{Picture, line_squares};
use crate::proofs::AnyOracle;

/// A table in which a [`Position`] looks up its values.
pub(crate) trait AnyAnswers: Solved<Game = AnyGame, Error = Error> + Sync {
    /// Returns this table as an oracle; `None` if it is not an oracle. An oracle proves each answer when somebody asks
    /// for it.
    fn oracle(&self) -> Option<&dyn AnyOracle> {
        None
    }
}

/// A state of a solved game. A position can be asked for its value, its moves, the positions after its moves,
/// and its board.
///
/// [`AnyTable::start`](crate::AnyTable::start), [`AnyTable::parse`](crate::AnyTable::parse) and
/// [`play`](Self::play) return positions. A position need not be reachable.
#[derive(Clone, Copy)]
pub struct Position<'t> {
    pub(crate) solved: &'t (dyn AnyAnswers + 't),
    pub(crate) state: u64,
}

/// A function that writes a text about a position, such as a line of a CSV file. Several threads may call the function.
pub type Writer<'a> = dyn Fn(&Position<'_>, &mut Vec<u8>) -> Result<(), Error> + Sync + 'a;

/// A function that receives texts about states. The first argument is a text about one or more states. The second
/// argument is the number of these states.
pub type Sink<'a> = dyn FnMut(&[u8], u64) -> Result<(), Error> + 'a;

impl<'t> Position<'t> {
    fn game(&self) -> &'t AnyGame {
        self.solved.game()
    }

    fn rules(&self) -> &'t dyn Erased {
        &*self.game().0
    }

    const fn with(&self, state: u64) -> Self {
        Self { state, ..*self }
    }

    /// Returns the description of the game: its name, its players and its board.
    #[must_use]
    pub fn info(&self) -> &'t Info {
        self.rules().info()
    }

    /// Returns the state as [`AnyGame`] represents it: as a number.
    #[must_use]
    pub const fn state(&self) -> u64 {
        self.state
    }

    /// Writes the state as text. [`AnyTable::parse`](crate::AnyTable::parse) reads this text.
    ///
    /// # Errors
    /// Fails when `out` fails.
    pub fn write(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        self.rules().write_state(self.state, out)
    }

    /// Returns the state as text.
    #[must_use]
    pub fn text(&self) -> String {
        self.game().text(self.state)
    }

    /// Returns the player to move; `None` if the state does not say whose turn it is.
    #[must_use]
    pub fn mover(&self) -> Option<Player> {
        self.rules().to_move(self.state)
    }

    /// Returns the key of the state. No two reachable states share a key.
    #[must_use]
    pub fn key(&self) -> u64 {
        self.rules().key(self.state)
    }

    /// Returns the value for the player who would move next, if the game is over; otherwise `None`.
    #[must_use]
    pub fn outcome(&self) -> Option<Value> {
        self.rules().outcome(self.state)
    }

    /// Returns the legal moves; none if the game is over.
    #[must_use]
    pub fn legal(&self) -> Moves {
        match self.outcome() {
            Some(_) => Moves::EMPTY,
            None => self.rules().legal(self.state),
        }
    }

    /// Returns a random legal move; `None` if the game is over. `bits` is a random number.
    #[must_use]
    pub fn random_move(&self, bits: u64) -> Option<Move> {
        let legal = self.legal();
        let number = (u128::from(mix(bits)) * u128::from(legal.len())) >> u64::BITS;
        legal.iter().nth(number as usize)
    }

    /// Returns the position after a move; `None` if the move is not legal.
    #[must_use]
    pub fn play(&self, mv: Move) -> Option<Self> {
        let is_legal = self.legal().contains(mv);
        is_legal.then(|| self.with(self.rules().play(self.state, mv)))
    }

    /// Finds the legal move that a name stands for. The name may be the move's own name, or the name of the square
    /// where the move is played. [The game](perfectplay_games::Listed::read_move) may accept other names, too, such as
    /// the number of a column. Upper and lower case count as equal, unless several moves would then have the same name.
    #[must_use]
    pub fn find_move(&self, name: &str) -> Option<Move> {
        let legal = self.legal();
        if let Some(mv) = legal.iter().find(|&mv| self.move_name(mv) == name) {
            return Some(mv);
        }
        let other = self.rules().read_move(self.state, name);
        let other = other.filter(|&mv| legal.contains(mv));
        other.or_else(|| self.unjudged().find(&self.picture(), name))
    }

    /// Writes the name of a legal move.
    ///
    /// # Errors
    /// Fails when `out` fails.
    pub fn write_move(&self, mv: Move, out: &mut dyn fmt::Write) -> fmt::Result {
        self.rules().write_move(self.state, mv, out)
    }

    /// Returns the name of a legal move.
    #[must_use]
    pub fn move_name(&self, mv: Move) -> String {
        self.game().move_name(self.state, mv)
    }

    /// Returns the names of `moves`, which must be legal, with spaces between the names.
    #[must_use]
    pub fn move_names(&self, moves: Moves) -> String {
        let mut names = String::new();
        for mv in moves {
            if !names.is_empty() {
                names.push(' ');
            }
            self.write_move(mv, &mut names).expect("memory");
        }
        names
    }

    /// Returns the table's record of the state; `None` if the state is unreachable. An oracle proves the record of any
    /// state, unless the rules show that the state is unreachable.
    ///
    /// # Errors
    /// Fails when the table cannot be read, or the rules contradict it. Fails when an oracle does not prove a value
    /// within its limits.
    pub fn analysis(&self) -> Result<Option<Analysis>, Error> {
        if self.is_refused() {
            return Ok(None);
        }
        let Some(analysis) = self.solved.try_analysis(self.state)? else {
            return Ok(None);
        };
        let is_lawful = match self.outcome() {
            Some(value) => analysis == Analysis::finished(value),
            None => {
                let legal = self.rules().legal(self.state);
                analysis.is_of_moves(legal, self.solved.knows_distances())
            }
        };
        if is_lawful {
            Ok(Some(analysis))
        } else {
            Err(self.no_record())
        }
    }

    /// Returns whether the table is an oracle that refuses to answer, because the rules show that the state is
    /// unreachable.
    fn is_refused(&self) -> bool {
        self.solved.oracle().is_some() && self.why_unreachable().is_some()
    }

    /// Returns the value and the distance of the state; `None` if the state is unreachable. To answer, an oracle proves
    /// only this value and this distance, and not the values of the moves.
    ///
    /// # Errors
    /// Fails in the same cases as [`analysis`](Self::analysis).
    pub fn score(&self) -> Result<Option<Score>, Error> {
        if self.solved.oracle().is_some() && !self.is_refused() {
            return self.solved.try_score(self.state);
        }
        Ok(self.analysis()?.map(|analysis| analysis.score()))
    }

    /// Returns the table's record of a reachable state.
    ///
    /// # Errors
    /// Fails in the same cases as [`analysis`](Self::analysis), and when the table has no record of the state.
    pub fn record(&self) -> Result<Analysis, Error> {
        self.analysis()?.ok_or_else(|| self.no_record())
    }

    /// Returns the value of the state, and the value of each legal move.
    ///
    /// # Errors
    /// Fails when the table cannot be read, or the rules contradict it.
    pub fn answer(&self) -> Result<Answer<'t>, Error> {
        if self.solved.oracle().is_some() {
            return self.answer_so_far(&mut MoveSearch::default());
        }
        let score = self.solved.try_score(self.state)?;
        let outcome = self.outcome();
        let choices = match (score, outcome) {
            (Some(score), None) => self.judged(score)?,
            (Some(score), Some(value)) if score != Score::finished(value) => {
                return Err(self.no_record());
            }
            _ => Vec::new(),
        };
        let verdict = score.map(|score| (score.value(), score.distance()));
        let mut answer = self.answer_of(verdict, choices);
        if score.is_none() {
            answer.problem = self.why_unreachable();
        }
        Ok(answer)
    }

    fn answer_of(&self, verdict: Option<(Value, Option<u32>)>, choices: Vec<Choice>) -> Answer<'t> {
        let mut answer = Answer::new(self.info(), self.text(), self.mover(), verdict, choices);
        if verdict.is_some() && self.outcome().is_some() {
            let board = self.info().board.as_ref();
            let names = board.map_or(&[][..], |board| &board.names);
            let squares = line_squares(&self.lines()).into_iter();
            let names = squares.map(|square| names[usize::from(square)].clone());
            answer.line = Some(names.collect());
        }
        answer
    }

    /// Does the same as [`answer`](Self::answer), but continues `search`, which may have stopped at a limit of the
    /// oracle. Returns the values that are proved so far. If the table is not an oracle, no search is needed.
    ///
    /// # Errors
    /// Fails in the same cases as [`answer`](Self::answer).
    pub fn answer_so_far(&self, search: &mut MoveSearch) -> Result<Answer<'t>, Error> {
        let Some(oracle) = self.solved.oracle() else {
            return self.answer();
        };
        if let Some(problem) = self.why_unreachable() {
            let mut answer = self.answer_of(None, Vec::new());
            answer.problem = Some(problem);
            return Ok(answer);
        }
        let analysis = oracle.find_more(self.state, search)?;
        let (mut judged, mut unproved) = (Vec::new(), Vec::new());
        for &(mv, found) in search.moves() {
            let choice = self.choice(mv, self.with(self.rules().play(self.state, mv)));
            match found {
                Some(found) => judged.push(Choice {
                    value: found.value,
                    distance: found.distance,
                    found: Some((found.source, found.nodes)),
                    ..choice
                }),
                None => unproved.push(choice),
            }
        }
        let (verdict, best) = if let Some(analysis) = analysis {
            let verdict = (analysis.value(), analysis.distance());
            (Some(verdict), analysis.best())
        } else {
            let is_won = judged.iter().any(|choice| choice.value == Value::Win);
            let recalled = oracle.recall(self.state)?;
            let recalled = recalled.map(|found| (found.value, found.distance));
            let won = is_won.then_some((Value::Win, None));
            (recalled.or(won), Moves::EMPTY)
        };
        for choice in &mut judged {
            choice.is_best = best.contains(choice.mv);
        }
        let mut answer = self.answer_of(verdict, judged);
        answer.unproved = unproved;
        Ok(answer)
    }

    /// Returns the legal moves of the state with their values.
    fn judged(&self, score_of_state: Score) -> Result<Vec<Choice>, Error> {
        let legal = self.rules().legal(self.state);
        let (mut judged, mut best) = (Vec::with_capacity(legal.len() as usize), None);
        for mv in legal {
            let after = self.with(self.rules().play(self.state, mv));
            let score = self.solved.try_score(after.state)?;
            let score = score.ok_or_else(|| after.no_record())?;
            let of_move = score_of_move(self.game(), self.state, after.state, score);
            best = best.max(Some(of_move));
            judged.push(Choice {
                value: of_move.value(),
                distance: of_move.distance(),
                is_best: match score_of_state.value() {
                    Value::Draw => of_move.value() == Value::Draw,
                    _ => of_move == score_of_state,
                },
                ..self.choice(mv, after)
            });
        }
        if best != Some(score_of_state) {
            return Err(self.no_record());
        }
        Ok(judged)
    }

    /// Describes a legal move whose value has not been looked up. The returned value, a draw, is only a placeholder.
    fn choice(&self, mv: Move, after: Self) -> Choice {
        Choice {
            mv,
            name: self.move_name(mv),
            place: self.place(mv),
            after: after.text(),
            value: Value::Draw,
            distance: None,
            is_best: false,
            found: None,
        }
    }

    /// Returns the legal moves of the state, without values, for a game that has no table. The answer does not contain
    /// the value of the state. Ignore the values of the moves in the answer, because they are only placeholders.
    #[must_use]
    pub fn unjudged(&self) -> Answer<'t> {
        let played = |mv| self.with(self.rules().play(self.state, mv));
        let legal = self.legal().into_iter();
        let choices = legal.map(|mv| self.choice(mv, played(mv))).collect();
        let (state, mover) = (self.text(), self.mover());
        Answer::new(self.info(), state, mover, None, choices)
    }

    /// Returns the error for a state whose record is missing or contradicts the rules.
    #[must_use]
    pub fn no_record(&self) -> Error {
        Error::Record { state: self.text() }
    }

    fn error(&self, error: LookupError<u64, Error>) -> Error {
        self.game().lacking(error)
    }

    /// Returns the reason why the state is unreachable, if the rules can show this without a search.
    #[must_use]
    pub fn why_unreachable(&self) -> Option<String> {
        self.rules().why_unreachable(self.state)
    }

    /// Returns whether the state is canonical, which means that it stands for all its symmetric images.
    #[must_use]
    pub fn is_canonical(&self) -> bool {
        self.rules().canonical_key(self.state) == self.key()
    }

    /// Returns the content of each square of the board; empty for a game without a board.
    #[must_use]
    pub fn squares(&self) -> Vec<Square> {
        self.game().squares(self.state)
    }

    /// Returns the [code](crate::square_code) of each square of the board; empty for a game without a board.
    #[must_use]
    pub fn codes(&self) -> Vec<i8> {
        let marks = self.info().marks;
        let squares = self.squares().into_iter();
        squares.map(|square| square_code(square, marks)).collect()
    }

    /// Returns the place on the board where a legal move is played.
    #[must_use]
    pub fn place(&self, mv: Move) -> Place {
        self.rules().place(self.state, mv)
    }

    /// Returns the squares that a legal move covers. The list is empty if the move covers only the square where it is
    /// played.
    #[must_use]
    pub fn covers(&self, mv: Move) -> Vec<u8> {
        self.rules().covers(self.state, mv)
    }

    /// Returns the points of each player, in a game of points.
    #[must_use]
    pub fn points(&self) -> Option<[u32; 2]> {
        self.rules().points(self.state)
    }

    /// Returns the complete lines on the board.
    #[must_use]
    pub fn lines(&self) -> Vec<SquareLine> {
        self.rules().lines(self.state)
    }

    /// Returns the data from which the board of this state is drawn.
    #[must_use]
    pub fn picture(&self) -> Picture {
        let board = self.info().board.as_ref();
        Picture {
            grid: board.map(|board| board.grid),
            marks: self.info().marks,
            squares: self.squares(),
            names: board.map_or_else(Vec::new, |board| board.names.clone()),
            columns: board.map_or_else(Vec::new, Board::columns),
            points: self.points(),
            edges: board.map_or_else(Vec::new, |board| board.edges.clone()),
            lines: self.lines(),
            threats: Player::BOTH.map(|player| self.rules().threats(self.state, player)),
        }
    }

    /// Returns the line of best play from this position.
    ///
    /// # Errors
    /// Fails when the table cannot be read, or the rules contradict it.
    pub fn best_play(&self) -> Result<BestPlay<'t>, Error> {
        let mut seen = HashSet::from([self.state]);
        let mut best_play = BestPlay {
            plies: Vec::new(),
            returns: false,
        };
        for ply in principal_variation(self.solved, self.state) {
            let (mv, after) = ply.map_err(|error| self.error(error))?;
            best_play.plies.push((mv, self.with(after)));
            if !seen.insert(after) {
                best_play.returns = true;
                break;
            }
        }
        Ok(best_play)
    }

    /// Returns the first move of best play; `None` if the game is over, or if the state is unreachable.
    ///
    /// # Errors
    /// Fails when the table cannot be read, or the rules contradict it.
    pub fn best_move(&self) -> Result<Option<Move>, Error> {
        let first = principal_variation(self.solved, self.state).next();
        let first = first.transpose().map_err(|error| self.error(error))?;
        Ok(first.map(|(mv, _)| mv))
    }

    /// Returns the move that a player of this level chooses. `entropy` is the random number for this choice. Returns
    /// `None` if there is no move, or if the state is unreachable.
    ///
    /// # Errors
    /// Fails when the table cannot be read, or the rules contradict it.
    pub fn choose(&self, level: Level, entropy: u64) -> Result<Option<Move>, Error> {
        let chosen = level.try_choose(self.solved, self.state, entropy);
        chosen.map_err(|error| self.error(error))
    }

    /// Returns all moves that `level` may choose.
    ///
    /// # Errors
    /// Fails when the table cannot be read.
    pub fn choices(&self, level: Level) -> Result<Moves, Error> {
        level.on(self.solved).choices(self.state)
    }
}

impl fmt::Display for Position<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
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
    /// The moves, each with the position that it leads to.
    pub plies: Vec<(Move, Position<'t>)>,
    /// Whether the last position already occurred earlier in the line, so that play never ends.
    pub returns: bool,
}

/// Mixes the bits of a number with the function of SplitMix64 (Steele, Lea and Flood, 2014) and with constants of
/// Stafford.
pub(crate) const fn mix(number: u64) -> u64 {
    let z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
