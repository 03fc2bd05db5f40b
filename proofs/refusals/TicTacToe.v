(** The checker refuses altered certificates of tic-tac-toe. *)

From Coq Require Import List Uint63 PArray.
From Perfectplay.rules Require Import Game TicTacToe.
From Perfectplay.checker Require Import Machine Memory Walk.
From Perfectplay.playbook Require Import Reader.
From Perfectplay.tic_tac_toe Require Import Player.
From Perfectplay.theorems Require Import TicTacToe.
From Perfectplay.refusals Require Import Entries.
Import ListNotations.

Definition key (s : board) : int := key_of_image s 0.

Definition never_loses_as_first (book : board -> int) : bool := accepts_first machine book Draw 1.

Definition never_loses_as_second (book : board -> int) : bool := accepts_second machine book Draw 1.

(** The playbook as two lists, with an entry for each position that the player can meet. *)

Definition first_entries : list entry := needed_first machine key (answers playbook).

Definition second_entries : list entry := needed_second machine key (answers playbook).

Example entries : (List.length first_entries, List.length second_entries) = (87, 280).
Proof. now vm_compute. Qed.

Definition lists_accepted (as_first as_second : list (list entry)) : nat * nat :=
  (List.length (filter (fun l => never_loses_as_first (listed machine key l)) as_first),
   List.length (filter (fun l => never_loses_as_second (listed machine key l)) as_second)).

Example lists_are_accepted : lists_accepted [first_entries] [second_entries] = (1, 1).
Proof. now vm_compute. Qed.

(** No entry may be missing. *)
Example dropped_entries_are_refused :
  lists_accepted (each_dropped first_entries) (each_dropped second_entries) = (0, 0).
Proof. vm_cast_no_check (eq_refl (0, 0)). Qed.

(** A move that the position does not have is refused in each entry. *)
Example illegal_moves_are_refused :
  let illegal := each_changed (fun _ => 9%uint63) in
  lists_accepted (illegal first_entries) (illegal second_entries) = (0, 0).
Proof. vm_cast_no_check (eq_refl (0, 0)). Qed.

(** Replacing a move by the next legal one is refused in 85 and 240 entries. In the others the next move
    is as good and leads to positions in the list. *)
Example other_moves_are_refused :
  let changed := each_changed (fun answer => (answer + 1)%uint63) in
  lists_accepted (changed first_entries) (changed second_entries) = (2, 40).
Proof. vm_cast_no_check (eq_refl (2, 40)). Qed.

(** Tic-tac-toe is no win for either player. *)
Example first_does_not_win : accepts_first machine (answers playbook) Win 1 = false.
Proof. now vm_compute. Qed.

Example second_does_not_win : accepts_second machine (answers playbook) Win 1 = false.
Proof. now vm_compute. Qed.

(** The entries for one side do not work for the other. *)
Example sides_are_no_other :
  (never_loses_as_first (listed machine key second_entries),
   never_loses_as_second (listed machine key first_entries)) = (false, false).
Proof. now vm_compute. Qed.

(** From another start the first player meets positions that the list does not have. *)
Example other_start_is_refused :
  accepts (check machine (listed machine key first_entries) Draw 10
    (play tic_tac_toe (play tic_tac_toe empty_board 0) 8) (forget_all 1)) = false.
Proof. now vm_compute. Qed.

(** Changing any byte of the data has an effect. *)
Example other_bytes_are_refused :
  let flipped i := playbook.[i <- playbook.[i] lxor 255]%uint63 in
  existsb (fun i =>
    if never_loses_as_first (answers (flipped i))
    then never_loses_as_second (answers (flipped i))
    else false) (map (fun i => i + 12)%uint63 (numbers 34)) = false.
Proof. vm_cast_no_check (eq_refl false). Qed.

Example other_label_is_refused :
  never_loses_as_first (answers playbook.[3 <- 2]%uint63) = false.
Proof. now vm_compute. Qed.
