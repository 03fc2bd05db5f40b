//! Audits players of any game. The results of an audit contain states and moves as text, so the same types serve for
//! every game.

use std::collections::HashMap;
use std::fmt;

use perfectplay::audit::{self as audits, AuditError, Defeat, Mistake, Odds};
use perfectplay::game::{Hints, starts};
use perfectplay::level::Strategy;
use perfectplay::{Game, Level, Move, Moves, Player, Solved, Value};
use serde::{Serialize, Serializer};

use crate::answer::Name;
use crate::error::Error;
use crate::game::AnyGame;
use crate::position::Position;
use crate::table::AnyTable;

/// The scope of an audit.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// The side that the audited player plays.
    pub side: Player,
    /// The greatest number of lost lines of play to list.
    pub lines: usize,
    /// The greatest number of mistakes to list.
    pub mistakes: usize,
    /// Whether mistakes that are symmetric images of each other are listed only once.
    pub symmetry: bool,
}

/// The result of an audit of a player who plays one of the two sides. A count is `None` if it is
/// infinite, or if it needs more than 64 bits.
#[derive(Clone, Debug, Serialize)]
pub struct Audited {
    /// The number of lines of play that the player wins. Each choice of the player and each reply makes a different
    /// line of play.
    pub won: Option<u64>,
    /// The number of lines of play that are drawn.
    pub drawn: Option<u64>,
    /// The number of lines of play that the player loses.
    pub lost: Option<u64>,
    /// The probability that the player loses to the best opponent.
    pub beaten_with_probability: Option<f64>,
    /// The lost lines of play, the shortest first. At most [`Extent::lines`] lines of play are listed.
    pub losing_lines: Vec<LosingLine>,
    /// The number of choices that turn a win into a draw or a loss.
    pub missed_wins: u64,
    /// The number of choices that turn a win into a draw or a loss, or a draw into a loss.
    pub blunders: u64,
    /// The value of the game for the player. If there are several starts, this is the value of the start that is worst
    /// for the player.
    pub value: Value,
    /// The mistakes that were found first. The list has at most [`Extent::mistakes`] entries.
    pub mistakes: Vec<MistakeText>,
    /// The number of all mistakes, including those that are not listed.
    #[serde(skip)]
    pub mistakes_in_all: usize,
    /// Whether the game has more than one start.
    #[serde(skip)]
    pub has_several_starts: bool,
}

impl Audited {
    /// Returns whether the player loses no line of play.
    #[must_use]
    pub fn is_unbeatable(&self) -> bool {
        self.lost == Some(0)
    }

    /// Returns whether the player never loses, or loses only because the start is lost.
    #[must_use]
    pub fn is_faultless(&self) -> bool {
        self.is_unbeatable() || self.value == Value::Loss && self.blunders == 0
    }
}

/// The result of an audit of some positions.
#[derive(Clone, Debug, Serialize)]
pub struct AuditedSample {
    /// The number of positions in which the player's moves were judged.
    pub positions: u64,
    /// The number of positions that were not judged, because the oracle did not prove the values of all their moves
    /// within its limits.
    pub unproved: u64,
    /// The number of choices that turn a win into a draw or a loss.
    pub missed_wins: u64,
    /// The number of choices that turn a win into a draw or a loss, or a draw into a loss.
    pub blunders: u64,
    /// The mistakes that were found first. The list has at most [`Extent::mistakes`] entries.
    pub mistakes: Vec<MistakeText>,
    /// The number of all mistakes, including those that are not listed.
    #[serde(skip)]
    pub mistakes_in_all: usize,
}

/// A line of play that the player loses.
#[derive(Clone, Debug, Serialize)]
pub struct LosingLine {
    /// The state in which the line of play begins.
    pub start: String,
    /// The names of the moves, in the order in which they are played.
    #[serde(serialize_with = "as_names")]
    pub moves: Vec<String>,
}

/// A mistake that the player may make.
#[derive(Clone, Debug, Serialize)]
pub struct MistakeText {
    /// The state.
    pub state: String,
    /// The name of the move; `None` if the player forfeits the game.
    #[serde(rename = "move", serialize_with = "as_name")]
    pub mv: Option<String>,
    /// The probability that the player makes this mistake in this state.
    pub probability: f64,
    /// The value of the state for the player.
    pub before: Value,
    /// The value for the player after the move.
    pub after: Value,
    /// The names of the moves that keep the value.
    #[serde(serialize_with = "as_names")]
    pub good: Vec<String>,
    /// The names of the best moves.
    #[serde(serialize_with = "as_names")]
    pub best: Vec<String>,
}

impl fmt::Display for MistakeText {
    /// Writes the mistake as in `X../.O./..X: 2 loses, and 1 3 5 7 draw`. Puts the state in quotes if it contains a
    /// character that may be special in a shell.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "./-_,:".contains(c);
        let quote = if self.state.chars().all(is_plain) {
            ""
        } else {
            "'"
        };
        let verb = |value, one| match (value, one) {
            (Value::Win, true) => "wins",
            (Value::Win, false) => "win",
            (Value::Draw, true) => "draws",
            (Value::Draw, false) => "draw",
            (Value::Loss, _) => "loses",
        };
        let mv = self.mv.as_deref().unwrap_or("no legal move");
        let good = match &self.good[..] {
            [] => "none".to_owned(),
            good => good.join(" "),
        };
        write!(
            f,
            "{quote}{}{quote}: {mv} {}, and {good} {}",
            self.state,
            verb(self.after, true),
            verb(self.before, self.good.len() == 1)
        )
    }
}

fn as_names<S: Serializer>(moves: &[String], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(moves.iter().map(|mv| Name(mv)))
}

fn as_name<S: Serializer>(mv: &Option<String>, serializer: S) -> Result<S::Ok, S::Error> {
    mv.as_deref().map(Name).serialize(serializer)
}

/// A strategy that calls the function `.0` to choose its moves.
pub(crate) struct ChosenBy<F>(pub F);

impl<F: Fn(u64) -> Moves> Strategy<u64> for ChosenBy<F> {
    type Error = Error;

    fn choices(&self, state: u64) -> Result<Moves, Error> {
        Ok((self.0)(state))
    }
}

/// Returns the player called `name` among the [players that come with the game](crate::Info::own_players).
///
/// # Errors
///
/// Fails when the game has no player of this name.
pub fn own_player<'g>(
    game: &'g AnyGame,
    name: &str,
) -> Result<impl Strategy<u64, Error = Error> + use<'g>, Error> {
    let info = game.info();
    let index = info.own_players.iter().position(|&player| player == name);
    let index = index.ok_or_else(|| Error::NoPlayer {
        game: info.name.clone(),
        player: name.to_owned(),
    })?;
    Ok(ChosenBy(move |state| game.0.own_choices(index, state)))
}

/// Computes each player's probability of winning from the start, if both players play at the strength `level`.
///
/// # Errors
/// Fails when the table cannot be read, or the rules contradict it.
pub fn odds(table: &AnyTable, level: Level) -> Result<Odds, Error> {
    let strategy = level.on(table);
    audits::odds(table.game(), [&strategy, &strategy]).map_err(|error| match error {
        AuditError::Strategy(error) => error,
        error => Error::Strategy(error.to_string()),
    })
}

/// Plays a strategy against every reply, and counts the lines of play. If the number of lines is infinite or
/// too large, searches for one lost line of play instead.
///
/// # Errors
/// Fails when the strategy fails or breaks the rules, or the table cannot be read.
pub fn audit(
    table: &AnyTable,
    strategy: &dyn Strategy<u64, Error = Error>,
    extent: Extent,
) -> Result<Audited, Error> {
    let played = audits::audit(table, strategy, extent.side).map_err(|error| match error {
        AuditError::Strategy(error) => error,
        AuditError::Table(error) => table.error(error),
        AuditError::NoChoice { state } => no_choice(&table.position(state)),
        AuditError::Illegal {
            state,
            moves,
            legal,
        } => illegal(&table.position(state), moves, legal),
        error => Error::Strategy(error.to_string()),
    })?;
    let mut errors = Errors::new(extent);
    for mistake in played.mistakes() {
        let what = (mistake.state, mistake.mv);
        errors.add(table, what, mistake.before, || in_text(table, &mistake));
    }
    let audited = Audited {
        won: None,
        drawn: None,
        lost: None,
        beaten_with_probability: None,
        losing_lines: Vec::new(),
        missed_wins: errors.missed_wins,
        blunders: errors.blunders,
        value: value(table, extent.side)?,
        mistakes: errors.texts,
        mistakes_in_all: errors.in_all,
        has_several_starts: starts(table.game()).nth(1).is_some(),
    };
    Ok(match played.games() {
        Err(_) => {
            let lost = played.refutation();
            let never = lost.is_none();
            Audited {
                lost: never.then_some(0),
                beaten_with_probability: never.then_some(0.0),
                losing_lines: lost.iter().map(|lost| line(table, lost)).collect(),
                ..audited
            }
        }
        Ok(counted) => {
            let lost = counted.losing_lines().take(extent.lines);
            Audited {
                won: Some(counted.won),
                drawn: Some(counted.drawn),
                lost: Some(counted.lost),
                beaten_with_probability: Some(counted.beaten_with_probability),
                losing_lines: lost.map(|lost| line(table, &lost)).collect(),
                ..audited
            }
        }
    })
}

/// Judges the moves that a strategy chooses in some unfinished states. In each of these states, it must be the turn of
/// the player that follows the strategy.
///
/// # Errors
/// Fails when the strategy fails or breaks the rules, or the table cannot be read.
pub fn audit_sample(
    table: &AnyTable,
    strategy: &dyn Strategy<u64, Error = Error>,
    states: &[u64],
    extent: Extent,
) -> Result<AuditedSample, Error> {
    let (mut errors, mut unproved) = (Errors::new(extent), 0);
    for &state in states {
        let position = table.position(state);
        let known = position.record().and_then(|analysis| {
            let moves = strategy.choices(state)?;
            Ok((analysis, moves))
        });
        let (analysis, moves) = match known {
            Err(Error::Unproved) => {
                unproved += 1;
                continue;
            }
            known => known?,
        };
        let before = analysis.value();
        let mut add = |mv, probability, after| {
            if after != before {
                errors.add(table, (state, mv), before, || MistakeText {
                    state: position.text(),
                    mv: mv.map(|mv| position.move_name(mv)),
                    probability,
                    before,
                    after,
                    good: names(&position, analysis.of_kind(before)),
                    best: names(&position, analysis.best()),
                });
            }
        };
        if moves.is_empty() && strategy.resigns(state)? {
            add(None, 1.0, Value::Loss);
            continue;
        }
        if moves.is_empty() {
            return Err(no_choice(&position));
        }
        for mv in moves {
            let kinds = [Value::Win, Value::Draw, Value::Loss];
            let is_kind = |&kind: &Value| analysis.of_kind(kind).contains(mv);
            let Some(after) = kinds.into_iter().find(is_kind) else {
                return Err(illegal(&position, moves, analysis.legal()));
            };
            add(Some(mv), strategy.probability(state, mv)?, after);
        }
    }
    Ok(AuditedSample {
        positions: states.len() as u64 - unproved,
        unproved,
        missed_wins: errors.missed_wins,
        blunders: errors.blunders,
        mistakes: errors.texts,
        mistakes_in_all: errors.in_all,
    })
}

fn no_choice(position: &Position<'_>) -> Error {
    Error::Strategy(format!("the player chooses no move in {position}"))
}

fn illegal(position: &Position<'_>, moves: Moves, legal: Moves) -> Error {
    Error::Strategy(format!(
        "the player chooses {moves:?} in {position}, where only {legal:?} are legal"
    ))
}

/// Returns the value of a game for the player on `side`, from the start that is worst for this player.
fn value(table: &AnyTable, side: Player) -> Result<Value, Error> {
    let mut worst = None;
    for start in starts(table.game()) {
        let Some(score) = table.try_score(start)? else {
            continue;
        };
        let to_move = table.game().to_move(start).unwrap_or(Player::First);
        let value = if to_move == side {
            score.value()
        } else {
            score.value().flip()
        };
        worst = Some(worst.map_or(value, |worst: Value| worst.min(value)));
    }
    Ok(worst.unwrap_or(Value::Draw))
}

/// The mistakes of a player. `texts` describes only the first mistakes; `in_all` also counts the mistakes without a
/// text.
struct Errors {
    extent: Extent,
    missed_wins: u64,
    blunders: u64,
    in_all: usize,
    texts: Vec<MistakeText>,
    /// The classes of symmetric mistakes, by the key of the canonical state. `[0]` holds a bit mask of the bad moves in
    /// the state. `[1]` holds the states in which the player fails to move.
    classes: [HashMap<u64, u64>; 2],
}

impl Errors {
    fn new(extent: Extent) -> Self {
        Self {
            extent,
            missed_wins: 0,
            blunders: 0,
            in_all: 0,
            texts: Vec::new(),
            classes: [HashMap::new(), HashMap::new()],
        }
    }

    /// Adds a mistake. `mistake.0` is a state, and `mistake.1` is the bad move in this state. `before` is the value of
    /// the state.
    fn add(
        &mut self,
        table: &AnyTable,
        mistake: (u64, Option<Move>),
        before: Value,
        text: impl FnOnce() -> MistakeText,
    ) {
        self.blunders += 1;
        self.missed_wins += u64::from(before == Value::Win);
        if self.extent.symmetry {
            let (key, mv) = class(table, mistake);
            let met = self.classes[usize::from(mv.is_none())]
                .entry(key)
                .or_default();
            let moves = mv.map_or(1, |mv| Moves::from(mv).bits());
            if *met & moves != 0 {
                return;
            }
            *met |= moves;
        }
        self.in_all += 1;
        if self.texts.len() < self.extent.mistakes {
            self.texts.push(text());
        }
    }
}

/// Returns a pair that stands for a mistake and all its symmetric images. Two mistakes have the same pair only if they
/// are symmetric images of each other.
fn class(table: &AnyTable, (state, mv): (u64, Option<Move>)) -> (u64, Option<Move>) {
    let game = table.game();
    let images = (0..game.symmetries()).map(|symmetry| {
        let image_of_move = |mv| game.image_of_move(symmetry, state, mv);
        let key = game.key(game.image(symmetry, state));
        (key, mv.map(image_of_move))
    });
    images.min().expect("the identity")
}

fn names(position: &Position<'_>, moves: Moves) -> Vec<String> {
    moves.iter().map(|mv| position.move_name(mv)).collect()
}

fn in_text(table: &AnyTable, mistake: &Mistake<u64>) -> MistakeText {
    let position = table.position(mistake.state);
    MistakeText {
        state: position.text(),
        mv: mistake.mv.map(|mv| position.move_name(mv)),
        probability: mistake.probability,
        before: mistake.before,
        after: mistake.after,
        good: names(&position, mistake.good),
        best: names(&position, mistake.best),
    }
}

fn line(table: &AnyTable, lost: &Defeat<u64>) -> LosingLine {
    let mut state = lost.start;
    let moves = lost.moves.iter().map(|&mv| {
        let name = table.position(state).move_name(mv);
        state = table.game().play(state, mv);
        name
    });
    LosingLine {
        moves: moves.collect(),
        start: table.position(lost.start).text(),
    }
}
