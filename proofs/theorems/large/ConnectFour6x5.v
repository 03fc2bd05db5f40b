(** Connect Four on 6 by 5 is drawn. *)

From Coq Require Import Lia.
From Perfectplay.rules Require Import Game ConnectFour.
From Perfectplay.connect_four Require Import Claims Masks Player.
From Perfectplay.books.large Require connect_6x5_first connect_6x5_second.

#[local] Instance fits : fits_in_63_bits 6 5. Proof. split; lia. Qed.

Definition first := by_playbook 6 5 connect_6x5_first.size connect_6x5_first.words.

Definition second := by_playbook 6 5 connect_6x5_second.size connect_6x5_second.words.

Theorem connect_four_6x5 : value_of (connect_four 6 5) (start (connect_four 6 5)) = Draw.
Proof. apply (drawn_if_accepted first second 64); vm_cast_no_check (eq_refl true). Qed.

Print Assumptions connect_four_6x5.
