(** Connect Four on 4 by 4 is drawn. *)

From Coq Require Import Lia.
From Perfectplay.rules Require Import Game ConnectFour.
From Perfectplay.connect_four Require Import Claims.
From Perfectplay.playbook Require Import Reader.
From Perfectplay.books Require Import ConnectFour4x4.

Theorem connect_four_4x4 : value_of (connect_four 4 4) (start (connect_four 4 4)) = Draw.
Proof.
  apply (drawn_by_playbook 4 4) with (content := unpack size words) (pages := 1); [lia | lia | |];
    vm_cast_no_check (eq_refl true).
Qed.
