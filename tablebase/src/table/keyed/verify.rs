//! Holding a table of keys against the rules, in one pass.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use perfectplay::game::Score;
use perfectplay::{Game, Solved};

use super::read::{Answers, KeyedTable};
use crate::error::Error;
use crate::jobs::Limits;
use crate::keyed::block::KEYS;
use crate::keyed::{After, Collector, Rules};
use crate::parallel;
use crate::summary::Summary;
use crate::table::implied::Implied;
use crate::watch::{Meter, Phase};

/// How many pieces of a tier are looked at before the states after them are put together.
const PIECES: usize = 64;

impl<G: Game + Sync> KeyedTable<G> {
    /// Verifies the table: that it has a score for every state that the rules reach and for
    /// no other, and that each follows from the rules and from the scores after its moves.
    /// No other scores do; [`perfectplay::verify`] says why.
    ///
    /// The tiers are gone through once, from the first to the last. In memory are the keys
    /// that are expected in later tiers, one tier, and those of the table that its moves lead
    /// to. Nothing is taken from the results of jobs.
    ///
    /// # Errors
    /// The first flaw that some thread finds, in the answers, the counts or the bytes; when
    /// the memory is not enough.
    pub fn verify(&self, limits: &Limits) -> Result<(), Error> {
        parallel::with_threads(limits.threads, || self.verify_tiers(limits))
    }

    fn verify_tiers(&self, limits: &Limits) -> Result<(), Error> {
        self.file.verify_blocks()?;
        let meter = Meter::new(limits.watch, Phase::Verifying, self.states());
        let rules: &dyn Rules = self.game();
        let last = self.game().last_tier().ok_or(Error::NoLastTier)?;
        let mut expected: BTreeMap<u32, Collector> = BTreeMap::new();
        for (tier, key) in rules.starts()? {
            expected.entry(tier).or_default().add(&[key]);
        }
        let mut held: BTreeMap<u32, Answers> = BTreeMap::new();
        let mut counts = vec![0; self.codes().count() as usize];
        let (mut blocks, mut tiers) = (0, 0);
        for tier in 0..=last {
            let entry = self.file.tier(tier.into())?;
            let tier_blocks = entry.map_or(Ok(blocks..blocks), |entry| self.blocks(entry))?;
            if tier_blocks.start != blocks {
                return Err(self.file.damaged("tiers one behind the other"));
            }
            blocks = tier_blocks.end;
            tiers += u64::from(entry.is_some());
            let expected_here = expected.remove(&tier).unwrap_or_default().finish();
            let here = match held.remove(&tier) {
                Some(here) => here,
                None => self.whole_tier(tier)?,
            };
            self.verify_keys(&expected_here, &here)?;
            drop(expected_here);
            for round in here.keys.chunks(KEYS * PIECES) {
                let after = parallel::try_map(round.chunks(KEYS).collect(), |keys| {
                    meter.add(keys.len() as u64)?;
                    self.after(tier, last, keys)
                })?;
                for (next, keys) in after.into_iter().flatten() {
                    expected.entry(next).or_default().add(&keys);
                    if let Entry::Vacant(place) = held.entry(next) {
                        place.insert(self.whole_tier(next)?);
                    }
                }
            }
            let needed = expected.values().map(Collector::bytes).sum::<u64>()
                + held.values().map(Answers::bytes).sum::<u64>()
                + here.bytes();
            match limits.memory {
                Some(allowed) if needed > allowed => {
                    return Err(Error::Memory { needed, allowed });
                }
                _ => {}
            }
            let pieces = here
                .keys
                .chunks(KEYS)
                .zip(here.codes.chunks(KEYS))
                .collect();
            let counted = parallel::try_map(pieces, |(keys, codes)| {
                self.verify_scores(keys, codes, &held)
            })?;
            for more in counted {
                for (count, more) in counts.iter_mut().zip(more) {
                    *count += more;
                }
            }
        }
        if blocks != self.file.blocks() || tiers != self.file.tiers() {
            return Err(self.file.damaged("tiers one behind the other"));
        }
        let mut summary = Summary::new(self.codes());
        summary.add(&counts);
        if summary == *self.summary() {
            Ok(())
        } else {
            Err(Error::Counts {
                expected: summary.states(),
                found: self.states(),
            })
        }
    }

    /// The states after the moves from some states of a tier, by tier; each once.
    fn after(&self, tier: u32, last: u32, keys: &[u64]) -> Result<BTreeMap<u32, Vec<u64>>, Error> {
        let mut led: BTreeMap<u32, Vec<u64>> = BTreeMap::new();
        let mut after = Vec::new();
        for &key in keys {
            Rules::look_at(self.game(), key, &mut after)?;
            for next in &after {
                if next.tier <= tier || next.tier > last {
                    return Err(Error::Tier {
                        before: tier.into(),
                        found: next.tier.into(),
                    });
                }
                led.entry(next.tier).or_default().push(next.key);
            }
        }
        for keys in led.values_mut() {
            keys.sort_unstable();
            keys.dedup();
        }
        Ok(led)
    }

    /// That a tier has the keys that are expected and no others.
    fn verify_keys(&self, expected: &[u64], here: &Answers) -> Result<(), Error> {
        let differs = expected.iter().zip(&here.keys).position(|(a, b)| a != b);
        let at = match differs {
            None if expected.len() == here.keys.len() => return Ok(()),
            Some(at) => at,
            None => expected.len().min(here.keys.len()),
        };
        // The lower one is missing on the other side.
        let found = here.keys.get(at).map(|&key| (key, here.codes[at]));
        let missing = expected.get(at).copied();
        let state = |key| Rules::state(self.game(), key);
        match (missing, found) {
            (missing, Some((key, code))) if missing.is_none_or(|missing| key < missing) => {
                Err(Error::Flaw {
                    state: state(key),
                    expected: None,
                    found: self.codes().score(code.into()),
                })
            }
            (Some(key), _) => Err(Error::Unscored { state: state(key) }),
            (None, _) => Ok(()),
        }
    }

    /// That scores follow from those after the moves. Counts them by code.
    fn verify_scores(
        &self,
        keys: &[u64],
        codes: &[u16],
        held: &BTreeMap<u32, Answers>,
    ) -> Result<Vec<u64>, Error> {
        let rules: &dyn Rules = self.game();
        let mut counts = vec![0; self.codes().count() as usize];
        let mut after: Vec<After> = Vec::new();
        for (&key, &code) in keys.iter().zip(codes) {
            let implied = match rules.look_at(key, &mut after)? {
                Some(value) => Some(Score::finished(value)),
                None => {
                    let mut implied = Implied::default();
                    for next in &after {
                        let score = held.get(&next.tier).and_then(|tier| tier.code(next.key));
                        let score = score.and_then(|code| self.codes().score(code.into()));
                        implied.add(score, next.again);
                    }
                    implied.score()
                }
            };
            let found = self.codes().score(code.into());
            if found.is_none() || found != implied {
                return Err(Error::Flaw {
                    state: rules.state(key),
                    expected: implied,
                    found,
                });
            }
            counts[usize::from(code)] += 1;
        }
        Ok(counts)
    }
}

#[cfg(test)]
mod tests {
    use perfectplay_games::Listed;
    use perfectplay_games::dots::DotsAndBoxes;

    use super::*;
    use crate::block::SMALL;
    use crate::keyed::block;
    use crate::keyed::{KeyedJobs, fingerprint};
    use crate::table::layout::{Form, Header, TierEntry};
    use crate::table::write::{Writer, write_file};

    /// Each answer of a small game is replaced by every other one or left out, and strangers
    /// get one, with checksums and counts that fit: the verifier finds them all.
    #[test]
    fn every_altered_answer_is_found() {
        let game = DotsAndBoxes::with_parameters("1x1").expect("a game");
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.table");
        let jobs = KeyedJobs::new(&game, "dots:1x1", 1).expect("a plan");
        let limits = Limits::default();
        jobs.solve_to(&path, &limits).expect("a table");
        let table = KeyedTable::open(game, &path).expect("a table");
        let right: Vec<Answers> = (0..=4)
            .map(|tier| table.whole_tier(tier).expect("a tier"))
            .collect();
        let codes = table.codes();
        let verify = |tiers: &[Answers]| {
            let header = Header {
                fingerprint: fingerprint(&game),
                codes,
                form: Form::Keys,
                name: "dots:1x1".to_owned(),
            };
            write_file(&path, |out| {
                let mut writer = Writer::new(&header, out)?;
                let mut summary = Summary::new(codes);
                let mut entries = Vec::new();
                for (tier, Answers { keys, codes: told }) in tiers.iter().enumerate() {
                    let mut counts = vec![0; codes.count() as usize];
                    for &code in told {
                        counts[usize::from(code)] += 1;
                    }
                    summary.add(&counts);
                    if keys.is_empty() {
                        continue;
                    }
                    entries.push(TierEntry {
                        tier: tier as u64,
                        first: writer.blocks() * KEYS as u64,
                        size: keys.len() as u64,
                    });
                    let told: Vec<u8> = told.iter().map(|&code| code as u8).collect();
                    writer.put(&block::pack(keys, &told, SMALL), Some(keys[0]))?;
                }
                writer.end(entries.into_iter(), &summary)
            })
            .expect("a table");
            KeyedTable::open(game, &path)?.verify(&limits)
        };
        let tiers = right.iter().filter(|tier| !tier.keys.is_empty()).count();
        let copy = || -> Vec<Answers> {
            let tiers = right[..tiers].iter();
            let copy = |tier: &Answers| Answers {
                keys: tier.keys.clone(),
                codes: tier.codes.clone(),
            };
            tiers.map(copy).collect()
        };
        verify(&copy()).expect("a right table");
        let mut altered = 0;
        for (tier, whole) in right[..tiers].iter().enumerate() {
            for at in 0..whole.keys.len() {
                for code in (0..codes.count() as u16).filter(|&code| code != whole.codes[at]) {
                    let mut forged = copy();
                    forged[tier].codes[at] = code;
                    assert!(matches!(verify(&forged), Err(Error::Flaw { .. })));
                    altered += 1;
                }
                let mut forged = copy();
                forged[tier].keys.remove(at);
                forged[tier].codes.remove(at);
                let found = verify(&forged);
                // Where a move led to it, that is found first.
                if tier == 0 {
                    assert!(matches!(found, Err(Error::Unscored { .. })), "{found:?}");
                } else {
                    assert!(matches!(found, Err(Error::Flaw { .. })), "{found:?}");
                }
            }
            let strangers = (0..1_u64 << 6).filter(|&key| {
                let state = game.state_of_key(key).expect("a state");
                game.tier(state) == Some(tier as u32)
            });
            for key in strangers.filter(|key| !whole.keys.contains(key)) {
                let mut forged = copy();
                let at = whole.keys.partition_point(|&other| other < key);
                forged[tier].keys.insert(at, key);
                forged[tier].codes.insert(at, 1);
                assert!(matches!(verify(&forged), Err(Error::Flaw { .. })));
                altered += 1;
            }
        }
        assert!(altered > 300, "{altered}");
    }
}
