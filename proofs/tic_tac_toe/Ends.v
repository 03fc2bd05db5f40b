(** Every game of tic-tac-toe ends. *)

From Coq Require Import Lia List.
From Perfectplay.rules Require Import Game TicTacToe.
Import ListNotations.

Lemma mark_fills p cells : forall cell,
  cell < length cells -> is_empty (nth cell cells None) = true ->
  length (filter is_empty (with_mark p cell cells)) < length (filter is_empty cells).
Proof.
  induction cells as [|mark rest IH]; simpl; intros cell inside empty; [lia|].
  destruct cell as [|cell]; simpl.
  - rewrite empty. simpl. lia.
  - specialize (IH cell). destruct (is_empty mark); simpl; apply IH in empty; lia.
Qed.

Lemma tic_tac_toe_ends : ends tic_tac_toe.
Proof.
  intros s cell _ [inside empty]%filter_In. apply in_seq in inside. now apply mark_fills.
Qed.
