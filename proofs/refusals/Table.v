(** The checker refuses a table in which a bit of the record of the empty board is changed. *)

From Coq Require Import List Uint63 PArray.
From Perfectplay.rules Require Import Game TicTacToe.
From Perfectplay.playbook Require Import Reader.
From Perfectplay.table Require Import Lookup Pass.
From Perfectplay.table Require Baked.
Import ListNotations.

Definition with_slots (slots : array int) : table := {| rows := Baked.rows; slots := slots |}.

Example right_record_passes : consistent (with_slots Baked.slots) empty_board = true.
Proof. now vm_compute. Qed.

Example each_other_bit_is_found :
  let slot := Baked.rows.[0]%uint63 in
  let flipped bit := Baked.slots.[slot <- Baked.slots.[slot] lxor (1 << bit)]%uint63 in
  existsb (fun bit => consistent (with_slots (flipped bit)) empty_board) (numbers 32) = false.
Proof. now vm_compute. Qed.
