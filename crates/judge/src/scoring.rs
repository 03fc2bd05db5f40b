//! Plays single games with a player, asks it about single positions, and evaluates its moves.

use std::ops::Not;

use fastrand::Rng;
use perfectplay::round::{Ending, Seat};
use perfectplay::{Player, Round, Value};
use perfectplay_any::{self as any, AnyTable, Choice, Position};
use serde::{Deserialize, Serialize};

use crate::error::JudgeError;
use crate::fault::{Broken, Fault};
use crate::player::{Mover, NamedMove, Player as Asked};
use crate::sample::Sampled;

/// A game of the player, or a position that it was asked about.
#[derive(Debug, Serialize, Deserialize)]
pub struct Record {
    /// The index of the game or position in the run, from 0.
    pub number: u32,
    /// The side of the player, in a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Player>,
    /// The result of the game for the player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<Value>,
    /// All moves of the game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
    /// The player's answers.
    pub answers: Vec<Answer>,
}

/// An answer of the player.
#[derive(Debug, Serialize, Deserialize)]
pub struct Answer {
    /// The number of moves before this answer.
    pub ply: u32,
    /// The state of the question.
    pub state: String,
    /// The move; `None` if the player gave no legal move and forfeited the game.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The value of the state for the player.
    pub before: Value,
    /// The value after the move for the player.
    pub after: Value,
    /// Whether the move is one of the best.
    pub is_best: bool,
    /// The reason why there is no legal move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    /// Whether there is no move because the program has ended.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub has_crashed: bool,
}

impl Answer {
    /// Returns whether the value is the same after the move.
    #[must_use]
    pub fn keeps_the_value(&self) -> bool {
        self.after == self.before
    }
}

impl Mover<'_> {
    /// Returns the player's seat in a round. Programs sit where humans do.
    const fn seat(&self) -> Seat {
        match self {
            Self::Level(level) => Seat::Ai(*level),
            Self::Player(_) => Seat::Human,
        }
    }
}

/// A player whose moves are evaluated, and its opponent.
pub struct Scoring<'g, 'c> {
    /// The solved game.
    pub table: &'g AnyTable,
    /// The player.
    pub player: Mover<'c>,
    /// The opponent.
    pub opponent: Mover<'c>,
    /// Whether the player loses a game in which it gives no legal move.
    pub forfeit: bool,
}

/// An answer of a program: a move, or the fault by which the program forfeits the game.
type MoveOrFault<'v> = Result<&'v Choice, Fault>;

impl Scoring<'_, '_> {
    /// Asks the player about a position.
    ///
    /// # Errors
    /// When the player fails and the failure is no forfeit, or the table cannot be read.
    pub fn ask(
        &mut self,
        number: u32,
        Sampled { position, ply }: &Sampled<'_>,
        random: &mut Rng,
    ) -> Result<Record, JudgeError> {
        let view = position.answer()?;
        let chosen = match &mut self.player {
            Mover::Level(level) => {
                let chosen = position.choose(*level, random.u64(..))?;
                let choice = chosen.and_then(|mv| view.choice_of(mv));
                Ok(choice.ok_or_else(|| position.no_record())?)
            }
            Mover::Player(player) => {
                player.begin();
                ask(&mut **player, position, &view, random)
            }
        };
        let answer = self.answer(*ply, &view, chosen, &[])?;
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
    /// As for [`ask`](Self::ask), and when the opponent fails.
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
                Some(Ending::WonBy(winner)) if winner == side => break Value::Win,
                Some(Ending::WonBy(_)) => break Value::Loss,
                Some(Ending::Drawn | Ending::Repetition) => break Value::Draw,
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
                    let mv = mv.map_err(|error| round.solved().error(error))?;
                    let choice = mv.and_then(|mv| view.choice_of(mv));
                    Ok(choice.ok_or_else(|| position.no_record())?)
                }
                Mover::Player(player) => {
                    let chosen = ask(&mut **player, &position, &view, random);
                    if let Ok(choice) = &chosen {
                        round.play(choice.mv).expect("a legal move");
                    }
                    chosen
                }
            };
            let name = chosen.as_ref().ok().map(|choice| choice.name.clone());
            if is_own {
                let ply = moves.len() as u32;
                answers.push(self.answer(ply, &view, chosen, &moves)?);
            } else {
                chosen.map_err(|fault| match fault {
                    Fault::Stopped => JudgeError::Stopped,
                    fault => JudgeError::Opponent(broken(&view, fault, &moves)),
                })?;
            }
            let Some(name) = name else {
                // The player has forfeited the game.
                break Value::Loss;
            };
            moves.push(name);
        };
        Ok(Record {
            number,
            side: Some(side),
            result: Some(result),
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
        let (before, _) = view.verdict.ok_or_else(|| any::Error::Record {
            state: view.state.clone(),
        })?;
        let has_crashed = matches!(&chosen, Err(fault) if fault.is_crash());
        let (choice, problem) = match chosen {
            Ok(choice) => (Some(choice), None),
            Err(fault) if self.forfeit && fault.is_forfeit() => {
                (None, Some(broken(view, fault, moves).to_string()))
            }
            Err(Fault::Stopped) => return Err(JudgeError::Stopped),
            Err(fault) => return Err(JudgeError::Player(broken(view, fault, moves))),
        };
        Ok(Answer {
            ply,
            state: view.state.clone(),
            mv: choice.map(|choice| choice.name.clone()),
            before,
            after: choice.map_or(Value::Loss, |choice| choice.value),
            is_best: choice.is_some_and(|choice| choice.is_best),
            problem,
            has_crashed,
        })
    }
}

/// Asks a player for its moves, and draws one of them.
fn ask<'v>(
    player: &mut dyn Asked,
    position: &Position<'_>,
    view: &'v any::Answer<'_>,
    random: &mut Rng,
) -> MoveOrFault<'v> {
    let legal = view.choices.iter().map(|choice| NamedMove {
        mv: choice.mv,
        name: choice.name.clone(),
    });
    let chosen = player.ask(position, &legal.collect::<Vec<_>>())?;
    let mv = chosen.draw(random);
    Ok(mv.and_then(|mv| view.choice_of(mv)).expect("a legal move"))
}

fn broken(view: &any::Answer<'_>, fault: Fault, moves: &[String]) -> Broken {
    Broken {
        state: view.state.clone(),
        moves: moves.to_vec(),
        fault,
    }
}
