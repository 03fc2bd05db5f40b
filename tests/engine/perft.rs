//! Tests perft, which counts the courses of play of each length. The counts must equal published
//! numbers.

use perfectplay::Game;
use perfectplay::check::perft;
use perfectplay::tictactoe::TicTacToe;
use perfectplay_games::mnk::Connect;
use perfectplay_games::nim::Nim;

fn counts<G: Game>(game: &G, plies: u32) -> Vec<u64> {
    (0..=plies)
        .map(|plies| perft(game, game.start(), plies))
        .collect()
}

/// H. Bottomley published the numbers of games that end after 5 to 9 marks (How many Tic-Tac-Toe (noughts and crosses)
/// games are possible?, 2001). After `marks` marks, a game that has not ended continues in any of the 9 - `marks` empty
/// cells.
#[test]
fn tictactoe() {
    let ends = [0, 0, 0, 0, 0, 1440, 5328, 47_952, 72_576, 127_872];
    let mut expected = vec![1];
    for (marks, ended) in (0..).zip(ends) {
        expected.push((expected.last().unwrap() - ended) * (9 - marks));
    }
    assert_eq!(expected[1..=3], [9, 72, 504]);
    assert_eq!(expected[9..], [127_872, 0]);
    assert_eq!(counts(&TicTacToe, 10), expected);
    assert_eq!(ends.iter().sum::<u64>(), 255_168);
}

/// A column holds only six discs. So of the 7^7 sequences of seven columns, the 7 that repeat the same column are not
/// legal. The numbers for 7 and 8 plies are also in published lists, with which authors test their move generators.
#[test]
fn connect_four() {
    let usual = Connect::new(7, 6, 4, false).unwrap();
    let expected = [1, 7, 49, 343, 2401, 16_807, 117_649, 823_536, 5_673_234];
    assert_eq!(counts(&usual, 8), expected);
}

/// With a single heap of three objects, a course of play is a way to write 3 as a sum, such as 2 +
/// 1.
#[test]
fn games_of_different_lengths() {
    let heap = Nim::new(&[3], false).unwrap();
    assert_eq!(counts(&heap, 4), [1, 3, 3, 1, 0]);
}
