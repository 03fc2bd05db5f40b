//! Tests rounds, which are games in progress with undo and redo.

use perfectplay::level::ErrorRate;
use perfectplay::round::{Ending, History, ParseSeatError, RoundError, SavedRound, Seat};
use perfectplay::tictactoe::{State, TicTacToe, state};
use perfectplay::{Game, Level, Move, Moves, Player, Round, lookup, solve};
use perfectplay_games::Listed;
use perfectplay_games::kalah::Kalah;
use perfectplay_games::nim::Nim;
use perfectplay_games::vanishing::Vanishing;
use proptest::prelude::*;

const AI: Seat = Seat::Ai(Level::Perfect);
const HUMANS: [Seat; 2] = [Seat::Human; 2];

fn round(seats: [Seat; 2]) -> Round<TicTacToe> {
    Round::new(TicTacToe, seats)
}

fn mv(cell: u8) -> Move {
    Move::new(cell).expect("a move")
}

fn cells<H: History<State>>(round: &Round<TicTacToe, H>) -> Vec<u8> {
    let plies = round.history().iter();
    plies.map(|ply| ply.mv.index()).collect()
}

#[test]
fn two_people_play_to_the_end() {
    let mut round = round(HUMANS);
    for (ply, cell) in [0, 3, 1, 4, 2].into_iter().enumerate() {
        assert!(!round.awaits_ai());
        assert_eq!(round.respond(0), None);
        assert_eq!(round.mover(), Player::BOTH[ply % 2]);
        assert_eq!(round.ending(), None);
        round.play(mv(cell)).unwrap();
    }
    assert_eq!(round.ending(), Some(Ending::WonBy(Player::First)));
    assert_eq!(cells(&round), [0, 3, 1, 4, 2]);
    assert_eq!(round.play(mv(5)), Err(RoundError::Over));
}

#[test]
fn an_illegal_move_leaves_the_round_as_it_was() {
    let mut round = round(HUMANS);
    for cell in [0, 3, 1] {
        round.play(mv(cell)).unwrap();
    }
    round.undo();
    let before = (round.state(), cells(&round));
    for cell in [0, 3, 9, 63] {
        let (index, legal) = (cell, round.state().legal());
        let refused = Err(RoundError::Illegal { index, legal });
        assert_eq!(round.play(mv(cell)), refused);
        assert_eq!(round.play(cell), refused);
    }
    let (index, legal) = (64, round.state().legal());
    assert_eq!(round.play(index), Err(RoundError::Illegal { index, legal }));
    assert_eq!((round.state(), cells(&round)), before);
    assert_eq!(round.redo(), 1, "the undone move can still be redone");
}

#[test]
fn undo_gives_the_human_another_choice() {
    let mut round = round([Seat::Human, AI]);
    assert_eq!(round.undo(), 0);
    round.play(mv(0)).unwrap();
    let reply = round.respond(1).unwrap();
    round.play(mv(8)).unwrap();
    // The computer has not replied yet, so only the human's move is undone.
    assert_eq!(round.undo(), 1);
    assert_eq!(cells(&round), [0, reply.index()]);
    assert_eq!(round.undo(), 2);
    assert_eq!(round.state(), State::EMPTY);
    assert_eq!(round.redo(), 2);
    assert_eq!(round.redo(), 1);
    assert_eq!(round.redo(), 0);
    assert!(round.awaits_ai());
}

#[test]
fn undo_keeps_the_opening_move_of_the_computer() {
    let mut round = round([AI, Seat::Human]);
    assert!(round.awaits_ai());
    round.respond(5).unwrap();
    assert_eq!(round.undo(), 0);
    assert_eq!(round.history().len(), 1);
}

#[test]
fn a_new_move_discards_undone_moves() {
    let mut round = round(HUMANS);
    for cell in [0, 3, 1] {
        round.play(mv(cell)).unwrap();
    }
    round.undo();
    round.undo();
    round.play(mv(8)).unwrap();
    assert_eq!(round.redo(), 0);
    assert_eq!(cells(&round), [0, 8]);
}

#[test]
fn computers_play_each_other_to_a_draw() {
    for seed in 0..100 {
        let mut round = round([AI, Seat::Ai(Level::Invincible)]);
        while round.respond(seed).is_some() {}
        assert_eq!(round.ending(), Some(Ending::Drawn));
        assert_eq!(
            round.undo(),
            1,
            "without humans, undo takes one ply at a time"
        );
        assert_eq!(round.redo(), 1);
    }
}

#[test]
fn an_array_limits_the_number_of_plies() {
    let mut round = Round::with_room_for::<2>(TicTacToe, HUMANS);
    round.play(mv(0)).unwrap();
    round.play(mv(1)).unwrap();
    assert_eq!(round.play(mv(2)), Err(RoundError::Full));
    assert_eq!(cells(&round), [0, 1]);
    assert_eq!(round.undo(), 1);
    round.play(mv(2)).unwrap();
    assert_eq!(cells(&round), [0, 2]);
}

/// In vanishing tic-tac-toe, states repeat if both players make the same moves again and again.
#[test]
fn threefold_repetition_is_a_draw() {
    let game = Vanishing::Before;
    let solution = solve(&game).expect("a solution");
    let mut round = Round::new(&solution, HUMANS);
    let mut plies = 0;
    while round.ending().is_none() {
        // Neither cells 0, 1, 5 nor cells 6, 7, 2 form a line.
        let cell = [0, 6, 1, 7, 5, 2][plies % 6];
        round.play(mv(cell)).unwrap();
        plies += 1;
    }
    assert_eq!(round.ending(), Some(Ending::Repetition));
    // After six plies all marks are on the board, and every six plies the state repeats.
    assert_eq!(plies, 18);
    assert_eq!(round.undo(), 1);
    assert_eq!(round.ending(), None);
}

/// In Nim, a state does not say whose turn it is, so a round counts the turns.
#[test]
fn players_take_turns_if_the_state_does_not_name_the_mover() {
    let game = Nim::new(&[1, 1, 1], false).expect("heaps");
    let solution = solve(&game).expect("a solution");
    let mut round = Round::new(&solution, HUMANS);
    for ply in 0..3 {
        assert_eq!(round.mover(), Player::BOTH[ply % 2]);
        let legal = game.legal(round.state());
        round.play(legal.first().expect("a heap")).unwrap();
    }
    assert_eq!(round.ending(), Some(Ending::WonBy(Player::First)));
}

/// An action of a user.
#[derive(Clone, Copy, Debug)]
enum Action {
    Play(u8),
    Undo,
    Redo,
}

fn action() -> impl Strategy<Value = Action> {
    prop_oneof![
        4 => (0..11_u8).prop_map(Action::Play),
        2 => Just(Action::Undo),
        1 => Just(Action::Redo),
    ]
}

proptest! {
    /// A round behaves like a list of moves with a cursor. The moves before the cursor are played,
    /// and the moves after the cursor are taken back.
    #[test]
    fn a_round_behaves_like_a_list_of_moves(actions in proptest::collection::vec(action(), 0..60)) {
        let mut round = round(HUMANS);
        let mut array = Round::with_room_for::<9>(TicTacToe, HUMANS);
        let mut moves: Vec<u8> = Vec::new();
        let mut at = 0;
        for action in actions {
            match action {
                Action::Play(cell) => {
                    prop_assert_eq!(array.play(mv(cell)), round.play(mv(cell)));
                    if cells(&array).len() > at {
                        moves.truncate(at);
                        moves.push(cell);
                        at += 1;
                    }
                }
                Action::Undo => {
                    prop_assert_eq!(round.undo(), usize::from(at > 0));
                    array.undo();
                    at = at.saturating_sub(1);
                }
                Action::Redo => {
                    prop_assert_eq!(round.redo(), usize::from(at < moves.len()));
                    array.redo();
                    at = moves.len().min(at + 1);
                }
            }
            prop_assert_eq!(cells(&round), &moves[..at]);
            prop_assert_eq!(cells(&array), &moves[..at]);
            let mut state = State::EMPTY;
            for &cell in &moves[..at] {
                state = state.play(cell).unwrap();
            }
            prop_assert_eq!(round.state(), state);
        }
    }
}

/// Saves and restores a round of five plies, with any number of these plies taken back.
#[test]
fn rounds_can_be_saved_and_restored() {
    let levels = [
        Level::Perfect,
        Level::Invincible,
        Level::Casual(ErrorRate::from_percent(30).unwrap()),
        Level::Random,
    ];
    for seats in levels.map(|level| [Seat::Human, Seat::Ai(level)]) {
        let mut round = Round::new(&TicTacToe, HUMANS);
        for index in [4, 0, 8, 2, 1] {
            round.play(index).unwrap();
        }
        for (player, seat) in Player::BOTH.into_iter().zip(seats) {
            round.set_seat(player, seat);
        }
        loop {
            let saved = round.save();
            let text = serde_json::to_string(&saved).unwrap();
            assert_eq!(
                serde_json::from_str::<SavedRound<State>>(&text).unwrap(),
                saved
            );
            let mut restored = Round::restore(&TicTacToe, &saved).unwrap();
            assert_eq!(restored.save(), saved);
            assert_eq!(restored.state(), round.state());
            assert_eq!(restored.redo(), round.clone().redo());
            if round.undo() == 0 {
                break;
            }
        }
        assert_eq!(round.save().played, []);
        assert_eq!(round.save().taken_back.len(), 5);
    }

    let saved = |text: &str| serde_json::from_str::<SavedRound<State>>(text);
    let text =
        r#"{"seats":["human","casual:30"],"start":".../.../...","played":[4],"taken_back":[4]}"#;
    let twice = saved(text).unwrap();
    let legal = State::EMPTY.play(4).unwrap().legal();
    let refused = Round::restore(&TicTacToe, &twice).map(drop).unwrap_err();
    assert_eq!(refused, RoundError::Illegal { index: 4, legal });
    for wrong in [
        text.replace("30", "101"),
        text.replace("[4],", "[64],"),
        text.replace("human", "nobody"),
        text.replace("\"played\":[4],", ""),
        text.replace("\"start\":\".../.../...\",", ""),
    ] {
        assert!(saved(&wrong).is_err(), "{wrong}");
    }
}

/// A program can keep a round in a struct, begin the round in any position, and change who plays
/// each side.
#[test]
fn a_round_begins_anywhere_and_seats_change() {
    struct App {
        round: Round<TicTacToe>,
    }

    let start = state!(X X . / . O . / . . .);
    for start in State::all().filter(|state| state.unreachable().is_none()) {
        let app = App {
            round: round([AI, AI]).starting_from(start),
        };
        assert_eq!(app.round.state(), start);
        assert_eq!(app.round.mover(), start.to_move());
        assert_eq!(app.round.awaits_ai(), !start.status().is_over());
    }
    let mut app = App {
        round: round(HUMANS).starting_from(start),
    };
    assert_eq!(app.round.respond(0), None, "the second player is a human");
    app.round.set_seat(Player::Second, AI);
    assert_eq!(app.round.seat(Player::Second), AI);
    assert_eq!(app.round.respond(0), Move::new(2));
    app.round.play(6u8).unwrap();
    let again = Round::restore(TicTacToe, &app.round.save()).unwrap();
    assert_eq!(again.state(), app.round.state());
    assert_eq!(again.history(), app.round.history());
    assert_eq!(app.round.undo(), 1);
    assert_eq!(
        (app.round.undo(), app.round.state()),
        (0, start.play(2).unwrap())
    );
    // No game reaches a board without O on it, so no computer plays there.
    let mut lost = round([AI, AI]).starting_from(state!(X X X / . . . / X X .));
    assert_eq!(lost.respond(0), None);
}

/// A human cannot play for the computer. The computer cannot play for a human, even with a
/// playbook.
#[test]
fn each_plays_for_its_own_seat() {
    let mut round = round([Seat::Human, AI]);
    let player = Player::First;
    assert_eq!(round.play_for_ai(4), Err(RoundError::NotAi { player }));
    round.play(4).unwrap();
    let player = Player::Second;
    assert_eq!(round.play(0), Err(RoundError::NotHuman { player }));
    assert_eq!(cells(&round), [4]);
    round.play_for_ai(0).unwrap();
    assert_eq!(cells(&round), [4, 0]);
    round.play(8).unwrap();
    assert!(round.awaits_ai());
}

/// In kalah, a player who sows the last stone into their own store moves again.
#[test]
fn the_computer_makes_its_extra_turns() {
    let game = Kalah::with_parameters("3,3").unwrap();
    let solution = solve(&game).unwrap();
    let mut extra_turns = 0;
    for level in Level::ALL {
        for human in Player::BOTH {
            let mut seats = [Seat::Ai(level); 2];
            seats[human as usize] = Seat::Human;
            let mut round = Round::new(&solution, seats);
            let mut entropy = 0;
            while round.ending().is_none() {
                while round.awaits_ai() {
                    assert_ne!(round.mover(), human);
                    let mv = round.respond(entropy).expect("a move of the computer");
                    entropy += 1;
                    extra_turns += u32::from(round.awaits_ai());
                    assert_eq!(round.history().last().map(|ply| ply.mv), Some(mv));
                }
                assert_eq!(round.respond(entropy), None);
                if let Some(mv) = round.legal().first() {
                    assert_eq!(round.mover(), human);
                    round.play(mv).unwrap();
                }
            }
        }
    }
    assert!(extra_turns > 0);
}

#[test]
fn one_ply_is_taken_back_whoever_made_it() {
    let mut round = round([AI, Seat::Human]);
    assert!(!round.can_undo() && !round.can_redo());
    assert_eq!(round.undo_ply(), None);
    let first = round.respond(0).unwrap();
    assert!(!round.can_undo(), "the human has not moved");
    let reply = round.legal().first().unwrap();
    round.play(reply).unwrap();
    let second = round.respond(1).unwrap();
    assert!(round.can_undo() && !round.can_redo());
    assert_eq!(round.undo_ply(), Some(second));
    assert!(round.awaits_ai() && round.can_redo());
    assert_eq!(round.undo_ply(), Some(reply));
    assert_eq!(round.undo_ply(), Some(first));
    assert_eq!((round.undo_ply(), round.state()), (None, State::EMPTY));
    assert_eq!(round.redo(), 1, "until the human is to move");
}

#[test]
fn a_round_tells_moves_names_and_the_ending() {
    let mut round = round(HUMANS);
    for cell in [0, 3, 1, 4] {
        let record = lookup(round.state()).unwrap();
        let hint = round.hint().unwrap();
        assert_eq!((hint.best, hint.losing), (record.best(), record.losing()));
        assert_eq!(round.legal(), record.legal());
        round.play(cell).unwrap();
    }
    assert_eq!(round.name(round.mover()).to_string(), "X");
    round.play(2).unwrap();
    assert_eq!((round.legal(), round.hint()), (Moves::EMPTY, None));
    let won = round.ending().unwrap();
    assert_eq!(won.to_string(), "the first player wins");
    assert_eq!(won.in_words_of(&TicTacToe).to_string(), "X wins");
    let nim = Nim::new(&[1], false).unwrap();
    assert_eq!(won.in_words_of(&nim).to_string(), "the first player wins");
    assert_eq!(Ending::Drawn.to_string(), "a draw");
}

#[test]
fn seats_have_a_text_form() {
    for level in Level::ALL {
        let seat = Seat::Ai(level);
        assert_eq!(seat.to_string(), level.to_string());
        assert_eq!(seat.to_string().parse(), Ok(seat));
        let json = serde_json::to_string(&level).unwrap();
        assert_eq!(json, format!("{:?}", level.to_string()));
        assert_eq!(serde_json::from_str::<Level>(&json).unwrap(), level);
    }
    assert_eq!("human".parse(), Ok(Seat::Human));
    assert_eq!("computer".parse::<Seat>(), Err(ParseSeatError));
    let casual: Seat = serde_json::from_str("\"casual\"").unwrap();
    assert_eq!(casual, Seat::Ai(Level::Casual(ErrorRate::USUAL)));
}
