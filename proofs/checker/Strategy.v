(** The result that a strategy guarantees against every opponent. *)

From Coq Require Import List.
From Perfectplay.rules Require Import Game.
From Perfectplay.checker Require Import Value.
Import ListNotations.

(** The moves that a player may choose in a state. *)
Definition strategy (g : game) := state g -> move g -> Prop.

Section Strategy.
  Context {g : game} (may : strategy g) (v : value).

  (** The player to move, who follows the strategy, gets at least [v] in the end, whatever the opponent
      replies. *)
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

(** A relation between states from which the same games can be played. It may be equality, or relate
    mirror images. *)
Record alike_states {g} (alike : state g -> state g -> Prop) (may : strategy g) : Prop := {
  alike_back s t : alike s t -> alike t s;
  alike_outcome s t : alike s t -> outcome g s = outcome g t;
  alike_choice s t m :
    alike s t -> In m (legal g s) -> may s m ->
    exists n, In n (legal g t) /\ may t n /\ alike (play g s m) (play g t n);
  alike_reply s t m :
    alike s t -> In m (legal g s) -> exists n, In n (legal g t) /\ alike (play g s m) (play g t n);
}.

Lemma equal_states g (may : strategy g) : alike_states eq may.
Proof. split; [easy | now intros s t -> | intros s t m -> | intros s t m ->]; eauto. Qed.

Lemma secures_alike g alike (may : strategy g) v :
  alike_states alike may ->
  (forall s, secures may v s -> forall t, alike s t -> secures may v t) /\
  (forall s, secures_after may v s -> forall t, alike s t -> secures_after may v t).
Proof.
  intros same. apply secures_both.
  - intros s w over good t s_t. apply secures_end with w; trivial.
    now rewrite <- (alike_outcome _ _ same s t).
  - intros s m over chosen legal_m _ IH t s_t.
    destruct (alike_choice _ _ same s t m) as (n & legal_n & chosen_n & after); trivial.
    apply secures_move with n; auto. now rewrite <- (alike_outcome _ _ same s t).
  - intros s w over good t s_t. apply secures_after_end with w; trivial.
    now rewrite <- (alike_outcome _ _ same s t).
  - intros s over _ IH t s_t. apply secures_after_reply.
    { now rewrite <- (alike_outcome _ _ same s t). }
    intros n legal_n. destruct (alike_reply _ _ same t s n) as (m & legal_m & after);
      [now apply (alike_back _ _ same) | trivial|].
    apply (IH m legal_m). now apply (alike_back _ _ same).
Qed.

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
