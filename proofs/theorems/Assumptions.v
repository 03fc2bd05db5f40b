(** The theorems assume only primitive integers and arrays. *)

From Perfectplay.theorems Require
  TicTacToe ConnectFour Misere Table.
From Perfectplay.tic_tac_toe Require Right.
From Perfectplay.connect_four Require Right.

Print Assumptions tic_tac_toe.Right.legal_cells.
Print Assumptions tic_tac_toe.Right.legal_cells_differ.
Print Assumptions tic_tac_toe.Right.play_fills_a_cell.
Print Assumptions tic_tac_toe.Right.moves_until_the_end.
Print Assumptions tic_tac_toe.Right.never_two_winners.
Print Assumptions connect_four.Right.legal_columns.
Print Assumptions connect_four.Right.legal_columns_differ.
Print Assumptions connect_four.Right.play_adds_a_disc.
Print Assumptions connect_four.Right.moves_until_the_end.
Print Assumptions connect_four.Right.never_two_winners.
Print Assumptions TicTacToe.player_never_loses.
Print Assumptions TicTacToe.every_game_is_drawn_or_won.
Print Assumptions TicTacToe.tic_tac_toe_is_drawn.
Print Assumptions ConnectFour.connect_four_4x4.
Print Assumptions ConnectFour.connect_four_5x4.
Print Assumptions ConnectFour.connect_four_5x5.
Print Assumptions ConnectFour.connect_four_6x4.
Print Assumptions Misere.misere_connect_four.
Print Assumptions Misere.misere_connect_four_7x6.
Print Assumptions Table.lookup_is_right.
Print Assumptions Table.lookup_has_no_other.
