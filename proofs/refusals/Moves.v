(** The checker refuses altered lists of moves. *)

From Coq Require Import List Uint63 PArray.
From Perfectplay.rules Require Import Game.
From Perfectplay.checker Require Import Walk.
From Perfectplay.connect_four Require Import Advice.
From Perfectplay.playbook Require Import Reader.
From Perfectplay.refusals Require Import ConnectFour.

(** The moves of a first player of 4 by 4 who never loses, in 62 bytes. *)
Definition moves : array int := [|
  0xf51d64865fd26b; 0x297d9b944ffc0a; 0x392dd2cd54c35d; 0x3a12c577749b2c; 0xf7738d0fd276c8;
  0xa06b64d9dae56f; 0x4261ce164b0e85; 0x1f4247696a70ad; 0x55b567c24e9d
| 0 |]%uint63.

(** As the first and as the second player of 4 by 4. *)
Example only_the_first_is_accepted : accepts_both 4 4 (adviser_of 4 4 moves) Draw = (true, false).
Proof. now vm_compute. Qed.

Example neither_player_wins : accepts_both 4 4 (adviser_of 4 4 moves) Win = (false, false).
Proof. now vm_compute. Qed.

Example other_boards_are_refused :
  (accepts_both 5 4 (adviser_of 5 4 moves) Draw, accepts_both 4 5 (adviser_of 4 5 moves) Draw) =
    ((false, false), (false, false)).
Proof. now vm_compute. Qed.

(** Only the first bits of the last byte are read. *)
Example each_other_byte_is_refused :
  let flipped i := moves.[i / 7 <- moves.[i / 7] lxor (255 << (8 * (i mod 7)))]%uint63 in
  existsb (fun i => fst (accepts_both 4 4 (adviser_of 4 4 (flipped i)) Draw)) (numbers 61) = false.
Proof. vm_cast_no_check (eq_refl false). Qed.

Example empty_list_is_refused : fst (accepts_both 4 4 (adviser_of 4 4 (make 1 0%uint63)) Draw) = false.
Proof. now vm_compute. Qed.
