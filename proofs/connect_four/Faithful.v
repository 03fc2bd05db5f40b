(** The masks agree with the rules of Connect Four. *)

From Coq Require Import Arith Bool Lia List Uint63.
From Perfectplay.rules Require Import Game ConnectFour.
From Perfectplay.checker Require Import Machine Memory.
From Perfectplay.connect_four Require Import Bits Drop Masks.
Import ListNotations.

(** Proves equations of comparisons. *)
Ltac by_cases :=
  repeat match goal with
    | |- context [?a =? ?b] => destruct (Nat.eqb_spec a b)
    | |- context [?a <? ?b] => destruct (Nat.ltb_spec a b)
    | |- context [?a <=? ?b] => destruct (Nat.leb_spec a b)
    end; simpl; try lia; try easy.

Section Faithful.
  Context {width height : nat} {fitting : fits_in_63_bits width height}.
  Let fits : width * S height <= 63 := proj1 fitting.
  Let low : height <= 20 := proj2 fitting.

  Notation cell c r := (c * S height + r).
  Notation valid := (valid_board width height).
  Notation rules := (connect_four width height).

  Lemma column_of_cell c r : r <= height -> cell c r / S height = c.
  Proof. intros inside. symmetry. apply Nat.div_unique with r; lia. Qed.

  Lemma row_of_cell c r : r <= height -> cell c r mod S height = r.
  Proof. intros inside. symmetry. apply Nat.mod_unique with c; lia. Qed.

  Lemma cell_of n : exists c r, r <= height /\ n = cell c r.
  Proof.
    exists (n / S height), (n mod S height). split.
    - pose proof (Nat.mod_upper_bound n (S height)). lia.
    - rewrite (Nat.div_mod_eq n (S height)) at 1. lia.
  Qed.

  Lemma cell_injective c d r t : r <= height -> t <= height -> cell c r = cell d t -> c = d /\ r = t.
  Proof. intros. assert (c = d) as <- by nia. split; lia. Qed.

  Lemma cell_fits c r : c < width -> r <= height -> cell c r < 63.
  Proof. intros. nia. Qed.

  Lemma holds_inside p s c r : valid s -> holds p s c r = true -> c < width /\ r < height.
  Proof.
    intros (columns_s & lengths & _) held. apply holds_below in held. split.
    - rewrite <- columns_s. destruct (Nat.lt_ge_cases c (length (columns s))) as [|beyond]; trivial.
      unfold column in held. rewrite nth_overflow in held by trivial. simpl in held. lia.
    - specialize (lengths c). lia.
  Qed.

  (** Masks, cell by cell *)

  Lemma has_cells f c r :
    r <= height -> (forall c r, f c r = true -> c < width) ->
    has (mask (fun n => f (n / S height) (n mod S height))) (cell c r) = f c r.
  Proof.
    intros inside bound. destruct (Nat.lt_ge_cases (cell c r) 63) as [small | large].
    - rewrite has_mask by trivial. now rewrite column_of_cell, row_of_cell.
    - rewrite has_beyond by trivial. destruct (f c r) eqn:held; [|trivial].
      apply bound in held. pose proof (cell_fits c r). lia.
  Qed.

  Lemma has_discs p s c r :
    valid s -> r <= height -> has (discs height p s) (cell c r) = holds p s c r.
  Proof. intros. apply has_cells; trivial. intros d t held. now apply holds_inside in held. Qed.

  Lemma has_free_cells s c r :
    r <= height ->
    has (free_cells width height s) (cell c r) = (c <? width) && (r =? length (column s c)).
  Proof.
    intros. apply (has_cells (fun c r => (c <? width) && (r =? length (column s c)))); trivial.
    intros d t [inside%Nat.ltb_lt _]%andb_true_iff. trivial.
  Qed.

  Lemma has_roof c r : r <= height -> has (roof width height) (cell c r) = (c <? width) && (r =? height).
  Proof.
    intros. apply (has_cells (fun c r => (c <? width) && (r =? height))); trivial.
    intros d t [inside%Nat.ltb_lt _]%andb_true_iff. trivial.
  Qed.

  Lemma has_column c d r :
    c < width -> r <= height -> has (column_mask height c) (cell d r) = (d =? c).
  Proof. intros. apply (has_cells (fun d _ => d =? c)); trivial. now intros ? _ ->%Nat.eqb_eq. Qed.

  Lemma has_lowest s c d r :
    c < width -> r <= height ->
    has (free_cells width height s land column_mask height c)%uint63 (cell d r) =
      (d =? c) && (r =? length (column s c)).
  Proof.
    intros. rewrite has_land, has_free_cells, has_column by trivial. destruct (Nat.eqb_spec d c) as [->|]; by_cases.
  Qed.

  (** The end of the game *)

  Lemma has_in_steps discs k :
    2 * k < 63 ->
    in_steps discs (number k) (number (2 * k)) = true <->
    exists n, forall i, i < 4 -> has discs (n + i * k) = true.
  Proof.
    intros small. unfold in_steps.
    assert (bits : forall n, has (pairs (pairs discs (number k)) (number (2 * k))) n =
      forallb (fun i => has discs (n + i * k)) (seq 0 4)).
    { intros n. unfold pairs. rewrite !has_land, !has_lsr, has_land, has_lsr by lia. cbn [seq forallb].
      rewrite andb_true_r, <- andb_assoc. repeat apply (f_equal2 andb); f_equal; lia. }
    transitivity (exists n, has (pairs (pairs discs (number k)) (number (2 * k))) n = true).
    - rewrite <- is_not_0. now destruct (_ =? 0)%uint63.
    - setoid_rewrite bits. setoid_rewrite forallb_forall. setoid_rewrite in_seq.
      split; intros (n & held); exists n; intros i inside; apply held; lia.
  Qed.

  Lemma in_bits p s n :
    valid s -> has (discs height p s) n = true ->
    exists c r, r < height /\ holds p s c r = true /\ n = cell c r.
  Proof.
    intros valid_s bit. destruct (cell_of n) as (c & r & low_r & ->). rewrite has_discs in bit by trivial.
    exists c, r. now pose proof (holds_inside p s c r valid_s bit).
  Qed.

  (** A step of [k] bits goes some columns to the right, and a row up or down or neither. *)
  Lemma in_steps_iff p s k right up down (column row : nat -> nat -> nat) :
    valid s -> up + down <= 1 -> k + down = cell right up -> 2 * k < 63 ->
    (forall c i, column c i = c + i * right) ->
    (forall r i, i < 4 -> row r i = r + i * up + (3 - i) * down) ->
    in_steps (discs height p s) (number k) (number (2 * k)) = true <->
    exists c r, forallb (fun i => holds p s (column c i) (row r i)) [0; 1; 2; 3] = true.
  Proof.
    intros valid_s slope step small columns rows. rewrite has_in_steps by trivial.
    assert (steps : forall i, i * k + i * down = i * cell right up) by (intros i; rewrite <- step; ring).
    assert (flat_or_down : down = 0 \/ down = 1 /\ up = 0) by lia.
    change [0; 1; 2; 3] with (seq 0 4). setoid_rewrite forallb_forall. setoid_rewrite in_seq. split.
    - intros (n & bits). destruct (in_bits p s n valid_s) as (c & r & low_r & _ & ->).
      { specialize (bits 0). rewrite Nat.add_0_r in bits. apply bits. lia. }
      assert (line : forall i, i < 4 ->
        exists t, t < height /\ t + i * down = r + i * up /\ holds p s (c + i * right) t = true).
      { induction i as [|i IH]; intros inside;
          destruct (in_bits p s _ valid_s (bits _ inside)) as (d & t & low_t & held & same).
        - destruct (cell_injective c d r t) as [<- <-]; try lia.
          exists r. cbn [Nat.mul]. rewrite !Nat.add_0_r. auto.
        - destruct IH as (before & low_before & on_line & _); [lia|].
          specialize (steps (S i)).
          destruct (cell_injective d (c + S i * right) (t + down) (before + up)) as [-> ?]; [lia | lia | nia |]. exists t. repeat split; trivial. lia. }
      exists c, (r - 3 * down). intros i inside. destruct (line i) as (t & _ & on_line & held); [lia|].
      destruct (line 3) as (highest & _ & on_line_3 & _); [lia|]. rewrite columns, rows by lia.
      now replace (_ + (3 - i) * down) with t by (destruct flat_or_down as [-> | [-> ->]]; lia).
    - intros (c & r & held). exists (cell c (r + 3 * down)). intros i inside. specialize (held i ltac:(lia)).
      specialize (steps i). pose proof (holds_inside p s _ _ valid_s held).
      rewrite <- has_discs in held by (trivial; lia). rewrite <- held, columns, rows by lia. f_equal.
      destruct flat_or_down as [-> | [-> ->]]; nia.
  Qed.

  Lemma has_four_iff p s :
    valid s -> has_four height (discs height p s) = true <-> exists c r, four_from p s c r = true.
  Proof.
    intros valid_s. unfold has_four, four_from.
    pose proof (in_steps_iff p s 1 0 1 0 (fun c _ => c) (fun r i => r + i) valid_s) as up.
    pose proof (in_steps_iff p s (S height) 1 0 0 (fun c i => c + i) (fun r _ => r) valid_s) as right.
    pose proof (in_steps_iff p s (S (S height)) 1 1 0 (fun c i => c + i) (fun r i => r + i) valid_s) as rising.
    pose proof (in_steps_iff p s height 1 0 1 (fun c i => c + i) (fun r i => r + (3 - i)) valid_s) as falling.
    change (2 * 1) with 2 in up. setoid_rewrite orb_true_iff. setoid_rewrite orb_true_iff.
    setoid_rewrite orb_true_iff. cbv beta.
    transitivity (in_steps (discs height p s) (number 1) (number 2) = true \/
      in_steps (discs height p s) (number (S height)) (number (2 * S height)) = true \/
      in_steps (discs height p s) (number (S (S height))) (number (2 * S (S height))) = true \/
      in_steps (discs height p s) (number height) (number (2 * height)) = true).
    { do 3 (destruct in_steps; [tauto|]). intuition easy. }
    rewrite up, right, rising, falling by lia. split.
    - intros [(c & r & ?) | [(c & r & ?) | [(c & r & ?) | (c & r & ?)]]]; exists c, r; tauto.
    - intros (c & r & [[[? | ?] | ?] | ?]); eauto 6.
  Qed.

  Lemma four_anywhere p s :
    valid s ->
    existsb (fun c => existsb (four_from p s c) (seq 0 height)) (seq 0 width) = true <->
      exists c r, four_from p s c r = true.
  Proof.
    intros valid_s. rewrite existsb_exists. setoid_rewrite existsb_exists. setoid_rewrite in_seq. split.
    - intros (c & _ & r & _ & found). now exists c, r.
    - intros (c & r & found). enough (c < width /\ r < height) as [].
      { exists c. split; [lia|]. exists r. split; [lia | trivial]. }
      unfold four_from in found. cbn [forallb] in found. rewrite !orb_true_iff, !andb_true_iff in found.
      destruct found as [[[[held _] | [held _]] | [held _]] | [held _]];
        apply (holds_inside p s) in held; trivial; lia.
  Qed.

  Lemma full_iff s :
    valid s ->
    forallb (fun column => length column =? height) (columns s) =
      (free_cells width height s =? roof width height)%uint63.
  Proof.
    intros (width_s & _). apply eq_true_iff_eq. rewrite forallb_forall, Uint63.eqb_spec. split.
    - intros full. apply has_ext. intros n _. destruct (cell_of n) as (c & r & low_r & ->).
      rewrite has_free_cells, has_roof by trivial. destruct (Nat.ltb_spec c width); [|trivial].
      do 2 f_equal. apply Nat.eqb_eq, full, nth_In. lia.
    - intros same column (c & inside & <-)%(In_nth _ _ []). rewrite width_s in inside.
      assert (bit : has (free_cells width height s) (cell c height) = true)
        by (rewrite same, has_roof by trivial; by_cases).
      rewrite has_free_cells in bit by trivial. revert bit. unfold ConnectFour.column. by_cases.
  Qed.

  Lemma over_masks_faithful s :
    valid s -> over_masks width height (masks_of width height s) = outcome rules s.
  Proof.
    intros valid_s. unfold over_masks. simpl. rewrite full_iff by trivial. f_equal.
    replace (existsb _ _) with (has_four height (discs height (other (turn s)) s)); [trivial|].
    apply eq_true_iff_eq. now rewrite four_anywhere, has_four_iff.
  Qed.

  (** Moves *)

  Lemma is_open s c :
    valid s -> c < width ->
    ((free_cells width height s land column_mask height c) land roof width height =? 0)%uint63 =
      (length (column s c) <? height).
  Proof.
    intros (_ & lengths & _) inside. specialize (lengths c).
    destruct (Nat.ltb_spec (length (column s c)) height) as [open | full].
    - apply not_false_iff_true. rewrite is_not_0. intros (n & bit).
      destruct (cell_of n) as (d & r & low_r & ->). revert bit.
      rewrite has_land, has_lowest, has_roof by trivial. by_cases.
    - apply is_not_0. exists (cell c height). rewrite has_land, has_lowest, has_roof by trivial. by_cases.
  Qed.

  Lemma play_is_valid s c : valid s -> In c (legal rules s) -> valid (play rules s c).
  Proof.
    intros (width_s & lengths & turn_s) [inside low_c]%legal_column. repeat split; simpl.
    - now rewrite drop_length.
    - intros d. unfold column in *. simpl. rewrite column_of_drop by trivial. specialize (lengths d).
      destruct (d =? c); [rewrite app_length; simpl; lia | trivial].
    - rewrite lengths_of_drop, turn_s, Nat.even_succ, <- Nat.negb_even by trivial. now destruct Nat.even.
  Qed.

  Lemma next_faithful_column s c :
    valid s -> In c (legal rules s) ->
    let disc := (free_cells width height s land column_mask height c)%uint63 in
    {| last := (discs height (turn s) s lor disc)%uint63;
       rest := discs height (other (turn s)) s;
       free := (free_cells width height s lxor disc lxor (disc << 1))%uint63 |} =
      masks_of width height (play rules s c).
  Proof.
    intros valid_s legal_c disc. pose proof (play_is_valid s c valid_s legal_c) as valid_after.
    pose proof legal_c as [inside low_c]%legal_column.
    assert (inside_w := inside). rewrite (proj1 valid_s) in inside_w.
    assert (has_disc : forall d r, r <= height -> has disc (cell d r) = (d =? c) && (r =? length (column s c)))
      by (intros; now apply has_lowest).
    unfold masks_of. simpl turn.
    apply (f_equal3 Build_masks); apply has_ext; intros n small; destruct (cell_of n) as (d & r & low_r & ->).
    - rewrite has_lor, !has_discs, holds_after_drop, has_disc by trivial.
      destruct (turn s); now rewrite andb_true_r.
    - rewrite !has_discs, holds_after_drop by trivial.
      destruct (turn s); now rewrite andb_false_r, orb_false_r.
    - rewrite !has_lxor. change 1%uint63 with (number 1). rewrite has_lsl by lia.
      replace ((1 <=? cell d r) && has disc (cell d r - 1)) with ((d =? c) && (r =? S (length (column s c)))).
      2:{ destruct r as [|r]; [destruct d as [|d]; [now rewrite andb_false_r|]|].
          - replace (cell (S d) 0 - 1) with (cell d height) by lia. rewrite has_disc by lia. by_cases.
          - replace (cell d (S r) - 1) with (cell d r) by lia. rewrite has_disc by lia. by_cases. }
      rewrite has_disc, !has_free_cells by trivial.
      unfold column in *. simpl columns. rewrite column_of_drop by trivial.
      destruct (Nat.eqb_spec d c) as [->|]; [rewrite app_length; simpl length|]; by_cases.
  Qed.

  Lemma next_masks_faithful s :
    valid s ->
    next_masks width height (masks_of width height s) =
      map (fun c => masks_of width height (play rules s c)) (legal rules s).
  Proof.
    intros valid_s. unfold next_masks. simpl legal. rewrite (proj1 valid_s).
    assert (H : forall some, incl some (seq 0 width) ->
      next_in (map (column_mask height) some) (roof width height) (masks_of width height s) =
      map (fun c => masks_of width height (play rules s c))
        (filter (fun c => length (column s c) <? height) some)); [|now apply H].
    induction some as [|c others IH]; intros inside; [reflexivity|].
    apply incl_cons_inv in inside as [inside_c inside].
    pose proof inside_c as inside_w%(in_seq width 0). cbn [map next_in filter free last rest masks_of].
    rewrite is_open, IH by (trivial; lia).
    destruct (length (column s c) <? height) eqn:open; [|trivial].
    cbn [map]. f_equal. apply next_faithful_column; trivial. simpl. rewrite (proj1 valid_s). now apply filter_In.
  Qed.

  (** Keys *)

  Lemma key_is_injective s t :
    valid s -> valid t ->
    key_of_masks (masks_of width height s) = key_of_masks (masks_of width height t) -> s = t.
  Proof.
    intros valid_s valid_t same.
    assert (bits : forall c r, c < width -> r <= height ->
      (r =? length (column s c)) || holds (other (turn s)) s c r =
      (r =? length (column t c)) || holds (other (turn t)) t c r).
    { assert (key : forall s c r, valid s -> c < width -> r <= height ->
        has (key_of_masks (masks_of width height s)) (cell c r) =
          (r =? length (column s c)) || holds (other (turn s)) s c r).
      { intros. unfold key_of_masks. simpl. rewrite has_lor, has_free_cells, has_discs by trivial. by_cases. }
      intros. now rewrite <- !key, same. }
    assert (no_longer : forall s t c, valid s -> (forall r, r <= height ->
      (r =? length (column s c)) || holds (other (turn s)) s c r =
      (r =? length (column t c)) || holds (other (turn t)) t c r) -> length (column s c) <= length (column t c)).
    { clear. intros s t c (_ & lengths & _) bits. apply Nat.nlt_ge. intros longer.
      specialize (bits _ (lengths c)). rewrite Nat.eqb_refl, (proj2 (Nat.eqb_neq _ _)) in bits by lia.
      symmetry in bits. apply holds_below in bits. lia. }
    assert (lengths : forall c, c < width -> length (column s c) = length (column t c)).
    { intros c inside. apply Nat.le_antisymm; apply no_longer; trivial; intros; [|symmetry]; now apply bits. }
    pose proof valid_s as (width_s & lengths_s & turn_s). pose proof valid_t as (width_t & lengths_t & turn_t).
    assert (turns : turn s = turn t).
    { rewrite turn_s, turn_t. enough (map (@length _) (columns s) = map (@length _) (columns t)) as -> by trivial.
      apply (nth_ext _ _ (length (@nil player)) (length (@nil player)));
        rewrite !map_length; [congruence|]. intros c inside. rewrite !map_nth. apply lengths. congruence. }
    enough (columns s = columns t) by (destruct s, t; simpl in *; congruence).
    apply (nth_ext _ _ [] []); [congruence|]. rewrite width_s. intros c inside.
    change (column s c = column t c). apply (nth_ext _ _ First First); [now apply lengths|]. intros r below.
    specialize (bits c r inside). specialize (lengths c inside). specialize (lengths_s c).
    rewrite !(proj2 (Nat.eqb_neq _ _)), turns in bits by lia. specialize (bits ltac:(lia)). simpl in bits.
    unfold holds in bits. rewrite !(nth_error_nth' _ First) in bits by lia.
    now destruct (nth r _ _), (nth r _ _), (turn t).
  Qed.

  Theorem connect_four_faithful : faithful (connect_four_masks width height).
  Proof.
    split.
    - repeat split; simpl.
      + apply repeat_length.
      + intros c. unfold column. simpl. rewrite nth_repeat. simpl. lia.
      + enough (list_sum (map (@length _) (repeat (@nil player) width)) = 0) as -> by reflexivity.
        clear. now induction width.
    - intros s c valid_s _. now apply play_is_valid.
    - exact over_masks_faithful.
    - intros s valid_s _. now apply next_masks_faithful.
    - intros s t valid_s valid_t _. now apply key_is_injective.
  Qed.
End Faithful.
