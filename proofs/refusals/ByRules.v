(** The checker refuses altered playbooks by rules. *)

From Coq Require Import List Uint63 PArray.
From Perfectplay.rules Require Import Game.
From Perfectplay.connect_four Require Import Player.
From Perfectplay.playbook Require Import Reader.
From Perfectplay.books Require Import ConnectFour4x4ByRules.
From Perfectplay.refusals Require Import ConnectFour.
Local Open Scope array_scope.

(** A first player of 4 by 4 who never loses, in 536 bytes. *)
Definition content : bytes := unpack size words.

Definition accepted (content : bytes) : bool := fst (accepts_both 4 4 (by_bytes 4 4 content) Draw).

Example only_the_first_is_accepted : accepts_both 4 4 (by_bytes 4 4 content) Draw = (true, false).
Proof. now vm_compute. Qed.

Example neither_player_wins : accepts_both 4 4 (by_bytes 4 4 content) Win = (false, false).
Proof. now vm_compute. Qed.

Example other_boards_are_refused :
  (accepts_both 5 4 (by_bytes 5 4 content) Draw, accepts_both 4 5 (by_bytes 4 5 content) Draw) =
    ((false, false), (false, false)).
Proof. now vm_compute. Qed.

(** Bytes 519 to 531 are the check, which recognises states with an entry, and the ranks. *)
Example other_entries_are_refused :
  existsb (fun i => accepted content.[i <- content.[i] lxor 255]%uint63)
    (map (fun i => 519 + i)%uint63 (numbers 13)) = false.
Proof. vm_cast_no_check (eq_refl false). Qed.

(** Bytes 516 and 517 tell in which classes states have an entry. *)
Example dropped_entries_are_refused :
  (accepted content.[516 <- 255]%uint63, accepted content.[517 <- 255]%uint63) = (false, false).
Proof. now vm_compute. Qed.

Example other_versions_are_refused :
  (accepted content.[3 <- 1]%uint63, accepted content.[3 <- 3]%uint63) = (false, false).
Proof. now vm_compute. Qed.
