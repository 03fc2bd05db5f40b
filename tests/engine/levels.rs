//! Tests the levels of play: which moves each level chooses, and how often. Two levels never lose.

use perfectplay::level::ErrorRate;
use perfectplay::level::Strategy;
use perfectplay::tictactoe::{Record, State};
use perfectplay::tictactoe::{TicTacToe, records};
use perfectplay::{Level, Move, Moves, Player, Value, audit, lookup};

fn casual(percent: u8) -> Level {
    Level::Casual(ErrorRate::from_percent(percent).unwrap())
}

fn levels() -> Vec<Level> {
    let mut levels = vec![Level::Perfect, Level::Invincible, Level::Random];
    levels.extend([0, 1, 25, 100].map(casual));
    levels
}

fn choices(level: Level, state: State) -> Moves {
    let Ok(choices) = level.on(TicTacToe).choices(state);
    choices
}

fn probability(level: Level, state: State, mv: Move) -> f64 {
    let Ok(probability) = level.on(TicTacToe).probability(state, mv);
    probability
}

/// Returns the reachable states that are not finished.
fn ongoing() -> impl Iterator<Item = (State, Record)> {
    records().filter(|(state, _)| !state.status().is_over())
}

#[test]
fn perfect_and_invincible_never_lose() {
    for level in [Level::Perfect, Level::Invincible, casual(0)] {
        for side in [Player::First, Player::Second] {
            let audit = audit(&TicTacToe, &level.on(TicTacToe), side).unwrap();
            assert!(audit.is_unbeatable(), "{level:?} as {side}");
            assert_eq!((audit.blunders(), audit.missed_wins()), (0, 0));
            let games = audit.games().unwrap();
            assert_eq!((games.lost, games.losing_lines().count()), (0, 0));
            assert_eq!(games.beaten_with_probability, 0.0);
            assert!(games.won > 0 && games.drawn > 0);
        }
    }
}

/// Counts by plain recursion how many games a player of `level` wins, draws and loses.
fn count(level: Level, side: Player, state: State, games: &mut [u64; 3]) {
    if state.status().is_over() {
        let result = match lookup(state).unwrap().value() {
            Value::Draw => 1,
            Value::Win | Value::Loss if state.to_move() == side => 2,
            Value::Win | Value::Loss => 0,
        };
        games[result] += 1;
    }
    let own = state.to_move() == side;
    let moves = if own {
        choices(level, state)
    } else {
        state.legal()
    };
    for mv in moves {
        count(level, side, state.play(mv.index()).unwrap(), games);
    }
}

#[test]
fn the_audit_counts_every_game() {
    for level in levels() {
        for side in [Player::First, Player::Second] {
            let audit = audit(&TicTacToe, &level.on(TicTacToe), side).unwrap();
            let mut counted = [0; 3];
            count(level, side, State::EMPTY, &mut counted);
            let games = audit.games().unwrap();
            let games = [games.won, games.drawn, games.lost];
            assert_eq!(games, counted, "{level:?} as {side}");
        }
    }
}

#[test]
fn each_level_chooses_as_documented() {
    for (state, record) in ongoing() {
        let perfect = choices(Level::Perfect, state);
        assert!(perfect.is_subset(record.best()), "{state}");
        if record.value() != Value::Draw {
            assert_eq!(perfect, record.best(), "{state}");
        }
        let invincible = match record.value() {
            Value::Win => record.winning(),
            Value::Draw => record.neutral(),
            Value::Loss => record.losing(),
        };
        assert_eq!(choices(Level::Invincible, state), invincible, "{state}");
        assert_eq!(choices(Level::Random, state), state.legal(), "{state}");

        let at_hand = state.completing(state.to_move());
        let expected = if at_hand.is_empty() {
            record.best() | record.analysis().mistakes()
        } else {
            at_hand
        };
        assert_eq!(choices(casual(25), state), expected, "{state}");
    }
}

#[test]
fn in_a_draw_perfect_sets_the_best_traps() {
    for (state, record) in ongoing().filter(|(_, record)| record.value() == Value::Draw) {
        let share = |moves: Moves| {
            moves.iter().map(|mv| {
                let reply = lookup(state.play(mv.index()).unwrap()).unwrap();
                match reply.legal().len() {
                    0 => 0.0,
                    legal => f64::from(reply.losing().len()) / f64::from(legal),
                }
            })
        };
        let best = share(record.neutral()).fold(0.0, f64::max);
        assert!(
            share(choices(Level::Perfect, state)).all(|share| share == best),
            "{state}"
        );
        let left = record.neutral() - choices(Level::Perfect, state);
        assert!(share(left).all(|share| share < best), "{state}");
    }
    // After a mark in a corner, 7 of the 8 replies lose. After a mark in the centre or on an edge,
    // 4 replies lose.
    assert_eq!(choices(Level::Perfect, State::EMPTY).bits(), 0b101_000_101);
}

#[test]
fn a_mistake_gives_something_away() {
    let rank = |value: Value| value as i8;
    for (state, record) in ongoing() {
        for mv in record.legal() {
            let reply = lookup(state.play(mv.index()).unwrap()).unwrap();
            let gives_away = rank(reply.value().flip()) < rank(record.value());
            assert_eq!(
                record.analysis().mistakes().contains(mv),
                gives_away,
                "{mv} on {state}"
            );
        }
    }
}

#[test]
fn probabilities_are_those_of_the_choices() {
    for level in levels() {
        for (state, record) in records() {
            let choices = choices(level, state);
            assert!(choices.is_subset(record.legal()));
            let legal = record.legal().iter();
            let sum: f64 = legal.map(|mv| probability(level, state, mv)).sum();
            let expected = if state.status().is_over() { 0.0 } else { 1.0 };
            assert!(
                (sum - expected).abs() < 1e-12,
                "{level:?} on {state}: {sum}"
            );
            for mv in Moves::first_n(9) {
                let likely = probability(level, state, mv) > 0.0;
                assert_eq!(likely, choices.contains(mv), "{level:?}, {mv} on {state}");
            }
        }
    }
}

/// Lets a level choose 20,000 times in the same state. The random bits (`entropy`) are 0, 1, 2 and
/// so on. The level must choose each move about as often as the move's probability says.
#[test]
fn choices_are_drawn_evenly() {
    const DRAWS: u32 = 20_000;
    let fork: State = "X.O/.../...".parse().unwrap();
    for level in levels() {
        for state in [State::EMPTY, fork] {
            let mut drawn = [0_u32; 9];
            for entropy in 0..DRAWS {
                let mv = level.choose(&TicTacToe, state, entropy.into()).unwrap();
                drawn[mv.index() as usize] += 1;
            }
            for mv in Moves::first_n(9) {
                let share = f64::from(drawn[mv.index() as usize]) / f64::from(DRAWS);
                let expected = probability(level, state, mv);
                // Five standard deviations of a probability of one half.
                let tolerance = 5.0 * (0.25 / f64::from(DRAWS)).sqrt();
                assert!(
                    (share - expected).abs() < tolerance,
                    "{level:?}: {share} of {mv}"
                );
            }
        }
    }
}

#[test]
fn a_level_moves_exactly_in_unfinished_states() {
    for state in State::all() {
        let unfinished = lookup(state).is_some() && !state.status().is_over();
        for level in levels() {
            for entropy in [0, 1, u64::MAX, 0x8000_0000_0000_0000] {
                let mv = level.choose(&TicTacToe, state, entropy);
                assert_eq!(mv.is_some(), unfinished, "{level:?} on {state}");
                assert!(mv.is_none_or(|mv| choices(level, state).contains(mv)));
            }
            assert_eq!(!choices(level, state).is_empty(), unfinished);
        }
    }
}

#[test]
fn an_error_rate_is_a_percentage() {
    assert_eq!(
        ErrorRate::from_percent(100).map(ErrorRate::percent),
        Some(100)
    );
    assert_eq!(ErrorRate::from_percent(101), None);
    assert_eq!(ErrorRate::default().percent(), 0);
}

#[test]
fn levels_have_a_text_form() {
    assert_eq!(Level::default(), Level::Perfect);
    let texts = levels().into_iter().map(|level| level.to_string());
    let texts: Vec<String> = texts.collect();
    let expected = "perfect invincible random casual:0 casual:1 casual:25 casual:100";
    assert_eq!(texts.join(" "), expected);
    for (text, level) in texts.iter().zip(levels()) {
        assert_eq!(text.parse(), Ok(level));
    }
    assert_eq!("casual".parse(), Ok(casual(25)));
    assert_eq!(
        Level::ALL.map(|level| level.to_string()).join(" "),
        "perfect invincible casual:25 random"
    );
    for text in ["", "Perfect", "casual:", "casual:101", "casual:x"] {
        assert!(text.parse::<Level>().is_err(), "{text}");
    }
}
