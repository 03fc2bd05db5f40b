//! Answers from a table of keys.

use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::sync::Arc;

use perfectplay::game::Score;
use perfectplay::{Analysis, Game, Solved};

use crate::code::Codes;
use crate::error::Error;
use crate::keyed::block::{self, KEYS};
use crate::keyed::fingerprint;
use crate::parallel;
use crate::summary::Summary;
use crate::table::cache::Cache;
use crate::table::file::{Expected, TableFile};
use crate::table::layout::{Form, TierEntry};

/// Every reachable state of a game without ranks, answered from a file.
///
/// It is to [`KeyedJobs`](crate::KeyedJobs) what [`Table`](crate::Table) is to [`Jobs`](crate::Jobs).
///
/// ```
/// use perfectplay_games::Listed;
/// use perfectplay_games::domineering::Domineering;
/// use perfectplay::{Game, Value};
/// use perfectplay_tablebase::{KeyedJobs, KeyedTable, Limits};
///
/// # let folder = tempfile::tempdir()?;
/// let path = folder.path().join("domineering.table");
/// let game = Domineering::with_parameters("4x4").expect("a board");
/// KeyedJobs::new(&game, "domineering:4x4", 1)?.solve_to(&path, &Limits::default())?;
///
/// let table = KeyedTable::open(game, &path)?;
/// let start = table.look_up(game.start())?.expect("a reachable state");
/// assert_eq!(start.value, Value::Win);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct KeyedTable<G> {
    game: G,
    pub(super) file: TableFile,
    cache: Cache<Arc<Answers>>,
    tier_cache: Cache<Option<TierEntry>>,
}

/// The keys of a block and their codes.
#[derive(Debug)]
pub(super) struct Answers {
    pub keys: Vec<u64>,
    pub codes: Vec<u16>,
}

impl Answers {
    pub fn code(&self, key: u64) -> Option<u16> {
        Some(self.codes[self.keys.binary_search(&key).ok()?])
    }

    pub fn bytes(&self) -> u64 {
        (size_of_val(&self.keys[..]) + size_of_val(&self.codes[..])) as u64
    }
}

impl<G: Game> KeyedTable<G> {
    /// Opens the table of a game.
    ///
    /// # Errors
    /// When the game does not declare its last tier; when the file cannot be read, is no such
    /// table or damaged at its ends, or was made with other rules.
    pub fn open(game: G, path: &Path) -> Result<Self, Error> {
        let last = game.last_tier().ok_or(Error::NoLastTier)?;
        let expected = Expected {
            form: Form::Keys,
            fingerprint: fingerprint(&game),
            tiers: u64::from(last) + 1,
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
        let (key, tier) = (self.game.key(state), self.game.tier(state));
        let entry = match tier {
            Some(tier) => self
                .tier_cache
                .get(tier.into(), || self.file.tier(tier.into()))?,
            None => None,
        };
        let Some(entry) = entry else {
            return Ok(None);
        };
        // The last block whose first key is no greater.
        let mut blocks = self.blocks(entry)?;
        while blocks.end - blocks.start > 1 {
            let middle = blocks.start + (blocks.end - blocks.start) / 2;
            if self.first_key(middle)? <= key {
                blocks.start = middle;
            } else {
                blocks.end = middle;
            }
        }
        let read = || Ok(Arc::new(self.answers(entry, blocks.start)?));
        let answers = self.cache.get(blocks.start, read)?;
        match answers.keys.binary_search(&key) {
            Ok(at) => self.score_of(answers.codes[at]).map(Some),
            Err(_) => Ok(None),
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
        for entry in self.file.entries() {
            let entry = entry?;
            for number in self.blocks(entry)? {
                let answers = self.answers(entry, number)?;
                for (&key, &code) in answers.keys.iter().zip(&answers.codes) {
                    let state = self.game.state_of_key(key).ok_or(Error::Key { key })?;
                    if each(state, self.score_of(code)?).is_break() {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }

    fn score_of(&self, code: u16) -> Result<Score, Error> {
        let score = self.codes().score(code.into());
        score.ok_or_else(|| self.file.damaged("codes of scores"))
    }

    fn first_key(&self, block: u64) -> Result<u64, Error> {
        let entry = self.file.block_entry(block)?;
        let key = entry.first_key;
        key.ok_or_else(|| self.file.damaged("the first key of a block"))
    }

    /// The numbers of the blocks of a tier.
    pub(super) fn blocks(&self, tier: TierEntry) -> Result<Range<u64>, Error> {
        let first = tier.first / KEYS as u64;
        let end = first.checked_add(tier.size.div_ceil(KEYS as u64));
        let is_whole = tier.first % KEYS as u64 == 0 && tier.size > 0;
        match end.filter(|&end| is_whole && end <= self.file.blocks()) {
            Some(end) => Ok(first..end),
            None => Err(self.file.damaged("the blocks of a tier")),
        }
    }

    /// A block of a tier.
    fn answers(&self, tier: TierEntry, number: u64) -> Result<Answers, Error> {
        let damaged = || self.file.damaged("a block of keys and codes");
        let packed = self.file.packed(number)?;
        let read = match self.codes().width() {
            1 => block::unpack::<u8>(&packed).map(|(keys, codes)| Answers {
                keys,
                codes: codes.into_iter().map(u16::from).collect(),
            }),
            _ => block::unpack(&packed).map(|(keys, codes)| Answers { keys, codes }),
        };
        let answers = read.map_err(|_| damaged())?;
        let before = number * KEYS as u64 - tier.first;
        let is_right = answers.keys.first() == Some(&self.first_key(number)?)
            && answers.keys.len() as u64 == (tier.size - before).min(KEYS as u64);
        if is_right {
            Ok(answers)
        } else {
            Err(damaged())
        }
    }
}

impl<G: Game + Sync> KeyedTable<G> {
    /// All keys and codes of a tier.
    pub(super) fn whole_tier(&self, tier: u32) -> Result<Answers, Error> {
        let Some(entry) = self.file.tier(tier.into())? else {
            return Ok(Answers {
                keys: Vec::new(),
                codes: Vec::new(),
            });
        };
        let blocks = self.blocks(entry)?.collect();
        let blocks = parallel::try_map(blocks, |number| self.answers(entry, number))?;
        let (keys, codes): (Vec<_>, Vec<_>) = blocks
            .into_iter()
            .map(|answers| (answers.keys, answers.codes))
            .unzip();
        Ok(Answers {
            keys: keys.concat(),
            codes: codes.concat(),
        })
    }
}

impl<G: Game> Solved for KeyedTable<G> {
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
