(** What a playbook of Connect Four that the checker accepts proves. *)

From Coq Require Import Lia List Uint63.
From Perfectplay.rules Require Import Game ConnectFour.
From Perfectplay.checker Require Import Strategy Machine Walk.
From Perfectplay.connect_four Require Import Drop Masks Faithful Player.
From Perfectplay.playbook Require Import Reader.

Section Claims.
  Context (width height : nat).
  Context (fits : width * S height <= 63) (low : height <= 20).

  Notation game := (connect_four width height).
  Notation machine := (connect_four_masks width height).

  (** The player who moves as these bytes say. *)
  Definition player (content : bytes) : state game -> option (move game) :=
    player_of machine (answers width height content).

  Definition accepts_as_first (content : bytes) (v : value) (pages : nat) : bool :=
    accepts_first machine (answers width height content) v pages.

  Definition accepts_as_second (content : bytes) (v : value) (pages : nat) : bool :=
    accepts_second machine (answers width height content) v pages.

  Let faithful_masks : faithful machine := connect_four_faithful width height fits low.

  Theorem first_secures content v pages :
    accepts_as_first content v pages = true -> secures game (player content) v (start game).
  Proof. exact (accepts_first_sound machine _ v faithful_masks pages). Qed.

  Theorem second_secures content v pages :
    accepts_as_second content v pages = true -> secures_after game (player content) v (start game).
  Proof. exact (accepts_second_sound machine _ v faithful_masks pages). Qed.

  Theorem drawn_by_playbook content pages :
    accepts_as_first content Draw pages = true -> accepts_as_second content Draw pages = true ->
    value_of game (start game) = Draw.
  Proof.
    intros first second. eapply drawn; [apply connect_four_ends | |].
    - exact (first_secures _ _ _ first).
    - exact (second_secures _ _ _ second).
  Qed.

  Theorem first_wins_by_playbook content pages :
    accepts_as_first content Win pages = true -> value_of game (start game) = Win.
  Proof.
    intros win. eapply first_player_wins; [apply connect_four_ends|].
    exact (first_secures _ _ _ win).
  Qed.

  Theorem second_wins_by_playbook content pages :
    accepts_as_second content Win pages = true -> value_of game (start game) = Loss.
  Proof.
    intros win. eapply second_player_wins; [apply connect_four_ends|].
    exact (second_secures _ _ _ win).
  Qed.
End Claims.
