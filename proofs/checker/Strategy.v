(** The result that a strategy guarantees against every opponent. *)

From Coq Require Import List.
From Perfectplay.rules Require Import Game.
From Perfectplay.checker Require Import Value.
Import ListNotations.

(** The moves that a player may choose in a state. *)
Definition strategy (g : game) := state g -> move g -> Prop.

(** The strategy allows at most one move in each state. *)
Definition is_function {g} (may : strategy g) : Prop := forall s m n, may s m -> may s n -> m = n.

Section Strategy.
  Context {g : game} (may : strategy g) (v : value).

  (** The player to move can choose moves that the strategy allows, so that the result is at least [v] whatever
      the opponent replies. A strategy that is a function allows no other moves: see [every_play_is_secure]. *)
  Inductive secures : state g -> Prop :=
  | secures_end s w : outcome g s = Some w -> at_least v w = true -> secures s
  | secures_move s m :
      outcome g s = None -> may s m -> In m (legal g s) ->
      secures_after (play g s m) -> secures s
  (** The same for a state in which the opponent is to move. *)
  with secures_after : state g -> Prop :=
  | secures_after_end s w :
      outcome g s = Some w -> at_least v (for_the_other w) = true -> secures_after s
  | secures_after_reply s :
      outcome g s = None -> (forall m, In m (legal g s) -> secures (play g s m)) -> secures_after s.

  Scheme secures_induction := Minimality for secures Sort Prop
  with secures_after_induction := Minimality for secures_after Sort Prop.
  Combined Scheme secures_both from secures_induction, secures_after_induction.

  (** The states that may follow while the player moves by the strategy and the opponent plays any legal
      moves, from a state on. The flag tells whether the player is to move. *)
  Inductive met (own_move : bool) (from : state g) : bool -> state g -> Prop :=
  | met_start : met own_move from own_move from
  | met_move s m :
      met own_move from true s -> outcome g s = None -> may s m -> In m (legal g s) ->
      met own_move from false (play g s m)
  | met_reply s m :
      met own_move from false s -> outcome g s = None -> In m (legal g s) ->
      met own_move from true (play g s m).

  (** A player with a single move in each state gets at least [v] at the end of every play, and has a legal
      move in every state before. *)
  Theorem every_play_is_secure (own_move : bool) from :
    is_function may -> (if own_move then secures from else secures_after from) ->
    forall on_turn s, met own_move from on_turn s ->
    match outcome g s with
    | Some w => at_least v (if on_turn then w else for_the_other w) = true
    | None => on_turn = true -> exists m, may s m /\ In m (legal g s)
    end.
  Proof.
    intros single at_first on_turn s met_s.
    assert (if on_turn then secures s else secures_after s) as secure.
    { induction met_s as [|s m _ IH over may_m _|s m _ IH over legal_m]; [trivial| |].
      - inversion IH as [? ? over'|? n ? may_n]; [congruence|]. now rewrite (single s m n).
      - inversion IH as [? ? over'|]; [congruence | auto]. }
    destruct on_turn; inversion secure; destruct (outcome g s); try congruence. eauto.
  Qed.

  Lemma secures_bounds :
    ends g -> v <> Loss ->
    (forall s, secures s -> at_least v (value_of g s) = true) /\
    (forall s, secures_after s -> at_least (value_of g s) (for_the_other v) = true).
  Proof.
    intros ends_g positive. apply secures_both.
    - intros s w over good. now rewrite value_equation, over.
    - intros s m over _ legal _ IH. rewrite value_equation, over by trivial.
      apply at_least_best; trivial. eexists. split; [apply in_map, legal|].
      now rewrite <- at_least_for_the_other, for_the_other_twice.
    - intros s w over good. rewrite value_equation, over by trivial.
      now rewrite <- at_least_for_the_other, for_the_other_twice.
    - intros s over _ IH. rewrite value_equation, over by trivial.
      apply best_at_least. intros w replies. apply in_map_iff in replies as (m & <- & legal).
      rewrite at_least_for_the_other. auto.
  Qed.
End Strategy.

(** The value is a draw if both sides have a strategy that never loses. *)
Theorem drawn g (first second : strategy g) :
  ends g -> secures first Draw (start g) -> secures_after second Draw (start g) ->
  value_of g (start g) = Draw.
Proof.
  intros ends_g at_least_draw at_most_draw. symmetry. apply value_between.
  - now apply (secures_bounds first Draw).
  - now apply (secures_bounds second Draw).
Qed.

Theorem first_player_wins g (first : strategy g) :
  ends g -> secures first Win (start g) -> value_of g (start g) = Win.
Proof.
  intros ends_g win. symmetry. apply value_between; [|now destruct value_of].
  now apply (secures_bounds first Win).
Qed.

Theorem second_player_wins g (second : strategy g) :
  ends g -> secures_after second Win (start g) -> value_of g (start g) = Loss.
Proof.
  intros ends_g win. apply value_between; [|now destruct value_of].
  now apply (secures_bounds second Win).
Qed.
