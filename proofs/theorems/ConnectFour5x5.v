(** Connect Four on 5 by 5 is drawn. *)

From Coq Require Import Lia.
From Perfectplay.rules Require Import Game ConnectFour.
From Perfectplay.connect_four Require Import Claims Masks Player.
From Perfectplay.books Require Import ConnectFour5x5.

#[local] Instance fits : fits_in_63_bits 5 5. Proof. split; lia. Qed.

Definition player := by_playbook 5 5 size words.

Theorem connect_four_5x5 : value_of (connect_four 5 5) (start (connect_four 5 5)) = Draw.
Proof. apply (drawn_if_accepted player player 4); vm_cast_no_check (eq_refl true). Qed.
