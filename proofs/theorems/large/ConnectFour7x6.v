(** The first player wins Connect Four on 7 by 6, the usual board. *)

From Coq Require Import List.
From Perfectplay.rules Require Import Game ConnectFour.
From Perfectplay.checker Require Import Claims Strategy Value Walk.
From Perfectplay.connect_four Require Import Drop Faithful Masks Player.
From Perfectplay.playbook Require Import Reader.
From Perfectplay.books.large Require Import connect_7x6.

Definition machine := connect_four_masks 7 6.

(** The answers in docs/connect-7x6.playbook. *)
Definition book := answers 7 6 (unpack size words).

Lemma accepted : accepts_first machine book Win 4096 = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** The player who plays these answers wins, whatever the replies. *)
Theorem player_wins_7x6 : secures (player_of machine book) Win (start (connect_four 7 6)).
Proof. exact (accepts_first_sound _ _ _ connect_four_faithful _ accepted). Qed.

(** Every game that this player plays as first player ends with its win, and it always has a move. *)
Corollary every_game_is_won_7x6 on_turn s :
  met (player_of machine book) true (start (connect_four 7 6)) on_turn s ->
  match outcome (connect_four 7 6) s with
  | Some w => at_least Win (if on_turn then w else for_the_other w) = true
  | None => on_turn = true -> exists c, player_of machine book s c /\ In c (legal (connect_four 7 6) s)
  end.
Proof. exact (every_play_is_secure _ _ true _ (player_is_a_function _ _) player_wins_7x6 _ _). Qed.

Theorem connect_four_7x6 : value_of (connect_four 7 6) (start (connect_four 7 6)) = Win.
Proof. exact (first_wins_if_accepted _ (connect_four_ends 7 6) connect_four_faithful _ _ accepted). Qed.

Print Assumptions player_wins_7x6.
Print Assumptions every_game_is_won_7x6.
Print Assumptions connect_four_7x6.
