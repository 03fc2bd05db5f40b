//! Makes text that comes from outside safe to show.

use std::borrow::Cow;

/// Escapes the invisible characters of a text. Invisible characters are control characters, line ends, and marks
/// that reverse or hide text. Use this function for every text from outside that is shown to people, such as a
/// file's name or a player's output.
///
/// ```
/// use perfectplay_any::printable;
///
/// assert_eq!(printable("anna.py"), "anna.py");
/// assert_eq!(printable("a\nb\u{1b}[2J\u{202e}c"), "a\\nb\\u{1b}[2J\\u{202e}c");
/// ```
#[must_use]
pub fn printable(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return text.into();
    }
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if is_hidden(character) {
            shown.extend(character.escape_default());
        } else {
            shown.push(character);
        }
    }
    shown.into()
}

/// Returns whether a character is invisible. The characters of Unicode's categories Cc, Zl and Zp are invisible.
/// Characters of the category Cf are invisible if they change how other characters look.
fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}')
}
