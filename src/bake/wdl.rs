//! Bakes win/draw/loss tables.

use alloc::string::ToString;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::error::BakeError;
use super::xor_equations;
use crate::fingerprint::fingerprint;
use crate::table::checksum;
use crate::wdl::{FuseWindow, KeptPlies, Order, WdlHeader, look};
use perfectplay_core::solve::Solution;
use perfectplay_core::{Game, MOVE_LIMIT, Value};

/// Returns the win/draw/loss table of a solved game in bytes, for
/// [`Wdl::from_bytes`](crate::Wdl::from_bytes). `name` describes the table for people; the library
/// ignores it.
///
/// For a game that another solver has solved, use [`WdlSurvey`].
///
/// # Errors
/// Fails when the name has more than 255 bytes, the game is loopy, or the game has too many states.
pub fn wdl<G: Game>(name: &str, solution: &Solution<G>) -> Result<Vec<u8>, BakeError> {
    let mut survey = WdlSurvey::new(solution.game());
    for (state, score) in solution.scores() {
        survey.see(state, score.value());
    }
    let mut baker = survey.finish()?;
    for (state, score) in solution.scores() {
        baker.see(state, score.value());
    }
    baker.bytes(name)
}

/// All values. A table orders values by how often they occur; equally frequent values are in the
/// order of `VALUES`.
pub(super) const VALUES: [Value; 3] = [Value::Loss, Value::Draw, Value::Win];

/// The first of two passes over the states of a game. This pass decides which values the table
/// stores.
///
/// To bake the table of a game that is too large for a [`Solution`], visit the states of the game
/// twice. Show each state first to the survey, and in the second pass to the [`WdlBaker`] that the
/// survey returns. You can visit the states in any order, and the bytes do not depend on the order.
///
/// ```
/// use perfectplay::bake::WdlSurvey;
/// use perfectplay::tictactoe::TicTacToe;
/// use perfectplay::{Wdl, bake, solve, walk};
///
/// let mut survey = WdlSurvey::new(&TicTacToe);
/// for visit in walk(&TicTacToe).flatten() {
///     survey.see(visit.state, visit.analysis.value());
/// }
/// let mut baker = survey.finish()?;
/// for visit in walk(&TicTacToe).flatten() {
///     baker.see(visit.state, visit.analysis.value());
/// }
/// assert_eq!(baker.bytes("mine")?, bake::wdl("mine", &solve(&TicTacToe)?)?);
/// # Ok::<(), bake::BakeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct WdlSurvey<'g, G> {
    game: &'g G,
    states: u64,
    /// Counts the states that the table may have to store. Index 0 is for states in even tiers, and
    /// index 1 for states in odd tiers.
    tallies: [PlyTally; 2],
    has_tiers: bool,
}

/// The counts of undecided states for all even tiers together, or for all odd tiers together. A
/// state is undecided if one ply does not decide its value.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PlyTally {
    /// The number of states of each value.
    counts: [u64; 3],
    /// Whether some move leads from one of the counted states to another counted state.
    stays: bool,
}

impl<'g, G: Game> WdlSurvey<'g, G> {
    /// Creates a survey that has seen no state.
    pub const fn new(game: &'g G) -> Self {
        Self {
            game,
            states: 0,
            tallies: [PlyTally {
                counts: [0; 3],
                stays: false,
            }; 2],
            has_tiers: true,
        }
    }

    /// Counts a reachable state and its value. Call this method once for every reachable state.
    pub fn see(&mut self, state: G::State, value: Value) {
        self.states += 1;
        if !look(self.game, state).is_open() {
            return;
        }
        let tier = self.game.tier(state);
        self.has_tiers &= tier.is_some();
        let half = tier.unwrap_or(0) % 2;
        let tally = &mut self.tallies[half as usize];
        tally.count(value);
        tally.stays = tally.stays
            || self.game.legal(state).iter().any(|mv| {
                let next = self.game.play(state, mv);
                self.game
                    .tier(next)
                    .is_none_or(|tier| tier % 2 == half && look(self.game, next).is_open())
            });
    }

    /// Decides which values the table stores, and returns the baker for the second pass.
    ///
    /// # Errors
    /// Fails when the game is loopy. A player in a loopy game can make moves that keep a won
    /// position, and still never win.
    pub fn finish(self) -> Result<WdlBaker<'g, G>, BakeError> {
        if self.game.is_loopy() {
            return Err(BakeError::Loopy);
        }
        let [even, odd] = self.tallies;
        let all = PlyTally {
            counts: [0, 1, 2].map(|value| even.counts[value] + odd.counts[value]),
            stays: false,
        };
        // If one half is dropped, the values of the other half must determine it.
        let halves = [(KeptPlies::Even, even, odd), (KeptPlies::Odd, odd, even)];
        let halves = halves.into_iter().filter(|(_, _, other)| !other.stays);
        let choices = halves
            .map(|(keep, kept, _)| (keep, kept))
            .filter(|_| self.has_tiers);
        let (keep, kept) = choices
            .chain([(KeptPlies::All, all)])
            .min_by_key(|(_, kept)| kept.bits())
            .unwrap_or((KeptPlies::All, all));
        Ok(WdlBaker {
            game: self.game,
            states: self.states,
            keep,
            order: kept.order(),
            keys: [const { Vec::new() }; 3],
        })
    }
}

impl PlyTally {
    /// Counts an undecided state with the value `value`.
    pub(super) const fn count(&mut self, value: Value) {
        self.counts[value as usize] += 1;
    }

    /// Returns the values that occur, the most frequent first.
    pub(super) fn order(self) -> Order {
        let mut values = VALUES;
        values.sort_by_key(|&value| Reverse(self.counts[value as usize]));
        values.map(|value| (self.counts[value as usize] > 0).then_some(value))
    }

    /// Returns how many bits a table needs for the counted states. The table stores a code for each
    /// state, which stands for the state's value.
    fn bits(self) -> u64 {
        let [first, second, third] = self
            .order()
            .map(|value| value.map(|value| self.counts[value as usize]).unwrap_or(0));
        match (second, third) {
            (0, _) => 0,
            (_, 0) => first + second,
            _ => first + 2 * (second + third),
        }
    }
}

/// The second of two passes over the states of a game. This pass collects the values that the table
/// stores, and writes the table.
///
/// The baker takes eight bytes of memory for each stored value, and three times as much while it
/// writes the table.
#[derive(Clone, Debug)]
pub struct WdlBaker<'g, G> {
    game: &'g G,
    states: u64,
    keep: KeptPlies,
    order: Order,
    /// For each code, the keys of the states with this code.
    keys: [Vec<u64>; 3],
}

impl<G: Game> WdlBaker<'_, G> {
    /// Adds a reachable state and its value, which must be the same as in the survey.
    pub fn see(&mut self, state: G::State, value: Value) {
        if self.keep.keeps(self.game.tier(state)) && look(self.game, state).is_open() {
            let code = self.order.iter().position(|&other| other == Some(value));
            // A value that the survey has not seen gets the last code.
            self.keys[code.unwrap_or(2)].push(self.game.key(state));
        }
    }

    /// Writes the table under a name.
    ///
    /// # Errors
    /// Fails when the name has more than 255 bytes, or the table would have 2^32 bits or more.
    /// Fails when a state was added twice with different values.
    pub fn bytes(self, name: &str) -> Result<Vec<u8>, BakeError> {
        let content = (self.keep, self.order);
        written(name, self.game, content, self.states, self.keys)
    }
}

/// Returns the bytes of a table. For each code, `keys` lists the keys of the stored states with
/// this code.
pub(super) fn written<G: Game>(
    name: &str,
    game: &G,
    (keep, order): (KeptPlies, Order),
    states: u64,
    keys: [Vec<u64>; 3],
) -> Result<Vec<u8>, BakeError> {
    if name.len() > u8::MAX.into() {
        return Err(BakeError::Name {
            found: name.to_string(),
        });
    }
    if game.move_count() > MOVE_LIMIT {
        let found = game.move_count();
        return Err(BakeError::MoveCount { found });
    }
    let kept = keys.iter().map(|keys| keys.len() as u64).sum();
    let solved = xor_equations::solve(keys)?;
    let header = WdlHeader {
        fingerprint: fingerprint(game),
        moves: game.move_count(),
        keep,
        order,
        states,
        kept,
        fuse: solved.fuse,
        name,
    };
    let mut bytes = Vec::new();
    header.write(&mut bytes);
    bytes.extend(solved.bits);
    bytes.extend([0; FuseWindow::PADDING as usize]);
    bytes.extend(checksum(&bytes).to_le_bytes());
    WdlHeader::read(&bytes).map_err(BakeError::Table)?;
    Ok(bytes)
}
