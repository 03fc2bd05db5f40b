/work/main/tests/avr/target/debug/deps/perfectplay_core-a29e97186bbf5a0f.d: /work/main/core/src/lib.rs /work/main/core/src/analysis.rs /work/main/core/src/extra_turn.rs /work/main/core/src/fault.rs /work/main/core/src/finding.rs /work/main/core/src/game.rs /work/main/core/src/graph/mod.rs /work/main/core/src/graph/explore.rs /work/main/core/src/graph/index.rs /work/main/core/src/graph/numbers.rs /work/main/core/src/graph/states.rs /work/main/core/src/moves.rs /work/main/core/src/parse_error.rs /work/main/core/src/player.rs /work/main/core/src/question.rs /work/main/core/src/route.rs /work/main/core/src/row_displacement.rs /work/main/core/src/score.rs /work/main/core/src/solve/mod.rs /work/main/core/src/solve/depth_first.rs /work/main/core/src/solve/error.rs /work/main/core/src/solve/layers.rs /work/main/core/src/solve/progress.rs /work/main/core/src/solve/retrograde.rs /work/main/core/src/solve/rules.rs /work/main/core/src/solve/solution.rs /work/main/core/src/solve/tiers.rs /work/main/core/src/symmetric.rs /work/main/core/src/tictactoe/mod.rs /work/main/core/src/tictactoe/board.rs /work/main/core/src/tictactoe/completions.rs /work/main/core/src/tictactoe/line.rs /work/main/core/src/tictactoe/masks.rs /work/main/core/src/tictactoe/phf.rs /work/main/core/src/tictactoe/play.rs /work/main/core/src/tictactoe/record.rs /work/main/core/src/tictactoe/rules.rs /work/main/core/src/tictactoe/source.rs /work/main/core/src/tictactoe/state.rs /work/main/core/src/tictactoe/status.rs /work/main/core/src/tictactoe/symmetry.rs /work/main/core/src/tictactoe/text.rs /work/main/core/src/tictactoe/unreachable.rs /work/main/core/src/value.rs

/work/main/tests/avr/target/debug/deps/libperfectplay_core-a29e97186bbf5a0f.rmeta: /work/main/core/src/lib.rs /work/main/core/src/analysis.rs /work/main/core/src/extra_turn.rs /work/main/core/src/fault.rs /work/main/core/src/finding.rs /work/main/core/src/game.rs /work/main/core/src/graph/mod.rs /work/main/core/src/graph/explore.rs /work/main/core/src/graph/index.rs /work/main/core/src/graph/numbers.rs /work/main/core/src/graph/states.rs /work/main/core/src/moves.rs /work/main/core/src/parse_error.rs /work/main/core/src/player.rs /work/main/core/src/question.rs /work/main/core/src/route.rs /work/main/core/src/row_displacement.rs /work/main/core/src/score.rs /work/main/core/src/solve/mod.rs /work/main/core/src/solve/depth_first.rs /work/main/core/src/solve/error.rs /work/main/core/src/solve/layers.rs /work/main/core/src/solve/progress.rs /work/main/core/src/solve/retrograde.rs /work/main/core/src/solve/rules.rs /work/main/core/src/solve/solution.rs /work/main/core/src/solve/tiers.rs /work/main/core/src/symmetric.rs /work/main/core/src/tictactoe/mod.rs /work/main/core/src/tictactoe/board.rs /work/main/core/src/tictactoe/completions.rs /work/main/core/src/tictactoe/line.rs /work/main/core/src/tictactoe/masks.rs /work/main/core/src/tictactoe/phf.rs /work/main/core/src/tictactoe/play.rs /work/main/core/src/tictactoe/record.rs /work/main/core/src/tictactoe/rules.rs /work/main/core/src/tictactoe/source.rs /work/main/core/src/tictactoe/state.rs /work/main/core/src/tictactoe/status.rs /work/main/core/src/tictactoe/symmetry.rs /work/main/core/src/tictactoe/text.rs /work/main/core/src/tictactoe/unreachable.rs /work/main/core/src/value.rs

/work/main/core/src/lib.rs:
/work/main/core/src/analysis.rs:
/work/main/core/src/extra_turn.rs:
/work/main/core/src/fault.rs:
/work/main/core/src/finding.rs:
/work/main/core/src/game.rs:
/work/main/core/src/graph/mod.rs:
/work/main/core/src/graph/explore.rs:
/work/main/core/src/graph/index.rs:
/work/main/core/src/graph/numbers.rs:
/work/main/core/src/graph/states.rs:
/work/main/core/src/moves.rs:
/work/main/core/src/parse_error.rs:
/work/main/core/src/player.rs:
/work/main/core/src/question.rs:
/work/main/core/src/route.rs:
/work/main/core/src/row_displacement.rs:
/work/main/core/src/score.rs:
/work/main/core/src/solve/mod.rs:
/work/main/core/src/solve/depth_first.rs:
/work/main/core/src/solve/error.rs:
/work/main/core/src/solve/layers.rs:
/work/main/core/src/solve/progress.rs:
/work/main/core/src/solve/retrograde.rs:
/work/main/core/src/solve/rules.rs:
/work/main/core/src/solve/solution.rs:
/work/main/core/src/solve/tiers.rs:
/work/main/core/src/symmetric.rs:
/work/main/core/src/tictactoe/mod.rs:
/work/main/core/src/tictactoe/board.rs:
/work/main/core/src/tictactoe/completions.rs:
/work/main/core/src/tictactoe/line.rs:
/work/main/core/src/tictactoe/masks.rs:
/work/main/core/src/tictactoe/phf.rs:
/work/main/core/src/tictactoe/play.rs:
/work/main/core/src/tictactoe/record.rs:
/work/main/core/src/tictactoe/rules.rs:
/work/main/core/src/tictactoe/source.rs:
/work/main/core/src/tictactoe/state.rs:
/work/main/core/src/tictactoe/status.rs:
/work/main/core/src/tictactoe/symmetry.rs:
/work/main/core/src/tictactoe/text.rs:
/work/main/core/src/tictactoe/unreachable.rs:
/work/main/core/src/value.rs:
