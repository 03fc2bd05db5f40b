//! Writes a playbook as a module of Rocq, for the theorems in `proofs/`.

use std::io::{self, Write};

/// The number of bytes of the playbook in each integer. Rocq's primitive integers have 63 bits, so
/// an eighth byte would not fit.
const WORD_BYTES: usize = 7;
const WORDS_A_LINE: usize = 5;

/// Writes the bytes of a playbook as integers of seven bytes each. The first of the seven bytes is
/// the lowest byte of the integer.
pub fn write_playbook(spec: &str, bytes: &[u8], out: &mut dyn Write) -> io::Result<()> {
    let word = |bytes: &[u8]| {
        let number = bytes
            .iter()
            .rfold(0, |word, &byte| word << 8 | u64::from(byte));
        format!("{number:#x}")
    };
    let words: Vec<_> = bytes.chunks(WORD_BYTES).map(word).collect();
    let lines: Vec<_> = words
        .chunks(WORDS_A_LINE)
        .map(|words| format!("  {}", words.join("; ")))
        .collect();
    write!(
        out,
        "(** A playbook of {spec}: seven bytes in each word, the lowest first. *)

From Coq Require Import Uint63 PArray.

Definition size : int := {}%uint63.

Definition words : array int := [|
{}
| 0 |]%uint63.
",
        bytes.len(),
        lines.join(";\n"),
    )
}
