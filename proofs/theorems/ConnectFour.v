(** Connect Four on small boards. *)

From Perfectplay.rules Require Import Game ConnectFour.
From Perfectplay.checker Require Import Claims.
From Perfectplay.connect_four Require Import Drop Faithful Masks Player.
From Perfectplay.playbook Require Import Reader.
From Perfectplay.books Require ConnectFour4x4 ConnectFour5x4 ConnectFour5x5 ConnectFour6x4.

Theorem connect_four_4x4 : value_of (connect_four 4 4) (start (connect_four 4 4)) = Draw.
Proof.
  pose (book := answers 4 4 (unpack ConnectFour4x4.size ConnectFour4x4.words)).
  apply (drawn_if_accepted _ (connect_four_ends 4 4) connect_four_faithful book book 1);
    vm_cast_no_check (eq_refl true).
Qed.

Theorem connect_four_5x4 : value_of (connect_four 5 4) (start (connect_four 5 4)) = Draw.
Proof.
  pose (book := answers 5 4 (unpack ConnectFour5x4.size ConnectFour5x4.words)).
  apply (drawn_if_accepted _ (connect_four_ends 5 4) connect_four_faithful book book 1);
    vm_cast_no_check (eq_refl true).
Qed.

Theorem connect_four_5x5 : value_of (connect_four 5 5) (start (connect_four 5 5)) = Draw.
Proof.
  pose (book := answers 5 5 (unpack ConnectFour5x5.size ConnectFour5x5.words)).
  apply (drawn_if_accepted _ (connect_four_ends 5 5) connect_four_faithful book book 8);
    vm_cast_no_check (eq_refl true).
Qed.

Theorem connect_four_6x4 : value_of (connect_four 6 4) (start (connect_four 6 4)) = Loss.
Proof.
  pose (book := answers 6 4 (unpack ConnectFour6x4.size ConnectFour6x4.words)).
  apply (second_wins_if_accepted _ (connect_four_ends 6 4) connect_four_faithful book 8).
  vm_cast_no_check (eq_refl true).
Qed.
