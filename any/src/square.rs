//! Finds the state that a board of numbers tells.

use perfectplay::{Game, Player};
use perfectplay_games::Notation;

use crate::columns::square_code;
use crate::game::{AnyGame, Position};
use crate::info::Info;

/// How the text of a state follows from its board, for a game whose text is the rows of the board
/// and perhaps the player to move.
pub(crate) struct BoardText {
    /// Behind which squares a row ends, and what stands there.
    gaps: Vec<(usize, String)>,
    /// By code.
    chars: [Option<char>; 256],
    /// What stands behind the board, by player to move; where states do not tell the player, at
    /// the first.
    ends: [Option<String>; 2],
    tells_mover: bool,
}

impl BoardText {
    /// So many games are played to learn how states are written, and so many moves of each.
    const GAMES: u64 = 64;
    const PLIES: u32 = 200;

    /// Learns it from states of some games, of which these are the starts; `None` if boards do not
    /// tell states.
    pub fn learn<'t>(starts: &mut dyn Iterator<Item = Position<'t>>) -> Option<Self> {
        let first = starts.next()?;
        let squares = usize::from(first.info().board.as_ref()?.grid.squares());
        let mut learned = Self {
            gaps: Vec::new(),
            chars: [None; 256],
            ends: [None, None],
            tells_mover: false,
        };
        let mut seen = 0;
        for char in first.text().chars() {
            match char {
                '/' | ' ' if seen < squares => match learned.gaps.last_mut() {
                    Some((at, gap)) if *at == seen => gap.push(char),
                    _ => learned.gaps.push((seen, char.to_string())),
                },
                _ => seen += 1,
            }
        }
        let mut entropy = 0_u64;
        for _ in 0..Self::GAMES {
            let mut position = first;
            for _ in 0..Self::PLIES {
                learned.add(&position)?;
                if position.outcome().is_some() {
                    break;
                }
                // A linear congruential generator (Knuth's), of which the high bits are used.
                entropy = entropy
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                let legal = position.legal();
                let chosen = (entropy >> 33) as u32 % legal.len().max(1);
                position = position.play(legal.nth(chosen)?)?;
            }
        }
        for start in starts {
            learned.add(&start)?;
        }
        let [first, second] = &learned.ends;
        learned.tells_mover = first.is_some() && second.is_some() && first != second;
        Some(learned)
    }

    /// Learns from a state; `None` if it contradicts what others taught.
    fn add(&mut self, position: &Position<'_>) -> Option<()> {
        let (written, squares) = (position.text(), position.squares());
        let marks = position.info().marks;
        let mut chars = written.chars();
        let mut gaps = self.gaps.iter().peekable();
        for (square, &standing) in squares.iter().enumerate() {
            if let Some((_, gap)) = gaps.next_if(|(at, _)| *at == square) {
                gap.chars()
                    .all(|expected| chars.next() == Some(expected))
                    .then_some(())?;
            }
            let found = chars.next()?;
            let code = square_code(standing, marks);
            let known = self.chars[usize::from(code as u8)].get_or_insert(found);
            (*known == found).then_some(())?;
        }
        let mover = position.mover().unwrap_or(Player::First);
        let known = self.ends[mover as usize].get_or_insert_with(|| chars.as_str().to_owned());
        (known == chars.as_str()).then_some(())
    }

    /// The state that a board tells, and the player to move where that does not follow from it.
    /// `buffer` is for the text.
    pub fn state(
        &self,
        game: &AnyGame,
        info: &Info,
        (codes, mover): (&[i8], Option<Player>),
        buffer: &mut String,
    ) -> Result<u64, String> {
        self.write(codes, mover, buffer)?;
        let state = game.read_state(buffer).map_err(|error| error.to_string())?;
        let squares = game.0.squares(state);
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

    /// Writes the text of a board into the buffer.
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
                let known = self.codes().map(|code| code.to_string());
                let known = known.collect::<Vec<_>>().join(", ");
                return Err(format!(
                    "expected one of {known}, found {code} on square {square}"
                ));
            };
            buffer.push(char);
        }
        let end = match (mover, self.tells_mover) {
            (None, true) => {
                let problem = "expected the player to move, which the board does not tell";
                return Err(problem.to_owned());
            }
            (Some(player), true) => &self.ends[player as usize],
            (_, false) => &None,
        };
        match end {
            Some(end) => buffer.push_str(end),
            None => self
                .ends
                .iter()
                .flatten()
                .take(1)
                .for_each(|end| buffer.push_str(end)),
        }
        Ok(())
    }

    /// The numbers that stand for something.
    fn codes(&self) -> impl Iterator<Item = i8> {
        let known = |&code: &i8| self.chars[usize::from(code as u8)].is_some();
        (i8::MIN..=i8::MAX).filter(known)
    }
}
