//! Dots and Boxes with the boxes in one row. In this game, there are extra turns, and points count
//! at the end.

use perfectplay::game::is_extra_turn;
use perfectplay::solve::SolveError;
use perfectplay::{Game, Move, Moves, Player, Value, check, solve};

struct Row {
    boxes: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Drawing {
    lines: u32,
    /// The number of boxes of the first player minus the number of boxes of the second player.
    lead: i32,
    to_move: Player,
}

impl Row {
    /// Returns the number of complete boxes. Each box has four bits: its left side, its top, its
    /// bottom, and an unused bit. The right side of a box is the left side of the next box.
    fn complete(&self, lines: u32) -> i32 {
        let boxes = (0..self.boxes).filter(|number| lines >> (4 * number) & 0b10111 == 0b10111);
        boxes.count() as i32
    }

    fn all(&self) -> u32 {
        (0..self.boxes).fold(1 << (4 * self.boxes), |all, number| {
            all | 0b111 << (4 * number)
        })
    }
}

impl Game for Row {
    type State = Drawing;

    const TURNS_ALTERNATE: bool = false;

    fn to_move(&self, state: Drawing) -> Option<Player> {
        Some(state.to_move)
    }

    fn play(&self, state: Drawing, mv: Move) -> Drawing {
        let lines = state.lines | 1 << mv.index();
        let won = self.complete(lines) - self.complete(state.lines);
        let to_move = if won > 0 {
            state.to_move
        } else {
            state.to_move.other()
        };
        let lead = match state.to_move {
            Player::First => state.lead + won,
            Player::Second => state.lead - won,
        };
        Drawing {
            lines,
            lead,
            to_move,
        }
    }

    fn outcome(&self, state: Drawing) -> Option<Value> {
        let own_lead = match state.to_move {
            Player::First => state.lead,
            Player::Second => -state.lead,
        };
        (state.lines == self.all()).then(|| own_lead.cmp(&0).into())
    }

    // Points are counted at the end, whoever makes the last move.
    fn last_mover_may_lose(&self) -> bool {
        true
    }

    fn move_count(&self) -> u32 {
        4 * self.boxes + 1
    }

    fn start(&self) -> Drawing {
        Drawing {
            lines: 0,
            lead: 0,
            to_move: Player::First,
        }
    }

    fn legal(&self, state: Drawing) -> Moves {
        Moves::from_bits((self.all() & !state.lines).into())
    }

    fn key(&self, state: Drawing) -> u64 {
        let lead = (state.lead + self.boxes as i32) as u64;
        lead << 40 | (state.to_move as u64) << 32 | u64::from(state.lines)
    }
}

pub fn main() -> Result<(), SolveError> {
    let game = Row { boxes: 3 };
    assert!(check(&game).findings.is_empty());
    let solution = solve(&game)?;
    assert_eq!(
        (solution.len(), solution.start().value()),
        (1238, Value::Loss)
    );
    // Taking a box is not always a good move, because the same player has to move again.
    let takes_a_box = solution.iter().any(|(state, known)| {
        let mut winning = known.winning().iter().map(|mv| game.play(state, mv));
        winning.any(|after| is_extra_turn(&game, state, after))
    });
    assert!(takes_a_box);
    Ok(())
}
