//! Parts that all sources in C share: arrays, and their storage.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Display;

/// The macros that store arrays and read them. A program that stores them elsewhere defines its
/// own macros before.
pub(crate) const STORAGE: &str = "#ifndef PERFECTPLAY_STORAGE
#ifdef __AVR__
#include <avr/pgmspace.h>
#define PERFECTPLAY_STORAGE PROGMEM
#define PERFECTPLAY_BYTE(place) pgm_read_byte(place)
#define PERFECTPLAY_WORD(place) pgm_read_word(place)
#define PERFECTPLAY_LONG(place) pgm_read_dword(place)
#else
#define PERFECTPLAY_STORAGE
#define PERFECTPLAY_BYTE(place) (*(place))
#define PERFECTPLAY_WORD(place) (*(place))
#define PERFECTPLAY_LONG(place) (*(place))
#endif
#endif

";

/// Returns an array in C, with 16 numbers on each line.
pub(crate) fn array<T: Display>(kind: &str, name: &str, numbers: &[T]) -> String {
    let lines = numbers.chunks(16).map(|line| {
        let numbers = line.iter().map(ToString::to_string);
        format!("    {}", numbers.collect::<Vec<_>>().join(", "))
    });
    format!(
        "static const {kind} {name}[{}] PERFECTPLAY_STORAGE = {{\n{}\n}};\n\n",
        numbers.len(),
        lines.collect::<Vec<_>>().join(",\n"),
    )
}

/// Returns the C type for numbers up to this one, and the macro that reads it.
pub(crate) const fn kind(greatest: usize) -> (&'static str, &'static str) {
    if greatest <= u8::MAX as usize {
        ("uint8_t", "PERFECTPLAY_BYTE")
    } else if greatest <= u16::MAX as usize {
        ("uint16_t", "PERFECTPLAY_WORD")
    } else {
        ("uint32_t", "PERFECTPLAY_LONG")
    }
}
