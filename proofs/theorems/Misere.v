(** In misère play, the second player wins Connect Four on every board of even height with at least four
    columns, by always answering on top. *)

From Coq Require Import Arith Bool Lia List.
From Perfectplay.rules Require Import Game ConnectFour.
From Perfectplay.connect_four Require Import Drop.
Import ListNotations.

(** A column in which the second player has always answered on top. *)
Definition stack (pairs : nat) : list player := concat (repeat [First; Second] pairs).

Lemma stack_grows pairs : stack pairs ++ [First; Second] = stack (S pairs).
Proof. induction pairs as [|pairs IH]; [reflexivity|]. unfold stack in *. simpl in *. now rewrite IH. Qed.

Lemma stack_length pairs : length (stack pairs) = 2 * pairs.
Proof. induction pairs; [reflexivity|]. unfold stack in *. simpl in *. lia. Qed.

Lemma stack_disc pairs r :
  nth_error (stack pairs) r =
    if r <? 2 * pairs then Some (if Nat.even r then First else Second) else None.
Proof.
  revert r. induction pairs as [|pairs IH]; [intros [|?]; reflexivity|].
  intros r. replace (2 * S pairs) with (S (S (2 * pairs))) by lia.
  destruct r as [|[|r]]; [reflexivity | reflexivity |].
  change (nth_error (stack (S pairs)) (S (S r))) with (nth_error (stack pairs) r).
  rewrite IH. change (Nat.even (S (S r))) with (Nat.even r).
  destruct (Nat.ltb_spec r (2 * pairs)), (Nat.ltb_spec (S (S r)) (S (S (2 * pairs)))); trivial; lia.
Qed.

Section Misere.

Variables width height : nat.
Hypothesis wide : 4 <= width.
Hypothesis high : 2 <= height.
Hypothesis even_height : Nat.even height = true.

Let g := connect_four width height.

Definition has_four (p : player) (s : board) : Prop :=
  exists c r, c < width /\ r < height /\ four_from p s c r = true.

Lemma has_four_spec p s :
  existsb (fun c => existsb (four_from p s c) (seq 0 height)) (seq 0 width) = true <-> has_four p s.
Proof.
  rewrite existsb_exists. split.
  - intros (c & inside & (r & low & four)%existsb_exists). apply in_seq in inside, low.
    exists c, r. repeat split; trivial; lia.
  - intros (c & r & inside & low & four). exists c. split; [apply in_seq; lia|].
    apply existsb_exists. exists r. split; [apply in_seq; lia | trivial].
Qed.

(** The second player has answered every move on top, and the first player has no four. *)
Definition answered (s : board) : Prop :=
  turn s = First /\ length (columns s) = width /\
  (forall c, exists pairs, column s c = stack pairs /\ 2 * pairs <= height) /\
  ~ has_four First s.

Lemma first_below_second s c r :
  answered s -> holds Second s c r = true ->
  exists q, r = S q /\ Nat.even q = true /\ holds First s c q = true.
Proof.
  intros (_ & _ & stacks & _) held. destruct (stacks c) as (pairs & is_stack & _).
  unfold holds in *. rewrite is_stack, stack_disc in *.
  destruct (Nat.ltb_spec r (2 * pairs)) as [low|]; [|discriminate].
  destruct (Nat.even r) eqn:parity; [discriminate|].
  destruct r as [|q]; [discriminate|]. exists q.
  rewrite Nat.even_succ, <- Nat.negb_even in parity. apply negb_false_iff in parity.
  repeat split; trivial. rewrite stack_disc, parity.
  destruct (Nat.ltb_spec q (2 * pairs)); [trivial | lia].
Qed.

(** A four of the second player lies in a row, on top of one of the first player. *)
Lemma second_has_no_four s : answered s -> ~ has_four Second s.
Proof.
  intros is_answered (c & r & inside & low & four).
  pose proof (fun c r => first_below_second s c r is_answered) as below.
  assert (parity : forall c d r, holds Second s c r = true -> holds Second s d (S r) = true -> False).
  { intros a b q lower upper.
    destruct (below _ _ lower) as (p & -> & even & _).
    destruct (below _ _ upper) as (p' & equal & even' & _).
    injection equal as <-. rewrite Nat.even_succ, <- Nat.negb_even, even in even'. discriminate. }
  unfold four_from in four. cbn [forallb] in four. rewrite !andb_true_r in four.
  apply orb_prop in four as [[[four|four]%orb_prop|four]%orb_prop|four];
    apply andb_prop in four as [h0 [h1 [h2 h3]%andb_prop]%andb_prop].
  - destruct (below _ _ h0) as (q & -> & _ & f0).
    destruct (below _ _ h1) as (? & [= <-] & _ & f1).
    destruct (below _ _ h2) as (? & [= <-] & _ & f2).
    destruct (below _ _ h3) as (? & [= <-] & _ & f3).
    destruct is_answered as (_ & _ & _ & none). apply none. exists c, q. repeat split; [trivial | lia |].
    unfold four_from. cbn [forallb]. now rewrite f0, f1, f2, f3.
  - rewrite (Nat.add_0_r r) in h0. rewrite (Nat.add_1_r r) in h1. now apply (parity _ _ _ h0 h1).
  - rewrite (Nat.add_0_r r) in h0. rewrite (Nat.add_1_r r) in h1. now apply (parity _ _ _ h0 h1).
  - replace (r + (3 - 0)) with (S (r + (3 - 1))) in h0 by lia. now apply (parity _ _ _ h1 h0).
Qed.

Lemma not_full s : answered s -> forallb (fun column => length column =? height) (columns s) = false.
Proof.
  intros (_ & count & stacks & none). apply not_true_iff_false. intros full.
  rewrite forallb_forall in full. apply none. exists 0, 0. repeat split; [lia | lia |].
  assert (lowest : forall c, c < 4 -> holds First s c 0 = true).
  { intros c inside. destruct (stacks c) as (pairs & is_stack & _).
    assert (is_full : length (column s c) = height).
    { apply Nat.eqb_eq, full, nth_In. lia. }
    rewrite is_stack, stack_length in is_full. unfold holds. rewrite is_stack, stack_disc.
    destruct (Nat.ltb_spec 0 (2 * pairs)); [reflexivity | lia]. }
  unfold four_from. cbn [forallb Nat.add]. now rewrite !lowest by lia.
Qed.

Lemma answered_goes_on s : answered s -> outcome (misere g) s = None.
Proof.
  intros is_answered. pose proof is_answered as [first _]. simpl. rewrite first. cbn [other].
  destruct (existsb _ _) eqn:four.
  - apply has_four_spec in four. now destruct (second_has_no_four s is_answered).
  - now rewrite (not_full s is_answered).
Qed.

(** After a move of the first player, who does not complete a four, the second player answers. *)
Lemma answer s c (s' := play g s c) (s'' := play g s' c) :
  answered s -> In c (legal g s) -> outcome (misere g) s' <> Some Win ->
  outcome (misere g) s' = None /\ In c (legal g s') /\ answered s''.
Proof.
  intros (first & count & stacks & none) is_legal no_win.
  apply legal_column in is_legal as [inside low].
  destruct (stacks c) as (pairs & is_stack & fits). rewrite is_stack, stack_length in low.
  assert (room : S (2 * pairs) < height).
  { enough (height <> S (2 * pairs)) by lia. intros odd. rewrite odd in even_height.
    rewrite Nat.even_succ, Nat.odd_mul in even_height. discriminate. }
  assert (column' : column s' c = stack pairs ++ [First]).
  { unfold s', column. simpl. rewrite column_of_drop, Nat.eqb_refl by trivial. unfold column in is_stack.
    now rewrite is_stack, first. }
  assert (inside' : c < length (columns s')) by (unfold s'; simpl; now rewrite drop_length).
  assert (column'_length : length (column s' c) = S (2 * pairs)).
  { rewrite column', app_length, stack_length. simpl. lia. }
  assert (turn' : turn s' = Second) by (unfold s'; simpl; now rewrite first).
  assert (no_four : ~ has_four First s').
  { intros four%has_four_spec. apply no_win. simpl. change (other (other (turn s))) with (other (turn s')).
    rewrite turn'. cbn [other]. now rewrite four. }
  repeat split.
  - simpl. change (other (other (turn s))) with (other (turn s')). rewrite turn'. cbn [other].
    destruct (existsb _ _) eqn:four; [now apply has_four_spec in four|].
    destruct (forallb _ _) eqn:full; [|reflexivity].
    rewrite forallb_forall in full.
    assert (is_full : length (column s' c) = height) by (apply Nat.eqb_eq, full, nth_In, inside').
    lia.
  - apply filter_In. split; [apply in_seq; lia|]. apply Nat.ltb_lt. lia.
  - unfold s''. simpl. change (other (turn s)) with (turn s'). now rewrite turn'.
  - unfold s'', s'. simpl. now rewrite !drop_length.
  - intros d. unfold column, s''. simpl. fold s'. change (drop _ c (columns s)) with (columns s').
    rewrite column_of_drop by trivial. destruct (Nat.eqb_spec d c) as [->|differs].
    + exists (S pairs). split; [|lia]. fold (column s' c). rewrite column'.
      change (other (turn s)) with (turn s'). rewrite turn', <- app_assoc. apply stack_grows.
    + unfold s'. simpl. rewrite column_of_drop by trivial. rewrite (proj2 (Nat.eqb_neq _ _)) by trivial.
      apply stacks.
  - intros (d & r & d_inside & r_low & four). apply no_four. exists d, r. repeat split; trivial.
    assert (same : forall d r, holds First s'' d r = holds First s' d r).
    { intros e q. unfold s''. unfold g. rewrite holds_after_drop by trivial. rewrite turn'. simpl.
      now rewrite andb_false_r, orb_false_r. }
    unfold four_from in *. cbn [forallb] in *. now rewrite !same in four.
Qed.

Lemma best_is_loss values : (forall v, In v values -> v = Loss) -> best values = Loss.
Proof.
  intros all. induction values as [|v values IH]; [reflexivity|]. simpl.
  rewrite (all v) by now left. rewrite IH; [reflexivity|]. intros w inside. apply all. now right.
Qed.

Lemma best_is_win values : In Win values -> best values = Win.
Proof.
  intros inside. induction values as [|v values IH]; [easy|]. simpl.
  destruct inside as [->|inside]; [reflexivity|]. rewrite (IH inside). now destruct v.
Qed.

Lemma answered_loses plies s :
  answered s -> plies_left g s <= plies -> value_within (misere g) plies s = Loss.
Proof.
  revert s. induction plies as [plies IH] using (well_founded_induction lt_wf). intros s is_answered enough.
  pose proof (answered_goes_on s is_answered) as goes_on.
  destruct plies as [|plies]; cbn [value_within]; rewrite goes_on; [reflexivity|].
  apply best_is_loss. intros v (c & <- & is_legal)%in_map_iff.
  pose proof (legal_column_fills width height s c is_legal) as fills.
  enough (wins : value_within (misere g) plies (play g s c) = Win).
  { change (play (misere g) s c) with (play g s c). now rewrite wins. }
  destruct (outcome (misere g) (play g s c)) as [[| |]|] eqn:over.
  1, 2, 4: destruct (answer s c is_answered is_legal) as (none & is_legal' & is_answered'); [congruence|].
  1, 2: congruence.
  - pose proof (legal_column_fills width height _ c is_legal') as fills'. fold g in fills, fills'.
    destruct plies as [|plies]; [lia|]. cbn [value_within]. rewrite over. apply best_is_win.
    apply in_map_iff. exists c. split; [|exact is_legal'].
    change (play (misere g) (play g s c) c) with (play g (play g s c) c).
    rewrite IH; [reflexivity | lia | trivial | lia].
  - destruct plies; cbn [value_within]; now rewrite over.
Qed.

Lemma start_is_answered : answered (start g).
Proof.
  assert (empty : forall c, column (start g) c = []).
  { intros c. unfold column. simpl. apply nth_repeat. }
  repeat split.
  - simpl. apply repeat_length.
  - intros c. exists 0. rewrite empty. split; [reflexivity | lia].
  - intros (c & r & _ & _ & four). unfold four_from in four. cbn [forallb] in four.
    assert (none : forall c r, holds First (start g) c r = false).
    { intros d q. unfold holds. rewrite empty. now destruct q. }
    rewrite !none in four. discriminate.
Qed.

Theorem misere_connect_four : value_of (misere g) (start (misere g)) = Loss.
Proof. apply answered_loses; [exact start_is_answered | apply le_n]. Qed.

End Misere.

Corollary misere_connect_four_7x6 :
  value_of (misere (connect_four 7 6)) (start (misere (connect_four 7 6))) = Loss.
Proof. apply misere_connect_four; [lia | lia | reflexivity]. Qed.
