//! Players against every reply.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use perfectplay::audit::Strategy;
use perfectplay::{Move, Moves};
use perfectplay_any::{self as any, Audited, Error, Extent, Numbers};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::errors::OrRaise;
use crate::objects;
use crate::position::Position;
use crate::solved::{Solved, Table};
use crate::values::{read_level, read_player};

/// A player in Python: a function from a position to moves and how likely each is.
struct Asked<'a, 't, 'py> {
    solved: &'a Arc<Solved>,
    numbers: &'a Numbers<'t>,
    player: &'a Bound<'py, PyAny>,
    answers: RefCell<HashMap<u32, Vec<(Move, f64)>>>,
    /// What it raised.
    raised: RefCell<Option<PyErr>>,
}

impl Asked<'_, '_, '_> {
    /// Its answer about a state, which is asked for once.
    fn with<T>(&self, number: u32, tell: impl Fn(&[(Move, f64)]) -> T) -> Result<T, Error> {
        if let Some(answer) = self.answers.borrow().get(&number) {
            return Ok(tell(answer));
        }
        let answer = self.ask(number).map_err(|error| {
            self.raised.borrow_mut().get_or_insert(error);
            Error::Stopped
        })?;
        let told = tell(&answer);
        self.answers.borrow_mut().insert(number, answer);
        Ok(told)
    }

    fn ask(&self, number: u32) -> PyResult<Vec<(Move, f64)>> {
        let position = Position::new(self.solved, &self.numbers.position(number));
        let answer: Vec<(u8, f64)> = self.player.call1((position,))?.extract()?;
        let moves = answer.into_iter();
        Ok(moves
            .filter_map(|(index, likely)| Some((Move::new(index)?, likely)))
            .collect())
    }
}

impl Strategy<u32> for Asked<'_, '_, '_> {
    type Error = Error;

    fn choices(&self, number: u32) -> Result<Moves, Error> {
        self.with(number, |answer| {
            answer
                .iter()
                .fold(Moves::EMPTY, |moves, &(mv, _)| moves | mv.into())
        })
    }

    fn probability(&self, number: u32, mv: Move) -> Result<f64, Error> {
        self.with(number, |answer| {
            let known = answer.iter().find(|(known, _)| *known == mv);
            known.map_or(0.0, |&(_, likely)| likely)
        })
    }
}

/// What comes of a player against every reply, as JSON. The player is a function that tells legal
/// moves and how likely each is, a level, or a player of the game's own.
#[pyfunction]
pub fn _audit<'py>(
    py: Python<'py>,
    table: &Table,
    player: &Bound<'py, PyAny>,
    side: &Bound<'py, PyAny>,
    lines: usize,
    mistakes: usize,
    symmetry: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let side = read_player(side)?;
    let extent = Extent {
        side,
        lines,
        mistakes,
        symmetry,
    };
    let solved = &table.0;
    let audited: Audited = solved.guarded(py, || {
        let numbers = solved.table.numbers();
        if let Ok(name) = player.cast::<PyString>() {
            let name = name.to_cow()?;
            let is_own = numbers.info().own_players.contains(&&*name);
            return if is_own {
                let own = any::own_player(&numbers, &name).or_raise(py)?;
                any::audit(&numbers, &own, extent).or_raise(py)
            } else {
                let level = read_level(&name)?;
                any::audit(&numbers, &level.on(&numbers), extent).or_raise(py)
            };
        }
        let asked = Asked {
            solved,
            numbers: &numbers,
            player,
            answers: RefCell::default(),
            raised: RefCell::default(),
        };
        let audited = any::audit(&numbers, &asked, extent);
        match asked.raised.take() {
            Some(raised) => Err(raised),
            None => audited.or_raise(py),
        }
    })?;
    objects::json(py, &audited)
}
