(** The checker refuses altered playbooks by rules, those of other games, and claims that are too strong. *)

From Coq Require Import List Uint63 PArray.
From Perfectplay.rules Require Import Game ConnectFour.
From Perfectplay.checker Require Import Machine Memory Walk.
From Perfectplay.connect_four Require Import Masks Player Preference.
From Perfectplay.playbook Require Import Reader.
From Perfectplay.books Require Import ConnectFour4x4ByRules.
From Perfectplay.tic_tac_toe Require Player.
From Perfectplay.refusals Require Import ConnectFour Entries.
From Perfectplay.refusals Require TicTacToe.
Import ListNotations.
Local Open Scope array_scope.

(** A first player of 4 by 4 who never loses, in 397 bytes. *)
Definition content : bytes := unpack size words.

Definition book : masks -> int := answers 4 4 content.

Definition accepted (book : masks -> int) : bool := fst (accepts_both 4 4 book Draw).

Example only_the_first_is_accepted : accepts_both 4 4 book Draw = (true, false).
Proof. now vm_compute. Qed.

Example neither_player_wins : accepts_both 4 4 book Win = (false, false).
Proof. now vm_compute. Qed.

Example other_boards_are_refused :
  (accepts_both 5 4 (answers 5 4 content) Draw, accepts_both 4 5 (answers 4 5 content) Draw) =
    ((false, false), (false, false)).
Proof. now vm_compute. Qed.

Example tic_tac_toe_is_refused : TicTacToe.never_loses_as_first (Player.answers content) = false.
Proof. now vm_compute. Qed.

(** The entries, as a list: the key of a state, and how many moves come before the one to play. *)

(** The player by the same rules and weights, with other entries. *)
Definition with_ranks (rank_of : int -> int -> option int) : masks -> int :=
  match open content with
  | Some b => answer 4 4 {| is_symmetric := is_symmetric b; rules := rules b; rank_of := rank_of |}
  | None => fun _ => 64%uint63
  end.

Definition with_entries (entries : list entry) : masks -> int :=
  with_ranks (fun _ key => Some (find entries key 0%uint63)).

(** The key of a board or its mirror image: the one that may have an entry. *)
Definition least_key (x : masks) : int :=
  let image := mirror 4 4 (key_of_masks x) in
  if (image <? key_of_masks x)%uint63 then image else key_of_masks x.

Definition machine := connect_four_masks 4 4.

(** The positions that the player meets. *)
Definition positions : list masks :=
  map snd (met machine (key machine) book 17 (encode machine (start _)) []).

(** The entries for these positions: the rank with which the rules give the move of the player. *)
Definition entries : list entry :=
  let ranked := map (fun rank => (rank, with_ranks (fun _ _ => Some rank))) (numbers 4) in
  fold_left (fun entries x =>
    match filter (fun '(_, player) => player x =? book x)%uint63 ranked with
    | (rank, _) :: _ =>
        if (if rank =? 0 then true else negb (find entries (least_key x) 0 =? 0))%uint63 then entries
        else (least_key x, rank) :: entries
    | [] => entries
    end) positions [].

Definition count_accepted (lists : list (list entry)) : nat :=
  List.length (filter (fun entries => accepted (with_entries entries)) lists).

Example entries_are_accepted : (List.length entries, count_accepted [entries]) = (4, 1).
Proof. now vm_compute. Qed.

(** Without any one of the four entries, the player is refused. *)
Example dropped_entries_are_refused : count_accepted (each_dropped entries) = 0.
Proof. vm_cast_no_check (eq_refl 0). Qed.

(** With each other rank from 0 to 3 in each entry, 6 of 12 players are refused. The moves of the others are as
    good. *)
Example changed_entries_are_refused :
  map (fun more => count_accepted (each_changed (fun rank => (rank + more) land 3)%uint63 entries))
    [1; 2; 3]%uint63 = [3; 3; 0].
Proof. vm_cast_no_check (eq_refl [3; 3; 0]). Qed.

(** From another start the player has no entries for what it meets: after the moves [b] and [c] it errs. *)
Example other_start_is_refused :
  let s := play (connect_four 4 4) (play (connect_four 4 4) (start _) 1) 2 in
  accepts (check machine book Draw 17 (encode machine s) (forget_all 1)) = false.
Proof. now vm_compute. Qed.

Definition all_refused (contents : list bytes) : bool :=
  forallb (fun content => negb (accepted (answers 4 4 content))) contents.

(** Bytes 384 to 392 are the check, which recognises states with an entry, and the ranks. *)
Example other_bytes_are_refused :
  all_refused (map (fun i => content.[384 + i <- content.[384 + i] lxor 255])%uint63 (numbers 9)) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** Bytes 381 and 382 tell in which classes states have an entry; byte 3 is the version, and byte 17 the goal. *)
Example other_classes_versions_and_goals_are_refused :
  all_refused [content.[381 <- 255]; content.[382 <- 255]; content.[3 <- 1]; content.[3 <- 2];
    content.[17 <- 3]]%uint63 = true.
Proof. now vm_compute. Qed.
