//! A playbook as one file of C99, for machines down to 8 bits.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Display;

use crate::playbook::{Parts, PlaybookData};
use perfectplay_core::Player;

/// What a C source says of the rules beside the playbook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CRules {
    /// Nothing: a function answers keys with ranks of moves. The greatest key has so many
    /// bits, 64 at most.
    Keys {
        /// The bits.
        bits: u32,
    },
    /// Those of [tic-tac-toe](crate::tictactoe::TicTacToe).
    TicTacToe,
    /// Those of a game like Connect Four: marks fall to the lowest empty cell of a column, and
    /// the first line wins.
    Connect {
        /// The width of the board, at least 1.
        columns: u8,
        /// Its height, at least 1.
        rows: u8,
        /// The length of a line, at least 2.
        length: u8,
    },
}

/// A playbook as a header of C99, also for C++ and for AVR. All names begin with `name`, which
/// must be an identifier of C.
///
/// The file needs nothing but `stdint.h`. It has the data, a function that answers a key, and
/// if the rules are known, functions to play: the legal moves, what a move does, whether the
/// game is over, and the move of the book. On AVR the data stay in flash.
///
/// The rules must be those that the playbook was made by.
#[must_use]
pub fn playbook_c(name: &str, data: &PlaybookData<'_>, rules: CRules) -> String {
    let upper = name.to_uppercase();
    let key = Key::of(rules);
    let parts = data.parts();
    let mut source = String::new();
    let sides = match [data.plays(Player::First), data.plays(Player::Second)] {
        [true, true] => "both sides",
        [true, false] => "the first player",
        _ => "the second player",
    };
    source += &format!(
        r"/*
 * A player of {name} for {sides} that never errs: {} states, {} bytes of data.
 *
 * It knows the states that it can meet while it plays from the start of a game. For any other
 * state, the answer is left to chance.
 *
 * Written by perfectplay. On AVR the data stay in flash.
 */
#ifndef {upper}_H
#define {upper}_H

#include <stdint.h>

#ifndef PERFECTPLAY_STORAGE
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

",
        data.states(),
        data.content_len(),
    );
    source += &arrays(name, &parts);
    source += &answer(name, data, &parts, key);
    source += &match rules {
        CRules::Keys { .. } => String::new(),
        CRules::TicTacToe => tictactoe(name, data),
        CRules::Connect {
            columns,
            rows,
            length,
        } => Connect {
            name,
            columns,
            rows,
            length,
            key,
        }
        .source(data),
    };
    source + "#endif\n"
}

/// The type of keys.
#[derive(Clone, Copy)]
struct Key {
    name: &'static str,
    /// Whether it has more than 32 bits.
    is_wide: bool,
    /// The suffix of numbers.
    suffix: &'static str,
}

impl Key {
    fn of(rules: CRules) -> Self {
        let bits = match rules {
            CRules::Keys { bits } => bits,
            CRules::TicTacToe => 18,
            CRules::Connect { columns, rows, .. } => u32::from(columns) * (u32::from(rows) + 1),
        };
        if bits > u32::BITS {
            Self {
                name: "uint64_t",
                is_wide: true,
                suffix: "ULL",
            }
        } else {
            Self {
                name: "uint32_t",
                is_wide: false,
                suffix: "UL",
            }
        }
    }
}

/// An array of C, in lines.
fn array<T: Display>(kind: &str, name: &str, numbers: &[T]) -> String {
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

/// The type and the macro that reads it, for numbers up to this one.
const fn kind(greatest: usize) -> (&'static str, &'static str) {
    if greatest <= u8::MAX as usize {
        ("uint8_t", "PERFECTPLAY_BYTE")
    } else if greatest <= u16::MAX as usize {
        ("uint16_t", "PERFECTPLAY_WORD")
    } else {
        ("uint32_t", "PERFECTPLAY_LONG")
    }
}

fn arrays(name: &str, parts: &Parts<'_>) -> String {
    let mut source = String::new();
    if parts.arrays.is_empty() {
        return source;
    }
    source += "/* The bits from which those of all codes follow. */\n";
    source += &array("uint8_t", &format!("{name}_bits"), parts.arrays);
    if parts.seeds.len() > 1 {
        source += "/* Where the bits of each bucket begin, and where the last ones end. */\n";
        source += &array(
            kind(parts.arrays.len()).0,
            &format!("{name}_starts"),
            &parts.starts,
        );
        source += "/* The seed of each bucket. */\n";
        source += &array("uint8_t", &format!("{name}_seeds"), parts.seeds);
    }
    let longest = parts
        .counts
        .iter()
        .rposition(|&count| count > 0)
        .unwrap_or(0);
    source += "/* How many ranks have a code of 1 bit, 2 bits and so on. */\n";
    source += &array(
        "uint8_t",
        &format!("{name}_counts"),
        &parts.counts[1..=longest.max(1)],
    );
    let ranks: u8 = parts.counts.iter().sum();
    source += "/* The ranks in the order of their codes. */\n";
    source
        + &array(
            "uint8_t",
            &format!("{name}_ranks"),
            &parts.ranks[..usize::from(ranks)],
        )
}

/// The function that answers a key.
fn answer(name: &str, data: &PlaybookData<'_>, parts: &Parts<'_>, key: Key) -> String {
    let Key {
        name: of_key,
        is_wide,
        ..
    } = key;
    if parts.arrays.is_empty() {
        return format!(
            r"/* The rank of the move among the legal ones: always the same. */
static inline uint8_t {name}_rank({of_key} key)
{{
    (void)key;
    return {};
}}

",
            parts.ranks[0]
        );
    }
    let hash = if is_wide {
        format!(
            r"    const uint32_t high = (uint32_t)(key >> 32);
    uint32_t hash = {name}_mix((uint32_t)key ^ {name}_mix(high));
"
        )
    } else {
        format!("    uint32_t hash = {name}_mix(key);\n")
    };
    let high = if is_wide {
        " ^ (uint32_t)(high * 0x85ebca6bUL)"
    } else {
        ""
    };
    // An index of bytes has 16 bits where the arrays are that short.
    let index = if parts.arrays.len() <= usize::from(u16::MAX) {
        "uint16_t"
    } else {
        "uint32_t"
    };
    let count = parts.seeds.len();
    let bucket = if count > 1 {
        let read = kind(parts.arrays.len()).1;
        format!(
            r"    const uint16_t bucket = (uint16_t)(((uint32_t)(uint16_t)(hash >> 16) * {count}UL) >> 16);
    const {index} start = {read}(&{name}_starts[bucket]);
    const uint16_t spots = (uint16_t)({read}(&{name}_starts[bucket + 1]) - start - 1);
    const uint8_t seed = PERFECTPLAY_BYTE(&{name}_seeds[bucket]);
"
        )
    } else {
        format!(
            r"    const {index} start = 0;
    const uint16_t spots = {}U;
    const uint8_t seed = {}U;
",
            parts.arrays.len() - 1,
            parts.seeds[0]
        )
    };
    // Codes of up to 8 bits fit bytes.
    let code = if parts.counts[9..].iter().any(|&count| count > 0) {
        "uint16_t"
    } else {
        "uint8_t"
    };
    let check = match data.check_bits() {
        0 => String::new(),
        bits => format!(
            r"    for (length = 0; length < {bits}; length++) {{
        if ({name}_parity(word & mask)) {{
            return 255;
        }}
        mask = (uint32_t)(mask << 1) | (mask >> 31);
    }}
"
        ),
    };
    let longest = parts
        .counts
        .iter()
        .rposition(|&count| count > 0)
        .unwrap_or(0);
    format!(
        r"static inline uint32_t {name}_mix(uint32_t number)
{{
    number = (uint32_t)((number ^ (number >> 16)) * 0x045d9f3bUL);
    number = (uint32_t)((number ^ (number >> 16)) * 0x045d9f3bUL);
    return number ^ (number >> 16);
}}

static inline uint8_t {name}_parity(uint32_t word)
{{
    const uint16_t half = (uint16_t)(word ^ (word >> 16));
    uint8_t byte = (uint8_t)(half ^ (half >> 8));

    byte = (uint8_t)(byte ^ (byte >> 4));
    byte = (uint8_t)(byte ^ (byte >> 2));
    return (uint8_t)((byte ^ (byte >> 1)) & 1);
}}

/*
 * The rank of the move in the state with this key: its number among the legal moves. For a state
 * outside the book, any rank, or 255.
 */
static inline uint8_t {name}_rank({of_key} key)
{{
{hash}{bucket}    {index} first, second;
    uint32_t word, mask;
    {code} value = 0, least = 0;
    uint8_t length, shorter = 0;

    hash = (uint32_t)((hash ^ seed) * 0x9e3779b1UL);
    hash ^= hash >> 16;
    mask = (uint32_t)((hash{high}) * 0xc2b2ae35UL);
    mask ^= mask >> 16;
    first = ({index})(start + (uint16_t)(((uint32_t)(uint16_t)(hash >> 16) * spots) >> 16));
    second = ({index})(start + (uint16_t)(((uint32_t)(uint16_t)hash * spots) >> 16));
    word = PERFECTPLAY_BYTE(&{name}_bits[first])
        | (uint32_t)PERFECTPLAY_BYTE(&{name}_bits[first + 1]) << 8
        | (uint32_t)PERFECTPLAY_BYTE(&{name}_bits[second]) << 16
        | (uint32_t)PERFECTPLAY_BYTE(&{name}_bits[second + 1]) << 24;
{check}    for (length = 0; length < {longest}; length++) {{
        const uint8_t count = PERFECTPLAY_BYTE(&{name}_counts[length]);

        value = ({code})(value << 1 | {name}_parity(word & mask));
        if (value - least < count) {{
            return PERFECTPLAY_BYTE(&{name}_ranks[shorter + value - least]);
        }}
        least = ({code})((least + count) << 1);
        shorter = (uint8_t)(shorter + count);
        mask = (uint32_t)(mask << 1) | (mask >> 31);
    }}
    return 255;
}}

"
    )
}

/// What a book that is not for both sides answers when it is the other side's turn.
fn only(data: &PlaybookData<'_>, marks_are_even: &str) -> String {
    match [data.plays(Player::First), data.plays(Player::Second)] {
        [true, true] => String::new(),
        [true, false] => format!("    if (!({marks_are_even})) {{\n        return -1;\n    }}\n"),
        _ => format!("    if ({marks_are_even}) {{\n        return -1;\n    }}\n"),
    }
}

fn tictactoe(name: &str, data: &PlaybookData<'_>) -> String {
    let only = only(data, &format!("{name}_marks(x) == {name}_marks(o)"));
    let marks = if only.is_empty() {
        String::new()
    } else {
        format!(
            r"static inline uint8_t {name}_marks(uint16_t cells)
{{
    uint8_t marks = 0;

    for (; cells != 0; cells &= (uint16_t)(cells - 1)) {{
        marks++;
    }}
    return marks;
}}

"
        )
    };
    let (images, choose) = if data.uses_symmetry() {
        (
            format!(
                r"/*
 * The image of some cells: with rows and columns exchanged, or with the columns mirrored. Done in
 * turn, they lead to all eight images. A processor of 8 bits tests and sets bits faster than it
 * shifts.
 */
static inline uint16_t {name}_exchange(uint16_t cells)
{{
    const uint8_t low = (uint8_t)cells;
    uint8_t image = low & 0x11U;

    if (low & 2U) {{
        image = (uint8_t)(image | 8U);
    }}
    if (low & 8U) {{
        image = (uint8_t)(image | 2U);
    }}
    if (low & 4U) {{
        image = (uint8_t)(image | 64U);
    }}
    if (low & 64U) {{
        image = (uint8_t)(image | 4U);
    }}
    if (low & 32U) {{
        image = (uint8_t)(image | 128U);
    }}
    if (low & 128U) {{
        image = (uint8_t)(image | 32U);
    }}
    return (uint16_t)((cells & 0x100U) | image);
}}

static inline uint16_t {name}_mirror(uint16_t cells)
{{
    const uint8_t low = (uint8_t)cells;
    uint8_t image = low & 0x92U;

    if (low & 1U) {{
        image = (uint8_t)(image | 4U);
    }}
    if (low & 4U) {{
        image = (uint8_t)(image | 1U);
    }}
    if (low & 8U) {{
        image = (uint8_t)(image | 32U);
    }}
    if (low & 32U) {{
        image = (uint8_t)(image | 8U);
    }}
    if (cells & 0x100U) {{
        image = (uint8_t)(image | 64U);
    }}
    return (uint16_t)(image | ((low & 64U) ? 0x100U : 0U));
}}

"
            ),
            format!(
                r"    uint16_t least_x = x, least_o = o, empty, cell = 1;
    uint8_t image, turns = 0, rank;

    if ({name}_over(x, o)) {{
        return -1;
    }}
{only}    /* The image with the least key stands for all eight. */
    for (image = 1; image < 8; image++) {{
        if (image & 1) {{
            x = {name}_exchange(x);
            o = {name}_exchange(o);
        }} else {{
            x = {name}_mirror(x);
            o = {name}_mirror(o);
        }}
        if (o < least_o || (o == least_o && x < least_x)) {{
            least_x = x;
            least_o = o;
            turns = image;
        }}
    }}
    empty = {name}_legal(least_x, least_o);
    rank = 0;
    if ((empty & (empty - 1)) != 0) {{
        rank = {name}_rank(least_x | (uint32_t)least_o << 9);
    }}
    for (; rank != 0; rank--) {{
        empty &= (uint16_t)(empty - 1);
    }}
    empty &= (uint16_t)-empty;
    for (; turns != 0; turns--) {{
        empty = (turns & 1) ? {name}_exchange(empty) : {name}_mirror(empty);
    }}
    for (rank = 0; rank < 9; rank++) {{
        if (empty & cell) {{
            return (int8_t)rank;
        }}
        cell = (uint16_t)(cell << 1);
    }}
    return -1;
"
            ),
        )
    } else {
        (
            String::new(),
            format!(
                r"    const uint16_t empty = {name}_legal(x, o);
    uint16_t cell = 1;
    uint8_t rank = 0;
    int8_t found;

    if ({name}_over(x, o)) {{
        return -1;
    }}
{only}    if ((empty & (empty - 1)) != 0) {{
        rank = {name}_rank(x | (uint32_t)o << 9);
    }}
    for (found = 0; found < 9; found++) {{
        if ((empty & cell) && rank-- == 0) {{
            return found;
        }}
        cell = (uint16_t)(cell << 1);
    }}
    return -1;
"
            ),
        )
    };
    format!(
        r"/*
 * Cells are numbered row by row from 0 to 8, and cell i is bit i of a mask. X moves first, so
 * that the masks of X and O tell who is to move.
 */

/* Whether some cells contain a line. */
static inline uint8_t {name}_line(uint16_t cells)
{{
    return (uint8_t)((cells & (cells >> 1) & (cells >> 2) & 0x49U) != 0
        || (cells & (cells >> 3) & (cells >> 6)) != 0
        || (cells & 0x111U) == 0x111U || (cells & 0x54U) == 0x54U);
}}

/* 0 while the game goes on; 1 if X has won, 2 if O has, 3 for a draw. */
static inline uint8_t {name}_over(uint16_t x, uint16_t o)
{{
    if ({name}_line(x)) {{
        return 1;
    }}
    if ({name}_line(o)) {{
        return 2;
    }}
    return (x | o) == 0x1ffU ? 3 : 0;
}}

/* The empty cells, which are the legal moves while the game goes on. */
static inline uint16_t {name}_legal(uint16_t x, uint16_t o)
{{
    return (uint16_t)(0x1ffU & ~(unsigned)(x | o));
}}

/* The cells of the player who moves, with one more. */
static inline uint16_t {name}_play(uint16_t cells, int8_t cell)
{{
    return (uint16_t)(cells | 1U << cell);
}}

{marks}{images}/*
 * The cell to play, for whoever is to move; -1 if the game is over, or it is the turn of a side
 * that the book is not for. A state that no game by the book leads to gets any answer.
 */
static inline int8_t {name}_choose(uint16_t x, uint16_t o)
{{
{choose}}}

"
    )
}

struct Connect<'a> {
    name: &'a str,
    columns: u8,
    rows: u8,
    length: u8,
    key: Key,
}

impl Connect<'_> {
    /// A mask with the same bits in each column.
    fn in_each(&self, bits: u64) -> u64 {
        let columns = 0..u32::from(self.columns);
        columns.fold(0, |mask, column| {
            mask | bits << (column * (u32::from(self.rows) + 1))
        })
    }

    /// The lines of the function that looks for a line: of four directions, by the steps from
    /// a cell to the next.
    fn lines(&self) -> String {
        let Key { name: kind, .. } = self.key;
        let rows = u32::from(self.rows);
        let mut source = String::new();
        for step in [1, rows, rows + 1, rows + 2] {
            source += "    run = cells;\n";
            let mut long = 1;
            while long < u32::from(self.length) {
                let more = long.min(u32::from(self.length) - long);
                source += &if more * step < 64 {
                    format!("    run = ({kind})(run & (run >> {}));\n", more * step)
                } else {
                    "    run = 0;\n".to_string()
                };
                long += more;
            }
            source += "    found |= run;\n";
        }
        if self.key.is_wide {
            return source;
        }
        // A shift by all bits of a type means nothing.
        let shifts = source.lines().map(|line| match line.rsplit_once(">> ") {
            Some((_, shift))
                if shift
                    .trim_end_matches("));")
                    .parse()
                    .is_ok_and(|by: u32| by > 31) =>
            {
                "    run = 0;".to_string()
            }
            _ => line.to_string(),
        });
        shifts.map(|line| line + "\n").collect()
    }

    fn source(&self, data: &PlaybookData<'_>) -> String {
        let Self {
            name,
            columns,
            rows,
            ..
        } = self;
        let Key {
            name: kind, suffix, ..
        } = self.key;
        let height = rows + 1;
        let bottom = self.in_each(1);
        let all = self.in_each((1 << rows) - 1);
        let top = 1_u64 << (rows - 1);
        let column = (1_u64 << height) - 1;
        let lines = self.lines();
        let moves = if *columns > 8 { "uint16_t" } else { "uint8_t" };
        let moves = if *columns > 16 { "uint32_t" } else { moves };
        let only = only(data, &format!("!{name}_odd(state)"));
        let odd = if only.is_empty() {
            String::new()
        } else {
            format!(
                r"/* Whether the number of marks is odd. */
static inline uint8_t {name}_odd(struct {name}_state state)
{{
    uint8_t odd = 0;

    for (; state.occupied != 0; state.occupied &= state.occupied - 1) {{
        odd ^= 1;
    }}
    return odd;
}}

"
            )
        };
        let (mirror, choice) = if data.uses_symmetry() {
            (
                format!(
                    r"    for (column = 0; column < {columns}; column++) {{
        mirrored = ({kind})(mirrored << {height} | (rest & {column}{suffix}));
        rest >>= {height};
    }}
"
                ),
                format!(
                    r"    /* The lesser of a state and its mirror image stands for both. */
    if (mirrored < key) {{
        rank = several ? {name}_rank(mirrored) : 0;
        for (column = {columns}; column-- > 0;) {{
            if ((legal >> column & 1) && rank-- == 0) {{
                return (int8_t)column;
            }}
        }}
        return -1;
    }}
"
                ),
            )
        } else {
            (String::new(), String::new())
        };
        let mirrored = if data.uses_symmetry() {
            format!("    {kind} rest = key, mirrored = 0;\n")
        } else {
            String::new()
        };
        format!(
            r"/*
 * Columns are numbered from the left, from 0 on. The cells of a column are the bits of a mask from
 * {height} times its number on, the lowest first; one bit above each column stays empty.
 */
struct {name}_state {{
    /* The cells of the player who has moved last. */
    {kind} last;
    /* Those of both. The first player is to move if their number is even. */
    {kind} occupied;
}};

/* The start of a game. */
static inline struct {name}_state {name}_start(void)
{{
    struct {name}_state state;

    state.last = 0;
    state.occupied = 0;
    return state;
}}

/* 0 while the game goes on; 1 if the player who has moved last has won, 2 for a draw. */
static inline uint8_t {name}_over(struct {name}_state state)
{{
    const {kind} cells = state.last;
    {kind} run, found = 0;

{lines}    if (found != 0) {{
        return 1;
    }}
    return state.occupied == {all}{suffix} ? 2 : 0;
}}

/* The columns that are not full, as a mask: the legal moves while the game goes on. */
static inline {moves} {name}_legal(struct {name}_state state)
{{
    {kind} rest = state.occupied;
    {moves} legal = 0;
    uint8_t column;

    for (column = 0; column < {columns}; column++) {{
        if (!(rest & {top}{suffix})) {{
            legal = ({moves})(legal | ({moves})1 << column);
        }}
        rest >>= {height};
    }}
    return legal;
}}

/* The state after a mark falls into a column that is not full. */
static inline struct {name}_state {name}_play(struct {name}_state state, int8_t move)
{{
    {kind} column = {full}{suffix}, foot;

    for (; move > 0; move--) {{
        column <<= {height};
    }}
    foot = ({kind})(state.occupied + {bottom}{suffix}) & column;
    state.last = (state.occupied ^ state.last) | foot;
    state.occupied |= foot;
    return state;
}}

{odd}/*
 * The column to play, for whoever is to move; -1 if the game is over, or it is the turn of a side
 * that the book is not for. A state that no game by the book leads to gets any answer.
 */
static inline int8_t {name}_choose(struct {name}_state state)
{{
    const {kind} key = ({kind})(state.occupied + {bottom}{suffix} + state.last);
{mirrored}    const {moves} legal = {name}_legal(state);
    const uint8_t several = (legal & (legal - 1)) != 0;
    uint8_t column, rank;

    if ({name}_over(state)) {{
        return -1;
    }}
{only}{mirror}{choice}    rank = several ? {name}_rank(key) : 0;
    for (column = 0; column < {columns}; column++) {{
        if ((legal >> column & 1) && rank-- == 0) {{
            return (int8_t)column;
        }}
    }}
    return -1;
}}

",
            full = (1_u64 << rows) - 1,
        )
    }
}
