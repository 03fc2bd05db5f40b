//! Levels of play and the audit in other games than tic-tac-toe.

use perfectplay::games::{Listed, hexapawn::Hexapawn, mnk, subtraction::Subtraction, vanishing};
use perfectplay::{
    AuditError, CornerFirst, ErrorRate, Game, Level, Player, Solution, Solved, StateOf, Strategy,
    TrapAvoider, Value, audit, audit_in, principal_variation_in, refutation_in, solve,
    tictactoe::TicTacToe,
};

fn hexapawn(solve_it: impl FnOnce(Solution<'_, Hexapawn>)) {
    let game = Hexapawn::new(3, 3).expect("a board");
    solve_it(solve(&game).expect("a solution"));
}

#[test]
fn whoever_should_win_is_not_beaten_by_any_reply() {
    hexapawn(|solution| {
        assert_eq!(solution.start().value, Value::Loss);
        for level in [Level::Perfect, Level::Invincible] {
            let winner =
                audit_in(&solution, &level.on(&solution), Player::O, usize::MAX).expect("an audit");
            assert_eq!((winner.lost, winner.drawn, winner.blunders), (0, 0, 0));
            let loser =
                audit_in(&solution, &level.on(&solution), Player::X, usize::MAX).expect("an audit");
            assert_eq!(loser.beaten_with_probability, 1.0);
            assert_eq!(loser.losing_lines.len() as u64, loser.lost);
        }
    });
}

#[test]
fn only_so_many_losing_lines_are_kept() {
    hexapawn(|solution| {
        let random = Level::Random.on(&solution);
        let all = audit_in(&solution, &random, Player::O, usize::MAX).expect("an audit");
        let few = audit_in(&solution, &random, Player::O, 3).expect("an audit");
        assert!(all.lost > 3);
        assert_eq!(few.losing_lines[..], all.losing_lines[..3]);
        assert_eq!(few.lost, all.lost);
    });
}

/// A game of the family that is tic-tac-toe is audited like tic-tac-toe.
#[test]
fn the_audit_does_not_depend_on_the_table() {
    let game = mnk::Marks::new(3, 3, 3, false).expect("a board");
    let solution = solve(&game).expect("a solution");
    let rate = ErrorRate::from_percent(10).expect("a rate");
    for level in [
        Level::Perfect,
        Level::Invincible,
        Level::Casual(rate),
        Level::Random,
    ] {
        for side in [Player::X, Player::O] {
            let other = audit_in(&solution, &level.on(&solution), side, usize::MAX);
            let baked = audit(&level, side).expect("an audit");
            let other = other.expect("an audit");
            assert!((other.beaten_with_probability - baked.beaten_with_probability).abs() < 1e-12);
            assert_eq!(
                (
                    other.won,
                    other.drawn,
                    other.lost,
                    other.missed_wins,
                    other.blunders
                ),
                (
                    baked.won,
                    baked.drawn,
                    baked.lost,
                    baked.missed_wins,
                    baked.blunders
                ),
            );
            assert_eq!(other.losing_lines, baked.losing_lines);
        }
    }
}

#[test]
fn games_without_end_or_number_are_refused() {
    let game = vanishing::Vanishing::with_parameters("after").expect("a variant");
    let solution = solve(&game).expect("a solution");
    let error = audit_in(&solution, &Level::Random.on(&solution), Player::X, 0).unwrap_err();
    assert!(matches!(error, AuditError::Repetition { .. }), "{error}");

    let game = Subtraction::new(100, 2, false).expect("a heap");
    let solution = solve(&game).expect("a solution");
    let error = audit_in(&solution, &Level::Random.on(&solution), Player::X, 0).unwrap_err();
    assert_eq!(error, AuditError::TooManyGames);
}

/// A refutation is a shortest of the games lost, and there is none where none is lost.
#[test]
fn the_refutation_is_one_of_the_losing_lines() {
    let rate = ErrorRate::from_percent(10).expect("a rate");
    let strategies: [&dyn Strategy; 7] = [
        &Level::Perfect,
        &Level::Invincible,
        &Level::Casual(rate),
        &Level::Random,
        &TrapAvoider::Published,
        &TrapAvoider::Corrected,
        &CornerFirst,
    ];
    for strategy in strategies {
        for side in [Player::X, Player::O] {
            let lines = audit(strategy, side).expect("an audit").losing_lines;
            let found = refutation_in(&TicTacToe, strategy, side).expect("an answer");
            assert_eq!(
                found.as_ref().map(Vec::len),
                lines.iter().map(Vec::len).min()
            );
            assert!(found.is_none_or(|line| lines.contains(&line)));
        }
    }
}

/// Plays a refutation: the strategy chooses its own moves, and loses.
fn assert_lost<T: Solved>(
    solved: &T,
    strategy: &impl Strategy<StateOf<T>>,
    side: Player,
    line: &[perfectplay::Move],
) {
    let game = solved.game();
    let (mut state, mut to_move) = (game.start(), Player::X);
    for &mv in line {
        assert_eq!(game.outcome(state), None);
        let allowed = if to_move == side {
            strategy.choices(state)
        } else {
            game.legal(state)
        };
        assert!(allowed.contains(mv));
        (state, to_move) = (game.play(state, mv), to_move.other());
    }
    let value = game.outcome(state).expect("an end");
    let own = if to_move == side { value } else { value.flip() };
    assert_eq!(own, Value::Loss);
}

#[test]
fn whether_a_player_can_be_beaten_is_told_where_states_come_back() {
    for (parameters, first_loses_in) in [("before", None), ("after", Some(13))] {
        let game = vanishing::Vanishing::with_parameters(parameters).expect("a variant");
        let solution = solve(&game).expect("a solution");
        let perfect = Level::Perfect.on(&solution);
        let refuted = |side| refutation_in(&solution, &perfect, side).expect("an answer");
        assert_eq!(refuted(Player::X), None, "{parameters}");
        let line = refuted(Player::O);
        assert_eq!(line.as_ref().map(Vec::len), first_loses_in, "{parameters}");
        if let Some(line) = line {
            assert_lost(&solution, &perfect, Player::O, &line);
        }
        for side in [Player::X, Player::O] {
            let random = Level::Random.on(&solution);
            let line = refutation_in(&solution, &random, side).expect("an answer");
            assert_lost(&solution, &random, side, &line.expect("a loss"));
        }
    }
}

/// Longer than any stack is deep.
#[test]
fn a_game_of_many_plies_is_audited() {
    let game = Subtraction::new(300_000, 1, false).expect("a heap");
    let solution = solve(&game).expect("a solution");
    let level = Level::Perfect.on(&solution);
    let audit = audit_in(&solution, &level, Player::X, 1).expect("an audit");
    assert_eq!((audit.won, audit.drawn, audit.lost), (0, 0, 1));
    assert_eq!(audit.losing_lines[0].len(), 300_000);
}

#[test]
fn a_level_chooses_in_any_game() {
    let game = Subtraction::new(21, 3, false).expect("a heap");
    let solution = solve(&game).expect("a solution");
    for left in 0..=21 {
        let analysis = solution.get(left).expect("a reachable state");
        for entropy in 0..20 {
            let choice = |level: Level| level.choose_in(&solution, left, entropy);
            assert_eq!(choice(Level::Perfect).is_none(), left == 0);
            assert!(choice(Level::Perfect).is_none_or(|mv| analysis.best.contains(mv)));
            assert!(choice(Level::Random).is_none_or(|mv| analysis.legal().contains(mv)));
        }
    }
}

/// The line of best play ends where and when the score says, also where states come back.
#[test]
fn best_play_is_as_long_as_the_distance() {
    fn check<T: Solved>(solved: &T, state: StateOf<T>) {
        let distance = solved.analysis(state).expect("a reachable state").distance;
        let line = principal_variation_in(solved, state);
        match distance {
            Some(plies) => assert_eq!(line.count(), plies as usize),
            None => assert_eq!(line.take(200).count(), 200),
        }
    }
    for parameters in vanishing::Vanishing::SAMPLES {
        let game = vanishing::Vanishing::with_parameters(parameters).expect("a variant");
        let solution = solve(&game).expect("a solution");
        let some = solution.scores().step_by(997);
        some.for_each(|(state, _)| check(&solution, state));
    }
    check(&TicTacToe, perfectplay::State::EMPTY);
}
