(** The bits of primitive integers, numbered by natural numbers. *)

From Coq Require Import Arith Bool ZArith Lia List Uint63.
Import ListNotations.

Local Open Scope uint63_scope.
Local Open Scope nat_scope.

Definition number (n : nat) : int := of_Z (Z.of_nat n).

Definition has (x : int) (n : nat) : bool := Z.testbit (to_Z x) (Z.of_nat n).

(** The integer whose 63 bits are given by a function. *)
Definition mask (f : nat -> bool) : int :=
  fold_right (fun n x => if f n then x lor (1%uint63 << number n) else x) 0%uint63 (seq 0 63).

Lemma to_Z_number n : n < 63 -> to_Z (number n) = Z.of_nat n.
Proof.
  intros small. unfold number. rewrite of_Z_spec. apply Z.mod_small.
  split; [lia|]. apply Z.lt_trans with 63%Z; [lia | reflexivity].
Qed.

Lemma has_beyond x n : 63 <= n -> has x n = false.
Proof.
  intros large. unfold has. pose proof (to_Z_bounded x) as [low high].
  destruct (Z.eq_dec (to_Z x) 0) as [-> | nonzero]; [apply Z.bits_0|].
  apply Z.bits_above_log2; [trivial|].
  assert (Z.log2 (to_Z x) < 63)%Z by (apply Z.log2_lt_pow2; [lia | exact high]). lia.
Qed.

Lemma has_ext x y : (forall n, n < 63 -> has x n = has y n) -> x = y.
Proof.
  intros same. apply to_Z_inj. apply Z.bits_inj'. intros n positive.
  rewrite <- (Z2Nat.id n positive). change (has x (Z.to_nat n) = has y (Z.to_nat n)).
  destruct (Nat.lt_ge_cases (Z.to_nat n) 63); [now apply same|].
  now rewrite (has_beyond x), (has_beyond y) by trivial.
Qed.

Lemma has_0 n : has 0%uint63 n = false.
Proof. apply Z.bits_0. Qed.

Lemma has_land x y n : has (x land y) n = has x n && has y n.
Proof. unfold has. now rewrite land_spec', Z.land_spec. Qed.

Lemma has_lor x y n : has (x lor y) n = has x n || has y n.
Proof. unfold has. now rewrite lor_spec', Z.lor_spec. Qed.

Lemma has_lxor x y n : has (x lxor y) n = xorb (has x n) (has y n).
Proof. unfold has. now rewrite lxor_spec', Z.lxor_spec. Qed.

Lemma has_lsr x k n : k < 63 -> has (x >> number k) n = has x (n + k).
Proof.
  intros small. unfold has. rewrite lsr_spec, to_Z_number by trivial.
  rewrite Z.div_pow2_bits by lia. f_equal. lia.
Qed.

Lemma has_lsl x k n : k < 63 -> n < 63 -> has (x << number k) n = (k <=? n) && has x (n - k).
Proof.
  intros small inside. unfold has. rewrite lsl_spec, to_Z_number by trivial.
  change wB with (2 ^ 63)%Z. rewrite Z.mod_pow2_bits_low by lia.
  rewrite Z.mul_pow2_bits by lia.
  destruct (Nat.leb_spec k n) as [below | above]; simpl.
  - f_equal. lia.
  - apply Z.testbit_neg_r. lia.
Qed.

Lemma has_1 n : has 1%uint63 n = (n =? 0).
Proof.
  unfold has. change (to_Z 1%uint63) with 1%Z. destruct n as [|n]; [reflexivity|].
  apply (Z.bits_above_log2 1); simpl; lia.
Qed.

Lemma has_mask f n : n < 63 -> has (mask f) n = f n.
Proof.
  intros inside. unfold mask.
  assert (H : forall count from, from + count <= 63 ->
    has (fold_right (fun n x => if f n then x lor (1%uint63 << number n) else x) 0%uint63 (seq from count)) n =
    (from <=? n) && (n <? from + count) && f n).
  { induction count as [|count IH]; intros from small; cbn [seq fold_right].
    - rewrite has_0. destruct (Nat.leb_spec from n), (Nat.ltb_spec n (from + 0)); simpl; lia || easy.
    - destruct (Nat.eq_dec n from) as [->|other].
      + replace (from <=? from) with true by (symmetry; apply Nat.leb_refl).
        replace (from <? from + S count) with true by (symmetry; apply Nat.ltb_lt; lia).
        destruct (f from); simpl.
        * rewrite has_lor, has_lsl, Nat.leb_refl, Nat.sub_diag, has_1 by lia. apply orb_true_r.
        * rewrite IH by lia. now rewrite (proj2 (Nat.leb_gt (S from) from)) by lia.
      + transitivity ((S from <=? n) && (n <? S from + count) && f n).
        * destruct (f from); [|apply IH; lia].
          rewrite has_lor, has_lsl, has_1, IH by lia.
          destruct (Nat.leb_spec from n); simpl; [|apply orb_false_r].
          rewrite (proj2 (Nat.eqb_neq (n - from) 0)) by lia. apply orb_false_r.
        * f_equal. f_equal; [|f_equal; lia].
          destruct (Nat.leb_spec (S from) n), (Nat.leb_spec from n); lia || easy. }
  rewrite H by lia. now rewrite (proj2 (Nat.ltb_lt n (0 + 63))) by lia.
Qed.

Lemma is_0 x : (x =? 0)%uint63 = true <-> forall n, n < 63 -> has x n = false.
Proof.
  rewrite Uint63.eqb_spec. split.
  - intros -> n _. apply has_0.
  - intros none. apply has_ext. intros n inside. now rewrite has_0, none.
Qed.

Lemma is_not_0 x : (x =? 0)%uint63 = false <-> exists n, n < 63 /\ has x n = true.
Proof.
  split.
  - intros some. destruct (existsb (has x) (seq 0 63)) eqn:found.
    + apply existsb_exists in found as (n & inside & bit). exists n. apply in_seq in inside.
      split; [lia | trivial].
    + enough ((x =? 0)%uint63 = true) by congruence. apply is_0. intros n inside.
      destruct (has x n) eqn:bit; [|trivial]. enough (existsb (has x) (seq 0 63) = true) by congruence.
      apply existsb_exists. exists n. split; [apply in_seq; lia | trivial].
  - intros (n & inside & bit). destruct (x =? 0)%uint63 eqn:zero; [|trivial].
    rewrite is_0 in zero. now rewrite zero in bit.
Qed.
