(** Tic-tac-toe is drawn, and a player stored in 34 bytes never loses. *)

From Coq Require Import List Uint63 PArray.
From Perfectplay.rules Require Import Game TicTacToe.
From Perfectplay.checker Require Import Machine Strategy Value Walk.
From Perfectplay.playbook Require Import Reader.
From Perfectplay.tic_tac_toe Require Import Ends Player.

(** The file that `perfectplay playbook --symmetry -o tictactoe.playbook` writes: 16 bytes for label,
    version, fingerprint and checksum, and the 34 bytes that the player needs. *)
Definition playbook : bytes := [|
  112; 112; 98; 1; 41; 71; 72; 53; 103; 104; 163; 101;
  7; 5; 49; 51; 3; 93; 1; 1; 2; 195; 162; 47; 51; 176; 188; 79; 75; 138; 78; 218; 215; 225; 123;
  219; 239; 229; 253; 245; 213; 149; 223; 81; 245; 3;
  201; 210; 170; 113
| 0 |]%uint63.

Definition machine := by_the_rules tic_tac_toe.

(** The player who plays the moves in these bytes. *)
Definition player : strategy tic_tac_toe := player_of machine (answers playbook).

Theorem player_never_loses :
  secures player Draw empty_board /\ secures_after player Draw empty_board.
Proof.
  pose proof (by_the_rules_faithful tic_tac_toe) as faithful_machine. split.
  - apply (accepts_first_sound machine (answers playbook)) with (pages := 1); [trivial|].
    vm_cast_no_check (eq_refl true).
  - apply (accepts_second_sound machine (answers playbook)) with (pages := 1); [trivial|].
    vm_cast_no_check (eq_refl true).
Qed.

(** No game that this player plays, on either side, ends with its loss, and it always has a move. *)
Corollary every_game_is_drawn_or_won own_move on_turn s :
  met player own_move empty_board on_turn s ->
  match outcome tic_tac_toe s with
  | Some w => at_least Draw (if on_turn then w else for_the_other w) = true
  | None => on_turn = true -> exists cell, player s cell /\ In cell (legal tic_tac_toe s)
  end.
Proof.
  apply every_play_is_secure; [apply player_is_a_function|]. destruct own_move; apply player_never_loses.
Qed.

Theorem tic_tac_toe_is_drawn : value_of tic_tac_toe empty_board = Draw.
Proof. exact (drawn _ _ _ tic_tac_toe_ends (proj1 player_never_loses) (proj2 player_never_loses)). Qed.
