//! Uses the tables without an operating system, or as nearly so as the host allows.
//!
//! If this program links, this proves three things:
//!
//! - It does not use `std`: the program is `no_std` and would have two panic handlers.
//! - It does not use `alloc`: that would need a global allocator, and there is none.
//! - It cannot panic: the panic handler calls a function that does not exist. Only in a
//!   program that cannot panic does the linker discard the handler before it looks for
//!   that function.
//!
//! For the last proof, every input is opaque to the compiler, so that it cannot rule out
//! any question.

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

/// A table in bytes, as `bake` creates it, for a heap of 21. The key of a state is the size of
/// the heap.
static TABLE: TableData<'static> = match TableData::from_bytes(include_bytes!(env!("TABLE"))) {
    Ok(table) => table,
    Err(_) => panic!("expected a table"),
};

/// Returns whether the table knows its keys and no others. Heaps that are a multiple of 4 are lost.
fn other_game() -> bool {
    let lost = |key: u64| match TABLE.get(black_box(key)) {
        Some(analysis) => key <= 21 && (analysis.value() == Value::Loss) == (key % 4 == 0),
        None => key > 21,
    };
    (0..1 << 20).all(lost) && lost(u64::MAX)
}

/// Returns whether the parts of a record agree with each other.
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

/// Returns whether exactly the legal moves can be played, among all cells on and beyond the board.
fn played(state: State, record: Record) -> bool {
    (0..=u8::MAX).all(|cell| {
        let next = black_box(state).play(black_box(cell));
        let legal = record.legal().iter().any(|mv| mv.index() == cell);
        next.is_ok_and(|next| lookup(next).is_some()) == legal
    })
}
