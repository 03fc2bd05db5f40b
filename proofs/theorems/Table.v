(** The table of tic-tac-toe that is baked into the library is right. *)

From Perfectplay.rules Require Import Game TicTacToe.
From Perfectplay.table Require Import Lookup Pass.
From Perfectplay.table Require Baked.

Definition baked : table := {| rows := Baked.rows; slots := Baked.slots |}.

Lemma baked_passes : pass baked = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** Each state that a game reaches has a record, with its value, its winning, neutral and losing moves,
    the best of them, and the distance to the end. *)
Theorem lookup_is_right s : reachable tic_tac_toe s -> right_record baked s.
Proof. exact (table_is_right baked baked_passes s). Qed.

(** A board has no record if no player can be to move on it. *)
Theorem lookup_has_no_other s :
  length (cells s) = 9 -> possible s = false ->
  possible {| turn := other (turn s); cells := cells s |} = false -> lookup baked s = None.
Proof. exact (table_has_no_other baked baked_passes s). Qed.
