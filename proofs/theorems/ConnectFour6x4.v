(** The second player wins Connect Four on 6 by 4. *)

From Coq Require Import Lia.
From Perfectplay.rules Require Import Game ConnectFour.
From Perfectplay.connect_four Require Import Claims Masks Player.
From Perfectplay.books Require Import ConnectFour6x4.

#[local] Instance fits : fits_in_63_bits 6 4. Proof. split; lia. Qed.

Definition player := by_playbook 6 4 size words.

Theorem connect_four_6x4 : value_of (connect_four 6 4) (start (connect_four 6 4)) = Loss.
Proof. apply (second_wins_if_accepted player 4). vm_cast_no_check (eq_refl true). Qed.
