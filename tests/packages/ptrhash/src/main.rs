//! Uses `lookup` and `MAP` of `perfectplay`, and a hash map that the build script of this package
//! has written.

use perfectplay::lookup;
use perfectplay::tictactoe::MAP;
use perfectplay::tictactoe::State;

static NAMES: phf::Map<u8, &str> = include!(concat!(env!("OUT_DIR"), "/names.rs"));

fn main() {
    // After a mark in a corner, only the centre saves the other player.
    let state = State::EMPTY.play(0).expect("an empty cell");
    let record = lookup(state).expect("a reachable state");
    assert_eq!(MAP.get(&state), Some(&record));
    for cell in record.best() {
        println!("{}", NAMES[&cell.index()]);
    }
}
