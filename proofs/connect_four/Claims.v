(** If the checker accepts a player of Connect Four, this proves the value of the game. *)

From Coq Require Import Lia List Uint63.
From Perfectplay.rules Require Import Game ConnectFour.
From Perfectplay.checker Require Import Strategy Machine Walk.
From Perfectplay.connect_four Require Import Drop Masks Mirror.

Section Claims.
  Context {width height : nat} {fitting : fits_in_63_bits width height}.

  Notation game := (connect_four width height).
  Notation machine := (connect_four_masks width height).

  Theorem first_secures (a : adviser masks) v pages :
    accepts_first machine a v pages = true -> secures (follows a) v (start game).
  Proof.
    apply accepts_first_sound; [apply connect_four_faithful | apply connect_four_alike | |];
      unfold follows, says; eauto.
  Qed.

  Theorem second_secures (a : adviser masks) v pages :
    accepts_second machine a v pages = true -> secures_after (follows a) v (start game).
  Proof.
    apply accepts_second_sound; [apply connect_four_faithful | apply connect_four_alike | |];
      unfold follows, says; eauto.
  Qed.

  Theorem drawn_if_accepted first second pages :
    accepts_first machine first Draw pages = true -> accepts_second machine second Draw pages = true ->
    value_of game (start game) = Draw.
  Proof.
    intros at_least%first_secures at_most%second_secures.
    exact (drawn game _ _ (connect_four_ends width height) at_least at_most).
  Qed.

  Theorem first_wins_if_accepted first pages :
    accepts_first machine first Win pages = true -> value_of game (start game) = Win.
  Proof. intros win%first_secures. exact (first_player_wins game _ (connect_four_ends width height) win). Qed.

  Theorem second_wins_if_accepted second pages :
    accepts_second machine second Win pages = true -> value_of game (start game) = Loss.
  Proof. intros win%second_secures. exact (second_player_wins game _ (connect_four_ends width height) win). Qed.
End Claims.
