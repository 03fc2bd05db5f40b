(** The checker refuses altered playbooks, those of other games, and claims that are too strong. *)

From Coq Require Import List Uint63 PArray.
From Perfectplay.rules Require Import Game ConnectFour.
From Perfectplay.checker Require Import Machine Walk.
From Perfectplay.connect_four Require Import Masks Player.
From Perfectplay.playbook Require Import Reader.
From Perfectplay.books Require ConnectFour4x4 ConnectFour5x4.
From Perfectplay.theorems Require TicTacToe.
From Perfectplay.refusals Require Import Entries.
Import ListNotations.

Definition accepts_both (width height : nat) (book : masks -> int) (v : value) : bool * bool :=
  (accepts_first (connect_four_masks width height) book v 1,
   accepts_second (connect_four_masks width height) book v 1).

Definition content : bytes := unpack ConnectFour4x4.size ConnectFour4x4.words.

Example draws_are_accepted : accepts_both 4 4 (answers 4 4 content) Draw = (true, true).
Proof. now vm_compute. Qed.

Example neither_player_wins : accepts_both 4 4 (answers 4 4 content) Win = (false, false).
Proof. now vm_compute. Qed.

(** Playbooks of other boards and games. *)
Example wider_board_is_refused :
  accepts_both 4 4 (answers 4 4 (unpack ConnectFour5x4.size ConnectFour5x4.words)) Draw = (false, false).
Proof. now vm_compute. Qed.

Example higher_board_is_refused : accepts_both 4 5 (answers 4 5 content) Draw = (false, false).
Proof. now vm_compute. Qed.

Example tic_tac_toe_is_refused :
  accepts_both 4 4 (answers 4 4 TicTacToe.playbook) Draw = (false, false).
Proof. now vm_compute. Qed.

(** The entries of the playbook, as a list. *)

Definition machine := connect_four_masks 4 4.

Definition first_entries : list entry := needed_first machine (key machine) (answers 4 4 content).

Definition accepted (lists : list (list entry)) : nat :=
  List.length (filter (fun l => accepts_first machine (listed machine (key machine) l) Draw 1) lists).

Example entries_are_accepted : (List.length first_entries, accepted [first_entries]) = (580, 1).
Proof. now vm_compute. Qed.

Example dropped_entries_are_refused : accepted (each_dropped first_entries) = 0.
Proof. vm_cast_no_check (eq_refl 0). Qed.

Example illegal_moves_are_refused : accepted (each_changed (fun _ => 4%uint63) first_entries) = 0.
Proof. vm_cast_no_check (eq_refl 0). Qed.

(** Replacing a move by the next one is refused in 561 entries. In the others the next move is as good
    and leads to positions in the list. *)
Example other_moves_are_refused :
  accepted (each_changed (fun answer => (answer + 1)%uint63) first_entries) = 19.
Proof. vm_cast_no_check (eq_refl 19). Qed.
