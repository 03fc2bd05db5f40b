(** The order of values, and the equation that defines the value of a state. *)

From Coq Require Import Lia List.
From Perfectplay.rules Require Import Game.
Import ListNotations.

Definition at_least (v w : value) : bool :=
  match v, w with
  | Loss, _ | Draw, (Draw | Win) | Win, Win => true
  | _, _ => false
  end.

Lemma at_least_best v values :
  v <> Loss -> at_least v (best values) = true <-> exists w, In w values /\ at_least v w = true.
Proof.
  intros positive. induction values as [|w rest IH]; simpl.
  - split; [destruct v; easy | firstorder].
  - transitivity (at_least v w = true \/ at_least v (best rest) = true).
    + destruct v, w, (best rest); simpl; intuition easy.
    + rewrite IH. split; [intros [H | (u & ? & ?)]; eauto | intros (u & [<- | ?] & ?); eauto].
Qed.

Lemma best_at_least v values :
  at_least (best values) v = true <-> forall w, In w values -> at_least w v = true.
Proof.
  induction values as [|w rest IH]; simpl.
  - split; [easy | now destruct v].
  - transitivity (at_least w v = true /\ at_least (best rest) v = true).
    + destruct v, w, (best rest); simpl; intuition easy.
    + rewrite IH. split; [intros [? ?] u [<- | ?]; auto | auto].
Qed.

Lemma at_least_for_the_other v w :
  at_least (for_the_other v) (for_the_other w) = at_least w v.
Proof. now destruct v, w. Qed.

Lemma for_the_other_twice v : for_the_other (for_the_other v) = v.
Proof. now destruct v. Qed.

Lemma value_between v w : at_least v w = true -> at_least w v = true -> v = w.
Proof. now destruct v, w. Qed.

(** A larger limit of plies does not change the value. *)
Lemma value_within_enough g plies more s :
  ends g -> plies_left g s <= plies -> plies_left g s <= more ->
  value_within g plies s = value_within g more s.
Proof.
  intros ends_g. revert more s. induction plies as [|plies IH]; intros more s enough enough';
    destruct more as [|more]; simpl; destruct (outcome g s) eqn:over; try reflexivity.
  - destruct (legal g s) as [|m rest] eqn:moves; [reflexivity|].
    specialize (ends_g s m over). rewrite moves in ends_g. simpl in ends_g. intuition lia.
  - destruct (legal g s) as [|m rest] eqn:moves; [reflexivity|].
    specialize (ends_g s m over). rewrite moves in ends_g. simpl in ends_g. intuition lia.
  - f_equal. apply map_ext_in. intros m legal. f_equal.
    pose proof (ends_g s m over legal). apply IH; lia.
Qed.

(** The value of a state, as textbooks define it. *)
Theorem value_equation g s :
  ends g ->
  value_of g s =
    match outcome g s with
    | Some v => v
    | None => best (map (fun m => for_the_other (value_of g (play g s m))) (legal g s))
    end.
Proof.
  intros ends_g. unfold value_of at 1.
  destruct (plies_left g s) as [|plies] eqn:left; simpl; destruct (outcome g s) eqn:over;
    try reflexivity.
  - destruct (legal g s) as [|m rest] eqn:moves; [reflexivity|].
    specialize (ends_g s m over). rewrite moves in ends_g. simpl in ends_g. intuition lia.
  - f_equal. apply map_ext_in. intros m legal. f_equal.
    pose proof (ends_g s m over legal). apply value_within_enough; trivial; lia.
Qed.
