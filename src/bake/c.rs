//! Writes C arrays, and the C macros that tell where arrays are stored.

use alloc::format;
use alloc::string::{String, ToString};

use super::template::lines;

/// C macros that tell where arrays are stored, and how a program reads from them. A program can
/// store arrays elsewhere if it defines these macros before it includes the source.
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

/// Returns a sentence for the comment of a C header. The sentence tells whether `bytes` bytes of
/// data fit on an AVR microcontroller.
pub(crate) const fn avr(bytes: usize) -> &'static str {
    /// The greatest size of an array on AVR, in bytes.
    const MOST: usize = 32_767;
    if bytes <= MOST {
        "On AVR the data stay in flash."
    } else {
        "The data are too large for AVR."
    }
}

/// Returns an array in C, with 16 numbers on each line.
pub(crate) fn array<T: ToString>(kind: &str, name: &str, numbers: &[T]) -> String {
    format!(
        "static const {kind} {name}[{}] PERFECTPLAY_STORAGE = {{\n{}\n}};",
        numbers.len(),
        lines(numbers, "    "),
    )
}

/// Returns how C stores numbers up to `greatest`. `.0` is the type of a number, and `.1` is the
/// macro that reads a number from an array.
pub(crate) const fn kind(greatest: usize) -> (&'static str, &'static str) {
    if greatest <= u8::MAX as usize {
        ("uint8_t", "PERFECTPLAY_BYTE")
    } else if greatest <= u16::MAX as usize {
        ("uint16_t", "PERFECTPLAY_WORD")
    } else {
        ("uint32_t", "PERFECTPLAY_LONG")
    }
}
