(** The second player wins Connect Four on 6 by 6. *)

From Coq Require Import Lia.
From Perfectplay.rules Require Import Game ConnectFour.
From Perfectplay.connect_four Require Import Claims Masks Player.
From Perfectplay.books.large Require Import connect_6x6.

#[local] Instance fits : fits_in_63_bits 6 6. Proof. split; lia. Qed.

Definition player := by_playbook 6 6 size words.

Theorem connect_four_6x6 : value_of (connect_four 6 6) (start (connect_four 6 6)) = Loss.
Proof. apply (second_wins_if_accepted player 1024). vm_cast_no_check (eq_refl true). Qed.

Print Assumptions connect_four_6x6.
