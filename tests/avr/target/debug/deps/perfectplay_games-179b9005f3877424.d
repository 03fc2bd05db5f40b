/work/main/tests/avr/target/debug/deps/perfectplay_games-179b9005f3877424.d: /work/main/games/src/lib.rs /work/main/games/src/board.rs /work/main/games/src/breakthrough.rs /work/main/games/src/chomp.rs /work/main/games/src/dodgem.rs /work/main/games/src/domineering.rs /work/main/games/src/dots.rs /work/main/games/src/hexapawn.rs /work/main/games/src/hounds.rs /work/main/games/src/kalah.rs /work/main/games/src/lines.rs /work/main/games/src/list.rs /work/main/games/src/listed.rs /work/main/games/src/misere.rs /work/main/games/src/mnk.rs /work/main/games/src/mnk/ranked.rs /work/main/games/src/morris.rs /work/main/games/src/nim.rs /work/main/games/src/notakto.rs /work/main/games/src/notation.rs /work/main/games/src/own.rs /work/main/games/src/pawns.rs /work/main/games/src/pieces.rs /work/main/games/src/show.rs /work/main/games/src/subsets.rs /work/main/games/src/subtraction.rs /work/main/games/src/tictactoe.rs /work/main/games/src/vanishing.rs /work/main/games/src/wild.rs

/work/main/tests/avr/target/debug/deps/libperfectplay_games-179b9005f3877424.rmeta: /work/main/games/src/lib.rs /work/main/games/src/board.rs /work/main/games/src/breakthrough.rs /work/main/games/src/chomp.rs /work/main/games/src/dodgem.rs /work/main/games/src/domineering.rs /work/main/games/src/dots.rs /work/main/games/src/hexapawn.rs /work/main/games/src/hounds.rs /work/main/games/src/kalah.rs /work/main/games/src/lines.rs /work/main/games/src/list.rs /work/main/games/src/listed.rs /work/main/games/src/misere.rs /work/main/games/src/mnk.rs /work/main/games/src/mnk/ranked.rs /work/main/games/src/morris.rs /work/main/games/src/nim.rs /work/main/games/src/notakto.rs /work/main/games/src/notation.rs /work/main/games/src/own.rs /work/main/games/src/pawns.rs /work/main/games/src/pieces.rs /work/main/games/src/show.rs /work/main/games/src/subsets.rs /work/main/games/src/subtraction.rs /work/main/games/src/tictactoe.rs /work/main/games/src/vanishing.rs /work/main/games/src/wild.rs

/work/main/games/src/lib.rs:
/work/main/games/src/board.rs:
/work/main/games/src/breakthrough.rs:
/work/main/games/src/chomp.rs:
/work/main/games/src/dodgem.rs:
/work/main/games/src/domineering.rs:
/work/main/games/src/dots.rs:
/work/main/games/src/hexapawn.rs:
/work/main/games/src/hounds.rs:
/work/main/games/src/kalah.rs:
/work/main/games/src/lines.rs:
/work/main/games/src/list.rs:
/work/main/games/src/listed.rs:
/work/main/games/src/misere.rs:
/work/main/games/src/mnk.rs:
/work/main/games/src/mnk/ranked.rs:
/work/main/games/src/morris.rs:
/work/main/games/src/nim.rs:
/work/main/games/src/notakto.rs:
/work/main/games/src/notation.rs:
/work/main/games/src/own.rs:
/work/main/games/src/pawns.rs:
/work/main/games/src/pieces.rs:
/work/main/games/src/show.rs:
/work/main/games/src/subsets.rs:
/work/main/games/src/subtraction.rs:
/work/main/games/src/tictactoe.rs:
/work/main/games/src/vanishing.rs:
/work/main/games/src/wild.rs:
