//! Playbooks of any game: opened, asked, played, and written as source code.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use perfectplay::audit::Strategy;
use perfectplay::bake::{self, BakeError, SourceLanguage, SourceRules, playbook_source};
use perfectplay::game::{canonical, is_extra_turn, starts};
use perfectplay::playbook::{PlaybookData, PlaybookError};
use perfectplay::{Game, Move, Moves, Player};

use crate::error::Error;
use crate::numbers::Numbers;
use crate::typed::Position;
use crate::watch::{Phase, Progress, Watch};

/// A playbook in the bytes that it owns: the moves of a player that knows the states which it can
/// meet while it plays by the book, and no other.
///
/// It is made by [`Table::bake_playbook`](crate::Table::bake_playbook), and opened by
/// [`Table::open_playbook`](crate::Table::open_playbook).
#[derive(Clone, Debug)]
pub struct Playbook(Vec<u8>);

impl Playbook {
    /// Some bytes, whose header is read. Whether they are of a game is not asked.
    pub(crate) fn new(bytes: Vec<u8>) -> Result<Self, PlaybookError> {
        PlaybookData::from_bytes(&bytes)?;
        Ok(Self(bytes))
    }

    /// What it is: its sides, its size, what it keeps.
    ///
    /// # Panics
    /// Never: the header has been read before.
    #[must_use]
    pub fn data(&self) -> PlaybookData<'_> {
        PlaybookData::from_bytes(&self.0).expect("a header that has been read before")
    }

    /// The bytes of its file.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The move of the book in a position of its game. `None` if the game is over, or it is the
    /// turn of a side that the book is not for. In a position that the book does not know, the
    /// answer is left to chance: any legal move, or none.
    #[must_use]
    pub fn choose(&self, position: &Position<'_>) -> Option<Move> {
        position.0.choose_by_book(self.data())
    }

    /// The player that moves as the book says, for an [`audit`](crate::audit()).
    #[must_use]
    pub fn player<'n>(
        &'n self,
        numbers: &'n Numbers<'_>,
    ) -> impl Strategy<u32, Error = Error> + 'n {
        ByTheBook {
            book: self,
            numbers,
        }
    }

    /// The book as one file of source code; its names begin with this one. Without rules, a
    /// function answers keys, which are no wider than those of the states that the book can meet.
    pub(crate) fn source(
        &self,
        numbers: &Numbers<'_>,
        language: SourceLanguage,
        name: &str,
        rules: Option<SourceRules>,
    ) -> Result<String, Error> {
        let rules = rules.unwrap_or_else(|| SourceRules::Keys {
            bits: self.key_bits(numbers),
        });
        playbook_source(language, name, &self.data(), rules).map_err(unbaked)
    }

    /// The bits of the greatest key that the book is asked for.
    fn key_bits(&self, numbers: &Numbers<'_>) -> u32 {
        let data = self.data();
        let (mut seen, mut open, mut greatest) = (BTreeSet::new(), Vec::new(), 0);
        for side in Player::BOTH.into_iter().filter(|&side| data.plays(side)) {
            open.extend(starts(numbers).map(|start| {
                let first = numbers.to_move(start).unwrap_or(Player::First);
                (start, first == side)
            }));
        }
        while let Some((state, is_own)) = open.pop() {
            if numbers.outcome(state).is_some() || !seen.insert((state, is_own)) {
                continue;
            }
            let mut moves = numbers.legal(state);
            if is_own {
                let asked = if data.uses_symmetry() {
                    canonical(numbers, state).0
                } else {
                    state
                };
                greatest = numbers.key(asked).max(greatest);
                let chosen = self.choose(&numbers.position(state));
                moves = chosen.map_or(Moves::EMPTY, Moves::from);
            }
            for mv in moves {
                let after = numbers.play(state, mv);
                open.push((after, is_own == is_extra_turn(numbers, state, after)));
            }
        }
        (u64::BITS - greatest.leading_zeros()).max(1)
    }
}

/// A player that moves as a book says.
struct ByTheBook<'n, 't> {
    book: &'n Playbook,
    numbers: &'n Numbers<'t>,
}

impl Strategy<u32> for ByTheBook<'_, '_> {
    type Error = Error;

    fn choices(&self, number: u32) -> Result<Moves, Error> {
        let chosen = self.book.choose(&self.numbers.position(number));
        Ok(chosen.map_or(Moves::EMPTY, Moves::from))
    }
}

/// Tells how far a playbook is that is chosen from so many states at most, if that can be told.
pub(crate) fn watched(
    progress: bake::Progress,
    all_states: u64,
    watch: Watch<'_>,
) -> ControlFlow<()> {
    /// Into so many steps the search is divided.
    const STEPS: u64 = 1_000;
    watch(match progress {
        bake::Progress::Exploring { states } => Progress {
            phase: Phase::Exploring,
            done: states,
            total: all_states,
            is_of_states: true,
        },
        bake::Progress::Searching { part, .. } => Progress {
            phase: Phase::Searching,
            done: (part * STEPS as f64) as u64,
            total: STEPS,
            is_of_states: false,
        },
        _ => return ControlFlow::Continue(()),
    })
}

/// The error for a table or playbook that is not baked.
pub(crate) fn unbaked(error: BakeError) -> Error {
    match error {
        BakeError::Stopped => Error::Stopped,
        error => Error::Format(error.to_string()),
    }
}
