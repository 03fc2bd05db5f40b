(** The theorems assume only primitive integers and arrays. *)

From Perfectplay.theorems Require
  TicTacToe ConnectFour4x4 ConnectFour5x4 ConnectFour5x5 ConnectFour6x4 Table.

Print Assumptions TicTacToe.player_never_loses.
Print Assumptions TicTacToe.tic_tac_toe_is_drawn.
Print Assumptions ConnectFour4x4.connect_four_4x4.
Print Assumptions ConnectFour5x4.connect_four_5x4.
Print Assumptions ConnectFour5x5.connect_four_5x5.
Print Assumptions ConnectFour6x4.connect_four_6x4.
Print Assumptions Table.lookup_is_right.
Print Assumptions Table.lookup_has_no_other.
