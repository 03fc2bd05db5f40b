//! A playbook as one file of C99, for machines down to 8 bits.

use alloc::format;
use alloc::string::{String, ToString};

use super::rules::{Board, SourceRules, only_side, title};
use crate::bake::c::{STORAGE, array, kind};
use crate::playbook::{Parts, PlaybookData};
use perfectplay_core::Player;

/// The header.
pub(super) fn source(name: &str, data: &PlaybookData<'_>, rules: SourceRules) -> String {
    let upper = name.to_uppercase();
    let key = Key::new(rules);
    let parts = data.parts();
    let mut source = String::from("/*\n");
    for line in title(name, data) {
        source += format!(" * {line}").trim_end();
        source += "\n";
    }
    source += &format!(
        r" *
 * Written by perfectplay. On AVR the data stay in flash.
 */
#ifndef {upper}_H
#define {upper}_H

#include <stdint.h>

{STORAGE}"
    );
    source += &arrays(name, &parts);
    source += &answer(name, data, &parts, key);
    source += &match rules {
        SourceRules::Keys { .. } => String::new(),
        SourceRules::TicTacToe => tictactoe(name, data),
        SourceRules::Connect {
            columns,
            rows,
            length,
        } => {
            let board = Board {
                columns,
                rows,
                length,
            };
            Connect { name, board, key }.source(data)
        }
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
    fn new(rules: SourceRules) -> Self {
        if rules.key_bits() > u32::BITS {
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
    source += "/* How many ranks have a code of 1 bit, 2 bits and so on. */\n";
    source += &array(
        "uint8_t",
        &format!("{name}_counts"),
        &parts.counts[1..=parts.longest()],
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
    let longest = parts.longest();
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
    let refused = match only_side(data) {
        None => return String::new(),
        Some(Player::First) => format!("!({marks_are_even})"),
        Some(Player::Second) => marks_are_even.to_string(),
    };
    format!("    if ({refused}) {{\n        return -1;\n    }}\n")
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
    board: Board,
    key: Key,
}

impl Connect<'_> {
    /// The lines of the function that looks for a line.
    fn lines(&self) -> String {
        let Key {
            name: kind,
            is_wide,
            ..
        } = self.key;
        let width = if is_wide { u64::BITS } else { u32::BITS };
        let runs = self.board.shifts().map(|shifts| {
            // A shift by all bits of a type means nothing.
            if shifts.iter().any(|&shift| shift >= width) {
                return String::new();
            }
            let steps = shifts
                .iter()
                .map(|by| format!("    run = ({kind})(run & (run >> {by}));\n"));
            let steps: String = steps.collect();
            format!("    run = cells;\n{steps}    found |= run;\n")
        });
        runs.concat()
    }

    fn source(&self, data: &PlaybookData<'_>) -> String {
        let Self { name, board, .. } = self;
        let columns = &board.columns;
        let Key {
            name: kind, suffix, ..
        } = self.key;
        let height = board.height();
        let (bottom, all, top) = (board.bottom(), board.all(), board.top());
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
            full = board.full(),
        )
    }
}
