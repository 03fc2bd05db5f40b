(** The bits of primitive integers, numbered by natural numbers. *)

From Coq Require Import Arith Bool ZArith Lia List Uint63.
Import ListNotations.

Local Open Scope uint63_scope.
Local Open Scope nat_scope.

Definition number (n : nat) : int := of_Z (Z.of_nat n).

Definition has (x : int) (n : nat) : bool := Z.testbit (to_Z x) (Z.of_nat n).

(** The integer whose 63 bits are given by a function. *)
Definition mask (f : nat -> bool) : int :=
  fold_right (fun n above => (if f n then 1 else 0) lor (above << 1))%uint63 0%uint63 (seq 0 63).

Lemma to_Z_number n : n < 63 -> to_Z (number n) = Z.of_nat n.
Proof.
  intros small. unfold number. rewrite of_Z_spec. apply Z.mod_small.
  split; [lia|]. apply Z.lt_trans with 63%Z; [lia | reflexivity].
Qed.

Lemma has_beyond x n : 63 <= n -> has x n = false.
Proof.
  intros large. unfold has. rewrite <- (Z.mod_small (to_Z x) wB) by apply to_Z_bounded.
  apply (Z.mod_pow2_bits_high _ 63). lia.
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
  unfold mask. set (add := fun n above => _).
  assert (H : forall count from n, n < count <= 63 -> has (fold_right add 0%uint63 (seq from count)) n = f (from + n)).
  { induction count as [|count IH]; intros from m inside; [lia|]. cbn [seq fold_right]. unfold add at 1.
    change 1%uint63 with (number 1) at 2. rewrite has_lor, has_lsl by lia.
    replace (has (if f from then 1 else 0)%uint63 m) with (f from && (m =? 0))
      by (destruct (f from); [now rewrite has_1 | now rewrite has_0]).
    destruct m as [|m]; cbn [Nat.eqb Nat.leb]; rewrite ?andb_false_r, ?andb_true_r; cbn [andb orb].
    - now rewrite orb_false_r, Nat.add_0_r.
    - rewrite Nat.sub_succ, Nat.sub_0_r, IH by lia. f_equal. lia. }
  intros inside. now apply (H 63 0).
Qed.

Lemma is_not_0 x : (x =? 0)%uint63 = false <-> exists n, has x n = true.
Proof.
  rewrite <- not_true_iff_false, Uint63.eqb_spec. split.
  - intros other. exists (Z.to_nat (Z.log2 (to_Z x))). unfold has. rewrite Z2Nat.id by apply Z.log2_nonneg.
    apply Z.bit_log2. pose proof (to_Z_bounded x). enough (to_Z x <> 0)%Z by lia.
    intros zero. now apply (to_Z_inj x 0) in zero.
  - intros (n & bit) ->. now rewrite has_0 in bit.
Qed.

(** Terms are compared without unfolding their 63 bits. *)
#[global] Opaque mask.
