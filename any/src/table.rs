//! A solved game without its type.

use std::io::Read;
use std::ops::ControlFlow;

use perfectplay::bake::{Arena, BakeError, BakedPlaybook, SourceLanguage};
use perfectplay::game::ParseStateError;
use perfectplay::graph::{ExploreError, Graph, Nodes, explore_all};
use perfectplay::playbook::PlaybookError;
use perfectplay::solve::Solution;
use perfectplay::table::TableData;
use perfectplay::verify::{Verified, VerifyError, verify_watched};
use perfectplay::{Analysis, Moves, Player, Value, bake, walk};
use perfectplay_games::Listed;

use crate::error::Error;
use crate::info::Info;
use crate::kept::{Any, Kept, lacking};
use crate::numbers::Numbers;
use crate::own;
use crate::playbook::Playbook;
#[cfg(feature = "files")]
use crate::tiers::Tiers;
use crate::tiers::{Sink, Visited, Writer};
use crate::typed::{Interned, Position, Typed};
use crate::watch::{Limits, Phase, Progress, Watch};

/// A solved game, whatever it is and wherever its table is kept.
pub trait Table: Send + Sync {
    /// What there is to tell of the game.
    fn info(&self) -> &Info;

    /// How many states there are that some game reaches.
    fn states(&self) -> u64;

    /// Whether the states are too many to be held in memory at once.
    fn is_large(&self) -> bool;

    /// The position in which a game begins, or the first of them.
    fn start(&self) -> Position<'_>;

    /// The position that a text tells, which need not be reachable.
    ///
    /// # Errors
    /// When the text is not that of a state.
    fn parse(&self, text: &str) -> Result<Position<'_>, ParseStateError>;

    /// The game with numbers for its states, from its starts on.
    fn numbers(&self) -> Numbers<'_>;

    /// Calls something with every reachable state: the nearest to a start first, or tier by tier
    /// if the game is [large](Self::is_large).
    ///
    /// # Errors
    /// When the table cannot be read, or the rules contradict it; and those of the visitor.
    fn visit(&self, each: &mut Visitor<'_>) -> Result<(), Error>;

    /// Writes something about each of the same states, and gives some bytes and the number of
    /// their states at a time to `out`. A table in a file works on all cores, and tier by tier.
    ///
    /// # Errors
    /// When the table cannot be read, or the rules contradict it; and those of both functions.
    fn write_each(&self, write: &Writer<'_>, out: &mut Sink<'_>) -> Result<(), Error>;

    /// Gives what is known of the same states to `each`, column by column, some thousand states
    /// at a time.
    ///
    /// # Errors
    /// When the table cannot be read, or the rules contradict it; and those of `each`.
    fn batches(&self, each: &mut dyn FnMut(Batch<'_>) -> Result<(), Error>) -> Result<(), Error>;

    /// Verifies the table against the rules.
    ///
    /// # Errors
    /// What is wrong with it.
    fn verify(&self, limits: &Limits<'_>) -> Result<Verified, Error>;

    /// How many states are won, drawn and lost for the player to move.
    ///
    /// # Errors
    /// When the table cannot be read, or the rules contradict it.
    fn counts(&self) -> Result<[u64; 3], Error>;

    /// The bytes of the table, as [`Rules::open_bytes`](crate::Rules::open_bytes) reads them;
    /// `None` if it was not [solved](crate::Rules::solve_anew) in memory.
    fn bytes(&self, watch: Watch<'_>) -> Option<Result<Vec<u8>, Error>>;

    /// Finds a small playbook, plays it against every reply, and tells its bytes. If `watch` breaks
    /// while a smaller one is looked for, it is the best so far.
    ///
    /// # Errors
    /// When the table cannot be read or lacks a state, there are too many states, somebody stops
    /// it before there is a playbook, or the proof fails.
    fn bake_playbook(
        &self,
        how: bake::Playbook<'_>,
        watch: Watch<'_>,
    ) -> Result<BakedPlaybook, Error>;

    /// What the playbooks of each side are chosen from, or that of both sides if states do not
    /// tell whose turn it is. From these, it can be told how few states a playbook may have.
    ///
    /// # Errors
    /// When the table lacks a state, or there are too many.
    fn playbook_arenas(&self, how: bake::Playbook<'_>) -> Result<Vec<(Vec<Player>, Arena)>, Error>;

    /// The playbook in some bytes, which are validated.
    ///
    /// # Errors
    /// When they are not a playbook of this game.
    fn open_playbook(&self, bytes: Vec<u8>) -> Result<Playbook, PlaybookError>;

    /// A playbook of this game as one file of source code without dependencies, which has the
    /// rules as well if the game has them in this language. The name must be an identifier; in C,
    /// all names begin with it.
    fn playbook_source(&self, book: &Playbook, language: SourceLanguage, name: &str) -> String;

    /// The table as a header of C99 that is asked by key, as [`bake::table_c`] writes it. The name must
    /// be an identifier of C; all names begin with it.
    ///
    /// # Errors
    /// When the table cannot be read, or the game has 2^32 states or more.
    fn c_source(&self, name: &str, watch: Watch<'_>) -> Result<String, Error>;

    /// The table in a format of the game's own; `None` if it has none of this name.
    fn own_format(&self, name: &str) -> Option<Result<Vec<u8>, Error>>;

    /// Compares what is read with the table in the game's own format that begins like it, and
    /// tells the name of this format.
    ///
    /// # Errors
    /// How they differ.
    fn compare_own_format(
        &self,
        beginning: &[u8],
        whole: &mut dyn Read,
    ) -> Result<&'static str, Error>;
}

/// What is called with each state.
pub type Visitor<'a> = dyn FnMut(Visit<'_>) -> Result<(), Error> + 'a;

/// A state on a visit.
#[derive(Debug)]
pub struct Visit<'t> {
    /// The state.
    pub position: Position<'t>,
    /// What the table holds of it.
    pub analysis: Analysis,
    /// How many plies it is from the nearest start, if that is known.
    pub ply: Option<u32>,
}

/// What is known of some states, column by column.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Columns {
    /// The keys.
    pub keys: Vec<u64>,
    /// The players to move, where the states tell.
    pub movers: Vec<Option<Player>>,
    /// The values for the players to move.
    pub values: Vec<Value>,
    /// Plies to the end.
    pub distances: Vec<Option<u32>>,
    /// Plies from the nearest start, where they are known.
    pub plies: Vec<Option<u32>>,
    /// The winning moves.
    pub winning: Vec<Moves>,
    /// The losing moves.
    pub losing: Vec<Moves>,
    /// The neutral moves.
    pub neutral: Vec<Moves>,
    /// The best moves.
    pub best: Vec<Moves>,
}

impl Columns {
    fn push(&mut self, (key, mover): (u64, Option<Player>), analysis: &Analysis, ply: Option<u32>) {
        self.keys.push(key);
        self.movers.push(mover);
        self.values.push(analysis.value);
        self.distances.push(analysis.distance);
        self.plies.push(ply);
        self.winning.push(analysis.winning);
        self.losing.push(analysis.losing);
        self.neutral.push(analysis.neutral);
        self.best.push(analysis.best);
    }
}

/// Some states, and what is known of them.
pub struct Batch<'t> {
    /// What is known of them.
    pub columns: Columns,
    states: Box<dyn BatchStates + 't>,
}

impl Batch<'_> {
    /// How many states there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.columns.keys.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.columns.keys.is_empty()
    }

    /// One of the states.
    #[must_use]
    pub fn position(&self, index: usize) -> Position<'_> {
        self.states.position(index)
    }
}

/// The states of a batch.
trait BatchStates {
    fn position(&self, index: usize) -> Position<'_>;
}

/// The states of a game in a batch.
struct StatesOf<'t, G: Listed> {
    solved: &'t Any<'t, G>,
    info: &'t Info,
    states: Vec<G::State>,
}

impl<G: Listed> BatchStates for StatesOf<'_, G> {
    fn position(&self, index: usize) -> Position<'_> {
        let Self { solved, info, .. } = *self;
        let state = self.states[index];
        Position(Box::new(Typed {
            solved,
            info,
            state,
        }))
    }
}

/// The table of a game.
pub(crate) struct TableOf<G: Listed> {
    pub info: Info,
    pub kept: Keeping<G>,
}

/// Where a table is.
pub(crate) enum Keeping<G: Listed> {
    /// In memory, as it was solved.
    Solution(Box<Kept<Solution<G>>>),
    /// In memory.
    Memory(Box<Any<'static, G>>),
    /// In a file that is read tier by tier.
    #[cfg(feature = "files")]
    Tiers(Box<dyn Tiers<G>>),
}

impl<G: Listed> TableOf<G> {
    fn solved(&self) -> &Any<'_, G> {
        match &self.kept {
            Keeping::Solution(solution) => &**solution,
            Keeping::Memory(solved) => &**solved,
            #[cfg(feature = "files")]
            Keeping::Tiers(tiers) => tiers.as_solved(),
        }
    }

    /// The table, if it is a file with more states than should be in memory at once.
    #[cfg(feature = "files")]
    fn large(&self) -> Option<&dyn Tiers<G>> {
        match &self.kept {
            Keeping::Tiers(tiers) if tiers.is_large() => Some(&**tiers),
            _ => None,
        }
    }

    /// Calls something with every reachable state.
    fn visit_states(
        &self,
        each: &mut dyn FnMut(Visited<G::State>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        #[cfg(feature = "files")]
        if let Some(tiers) = self.large() {
            return tiers.visit(each);
        }
        for visit in walk(self.solved()) {
            let visit = visit.map_err(|error| lacking(self.solved().game(), error))?;
            each(Visited {
                state: visit.state,
                analysis: visit.analysis,
                ply: Some(visit.ply),
            })?;
        }
        Ok(())
    }

    fn position(&self, state: G::State) -> Position<'_> {
        Position(Box::new(Typed {
            solved: self.solved(),
            info: &self.info,
            state,
        }))
    }

    fn batch(&self, visited: &mut Vec<Visited<G::State>>) -> Batch<'_> {
        let game = self.solved().game();
        let mut states = Vec::with_capacity(visited.len());
        let mut columns = Columns::default();
        for visited in visited.drain(..) {
            let state = visited.state;
            columns.push(
                (game.key(state), game.to_move(state)),
                &visited.analysis,
                visited.ply,
            );
            states.push(state);
        }
        Batch {
            columns,
            states: Box::new(StatesOf {
                solved: self.solved(),
                info: &self.info,
                states,
            }),
        }
    }
}

impl<G: Listed> Table for TableOf<G> {
    fn info(&self) -> &Info {
        &self.info
    }

    fn states(&self) -> u64 {
        self.solved().states()
    }

    fn is_large(&self) -> bool {
        #[cfg(feature = "files")]
        return self.large().is_some();
        #[cfg(not(feature = "files"))]
        false
    }

    fn start(&self) -> Position<'_> {
        self.position(self.solved().game().start())
    }

    fn parse(&self, text: &str) -> Result<Position<'_>, ParseStateError> {
        let state = self.solved().game().read_state(text)?;
        Ok(self.position(state))
    }

    fn numbers(&self) -> Numbers<'_> {
        Interned::from_starts(self.solved(), &self.info).into()
    }

    fn visit(&self, each: &mut Visitor<'_>) -> Result<(), Error> {
        self.visit_states(&mut |visited| {
            each(Visit {
                position: self.position(visited.state),
                analysis: visited.analysis,
                ply: visited.ply,
            })
        })
    }

    fn write_each(&self, write: &Writer<'_>, out: &mut Sink<'_>) -> Result<(), Error> {
        #[cfg(feature = "files")]
        if let Keeping::Tiers(tiers) = &self.kept {
            return tiers.write_each(&self.info, write, out);
        }
        let mut text = Vec::new();
        self.visit_states(&mut |visited| {
            text.clear();
            write(&self.position(visited.state), &mut text)?;
            out(&text, 1)
        })
    }

    fn batches(&self, each: &mut dyn FnMut(Batch<'_>) -> Result<(), Error>) -> Result<(), Error> {
        const STATES: usize = 1 << 14;
        let mut visited = Vec::with_capacity(STATES);
        self.visit_states(&mut |state| {
            visited.push(state);
            if visited.len() == STATES {
                each(self.batch(&mut visited))?;
            }
            Ok(())
        })?;
        if visited.is_empty() {
            return Ok(());
        }
        each(self.batch(&mut visited))
    }

    fn verify(&self, limits: &Limits<'_>) -> Result<Verified, Error> {
        #[cfg(feature = "files")]
        if let Keeping::Tiers(tiers) = &self.kept {
            return tiers.verify(limits);
        }
        let table = self.solved();
        let total = table.states();
        // Who watches cannot stop it: a table in memory is verified in seconds.
        let watch = |done| {
            let _ = (limits.watch)(Progress {
                phase: Phase::Verifying,
                done,
                total,
                is_of_states: true,
            });
        };
        verify_watched(table, watch).map_err(|error| match error {
            VerifyError::Read(error) => error,
            error => Error::Flaw(error.to_string()),
        })
    }

    fn counts(&self) -> Result<[u64; 3], Error> {
        let mut counts = [0; 3];
        let mut count = |value| {
            counts[match value {
                Value::Win => 0,
                Value::Draw => 1,
                Value::Loss => 2,
            }] += 1;
        };
        match &self.kept {
            Keeping::Solution(solution) => {
                solution
                    .0
                    .scores()
                    .for_each(|(_, score)| count(score.value()));
            }
            _ => self.visit_states(&mut |visited| {
                count(visited.analysis.value);
                Ok(())
            })?,
        }
        Ok(counts)
    }

    fn bytes(&self, watch: Watch<'_>) -> Option<Result<Vec<u8>, Error>> {
        let Keeping::Solution(solution) = &self.kept else {
            return None;
        };
        let watch = baking(self.states(), watch);
        let baked = bake::table_watched(&self.info.spec, &solution.0, watch);
        Some(baked.map_err(unbaked))
    }

    fn bake_playbook(
        &self,
        how: bake::Playbook<'_>,
        watch: Watch<'_>,
    ) -> Result<BakedPlaybook, Error> {
        let states = self.states();
        let watch = &mut |progress| book_progress(progress, states).map_or(CONTINUE, watch);
        how.bake(&self.solved(), None, watch).map_err(unbaked)
    }

    fn playbook_arenas(&self, how: bake::Playbook<'_>) -> Result<Vec<(Vec<Player>, Arena)>, Error> {
        how.arenas(&self.solved()).map_err(unbaked)
    }

    fn open_playbook(&self, bytes: Vec<u8>) -> Result<Playbook, PlaybookError> {
        let book = Playbook::new(bytes)?;
        let game = self.solved().game();
        perfectplay::Playbook::new(game, book.data()).validate()?;
        Ok(book)
    }

    fn playbook_source(&self, book: &Playbook, language: SourceLanguage, name: &str) -> String {
        let rules = self.solved().game().source_rules();
        book.source(&self.numbers(), language, name, rules)
    }

    fn c_source(&self, name: &str, watch: Watch<'_>) -> Result<String, Error> {
        let bytes = bake::table_of(&self.info.spec, self.solved(), baking(self.states(), watch));
        let bytes = bytes.map_err(unbaked)?;
        let data = TableData::from_bytes(&bytes);
        let data = data.map_err(|error| Error::Format(error.to_string()))?;
        Ok(bake::table_c(name, &data))
    }

    fn own_format(&self, name: &str) -> Option<Result<Vec<u8>, Error>> {
        own::write(self.solved(), name)
    }

    fn compare_own_format(
        &self,
        beginning: &[u8],
        whole: &mut dyn Read,
    ) -> Result<&'static str, Error> {
        own::compare(self.solved(), beginning, whole)
    }
}

impl dyn Table + '_ {
    /// All states and the moves between them, as numbers: those of [`numbers`](Table::numbers).
    ///
    /// # Errors
    /// When two states have one key, or there are 2^32 - 1 states or more.
    pub fn graph(&self) -> Result<(Graph, Numbers<'_>), Error> {
        let numbers = self.numbers();
        let graph = explore_all(&numbers, Nodes::States)
            .map_err(unexplored)?
            .graph;
        Ok((graph, numbers))
    }

    /// How many different games there are; `None` if they cannot be counted, or not in the
    /// memory that a large game leaves.
    #[must_use]
    pub fn games(&self) -> Option<u64> {
        if self.is_large() {
            return None;
        }
        self.graph().ok()?.0.games()
    }
}

/// Tells how far the making of a table of so many states is. To make it takes seconds, and nobody
/// can stop it.
fn baking(states: u64, watch: Watch<'_>) -> impl FnMut(u64) + '_ {
    move |done| {
        let _ = watch(Progress {
            phase: Phase::Baking,
            done,
            total: 2 * states,
            is_of_states: false,
        });
    }
}

const CONTINUE: ControlFlow<()> = ControlFlow::Continue(());

/// How far a playbook is; `None` for what cannot be told.
fn book_progress(progress: bake::Progress, all_states: u64) -> Option<Progress> {
    /// Into so many steps the search is divided.
    const STEPS: u64 = 1_000;
    match progress {
        bake::Progress::Exploring { states } => Some(Progress {
            phase: Phase::Exploring,
            done: states,
            total: all_states,
            is_of_states: true,
        }),
        bake::Progress::Searching { part, .. } => Some(Progress {
            phase: Phase::Searching,
            done: (part * STEPS as f64) as u64,
            total: STEPS,
            is_of_states: false,
        }),
        _ => None,
    }
}

/// The error for a table or playbook that is not baked.
fn unbaked(error: BakeError) -> Error {
    match error {
        BakeError::Stopped => Error::Stopped,
        error => Error::Format(error.to_string()),
    }
}

/// The error for a game that is not explored.
pub(crate) fn unexplored<E>(error: ExploreError<u32, E>) -> Error {
    Error::Flaw(match error {
        ExploreError::SharedKey { key, .. } => format!("two states have the same key {key}"),
        _ => format!("the game has more than {} states", u32::MAX),
    })
}
