(** What the player who reads a playbook by rules answers. A test of the command compares its answers with
    these. *)

From Coq Require Import List.
From Perfectplay.rules Require Import Game ConnectFour.
From Perfectplay.checker Require Import Machine Walk.
From Perfectplay.connect_four Require Import Masks Player.
From Perfectplay.playbook Require Import Reader.
From Perfectplay.books Require Import ConnectFour4x4ByRules.
Import ListNotations.

(** The columns of the moves so far, and that of the answer. *)
Definition cases : list (list nat * nat) := [
  ([], 0); ([0; 1], 3); ([0; 1; 3; 2], 0); ([0; 1; 3; 2; 0; 0], 0); ([0; 1; 3; 2; 0; 0; 0; 3], 2);
  ([0; 1; 3; 2; 0; 0; 0; 3; 2; 2], 2); ([0; 1; 3; 2; 0; 0; 0; 3; 2; 2; 2; 3], 3);
  ([0; 1; 3; 2; 0; 0; 0; 3; 2; 2; 2; 3; 3; 1], 1); ([0; 0], 3); ([0; 0; 3; 0], 1); ([0; 0; 3; 0; 1; 0], 2);
  ([0; 3], 3); ([0; 3; 3; 2], 3); ([0; 3; 3; 2; 3; 0], 0); ([0; 3; 3; 2; 3; 0; 0; 1], 2);
  ([0; 3; 3; 2; 3; 0; 0; 1; 2; 2], 1); ([0; 3; 3; 2; 3; 0; 0; 1; 2; 2; 1; 2], 1);
  ([0; 3; 3; 2; 3; 0; 0; 1; 2; 2; 1; 2; 1; 0], 3); ([0; 2], 3); ([0; 1; 3; 2; 0; 2], 2);
  ([0; 1; 3; 2; 0; 2; 2; 2], 0); ([0; 1; 3; 2; 0; 2; 2; 2; 0; 0], 3); ([0; 1; 3; 2; 0; 2; 2; 2; 0; 0; 3; 3], 3);
  ([0; 1; 3; 2; 0; 2; 2; 2; 0; 0; 3; 3; 3; 1], 1); ([0; 1; 3; 1], 1); ([0; 1; 3; 1; 1; 3], 0);
  ([0; 1; 3; 1; 1; 3; 0; 2], 0); ([0; 1; 3; 1; 1; 3; 0; 2; 0; 0], 3); ([0; 1; 3; 1; 1; 3; 0; 2; 0; 0; 3; 3], 1);
  ([0; 1; 3; 1; 1; 3; 0; 2; 0; 0; 3; 3; 1; 2], 2); ([0; 0; 3; 2], 0); ([0; 0; 3; 2; 0; 2], 3);
  ([0; 0; 3; 2; 0; 2; 3; 1], 3); ([0; 0; 3; 2; 0; 2; 3; 1; 3; 3], 2); ([0; 0; 3; 2; 0; 2; 3; 1; 3; 3; 2; 1], 1);
  ([0; 2; 3; 3], 3); ([0; 2; 3; 3; 3; 3], 0); ([0; 2; 3; 3; 3; 3; 0; 0], 0); ([0; 2; 3; 3; 3; 3; 0; 0; 0; 1], 2);
  ([0; 2; 3; 3; 3; 3; 0; 0; 0; 1; 2; 2], 2); ([0; 2; 3; 3; 3; 3; 0; 0; 0; 1; 2; 2; 2; 1], 1);
  ([0; 3; 3; 2; 3; 3], 0); ([0; 3; 3; 2; 3; 3; 0; 2], 2); ([0; 3; 3; 2; 3; 3; 0; 2; 2; 1], 0);
  ([0; 3; 3; 2; 3; 3; 0; 2; 2; 1; 0; 0], 2); ([0; 3; 3; 2; 3; 3; 0; 2; 2; 1; 0; 0; 2; 1], 1); ([0; 0; 3; 3], 0);
  ([0; 0; 3; 3; 0; 1], 1); ([0; 0; 3; 3; 0; 1; 1; 3], 3); ([0; 0; 3; 3; 0; 1; 1; 3; 3; 1], 2);
  ([0; 0; 3; 3; 0; 1; 1; 3; 3; 1; 2; 0], 1); ([0; 0; 3; 3; 0; 1; 1; 3; 3; 1; 2; 0; 1; 2], 2);
  ([0; 3; 3; 2; 3; 1], 0); ([0; 3; 3; 2; 3; 1; 0; 2], 0); ([0; 3; 3; 2; 3; 1; 0; 2; 0; 0], 2);
  ([0; 3; 3; 2; 3; 1; 0; 2; 0; 0; 2; 1], 1); ([0; 1; 3; 2; 0; 1], 1); ([0; 1; 3; 2; 0; 1; 1; 0], 2);
  ([0; 1; 3; 2; 0; 1; 1; 0; 2; 2], 0); ([0; 1; 3; 2; 0; 3], 0)
].

Definition answered_alike (cases : list (list nat * nat)) : bool :=
  let answers := answers 4 4 (unpack size words) in
  forallb (fun case =>
    let s := fold_left (play (connect_four 4 4)) (fst case) (start _) in
    let legal := legal _ s in
    match item legal (answers (encode (connect_four_masks 4 4) s)) with
    | Some column => Nat.eqb column (snd case)
    | None => false
    end) cases.

Example answers_are_those_of_the_command : answered_alike cases = true.
Proof. now vm_compute. Qed.
