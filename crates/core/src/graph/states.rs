//! A list of states that gives each new state the next number, and finds a state by its key.

use alloc::vec::Vec;

use super::index::NumberTable;
use crate::Player;

/// A list of states. Each state that is added gets the next number.
///
/// A state is identified by its key. If a state may occur with either player to move, it is
/// identified by its key and the player to move.
#[derive(Clone, Debug)]
pub struct States<S> {
    states: Vec<S>,
    keys: Vec<u64>,
    /// Two tables that map keys to numbers, one for each player to move. States that are added
    /// without a player to move are in the first table.
    indexes: [NumberTable; 2],
}

/// The result of [`States::meet`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meeting {
    /// The state is new and got this number.
    New(u32),
    /// The state was found before and has this number.
    Again(u32),
    /// The state is new, but its key already belongs to the state with this number.
    Clash(u32),
    /// The state is new, but the list is full, because the number of a state must fit into a `u32`.
    Full,
}

impl<S: Copy + Eq> States<S> {
    /// Creates an empty list of states.
    #[must_use]
    pub fn new() -> Self {
        Self {
            states: Vec::new(),
            keys: Vec::new(),
            indexes: Default::default(),
        }
    }

    /// Returns the number of states.
    #[must_use]
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Returns whether there are no states.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// Returns the state to which `number` was given; `None` if no state has this number.
    #[must_use]
    pub fn get(&self, number: u32) -> Option<S> {
        self.states.get(number as usize).copied()
    }

    /// Returns the states, in the order of their numbers.
    #[must_use]
    pub fn as_slice(&self) -> &[S] {
        &self.states
    }

    /// Returns the states, in the order of their numbers.
    #[must_use]
    pub fn into_vec(self) -> Vec<S> {
        self.states
    }

    /// Returns the number that was given to a state; `None` if the state is not in the list.
    #[must_use]
    pub fn find(&self, key: u64, state: S) -> Option<u32> {
        self.find_with(key, Player::First, state)
    }

    /// Returns the number that was given to a state with `mover` to move. Returns `None` if the
    /// list does not contain the state with this player to move.
    #[must_use]
    #[inline]
    pub fn find_with(&self, key: u64, mover: Player, state: S) -> Option<u32> {
        let number = self.indexes[mover as usize].find(&self.keys, key).ok()?;
        (self.states[number as usize] == state).then_some(number)
    }

    /// Looks up a state. If the state is new, adds it, and gives it the next number.
    pub fn meet(&mut self, key: u64, state: S) -> Meeting {
        self.meet_with(key, Player::First, state)
    }

    /// Does the same as [`meet`](Self::meet) for a state in which `mover` is to move. The same
    /// state with the other player to move counts as another state, and gets a number of its own.
    pub fn meet_with(&mut self, key: u64, mover: Player, state: S) -> Meeting {
        let index = &mut self.indexes[mover as usize];
        match index.find(&self.keys, key) {
            Ok(number) if self.states[number as usize] == state => Meeting::Again(number),
            Ok(number) => Meeting::Clash(number),
            Err(place) => match u32::try_from(self.states.len()) {
                Ok(number) if number != NumberTable::FREE => {
                    self.states.push(state);
                    self.keys.push(key);
                    index.insert(place, &self.keys, number);
                    Meeting::New(number)
                }
                _ => Meeting::Full,
            },
        }
    }
}

impl<S: Copy + Eq> Default for States<S> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeMap;
    use alloc::vec::Vec;

    use proptest::prelude::*;

    use super::{Meeting, States};
    use crate::Player;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// Compares [`States`] with a map. About a third of the random keys are below 200, a third
        /// are powers of two, and the rest are arbitrary 64-bit numbers.
        #[test]
        fn states_have_the_number_of_their_first_meeting(
            meetings in proptest::collection::vec(
                (any::<bool>(), prop_oneof![0..200_u64, any::<u64>(), (0..64_u32).prop_map(|bit| 1 << bit)]),
                0..2000,
            ),
        ) {
            let mut states = States::new();
            let mut numbers = BTreeMap::new();
            for &(second, key) in &meetings {
                let mover = Player::BOTH[usize::from(second)];
                let next = numbers.len() as u32;
                let known = *numbers.entry((second, key)).or_insert(next);
                let expected = if known == next {
                    Meeting::New(known)
                } else {
                    Meeting::Again(known)
                };
                prop_assert_eq!(states.meet_with(key, mover, key), expected);
                prop_assert_eq!(states.meet_with(key, mover, !key), Meeting::Clash(known));
                prop_assert_eq!(states.find_with(key, mover, key), Some(known));
                prop_assert_eq!(states.find_with(key, mover, !key), None);
            }
            prop_assert_eq!(states.len(), numbers.len());
            prop_assert_eq!(states.is_empty(), numbers.is_empty());
            let mut expected: Vec<(u32, u64)> = numbers.iter().map(|(&(_, key), &number)| (number, key)).collect();
            expected.sort_unstable();
            let expected: Vec<u64> = expected.into_iter().map(|(_, key)| key).collect();
            prop_assert_eq!(states.as_slice(), &expected[..]);
            prop_assert_eq!(states.into_vec(), expected);
        }
    }
}
