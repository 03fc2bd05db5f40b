//! Plays a line of moves, and points out the moves that gave a win or a draw away.

use std::fmt;

use perfectplay::Value;
use perfectplay_any::{Answer, Error, Picture, Position};
use perfectplay_present::state::StateText;
use perfectplay_present::words::List;

use crate::Failure;
use crate::args::moves::find_move;

pub struct ExplainedLine<'t> {
    start: String,
    plies: Vec<LineMove>,
    end: Answer<'t>,
    picture: Picture,
}

struct LineMove {
    /// The name of the move, preceded by the name of the player if the state tells whose turn it is.
    name: String,
    after: String,
    given_away: Option<GivenAway>,
}

struct GivenAway {
    value: Value,
    /// The moves that would have kept the value.
    good: Vec<String>,
}

/// Returns the name of the player to move, with a space after it; empty if the state does not tell whose turn it is.
pub fn player_before_move(view: &Answer<'_>) -> String {
    let name = |player| format!("{} ", view.info.players.plain(player));
    view.to_move.map_or_else(String::new, name)
}

/// Returns the length of the longest name in `names`, in characters.
pub fn width<'a>(names: impl Iterator<Item = &'a String>) -> usize {
    names.map(|name| name.chars().count()).max().unwrap_or(0)
}

impl<'t> ExplainedLine<'t> {
    /// Plays `moves` from `position`. `start` is `position` as text.
    pub fn new<'m>(
        mut position: Position<'t>,
        start: String,
        moves: impl Iterator<Item = &'m str>,
    ) -> Result<Self, Failure> {
        let mut view = position.answer()?;
        let mut plies = Vec::new();
        for mv in moves {
            let Some((value, _)) = view.verdict else {
                return Err(if view.is_reachable() {
                    Error::Unproved.into()
                } else if plies.is_empty() {
                    Failure::unreachable(&view)
                } else {
                    position.no_record().into()
                });
            };
            let mv = find_move(&position, mv)?;
            // The text of a mistake names all moves that are better, so their values must be known.
            let choice = view.choice_of(mv).filter(|_| view.unproved.is_empty());
            let choice = choice.ok_or(Error::Unproved)?;
            let good = view.of_kind(value).into_iter();
            plies.push(LineMove {
                name: format!("{}{}", player_before_move(&view), choice.name),
                after: choice.after.clone(),
                given_away: (choice.value < value).then(|| GivenAway {
                    value,
                    good: good.map(str::to_owned).collect(),
                }),
            });
            position = position.play(mv).expect("a legal move");
            view = position.answer()?;
        }
        Ok(Self {
            start,
            plies,
            picture: position.picture(),
            end: view,
        })
    }
}

impl fmt::Display for ExplainedLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = width(self.plies.iter().map(|ply| &ply.name));
        writeln!(f, "{:4} {:width$}  {}", "", "", self.start)?;
        for (number, ply) in (1..).zip(&self.plies) {
            write!(f, "{number:3}. {:width$}  {}", ply.name, ply.after)?;
            if let Some(GivenAway { value, good }) = &ply.given_away {
                let verb = match (value, good.len()) {
                    (Value::Win, 1) => "wins",
                    (Value::Win, _) => "win",
                    (_, 1) => "draws",
                    _ => "draw",
                };
                let good = List(good.iter().map(String::as_str));
                write!(f, "  gives the {value} away: {good} {verb}")?;
            }
            writeln!(f)?;
        }
        let (view, picture) = (&self.end, &self.picture);
        write!(f, "\n{}", StateText { view, picture })
    }
}
