(** What the checker refuses: playbooks of other boards, and claims that are too strong. *)

From Coq Require Import List Uint63 PArray.
From Perfectplay.rules Require Import Game ConnectFour.
From Perfectplay.checker Require Import Machine Walk.
From Perfectplay.connect_four Require Import Masks Player Claims.
From Perfectplay.playbook Require Import Reader.
From Perfectplay.books Require ConnectFour4x4 ConnectFour5x4.
From Perfectplay.theorems Require TicTacToe.
From Perfectplay.refusals Require Import Entries.
Import ListNotations.

Definition book_4x4 : bytes := unpack ConnectFour4x4.size ConnectFour4x4.words.
Definition book_5x4 : bytes := unpack ConnectFour5x4.size ConnectFour5x4.words.

Example first_accepted : accepts_as_first 4 4 book_4x4 Draw 1 = true.
Proof. now vm_compute. Qed.

Example second_accepted : accepts_as_second 4 4 book_4x4 Draw 1 = true.
Proof. now vm_compute. Qed.

(** 4 by 4 is no win for either player. *)
Example first_does_not_win : accepts_as_first 4 4 book_4x4 Win 1 = false.
Proof. now vm_compute. Qed.

Example second_does_not_win : accepts_as_second 4 4 book_4x4 Win 1 = false.
Proof. now vm_compute. Qed.

(** Playbooks of other games. *)
Example wider_board_is_refused :
  (accepts_as_first 4 4 book_5x4 Draw 1, accepts_as_second 4 4 book_5x4 Draw 1) = (false, false).
Proof. now vm_compute. Qed.

Example higher_board_is_refused :
  (accepts_as_first 4 5 book_4x4 Draw 1, accepts_as_second 4 5 book_4x4 Draw 1) = (false, false).
Proof. now vm_compute. Qed.

Example tic_tac_toe_is_refused :
  (accepts_as_first 4 4 TicTacToe.playbook Draw 1, accepts_as_second 4 4 TicTacToe.playbook Draw 1) =
    (false, false).
Proof. now vm_compute. Qed.

(** Entries of the playbook, as a list. *)

Definition machine := connect_four_masks 4 4.

Definition first_entries : list entry :=
  needed machine (key machine) (answers 4 4 book_4x4) 17 (encode machine (start _)) [].

Definition first_lists_accepted (lists : list (list entry)) : nat :=
  List.length
    (filter (fun l => accepts_first machine (listed machine (key machine) l) Draw 1) lists).

Example entries_are_accepted :
  (List.length first_entries, first_lists_accepted [first_entries]) = (580, 1).
Proof. now vm_compute. Qed.

Example dropped_entries_are_refused : first_lists_accepted (each_dropped first_entries) = 0.
Proof. vm_cast_no_check (eq_refl 0). Qed.
