//! A run: the games that a player plays, or the positions that it is asked about.

use fastrand::Rng;
use indicatif::{ProgressBar, ProgressStyle};
use perfectplay::round::{Ending, Seat};
use perfectplay::{Level, Player, Value};
use perfectplay_any::{self as any, Choice, Table, round};

use super::record::{Answer, Log, Record, Settings};
use super::sample::{self, Sampled};
use crate::Failure;
use crate::player::fault::{Broken, Fault};
use crate::player::protocol::{NamedMove, Program};

/// What makes the moves of a side.
pub enum Mover<'a> {
    Level(Level),
    Program(Program<'a>),
}

impl Mover<'_> {
    /// Its seat in a round, in which a program is what a person would be.
    const fn seat(&self) -> Seat {
        match self {
            Self::Level(level) => Seat::Ai(*level),
            Self::Program(_) => Seat::Human,
        }
    }
}

pub struct Run<'g, 'c> {
    pub table: &'g dyn Table,
    pub player: Mover<'c>,
    pub opponent: Mover<'c>,
    /// Whether a game is lost in which the player gives no legal move.
    pub forfeit: bool,
    pub records: Vec<Record>,
}

/// An answer of a program: a move, or what is wrong where it forfeits the game.
type Move<'v> = Result<&'v Choice, Fault>;

impl Run<'_, '_> {
    /// Plays the games that are missing, or asks the missing positions. The records have all
    /// that was done, even if this fails.
    pub fn go_on(
        &mut self,
        settings: &Settings,
        games: u32,
        mut log: Option<&mut Log>,
    ) -> Result<(), Failure> {
        let mut seeds = Rng::with_seed(settings.seed);
        let positions = match settings.positions {
            Some(number) => {
                sample::positions(self.table, number, settings.side, &mut seeds.fork())?
            }
            None => Vec::new(),
        };
        let (numbers, what) = match settings.positions {
            Some(_) => (positions.len() as u32, "positions"),
            None => (games, "games"),
        };
        let bar = Bar::new(what, numbers, self.records.len());
        for number in 0..numbers {
            // Each has its own, so that a run that is resumed goes on as if it had not ended.
            let mut random = seeds.fork();
            if (number as usize) < self.records.len() {
                continue;
            }
            let record = match positions.get(number as usize) {
                Some(position) => self.ask(number, position, &mut random)?,
                None => {
                    let turn = Player::BOTH[number as usize % 2];
                    self.play(number, settings.side.unwrap_or(turn), &mut random)?
                }
            };
            if let Some(log) = &mut log {
                log.write(&record)?;
            }
            self.records.push(record);
            bar.0.inc(1);
        }
        Ok(())
    }

    fn ask(
        &mut self,
        number: u32,
        Sampled { position, ply }: &Sampled<'_>,
        random: &mut Rng,
    ) -> Result<Record, Failure> {
        let view = position.answer()?;
        let chosen = match &mut self.player {
            Mover::Level(level) => {
                let chosen = position.choose(*level, random.u64(..))?;
                let choice = chosen.and_then(|mv| view.choice_of(mv));
                Ok(choice.ok_or_else(|| position.no_record())?)
            }
            Mover::Program(program) => ask(program, &view, random),
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

    fn play(&mut self, number: u32, side: Player, random: &mut Rng) -> Result<Record, Failure> {
        let mut seats = [self.opponent.seat(); 2];
        seats[side as usize] = self.player.seat();
        let mut round = round(self.table, seats);
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
                Mover::Program(program) => {
                    let chosen = ask(program, &view, random);
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
                chosen.map_err(|fault| broken("opponent", &view, fault, &moves))?;
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
        chosen: Move<'_>,
        moves: &[String],
    ) -> Result<Answer, Failure> {
        let (before, _) = view.verdict.ok_or_else(|| any::Error::Record {
            state: view.state.clone(),
        })?;
        let choice = match chosen {
            Ok(choice) => Some(choice),
            Err(fault) if self.forfeit && fault.is_forfeit() => None,
            Err(fault) => return Err(broken("player", view, fault, moves)),
        };
        Ok(Answer {
            ply,
            state: view.state.clone(),
            mv: choice.map(|choice| choice.name.clone()),
            before,
            after: choice.map_or(Value::Loss, |choice| choice.value),
            is_best: choice.is_some_and(|choice| choice.is_best),
        })
    }
}

/// Asks a program for its move. Of a set it plays each as often as the others.
fn ask<'v>(program: &mut Program<'_>, view: &'v any::Answer<'_>, random: &mut Rng) -> Move<'v> {
    let legal = view.choices.iter().map(|choice| NamedMove {
        mv: choice.mv,
        name: choice.name.clone(),
    });
    let moves = program.ask(&view.state, &legal.collect::<Vec<_>>())?;
    let mv = moves.nth(random.u32(0..moves.len()));
    let choice = mv.and_then(|mv| view.choice_of(mv));
    Ok(choice.expect("a legal move"))
}

fn broken(who: &str, view: &any::Answer<'_>, fault: Fault, moves: &[String]) -> Failure {
    let broken = Broken {
        state: view.state.clone(),
        moves: moves.to_vec(),
        fault,
    };
    Failure::Player(format!("{who}: {broken}"))
}

/// A bar on standard error, if that is a terminal. It is cleared at the end.
struct Bar(ProgressBar);

impl Bar {
    fn new(what: &'static str, length: u32, done: usize) -> Self {
        let template = "[{bar:30}] {human_pos} of {human_len} {msg}, {eta} left";
        let style = ProgressStyle::with_template(template).expect("a template");
        let bar = ProgressBar::new(length.into()).with_style(style);
        let bar = bar.with_message(what).with_position(done as u64);
        bar.reset_eta();
        bar.tick();
        Self(bar)
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
