//! The solver: from rules to the analysis of every reachable state.

use alloc::collections::BTreeMap;
use alloc::collections::btree_map::Entry;
use alloc::vec::Vec;
use core::fmt;

use crate::game::{Game, MOVE_LIMIT, Move, Moves, Value};
use crate::record::Analysis;

/// Solves a game: finds every state that some game from the start passes through, and
/// what it is worth.
///
/// Depth-first, each state solved once, after all states that follow it. The path is a
/// vector, not the call stack, so that long games do not overflow it.
///
/// ```
/// use perfectplay::{Value, solve, tictactoe::TicTacToe};
///
/// let solution = solve(&TicTacToe)?;
/// assert_eq!(solution.len(), 5478);
/// assert_eq!(solution.get(0).map(|empty| empty.value), Some(Value::Draw));
/// # Ok::<(), perfectplay::SolveError>(())
/// ```
///
/// # Errors
/// When the rules are not those of a finite game with at most 64 moves and one key a
/// state; see [`Fault`].
pub fn solve<G: Game>(game: &G) -> Result<Solution<G::State>, SolveError> {
    let found = game.move_count();
    if found > MOVE_LIMIT {
        return Err(SolveError::at::<G::State>(&[], Fault::MoveCount { found }));
    }
    let mut solver = Solver {
        game,
        moves: Moves::first_n(found),
        seen: BTreeMap::new(),
        path: Vec::new(),
    };
    match solver.run() {
        Ok(()) => Ok(Solution::new(solver.seen)),
        Err(fault) => Err(SolveError::at(&solver.path, fault)),
    }
}

/// A state on the path from the start, and what its moves came to so far.
struct Frame<S> {
    key: u64,
    state: S,
    /// The move that is being looked at; `None` before the first.
    current: Option<Move>,
    /// The moves still to be looked at.
    rest: Moves,
    winning: Moves,
    losing: Moves,
    neutral: Moves,
    /// The best moves of each kind so far, and their distance.
    fastest_wins: (Moves, u32),
    slowest_losses: (Moves, u32),
    nearest_draw: u32,
}

impl<S: Copy> Frame<S> {
    fn new(key: u64, state: S, legal: Moves) -> Self {
        Self {
            key,
            state,
            current: None,
            rest: legal,
            winning: Moves::EMPTY,
            losing: Moves::EMPTY,
            neutral: Moves::EMPTY,
            fastest_wins: (Moves::EMPTY, u32::MAX),
            slowest_losses: (Moves::EMPTY, 0),
            nearest_draw: u32::MAX,
        }
    }

    /// Takes note of a move whose outcome, for the opponent, is known.
    fn note(&mut self, mv: Move, reply: (Value, u32)) {
        let mv = Moves::from_move(mv);
        let (value, distance) = reply;
        match value {
            Value::Loss => {
                self.winning = self.winning | mv;
                if distance < self.fastest_wins.1 {
                    self.fastest_wins = (mv, distance);
                } else if distance == self.fastest_wins.1 {
                    self.fastest_wins.0 = self.fastest_wins.0 | mv;
                }
            }
            Value::Win => {
                self.losing = self.losing | mv;
                if distance > self.slowest_losses.1 || self.slowest_losses.0.is_empty() {
                    self.slowest_losses = (mv, distance);
                } else if distance == self.slowest_losses.1 {
                    self.slowest_losses.0 = self.slowest_losses.0 | mv;
                }
            }
            Value::Draw => {
                self.neutral = self.neutral | mv;
                self.nearest_draw = self.nearest_draw.min(distance);
            }
        }
    }

    /// The analysis, once every move is noted.
    fn analysis(&self) -> Analysis {
        let (value, best, distance) = if !self.winning.is_empty() {
            (Value::Win, self.fastest_wins.0, self.fastest_wins.1)
        } else if !self.neutral.is_empty() {
            (Value::Draw, self.neutral, self.nearest_draw)
        } else {
            (Value::Loss, self.slowest_losses.0, self.slowest_losses.1)
        };
        Analysis {
            winning: self.winning,
            losing: self.losing,
            neutral: self.neutral,
            best,
            value,
            distance: distance + 1,
        }
    }
}

struct Solver<'a, G: Game> {
    game: &'a G,
    /// All moves that the game declares.
    moves: Moves,
    /// Every state met, by key; without an analysis while it is on the path.
    seen: BTreeMap<u64, (G::State, Option<Analysis>)>,
    path: Vec<Frame<G::State>>,
}

impl<G: Game> Solver<'_, G> {
    fn run(&mut self) -> Result<(), Fault> {
        self.visit(self.game.start())?;
        while let Some(frame) = self.path.last_mut() {
            if let Some(mv) = frame.rest.first() {
                frame.rest = frame.rest - mv.into();
                frame.current = Some(mv);
                let child = self.game.play(frame.state, mv);
                self.visit(child)?;
            } else {
                let (key, analysis) = (frame.key, frame.analysis());
                if let Some((_, solved)) = self.seen.get_mut(&key) {
                    *solved = Some(analysis);
                }
                self.path.pop();
                self.note(&analysis);
            }
        }
        Ok(())
    }

    /// Meets a state after the current move of the path's end: notes what is known of
    /// it, or puts it on the path.
    fn visit(&mut self, state: G::State) -> Result<(), Fault> {
        let key = self.game.key(state);
        let known = match self.seen.entry(key) {
            Entry::Occupied(seen) => match *seen.get() {
                (other, _) if other != state => return Err(Fault::SharedKey { key }),
                (_, None) => return Err(Fault::Cycle),
                (_, Some(analysis)) => analysis,
            },
            Entry::Vacant(new) => match self.game.outcome(state) {
                Some(value) => {
                    let analysis = Analysis::finished(value);
                    new.insert((state, Some(analysis)));
                    analysis
                }
                None => {
                    let legal = self.game.legal(state);
                    if legal.is_empty() {
                        return Err(Fault::NoMoves);
                    }
                    if !legal.is_subset(self.moves) {
                        return Err(Fault::UnknownMoves {
                            found: legal - self.moves,
                        });
                    }
                    new.insert((state, None));
                    self.path.push(Frame::new(key, state, legal));
                    return Ok(());
                }
            },
        };
        self.note(&known);
        Ok(())
    }

    /// Takes note of the state after the current move of the path's end.
    fn note(&mut self, child: &Analysis) {
        if let Some(frame) = self.path.last_mut() {
            if let Some(mv) = frame.current {
                frame.note(mv, (child.value, child.distance));
            }
        }
    }
}

/// Every reachable state of a game with its analysis, ordered by key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<S> {
    states: Vec<(u64, S, Analysis)>,
}

impl<S: Copy> Solution<S> {
    fn new(seen: BTreeMap<u64, (S, Option<Analysis>)>) -> Self {
        // When the solver has ended nothing is on the path, so that nothing is left out.
        let solved = |(key, (state, analysis))| Some((key, state, analysis?));
        Self {
            states: seen.into_iter().filter_map(solved).collect(),
        }
    }

    /// How many states there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Whether there is none; never so for a game that was solved.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// The analysis of the state with this key; `None` if no game reaches it.
    #[must_use]
    pub fn get(&self, key: u64) -> Option<&Analysis> {
        let at = self
            .states
            .binary_search_by_key(&key, |&(key, ..)| key)
            .ok()?;
        Some(&self.states[at].2)
    }

    /// Every state and its analysis, by rising key.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (S, &Analysis)> {
        self.states
            .iter()
            .map(|(_, state, analysis)| (*state, analysis))
    }
}

/// What is wrong with the rules of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// The game declares more moves than a [`Moves`] holds.
    MoveCount {
        /// The number declared.
        found: u32,
    },
    /// Moves are legal that the game does not declare.
    UnknownMoves {
        /// Those moves.
        found: Moves,
    },
    /// The game goes on, but there is no legal move.
    NoMoves,
    /// The state stood on the board before in the same game, which need never end.
    Cycle,
    /// The state has the key of another.
    SharedKey {
        /// The key of both.
        key: u64,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MoveCount { found } => {
                write!(f, "expected at most {MOVE_LIMIT} moves, found {found}")
            }
            Self::UnknownMoves { found } => {
                write!(
                    f,
                    "expected moves below the game's move count, found {found:?}"
                )
            }
            Self::NoMoves => f.write_str("expected a legal move or an outcome, found neither"),
            Self::Cycle => f.write_str("expected a game without repetition, found a state again"),
            Self::SharedKey { key } => {
                write!(
                    f,
                    "expected a key for each state, found two states with {key}"
                )
            }
        }
    }
}

/// Why a game was not solved, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolveError {
    fault: Fault,
    moves: Vec<Move>,
}

impl SolveError {
    fn at<S>(path: &[Frame<S>], fault: Fault) -> Self {
        Self {
            fault,
            moves: path.iter().filter_map(|frame| frame.current).collect(),
        }
    }

    /// What is wrong.
    #[must_use]
    pub const fn fault(&self) -> Fault {
        self.fault
    }

    /// The moves from the start to the state in which it shows.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, after the moves {:?}", self.fault, self.moves)
    }
}

impl core::error::Error for SolveError {}
