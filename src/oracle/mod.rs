//! Oracles, which find the values of states of games that are too large to solve.

mod opening;
mod winning_playbook;

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use crate::evaluated::best_first;
use crate::playbook::PlaybookError;
use crate::prove::{Proof, ProofWatch, ProveError, Prover};
use crate::solved::{EvaluatedMove, LookupErrorOf, MovesOf, Solved};
use crate::wdl::{OnePlyLook, after, look};
use perfectplay_core::watch::Progress;
use perfectplay_core::{Analysis, Game, Hints, Move, Moves, Score, Value, is_extra_turn};

#[cfg(feature = "bake")]
pub(crate) use opening::Layers;
pub use opening::Opening;
use winning_playbook::WinningPlaybook;

/// An oracle, which finds the values of states of a game that is too large to solve. The values
/// come from the rules, from an [`Opening`], from a [playbook](Self::with_winning_playbook), and
/// from proofs.
///
/// An oracle implements [`Solved`], as tables do, so levels, rounds, hints and audits accept it.
/// Every answer is exact. If a proof reaches the [limit](Self::with_limit), the question fails with
/// [`ProveError::Stopped`]. The [`Prover`] remembers proved states, so later questions about nearby
/// states take less time.
///
/// Distances take longer to prove, and are unknown by default. Without proved distances, the
/// [`Analysis`] of an unfinished state contains the distance 1 if one ply decides the value, and
/// otherwise `None`. If some moves win at once, these are the best moves. Otherwise, the best moves
/// are all moves that keep the value, with one exception. In a lost state, a move after which the
/// opponent can win at once is a best move only if the opponent can win at once after every move.
/// [`with_distances`](Self::with_distances) proves distances.
///
/// # States that no game reaches
/// An oracle cannot tell whether some game reaches a state. For a state that no game reaches, the
/// oracle's answer means nothing.
///
/// ```
/// use perfectplay::oracle::Oracle;
/// use perfectplay::prove::Prover;
/// use perfectplay::{Game, Move, Solved, Value};
/// use perfectplay_games::mnk::Connect;
///
/// let game = Connect::new(7, 6, 4, false).expect("a size"); // the real Connect Four
/// let columns = [3, 3, 3, 3, 3, 1, 4, 4, 2, 5, 5];
/// let mut state = game.start();
/// for column in columns {
///     state = game.play(state, Move::new(column).expect("a column"));
/// }
/// let oracle = Oracle::new(Prover::new(game, 1 << 24));
/// let analysis = oracle.try_analysis(state)?.expect("a reachable state");
/// assert_eq!(analysis.value(), Value::Win);
/// # Ok::<(), perfectplay::prove::ProveError>(())
/// ```
pub struct Oracle<G: Game> {
    prover: Prover<G>,
    opening: Option<Opening>,
    book: Option<WinningPlaybook>,
    has_distances: bool,
    limit: u64,
    watch: Box<Watching>,
}

/// A function that gets the progress of a proof many times a second, and decides whether the proof
/// goes on.
type Watching = dyn Fn(Progress) -> ControlFlow<()> + Send + Sync;

/// The value of a state or of a move, and its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Sourced {
    /// The value of a state for the player to move, or of a move for the player who makes it.
    pub value: Value,
    /// The number of plies to the end; `None` if it is unknown. The distance is known if the game
    /// is over, or if one ply decides the value. An oracle that [proves
    /// distances](Oracle::with_distances) also knows the distance of every other win or loss.
    pub distance: Option<u32>,
    /// The source of the value.
    pub source: ValueSource,
    /// The number of states that were searched to find the value. A state that is searched twice
    /// counts twice.
    pub nodes: u64,
}

/// The source from which an [`Oracle`] knows the value of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ValueSource {
    /// The rules give the value, because the game is over or one ply decides the value.
    Rules,
    /// The table of the opening.
    Opening,
    /// The playbook gives the value, because its player wins from this state.
    Playbook,
    /// A proof.
    Proof,
}

impl ValueSource {
    /// Returns a short name of the source, such as `proof`, for output that programs read.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rules => "rules",
            Self::Opening => "table",
            Self::Playbook => "playbook",
            Self::Proof => "proof",
        }
    }
}

/// The least and the greatest value that a state can have, as far as is known before its value is
/// proved. `source` tells where this knowledge comes from.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    least: Value,
    most: Value,
    source: ValueSource,
}

impl Bounds {
    const NONE: Self = Self {
        least: Value::Loss,
        most: Value::Win,
        source: ValueSource::Rules,
    };

    const fn flip(self) -> Self {
        Self {
            least: self.most.flip(),
            most: self.least.flip(),
            ..self
        }
    }
}

/// A move of a state, and the value of the move. The value is `None` if a limit was reached before
/// the value was proved.
pub type SourcedMove = (Move, Option<Sourced>);

/// The progress of a search for the values of all moves of a state. [`Oracle::find_more`] continues
/// the search.
#[derive(Clone, Debug, Default)]
pub struct MoveSearch {
    moves: Vec<SourcedMove>,
    /// The value of the state, if it was known before the search.
    state: Option<Sourced>,
    /// For each move, the number of states that were searched so far.
    searched: Vec<u64>,
    /// The search works in rounds. In the current round, about this many states may be searched for
    /// each move.
    each: u64,
    /// The index in `moves` of the move with which the search goes on.
    next: usize,
    /// The number of states that were searched for the move `next` in the current round.
    spent: u64,
}

impl MoveSearch {
    /// Returns the moves with the values that were found so far, in the order of the moves.
    #[must_use]
    pub fn moves(&self) -> &[SourcedMove] {
        &self.moves
    }

    /// Returns whether all moves have a value.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.moves.iter().all(|(_, found)| found.is_some())
    }

    /// Returns bounds for the value of a move that has no value yet. The value is for the player
    /// who makes the move. No move has a greater value than the state, and at least one move has
    /// the same value as the state.
    fn bounds(&self) -> Bounds {
        let Some(state) = self.state else {
            return Bounds::NONE;
        };
        let mut found = self.moves.iter().filter_map(|(_, found)| *found);
        let is_last = found.clone().count() + 1 == self.moves.len();
        let must_be_as_good = is_last && found.all(|found| found.value < state.value);
        Bounds {
            least: if must_be_as_good {
                state.value
            } else {
                Value::Loss
            },
            most: state.value,
            source: state.source,
        }
    }
}

impl<G: Hints<State: Send + Sync> + Sync> Oracle<G> {
    /// Creates an oracle that has no opening, no limit and no distances.
    #[must_use]
    pub fn new(prover: Prover<G>) -> Self {
        Self {
            prover,
            opening: None,
            book: None,
            has_distances: false,
            limit: u64::MAX,
            watch: Box::new(|_| ControlFlow::Continue(())),
        }
    }

    /// Adds an opening, which holds the values of all states that are reached within the first
    /// plies.
    #[must_use]
    pub fn with_opening(self, opening: Opening) -> Self {
        Self {
            opening: Some(opening),
            ..self
        }
    }

    /// Adds a playbook whose player wins every game. If a state can occur while this player follows
    /// the book, the oracle knows without a long proof that the player wins. All other states are
    /// proved.
    ///
    /// **The oracle trusts the book.** The oracle checks that the bytes are a playbook of this
    /// game. For each state, the oracle also checks that the state can occur while the player
    /// follows the book. The oracle does not play the book against every reply. If the book does
    /// not win every game, the oracle gives wrong answers.
    /// [`played_through`](crate::verify::PlayedThrough) tells whether the book wins every game.
    ///
    /// # Errors
    /// Fails when the bytes are no playbook of this game, or the book plays both sides.
    pub fn with_winning_playbook(self, bytes: Vec<u8>) -> Result<Self, PlaybookError> {
        let book = WinningPlaybook::new(self.prover.game(), bytes)?;
        Ok(Self {
            book: Some(book),
            ..self
        })
    }

    /// Makes the oracle prove distances, too. The distance of a draw stays unknown.
    #[must_use]
    pub fn with_distances(self) -> Self {
        Self {
            has_distances: true,
            ..self
        }
    }

    /// Limits the work that the oracle does for each question. A question fails if its proof has
    /// searched about `states` states without an answer.
    #[must_use]
    pub fn with_limit(self, states: u64) -> Self {
        Self {
            limit: states,
            ..self
        }
    }

    /// Calls `watch` with the progress of each proof, many times a second. If `watch` returns
    /// `Break`, the question fails.
    #[must_use]
    pub fn watched(
        self,
        watch: impl Fn(Progress) -> ControlFlow<()> + Send + Sync + 'static,
    ) -> Self {
        Self {
            watch: Box::new(watch),
            ..self
        }
    }

    /// Returns the prover.
    #[must_use]
    pub const fn prover(&self) -> &Prover<G> {
        &self.prover
    }

    /// Returns the opening.
    #[must_use]
    pub const fn opening(&self) -> Option<&Opening> {
        self.opening.as_ref()
    }

    /// Finds the value of a state.
    ///
    /// # Errors
    /// Fails with [`ProveError::Stopped`] when a proof reaches the limit. Also fails in the same
    /// cases as [`Prover::is_at_least`].
    pub fn find(&self, state: G::State) -> Result<Sourced, ProveError> {
        let found = self.find_within(self.limit, state)?;
        found.ok_or(ProveError::Stopped)
    }

    /// Finds the value of each legal move, in the order of the moves. If the game is over, the list
    /// is empty. Easy moves are proved first, so that only hard moves reach the limit and get no
    /// value.
    ///
    /// # Errors
    /// Fails when the game is loopy, has lines of play that are too long, or has a fault in its
    /// rules.
    pub fn find_moves(&self, state: G::State) -> Result<Vec<SourcedMove>, ProveError> {
        let mut search = MoveSearch::default();
        self.find_more(state, &mut search)?;
        Ok(search.moves)
    }

    /// Does the same as [`find_moves`](Self::find_moves), but keeps its progress in `search`. If
    /// the [watching](Self::watched) function stops the work, the next call with the same `search`
    /// continues the work. A new search begins with [`MoveSearch::default`].
    ///
    /// # Errors
    /// Fails in the same cases as [`find_moves`](Self::find_moves).
    pub fn find_more(&self, state: G::State, search: &mut MoveSearch) -> Result<(), ProveError> {
        let game = self.prover.game();
        if game.outcome(state).is_some() {
            return Ok(());
        }
        if search.moves.is_empty() {
            let legal = game.legal(state);
            search.moves = legal.iter().map(|mv| (mv, None)).collect();
            search.searched = legal.iter().map(|_| 0).collect();
            if !self.has_distances {
                search.state = match self.find_within(0, state) {
                    Err(ProveError::Stopped) => None,
                    known => known?,
                };
            }
        }
        while !search.is_done() {
            for at in search.next..search.moves.len() {
                let bounds = search.bounds();
                let (mv, value) = &mut search.moves[at];
                if value.is_none() {
                    let begun = self.prover.nodes();
                    let left = self.limit.saturating_sub(search.searched.iter().sum());
                    let later = game.play(state, *mv);
                    let each = search.each - search.spent;
                    let bounds = match is_extra_turn(game, state, later) {
                        true => bounds,
                        false => bounds.flip(),
                    };
                    let sourced = self.find_between(bounds, each.min(left), later);
                    let nodes = self.prover.nodes() - begun;
                    search.searched[at] += nodes;
                    if let Err(ProveError::Stopped) = sourced {
                        search.spent += nodes;
                        search.next = at;
                        if search.spent >= search.each {
                            (search.spent, search.next) = (0, at + 1);
                        }
                        return Ok(());
                    }
                    *value = sourced?.map(|sourced| Sourced {
                        value: after(game, state, later, sourced.value),
                        distance: sourced.distance.map(|plies| plies + 1),
                        nodes: search.searched[at],
                        ..sourced
                    });
                }
                search.spent = 0;
            }
            search.next = 0;
            if search.searched.iter().sum::<u64>() >= self.limit {
                return Ok(());
            }
            // The first round finds the values that are known without a proof.
            search.each = search.each.saturating_mul(4).max(1 << 10);
        }
        Ok(())
    }

    /// Returns the analysis of a state, from the values that [`find_moves`](Self::find_moves)
    /// returned; `None` if a move has no value.
    #[must_use]
    pub fn analysis_of(&self, state: G::State, moves: &[SourcedMove]) -> Option<Analysis> {
        let game = self.prover.game();
        if let Some(value) = game.outcome(state) {
            return Some(Analysis::finished(value));
        }
        let moves = moves.iter().map(|&(mv, found)| Some((mv, found?)));
        let moves: Option<Vec<_>> = moves.collect();
        let decided = matches!(look(game, state), OnePlyLook::Decided(_));
        Some(analysis_of(&moves?, decided, self.has_distances))
    }

    /// Does the same as [`find`](Self::find), but gives up and returns `None` after about `limit`
    /// states. With a limit of 0, it returns a value only if the oracle knows the value without a
    /// search.
    ///
    /// # Errors
    /// Fails in the same cases as [`find`](Self::find).
    pub fn find_within(&self, limit: u64, state: G::State) -> Result<Option<Sourced>, ProveError> {
        self.find_between(Bounds::NONE, limit, state)
    }

    /// Does the same as [`find_within`](Self::find_within) for a state whose value is known to lie
    /// within `bounds`.
    fn find_between(
        &self,
        bounds: Bounds,
        limit: u64,
        state: G::State,
    ) -> Result<Option<Sourced>, ProveError> {
        let game = self.prover.game();
        let sourced = |value, distance, source, nodes| Sourced {
            value,
            distance,
            source,
            nodes,
        };
        if let Some(value) = game.outcome(state) {
            return Ok(Some(sourced(value, Some(0), ValueSource::Rules, 0)));
        }
        if let OnePlyLook::Decided(value) = look(game, state) {
            // Either every move ends the game, or the best move does.
            return Ok(Some(sourced(value, Some(1), ValueSource::Rules, 0)));
        }
        let opening = self.opening.as_ref();
        let stored = opening.and_then(|opening| opening.value(game, state));
        let begun = self.prover.nodes();
        let found = match stored {
            _ if bounds.least == bounds.most => Some((bounds.least, bounds.source)),
            Some(value) => Some((value, ValueSource::Opening)),
            None => self.recall_or_prove(bounds, limit, state)?,
        };
        let Some((value, source)) = found else {
            return Ok(None);
        };
        let is_draw = value == Value::Draw;
        if self.has_distances && !is_draw {
            let watch = &mut |progress| (self.watch)(progress);
            let score = &mut |watch: ProofWatch<'_>| self.prover.score(state, watch);
            let Some(Proof { distance, .. }) = self.prover.within(limit, watch, score)? else {
                return Ok(None);
            };
            let nodes = self.prover.nodes() - begun;
            return Ok(Some(sourced(value, distance, ValueSource::Proof, nodes)));
        }
        let nodes = self.prover.nodes() - begun;
        Ok(Some(sourced(value, None, source, nodes)))
    }

    /// Finds the value of a state by a short proof, by the playbook, or by a long proof.
    fn recall_or_prove(
        &self,
        bounds: Bounds,
        limit: u64,
        state: G::State,
    ) -> Result<Option<(Value, ValueSource)>, ProveError> {
        /// The limit of the short proof, in states. A proof within this limit takes less time than
        /// a search through all lines of play of the playbook.
        const SHORT: u64 = 1 << 10;
        if let Some(book) = &self.book {
            let short = self.prove_between(bounds, limit.min(SHORT), state);
            if let Ok(Some(value)) = short {
                return Ok(Some((value, ValueSource::Proof)));
            }
            if let Some(value) = book.value(self.prover.game(), state) {
                return Ok(Some((value, ValueSource::Playbook)));
            }
            short?;
        }
        let proved = self.prove_between(bounds, limit, state)?;
        Ok(proved.map(|value| (value, ValueSource::Proof)))
    }

    /// Proves the value of a state, which must lie within `bounds`. Asks the prover at most twice.
    /// Returns `None` if an answer takes more than about `limit` states.
    fn prove_between(
        &self,
        bounds: Bounds,
        limit: u64,
        state: G::State,
    ) -> Result<Option<Value>, ProveError> {
        for value in [Value::Win, Value::Draw] {
            if value > bounds.most {
                continue;
            }
            if value <= bounds.least {
                return Ok(Some(value));
            }
            let watch = &mut |progress| (self.watch)(progress);
            match self.prover.is_at_least_within(limit, value, state, watch)? {
                Some(true) => return Ok(Some(value)),
                Some(false) => {}
                None => return Ok(None),
            }
        }
        Ok(Some(Value::Loss))
    }
}

/// Returns the analysis of a state from the values of its moves. If distances are not proved, the
/// distance of a move is known only if the game ends with the move, or with the opponent's reply.
/// So if the distance of a win or a loss is unknown, it is greater than every known distance.
fn analysis_of(moves: &[(Move, Sourced)], decided: bool, has_distances: bool) -> Analysis {
    let mut analysis = Analysis::finished(Value::Loss).parts();
    for &(mv, found) in moves {
        *match found.value {
            Value::Win => &mut analysis.winning,
            Value::Draw => &mut analysis.neutral,
            Value::Loss => &mut analysis.losing,
        } |= mv.into();
        analysis.value = analysis.value.max(found.value);
    }
    let keeping = moves
        .iter()
        .filter(|(_, found)| found.value == analysis.value);
    let distance = |found: &Sourced| found.distance.unwrap_or(u32::MAX);
    let distances = keeping.clone().map(|(_, found)| distance(found));
    let wanted = match analysis.value {
        Value::Win => distances.min(),
        Value::Draw => None,
        Value::Loss => distances.max(),
    };
    let best = keeping.filter(|(_, found)| wanted.is_none_or(|wanted| distance(found) == wanted));
    analysis.best = best.fold(Moves::EMPTY, |best, (mv, _)| best | (*mv).into());
    analysis.distance = match wanted.filter(|&wanted| wanted < u32::MAX) {
        _ if decided => Some(1),
        Some(wanted) if has_distances => Some(wanted),
        _ => None,
    };
    analysis.analysis()
}

/// For a state that no game reaches, the answer means nothing.
impl<G: Hints<State: Send + Sync> + Sync> Solved for Oracle<G> {
    type Game = G;
    type Error = ProveError;

    fn game(&self) -> &G {
        self.prover.game()
    }

    /// Returns 0, because the number of states is unknown.
    fn states(&self) -> u64 {
        0
    }

    fn knows_distances(&self) -> bool {
        false
    }

    fn try_analysis(&self, state: G::State) -> Result<Option<Analysis>, ProveError> {
        let analysis = self.analysis_of(state, &self.find_moves(state)?);
        analysis.ok_or(ProveError::Stopped).map(Some)
    }

    fn try_score(&self, state: G::State) -> Result<Option<Score>, ProveError> {
        let found = self.find(state)?;
        Ok(Some(Score::new(found.value, found.distance)))
    }

    fn try_legal(&self, state: G::State) -> Result<Option<Moves>, LookupErrorOf<Self>> {
        Ok(Some(match self.game().outcome(state) {
            Some(_) => Moves::EMPTY,
            None => self.game().legal(state),
        }))
    }

    fn try_moves(&self, state: G::State) -> Result<MovesOf<Self>, LookupErrorOf<Self>> {
        let found = self.find_moves(state)?;
        let analysis = self.analysis_of(state, &found);
        let best = analysis.ok_or(ProveError::Stopped)?.best();
        Ok(best_first(found.into_iter().filter_map(|(mv, found)| {
            let found = found?;
            Some(EvaluatedMove {
                mv,
                after: self.game().play(state, mv),
                value: found.value,
                distance: found.distance,
                is_best: best.contains(mv),
            })
        })))
    }
}
