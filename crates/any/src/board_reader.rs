//! Finds the state of a game that has a given board. The board is given as one code for each square.

use perfectplay::{Game, Player};

use crate::columns::square_code;
use crate::game::AnyGame;
use crate::info::Info;
use crate::position::Position;

/// Converts a board to the text of its state. The board is given as one code for each square. A board reader works
/// for games that write a state as the rows of the board, perhaps followed by the player to move.
pub(crate) struct BoardReader {
    /// The separators in the text, such as `/` between two rows. `.0` is the number of squares before the
    /// separator, and `.1` is the separator itself.
    gaps: Vec<(usize, String)>,
    /// Maps the code of a square's content to the character that stands for this content in texts. `None` for an unused
    /// code.
    chars: [Option<char>; 256],
    /// Whether the text of a state ends with the player to move.
    tells_mover: bool,
}

impl BoardReader {
    /// Finds out how a game writes its board in the text of a state. Returns `None` if the text of a state has parts
    /// other than the rows of the board and the player to move.
    pub fn new(start: &Position<'_>) -> Option<Self> {
        let info = start.info();
        let (mut seen, squares) = (0, info.squares());
        let mut gaps: Vec<(usize, String)> = Vec::new();
        let text = start.text();
        let mut rest = text.chars();
        while seen < squares {
            match rest.next()? {
                gap @ ('/' | ' ') => match gaps.last_mut() {
                    Some((at, before)) if *at == seen => before.push(gap),
                    _ => gaps.push((seen, gap.to_string())),
                },
                _ => seen += 1,
            }
        }
        let tells_mover = match rest.as_str() {
            "" => false,
            " X" | " O" => true,
            _ => return None,
        };
        let mut chars = [None; 256];
        for (square, char) in start.solved.game().0.characters() {
            chars[usize::from(square_code(square, info.marks) as u8)] = Some(char);
        }
        (squares > 0).then_some(Self {
            gaps,
            chars,
            tells_mover,
        })
    }

    /// Returns the state that has the given board. The caller must give the player to move, unless the board shows
    /// whose turn it is. `buffer` receives the text of the state.
    pub fn state(
        &self,
        game: &AnyGame,
        info: &Info,
        (codes, mover): (&[i8], Option<Player>),
        buffer: &mut String,
    ) -> Result<u64, String> {
        self.write(codes, mover, buffer)?;
        let state = game
            .0
            .read_state(buffer)
            .map_err(|error| error.to_string())?;
        let squares = game.squares(state);
        let mut told = squares.iter().zip(codes);
        if let Some(square) =
            told.position(|(&square, &found)| square_code(square, info.marks) != found)
        {
            return Err(format!(
                "expected a board of the game, found {} on square {square}",
                codes[square]
            ));
        }
        match (game.to_move(state), mover) {
            (Some(expected), Some(found)) if expected != found => Err(format!(
                "expected {}, found {} as the player to move",
                info.players.noun(expected),
                info.players.noun(found)
            )),
            _ => Ok(state),
        }
    }

    fn write(
        &self,
        codes: &[i8],
        mover: Option<Player>,
        buffer: &mut String,
    ) -> Result<(), String> {
        buffer.clear();
        let mut gaps = self.gaps.iter().peekable();
        for (square, &code) in codes.iter().enumerate() {
            if let Some((_, gap)) = gaps.next_if(|(at, _)| *at == square) {
                buffer.push_str(gap);
            }
            let Some(char) = self.chars[usize::from(code as u8)] else {
                let has_char = |&code: &i8| self.chars[usize::from(code as u8)].is_some();
                let known = (i8::MIN..=i8::MAX).filter(has_char);
                let known: Vec<String> = known.map(|code| code.to_string()).collect();
                let known = known.join(", ");
                return Err(format!(
                    "expected one of {known}, found {code} on square {square}"
                ));
            };
            buffer.push(char);
        }
        match (mover, self.tells_mover) {
            (None, true) => {
                let problem = "expected the player to move, which the board does not tell";
                return Err(problem.to_owned());
            }
            (Some(Player::First), true) => buffer.push_str(" X"),
            (Some(Player::Second), true) => buffer.push_str(" O"),
            (_, false) => {}
        }
        Ok(())
    }
}
