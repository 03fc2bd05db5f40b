//! A solved game without its type.

use std::io::Read;
use std::mem;
use std::num::NonZero;
use std::ops::Range;
#[cfg(feature = "files")]
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;

use perfectplay::bake::{Arena, BakedPlaybook, SourceLanguage};
use perfectplay::game::{ParseStateError, starts};
use perfectplay::graph::{ExploreError, Graph, Nodes, explore_all, order};
use perfectplay::playbook::PlaybookError;
use perfectplay::solve::Solution;
use perfectplay::table::TableData;
use perfectplay::verify::{Verified, VerifyError, verify_watched};
use perfectplay::{Analysis, Player, Value, bake, walk};
use perfectplay_games::Listed;

use crate::columns::{Columns, Wanted, without_moves};
use crate::error::Error;
use crate::info::Info;
use crate::numbers::Numbers;
use crate::own;
use crate::playbook::{Playbook, unbaked, watched};
use crate::solved::{Adapted, Any, lacking};
use crate::square::BoardText;
#[cfg(feature = "tiers")]
use crate::tiers::Tiers;
use crate::tiers::{Sink, Visited, Writer};
use crate::typed::{Interned, Position, SavedState, Typed};
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

    /// Reads what will be asked about the positions of these texts, if the table is a file: together
    /// that takes much less time than one by one. What is no position is passed over.
    ///
    /// # Errors
    /// When the table cannot be read.
    fn prefetch(&self, texts: &[String]) -> Result<(), Error>;

    /// The position that was [saved](Position::save); `None` if it is one of another game.
    fn restore(&self, saved: &SavedState) -> Option<Position<'_>>;

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
    /// at a time. A table in a file works on all cores, and tier by tier.
    ///
    /// # Errors
    /// When the table cannot be read, or the rules contradict it; and those of `each`.
    #[cfg(feature = "files")]
    fn columns(
        &self,
        wanted: Wanted,
        each: &mut dyn FnMut(Columns) -> Result<(), Error>,
    ) -> Result<(), Error>;

    /// What is known of some states, column by column, in their order. It works on all cores. The
    /// plies are not known.
    ///
    /// # Errors
    /// When a key or a board is that of no state, or the table cannot be read.
    #[cfg(feature = "files")]
    fn ask(&self, questions: &Questions<'_>, wanted: Wanted) -> Result<Columns, Error>;

    /// The position that a key tells; `None` if no state has it.
    ///
    /// # Errors
    /// When the game cannot tell states by their keys, and the table cannot be read.
    #[cfg(feature = "files")]
    fn position_of_key(&self, key: u64) -> Result<Option<Position<'_>>, Error>;

    /// The position that a board tells, by [`square_code`](crate::square_code), which need not be
    /// reachable. The player to move must be told where the board does not.
    ///
    /// # Errors
    /// When it is not the board of a state.
    #[cfg(feature = "files")]
    fn position_of_board(&self, codes: &[i8], mover: Option<Player>)
    -> Result<Position<'_>, Error>;

    /// Verifies the table against the rules.
    ///
    /// # Errors
    /// What is wrong with it.
    #[cfg(feature = "files")]
    fn verify(&self, limits: &Limits<'_>) -> Result<Verified, Error>;

    /// How many states are won, drawn and lost for the player to move.
    ///
    /// # Errors
    /// When the table cannot be read, or the rules contradict it.
    fn counts(&self) -> Result<[u64; 3], Error>;

    /// The bytes of the table, as a file has them and [`open`](crate::open()) reads them; `None` if it
    /// is in a file that is read tier by tier.
    fn bytes(&self, watch: Watch<'_>) -> Option<Result<Vec<u8>, Error>>;

    /// Finds a small playbook, plays it against every reply, and tells its bytes. If `watch` breaks
    /// while a smaller one is looked for, it is the best so far.
    ///
    /// # Errors
    /// When the table cannot be read or lacks a state, there are too many states, somebody stops
    /// it before there is a playbook, or the proof fails.
    #[cfg(feature = "files")]
    fn bake_playbook(
        &self,
        how: bake::Playbook<'_>,
        watch: Watch<'_>,
    ) -> Result<BakedPlaybook, Error>;

    /// The same for a table in a file, in so little memory that not all is explored that a player can
    /// meet. Tier by tier, it is estimated how large books are from each state on; that is in a
    /// directory beside a file, its name with `.work` behind, so that the work goes on where it was
    /// however it ends. `None` if the table has no tiers in a file.
    ///
    /// # Errors
    /// As [`bake_playbook`](Self::bake_playbook), and when the directory cannot be read or written.
    #[cfg(feature = "files")]
    fn bake_large_playbook(
        &self,
        how: bake::Playbook<'_>,
        beside: &Path,
        limits: &Limits<'_>,
    ) -> Result<Option<BakedPlaybook>, Error>;

    /// Deletes what [`bake_large_playbook`](Self::bake_large_playbook) has left beside a file, when
    /// it was called with these limits.
    ///
    /// # Errors
    /// When the directory cannot be read or written.
    #[cfg(feature = "files")]
    fn clear_playbook_work(&self, beside: &Path, limits: &Limits<'_>) -> Result<(), Error>;

    /// What the playbooks of each side are chosen from, or that of both sides if states do not
    /// tell whose turn it is. From these, it can be told how few states a playbook may have.
    ///
    /// # Errors
    /// When the table lacks a state, or there are too many.
    #[cfg(feature = "files")]
    fn playbook_arenas(&self, how: bake::Playbook<'_>) -> Result<Vec<(Vec<Player>, Arena)>, Error>;

    /// The playbook in some bytes, which are validated.
    ///
    /// # Errors
    /// When they are not a playbook of this game.
    fn open_playbook(&self, bytes: Vec<u8>) -> Result<Playbook, PlaybookError>;

    /// A playbook of this game as one file of source code without dependencies, which has the
    /// rules as well if the game has them in this language. The name must be an identifier; in C,
    /// all names begin with it.
    ///
    /// # Errors
    /// When the name is not an identifier.
    #[cfg(feature = "files")]
    fn playbook_source(
        &self,
        book: &Playbook,
        language: SourceLanguage,
        name: &str,
    ) -> Result<String, Error>;

    /// The table as a header of C99 that is asked by key, as [`bake::table_c`] writes it. The name must
    /// be an identifier of C; all names begin with it.
    ///
    /// # Errors
    /// When the table cannot be read, or the game has 2^32 states or more.
    #[cfg(feature = "files")]
    fn c_source(&self, name: &str, watch: Watch<'_>) -> Result<String, Error>;

    /// The table in a format of the game's own; `None` if it has none of this name.
    #[cfg(feature = "files")]
    fn own_format(&self, name: &str) -> Option<Result<Vec<u8>, Error>>;

    /// Compares what is read with the table in the game's own format that begins like it, and
    /// tells the name of this format.
    ///
    /// # Errors
    /// How they differ.
    #[cfg(feature = "files")]
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

/// States that somebody asks about.
#[derive(Clone, Copy, Debug)]
pub enum Questions<'a> {
    /// By their keys.
    Keys(&'a [u64]),
    /// By their boards.
    Boards {
        /// The squares of each board in turn, by [`square_code`](crate::square_code).
        codes: &'a [i8],
        /// The players to move: of each state, or none where boards tell them.
        movers: &'a [Player],
    },
}

/// The table of a game.
pub(crate) struct TableOf<G: Listed> {
    pub info: Info,
    pub storage: Storage<G>,
    /// The states by key, for a game whose keys do not tell them.
    by_key: OnceLock<Vec<(u64, G::State)>>,
    /// How boards tell states, if they do.
    board_text: OnceLock<Option<BoardText>>,
}

/// Where a table is.
pub(crate) enum Storage<G: Listed> {
    /// In memory, as it was solved.
    Solution(Box<Adapted<Solution<G>>>),
    /// In memory.
    Memory(Box<Any<'static, G>>),
    /// In a file that is read tier by tier.
    #[cfg(feature = "tiers")]
    Tiers(Box<dyn Tiers<G>>),
}

impl<G: Listed> TableOf<G> {
    pub const fn new(info: Info, storage: Storage<G>) -> Self {
        Self {
            info,
            storage,
            by_key: OnceLock::new(),
            board_text: OnceLock::new(),
        }
    }

    fn solved(&self) -> &Any<'_, G> {
        match &self.storage {
            Storage::Solution(solution) => &**solution,
            Storage::Memory(solved) => &**solved,
            #[cfg(feature = "tiers")]
            Storage::Tiers(tiers) => tiers.as_solved(),
        }
    }

    /// The table, if it is a file with more states than should be in memory at once.
    #[cfg(feature = "tiers")]
    fn large(&self) -> Option<&dyn Tiers<G>> {
        match &self.storage {
            Storage::Tiers(tiers) if tiers.is_large() => Some(&**tiers),
            _ => None,
        }
    }

    /// Calls something with every reachable state.
    fn visit_states(
        &self,
        each: &mut dyn FnMut(Visited<G::State>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        #[cfg(feature = "tiers")]
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

    /// The state that has a key.
    fn state_of_key(&self, key: u64) -> Result<Option<G::State>, Error> {
        let game = self.solved().game();
        if game.of_key(game.key(game.start())).is_some() {
            return Ok(game.of_key(key).filter(|&state| game.key(state) == key));
        }
        let by_key = match self.by_key.get() {
            Some(by_key) => by_key,
            None => {
                let mut states = Vec::new();
                self.visit_states(&mut |visited| {
                    states.push(visited.state);
                    Ok(())
                })?;
                let order = order(states.iter().map(|&state| game.key(state)));
                let by_key = order.into_iter().map(|(key, at)| (key, states[at]));
                self.by_key.get_or_init(|| by_key.collect())
            }
        };
        let found = by_key.binary_search_by_key(&key, |&(key, _)| key);
        Ok(found.ok().map(|at| by_key[at].1))
    }

    /// How boards tell states.
    fn board_text(&self) -> Result<&BoardText, Error> {
        let starts = || starts(self.solved().game()).map(|start| self.position(start));
        let learn = || BoardText::learn(&mut starts());
        let learned = self.board_text.get_or_init(learn).as_ref();
        learned.ok_or_else(|| Error::Board {
            number: 0,
            problem: format!("the boards of {} do not tell its states", self.info.spec),
        })
    }

    /// The state that a board tells.
    fn state_of_board(
        &self,
        board: (&[i8], Option<Player>),
        buffer: &mut String,
    ) -> Result<G::State, String> {
        let text = self.board_text().map_err(|error| error.to_string())?;
        text.state(self.solved().game(), &self.info, board, buffer)
    }

    /// The states that are asked about: those between two numbers.
    fn states_asked(
        &self,
        questions: &Questions<'_>,
        numbers: Range<usize>,
    ) -> Result<Vec<Option<G::State>>, Error> {
        let mut buffer = String::new();
        match *questions {
            Questions::Keys(keys) => {
                let keys = keys[numbers].iter();
                keys.map(|&key| self.state_of_key(key)).collect()
            }
            Questions::Boards { codes, movers } => {
                let squares = self.info.squares();
                let state = |number: usize| {
                    let board = &codes[number * squares..(number + 1) * squares];
                    let mover = movers.get(number).copied();
                    let state = self.state_of_board((board, mover), &mut buffer);
                    state
                        .map(Some)
                        .map_err(|problem| Error::Board { number, problem })
                };
                numbers.map(state).collect()
            }
        }
    }

    /// What is known of the states between two numbers.
    fn answer_some(
        &self,
        questions: &Questions<'_>,
        numbers: Range<usize>,
        wanted: Wanted,
    ) -> Result<Columns, Error> {
        let states = self.states_asked(questions, numbers)?;
        let mut columns = Columns::new(wanted);
        columns.reserve(states.len(), self.info.squares());
        let solved = self.solved();
        #[cfg(feature = "tiers")]
        if let Storage::Tiers(tiers) = &self.storage {
            let known: Vec<G::State> = states.iter().copied().flatten().collect();
            let mut known = tiers.know_many(&known, wanted.tell_moves())?.into_iter();
            for state in states {
                let analysis = state.and_then(|_| known.next().flatten());
                columns.push_answer(solved.game(), &self.info, state, analysis.as_ref());
            }
            return Ok(columns);
        }
        for state in states {
            let analysis = match state {
                None => None,
                Some(state) if wanted.tell_moves() => solved.try_analysis(state)?,
                Some(state) => solved.try_score(state)?.map(without_moves),
            };
            columns.push_answer(solved.game(), &self.info, state, analysis.as_ref());
        }
        Ok(columns)
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
        #[cfg(feature = "tiers")]
        return self.large().is_some();
        #[cfg(not(feature = "tiers"))]
        false
    }

    fn start(&self) -> Position<'_> {
        self.position(self.solved().game().start())
    }

    fn parse(&self, text: &str) -> Result<Position<'_>, ParseStateError> {
        let state = self.solved().game().read_state(text)?;
        Ok(self.position(state))
    }

    fn prefetch(&self, texts: &[String]) -> Result<(), Error> {
        #[cfg(feature = "files")]
        if let Storage::Tiers(tiers) = &self.storage {
            let game = self.solved().game();
            let states = texts.iter().map(|text| game.read_state(text));
            return tiers.prefetch(&states.filter_map(Result::ok).collect::<Vec<_>>());
        }
        let _ = texts;
        Ok(())
    }

    fn restore(&self, saved: &SavedState) -> Option<Position<'_>> {
        let state = saved.0.downcast_ref::<G::State>();
        state.map(|&state| self.position(state))
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
        #[cfg(feature = "tiers")]
        if let Storage::Tiers(tiers) = &self.storage {
            return tiers.write_each(&self.info, write, out);
        }
        let mut text = Vec::new();
        self.visit_states(&mut |visited| {
            text.clear();
            write(&self.position(visited.state), &mut text)?;
            out(&text, 1)
        })
    }

    #[cfg(feature = "files")]
    fn columns(
        &self,
        wanted: Wanted,
        each: &mut dyn FnMut(Columns) -> Result<(), Error>,
    ) -> Result<(), Error> {
        const STATES: usize = 1 << 14;
        #[cfg(feature = "tiers")]
        if let Some(tiers) = self.large() {
            return tiers.columns(&self.info, wanted, each);
        }
        let game = self.solved().game();
        let mut columns = Columns::new(wanted);
        self.visit_states(&mut |visited| {
            columns.push_state(game, &self.info, visited.state);
            columns.push_known(Some(&visited.analysis));
            columns.push_ply(visited.ply);
            if columns.len < STATES {
                return Ok(());
            }
            each(mem::replace(&mut columns, Columns::new(wanted)))
        })?;
        if columns.len == 0 {
            return Ok(());
        }
        each(columns)
    }

    #[cfg(feature = "files")]
    fn ask(&self, questions: &Questions<'_>, wanted: Wanted) -> Result<Columns, Error> {
        let number = match questions {
            Questions::Keys(keys) => keys.len(),
            Questions::Boards { codes, .. } => {
                self.board_text()?;
                codes.len() / self.info.squares()
            }
        };
        #[cfg(feature = "tiers")]
        let is_in_tiers = matches!(self.storage, Storage::Tiers(_));
        #[cfg(not(feature = "tiers"))]
        let is_in_tiers = false;
        let threads = thread::available_parallelism().map_or(1, NonZero::get);
        // The more a table of tiers is asked at a time, the fewer blocks are read twice.
        let some = if is_in_tiers {
            number.div_ceil(2 * threads).clamp(1 << 14, 1 << 19)
        } else {
            1 << 13
        };
        let starts: Vec<usize> = (0..number).step_by(some).collect();
        let part = |start: usize| {
            let numbers = start..number.min(start + some);
            self.answer_some(questions, numbers, wanted)
        };
        let parts = in_threads(&starts, threads, &part)?;
        let mut columns = Columns::new(wanted);
        columns.reserve(number, self.info.squares());
        parts.iter().for_each(|part| columns.append(part));
        Ok(columns)
    }

    #[cfg(feature = "files")]
    fn position_of_key(&self, key: u64) -> Result<Option<Position<'_>>, Error> {
        let state = self.state_of_key(key)?;
        Ok(state.map(|state| self.position(state)))
    }

    #[cfg(feature = "files")]
    fn position_of_board(
        &self,
        codes: &[i8],
        mover: Option<Player>,
    ) -> Result<Position<'_>, Error> {
        self.board_text()?;
        let state = self.state_of_board((codes, mover), &mut String::new());
        let state = state.map_err(|problem| Error::Board { number: 0, problem })?;
        Ok(self.position(state))
    }

    #[cfg(feature = "files")]
    fn verify(&self, limits: &Limits<'_>) -> Result<Verified, Error> {
        #[cfg(feature = "tiers")]
        if let Storage::Tiers(tiers) = &self.storage {
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
        match &self.storage {
            Storage::Solution(solution) => {
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
        let spec = &self.info.spec;
        let watch = baking(self.states(), watch);
        let baked = match &self.storage {
            Storage::Solution(solution) => bake::table_watched(spec, &solution.0, watch),
            Storage::Memory(solved) => bake::table_of(spec, &**solved, watch),
            #[cfg(feature = "tiers")]
            Storage::Tiers(tiers) => return Some(Ok(tiers.in_memory()?.to_vec())),
        };
        Some(baked.map_err(unbaked))
    }

    #[cfg(feature = "files")]
    fn bake_playbook(
        &self,
        how: bake::Playbook<'_>,
        watch: Watch<'_>,
    ) -> Result<BakedPlaybook, Error> {
        let states = self.states();
        let watch = &mut |progress| watched(progress, states, watch);
        how.bake(&self.solved(), None, watch).map_err(unbaked)
    }

    #[cfg(feature = "files")]
    fn bake_large_playbook(
        &self,
        how: bake::Playbook<'_>,
        beside: &Path,
        limits: &Limits<'_>,
    ) -> Result<Option<BakedPlaybook>, Error> {
        match self.large() {
            Some(tiers) => tiers.bake_guided(how, beside, limits),
            None => Ok(None),
        }
    }

    #[cfg(feature = "files")]
    fn clear_playbook_work(&self, beside: &Path, limits: &Limits<'_>) -> Result<(), Error> {
        match self.large() {
            Some(tiers) => tiers.clear_guide(beside, limits),
            None => Ok(()),
        }
    }

    #[cfg(feature = "files")]
    fn playbook_arenas(&self, how: bake::Playbook<'_>) -> Result<Vec<(Vec<Player>, Arena)>, Error> {
        how.arenas(&self.solved()).map_err(unbaked)
    }

    fn open_playbook(&self, bytes: Vec<u8>) -> Result<Playbook, PlaybookError> {
        let book = Playbook::new(bytes)?;
        let game = self.solved().game();
        perfectplay::Playbook::new(game, book.data()).validate()?;
        Ok(book)
    }

    #[cfg(feature = "files")]
    fn playbook_source(
        &self,
        book: &Playbook,
        language: SourceLanguage,
        name: &str,
    ) -> Result<String, Error> {
        let rules = self.solved().game().source_rules();
        book.source(&self.numbers(), language, name, rules)
    }

    #[cfg(feature = "files")]
    fn c_source(&self, name: &str, watch: Watch<'_>) -> Result<String, Error> {
        let bytes = bake::table_of(&self.info.spec, self.solved(), baking(self.states(), watch));
        let bytes = bytes.map_err(unbaked)?;
        let data = TableData::from_bytes(&bytes);
        let data = data.map_err(|error| Error::Format(error.to_string()))?;
        bake::table_c(name, &data).map_err(unbaked)
    }

    #[cfg(feature = "files")]
    fn own_format(&self, name: &str) -> Option<Result<Vec<u8>, Error>> {
        own::write(self.solved(), name)
    }

    #[cfg(feature = "files")]
    fn compare_own_format(
        &self,
        beginning: &[u8],
        whole: &mut dyn Read,
    ) -> Result<&'static str, Error> {
        own::compare(self.solved(), beginning, whole)
    }
}

/// The results of some work on each item, in order, by so many threads.
fn in_threads<T: Copy + Sync, R: Send>(
    items: &[T],
    threads: usize,
    work: &(dyn Fn(T) -> Result<R, Error> + Sync),
) -> Result<Vec<R>, Error> {
    let threads = threads.min(items.len());
    if threads < 2 {
        return items.iter().map(|&item| work(item)).collect();
    }
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::with_capacity(items.len()));
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(&item) = items.get(number) else {
                        break;
                    };
                    let result = work(item);
                    let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
                    results.push((number, result));
                }
            });
        }
    });
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_unstable_by_key(|&(number, _)| number);
    results.into_iter().map(|(_, result)| result).collect()
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

/// The error for a game that is not explored.
pub(crate) fn unexplored<E>(error: ExploreError<u32, E>) -> Error {
    Error::Flaw(match error {
        ExploreError::SharedKey { key, .. } => format!("two states have the same key {key}"),
        _ => format!("the game has more than {} states", u32::MAX),
    })
}
