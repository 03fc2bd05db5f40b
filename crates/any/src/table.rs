//! A solved game without its type.

use std::io::Read;
use std::mem;
use std::num::NonZero;
use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;

use perfectplay::bake::{BakedPlaybook, SourceLanguage};
use perfectplay::check::{Check, Checked, Counts};
use perfectplay::game::{ParseStateError, PlayerName, Score};
use perfectplay::graph::{ExploreError, Explored, Nodes, explore_all, order};
use perfectplay::playbook::PlaybookError;
use perfectplay::solved::LookupError;
use perfectplay::table::{TableData, TableError, fingerprint};
use perfectplay::verify::{Verified, VerifyError, verify_watched};
use perfectplay::{Analysis, Game, Player, Solved, bake, round, walk};
use perfectplay_tablebase::Source;

use crate::columns::{Column, Columns, Wanted, without_moves};
use crate::error::Error;
use crate::estimate::{self, Estimate};
use crate::game::{
    AnyGame, MOST_IN_MEMORY, NoKeys, Position, Sink, Stored, Tiers, Writer, lacking,
};
use crate::info::Info;
use crate::own;
use crate::playbook::Playbook;
use crate::solved::{Bytes, Unknown, count};
use crate::square::BoardText;
use crate::watch::{Limits, Phase, Progress, Solve, Watch, of_states, searching, small_progress};

/// A solved game without its type, wherever its table is stored. It is a [`Solved`] game like
/// any other, and every function of the library accepts it.
pub struct AnyTable {
    stored: Box<dyn Stored>,
    /// The states by key, for a game whose keys do not tell its states.
    by_key: OnceLock<Vec<(u64, u64)>>,
    /// How boards tell states, if they do; empty until somebody asks.
    board_text: OnceLock<Option<BoardText>>,
}

impl Solved for AnyTable {
    type Game = AnyGame;
    type Error = Error;

    fn game(&self) -> &AnyGame {
        self.stored.game()
    }

    fn states(&self) -> u64 {
        self.stored.states()
    }

    fn try_analysis(&self, state: u64) -> Result<Option<Analysis>, Error> {
        self.stored.try_analysis(state)
    }

    fn try_score(&self, state: u64) -> Result<Option<Score>, Error> {
        self.stored.try_score(state)
    }
}

impl AnyTable {
    fn new(stored: Box<dyn Stored>) -> Self {
        Self {
            stored,
            by_key: OnceLock::new(),
            board_text: OnceLock::new(),
        }
    }
}

impl AnyGame {
    /// Checks the rules for mistakes.
    #[must_use]
    pub fn check(&self, check: Check) -> Checked {
        // Nothing can be asked about a state that its key does not tell.
        if let Some(finding) = self.0.fault_in_start() {
            return Checked {
                states: 0,
                complete: false,
                findings: vec![finding],
                remarks: Vec::new(),
                counts: Counts {
                    by_ply: Vec::new(),
                    ends: Vec::new(),
                    players: self.player_names().map(PlayerName),
                },
            };
        }
        check.run_symmetric_with(self, |game, state| game.0.fault_after(state))
    }

    /// Returns whether bytes begin like an archive in a format of the game's own.
    #[must_use]
    pub fn has_archive(&self, beginning: &[u8]) -> bool {
        let begins =
            |_: &str, label: Option<&[u8]>| label.is_some_and(|label| beginning.starts_with(label));
        self.0.format(&begins).is_some()
    }

    /// Returns the table in the program, or else solves the game in memory.
    ///
    /// # Errors
    /// When the rules have a fault, the game is too large, or solving was stopped.
    pub fn solve(&self, how: &Solve<'_>) -> Result<AnyTable, Error> {
        match self.baked() {
            Some(table) => Ok(table),
            None => self.solve_anew(how),
        }
    }

    /// Solves the game in memory, even if the program has a table.
    ///
    /// # Errors
    /// As for [`solve`](Self::solve).
    pub fn solve_anew(&self, how: &Solve<'_>) -> Result<AnyTable, Error> {
        self.solve_estimated(&self.estimate(how)?, how)
    }

    /// Returns the table in the program, if it has one.
    #[must_use]
    pub fn baked(&self) -> Option<AnyTable> {
        self.0.clone().baked().map(AnyTable::new)
    }

    /// Solves a game in memory whose [estimate](Self::estimate) is already known.
    ///
    /// # Errors
    /// As for [`solve`](Self::solve).
    pub fn solve_estimated(&self, estimate: &Estimate, how: &Solve<'_>) -> Result<AnyTable, Error> {
        if let Some(error) = estimate.refuse(how) {
            return Err(error);
        }
        let limit = how.limit.filter(|_| !how.anyway).unwrap_or(u64::MAX);
        let expected = estimate.states().rounded();
        // A forecast may fall short.
        let mut is_too_large = false;
        let solved = self.0.clone().solve(&mut |progress| {
            is_too_large = progress.found > limit;
            if is_too_large {
                return ControlFlow::Break(());
            }
            (how.watch)(small_progress(progress, expected))
        });
        let stored = solved.map_err(|error| match Error::from(error) {
            Error::Stopped if is_too_large => {
                estimate.refusal_each_time(how, estimate::more_than(limit))
            }
            error => error,
        })?;
        Ok(AnyTable::new(stored))
    }

    /// Returns a number that identifies the rules. Different rules almost always have different
    /// numbers.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        fingerprint(self)
    }

    /// Opens the table in these bytes, and validates them.
    ///
    /// # Errors
    ///
    /// When they are not a table of this game.
    pub fn open_bytes(&self, bytes: Vec<u8>) -> Result<AnyTable, TableError> {
        Ok(AnyTable::new(Box::new(Bytes::new(self, bytes)?)))
    }

    /// Opens a table that is read tier by tier, from any source. Errors name it by this path.
    ///
    /// # Errors
    /// When it cannot be read, or is not a table of this game.
    pub fn open_tiers(&self, source: Box<dyn Source>, path: &Path) -> Result<AnyTable, Error> {
        Ok(AnyTable::new(self.0.clone().open_tiers(source, path)?))
    }

    /// Returns a table that knows no state. Its positions can be parsed, played and drawn, and
    /// a playbook can be asked about them.
    #[must_use]
    pub fn without_table(&self) -> AnyTable {
        AnyTable::new(Box::new(Unknown(self.clone())))
    }
}

/// A function that is called with each state.
pub type Visitor<'a> = dyn FnMut(Visit<'_>) -> Result<(), Error> + 'a;

/// A state on a visit.
#[derive(Debug)]
pub struct Visit<'t> {
    /// The state.
    pub position: Position<'t>,
    /// The table's record of the state.
    pub analysis: Analysis,
    /// The number of plies from the nearest start, if it is known.
    pub ply: Option<u32>,
}

/// The states to look up.
#[derive(Clone, Copy, Debug)]
pub enum Questions<'a> {
    /// Given by their keys.
    Keys(&'a [u64]),
    /// Given by their boards.
    Boards {
        /// The squares of all boards, one board after the other, by
        /// [`square_code`](crate::square_code).
        codes: &'a [i8],
        /// The player to move of each state; empty if boards tell it.
        movers: &'a [Player],
    },
}

impl AnyTable {
    fn solved(&self) -> &dyn Stored {
        &*self.stored
    }

    fn tiers(&self) -> Option<&dyn Tiers> {
        self.stored.tiers()
    }

    /// Returns the table, if it is a file with more states than should be in memory at once.
    fn large(&self) -> Option<&dyn Tiers> {
        self.tiers().filter(|_| self.states() > MOST_IN_MEMORY)
    }

    /// Returns the game.
    #[must_use]
    pub fn game(&self) -> &AnyGame {
        self.stored.game()
    }

    /// Returns the description of the game: its name, its players and its board.
    #[must_use]
    pub fn info(&self) -> &Info {
        self.game().info()
    }

    /// Returns the number of states that some game reaches. In a file, states that share a number
    /// of a dense index count as one.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.stored.states()
    }

    /// Returns whether there are too many states to hold them in memory at once.
    #[must_use]
    pub fn is_large(&self) -> bool {
        self.large().is_some()
    }

    /// Returns the position of a state that the [game](AnyGame) returned.
    #[must_use]
    pub fn position(&self, state: u64) -> Position<'_> {
        Position {
            solved: self.solved(),
            state,
        }
    }

    /// Returns the position in which a game begins, or the first of them.
    #[must_use]
    pub fn start(&self) -> Position<'_> {
        self.position(self.game().start())
    }

    /// Parses a position, which need not be reachable.
    ///
    /// # Errors
    ///
    /// When the text is not a state.
    pub fn parse(&self, text: &str) -> Result<Position<'_>, ParseStateError> {
        Ok(self.position(self.game().0.read_state(text)?))
    }

    /// Reads the blocks that answers about these positions need, if the table is a file.
    /// Reading them together is much faster than one by one.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub fn prefetch(&self, positions: &[Position<'_>]) -> Result<(), Error> {
        let states = positions.iter().map(|position| position.state);
        match self.tiers() {
            Some(tiers) => tiers.prefetch(&states.collect::<Vec<_>>()),
            None => Ok(()),
        }
    }

    /// Returns the error for an answer that the table lacks, or that the rules contradict.
    #[must_use]
    pub fn error(&self, error: LookupError<u64, Error>) -> Error {
        lacking(self.solved(), error)
    }

    /// Calls `each` with every reachable state: the nearest to a start first; or tier by tier,
    /// if the game is [large](Self::is_large). Of states that share a number of a dense index,
    /// a large game shows one.
    ///
    /// # Errors
    ///
    /// When the table cannot be read, or the rules contradict it; and when `each` fails.
    pub fn visit(&self, each: &mut Visitor<'_>) -> Result<(), Error> {
        if let Some(tiers) = self.large() {
            return tiers.visit(&mut |state, analysis, ply| {
                each(Visit {
                    position: self.position(state),
                    analysis,
                    ply,
                })
            });
        }
        for visit in walk(self.solved()) {
            let visit = visit.map_err(|error| self.error(error))?;
            each(Visit {
                position: self.position(visit.state),
                analysis: visit.analysis,
                ply: Some(visit.ply),
            })?;
        }
        Ok(())
    }

    /// Calls `write` for each reachable state, in the order of [`visit`](Self::visit). `out`
    /// gets the bytes of some states at a time, and the number of these states. A
    /// [large](Self::is_large) table is visited on all cores.
    ///
    /// # Errors
    ///
    /// When the table cannot be read, or the rules contradict it; and when a function fails.
    pub fn write_each(&self, write: &Writer<'_>, out: &mut Sink<'_>) -> Result<(), Error> {
        if let Some(tiers) = self.large() {
            return tiers.write_each(write, out);
        }
        if let Some(tiers) = self.tiers() {
            // A walk does not see all blocks. Reading them all compares the counts in the file with them.
            tiers.columns(Wanted::new(&[Column::Key]), &mut |_| Ok(()))?;
        }
        let mut text = Vec::new();
        self.visit(&mut |visited| {
            text.clear();
            write(&visited.position, &mut text)?;
            out(&text, 1)
        })
    }

    /// Calls `each` with the columns of some thousand states at a time, in the order of
    /// [`visit`](Self::visit). A table in a file is visited tier by tier, on all cores.
    ///
    /// # Errors
    ///
    /// When the table cannot be read, or the rules contradict it; and when `each` fails.
    pub fn columns(
        &self,
        wanted: Wanted,
        each: &mut dyn FnMut(Columns) -> Result<(), Error>,
    ) -> Result<(), Error> {
        const STATES: usize = 1 << 14;
        if let Some(tiers) = self.large() {
            return tiers.columns(wanted, each);
        }
        let mut columns = Columns::new(wanted);
        self.visit(&mut |visited| {
            self.game()
                .0
                .push_state(visited.position.state, &mut columns);
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

    /// Looks up some states, and returns their columns in the same order. It uses all cores.
    /// The plies are unknown.
    ///
    /// # Errors
    ///
    /// When a key or a board belongs to no state, or the table cannot be read.
    pub fn ask(&self, questions: &Questions<'_>, wanted: Wanted) -> Result<Columns, Error> {
        let number = match questions {
            Questions::Keys(keys) => keys.len(),
            Questions::Boards { codes, .. } => {
                self.board_text()?;
                codes.len() / self.info().squares()
            }
        };
        let threads = thread::available_parallelism().map_or(1, NonZero::get);
        // If a table of tiers is asked for more states at a time, fewer blocks are read twice.
        let some = if self.tiers().is_some() {
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
        columns.reserve(number, self.info().squares());
        parts.iter().for_each(|part| columns.append(part));
        Ok(columns)
    }

    /// Returns the state with a key.
    fn state_of_key(&self, key: u64) -> Result<Option<u64>, Error> {
        let by_key = match (self.game().0.of_key(key), self.by_key.get()) {
            (Ok(state), _) => return Ok(state),
            (Err(NoKeys), Some(by_key)) => by_key,
            (Err(NoKeys), None) => {
                let mut states = Vec::new();
                self.visit(&mut |visited| {
                    states.push(visited.position.state);
                    Ok(())
                })?;
                let order = order(states.iter().map(|&state| self.game().key(state)));
                let by_key = order.into_iter().map(|(key, at)| (key, states[at]));
                self.by_key.get_or_init(|| by_key.collect())
            }
        };
        let found = by_key.binary_search_by_key(&key, |&(key, _)| key);
        Ok(found.ok().map(|at| by_key[at].1))
    }

    /// Returns how boards tell states.
    fn board_text(&self) -> Result<&BoardText, Error> {
        let text = || BoardText::new(&self.start());
        let text = self.board_text.get_or_init(text).as_ref();
        text.ok_or_else(|| Error::Board {
            number: 0,
            problem: format!("the boards of {} do not tell its states", self.info().spec),
        })
    }

    /// Returns the state with a board.
    fn state_of_board(
        &self,
        board: (&[i8], Option<Player>),
        buffer: &mut String,
    ) -> Result<u64, String> {
        let text = self.board_text().map_err(|error| error.to_string())?;
        text.state(self.game(), self.info(), board, buffer)
    }

    /// Returns the states of a range of the questions.
    fn states_asked(
        &self,
        questions: &Questions<'_>,
        numbers: Range<usize>,
    ) -> Result<Vec<Option<u64>>, Error> {
        let mut buffer = String::new();
        match *questions {
            Questions::Keys(keys) => {
                let keys = keys[numbers].iter();
                keys.map(|&key| self.state_of_key(key)).collect()
            }
            Questions::Boards { codes, movers } => {
                let squares = self.info().squares();
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

    /// Looks up the states of a range of the questions.
    fn answer_some(
        &self,
        questions: &Questions<'_>,
        numbers: Range<usize>,
        wanted: Wanted,
    ) -> Result<Columns, Error> {
        let states = self.states_asked(questions, numbers)?;
        let mut columns = Columns::new(wanted);
        columns.reserve(states.len(), self.info().squares());
        let mut known = match self.tiers() {
            Some(tiers) => {
                let states: Vec<u64> = states.iter().copied().flatten().collect();
                tiers.know_many(&states, wanted.tell_moves())?
            }
            None => Vec::new(),
        }
        .into_iter();
        let is_known = self.tiers().is_some();
        for state in states {
            let analysis = match state {
                None => None,
                Some(_) if is_known => known.next().flatten(),
                Some(state) if wanted.tell_moves() => self.try_analysis(state)?,
                Some(state) => self.try_score(state)?.map(without_moves),
            };
            match state {
                Some(state) => self.game().0.push_state(state, &mut columns),
                None => columns.push_stateless(),
            }
            columns.push_known(analysis.as_ref());
            columns.push_ply(None);
        }
        Ok(columns)
    }

    /// Returns the position with this key; `None` if no state has it.
    ///
    /// # Errors
    /// When the game cannot tell states by their keys, and the table cannot be read.
    pub fn position_of_key(&self, key: u64) -> Result<Option<Position<'_>>, Error> {
        let state = self.state_of_key(key)?;
        Ok(state.map(|state| self.position(state)))
    }

    /// Returns the position with this board, given by [`square_code`](crate::square_code). It
    /// need not be reachable. The player to move must be given if the board does not tell.
    ///
    /// # Errors
    /// When no state has this board.
    pub fn position_of_board(
        &self,
        codes: &[i8],
        mover: Option<Player>,
    ) -> Result<Position<'_>, Error> {
        self.board_text()?;
        let state = self.state_of_board((codes, mover), &mut String::new());
        let state = state.map_err(|problem| Error::Board { number: 0, problem })?;
        Ok(self.position(state))
    }

    /// Verifies the table against the rules.
    ///
    /// # Errors
    /// When a record is wrong, or the table cannot be read.
    pub fn verify(&self, limits: &Limits<'_>) -> Result<Verified, Error> {
        if let Some(tiers) = self.tiers() {
            return tiers.verify(limits);
        }
        let total = self.states();
        // The caller cannot stop this: a table in memory is verified in seconds.
        let watch = |done| {
            let _ = (limits.watch)(of_states(Phase::Verifying, done, total));
        };
        verify_watched(self, watch).map_err(|error| match error {
            VerifyError::Read(error) => error,
            error => Error::Flaw(error.to_string()),
        })
    }

    /// Counts the states that are won, drawn and lost for the player to move.
    ///
    /// # Errors
    /// When the table cannot be read, or the rules contradict it.
    pub fn counts(&self) -> Result<[u64; 3], Error> {
        if let Some(counts) = self.stored.counts() {
            return Ok(counts);
        }
        let mut counts = [0; 3];
        self.visit(&mut |visited| {
            count(&mut counts, visited.analysis.value);
            Ok(())
        })?;
        Ok(counts)
    }

    /// Returns the table as the bytes of a file, which [`open`](crate::open()) reads; `None` if
    /// it is in a file that is read tier by tier.
    pub fn bytes(&self, watch: Watch<'_>) -> Option<Result<Vec<u8>, Error>> {
        if let Some(tiers) = self.tiers() {
            return Some(Ok(tiers.in_memory()?.to_vec()));
        }
        let mut watch = baking(self.states(), watch);
        let baked = self.stored.bytes(&mut watch);
        let baked =
            baked.unwrap_or_else(|| bake::table_of(&self.info().spec, self.solved(), &mut watch));
        Some(baked.map_err(Error::from))
    }

    /// Finds a small playbook, plays it against every reply, and returns its bytes. If `watch`
    /// breaks during the search for a smaller one, the best so far is returned.
    ///
    /// # Errors
    ///
    /// When the table cannot be read or lacks a state, there are too many states, the work was
    /// stopped before the first playbook, or the proof fails.
    pub fn bake_playbook(
        &self,
        how: bake::Playbook<'_>,
        watch: Watch<'_>,
    ) -> Result<BakedPlaybook, Error> {
        let states = self.states();
        let watch = &mut |progress| searching(progress, states, watch);
        how.bake(&self.solved(), None, watch).map_err(Error::from)
    }

    /// Opens the playbook in these bytes, and validates them.
    ///
    /// # Errors
    ///
    /// When they are not a playbook of this game.
    pub fn open_playbook(&self, bytes: Vec<u8>) -> Result<Playbook, PlaybookError> {
        let book = Playbook::new(bytes)?;
        perfectplay::Playbook::new(self.game(), book.data()).validate()?;
        Ok(book)
    }

    /// Writes a playbook of this game as one source file without dependencies. The source has
    /// the rules if the game has them in this language. The name must be an identifier; in C,
    /// all names begin with it.
    ///
    /// # Errors
    /// When the name is not an identifier.
    pub fn playbook_source(
        &self,
        book: &Playbook,
        language: SourceLanguage,
        name: &str,
    ) -> Result<String, Error> {
        let rules = self.game().0.source_rules();
        book.source(self.game(), language, name, rules)
    }

    /// Writes the table as a C99 header whose look-up takes the key of a state, as
    /// [`bake::table_c`] does. The name must be an identifier of C; all names begin with it.
    ///
    /// # Errors
    /// When the table cannot be read, or the game has 2^32 states or more.
    pub fn c_source(&self, name: &str, watch: Watch<'_>) -> Result<String, Error> {
        let spec = &self.info().spec;
        let bytes = bake::table_of(spec, self.solved(), baking(self.states(), watch));
        let bytes = bytes.map_err(Error::from)?;
        let data = TableData::from_bytes(&bytes);
        let data = data.map_err(|error| Error::Format(error.to_string()))?;
        bake::table_c(name, &data).map_err(Error::from)
    }

    /// Writes the table in this game's own format of this name; `None` if it has none.
    #[must_use]
    pub fn own_format(&self, name: &str) -> Option<Result<Vec<u8>, Error>> {
        own::write(self.solved(), name)
    }

    /// Compares the input with the table, in the game's own format whose label the input begins
    /// with, and returns the name of that format.
    ///
    /// # Errors
    ///
    /// When they differ. The error says where.
    pub fn compare_own_format(
        &self,
        beginning: &[u8],
        whole: &mut dyn Read,
    ) -> Result<&'static str, Error> {
        own::compare(self.solved(), beginning, whole)
    }

    /// Explores all states and the moves between them.
    ///
    /// # Errors
    /// When two states have one key, or there are 2^32 - 1 states or more.
    pub fn explore(&self) -> Result<Explored<u64>, Error> {
        explore_all(self.game(), Nodes::States).map_err(unexplored)
    }

    /// Counts the different games; `None` if they cannot be counted, or if counting them takes
    /// too much memory.
    #[must_use]
    pub fn games(&self) -> Option<u64> {
        if self.is_large() {
            return None;
        }
        self.explore().ok()?.graph.games()
    }
}

/// A round of any game. Its [`solved`](perfectplay::Round::solved) game returns the
/// [position](AnyTable::position) of each state.
pub type Round<'t> = round::Round<&'t AnyTable>;

/// Processes items on this number of threads, and returns the results in order.
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

/// Converts the progress of baking a table. Baking takes seconds, and cannot be stopped.
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

/// Returns the error for a game that was not explored.
pub(crate) fn unexplored<E>(error: ExploreError<u64, E>) -> Error {
    Error::Flaw(match error {
        ExploreError::SharedKey { key, .. } => format!("two states have the same key {key}"),
        _ => format!("the game has more than {} states", u32::MAX),
    })
}
