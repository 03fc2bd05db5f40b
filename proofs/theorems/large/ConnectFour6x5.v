(** Connect Four on 6 by 5 is drawn. *)

From Perfectplay.rules Require Import Game ConnectFour.
From Perfectplay.checker Require Import Claims.
From Perfectplay.connect_four Require Import Drop Faithful Masks Player.
From Perfectplay.playbook Require Import Reader.
From Perfectplay.books.large Require connect_6x5_first connect_6x5_second.

Theorem connect_four_6x5 : value_of (connect_four 6 5) (start (connect_four 6 5)) = Draw.
Proof.
  pose (first := answers 6 5 (unpack connect_6x5_first.size connect_6x5_first.words)).
  pose (second := answers 6 5 (unpack connect_6x5_second.size connect_6x5_second.words)).
  apply (drawn_if_accepted _ (connect_four_ends 6 5) connect_four_faithful first second 128);
    vm_cast_no_check (eq_refl true).
Qed.

Print Assumptions connect_four_6x5.
