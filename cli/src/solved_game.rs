//! A solved game without its types: states and moves are text.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::fmt;
use std::io::{Read, Write};

use fastrand::Rng;
use perfectplay::audit::Strategy;
use perfectplay::game::{ParseStateError, canonical};
use perfectplay::graph::{Nodes, explore_all};
use perfectplay::round::Seat;
use perfectplay::solved::LookupError;
use perfectplay::verify::{Verified, verify_watched};
use perfectplay::{Analysis, Game, Level, Player, Solved, principal_variation, walk};
use perfectplay_games::Listed;

use crate::auditing::{self, Contestant, Extent, Finding};
use crate::limits_arg::LimitsArg;
use crate::picture::Picture;
use crate::progress::{Meter, Phase};
use crate::round::{RoundInText, RoundOf};
use crate::row::Row;
use crate::score::{self, Position};
use crate::spec::Spec;
use crate::state_view::{StateView, Status};
use crate::tier_table::{self, TierTable};
use crate::tier_work::told;
use crate::web::GameData;
use crate::wording::PlayerNames;
use crate::{Failure, own_formats};
use perfectplay::audit::Odds;

/// What a subcommand asks of a solved game.
pub trait SolvedGame {
    /// Which game it is.
    fn spec(&self) -> Spec;

    /// What people call it.
    fn title(&self) -> String;

    /// What its players are called.
    fn players(&self) -> PlayerNames;

    /// The state in which it begins.
    fn start(&self) -> String;

    /// What is known of a state.
    fn view(&self, state: &str) -> Result<StateView, ParseStateError>;

    /// What the board looks like in a state.
    fn picture(&self, state: &str) -> Result<Picture, ParseStateError>;

    /// How many states there are.
    fn states(&self) -> u64;

    /// Whether the states are too many to be in memory at once.
    fn is_large(&self) -> bool;

    /// Calls something with every reachable state, the nearest to a start first, or tier by
    /// tier if the game is large.
    fn each(&self, each: &mut dyn FnMut(&dyn Entry) -> Result<(), Failure>) -> Result<(), Failure>;

    /// Writes something about each of the same states: tier by tier, if the table is a file
    /// that is read piece by piece.
    fn write_each(&self, write: &EntryWriter<'_>, out: &mut dyn Write) -> Result<(), Failure>;

    /// Visits the same states. Their texts are made only if they are asked for.
    fn visit(&self, each: &mut dyn FnMut(&Visit<'_>)) -> Result<(), Failure>;

    /// Fails if something of the table could not be read since this was asked last.
    fn has_been_read(&self) -> Result<(), Failure>;

    /// How many different games there are; `None` if they cannot be counted, or not in the
    /// memory that a large game leaves.
    fn games(&self) -> Option<u64>;

    /// All of it, for the page.
    fn page_data(&self) -> Result<GameData, Failure>;

    /// How likely each player wins from the start, if both play on this level.
    fn odds(&self, level: Level) -> Result<Odds, Failure>;

    /// Verifies the table against the rules.
    fn verify(&self, limits: &LimitsArg) -> Result<Verified, String>;

    /// Plays a player on one side against every reply.
    fn audit(&self, contestant: Contestant<'_, '_>, extent: Extent) -> Result<Finding, Failure>;

    /// The whole table in a format of the game's own; `None` if it has none of this name.
    fn own_format(&self, name: &str) -> Option<Result<Vec<u8>, Failure>>;

    /// Compares what is read with the table in the game's own format that begins like it,
    /// and tells the name of this format.
    fn compare_own_format(
        &self,
        beginning: &[u8],
        whole: &mut dyn Read,
    ) -> Result<&'static str, String>;

    /// The line of best play from a state on.
    fn best_play(&self, state: &str) -> Result<BestPlay, ParseStateError>;

    /// The first move of best play; `None` when the game is over.
    fn best_move(&self, state: &str) -> Result<Option<String>, ParseStateError>;

    /// A move that a level chooses by this entropy. `None` if there is no move, or the table
    /// has no record of the state.
    fn choose(
        &self,
        state: &str,
        level: Level,
        entropy: u64,
    ) -> Result<Option<String>, ParseStateError>;

    /// All moves that a level may choose.
    fn choices(&self, state: &str, level: Level) -> Result<Vec<String>, ParseStateError>;

    /// The number of a state: no other state has it.
    fn key(&self, state: &str) -> Result<u64, ParseStateError>;

    /// This number of positions, drawn at random.
    fn sample(
        &self,
        number: u32,
        side: Option<Player>,
        random: &mut Rng,
    ) -> Result<Vec<Position>, Failure>;

    /// A new round between the first and the second player.
    fn round(&self, seats: [Seat; 2]) -> Box<dyn RoundInText + '_>;
}

/// A state that is reachable, and what a table tells of it to somebody who asks.
pub trait Entry {
    /// What it is worth, and its moves by kind. Fails if the table lacks the state.
    fn row(&self) -> Result<Row, Failure>;

    /// All of it. Fails if the table lacks the state, or holds of it or of a state after it
    /// what the rules contradict.
    fn view(&self) -> Result<StateView, Failure>;
}

/// Writes something about a state. This may be asked by several threads.
pub type EntryWriter<'a> = dyn Fn(&dyn Entry, &mut Vec<u8>) -> Result<(), Failure> + Sync + 'a;

/// A state on a visit.
pub struct Visit<'a> {
    /// How it is written.
    pub state: &'a dyn fmt::Display,
    /// How many plies it is from the nearest start, if that is known.
    pub ply: Option<u32>,
    /// Whether it stands for its symmetric images. One of them does.
    pub is_canonical: bool,
    pub analysis: Analysis,
    pub status: Status,
}

/// The line of best play.
pub struct BestPlay {
    /// The moves, and the state that each leads to.
    pub plies: Vec<(String, String)>,
    /// Whether the last state has been on the board before, so that the game never ends.
    pub returns: bool,
}

/// Any solved game that is on the list, however its table is kept.
pub struct InText<'a, G: Game> {
    solved: &'a dyn Solved<Game = G, Error = Infallible>,
    /// The same, if it is a file that is read piece by piece.
    tiers: Option<&'a dyn TierTable<G>>,
    spec: Spec,
}

impl<'a, G: Listed> InText<'a, G> {
    pub fn of(solved: &'a dyn Solved<Game = G, Error = Infallible>) -> Self {
        Self {
            spec: Spec::of(solved.game()),
            solved,
            tiers: None,
        }
    }

    pub fn of_tiers<T: TierTable<G>>(table: &'a T) -> Self {
        Self {
            tiers: Some(table),
            ..Self::of(table)
        }
    }

    /// The table, if it is a file with more states than should be in memory at once.
    fn large(&self) -> Option<&'a dyn TierTable<G>> {
        self.tiers.filter(|tiers| tiers.is_large())
    }

    /// Calls something with every reachable state, and shows how far it is.
    fn each_state(
        &self,
        doing: &'static str,
        each: &mut tier_table::Visitor<'_, G>,
    ) -> Result<(), Failure> {
        let (meter, total, mut done) = (Meter::new(), self.states(), 0);
        let mut show = || {
            done += 1;
            meter.show_states(doing, done, total);
        };
        if let Some(tiers) = self.large() {
            return tiers.visit(&mut |visit| {
                show();
                each(visit)
            });
        }
        for found in walk(self.solved) {
            let found = found.map_err(|error| match self.has_been_read() {
                Ok(()) => lacking(self.solved.game(), &error),
                Err(failure) => failure,
            })?;
            show();
            each(tier_table::Visit {
                state: found.state,
                analysis: Some(found.analysis),
                ply: Some(found.ply),
            })?;
        }
        Ok(())
    }

    /// The failure for a state of which the table holds nothing that the rules allow.
    fn no_record(&self, state: G::State) -> Failure {
        let state = self.solved.game().state_text(state);
        match self.has_been_read() {
            Ok(()) => no_record(&state.to_string()),
            Err(failure) => failure,
        }
    }
}

impl<G: Listed> SolvedGame for InText<'_, G> {
    fn spec(&self) -> Spec {
        self.spec.clone()
    }

    fn title(&self) -> String {
        title(self.solved.game())
    }

    fn players(&self) -> PlayerNames {
        PlayerNames(self.solved.game().player_names())
    }

    fn start(&self) -> String {
        let game = self.solved.game();
        game.state_text(game.start()).to_string()
    }

    fn view(&self, state: &str) -> Result<StateView, ParseStateError> {
        let state = self.solved.game().read_state(state)?;
        Ok(StateView::of(self.solved, &self.spec, state))
    }

    fn picture(&self, state: &str) -> Result<Picture, ParseStateError> {
        let game = self.solved.game();
        Ok(Picture::of(game, game.read_state(state)?))
    }

    fn states(&self) -> u64 {
        self.solved.states()
    }

    fn is_large(&self) -> bool {
        self.large().is_some()
    }

    fn each(&self, each: &mut dyn FnMut(&dyn Entry) -> Result<(), Failure>) -> Result<(), Failure> {
        let (solved, spec) = (self.solved, &self.spec);
        self.each_state("exporting", &mut |visit| {
            each(&EntryOf {
                solved,
                spec,
                state: visit.state,
            })
        })
    }

    fn write_each(&self, write: &EntryWriter<'_>, out: &mut dyn Write) -> Result<(), Failure> {
        let Some(tiers) = self.tiers else {
            let mut text = Vec::new();
            return self.each(&mut |entry| {
                text.clear();
                write(entry, &mut text)?;
                Ok(out.write_all(&text)?)
            });
        };
        let spec = &self.spec;
        let write = |solved: &dyn Solved<Game = G, Error = Infallible>,
                     state: G::State,
                     text: &mut Vec<u8>| {
            let entry = EntryOf {
                solved,
                spec,
                state,
            };
            write(&entry, text)
        };
        let (meter, total, mut done) = (Meter::new(), self.states(), 0);
        tiers.write_each(&write, &mut |text, states| {
            done += states;
            meter.show(Phase::of_states("exporting"), done, total);
            Ok(out.write_all(text)?)
        })
    }

    fn visit(&self, each: &mut dyn FnMut(&Visit<'_>)) -> Result<(), Failure> {
        let game = self.solved.game();
        self.each_state("counting", &mut |visit| {
            let (state, ply) = (visit.state, visit.ply);
            let analysis = visit.analysis.ok_or_else(|| self.no_record(state))?;
            each(&Visit {
                state: &game.state_text(state),
                ply,
                is_canonical: canonical(game, state).1 == 0,
                analysis,
                status: Status::of(
                    analysis.legal().is_empty(),
                    analysis.value,
                    game.to_move(state),
                ),
            });
            Ok(())
        })
    }

    fn has_been_read(&self) -> Result<(), Failure> {
        match self.tiers.and_then(TierTable::failure) {
            Some(error) => Err(told(error)),
            None => Ok(()),
        }
    }

    /// The games of a player that may choose any move.
    fn games(&self) -> Option<u64> {
        if self.is_large() {
            return None;
        }
        let explored = explore_all(self.solved.game(), Nodes::States);
        explored.ok()?.graph.games()
    }

    fn page_data(&self) -> Result<GameData, Failure> {
        GameData::of(self.solved)
    }

    fn odds(&self, level: Level) -> Result<Odds, Failure> {
        crate::odds::of(self.solved, level)
    }

    fn verify(&self, limits: &LimitsArg) -> Result<Verified, String> {
        match self.tiers {
            Some(tiers) => tiers.verify(limits).map_err(|error| error.to_string()),
            None => {
                let (meter, total) = (Meter::new(), self.states());
                let show = |done| meter.show_states("verifying", done, total);
                verify_watched(self.solved, show).map_err(|error| error.to_string())
            }
        }
    }

    fn audit(&self, contestant: Contestant<'_, '_>, extent: Extent) -> Result<Finding, Failure> {
        auditing::run(self.solved, contestant, extent)
    }

    fn own_format(&self, name: &str) -> Option<Result<Vec<u8>, Failure>> {
        own_formats::write(self.solved, name)
    }

    fn compare_own_format(
        &self,
        beginning: &[u8],
        whole: &mut dyn Read,
    ) -> Result<&'static str, String> {
        own_formats::compare(self.solved, beginning, whole)
    }

    fn best_play(&self, state: &str) -> Result<BestPlay, ParseStateError> {
        let game = self.solved.game();
        let start = game.read_state(state)?;
        let mut before = start;
        let mut seen = BTreeSet::from([game.key(start)]);
        let mut best_play = BestPlay {
            plies: Vec::new(),
            returns: false,
        };
        for (mv, after) in principal_variation(&self.solved, start).flatten() {
            let texts = (game.move_text(before, mv), game.state_text(after));
            best_play
                .plies
                .push((texts.0.to_string(), texts.1.to_string()));
            if !seen.insert(game.key(after)) {
                best_play.returns = true;
                break;
            }
            before = after;
        }
        Ok(best_play)
    }

    fn best_move(&self, state: &str) -> Result<Option<String>, ParseStateError> {
        let game = self.solved.game();
        let state = game.read_state(state)?;
        let first = principal_variation(&self.solved, state).flatten().next();
        Ok(first.map(|(mv, _)| game.move_text(state, mv).to_string()))
    }

    fn choose(
        &self,
        state: &str,
        level: Level,
        entropy: u64,
    ) -> Result<Option<String>, ParseStateError> {
        let game = self.solved.game();
        let state = game.read_state(state)?;
        let chosen = level.choose(self.solved, state, entropy);
        Ok(chosen.map(|mv| game.move_text(state, mv).to_string()))
    }

    fn choices(&self, state: &str, level: Level) -> Result<Vec<String>, ParseStateError> {
        let game = self.solved.game();
        let state = game.read_state(state)?;
        let Ok(choices) = level.on(self.solved).choices(state);
        let names = choices
            .iter()
            .map(|mv| game.move_text(state, mv).to_string());
        Ok(names.collect())
    }

    fn key(&self, state: &str) -> Result<u64, ParseStateError> {
        let game = self.solved.game();
        Ok(game.key(game.read_state(state)?))
    }

    fn sample(
        &self,
        number: u32,
        side: Option<Player>,
        random: &mut Rng,
    ) -> Result<Vec<Position>, Failure> {
        score::positions(self.solved, number, side, random)
    }

    fn round(&self, seats: [Seat; 2]) -> Box<dyn RoundInText + '_> {
        Box::new(RoundOf::new(self.solved, self.spec.clone(), seats))
    }
}

/// A state of any game on the list.
struct EntryOf<'a, G: Game> {
    solved: &'a dyn Solved<Game = G, Error = Infallible>,
    spec: &'a Spec,
    state: G::State,
}

impl<G: Listed> EntryOf<'_, G> {
    /// The failure for a state that the table lacks. Why it could not be read, if that is the
    /// reason, is told once the table is closed.
    fn no_record(&self) -> Failure {
        no_record(&self.solved.game().state_text(self.state).to_string())
    }
}

impl<G: Listed> Entry for EntryOf<'_, G> {
    fn row(&self) -> Result<Row, Failure> {
        let Ok(analysis) = self.solved.try_analysis(self.state);
        let analysis = analysis.ok_or_else(|| self.no_record())?;
        Ok(Row::of(self.solved.game(), self.state, &analysis))
    }

    fn view(&self) -> Result<StateView, Failure> {
        let view = StateView::of(self.solved, self.spec, self.state);
        if view.is_reachable() {
            Ok(view)
        } else {
            Err(self.no_record())
        }
    }
}

/// What people call a game.
pub fn title<G: Listed>(game: &G) -> String {
    let mut title = String::new();
    game.write_title(&mut title).expect("memory");
    title
}

/// The answer about a state that the game itself has written, and so can read.
pub fn written<T>(answer: Result<T, ParseStateError>) -> T {
    answer.expect("a game reads the states that it writes")
}

/// The failure for an answer that a table does not have, or that the rules contradict.
pub fn lacking<G: Listed>(game: &G, error: &LookupError<G::State>) -> Failure {
    match error {
        LookupError::Missing { state } | LookupError::Contradiction { state } => {
            no_record(&game.state_text(*state).to_string())
        }
        _ => Failure::Input(error.to_string()),
    }
}

/// The failure for a table that lacks a state which the rules reach, or holds what they
/// contradict.
pub fn no_record(state: &str) -> Failure {
    Failure::Input(format!(
        "expected a record of {state} that the rules allow, found none: \
         `perfectplay verify` tells what is wrong with the table"
    ))
}
