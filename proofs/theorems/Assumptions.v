(** The theorems assume only primitive integers and arrays. *)

From Perfectplay.theorems Require
  TicTacToe ConnectFour Table.

Print Assumptions TicTacToe.player_never_loses.
Print Assumptions TicTacToe.tic_tac_toe_is_drawn.
Print Assumptions ConnectFour.connect_four_4x4.
Print Assumptions ConnectFour.connect_four_5x4.
Print Assumptions ConnectFour.connect_four_5x5.
Print Assumptions ConnectFour.connect_four_6x4.
Print Assumptions Table.lookup_is_right.
Print Assumptions Table.lookup_has_no_other.
