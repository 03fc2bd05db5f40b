(** The effect of dropping a disc, according to the rules. *)

From Coq Require Import Arith Bool Lia List.
From Perfectplay.rules Require Import Game ConnectFour.
Import ListNotations.

Lemma drop_length p c columns : length (drop p c columns) = length columns.
Proof. revert c. induction columns; intros [|c]; simpl; auto. Qed.

Lemma column_of_drop p c columns other :
  c < length columns ->
  nth other (drop p c columns) [] =
    if other =? c then nth c columns [] ++ [p] else nth other columns [].
Proof.
  revert c other. induction columns as [|column rest IH]; simpl; [lia|].
  intros [|c] [|other] inside; simpl; trivial. apply IH. lia.
Qed.

Lemma lengths_of_drop p c columns :
  c < length columns ->
  list_sum (map (@length _) (drop p c columns)) = S (list_sum (map (@length _) columns)).
Proof.
  revert c. induction columns as [|column rest IH]; simpl; [lia|].
  intros [|c] inside; simpl; [rewrite app_length; simpl; lia | rewrite IH; lia].
Qed.

Definition same_player (p q : player) : bool :=
  match p, q with First, First | Second, Second => true | _, _ => false end.

Lemma holds_below p s c r : holds p s c r = true -> r < length (column s c).
Proof.
  unfold holds. intros held. apply nth_error_Some. intros none. now rewrite none in held.
Qed.

Lemma holds_after_drop w h s c q other r :
  c < length (columns s) ->
  holds q (play (connect_four w h) s c) other r =
    holds q s other r ||
    ((other =? c) && (r =? length (column s c)) && same_player q (turn s)).
Proof.
  intros inside. unfold holds, column. simpl. rewrite column_of_drop by trivial.
  destruct (Nat.eqb_spec other c) as [->|]; simpl; [|now rewrite orb_false_r].
  set (below := nth c (columns s) []).
  destruct (Nat.lt_trichotomy r (length below)) as [lower | [-> | higher]].
  - rewrite nth_error_app1 by trivial. rewrite (proj2 (Nat.eqb_neq _ _)) by lia.
    simpl. now rewrite orb_false_r.
  - rewrite nth_error_app2, Nat.sub_diag, Nat.eqb_refl by trivial. simpl.
    rewrite (proj2 (nth_error_None below _)) by trivial. now destruct (turn s), q.
  - rewrite !(proj2 (nth_error_None _ _)) by (rewrite ?app_length; simpl; lia).
    rewrite (proj2 (Nat.eqb_neq _ _)) by lia. reflexivity.
Qed.

Lemma legal_column w h s c :
  In c (legal (connect_four w h) s) -> c < length (columns s) /\ length (column s c) < h.
Proof.
  intros [inside low]%filter_In. apply in_seq in inside. now apply Nat.ltb_lt in low.
Qed.

Lemma legal_column_fills w h s c :
  In c (legal (connect_four w h) s) ->
  plies_left (connect_four w h) (play (connect_four w h) s c) < plies_left (connect_four w h) s.
Proof.
  intros [inside low]%legal_column. simpl. unfold column in low. revert c inside low.
  induction (columns s) as [|col rest IH]; simpl; [lia|].
  intros [|c] inside low; simpl.
  - rewrite app_length. simpl. lia.
  - specialize (IH c). lia.
Qed.

Lemma connect_four_ends width height : ends (connect_four width height).
Proof. intros s c _. apply legal_column_fills. Qed.
