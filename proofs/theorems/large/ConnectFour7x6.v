(** The first player wins Connect Four on 7 by 6, the usual board. *)

From Coq Require Import Lia.
From Perfectplay.rules Require Import Game ConnectFour.
From Perfectplay.checker Require Import Strategy Walk.
From Perfectplay.connect_four Require Import Claims Masks Mirror Player.
From Perfectplay.books.large Require Import connect_7x6.

#[local] Instance fits : fits_in_63_bits 7 6. Proof. split; lia. Qed.

(** The player in docs/connect-7x6.playbook. *)
Definition player := by_playbook 7 6 size words.

Lemma accepted : accepts_first (connect_four_masks 7 6) player Win 2048 = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Theorem player_wins_7x6 : secures (follows player) Win (start (connect_four 7 6)).
Proof. exact (first_secures player Win 2048 accepted). Qed.

Theorem connect_four_7x6 : value_of (connect_four 7 6) (start (connect_four 7 6)) = Win.
Proof. exact (first_wins_if_accepted player 2048 accepted). Qed.

Print Assumptions player_wins_7x6.
Print Assumptions connect_four_7x6.
