//! A line of moves, and where the value was given away.

use std::fmt;

use perfectplay::{Player, Value};

use crate::Failure;
use crate::picture::Picture;
use crate::solved_game::{SolvedGame, no_record, written};
use crate::state_text::StateText;
use crate::state_view::StateView;
use crate::wording::List;

/// A line of moves from a state on.
pub struct Line {
    start: String,
    plies: Vec<Ply>,
    /// The state that the line leads to.
    end: StateView,
    picture: Picture,
}

/// A move of the line.
struct Ply {
    /// The name of the player, if the state tells who it is.
    player: Option<&'static str>,
    mv: String,
    after: String,
    given_away: Option<GivenAway>,
}

/// What a mistake gave away.
struct GivenAway {
    value: Value,
    /// The moves that keep it.
    good: Vec<String>,
}

impl Line {
    pub fn of<'m>(
        game: &dyn SolvedGame,
        start: &str,
        moves: impl Iterator<Item = &'m str>,
    ) -> Result<Self, Failure> {
        let mut view = written(game.view(start));
        let mut plies = Vec::new();
        for mv in moves {
            let Some((value, _)) = view.verdict else {
                return Err(if plies.is_empty() {
                    unreachable(&view)
                } else {
                    no_record(&view.state)
                });
            };
            let Some(choice) = view.choices.iter().find(|choice| choice.mv == mv) else {
                return Err(illegal(&view, mv));
            };
            let player = view.to_move;
            let good = view.of_kind(value).into_iter();
            plies.push(Ply {
                player: player.map(|player: Player| view.players.plain(player)),
                mv: mv.to_owned(),
                after: choice.after.clone(),
                given_away: (choice.kind < value).then(|| GivenAway {
                    value,
                    good: good.map(str::to_owned).collect(),
                }),
            });
            view = written(game.view(&choice.after));
        }
        Ok(Self {
            start: start.to_owned(),
            plies,
            picture: written(game.picture(&view.state)),
            end: view,
        })
    }
}

fn unreachable(view: &StateView) -> Failure {
    let why = view.problem.as_ref();
    let why = why.map_or_else(String::new, |problem| format!(": {problem}"));
    let state = &view.state;
    Failure::Use(format!("no game reaches the state {state}{why}"))
}

fn illegal(view: &StateView, mv: &str) -> Failure {
    let state = &view.state;
    Failure::Use(if view.is_over() {
        format!("expected no move after the end of the game at {state}, found {mv:?}")
    } else {
        let legal = view.moves(|_| true);
        let legal = List(legal.iter().copied());
        format!("expected one of {legal} at {state}, found {mv:?}")
    })
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |ply: &Ply| {
            let player = ply
                .player
                .map_or_else(String::new, |name| format!("{name} "));
            format!("{player}{}", ply.mv)
        };
        let names = self.plies.iter().map(|ply| name(ply).chars().count());
        let width = names.max().unwrap_or(0);
        writeln!(f, "{:4} {:width$}  {}", "", "", self.start)?;
        for (number, ply) in (1..).zip(&self.plies) {
            write!(f, "{number:3}. {:width$}  {}", name(ply), ply.after)?;
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
