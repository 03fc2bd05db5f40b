//! Plays two playbooks against every reply, looks up every state of tic-tac-toe, and writes the
//! results to the debugger.

#![no_std]
#![no_main]

mod tictactoe;

/// The playbook of Connect Four, as source code that the library has written.
mod connect {
    include!(concat!(env!("BOOKS"), "/connect.rs"));
}

#[path = "../../../sources/connect.rs"]
mod connect_player;
#[path = "../../../sources/tally.rs"]
mod tally;
#[path = "../../../sources/tictactoe.rs"]
mod tictactoe_player;

use cortex_m_rt::entry;
use cortex_m_semihosting::{debug, hprintln};
use panic_semihosting as _;
use perfectplay::tictactoe::records;

#[entry]
fn main() -> ! {
    for (side, begins) in [(1, true), (2, false)] {
        hprintln!("tictactoe {} {}", side, tictactoe_player::games(begins));
        hprintln!("connect {} {}", side, connect_player::games(begins));
    }
    let (states, sum) = records().fold((0, 0_u32), |(states, sum), (_, record)| {
        (states + 1, sum.rotate_left(1) ^ record.to_bits())
    });
    hprintln!("table {} {}", states, sum);
    debug::exit(debug::EXIT_SUCCESS);
    unreachable!("the emulator has ended")
}
