//! Writes a whole table as a C99 header.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::c::{STORAGE, array, avr};
use super::error::BakeError;
use super::identifier::check_identifier;
use super::source_rules::SourceRules;
use super::template::{Values, fill, when};
use crate::table::{
    PerfectHash, TableData, TableHeader, low_bits, number_bits, row_bytes, slot_bits, width_of,
};

/// Returns a table as a C99 header, which also works in C++. On AVR, the data stay in flash memory
/// if they fit. All names begin with `name`.
///
/// The header needs only `stdint.h`. The header contains a function that looks up the
/// [key](crate::Game::key) of a state. The type of the key is an integer that is wide enough for
/// the greatest key. If `rules` are the rules of a game, the header also contains functions for
/// play. These functions compute the start, the legal moves, the state after a move, and the key of
/// a state. `rules` must be the rules from which the table was made. The header contains the bytes
/// of the table in an array. A program that already has the bytes, for example in a mapped file,
/// can pass a pointer to these bytes instead.
///
/// All types are as narrow as the table allows. A table with keys of at most 32 bits, at most 24
/// moves and at most 65,536 states needs no type of 64 bits.
///
/// ```
/// use perfectplay::table::TableData;
/// use perfectplay::tictactoe::TicTacToe;
/// use perfectplay::{bake, solve};
/// use perfectplay::bake::SourceRules;
///
/// let bytes = bake::table("tictactoe", &solve(&TicTacToe)?)?;
/// let source = bake::table_c("tictactoe", &TableData::from_bytes(&bytes)?, SourceRules::TicTacToe)?;
/// assert!(source.contains("int tictactoe_lookup(tictactoe_key key, struct tictactoe_record *record)"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Fails when the name is not an identifier.
pub fn table_c(name: &str, data: &TableData<'_>, rules: SourceRules) -> Result<String, BakeError> {
    check_identifier(name)?;
    let (header, bytes) = data.parts();
    let upper = name.to_uppercase();
    let reader = Reader {
        name,
        upper: &upper,
        address: unsigned(width_of(bytes.len() as u64)),
        header,
    };
    let mut values = reader.values();
    values.extend([
        ("name", name.into()),
        ("ruleset", rules.in_c(name)),
        ("about", rules.key_comment()),
        ("tictactoe", when(rules == SourceRules::TicTacToe)),
        ("avr", avr(bytes.len()).into()),
        ("states", header.states.to_string()),
        ("bytes", bytes.len().to_string()),
        ("from", header.len().to_string()),
        ("storage", STORAGE.trim_end().into()),
        ("table", array("uint8_t", &format!("{name}_table"), bytes)),
        ("upper", upper.clone()),
    ]);
    Ok(fill(include_str!("table.c.txt"), &values))
}

/// Returns the C type for unsigned numbers of `bits` bits.
const fn unsigned(bits: u32) -> &'static str {
    match bits {
        0..=8 => "uint8_t",
        9..=16 => "uint16_t",
        17..=32 => "uint32_t",
        _ => "uint64_t",
    }
}

fn constant(number: u64) -> String {
    if number > u32::MAX.into() {
        format!("{number}ULL")
    } else if number > u16::MAX.into() {
        format!("{number}UL")
    } else {
        format!("{number}U")
    }
}

struct Reader<'a> {
    name: &'a str,
    upper: &'a str,
    /// The C type for indexes of the table's bytes.
    address: &'static str,
    header: TableHeader<'a>,
}

impl Reader<'_> {
    /// Returns the values that replace the placeholders of the C template. They depend on the
    /// layout of the table.
    fn values(&self) -> Values<'static> {
        let header = &self.header;
        let (layout, hash, parts) = (header.layout, header.perfect_hash(), header.parts());
        let moves = unsigned(layout.moves);
        let from = |part: u64| part - parts.pilots;
        let key = unsigned(header.key_bits);
        // The sign takes one more bit.
        let distance = unsigned(layout.distance_bits + 1).trim_start_matches('u');
        let number = unsigned(number_bits(header.records()));
        let slots = slot_bits(&hash, header.records());
        let remainder = unsigned(hash.remainder_bits);
        let slot = unsigned(width_of(u64::from(hash.count) - 1));
        let has_masks = layout.masks > 0;
        let index = unsigned(layout.set_bits());
        let set = |set: u32| {
            let part = |kind| self.part(layout.set_bit(set), layout.set_bits(), kind);
            match has_masks {
                true => format!("{}_moves({})", self.name, part(index)),
                false => part(moves),
            }
        };
        let all = low_bits(hash.spread_bits);
        let of_bucket = format!("(remainder >> {})", hash.to_bucket);
        Vec::from([
            ("address", self.address.into()),
            ("key", key.into()),
            ("distance", distance.into()),
            ("moves", moves.into()),
            ("index", index.into()),
            ("spread", unsigned(hash.spread_bits.max(17)).into()),
            ("remainder", remainder.into()),
            ("slot", slot.into()),
            ("number", number.into()),
            // The mask of each set, if records store the index of a mask instead.
            (
                "maskat",
                match has_masks {
                    true => self.row("set", from(parts.masks), layout.moves),
                    false => String::new(),
                },
            ),
            ("mask", self.part(0, layout.moves, moves)),
            // The greatest key, if the parameter can hold greater numbers.
            (
                "greatest",
                match all < low_bits(bits_of(key)) {
                    true => constant(all),
                    false => String::new(),
                },
            ),
            ("keybits", hash.spread_bits.to_string()),
            ("multiplier", constant(hash.multiplier & all)),
            ("modulus", constant(all)),
            ("half", hash.half.to_string()),
            ("remaindermask", constant(low_bits(hash.remainder_bits))),
            ("start", start(&hash, slot)),
            ("pilotat", self.row(&of_bucket, 0, hash.pilot_bits)),
            ("pilot", self.part(0, hash.pilot_bits, slot)),
            ("count", constant(hash.count.into())),
            ("slotat", self.row("slot", from(parts.slots), slots)),
            ("stored", self.part(0, hash.remainder_bits, remainder)),
            (
                "storednumber",
                self.part(hash.remainder_bits, number_bits(header.records()), number),
            ),
            (
                "recordat",
                self.row("number", from(parts.records), layout.record_bits()),
            ),
            ("good", set(0)),
            ("bad", set(1)),
            ("best", set(2)),
            // The type of an expression with complements: wide enough, so that no complement
            // becomes signed.
            (
                "complement",
                match moves {
                    "uint64_t" | "uint32_t" => moves,
                    _ => "unsigned",
                }
                .into(),
            ),
            ("value", self.value()),
            ("readdistance", self.distance(distance)),
        ])
    }

    /// Returns a C expression for the offset at which a row begins in the table's bytes. `row` is a
    /// C expression for the index of the row. The first row begins at the byte `from`, and each row
    /// takes `bits` bits, rounded up to whole bytes.
    fn row(&self, row: &str, from: u64, bits: u32) -> String {
        let address = self.address;
        let length = row_bytes(bits);
        format!(
            "({address})({} + ({address}){row} * {})",
            constant(from),
            constant(length)
        )
    }

    /// Returns the C expression that reads `width` bits. The first of these bits is bit `bit` of
    /// the row that begins at the byte `at`.
    fn part(&self, bit: u32, width: u32, kind: &str) -> String {
        if width == 0 {
            return "0".to_string();
        }
        let (byte, shift) = (bit / u8::BITS, bit % u8::BITS);
        let read = unsigned(shift + width);
        let bytes: Vec<String> = (0..(shift + width).div_ceil(u8::BITS))
            .map(|number| {
                let place = match byte + number {
                    0 => "at".to_string(),
                    ahead => format!("at + {ahead}"),
                };
                let value = format!("PERFECTPLAY_BYTE(&{}_TABLE[{place}])", self.upper);
                match number {
                    0 => value,
                    _ => format!("({read}){value} << {}", u8::BITS * number),
                }
            })
            .collect();
        let read = format!("({read})({})", bytes.join("\n        | "));
        let shifted = match shift {
            0 => read,
            _ => format!("({read} >> {shift})"),
        };
        format!("({kind})({shifted} & {})", constant(low_bits(width)))
    }

    /// Returns the C expression that computes the value from `number`, the index of a record. The
    /// records of losses come first, then those of draws, and then those of wins.
    fn value(&self) -> String {
        let counts = self.header.counts;
        let draws = u64::from(counts.draws) + u64::from(counts.endless);
        let kinds = [
            ("LOSS", counts.losses.into()),
            ("DRAW", draws),
            ("WIN", counts.wins.into()),
        ];
        let mut end = 0;
        let mut source = String::new();
        let (name, upper) = (self.name, self.upper);
        for (value, count) in kinds.into_iter().filter(|&(_, count)| count > 0) {
            end += count;
            if end < counts.sum() {
                source += &format!("number < {} ? {upper}_{value} : ", constant(end));
            } else {
                source += &format!("{upper}_{value}");
            }
        }
        format!("(enum {name}_value)({source})")
    }

    fn distance(&self, kind: &str) -> String {
        let counts = self.header.counts;
        let read = self.part(0, self.header.layout.distance_bits, kind);
        let first = u64::from(counts.losses) + u64::from(counts.draws);
        let end = first + u64::from(counts.endless);
        if counts.endless == 0 {
            return read;
        }
        let from = (first > 0).then(|| format!("number >= {}", constant(first)));
        let to = (end < counts.sum()).then(|| format!("number < {}", constant(end)));
        let within: Vec<String> = from.into_iter().chain(to).collect();
        if within.is_empty() {
            "-1".to_string()
        } else {
            format!("{} ? ({kind})-1 : {read}", within.join(" && "))
        }
    }
}

/// Returns the C expression that computes the start of a key in the perfect hash. In this expression, the C variable
/// `spread` is the spread key (see [`PerfectHash`]). The start is the product of the spread key and the number of
/// states, shifted right. If the product is too wide for a C type, the expression multiplies in two parts.
fn start(hash: &PerfectHash, slot: &str) -> String {
    let (bits, count) = (hash.spread_bits, constant(hash.count.into()));
    let low = u32::BITS - bits.min(u32::BITS);
    if bits <= u32::BITS && u64::from(hash.count) <= 1 << low {
        format!("({slot})((uint32_t)(spread * {count}) >> {bits})")
    } else if bits <= u32::BITS && hash.count <= 1 << 16 {
        format!(
            "({slot})((uint32_t)((uint32_t)((spread >> 16) * {count})
        + (uint32_t)((uint32_t)(uint16_t)spread * {count} >> 16)) >> {})",
            bits - 16
        )
    } else if bits <= u32::BITS {
        format!("({slot})((uint64_t)spread * {count} >> {bits})")
    } else {
        format!(
            "({slot})(((spread >> 32) * {count}
        + ((uint64_t)(uint32_t)spread * {count} >> 32)) >> {})",
            bits - 32
        )
    }
}

fn bits_of(kind: &str) -> u32 {
    kind.bytes()
        .filter(u8::is_ascii_digit)
        .fold(0, |bits, digit| 10 * bits + u32::from(digit - b'0'))
}
