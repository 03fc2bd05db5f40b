//! Proves and verifies the opening tables of games.

use perfectplay::Game;
use perfectplay::bake::{BakeError, Choosable, OpeningProof, Work};
use perfectplay::level::entropy;
use perfectplay::oracle::Opening;
use perfectplay::prove::ProveError;

use crate::error::Error;
use crate::game::AnyGame;
use crate::position::mix;
use crate::proofs::{OpeningJob, OpeningSample, ProvedOpening, VerifiedOpening};
use crate::prover::{prover, thread_count};
use crate::watch::{Limits, Phase, Progress};

impl AnyGame {
    /// Proves the opening table of a game, or a part of this table.
    ///
    /// # Errors
    /// When the game is loopy, its rules have a fault, a saved part belongs to another opening, or the work was
    /// stopped.
    pub fn prove_opening(
        &self,
        job: OpeningJob<'_>,
        work: Work<'_>,
        limits: &Limits<'_>,
    ) -> Result<ProvedOpening, Error> {
        if self.is_loopy() {
            return Err(ProveError::Loopy.into());
        }
        let name = &self.info().spec;
        self.proofs().prove_opening(name, job, work, limits)
    }

    /// Proves all values of an opening table again, or only the values of a sample of its states.
    ///
    /// # Errors
    /// When the bytes are not an opening of this game, or the work was stopped.
    pub fn verify_opening(
        &self,
        bytes: &[u8],
        sample: OpeningSample,
        limits: &Limits<'_>,
    ) -> Result<VerifiedOpening, Error> {
        self.proofs().verify_opening(bytes, sample, limits)
    }
}

/// Proves the opening table of a game, or a part of this table.
pub(crate) fn prove<G: Choosable + Clone>(
    game: &G,
    name: &str,
    job: OpeningJob<'_>,
    work: Work<'_>,
    limits: &Limits<'_>,
) -> Result<ProvedOpening, Error> {
    let mut proof = OpeningProof::new(game.clone(), job.plies);
    for (name, part) in job.parts {
        let added = proof.add(part);
        added.map_err(|error| Error::Flaw(format!("{name}: {error}")))?;
    }
    let range = match job.part {
        Some((number, parts)) => proof.part(number, parts),
        None => 0..proof.len(),
    };
    if let Some(replaced) = job.replaced {
        let mut old = OpeningProof::new(game.clone(), job.plies);
        let is_of_search = old.add(replaced).is_ok();
        let is_new = |number: usize| range.contains(&number) || proof.value(number).is_some();
        let is_part = (0..old.len()).all(|number| old.value(number).is_some() == is_new(number));
        if !is_of_search || !is_part {
            return Err(Error::Flaw(
                "expected no file or the same part, found another file".to_owned(),
            ));
        }
    }
    let prover = prover(game.clone(), limits.memory, Some(1))?;
    let (states, known) = (range.len() as u64, proof.proved() as u64);
    let mut watch = |found: usize| {
        let done = known + found as u64;
        (limits.watch)(Progress::of_states(Phase::Proving, done, states.max(done)))
    };
    proof.prove(
        &prover,
        range.clone(),
        thread_count(limits.threads).get(),
        work,
        &mut watch,
    )?;
    Ok(ProvedOpening {
        states: range.len(),
        bytes: match job.part {
            Some(_) => proof.work(),
            None => proof.opening(name)?,
        },
    })
}

/// Proves the values of some states of an opening table again.
pub(crate) fn verify<G: Choosable + Clone>(
    game: &G,
    bytes: &[u8],
    sample: OpeningSample,
    limits: &Limits<'_>,
) -> Result<VerifiedOpening, Error> {
    let opening = Opening::from_bytes(game, bytes);
    let opening = opening.map_err(|error| Error::Flaw(error.to_string()))?;
    let mut proof = OpeningProof::new(game.clone(), opening.plies());
    let states: Vec<_> = proof.states().collect();
    // Only the values of the sample are compared, so use the stored values of the other states.
    let most = sample.states.unwrap_or(states.len()).min(states.len());
    let mut numbers: Vec<usize> = (0..states.len()).collect();
    numbers.sort_by_cached_key(|&number| mix(entropy(sample.seed, number as u64)));
    let stored = |number: usize| {
        let value = opening.value(game, states[number]);
        value.ok_or_else(|| Error::Flaw("a state has no value".to_owned()))
    };
    for &number in &numbers[most..] {
        proof.set(number, stored(number)?);
    }
    let prover = prover(game.clone(), limits.memory, Some(1))?;
    let mut watch = |found: usize| {
        (limits.watch)(Progress::of_states(
            Phase::Verifying,
            found as u64,
            most as u64,
        ))
    };
    let save = &mut |_: &[u8]| Ok::<(), BakeError>(());
    let work = Work { begun: None, save };
    let range = 0..proof.len();
    proof.prove(
        &prover,
        range,
        thread_count(limits.threads).get(),
        work,
        &mut watch,
    )?;
    let mut wrong = Vec::new();
    for &number in &numbers[..most] {
        if proof.value(number) != Some(stored(number)?) {
            wrong.push(perfectplay::game::described(game, states[number]));
        }
    }
    Ok(VerifiedOpening {
        plies: opening.plies(),
        states: opening.states(),
        proved: most,
        wrong,
    })
}
