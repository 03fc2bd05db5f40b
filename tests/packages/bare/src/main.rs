//! Uses the tables as a program for a device without an operating system would. Only the start-up
//! code of the C library is added, so that the program runs on the host.
//!
//! If the linker accepts this program, three things are proved:
//!
//! - The program does not use `std`. The program defines its own panic handler, and `std` would add
//!   a second one.
//! - The program does not use `alloc`, because it has no global allocator.
//! - The program cannot panic. The program's panic handler calls a function that does not exist. If
//!   the program cannot panic, the linker discards the handler before it looks for this function.
//!   Otherwise, linking fails.
//!
//! `black_box` hides every input from the compiler. If the compiler knew an input, it could remove
//! a panic that occurs only for other inputs. After such a removal, the linker would accept a
//! program that can panic for other inputs.

#![no_std]
#![no_main]

use core::hint::black_box;
use core::panic::PanicInfo;

use perfectplay::table::TableData;
use perfectplay::tictactoe::{Record, State};
use perfectplay::{Value, lookup};

// This links the C library, whose start-up code calls `main`.
#[link(name = "c")]
unsafe extern "C" {}

unsafe extern "C" {
    /// This function does not exist.
    safe fn a_way_to_panic_is_left() -> !;
}

#[panic_handler]
fn panic(_: &PanicInfo) -> ! {
    a_way_to_panic_is_left()
}

/// Looks up every state, and returns 0 if the answers are consistent.
// SAFETY: a C program has one `main`, and this is it.
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let mut reachable = 0;
    let mut sensible = true;
    // The masks have one bit more than the board has cells.
    for masks in 0..1_u32 << 20 {
        let (x, o) = (masks as u16 & 0x3ff, (masks >> 10) as u16);
        let Ok(state) = State::from_masks(black_box(x), black_box(o)) else {
            continue;
        };
        let Some(record) = lookup(state) else {
            continue;
        };
        reachable += 1;
        sensible &= decoded(record) && played(state, record);
    }
    i32::from(!(sensible && reachable == 5478 && other_game()))
}

/// The bytes of a table, which `bake` has written. The game has one heap of 21 objects. The key of
/// a state is the size of the heap.
static TABLE: TableData<'static> = match TableData::from_bytes(include_bytes!(env!("TABLE"))) {
    Ok(table) => table,
    Err(_) => panic!("expected a table"),
};

/// Returns whether the table has an answer for each key from 0 to 21, and for no other key. Exactly
/// the multiples of 4 must be lost.
fn other_game() -> bool {
    let lost = |key: u64| match TABLE.get(black_box(key)) {
        Some(analysis) => key <= 21 && (analysis.value() == Value::Loss) == (key % 4 == 0),
        None => key > 21,
    };
    (0..1 << 20).all(lost) && lost(u64::MAX)
}

/// Returns whether a record is consistent. The sets of moves must fit the value, the distance and
/// the occupied cells.
fn decoded(record: Record) -> bool {
    let record = black_box(record);
    let analysis = record.analysis();
    let moves = record.winning() | record.losing() | record.neutral();
    let keeps_the_value = match record.value() {
        Value::Win => record.winning(),
        Value::Draw => record.neutral(),
        Value::Loss => record.losing(),
    };
    moves == record.legal()
        && record.best().is_subset(keeps_the_value)
        && record.best().is_empty() == (record.distance() == 0)
        && analysis.legal() == moves
        && (moves & record.occupied()).is_empty()
}

/// Calls `play` with every number from 0 to 255 as the cell. Returns whether `play` accepts exactly
/// the legal moves.
fn played(state: State, record: Record) -> bool {
    (0..=u8::MAX).all(|cell| {
        let next = black_box(state).play(black_box(cell));
        let legal = record.legal().iter().any(|mv| mv.index() == cell);
        next.is_ok_and(|next| lookup(next).is_some()) == legal
    })
}
