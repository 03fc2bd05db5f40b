//! Writes a playbook as one file of source code that needs no other file.

mod by_rules;

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;

use crate::bake::BakeError;
use crate::bake::c::{STORAGE, avr, kind};
use crate::bake::identifier::check_identifier;
use crate::bake::source_rules::{ColumnBoard, SourceRules};
use crate::bake::template::{Values, fill, lines, when};
use crate::playbook::{PlaybookData, PlaybookParts};
use perfectplay_core::Player;

/// The languages in which a playbook can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SourceLanguage {
    /// A C99 header, which also works in C++ and on 8-bit processors. All names in the header begin
    /// with the `name` that [`playbook_source`] gets. On AVR, the data stay in flash memory if they
    /// fit.
    C,
    /// A module of Rust that needs nothing but `core`.
    Rust,
    /// An ECMAScript module, for browsers and Node.
    JavaScript,
}

/// Returns a playbook as one file of source code without dependencies. In C, all names begin with
/// `name`.
///
/// The file contains the data, and a function that looks up a key. If `rules` are the rules of a
/// game, the file also contains functions to play. These functions return the legal moves, the
/// state after a move, whether the game is over, and the move of the book. `rules` must be the
/// rules from which the playbook was made.
///
/// # Errors
/// Fails when the name is not an identifier, or the playbook is not
/// [valid](PlaybookData::validate). A playbook [by rules](PlaybookData::is_by_rules) can be written
/// only in C or Rust, and only for Connect Four.
///
/// ```
/// use perfectplay::bake::{self, SourceLanguage, SourceRules, playbook_source};
/// use perfectplay::playbook::PlaybookData;
/// use perfectplay::tictactoe::TicTacToe;
///
/// let bytes = bake::Playbook::new("tictactoe").symmetry().bytes(&TicTacToe)?;
/// let data = PlaybookData::from_bytes(&bytes)?;
/// let source = playbook_source(SourceLanguage::C, "tictactoe", &data, SourceRules::TicTacToe)?;
/// assert!(source.contains("int8_t tictactoe_choose(uint16_t x, uint16_t o)"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn playbook_source(
    language: SourceLanguage,
    name: &str,
    data: &PlaybookData<'_>,
    rules: SourceRules,
) -> Result<String, BakeError> {
    check_identifier(name)?;
    data.validate().map_err(BakeError::Playbook)?;
    let (template, of_rules, indent) = match language {
        SourceLanguage::C => (
            include_str!("playbook.c.txt"),
            Some(include_str!("by_rules.c.txt")),
            "    ",
        ),
        SourceLanguage::Rust => (
            include_str!("playbook.rs.txt"),
            Some(include_str!("by_rules.rs.txt")),
            "    ",
        ),
        SourceLanguage::JavaScript => (include_str!("playbook.js.txt"), None, "  "),
    };
    let by_rules = match data.by_rules() {
        Some(by_rules) => {
            let board = ColumnBoard::new(rules).filter(|board| board.holds_rules());
            let found = board.zip(of_rules).ok_or(BakeError::ByRules)?;
            Some((by_rules, found))
        }
        None => None,
    };
    let parts = data.parts();
    let mut values = values(name, data, &parts, rules, indent);
    let is_wide = match language {
        SourceLanguage::C => rules.key_bits() > u32::BITS,
        _ => by_rules.is_some() || rules.key_bits() > u32::BITS,
    };
    values.extend(match language {
        SourceLanguage::C => c(name, &parts, rules, data.content_len()),
        SourceLanguage::Rust => rust(&parts, is_wide),
        SourceLanguage::JavaScript => javascript(is_wide),
    });
    if let Some(board) = ColumnBoard::new(rules) {
        values.extend(board.values());
        let width = if is_wide { u64::BITS } else { u32::BITS };
        let steps = match language {
            // The C rules are a separate part of the file.
            SourceLanguage::C => None,
            SourceLanguage::Rust => Some([
                "let mut run = state.last;",
                "run &= run >> $by;",
                "found |= run;",
            ]),
            SourceLanguage::JavaScript => {
                Some(["run = last;", "run &= run $shift $by$n;", "found |= run;"])
            }
        };
        if let Some(steps) = steps {
            let runs = board.runs(width, steps, indent, &values);
            values.push(("runs", runs));
        }
    }
    let source = by_rules.map(|(by_rules, (board, of_rules))| {
        let mut found = by_rules::values(by_rules, &parts, board, indent);
        found.extend(values.iter().cloned());
        String::from(fill(of_rules, &found).trim_end())
    });
    values.push(("byrules", source.unwrap_or_default()));
    Ok(fill(template, &values))
}

/// Returns the values that the templates of all languages use.
fn values(
    name: &str,
    data: &PlaybookData<'_>,
    parts: &PlaybookParts<'_>,
    rules: SourceRules,
    indent: &str,
) -> Values<'static> {
    let plays = Player::BOTH.map(|player| data.plays(player));
    let sides = match plays {
        [true, true] => "both sides",
        [true, false] => "the first player",
        _ => "the second player",
    };
    let (states, bytes) = (data.states(), data.content_len());
    let unit = if data.is_by_rules() {
        "entries"
    } else {
        "states"
    };
    let more_than_none = |number: usize| match number {
        0 => String::new(),
        number => number.to_string(),
    };
    let ranks: u8 = parts.counts.iter().sum();
    let counts = &parts.counts[1..=parts.longest()];
    let buckets = parts.seeds.len();
    vec![
        (
            "title",
            format!(
                "A player of {name} for {sides} that never errs: {states} {unit}, {bytes} bytes of data."
            ),
        ),
        ("name", name.into()),
        ("rules", when(!matches!(rules, SourceRules::Keys { .. }))),
        ("tictactoe", when(rules == SourceRules::TicTacToe)),
        (
            "connect",
            when(matches!(rules, SourceRules::Connect { .. })),
        ),
        ("wide", when(rules.key_bits() > u32::BITS)),
        ("symmetry", when(data.uses_symmetry())),
        ("side", when(plays != [true; 2])),
        ("first", when(plays == [true, false])),
        ("second", when(plays == [false, true])),
        ("check", more_than_none(data.check_bits() as usize)),
        ("constant", when(parts.arrays.is_empty())),
        ("rank", parts.ranks[0].to_string()),
        ("bits", lines(parts.arrays, indent)),
        ("bitslength", parts.arrays.len().to_string()),
        (
            "buckets",
            more_than_none(if buckets > 1 { buckets } else { 0 }),
        ),
        ("starts", lines(&parts.starts, indent)),
        ("startslength", parts.starts.len().to_string()),
        ("seeds", lines(parts.seeds, indent)),
        (
            "seed",
            parts.seeds.first().map_or(String::new(), u8::to_string),
        ),
        ("spots", parts.arrays.len().saturating_sub(1).to_string()),
        ("counts", lines(counts, indent)),
        ("longest", more_than_none(counts.len())),
        ("ranks", lines(&parts.ranks[..usize::from(ranks)], indent)),
        ("rankslength", ranks.to_string()),
    ]
}

fn c(name: &str, parts: &PlaybookParts<'_>, rules: SourceRules, bytes: usize) -> Values<'static> {
    // If the arrays have few bytes, an index of a byte has 16 bits.
    let is_short = parts.arrays.len() <= usize::from(u16::MAX);
    let (start, read) = kind(parts.arrays.len());
    // Code words of up to 8 bits fit bytes.
    let has_long_codes = parts.counts[9..].iter().any(|&count| count > 0);
    let mut values = rules.values_in_c(name);
    values.extend([
        ("ruleset", rules.in_c(name)),
        ("about", rules.key_comment()),
        ("avr", avr(bytes).into()),
        ("storage", STORAGE.trim_end().into()),
        ("startkind", start.into()),
        ("read", read.into()),
        (
            "index",
            if is_short { "uint16_t" } else { "uint32_t" }.into(),
        ),
        (
            "code",
            if has_long_codes {
                "uint16_t"
            } else {
                "uint8_t"
            }
            .into(),
        ),
    ]);
    values
}

fn rust(parts: &PlaybookParts<'_>, is_wide: bool) -> Values<'static> {
    let is_short = parts.arrays.len() <= usize::from(u16::MAX);
    vec![
        ("key", if is_wide { "u64" } else { "u32" }.into()),
        ("startkind", if is_short { "u16" } else { "u32" }.into()),
    ]
}

/// Returns the values that the JavaScript template needs to write bit masks. If `is_wide`, masks
/// are `BigInt`s. Otherwise, masks are ordinary numbers. JavaScript's bit operators use 32 bits of
/// an ordinary number. The results of these operators are signed unless `>>> 0` follows.
fn javascript(is_wide: bool) -> Values<'static> {
    let words = if is_wide {
        [
            "a BigInt",
            ", which are BigInts",
            "n",
            "BigInt(column)",
            ">>",
            "",
        ]
    } else {
        ["a number", "", "", "column", ">>>", " >>> 0"]
    };
    let names = ["kind", "bigints", "n", "offset", "shift", "unsigned"];
    names.into_iter().zip(words.map(String::from)).collect()
}
