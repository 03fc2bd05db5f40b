//! Evaluates a player by its answers in every state of a game, or in a sample of the states.

use std::collections::HashMap;

use perfectplay::game::{is_extra_turn, starts};
use perfectplay::level::Strategy;
use perfectplay::{Analysis, Game, Move, Player, Value, walk};
use perfectplay_any::{AnyGame, AnyTable, Error};
use serde::Serialize;

use crate::error::JudgeError;
use crate::fault::Broken;
use crate::player::{Chosen, Mover, NamedMove};
use crate::sample::{PositionSample, Sampled};
use crate::step::{Step, Steps};

/// The evaluation of a player in a game.
#[derive(Clone, Debug, Serialize)]
pub struct Evaluation {
    /// How good the answers are, on average over all states about which the player was asked.
    #[serde(flatten)]
    pub all: Figures,
    /// The figures for each ply.
    pub plies: Vec<PlyFigures>,
    /// The number of sampled positions about which the player was not asked. The player is not asked if an oracle
    /// cannot prove the values of the moves within its limits.
    pub unproved: u64,
    /// The mean result of the best opponent in two games: the player moves first in one game, and second in the other.
    /// A win of the opponent counts 1, a draw 0, and a loss -1. The mean is at least 0 and at most 1. If the start is
    /// drawn, the mean for an unbeatable player is 0. `None` if the game is loopy, or if the player was asked about a
    /// sample of the states only.
    pub exploitability: Option<f64>,
    /// The results against a random opponent. The first entry holds the results of the player as first player, the
    /// second entry its results as second player. `None` if the game is loopy, or if the player was asked about a
    /// sample of the states only.
    pub against_random: Option<[Results; 2]>,
}

/// How good a set of answers is, on average. Every state has the same weight.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Figures {
    /// The number of states.
    pub states: u64,
    /// The probability that the move of the player keeps the value of the state.
    pub keeps_the_value: f64,
    /// The probability that the move of the player keeps the value and the distance of the state.
    pub best: f64,
    /// The mean loss of value by a move. A win that becomes a draw counts 1, a draw that becomes a loss counts 1,
    /// and a win that becomes a loss counts 2.
    pub value_lost: f64,
}

/// The figures for one ply.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PlyFigures {
    /// The ply: the number of moves from the nearest start to a state.
    pub ply: u32,
    /// How good the answers are, on average over the states at this ply.
    #[serde(flatten)]
    pub figures: Figures,
}

/// The probability of each result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Results {
    /// The probability that the player wins.
    pub won: f64,
    /// The probability of a draw.
    pub drawn: f64,
    /// The probability that the player loses.
    pub lost: f64,
}

impl Results {
    const fn score(self) -> f64 {
        self.won - self.lost
    }

    fn add(&mut self, other: Self, probability: f64) {
        self.won += probability * other.won;
        self.drawn += probability * other.drawn;
        self.lost += probability * other.lost;
    }
}

impl Figures {
    fn add(&mut self, other: Self) {
        self.states += other.states;
        self.keeps_the_value += other.keeps_the_value;
        self.best += other.best;
        self.value_lost += other.value_lost;
    }

    fn mean(self) -> Self {
        let of = self.states.max(1) as f64;
        Self {
            states: self.states,
            keeps_the_value: self.keeps_the_value / of,
            best: self.best / of,
            value_lost: self.value_lost / of,
        }
    }
}

/// The way in which the opponent plays.
#[derive(Clone, Copy)]
enum Opponent {
    /// The opponent chooses the best reply against the player.
    Best,
    /// The opponent chooses among all legal replies with the same probability.
    Random,
}

/// Asks a player about every unfinished state, or about a sample of these states, and evaluates the answers.
///
/// # Errors
/// Fails when the player gives no legal answer, or the table cannot be read.
pub fn evaluate(
    table: &AnyTable,
    mover: &mut Mover<'_>,
    sample: Option<PositionSample>,
    steps: Steps<'_>,
) -> Result<Evaluation, JudgeError> {
    let mut evaluator = Evaluator {
        table,
        answers: HashMap::new(),
        plies: Vec::new(),
        unproved: 0,
    };
    let step = |done, total| {
        let step = Step {
            doing: "asking",
            unit: "states",
            done,
            total: Some(total),
        };
        step.tell(steps).map_err(Broken::from)
    };
    if let Some(sample) = sample {
        let positions = sample.positions(table)?;
        let total = positions.len() as u64;
        for (done, Sampled { position, ply }) in (1..).zip(positions) {
            let record = position.record().map_err(JudgeError::from);
            match record.and_then(|record| evaluator.ask(mover, position.state(), ply, &record)) {
                Err(JudgeError::Library(Error::Unproved)) => evaluator.unproved += 1,
                asked => asked?,
            }
            step(done, total)?;
        }
        return Ok(evaluator.evaluation());
    }
    for visit in walk(table) {
        let visit = visit.map_err(|error| table.error(error))?;
        if table.game().outcome(visit.state).is_some() {
            continue;
        }
        evaluator.ask(mover, visit.state, visit.ply, &visit.analysis)?;
        step(evaluator.answers.len() as u64, table.states())?;
    }
    let results = |opponent| {
        let sides = Player::BOTH.map(|side| {
            let mut games = GamesAgainst {
                game: table.game(),
                answers: &evaluator.answers,
                opponent,
                known: HashMap::new(),
            };
            games.of_all_starts(side)
        });
        (!table.game().is_loopy()).then_some(sides)
    };
    let exploitability = results(Opponent::Best).map(|[first, second]| {
        // Subtract from 0 and do not negate, because a negation may give minus 0, which is printed with its
        // sign.
        0.0 - (first.score() + second.score()) / 2.0
    });
    Ok(Evaluation {
        exploitability,
        against_random: results(Opponent::Random),
        ..evaluator.evaluation()
    })
}

/// Collects the answers of a player, and adds up how good these answers are.
struct Evaluator<'t> {
    table: &'t AnyTable,
    /// Maps the key of a state to the player's answer.
    answers: HashMap<u64, Chosen>,
    /// For each ply, the sums from which the averages are computed.
    plies: Vec<Figures>,
    unproved: u64,
}

impl Evaluator<'_> {
    /// Asks the player about a state, and evaluates the answer.
    fn ask(
        &mut self,
        mover: &mut Mover<'_>,
        state: u64,
        ply: u32,
        analysis: &Analysis,
    ) -> Result<(), JudgeError> {
        let chosen = ask(self.table, mover, state)?;
        let mut figures = Figures {
            states: 1,
            ..Figures::default()
        };
        let value = analysis.value();
        for mv in chosen.moves() {
            let probability = chosen.probability(mv);
            let kind = [Value::Win, Value::Draw]
                .into_iter()
                .find(|&kind| analysis.of_kind(kind).contains(mv));
            let after = kind.unwrap_or(Value::Loss);
            let lost = worth(value) - worth(after);
            figures.value_lost += probability * lost;
            figures.keeps_the_value += if after == value { probability } else { 0.0 };
            let is_best = analysis.best().contains(mv);
            figures.best += if is_best { probability } else { 0.0 };
        }
        let at = ply as usize;
        let count = self.plies.len().max(at + 1);
        self.plies.resize(count, Figures::default());
        self.plies[at].add(figures);
        self.answers.insert(self.table.game().key(state), chosen);
        Ok(())
    }

    /// Returns the mean figures. The fields `exploitability` and `against_random` are `None`, because they can be
    /// computed only from the answers in all states.
    fn evaluation(&self) -> Evaluation {
        let mut all = Figures::default();
        self.plies.iter().for_each(|&figures| all.add(figures));
        let plies = (0..).zip(&self.plies);
        let plies = plies.filter(|(_, figures)| figures.states > 0);
        let plies = plies.map(|(ply, figures)| PlyFigures {
            ply,
            figures: figures.mean(),
        });
        Evaluation {
            all: all.mean(),
            plies: plies.collect(),
            unproved: self.unproved,
            exploitability: None,
            against_random: None,
        }
    }
}

const fn worth(value: Value) -> f64 {
    match value {
        Value::Win => 1.0,
        Value::Draw => 0.0,
        Value::Loss => -1.0,
    }
}

fn ask(table: &AnyTable, mover: &mut Mover<'_>, state: u64) -> Result<Chosen, JudgeError> {
    match mover {
        Mover::Level(level) => {
            let strategy = level.on(table);
            let chances = strategy.choices(state)?.iter().map(|mv| {
                let probability = Strategy::probability(&strategy, state, mv)?;
                Ok::<_, Error>((mv, probability))
            });
            Ok(Chosen::Weighted(chances.collect::<Result<_, _>>()?))
        }
        Mover::Player(player) => {
            let position = table.position(state);
            player.begin();
            let legal = NamedMove::legal(&position);
            let chosen = player.ask(&position, &legal);
            chosen.map_err(|fault| {
                let state = position.text();
                let broken = Broken::from(fault);
                Broken { state, ..broken }.into()
            })
        }
    }
}

/// Computes the results of all lines of play between a player and one kind of opponent.
struct GamesAgainst<'a> {
    game: &'a AnyGame,
    answers: &'a HashMap<u64, Chosen>,
    opponent: Opponent,
    /// The results found so far. The map contains one result for each pair of a state's key (`.0`) and a flag (`.1`).
    /// The flag tells whether the player is to move in the state.
    known: HashMap<(u64, bool), Results>,
}

impl GamesAgainst<'_> {
    /// Returns the probabilities that the player wins, draws and loses when it plays the side `side`. If the game has
    /// several starts, all of them have the same weight. For a loopy game, returns zeros.
    fn of_all_starts(&mut self, side: Player) -> Results {
        let starts: Vec<_> = starts(self.game).collect();
        let probability = (starts.len() as f64).recip();
        let mut mean = Results::default();
        if self.game.is_loopy() {
            return mean;
        }
        for start in starts {
            let first = self.game.to_move(start).unwrap_or(Player::First);
            mean.add(self.of_state(start, first == side), probability);
        }
        mean
    }

    /// Returns the probabilities that the player wins, draws and loses if play begins in `state`. Uses a list of
    /// waiting states instead of recursion, because thousands of plies in a line of play would overflow the call stack.
    fn of_state(&mut self, state: u64, is_own: bool) -> Results {
        let mut waiting = vec![(state, is_own)];
        while let Some(&(state, is_own)) = waiting.last() {
            let key = (self.game.key(state), is_own);
            if self.known.contains_key(&key) {
                waiting.pop();
                continue;
            }
            let replies = self.replies(state, is_own);
            let before = waiting.len();
            let missing = replies.iter().filter(|(after, is_own, _)| {
                !self.known.contains_key(&(self.game.key(*after), *is_own))
            });
            waiting.extend(missing.map(|&(after, is_own, _)| (after, is_own)));
            if waiting.len() == before {
                waiting.pop();
                let results = self.results(state, is_own, &replies);
                self.known.insert(key, results);
            }
        }
        self.known[&(self.game.key(state), is_own)]
    }

    /// Returns for each move of a state: the state after the move (`.0`), whether the player is to move after it
    /// (`.1`), and the probability of the move (`.2`).
    fn replies(&self, state: u64, is_own: bool) -> Vec<(u64, bool, f64)> {
        if self.game.outcome(state).is_some() {
            return Vec::new();
        }
        let moves: Vec<(Move, f64)> = if is_own {
            let chosen = &self.answers[&self.game.key(state)];
            let chances = chosen.moves().iter();
            chances.map(|mv| (mv, chosen.probability(mv))).collect()
        } else {
            let legal = self.game.legal(state);
            let probability = f64::from(legal.len()).recip();
            legal.iter().map(|mv| (mv, probability)).collect()
        };
        let replies = moves.into_iter().map(|(mv, probability)| {
            let after = self.game.play(state, mv);
            let is_extra = is_extra_turn(self.game, state, after);
            (after, is_own == is_extra, probability)
        });
        replies.collect()
    }

    fn results(&self, state: u64, is_own: bool, replies: &[(u64, bool, f64)]) -> Results {
        if let Some(value) = self.game.outcome(state) {
            let value = if is_own { value } else { value.flip() };
            let is = |kind| if value == kind { 1.0 } else { 0.0 };
            return Results {
                won: is(Value::Win),
                drawn: is(Value::Draw),
                lost: is(Value::Loss),
            };
        }
        let known =
            |&(after, is_own, _): &(u64, bool, f64)| self.known[&(self.game.key(after), is_own)];
        if !is_own && matches!(self.opponent, Opponent::Best) {
            let worst = replies
                .iter()
                .map(known)
                .min_by(|one, other| one.score().total_cmp(&other.score()));
            return worst.unwrap_or_default();
        }
        let mut mean = Results::default();
        for reply in replies {
            mean.add(known(reply), reply.2);
        }
        mean
    }
}
