(** The same games can be played from a board and from its mirror image, so that both may have one key. *)

From Coq Require Import Arith Bool Lia List Uint63.
From Perfectplay.rules Require Import Game ConnectFour.
From Perfectplay.checker Require Import Machine Memory Strategy Walk.
From Perfectplay.connect_four Require Import Bits Drop Masks Faithful.
Import ListNotations.

Section Mirror.
  Context {width height : nat} {fitting : fits_in_63_bits width height}.
  Let fits : width * S height <= 63 := proj1 fitting.
  Let low : height <= 20 := proj2 fitting.

  Notation cell c r := (c * S height + r).
  Notation valid := (valid_board width height).
  Notation rules := (connect_four width height).
  Notation image c := (width - S c).

  Lemma mirrored_twice s : mirrored (mirrored s) = s.
  Proof. unfold mirrored. simpl. rewrite rev_involutive. now destruct s. Qed.

  Lemma column_mirrored s c : valid s -> c < width -> column (mirrored s) c = column s (image c).
  Proof.
    intros (width_s & _) inside. unfold column. simpl. rewrite rev_nth by lia. now rewrite width_s.
  Qed.

  Lemma holds_mirrored p s c r : valid s -> c < width -> holds p (mirrored s) c r = holds p s (image c) r.
  Proof. intros valid_s inside. unfold holds. now rewrite column_mirrored. Qed.

  Lemma sum_of_rev numbers : list_sum (rev numbers) = list_sum numbers.
  Proof. induction numbers; simpl; trivial. rewrite list_sum_app. simpl. lia. Qed.

  Lemma mirrored_valid s : valid s -> valid (mirrored s).
  Proof.
    intros valid_s. pose proof valid_s as (width_s & lengths & turn_s). repeat split; simpl.
    - now rewrite rev_length.
    - intros c. destruct (Nat.lt_ge_cases c width).
      + now rewrite column_mirrored.
      + unfold column. simpl. rewrite nth_overflow by now rewrite rev_length, width_s. simpl. lia.
    - now rewrite map_rev, sum_of_rev.
  Qed.

  (** Lines of four, and the end of the game *)

  Lemma four_from_mirrored p s c r :
    valid s -> four_from p s c r = true -> exists d, four_from p (mirrored s) d r = true.
  Proof.
    intros valid_s. rewrite four_from_iff, !orb_true_iff, !four_iff. cbn [fst snd]. intros found.
    assert (images : forall d e t u, holds p s e t = true -> d = image e -> t = u ->
      holds p (mirrored s) d u = true).
    { intros d e t u held -> <-. pose proof (holds_inside p s e t valid_s held).
      rewrite holds_mirrored by (trivial; lia). now replace (image (image e)) with e by lia. }
    assert (last : forall r, holds p s (c + 3 * 1) r = true -> c + 3 < width)
      by (intros ? held; now apply (holds_inside p s) in held).
    destruct found as [[[found | found] | found] | found];
      [exists (image (c + 3)) | exists (image c) | exists (image (c + 3)) | exists (image (c + 3))];
      rewrite four_from_iff, !orb_true_iff, !four_iff; cbn [fst snd];
      [do 3 left | left; left; right | right | left; right]; intros i inside;
      try specialize (last _ (found 3 ltac:(lia))).
    - apply (images _ _ _ _ (found (3 - i) ltac:(lia))); lia.
    - apply (images _ _ _ _ (found i ltac:(lia))); lia.
    - apply (images _ _ _ _ (found (3 - i) ltac:(lia))); lia.
    - apply (images _ _ _ _ (found (3 - i) ltac:(lia))); lia.
  Qed.

  Lemma outcome_mirrored s : valid s -> outcome rules (mirrored s) = outcome rules s.
  Proof.
    intros valid_s. pose proof (mirrored_valid s valid_s) as valid_image. simpl.
    replace (forallb _ (rev (columns s))) with (forallb (fun column => length column =? height) (columns s)).
    2:{ apply eq_true_iff_eq. rewrite !forallb_forall. split; intros full column inside; apply full;
        now apply in_rev; rewrite ?rev_involutive. }
    match goal with |- (if ?fours then _ else _) = (if ?images then _ else _) =>
      enough (fours = images) as -> by trivial end.
    apply eq_true_iff_eq. rewrite !four_anywhere by trivial.
    split; intros (c & r & found); apply four_from_mirrored in found as (d & found); trivial.
    - rewrite mirrored_twice in found. now exists d, r.
    - now exists d, r.
  Qed.

  (** Moves *)

  Lemma play_mirrored s c :
    valid s -> In c (legal rules s) ->
    In (image c) (legal rules (mirrored s)) /\
    play rules (mirrored s) (image c) = mirrored (play rules s c).
  Proof.
    intros valid_s [inside low_c]%legal_column. pose proof valid_s as (width_s & _). split.
    - apply filter_In. simpl. rewrite rev_length. split; [apply in_seq; lia|].
      rewrite column_mirrored by (trivial; lia). apply Nat.ltb_lt.
      now replace (image (image c)) with c by lia.
    - unfold mirrored. simpl. f_equal. apply (nth_ext _ _ [] []).
      + now rewrite drop_length, !rev_length, drop_length.
      + intros d. rewrite drop_length, rev_length. intros inside_d.
        rewrite column_of_drop by (rewrite rev_length; lia).
        rewrite !rev_nth, column_of_drop by (rewrite ?drop_length; lia).
        rewrite drop_length, width_s. replace (image (image c)) with c by lia.
        destruct (Nat.eqb_spec d (image c)), (Nat.eqb_spec (image d) c); trivial; lia.
  Qed.

  Section Follows.
    Context (a : adviser masks).

    Definition says (s : state rules) (c : nat) : Prop :=
      (exists number, at_once a (masks_of width height s) = Some number /\ item (legal rules s) number = Some c) \/
      (exists notes,
        item (legal rules s) (fst (advise a (masks_of width height s) (count (legal rules s)) notes)) = Some c).

    (** The player who follows an adviser, up to mirror images: it plays what the adviser says, or the image of
        what the adviser says on the mirrored board. *)
    Definition follows : strategy rules := fun s c =>
      says s c \/ valid s /\ exists d, says (mirrored s) d /\ c = image d.

    Lemma says_legal s c : says s c -> In c (legal rules s).
    Proof. intros [(number & _ & chosen) | (notes & chosen)]; now apply item_in in chosen. Qed.

    Lemma connect_four_alike : alike_states (alike (connect_four_masks width height)) follows.
    Proof.
      assert (replies : forall s t c, alike (connect_four_masks width height) s t -> In c (legal rules s) ->
        exists d, In d (legal rules t) /\ (t = s /\ d = c \/ valid s /\ t = mirrored s /\ d = image c) /\
          alike (connect_four_masks width height) (play rules s c) (play rules t d)).
      { intros s t c [<- | [valid_s ->]] legal_c; [exists c; split; [trivial | split; now left]|].
        exists (image c). pose proof (play_mirrored s c valid_s legal_c) as [legal_image ->].
        split; [trivial|]. split; right; [easy|]. split; [now apply play_is_valid | trivial]. }
      split.
      - intros s t [-> | [valid_s ->]]; [now left|]. right.
        split; [now apply mirrored_valid | now rewrite mirrored_twice].
      - intros s t [-> | [valid_s ->]]; [trivial | now rewrite outcome_mirrored].
      - intros s t c s_t legal_c chosen. destruct (replies s t c s_t legal_c) as (d & legal_d & images & after).
        exists d. repeat split; trivial. destruct images as [[-> ->] | (valid_s & -> & ->)]; [trivial|].
        destruct chosen as [said | (_ & e & said & ->)]; [right | left].
        + split; [now apply mirrored_valid|]. exists c. now rewrite mirrored_twice.
        + pose proof (says_legal _ _ said) as [inside _]%legal_column. simpl in inside.
          rewrite rev_length, (proj1 valid_s) in inside. now replace (image (image e)) with e by lia.
      - intros s t c s_t legal_c. destruct (replies s t c s_t legal_c) as (d & legal_d & _ & after). now exists d.
    Qed.
  End Follows.

  (** Keys *)

  Lemma has_mirror key d r :
    r <= height -> cell d r < 63 ->
    has (mirror width height key) (cell d r) = (d <? width) && has key (cell (image d) r).
  Proof.
    intros low_r small. unfold mirror.
    assert (columns : forall cs, incl cs (seq 0 width) ->
      has (fold_right (fun (step : int * int) image => let (from, to) := step in
        (((key >> from) land column_mask height 0) << to lor image)%uint63) 0%uint63
        (map (fun c => (number (c * S height), number (image c * S height))) cs)) (cell d r) =
      existsb (fun c => (image c =? d) && has key (cell c r)) cs).
    { induction cs as [|c cs IH]; intros inside; [apply has_0|].
      assert (inside_c : c < width) by (apply (in_seq width 0), inside; now left).
      cbn [map fold_right existsb].
      rewrite has_lor, IH by (intros x ?; apply inside; now right). f_equal.
      rewrite has_lsl, has_land, has_lsr by nia. unfold column_mask. rewrite has_mask by lia.
      destruct (Nat.lt_trichotomy d (image c)) as [before | [-> | behind]].
      - rewrite (proj2 (Nat.leb_gt _ _)) by nia. now rewrite (proj2 (Nat.eqb_neq (image c) d)) by lia.
      - rewrite (proj2 (Nat.leb_le _ _)), Nat.eqb_refl by lia.
        replace (cell (image c) r - image c * S height) with r by (rewrite Nat.add_comm; symmetry; apply Nat.add_sub).
        rewrite Nat.div_small, Nat.eqb_refl, andb_true_r by lia. simpl. f_equal. lia.
      - rewrite (proj2 (Nat.eqb_neq (image c) d)) by lia.
        replace (_ / S height =? 0) with false; [now rewrite !andb_false_r|].
        symmetry. apply Nat.eqb_neq. intros first%Nat.div_small_iff; nia. }
    rewrite columns by easy. apply eq_true_iff_eq. rewrite existsb_exists, andb_true_iff, Nat.ltb_lt. split.
    - intros (c & inside%in_seq & [<-%Nat.eqb_eq bit]%andb_true_iff).
      split; [lia|]. now replace (image (image c)) with c by lia.
    - intros [inside bit]. exists (image d). split; [apply in_seq; lia|]. rewrite bit, andb_true_r.
      apply Nat.eqb_eq. lia.
  Qed.

  Notation key s := (key_of_masks (masks_of width height s)).

  Lemma has_no_key s c r : valid s -> width <= c -> r <= height -> has (key s) (cell c r) = false.
  Proof.
    intros valid_s beyond low_r. unfold key_of_masks. simpl.
    rewrite has_lor, has_free_cells, has_discs, (proj2 (Nat.ltb_ge c width)) by trivial. cbn [andb orb].
    destruct (holds _ s c r) eqn:held; [|trivial]. apply holds_inside in held; trivial. lia.
  Qed.

  Lemma key_mirrored s : valid s -> mirror width height (key s) = key (mirrored s).
  Proof.
    intros valid_s. pose proof (mirrored_valid s valid_s) as valid_image. apply has_ext. intros n small.
    destruct (cell_of n) as (d & r & low_r & ->). rewrite has_mirror by trivial.
    destruct (Nat.ltb_spec d width) as [inside | beyond]; [|symmetry; now apply has_no_key].
    unfold key_of_masks, masks_of. cbn [free last]. rewrite !has_key by (trivial; lia).
    now rewrite column_mirrored, holds_mirrored.
  Qed.

  Lemma least_key_either s :
    valid s -> exists t, (t = s \/ t = mirrored s) /\ least_key width height (masks_of width height s) = key t.
  Proof.
    intros valid_s. unfold least_key. rewrite key_mirrored by trivial.
    destruct (_ <? _)%uint63; [exists (mirrored s) | exists s]; auto.
  Qed.

  Lemma least_key_faithful s t :
    valid s -> valid t ->
    least_key width height (masks_of width height s) = least_key width height (masks_of width height t) ->
    s = t \/ valid s /\ t = mirrored s.
  Proof.
    intros valid_s valid_t.
    destruct (least_key_either s valid_s) as (s' & image_s & ->).
    destruct (least_key_either t valid_t) as (t' & image_t & ->).
    pose proof (mirrored_valid s valid_s). pose proof (mirrored_valid t valid_t).
    intros same%key_is_injective; [|destruct image_s as [-> | ->]; trivial|destruct image_t as [-> | ->]; trivial].
    subst s'. destruct image_s as [-> | ->], image_t as [same | same].
    - now left.
    - right. split; [trivial|]. now rewrite same, mirrored_twice.
    - now right.
    - left. now rewrite <- (mirrored_twice s), same, mirrored_twice.
  Qed.

  Theorem connect_four_faithful : faithful (connect_four_masks width height).
  Proof.
    split.
    - repeat split; simpl.
      + apply repeat_length.
      + intros c. unfold column. simpl. rewrite nth_repeat. simpl. lia.
      + enough (list_sum (map (@length _) (repeat (@nil player) width)) = 0) as -> by reflexivity.
        clear. now induction width.
    - intros s c valid_s _ legal_c. now apply play_is_valid.
    - now apply over_masks_faithful.
    - intros s valid_s _. now apply next_masks_faithful.
    - intros s t valid_s valid_t _. now apply least_key_faithful.
  Qed.
End Mirror.
