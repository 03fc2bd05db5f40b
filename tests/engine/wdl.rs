//! Tests win/draw/loss tables of every game that ships. The tables must give the right value of
//! every reachable state, and detect damaged bytes. A player with a win/draw/loss table must win
//! from every won state.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::{env, fs};

use perfectplay::bake::{BakeError, WdlSurvey};
use perfectplay::level::Judged;
use perfectplay::level::Strategy;
use perfectplay::solve::Solution;
use perfectplay::table::TableError;
use perfectplay::wdl::WdlData;
use perfectplay::{Game, Level, Move, Moves, Player, Value, Wdl, audit, bake, solve, write_wdl};
use perfectplay_games::Listed;
use perfectplay_games::{chomp::Chomp, dodgem::Dodgem, mnk::Connect, mnk::Marks};

/// In each game, a test judges the moves of at most this number of states. If a game has more
/// states, the test judges a sample of them.
const MANY: usize = 10_000;

fn open<G: Listed>(parameters: &str) -> G {
    G::with_parameters(parameters).expect("parameters of the game")
}

/// Some games. `.0` is the name of the game; `.1` is the number of values that its win/draw/loss
/// table stores.
const KEPT: [(&str, u64); 2] = [("connect:4x4", 47_140), ("mnk:4,3,3", 7_477)];

/// Bakes the table of a solved game, and compares every answer with the solution.
/// `tests/games/registry.rs` calls this function for every game.
pub fn agrees_with<G: Game>(spec: &str, solution: &Solution<G>) {
    let game = solution.game();
    let bytes = match bake::wdl(spec, solution) {
        Ok(bytes) => bytes,
        Err(error) => {
            assert!(matches!(error, BakeError::Loopy), "{spec}: {error}");
            assert!(game.is_loopy(), "{spec}");
            return;
        }
    };
    assert!(!game.is_loopy(), "{spec}");
    let data = WdlData::from_bytes(&bytes).unwrap();
    assert_eq!(data.name(), spec);
    assert_eq!(data.states(), solution.len() as u64, "{spec}");
    assert_eq!(data.byte_len(), bytes.len(), "{spec}");
    // Games with tiers store only half of the values.
    if let Some((_, kept)) = KEPT.iter().find(|(name, _)| *name == spec) {
        assert_eq!(data.kept(), *kept, "{spec}");
    }
    let table = Wdl::new(game, data);
    table.validate().unwrap();
    for (state, score) in solution.scores() {
        assert_eq!(table.value(state), score.value(), "{spec}: {state:?}");
    }
    for (state, score) in solution.scores().step_by(solution.len().div_ceil(MANY)) {
        let analysis = solution.lookup(state).unwrap();
        assert_eq!(analysis.score(), score);
        let judged = table.judge(state);
        assert_eq!(
            (judged.winning, judged.neutral, judged.losing),
            (analysis.winning(), analysis.neutral(), analysis.losing()),
            "{spec}: {state:?}"
        );
        let mistakes = judged.legal() - judged.keeping();
        assert_eq!(mistakes, analysis.mistakes(), "{spec}: {state:?}");
        let at_once = analysis.winning().iter().filter(|&mv| {
            let ended = game.outcome(game.play(state, mv));
            ended.is_some()
        });
        let at_once: Moves = at_once.collect();
        let best = if at_once.is_empty() {
            judged.keeping()
        } else {
            at_once
        };
        assert_eq!(judged.best, best, "{spec}: {state:?}");
        assert_eq!(
            judged.wins_at_once,
            !at_once.is_empty(),
            "{spec}: {state:?}"
        );
    }
}

/// Plays every line of play from each state that a player with the table may reach. The lines
/// contain all moves that this player may choose, and all replies. From a won state, every line
/// must end as a win. From a drawn state, no line may end as a loss.
struct EveryLine<'v, G> {
    table: Wdl<'v, G>,
    level: Level,
    side: Player,
    held: BTreeSet<u64>,
    ends: [u32; 3],
}

impl<G: Game + Copy> EveryLine<'_, G> {
    /// Continues from a state. `held` is the value that the player has had so far and must keep.
    fn go_on(&mut self, state: G::State, turn: Player, held: Value) {
        let game = *self.table.game();
        if let Some(value) = game.outcome(state) {
            let own = if turn == self.side {
                value
            } else {
                value.flip()
            };
            assert!(own >= held, "{:?}: {own} after {held}", state);
            self.ends[own as usize] += 1;
            return;
        }
        // `held` depends only on the state, so one visit of each state is enough.
        if !self.held.insert(game.key(state)) {
            return;
        }
        let value = self.table.value(state);
        let own = if turn == self.side {
            value
        } else {
            value.flip()
        };
        assert!(own >= held, "{state:?}: {own} after {held}");
        let moves = if turn == self.side {
            let Ok(choices) = self.level.on(self.table).choices(state);
            choices
        } else {
            game.legal(state)
        };
        assert!(!moves.is_empty(), "{state:?}");
        for mv in moves {
            self.go_on(game.play(state, mv), turn.other(), own);
        }
    }
}

fn converts<G: Game + Copy>(game: &G) {
    let solution = solve(game).unwrap();
    let bytes = bake::wdl("game", &solution).unwrap();
    let table = Wdl::from_bytes(*game, &bytes).unwrap();
    for level in [Level::Perfect, Level::Invincible] {
        for side in Player::BOTH {
            let mut lines = EveryLine {
                table,
                level,
                side,
                held: BTreeSet::new(),
                ends: [0; 3],
            };
            lines.go_on(game.start(), Player::First, Value::Loss);
            assert!(lines.ends.iter().sum::<u32>() > 0);
            // Compares with the audit, which knows the true values.
            let audit = audit(&solution, &level.on(table), side).unwrap();
            assert_eq!((audit.blunders(), audit.missed_wins()), (0, 0));
        }
    }
}

#[test]
fn every_line_is_converted() {
    converts(&open::<Connect>("4x3,3")); // the first player wins
    converts(&open::<Connect>("3x4")); // a draw
    converts(&open::<Marks>("3,3,3,misere"));
    converts(&open::<Chomp>("4x5"));
}

#[test]
fn levels_play_from_it() {
    play_levels(3);
}

#[test]
#[ignore = "plays from every state; run by .ci/run"]
fn levels_in_full() {
    play_levels(1);
}

/// In every `every`th state, a computer player of each level makes only the mistakes that its level
/// allows, and always sees a win in one move.
fn play_levels(every: usize) {
    let game = open::<Marks>("3,3,3");
    let solution = solve(&game).unwrap();
    let bytes = bake::wdl("game", &solution).unwrap();
    let table = Wdl::from_bytes(game, &bytes).unwrap();
    let rate = perfectplay::level::ErrorRate::from_percent(50).unwrap();
    for (state, analysis) in solution.iter().step_by(every) {
        let judged: Judged = table.judge(state);
        for entropy in 0..8 {
            let chosen = |level: Level| level.choose(&table, state, entropy);
            assert_eq!(
                chosen(Level::Perfect).is_none(),
                analysis.legal().is_empty()
            );
            let Some(perfect) = chosen(Level::Perfect) else {
                continue;
            };
            assert!(judged.best.contains(perfect));
            if analysis.value() != Value::Win {
                // A level sets the same traps with a win/draw/loss table as with distances.
                let Ok(known) = Level::Perfect.on(&solution).choices(state);
                assert!(known.contains(perfect) || analysis.value() == Value::Loss);
            }
            let allowed = judged.best | (judged.legal() - judged.keeping());
            let casual = chosen(Level::Casual(rate)).unwrap();
            assert!(allowed.contains(casual));
            assert!(!judged.wins_at_once || judged.best.contains(casual));
            assert!(analysis.legal().contains(chosen(Level::Random).unwrap()));
        }
    }
}

/// The order in which the states are visited does not change the bytes of a table. If a state is
/// visited twice, the bytes do not change, either.
#[test]
fn the_order_of_states_changes_no_byte() {
    let game = open::<Connect>("4x3,3");
    let solution = solve(&game).unwrap();
    let expected = bake::wdl("game", &solution).unwrap();
    let mut states: Vec<_> = solution.scores().collect();
    states.sort_by_key(|&(state, _)| (game.key(state) % 7, game.key(state)));
    let mut survey = WdlSurvey::new(&game);
    for &(state, score) in &states {
        survey.see(state, score.value());
    }
    let mut baker = survey.finish().unwrap();
    for &(state, score) in &states {
        baker.see(state, score.value());
    }
    assert!(baker.bytes("game").unwrap() == expected);
}

#[test]
fn contradicting_values_are_refused() {
    let game = open::<Marks>("3,3,3");
    let solution = solve(&game).unwrap();
    let mut survey = WdlSurvey::new(&game);
    for (state, score) in solution.scores() {
        survey.see(state, score.value());
    }
    let mut baker = survey.finish().unwrap();
    for (state, score) in solution.scores() {
        baker.see(state, score.value());
        baker.see(state, score.value().flip());
    }
    assert!(matches!(baker.bytes("game"), Err(BakeError::NoPlaces)));
}

#[test]
fn kept_values_are_counted_in_samples() {
    let samples = |name: &str| perfectplay_games::LIST.iter().find(|one| one.name == name);
    for (spec, _) in KEPT {
        let (name, sample) = spec.split_once(':').unwrap();
        assert!(samples(name).unwrap().samples.contains(&sample), "{spec}");
    }
}

#[test]
fn every_altered_byte_is_found() {
    let game = open::<Marks>("3,3,3");
    let solution = solve(&game).unwrap();
    let whole = bake::wdl("mnk:3,3,3", &solution).unwrap();
    for at in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 8);
        if let Ok(table) = Wdl::from_bytes(game, &bytes) {
            assert!(table.validate().is_err(), "byte {at}");
            // Bytes that are not validated may give any answer.
            for (state, _) in solution.scores().step_by(53) {
                let _: (Value, Judged) = (table.value(state), table.judge(state));
            }
        }
        assert!(Wdl::from_bytes(game, &whole[..at]).is_err(), "{at} bytes");
    }
    let longer = [&whole[..], &[0]].concat();
    assert_eq!(
        Wdl::from_bytes(game, &longer).err(),
        Some(TableError::Length {
            expected: whole.len() as u64,
            found: whole.len() + 1
        })
    );
}

#[test]
fn a_table_of_another_game_is_refused() {
    let bytes = |game: &Marks| bake::wdl("game", &solve(game).unwrap()).unwrap();
    let (normal, misere) = (open::<Marks>("3,3,3"), open::<Marks>("3,3,3,misere"));
    let found = bytes(&normal);
    let table = Wdl::from_bytes(misere, &found).unwrap();
    assert!(matches!(table.validate(), Err(TableError::Rules { .. })));
    let smaller = Wdl::from_bytes(open::<Marks>("3,2,3"), &found).unwrap();
    let expected = TableError::MoveCount {
        expected: 6,
        found: 9,
    };
    assert_eq!(smaller.validate(), Err(expected));
    // By its version, a reader distinguishes a table with records from a win/draw/loss table.
    let table = bake::table("game", &solve(&normal).unwrap()).unwrap();
    let expected = TableError::Version {
        expected: 4,
        found: 3,
    };
    assert_eq!(WdlData::from_bytes(&table).err(), Some(expected));
    let expected = TableError::Version {
        expected: 3,
        found: 4,
    };
    let error = perfectplay::table::TableData::from_bytes(&found).err();
    assert_eq!(error, Some(expected));
}

#[test]
fn loopy_games_are_refused() {
    let game = open::<Dodgem>("2");
    let error = bake::wdl("game", &solve(&game).unwrap()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the game is loopy, and has no win/draw/loss table"
    );
}

#[test]
fn the_baker_writes_a_table() {
    let game = open::<Connect>("3x3,3");
    write_wdl!("connect", game).unwrap();
    // Cargo sets `OUT_DIR` for tests, too.
    let directory = PathBuf::from(env::var_os("OUT_DIR").unwrap());
    let bytes = fs::read(directory.join("connect.wdl")).unwrap();
    assert!(bytes == bake::wdl("connect", &solve(&game).unwrap()).unwrap());
}

/// For a state outside the table, the table returns some value, because it cannot recognise such a
/// state.
#[test]
fn states_outside_are_not_recognised() {
    use perfectplay_games::Listed;
    let game = open::<Marks>("3,3,3");
    let solution = solve(&game).unwrap();
    let bytes = bake::wdl("game", &solution).unwrap();
    let table = Wdl::from_bytes(game, &bytes).unwrap();
    let outside = game.read_state("XX./.../...").unwrap();
    assert_eq!(solution.lookup(outside), None);
    let judged = table.judge(outside);
    assert_eq!(judged.legal(), game.legal(outside));
    assert_eq!(table.judge(outside), judged);
    assert!(Move::new(0).is_some_and(|mv| !judged.legal().contains(mv)));
}
