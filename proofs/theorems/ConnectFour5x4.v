(** Connect Four on 5 by 4 is drawn. *)

From Coq Require Import Lia.
From Perfectplay.rules Require Import Game ConnectFour.
From Perfectplay.connect_four Require Import Claims.
From Perfectplay.playbook Require Import Reader.
From Perfectplay.books Require Import ConnectFour5x4.

Theorem connect_four_5x4 : value_of (connect_four 5 4) (start (connect_four 5 4)) = Draw.
Proof.
  apply (drawn_by_playbook 5 4) with (content := unpack size words) (pages := 1); [lia | lia | |];
    vm_cast_no_check (eq_refl true).
Qed.
