//! Lets a player play games, asks a player about positions, and evaluates the player's moves.

use std::ops::Not;

use fastrand::Rng;
use perfectplay::round::{Ending, Seat};
use perfectplay::{Move, Player, Round, Value};
use perfectplay_any::{self as any, AnyTable, Choice, Position};
use serde::{Deserialize, Serialize};

use crate::error::JudgeError;
use crate::fault::{Broken, Fault};
use crate::player::{Mover, NamedMove, Player as Asked};
use crate::sample::Sampled;

/// The record of a game that the player played, or of a position about which it was asked.
#[derive(Debug, Serialize, Deserialize)]
pub struct Record {
    /// The index of this game or position, from 0. Games and positions are counted separately.
    pub number: u32,
    /// The side of the player in a game; `None` for a position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Player>,
    /// The result of the game for the player. `None` for a position, and for a game that was broken off. A game
    /// is broken off if a built-in player (a `Level`) needs values that are not proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<Value>,
    /// The names of the moves that were played in the game, by both sides. Empty for a position.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
    /// The player's answers in this game or position.
    pub answers: Vec<Answer>,
}

/// An answer of the player.
#[derive(Debug, Serialize, Deserialize)]
pub struct Answer {
    /// The number of moves that were played before this answer.
    pub ply: u32,
    /// The state about which the player was asked.
    pub state: String,
    /// The name of the move. The name is `None` if the player forfeited the game. The name is also `None` if a built-in
    /// `Level` could not choose a move, because some values were not proved.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The value of the state for the player; `None` if an oracle did not prove it within its limits.
    pub before: Option<Value>,
    /// The value for the player after the move, or a loss if the player forfeited the game. `None` if no move was
    /// chosen, or if the value is not proved.
    pub after: Option<Value>,
    /// Whether the move is one of the best moves; `None` if the value of some move is not proved.
    pub is_best: Option<bool>,
    /// The reason why the player gave no legal move; `None` if the player gave a legal move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    /// Whether the player gave no move because its program ended or its function raised an exception.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub has_crashed: bool,
}

impl Answer {
    /// Returns whether the move keeps the value of the state. Returns `None` if the value before the move or
    /// after it is not proved.
    #[must_use]
    pub fn keeps_the_value(&self) -> Option<bool> {
        Some(self.after? == self.before?)
    }

    /// Returns whether the player forfeited the game.
    #[must_use]
    pub const fn is_forfeit(&self) -> bool {
        self.problem.is_some()
    }

    /// Returns whether the answer is a move that keeps the value of the state; `None` if the values are not
    /// proved. A forfeit never counts as a move that keeps the value, not even in a lost state.
    #[must_use]
    pub fn is_good(&self) -> Option<bool> {
        if self.is_forfeit() {
            return Some(false);
        }
        self.keeps_the_value()
    }
}

impl Mover<'_> {
    /// Returns the [`Seat`] of the player in a [`Round`]. A player that is not a `Level` takes the seat of a
    /// human, because the round does not choose the moves of this player.
    const fn seat(&self) -> Seat {
        match self {
            Self::Level(level) => Seat::Ai(*level),
            Self::Player(_) => Seat::Human,
        }
    }
}

/// A player whose moves are evaluated, and the opponent of this player.
pub struct Scoring<'g, 'c> {
    /// The solved game.
    pub table: &'g AnyTable,
    /// The player whose moves are evaluated.
    pub player: Mover<'c>,
    /// The opponent.
    pub opponent: Mover<'c>,
    /// Whether the player loses a game in which it gives no legal move.
    pub forfeit: bool,
}

/// An answer. `Ok` contains the chosen move. `Ok(None)` means that a built-in `Level` could not choose, because
/// the level needs values that an oracle did not prove. `Err` contains the fault by which a program forfeits the
/// game.
type MoveOrFault<'v> = Result<Option<&'v Choice>, Fault>;

impl Scoring<'_, '_> {
    /// Asks the player about a position. `view` holds the value of this position and of its moves, as the table
    /// gives them.
    ///
    /// # Errors
    /// Fails when the player makes a fault that does not count as a forfeit, or when the table cannot be read.
    pub fn ask(
        &mut self,
        number: u32,
        Sampled { position, ply }: &Sampled<'_>,
        view: &any::Answer<'_>,
        random: &mut Rng,
    ) -> Result<Record, JudgeError> {
        let chosen = match &mut self.player {
            Mover::Level(level) => {
                let chosen = position.choose(*level, random.u64(..));
                Ok(of_level(position, view, chosen)?)
            }
            Mover::Player(player) => {
                player.begin();
                ask(&mut **player, position, view, random)
            }
        };
        let answer = self.answer(*ply, view, chosen, &[])?;
        Ok(Record {
            number,
            side: view.to_move,
            result: None,
            moves: Vec::new(),
            answers: vec![answer],
        })
    }

    /// Plays a game.
    ///
    /// # Errors
    /// Fails when the opponent makes a fault, or the player makes a fault that does not count as a forfeit. Also fails
    /// when the table cannot be read.
    pub fn play(
        &mut self,
        number: u32,
        side: Player,
        random: &mut Rng,
    ) -> Result<Record, JudgeError> {
        let mut seats = [self.opponent.seat(); 2];
        seats[side as usize] = self.player.seat();
        let mut round = Round::new(self.table, seats);
        for mover in [&mut self.player, &mut self.opponent] {
            if let Mover::Player(player) = mover {
                player.begin();
            }
        }
        let (mut moves, mut answers) = (Vec::new(), Vec::new());
        let result = loop {
            match round.ending() {
                None => {}
                Some(Ending::WonBy(winner)) if winner == side => break Some(Value::Win),
                Some(Ending::WonBy(_)) => break Some(Value::Loss),
                Some(Ending::Drawn | Ending::Repetition) => break Some(Value::Draw),
            }
            let position = round.solved().position(round.state());
            let view = position.answer()?;
            let is_own = round.mover() == side;
            let mover = if is_own {
                &mut self.player
            } else {
                &mut self.opponent
            };
            let chosen = match mover {
                Mover::Level(_) => {
                    let mv = round.try_respond(random.u64(..));
                    let mv = mv.map_err(|error| round.solved().error(error));
                    Ok(of_level(&position, &view, mv)?)
                }
                Mover::Player(player) => {
                    let chosen = ask(&mut **player, &position, &view, random);
                    if let Ok(Some(choice)) = &chosen {
                        round.play(choice.mv).expect("a legal move");
                    }
                    chosen
                }
            };
            let name = chosen.as_ref().map_err(|_| ());
            let name = name.map(|choice| choice.map(|choice| choice.name.clone()));
            if is_own {
                let ply = moves.len() as u32;
                answers.push(self.answer(ply, &view, chosen, &moves)?);
            } else {
                chosen.map_err(|fault| match fault {
                    Fault::Stopped => JudgeError::Stopped,
                    fault => JudgeError::Opponent(broken(&view, fault, &moves)),
                })?;
            }
            match name {
                Ok(Some(name)) => moves.push(name),
                // The level cannot choose a move, so the result of the game is unknown.
                Ok(None) => break None,
                // The player has forfeited the game.
                Err(()) => break Some(Value::Loss),
            }
        };
        Ok(Record {
            number,
            side: Some(side),
            result,
            moves,
            answers,
        })
    }

    fn answer(
        &self,
        ply: u32,
        view: &any::Answer<'_>,
        chosen: MoveOrFault<'_>,
        moves: &[String],
    ) -> Result<Answer, JudgeError> {
        if !view.is_reachable() {
            return Err(any::Error::Record {
                state: view.state.clone(),
            }
            .into());
        }
        let has_crashed = matches!(&chosen, Err(fault) if fault.is_crash());
        let (choice, problem) = match chosen {
            Ok(choice) => (choice, None),
            Err(fault) if self.forfeit && fault.is_forfeit() => {
                (None, Some(broken(view, fault, moves).to_string()))
            }
            Err(fault) => return Err(broken(view, fault, moves).into()),
        };
        Ok(Answer {
            ply,
            state: view.state.clone(),
            mv: choice.map(|choice| choice.name.clone()),
            before: view.verdict.map(|(value, _)| value),
            after: match choice {
                Some(choice) => view.choice_of(choice.mv).map(|choice| choice.value),
                None => problem.as_ref().map(|_| Value::Loss),
            },
            is_best: match choice {
                Some(choice) => view.unproved.is_empty().then_some(choice.is_best),
                None => problem.as_ref().map(|_| false),
            },
            problem,
            has_crashed,
        })
    }
}

/// Returns the move that a built-in `Level` chose. Returns `None` if values that the level needed are not proved.
fn of_level<'v>(
    position: &Position<'_>,
    view: &'v any::Answer<'_>,
    chosen: Result<Option<Move>, any::Error>,
) -> Result<Option<&'v Choice>, JudgeError> {
    match chosen {
        Err(any::Error::Unproved) => Ok(None),
        chosen => {
            let choice = chosen?.and_then(|mv| legal(view, mv));
            Ok(Some(choice.ok_or_else(|| position.no_record())?))
        }
    }
}

/// Finds the legal move `mv` in the answer of the table, even if the value of `mv` is not proved.
fn legal<'v>(view: &'v any::Answer<'_>, mv: Move) -> Option<&'v Choice> {
    let unproved = || view.unproved.iter().find(|choice| choice.mv == mv);
    view.choice_of(mv).or_else(unproved)
}

/// Asks a player which moves it would play, and chooses one of them at random.
fn ask<'v>(
    player: &mut dyn Asked,
    position: &Position<'_>,
    view: &'v any::Answer<'_>,
    random: &mut Rng,
) -> MoveOrFault<'v> {
    let choices = view.choices.iter().chain(&view.unproved);
    let mut named: Vec<_> = choices
        .map(|choice| NamedMove {
            mv: choice.mv,
            name: choice.name.clone(),
        })
        .collect();
    named.sort_by_key(|named| named.mv);
    let mv = player.ask(position, &named)?.draw(random);
    Ok(Some(
        mv.and_then(|mv| legal(view, mv)).expect("a legal move"),
    ))
}

fn broken(view: &any::Answer<'_>, fault: Fault, moves: &[String]) -> Broken {
    Broken {
        state: view.state.clone(),
        moves: moves.to_vec(),
        fault,
    }
}
