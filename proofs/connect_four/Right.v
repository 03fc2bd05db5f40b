(** The rules of Connect Four are what they should be: the columns with room are the moves, each move puts one disc
    on top of its column, and there are never two winners. *)

From Coq Require Import Arith Bool Lia List.
From Perfectplay.rules Require Import Game ConnectFour.
From Perfectplay.connect_four Require Import Drop.
Import ListNotations.

Section Right.
  Context (width height : nat).
  Notation rules := (connect_four width height).

  Lemma legal_columns s c :
    In c (legal rules s) <-> c < length (columns s) /\ length (column s c) < height.
  Proof. simpl. rewrite filter_In, in_seq, Nat.ltb_lt. intuition lia. Qed.

  Lemma legal_columns_differ s : NoDup (legal rules s).
  Proof. apply NoDup_filter, seq_NoDup. Qed.

  (** A move adds a disc to its column and changes no other. *)
  Lemma play_adds_a_disc s c other :
    In c (legal rules s) ->
    column (play rules s c) other = if other =? c then column s c ++ [turn s] else column s other.
  Proof. intros [inside _]%legal_columns. now apply column_of_drop. Qed.

  Lemma reachable_columns s :
    reachable rules s -> length (columns s) = width /\ forall c, length (column s c) <= height.
  Proof.
    induction 1 as [|s m _ [wide low] _ legal_m].
    - split; [apply repeat_length|]. intros c. unfold column. simpl.
      destruct (nth_in_or_default c (repeat [] width) (@nil player)) as [->%repeat_spec | ->]; simpl; lia.
    - split; [simpl; now rewrite drop_length|]. intros c. rewrite play_adds_a_disc by trivial.
      destruct (c =? m); [|trivial]. rewrite app_length. apply legal_columns in legal_m. simpl. lia.
  Qed.

  (** While the game is not over, there is a move. *)
  Lemma moves_until_the_end s : reachable rules s -> outcome rules s = None -> legal rules s <> [].
  Proof.
    intros [wide low]%reachable_columns over none. simpl in over.
    destruct existsb; [easy|]. destruct forallb eqn:full; [easy|]. apply not_true_iff_false in full. apply full.
    apply forallb_forall. intros discs (c & inside & <-)%(In_nth _ _ []). apply Nat.eqb_eq.
    specialize (low c). unfold column in low. assert (~ length (nth c (columns s) []) < height); [|lia].
    intros room. assert (In c (legal rules s)) as impossible by now apply legal_columns.
    now rewrite none in impossible.
  Qed.

  Lemma holds_before s m c r :
    In m (legal rules s) ->
    holds (other (turn s)) (play rules s m) c r = true -> holds (other (turn s)) s c r = true.
  Proof.
    intros [inside _]%legal_columns. rewrite holds_after_drop by trivial.
    destruct (turn s); simpl; now rewrite andb_false_r, orb_false_r.
  Qed.

  Lemma four_before s m c r :
    In m (legal rules s) ->
    four_from (other (turn s)) (play rules s m) c r = true -> four_from (other (turn s)) s c r = true.
  Proof.
    intros legal_m. unfold four_from. rewrite !orb_true_iff, !forallb_forall.
    intros [[[four|four]|four]|four]; [left; left; left | left; left; right | left; right | right];
      intros i in_line; apply (holds_before s m); auto; exact (four i in_line).
  Qed.

  (** Whether a player has four in a row. *)
  Definition four_in_a_row (p : player) (s : board) : bool :=
    existsb (fun c => existsb (four_from p s c) (seq 0 height)) (seq 0 width).

  (** The player to move has no four in a row, so that at most one player has. *)
  Theorem never_two_winners s : reachable rules s -> four_in_a_row (turn s) s = false.
  Proof.
    induction 1 as [|s m _ _ over legal_m]; apply not_true_is_false;
      intros (c & in_width & (r & in_height & four)%existsb_exists)%existsb_exists.
    - unfold four_from in four. rewrite !orb_true_iff, !forallb_forall in four.
      assert (nothing : forall c r, holds First (start rules) c r = false); [|].
      { intros c' r'. unfold holds, column. simpl.
        destruct (nth_in_or_default c' (repeat [] width) (@nil player)) as [->%repeat_spec | ->]; now destruct r'. }
      destruct four as [[[four|four]|four]|four]; specialize (four 0 (or_introl eq_refl)); simpl in four;
        now rewrite nothing in four.
    - simpl in over. fold (four_in_a_row (other (turn s)) s) in over.
      destruct (four_in_a_row (other (turn s)) s) eqn:before; [easy|]. apply not_true_iff_false in before. apply before.
      apply existsb_exists. exists c. split; [trivial|]. apply existsb_exists. exists r. split; [trivial|].
      now apply (four_before s m).
  Qed.
End Right.
