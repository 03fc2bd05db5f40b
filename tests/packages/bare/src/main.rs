//! Asks the table from bare metal, or as near to it as the host has it.
//!
//! Three things are shown by nothing but that this program links:
//!
//! - There is no `std`: the program is `no_std`, and would have two panic handlers.
//! - There is no `alloc`: it would need a global allocator, and there is none.
//! - There is no panic: the panic handler calls a function that does not exist. Only in a
//!   program that cannot panic the linker throws the handler away before it looks for
//!   that function.
//!
//! For the last, every input is opaque to the compiler, so that it cannot prove of a
//! question that it is never asked.

#![no_std]
#![no_main]

use core::hint::black_box;
use core::panic::PanicInfo;

use perfectplay::{Record, State, TableData, Value, lookup};

// Nothing else links the C library, whose start-up code calls `main`.
#[link(name = "c")]
unsafe extern "C" {}

unsafe extern "C" {
    /// Exists nowhere.
    safe fn a_way_to_panic_is_left() -> !;
}

#[panic_handler]
fn panic(_: &PanicInfo) -> ! {
    a_way_to_panic_is_left()
}

/// Asks every question there is; 0 if the answers make sense.
// SAFETY: a C program has one `main`, and this is it.
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let mut reachable = 0;
    let mut sensible = true;
    // One bit more than the board has, so that masks beyond it are among them.
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

/// A table in bytes, as the baker makes it: of a heap of 21, whose keys are its sizes.
static TABLE: TableData<'static> = match TableData::from_bytes(include_bytes!(env!("TABLE"))) {
    Ok(table) => table,
    Err(_) => panic!("expected a table"),
};

/// Whether it knows its keys and no strangers. The heaps of a multiple of 4 are lost.
fn other_game() -> bool {
    let lost = |key: u64| match TABLE.get(black_box(key)) {
        Some(analysis) => key <= 21 && (analysis.value == Value::Loss) == (key % 4 == 0),
        None => key > 21,
    };
    (0..1 << 20).all(lost) && lost(u64::MAX)
}

/// Whether the parts of a record agree with each other.
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

/// Whether exactly the legal moves can be played, of all cells there are and are not.
fn played(state: State, record: Record) -> bool {
    (0..=u8::MAX).all(|cell| {
        let next = black_box(state).play(black_box(cell));
        let legal = record.legal().iter().any(|mv| mv.index() == cell);
        next.is_ok_and(|next| lookup(next).is_some()) == legal
    })
}
