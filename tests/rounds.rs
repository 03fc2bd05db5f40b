//! Rounds: a game in progress, with undo and redo.

use perfectplay::{Level, PlayError, Player, Round, Seat, State, Status, lookup};
use proptest::prelude::*;

const AI: Seat = Seat::Ai(Level::Perfect);

fn cells(round: &Round) -> Vec<u8> {
    round.history().iter().map(|mv| mv.index()).collect()
}

#[test]
fn two_people_play_to_the_end() {
    let mut round = Round::new(Seat::Human, Seat::Human);
    for cell in [0, 3, 1, 4, 2] {
        assert!(!round.awaits_ai());
        assert_eq!(round.respond(0), None);
        assert_eq!(round.hints(), lookup(round.state()));
        round.play(cell).unwrap();
    }
    assert_eq!(round.status(), Status::Won(Player::X));
    assert_eq!(cells(&round), [0, 3, 1, 4, 2]);
    assert_eq!(round.hints(), None);
}

#[test]
fn what_is_illegal_leaves_the_round_as_it_was() {
    let mut round = Round::new(Seat::Human, Seat::Human);
    for cell in [0, 3, 1] {
        round.play(cell).unwrap();
    }
    round.undo();
    let before = round.clone();
    let by = Player::X;
    assert_eq!(round.play(0), Err(PlayError::Occupied { cell: 0, by }));
    assert_eq!(round.play(9), Err(PlayError::OffBoard { cell: 9 }));
    assert_eq!(round.play(255), Err(PlayError::OffBoard { cell: 255 }));
    assert_eq!(round, before);
    assert_eq!(round.redo(), 1, "what was taken back is still known");
}

#[test]
fn undo_gives_the_human_another_choice() {
    let mut round = Round::new(Seat::Human, AI);
    assert_eq!(round.undo(), 0);
    round.play(0).unwrap();
    let reply = round.respond(1).unwrap();
    round.play(8).unwrap();
    // The computer has not answered yet: only the human's move is taken back.
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
fn undo_does_not_take_back_the_opening_of_the_computer() {
    let mut round = Round::new(AI, Seat::Human);
    assert!(round.awaits_ai());
    round.respond(5).unwrap();
    assert_eq!(round.undo(), 0);
    assert_eq!(round.history().len(), 1);
}

#[test]
fn a_new_move_forgets_what_was_taken_back() {
    let mut round = Round::new(Seat::Human, Seat::Human);
    for cell in [0, 3, 1] {
        round.play(cell).unwrap();
    }
    round.undo();
    round.undo();
    round.play(8).unwrap();
    assert_eq!(round.redo(), 0);
    assert_eq!(cells(&round), [0, 8]);
}

#[test]
fn computers_play_each_other_to_a_draw() {
    for seed in 0..100 {
        let mut round = Round::new(AI, Seat::Ai(Level::Invincible));
        while round.respond(seed).is_some() {}
        assert_eq!(round.status(), Status::Drawn);
        assert_eq!(round.undo(), 1, "nobody but computers: one ply at a time");
        assert_eq!(round.redo(), 1);
    }
}

#[test]
fn marks_may_be_shown_the_other_way_round() {
    let round = Round::new(Seat::Human, AI).showing(Player::O);
    assert_eq!(round.mark(Player::X), Player::O);
    assert_eq!(round.mark(Player::O), Player::X);
    assert_eq!(round.state().to_move(), Player::X);
    assert_eq!(round.seat(Player::X), Seat::Human);
    assert_eq!(Round::new(Seat::Human, AI).mark(Player::X), Player::X);
}

/// Something that a user does.
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
    /// Held against a list of moves and a position in it.
    #[test]
    fn like_a_list_of_moves(actions in proptest::collection::vec(action(), 0..60)) {
        let mut round = Round::new(Seat::Human, Seat::Human);
        let mut moves: Vec<u8> = Vec::new();
        let mut at = 0;
        for action in actions {
            match action {
                Action::Play(cell) => {
                    if round.play(cell).is_ok() {
                        moves.truncate(at);
                        moves.push(cell);
                        at += 1;
                    }
                }
                Action::Undo => {
                    prop_assert_eq!(round.undo(), u8::from(at > 0));
                    at = at.saturating_sub(1);
                }
                Action::Redo => {
                    prop_assert_eq!(round.redo(), u8::from(at < moves.len()));
                    at = moves.len().min(at + 1);
                }
            }
            prop_assert_eq!(cells(&round), &moves[..at]);
            let mut state = State::EMPTY;
            for &cell in &moves[..at] {
                state = state.play(cell).unwrap();
            }
            prop_assert_eq!(round.state(), state);
        }
    }
}
