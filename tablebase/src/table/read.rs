//! Answers from a table file.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use perfectplay::game::Score;
use perfectplay::ranked::{Ranked, Tier, Walk};
use perfectplay::{Analysis, Solved};

use super::cache::Cache;
use super::file::{Expected, TableFile};
use super::layout::{Form, TierEntry};
use crate::block::{self, BLOCK, Block};
use crate::code::{Codes, Width};
use crate::error::Error;
use crate::fingerprint::fingerprint;
use crate::summary::Summary;

/// Every reachable state of a game, answered from a file.
///
/// To open it takes a millisecond, however large it is. A look-up reads the blocks of
/// the state and of those after its moves; some that were read lately are kept.
///
/// ```
/// use perfectplay_games::Listed;
/// use perfectplay_games::mnk::Connect;
/// use perfectplay::{Game, Value};
/// use perfectplay_tablebase::{Jobs, Limits, Memory, Table};
///
/// # let folder = tempfile::tempdir()?;
/// let path = folder.path().join("connect.table");
/// let game = Connect::with_parameters("4x4").expect("a game");
/// let (jobs, store) = (Jobs::new(&game, "connect:4x4,4")?, Memory::new());
/// jobs.solve(&store, &Limits::default())?;
/// jobs.gather(&store, &path, &Limits::default())?;
///
/// let table = Table::open(game, &path)?;
/// let start = table.look_up(game.start())?.expect("a reachable state");
/// assert_eq!(start.value, Value::Draw);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Table<G> {
    game: G,
    file: TableFile,
    cache: Cache<Arc<Block>>,
    tier_cache: Cache<Option<TierEntry>>,
}

impl<G: Ranked> Table<G> {
    /// Opens the table of a game.
    ///
    /// # Errors
    /// When the file cannot be read, is no such table or damaged at its ends, or was made
    /// with other rules.
    pub fn open(game: G, path: &Path) -> Result<Self, Error> {
        let expected = Expected {
            form: Form::Ranks,
            fingerprint: fingerprint(&game),
            tiers: game.tier_count(),
        };
        Ok(Self {
            file: TableFile::open(path, expected)?,
            game,
            cache: Cache::new(),
            tier_cache: Cache::new(),
        })
    }

    /// The game.
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// How many reachable states have each score.
    pub const fn summary(&self) -> &Summary {
        self.file.summary()
    }

    /// How scores are written as numbers.
    pub const fn codes(&self) -> Codes {
        self.file.codes()
    }

    /// The score of a state; `None` for one that no game reaches.
    ///
    /// # Errors
    /// When the file cannot be read, or is damaged where the answer is.
    pub fn score(&self, state: G::State) -> Result<Option<Score>, Error> {
        let Some((tier, rank)) = self.game.rank(state) else {
            return Ok(None);
        };
        let entry = self.tier_cache.get(tier.number(), || self.tier(tier))?;
        let Some(entry) = entry.filter(|entry| rank < entry.size) else {
            return Ok(None);
        };
        let code = entry.first + rank;
        let block = self
            .cache
            .get(code / BLOCK as u64, || self.block(code / BLOCK as u64))?;
        match block.code((code % BLOCK as u64) as usize) {
            Some(0) => Ok(None),
            Some(code) => match self.codes().score(code) {
                Some(score) => Ok(Some(score)),
                None => Err(self.damaged("codes of scores")),
            },
            None => Err(self.damaged("a block for each code")),
        }
    }

    /// Everything about a state; `None` for one that no game reaches.
    ///
    /// # Errors
    /// As [`score`](Self::score).
    pub fn look_up(&self, state: G::State) -> Result<Option<Analysis>, Error> {
        self.file
            .analysis(&self.game, state, |state| self.score(state))
    }

    /// Goes through every reachable state and its score, tier by tier. In memory is a block
    /// at a time.
    ///
    /// # Errors
    /// As [`score`](Self::score).
    pub fn visit(
        &self,
        mut each: impl FnMut(G::State, Score) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let scores = self.codes().scores();
        for entry in self.file.entries() {
            let entry = self.with_all_ranks(entry?)?;
            let tier = Tier::new(entry.tier);
            let mut rank = 0;
            let mut walk: Option<G::Walk<'_>> = None;
            let mut walked = 0;
            while rank < entry.size {
                let code = entry.first + rank;
                let block = self.block(code / BLOCK as u64)?;
                let from = (code % BLOCK as u64) as usize;
                let some = (entry.size - rank).min((BLOCK - from) as u64);
                for number in from..from + some as usize {
                    let code = block.code(number);
                    let code = code.ok_or_else(|| self.damaged("a block for each code"))?;
                    if code != 0 {
                        let walk = walk.get_or_insert_with(|| {
                            walked = rank;
                            self.game.walk(tier, rank)
                        });
                        if rank > walked {
                            walk.skip(rank - walked);
                            walked = rank;
                        }
                        let score = scores.get(code as usize).copied().flatten();
                        let score = score.ok_or_else(|| self.damaged("codes of scores"))?;
                        if each(walk.state(), score).is_break() {
                            return Ok(());
                        }
                    }
                    rank += 1;
                }
            }
        }
        Ok(())
    }

    /// Where a tier is, if moves lead to it.
    fn tier(&self, tier: Tier) -> Result<Option<TierEntry>, Error> {
        match self.file.tier(tier.number())? {
            Some(entry) => self.with_all_ranks(entry).map(Some),
            None => Ok(None),
        }
    }

    /// How many entries the directory of tiers has.
    pub(super) const fn tiers(&self) -> u64 {
        self.file.tiers()
    }

    /// An entry of the directory of tiers.
    pub(super) fn tier_entry(&self, number: u64) -> Result<TierEntry, Error> {
        self.with_all_ranks(self.file.tier_entry(number)?)
    }

    /// An entry that has a place for each rank of its tier.
    fn with_all_ranks(&self, entry: TierEntry) -> Result<TierEntry, Error> {
        let size = self.game.tier_size(self.game.twin(Tier::new(entry.tier)));
        if entry.size == size {
            Ok(entry)
        } else {
            Err(self.damaged("the place of a tier"))
        }
    }

    pub(super) const fn file(&self) -> &TableFile {
        &self.file
    }

    /// The codes of a block.
    pub(super) fn codes_of<W: Width>(&self, number: u64) -> Result<Vec<W>, Error> {
        block::unpack(&self.file.packed(number)?).map_err(|_| self.damaged("a block of codes"))
    }

    /// A block of which single codes are asked for.
    fn block(&self, number: u64) -> Result<Arc<Block>, Error> {
        let block = Block::read(&self.file.packed(number)?, self.codes().width());
        block
            .map(Arc::new)
            .map_err(|_| self.damaged("a block of codes"))
    }

    pub(super) fn damaged(&self, what: &'static str) -> Error {
        self.file.damaged(what)
    }
}

impl<G: Ranked> Solved for Table<G> {
    type Game = G;
    type Error = Error;

    fn game(&self) -> &G {
        &self.game
    }

    fn try_analysis(&self, state: G::State) -> Result<Option<Analysis>, Error> {
        self.look_up(state)
    }

    fn try_score(&self, state: G::State) -> Result<Option<Score>, Error> {
        Self::score(self, state)
    }

    fn states(&self) -> u64 {
        self.file.summary().states()
    }
}
