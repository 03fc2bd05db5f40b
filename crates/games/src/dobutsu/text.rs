//! The text of a state: the board, the player to move and the hands, as in the SFEN of shogi.

use core::fmt::{self, Write};

use perfectplay::Player;
use perfectplay::game::ParseStateError;

use super::animals::{ASLANT, Animals, BOARD, CHICK, HEN, HandAnimal, LION, MINE, STRAIGHT};
use crate::board::TextReader;

/// For each kind of piece, `.0` is the letter for a piece of Sente, and `.1` contains the bits of
/// the kind.
const LETTERS: [(char, u64); 5] = [
    ('L', LION),
    ('G', STRAIGHT),
    ('E', ASLANT),
    ('C', CHICK),
    ('H', HEN),
];

/// Returns the letter for what a cell holds; `.` for an empty cell. A piece of Sente has a capital
/// letter, and a piece of Gote a small letter. The piece belongs to Sente if the bit [`MINE`] is
/// set in `content`.
pub(super) fn letter_of(content: u64) -> char {
    let found = LETTERS.iter().find(|entry| entry.1 == content & !MINE);
    found.map_or('.', |&(letter, _)| {
        if content & MINE == 0 {
            letter.to_ascii_lowercase()
        } else {
            letter
        }
    })
}

/// Writes a state, such as `gle/.c./.C./ELG b -`.
pub(super) fn write(state: Animals, out: &mut dyn Write) -> fmt::Result {
    let seen = state.seen_by_first();
    BOARD.write_cells(out, |cell| letter_of(seen.content(cell.into())))?;
    out.write_str(match state.to_move() {
        Player::First => " b ",
        Player::Second => " w ",
    })?;
    let hands = [
        HandAnimal::ALL.map(|kind| (seen.held(kind), kind.letter())),
        HandAnimal::ALL.map(|kind| (seen.held_by_other(kind), kind.letter().to_ascii_lowercase())),
    ];
    let mut held = hands
        .into_iter()
        .flatten()
        .filter(|&(number, _)| number > 0);
    let mut is_empty = true;
    held.try_for_each(|(number, letter)| {
        is_empty = false;
        if number > 1 {
            write!(out, "{number}")?;
        }
        out.write_char(letter)
    })?;
    if is_empty {
        out.write_char('-')?;
    }
    Ok(())
}

impl fmt::Debug for Animals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(*self, f)
    }
}

/// Parses the text that [`write`] writes. The text may contain any number of pieces, except that a
/// hand may hold at most two of each kind.
pub(super) fn read(text: &str) -> Result<Animals, ParseStateError> {
    let mut reader = TextReader::new(text);
    let mut state = Animals::EMPTY;
    reader.rows(
        BOARD,
        "a cell (one of L G E C H for Sente, l g e c h for Gote, or .)",
        |cell, found| {
            let upper = found.to_ascii_uppercase();
            let Some(&(letter, content)) = LETTERS.iter().find(|entry| entry.0 == upper) else {
                return found == '.';
            };
            let owner = if found == letter { MINE } else { 0 };
            state = state.with(cell.into(), content | owner);
            true
        },
    )?;
    let expected = "a space and the player to move (b or w)";
    let mut turn = Player::First;
    reader.next(expected, |found| found == ' ')?;
    reader.next(expected, |found| {
        if found == 'w' {
            turn = Player::Second;
        }
        matches!(found, 'b' | 'w')
    })?;
    let expected = "a space and the hands, such as -, G or 2Ce";
    reader.next(expected, |found| found == ' ')?;
    let (mut is_first, mut is_none, mut number) = (true, false, None);
    while is_first || number.is_some() || !reader.is_at_end() {
        reader.next(expected, |found| match found {
            '.' if is_first => {
                is_none = true;
                true
            }
            '1' | '2' if number.is_none() && !is_none => {
                number = found.to_digit(10);
                true
            }
            _ if is_none => false,
            _ => put_in_hand(&mut state, number.take().unwrap_or(1), found),
        })?;
        is_first = false;
    }
    Ok(match turn {
        Player::First => state,
        Player::Second => state.turned(),
    })
}

/// Puts `number` pieces into a hand. `letter` tells the kind of the pieces, and the case of
/// `letter` tells whose hand it is. Returns `false` if no kind has this letter, or if the hand
/// would hold more than two of the kind.
fn put_in_hand(state: &mut Animals, number: u32, letter: char) -> bool {
    let upper = letter.to_ascii_uppercase();
    let Some(kind) = HandAnimal::ALL
        .into_iter()
        .find(|kind| kind.letter() == upper)
    else {
        return false;
    };
    (0..number).all(|_| {
        if letter == upper && state.held(kind) < 2 {
            *state = state.with_held(kind);
        } else if letter != upper && state.held_by_other(kind) < 2 {
            *state = state.with_held_by_other(kind);
        } else {
            return false;
        }
        true
    })
}
