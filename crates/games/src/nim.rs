//! Nim (Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics 3, 1901).
//!
//! There are one or more heaps of objects. The players take turns to take one or more objects from
//! one heap. The player who takes the very last object wins, or loses in misère play.

use core::fmt;

use perfectplay::game::{Hints, MOVE_LIMIT, ParseStateError};
use perfectplay::{Game, Move, Moves, Value};

use crate::board::BoardSize;
use crate::listed::Listed;
use crate::misere::{misere_option, strip_misere};
use crate::parameters::number;
use crate::show::{Grid, Place, Side, Square};

/// The greatest number of heaps. A state has one byte for each heap.
const MOST_HEAPS: usize = size_of::<u64>();

/// The rules of Nim with given heaps. Let *n* be the size of the largest heap at the start. A move
/// that takes *k* objects from heap *i* has the index *i* × *n* + *k* − 1. The first heap is heap
/// 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Nim {
    start: Heaps,
    count: u8,
    largest: u8,
    misere: bool,
}

/// The number of objects that are left in each heap.
pub type Heaps = [u8; MOST_HEAPS];

impl Nim {
    /// Creates the game with these heaps. `None` unless there are one to eight heaps, and (number
    /// of heaps) × (largest heap) is at most 64.
    #[must_use]
    pub fn new(heaps: &[u8], misere: bool) -> Option<Self> {
        let largest = heaps.iter().copied().max()?;
        let mut start = [0; MOST_HEAPS];
        start.get_mut(..heaps.len())?.copy_from_slice(heaps);
        let moves = heaps.len() as u32 * u32::from(largest);
        (moves <= MOVE_LIMIT).then_some(Self {
            start,
            count: heaps.len() as u8,
            largest,
            misere,
        })
    }

    /// Returns the heap from which a move takes objects (`.0`), and the number of these objects
    /// (`.1`).
    const fn taken(&self, mv: Move) -> (u8, u8) {
        (mv.index() / self.largest, mv.index() % self.largest + 1)
    }

    /// Splits a symmetry into swaps of two heaps, and returns these swaps in order. The list
    /// contains one swap for each heap. This swap exchanges the heap with itself, or with an
    /// earlier heap that has the same size at the start. Each way to reorder equal heaps is the
    /// result of exactly one list of swaps.
    fn exchanges(&self, mut symmetry: u32) -> impl Iterator<Item = (usize, usize)> {
        (0..self.count.into()).map(move |heap| {
            let choices = self.equal_up_to(heap).count() as u32;
            let choice = symmetry % choices;
            symmetry /= choices;
            let other = self.equal_up_to(heap).nth(choice as usize);
            (heap, other.unwrap_or(heap))
        })
    }

    /// Returns `heap`, and then each earlier heap that has the same size at the start.
    fn equal_up_to(&self, heap: usize) -> impl Iterator<Item = usize> {
        let size = self.start[heap];
        (0..=heap)
            .rev()
            .filter(move |&other| self.start[other] == size)
    }

    const fn heaps<'a>(&self, state: &'a Heaps) -> &'a [u8] {
        state.split_at(self.count as usize).0
    }
}

fn objects(heaps: Heaps) -> u32 {
    heaps.into_iter().map(u32::from).sum()
}

impl Game for Nim {
    type State = Heaps;

    crate::listed::describe_as_text!();

    fn move_count(&self) -> u32 {
        u32::from(self.count) * u32::from(self.largest)
    }

    fn start(&self) -> Heaps {
        self.start
    }

    fn outcome(&self, state: Heaps) -> Option<Value> {
        let over = if self.misere { Value::Win } else { Value::Loss };
        (state == [0; MOST_HEAPS]).then_some(over)
    }

    fn legal(&self, state: Heaps) -> Moves {
        let heaps = self.heaps(&state).iter().zip(0..);
        heaps
            .flat_map(|(&size, heap)| (0..size).map(move |less| heap * self.largest + less))
            .filter_map(Move::new)
            .collect()
    }

    fn play(&self, mut state: Heaps, mv: Move) -> Heaps {
        let (heap, taken) = self.taken(mv);
        state[heap as usize] -= taken;
        state
    }

    fn key(&self, state: Heaps) -> u64 {
        u64::from_le_bytes(state)
    }

    fn last_mover_may_lose(&self) -> bool {
        self.misere
    }

    fn tier(&self, state: Heaps) -> Option<u32> {
        Some(objects(self.start).saturating_sub(objects(state)))
    }
}

impl Hints for Nim {
    /// Returns the number of symmetries. Each symmetry reorders heaps that have the same size at
    /// the start.
    fn symmetries(&self) -> u32 {
        let heaps = 0..self.count.into();
        heaps
            .map(|heap| self.equal_up_to(heap).count() as u32)
            .product()
    }

    fn image(&self, symmetry: u32, mut state: Heaps) -> Heaps {
        for (heap, other) in self.exchanges(symmetry) {
            state.swap(heap, other);
        }
        state
    }

    fn image_of_move(&self, symmetry: u32, _state: Self::State, mv: Move) -> Move {
        let (heap, taken) = self.taken(mv);
        let exchanges = self.exchanges(symmetry);
        let heap = exchanges.fold(usize::from(heap), |at, (heap, other)| match at {
            _ if at == heap => other,
            _ if at == other => heap,
            _ => at,
        });
        mv.map(|_| heap as u8 * self.largest + taken - 1)
    }
}

fn write_heaps(heaps: &[u8], out: &mut dyn fmt::Write) -> fmt::Result {
    for (i, heap) in heaps.iter().enumerate() {
        let separator = if i == 0 { "" } else { "," };
        write!(out, "{separator}{heap}")?;
    }
    Ok(())
}

impl Listed for Nim {
    const NAME: &'static str = "nim";
    const TITLE: &'static str = "Nim";
    const RULES: &'static str =
        "Take any number from one heap; the player who takes the last one wins.";
    const PARAMETERS: &'static str = "HEAP,HEAP,...[,misere], such as 3,4,5: at most eight heaps, \
        and the number of heaps times the largest heap is at most 64";
    const STATES: &'static str = "the number of objects in each heap, such as 3,0,5";
    const KEY: &'static str =
        "Byte i is the number of objects in heap i; the first heap has the lowest byte.";
    const SAMPLES: &'static [&'static str] =
        &["3,4,5", "3,4,5,misere", "1,3,5,7", "2,3,2,2", "0", "7"];

    fn write_rules(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        let verb = if self.misere { "loses" } else { "wins" };
        write!(
            out,
            "Take any number from one heap; the player who takes the last one {verb}."
        )
    }
    const KEYS_TELL_STATES: bool = true;

    fn with_parameters(text: &str) -> Option<Self> {
        let (text, misere) = strip_misere(text);
        let mut heaps = [0; MOST_HEAPS];
        let mut count = 0;
        for part in text.split(',') {
            *heaps.get_mut(count)? = number(part)?;
            count += 1;
        }
        Self::new(&heaps[..count], misere)
    }

    fn write_parameters(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        write_heaps(self.heaps(&self.start), out)?;
        out.write_str(misere_option(self.misere))
    }

    fn of_key(&self, key: u64) -> Option<Heaps> {
        Some(key.to_le_bytes())
    }

    fn write_state(&self, state: Heaps, out: &mut dyn fmt::Write) -> fmt::Result {
        write_heaps(self.heaps(&state), out)
    }

    fn read_state(&self, text: &str) -> Result<Heaps, ParseStateError> {
        const EXPECTED: &str = "the heaps with commas between, none larger than at the start";
        let mut state = [0; MOST_HEAPS];
        let mut parts = text.split(',');
        let mut at = 0;
        for (heap, &most) in state.iter_mut().zip(self.heaps(&self.start)) {
            let part = parts.next().unwrap_or("");
            let size = part.trim().parse().ok().filter(|&size: &u8| size <= most);
            *heap = size.ok_or(ParseStateError::at(text, at, EXPECTED))?;
            at += part.chars().count() + 1;
        }
        match parts.next() {
            None => Ok(state),
            Some(_) => Err(ParseStateError::at(
                text,
                at - 1,
                "the end after the last heap",
            )),
        }
    }

    /// Writes the heap as a letter, and the number of objects that are taken: `b2`.
    fn write_move(&self, _state: Heaps, mv: Move, out: &mut dyn fmt::Write) -> fmt::Result {
        let (heap, taken) = self.taken(mv);
        write!(out, "{}{taken}", char::from(b'a' + heap))
    }

    /// Returns a board with a row for each heap. A move takes objects from the right end of a row.
    /// The move is shown on the leftmost object that it takes.
    fn grid(&self) -> Option<Grid> {
        /// The greatest number of objects in a row that people can still count at a glance.
        const WIDEST: u8 = 12;
        let board = BoardSize {
            columns: self.largest,
            rows: self.count,
        };
        (1..=WIDEST)
            .contains(&self.largest)
            .then(|| Grid::from_board(board))
    }

    fn square(&self, state: Heaps, square: u8) -> Square {
        let (heap, column) = (square / self.largest, square % self.largest);
        if column < state[usize::from(heap)] {
            Square::Common('|')
        } else {
            Square::Absent
        }
    }

    fn place(&self, state: Heaps, mv: Move) -> Place {
        let (heap, taken) = self.taken(mv);
        Place::Square(heap * self.largest + state[usize::from(heap)] - taken)
    }

    fn letter(&self, side: Side, number: u8) -> Option<char> {
        matches!(side, Side::Left).then_some(char::from(b'a' + number))
    }
}
