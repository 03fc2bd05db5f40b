(** The second player wins Connect Four on 6 by 6. *)

From Perfectplay.rules Require Import Game ConnectFour.
From Perfectplay.checker Require Import Claims.
From Perfectplay.connect_four Require Import Drop Faithful Masks Player.
From Perfectplay.playbook Require Import Reader.
From Perfectplay.books.large Require Import connect_6x6.

Theorem connect_four_6x6 : value_of (connect_four 6 6) (start (connect_four 6 6)) = Loss.
Proof.
  pose (book := answers 6 6 (unpack size words)).
  apply (second_wins_if_accepted _ (connect_four_ends 6 6) connect_four_faithful book 2048).
  vm_cast_no_check (eq_refl true).
Qed.

Print Assumptions connect_four_6x6.
