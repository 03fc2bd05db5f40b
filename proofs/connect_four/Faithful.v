(** The masks agree with the rules of Connect Four. *)

From Coq Require Import Arith Bool Lia List Uint63.
From Perfectplay.rules Require Import Game ConnectFour.
From Perfectplay.checker Require Import Machine Memory.
From Perfectplay.connect_four Require Import Bits Drop Masks.
Import ListNotations.

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

  Lemma cell_fits c r : c < width -> r <= height -> cell c r < 63.
  Proof. intros. nia. Qed.

  Lemma cell_eqb c r d t :
    r <= height -> t <= height -> (cell c r =? cell d t) = (c =? d) && (r =? t).
  Proof.
    intros. destruct (Nat.eqb_spec (cell c r) (cell d t)) as [same | other].
    - assert (c = d) as <- by (rewrite <- (column_of_cell c r), same by trivial;
        now rewrite column_of_cell).
      replace t with r by lia. now rewrite !Nat.eqb_refl.
    - destruct (Nat.eqb_spec c d) as [<-|], (Nat.eqb_spec r t) as [<-|]; easy.
  Qed.

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

  Lemma has_lowest s c d r :
    c < width -> r <= height ->
    has (free_cells width height s land column_mask height c)%uint63 (cell d r) =
      (d =? c) && (r =? length (column s c)).
  Proof.
    intros inside low_r. rewrite has_land, has_free_cells by trivial. unfold column_mask.
    destruct (Nat.lt_ge_cases (cell d r) 63) as [small | large].
    - rewrite has_mask, column_of_cell by trivial. destruct (Nat.eqb_spec d c) as [->|]; [|apply andb_false_r].
      now rewrite (proj2 (Nat.ltb_lt c width)), andb_true_r.
    - rewrite has_beyond, andb_false_r by trivial. pose proof (cell_fits d r).
      now rewrite (proj2 (Nat.eqb_neq d c)) by lia.
  Qed.

  (** The end of the game *)

  Lemma has_pairs bits k n : k < 63 -> has (pairs bits (number k)) n = has bits n && has bits (n + k).
  Proof. intros small. unfold pairs. now rewrite has_land, has_lsr. Qed.

  Lemma has_in_steps discs k :
    2 * k < 63 ->
    in_steps discs (number k) (number (2 * k)) = true <->
    exists n, forall i, i < 4 -> has discs (n + i * k) = true.
  Proof.
    intros small. unfold in_steps.
    assert (four : forall n, has (pairs (pairs discs (number k)) (number (2 * k))) n =
      has discs (n + 0 * k) && has discs (n + 1 * k) &&
      (has discs (n + 2 * k) && has discs (n + 3 * k))).
    { intros n. rewrite !has_pairs by lia.
      replace (n + 0 * k) with n by lia. replace (n + 1 * k) with (n + k) by lia.
      now replace (n + 3 * k) with (n + 2 * k + k) by lia. }
    destruct (_ =? 0)%uint63 eqn:zero.
    - split; [easy|]. intros (n & bits). rewrite is_0 in zero.
      destruct (Nat.lt_ge_cases n 63) as [inside | beyond].
      + specialize (zero n inside). rewrite four, !bits in zero by lia. easy.
      + specialize (bits 0). rewrite has_beyond in bits; [discriminate bits; lia | lia].
    - split; [intros _ | easy]. apply is_not_0 in zero as (n & _ & bits). rewrite four in bits.
      apply andb_true_iff in bits as [[]%andb_true_iff []%andb_true_iff].
      exists n. intros [|[|[|[|i]]]] ?; trivial. lia.
  Qed.

  (** Four discs in the cells that a function names, according to the rules. *)
  Definition four (p : player) (s : board) (cells : nat -> nat * nat) : bool :=
    forallb (fun i => let (c, r) := cells i in holds p s c r) [0; 1; 2; 3].

  Lemma four_iff p s cells :
    four p s cells = true <->
    forall i, i < 4 -> holds p s (fst (cells i)) (snd (cells i)) = true.
  Proof.
    unfold four. change [0; 1; 2; 3] with (seq 0 4). rewrite forallb_forall. split.
    - intros held i inside. specialize (held i). rewrite in_seq in held.
      destruct (cells i). apply held. lia.
    - intros held i inside%in_seq. specialize (held i). destruct (cells i). apply held. lia.
  Qed.

  (** Bits that are a step from each other are the four cells of the rules, if each way there is
      one to the other. *)
  Lemma four_in_steps p s k (line : nat -> nat -> nat -> nat * nat) :
    valid s -> 2 * k < 63 ->
    (forall c r, four p s (line c r) = true ->
      exists n, forall i, i < 4 -> n + i * k = cell (fst (line c r i)) (snd (line c r i))) ->
    (forall n, (forall i, i < 4 -> has (discs height p s) (n + i * k) = true) ->
      exists c r, forall i, i < 4 ->
        snd (line c r i) <= height /\ n + i * k = cell (fst (line c r i)) (snd (line c r i))) ->
    in_steps (discs height p s) (number k) (number (2 * k)) = true <->
    exists c r, four p s (line c r) = true.
  Proof.
    intros valid_s small to_bits to_cells. rewrite has_in_steps by trivial. split.
    - intros (n & bits). destruct (to_cells n bits) as (c & r & cells).
      exists c, r. apply four_iff. intros i inside. destruct (cells i inside) as [low_r same].
      rewrite <- has_discs, <- same; auto.
    - intros (c & r & fours). destruct (to_bits c r fours) as (n & cells).
      exists n. intros i inside. rewrite four_iff in fours. specialize (fours i inside).
      rewrite cells, has_discs by (trivial; apply holds_inside in fours; trivial; lia). trivial.
  Qed.

  Lemma in_bits p s n :
    valid s -> has (discs height p s) n = true -> exists c r, r < height /\ n = cell c r.
  Proof.
    intros valid_s bit. destruct (cell_of n) as (c & r & low_r & ->). exists c, r.
    rewrite has_discs in bit by trivial. apply holds_inside in bit; trivial. split; [lia | trivial].
  Qed.

  (** In columns and rising diagonals, each step goes up by one row; along a row, by none. *)
  Lemma rising_bits p s across up :
    valid s -> up <= 1 -> 2 * cell across up < 63 ->
    in_steps (discs height p s) (number (cell across up)) (number (2 * cell across up)) = true <->
    exists c r, four p s (fun i => (c + i * across, r + i * up)) = true.
  Proof.
    intros valid_s small_up small.
    apply four_in_steps with (line := fun c r i => (c + i * across, r + i * up)); trivial;
      cbn [fst snd].
    - intros c r _. exists (cell c r). intros i _. nia.
    - intros n bits. destruct (in_bits p s n valid_s) as (c & r & low_r & ->).
      { specialize (bits 0). rewrite Nat.add_0_r in bits. apply bits. lia. }
      assert (climbs : forall i, i < 4 -> r + i * up < height).
      { induction i as [|i IH]; intros inside; [lia|].
        specialize (IH ltac:(lia)). specialize (bits (S i) inside).
        replace (cell c r + S i * cell across up)
          with (cell (c + S i * across) (r + S i * up)) in bits by ring.
        assert (S i * up = up + i * up) by ring.
        rewrite has_discs in bits by (trivial; lia). now apply holds_inside in bits. }
      exists c, r. intros i inside. specialize (climbs i inside). split; [lia | ring].
  Qed.

  Lemma falling_bits p s :
    valid s -> 2 * height < 63 ->
    in_steps (discs height p s) (number height) (number (2 * height)) = true <->
    exists c r, four p s (fun i => (c + i, r + (3 - i))) = true.
  Proof.
    intros valid_s small.
    apply four_in_steps with (line := fun c r i => (c + i, r + (3 - i))); trivial;
      cbn [fst snd].
    - intros c r _. exists (cell c (r + 3)). intros i ?.
      replace (r + 3) with (r + (3 - i) + i) by lia. ring.
    - intros n bits. destruct (in_bits p s n valid_s) as (c & r & low_r & ->).
      { specialize (bits 0). rewrite Nat.add_0_r in bits. apply bits. lia. }
      assert (falls : forall i, i < 4 -> i <= r).
      { induction i as [|i IH]; intros inside; [lia|].
        specialize (IH ltac:(lia)). specialize (bits (S i) inside).
        destruct (Nat.eq_dec i r) as [<-|]; [|lia].
        replace (cell c i + S i * height) with (cell (c + i) height) in bits by nia.
        rewrite has_discs in bits by trivial. apply holds_inside in bits; trivial. lia. }
      exists c, (r - 3). intros i inside. specialize (falls 3 ltac:(lia)). split; [lia | nia].
  Qed.

  Lemma four_same p s cells others :
    (forall i, cells i = others i) -> four p s cells = four p s others.
  Proof. intros same. unfold four. simpl. now rewrite !same. Qed.

  Lemma four_from_iff p s c r :
    four_from p s c r =
      four p s (fun i => (c + i * 1, r + i * 0)) || four p s (fun i => (c + i * 0, r + i * 1)) ||
      four p s (fun i => (c + i * 1, r + i * 1)) || four p s (fun i => (c + i, r + (3 - i))).
  Proof.
    rewrite (four_same p s (fun i => (c + i * 1, r + i * 0)) (fun i => (c + i, r))),
      (four_same p s (fun i => (c + i * 0, r + i * 1)) (fun i => (c, r + i))),
      (four_same p s (fun i => (c + i * 1, r + i * 1)) (fun i => (c + i, r + i)));
      [reflexivity | | |]; intros i; f_equal; lia.
  Qed.

  Lemma has_four_iff p s :
    valid s -> has_four height (discs height p s) = true <-> exists c r, four_from p s c r = true.
  Proof.
    intros valid_s. unfold has_four.
    pose proof (rising_bits p s 0 1 valid_s) as up. pose proof (rising_bits p s 1 0 valid_s) as right.
    pose proof (rising_bits p s 1 1 valid_s) as rising. pose proof (falling_bits p s valid_s) as falling.
    replace (cell 0 1) with 1 in up by lia. replace (cell 1 0) with (S height) in right by lia.
    replace (cell 1 1) with (S (S height)) in rising by lia.
    specialize (up ltac:(lia) ltac:(lia)). specialize (right ltac:(lia) ltac:(lia)).
    specialize (rising ltac:(lia) ltac:(lia)). specialize (falling ltac:(lia)).
    change (2 * 1) with 2 in up.
    transitivity (in_steps (discs height p s) (number 1) (number 2) = true \/
      in_steps (discs height p s) (number (S height)) (number (2 * S height)) = true \/
      in_steps (discs height p s) (number (S (S height))) (number (2 * S (S height))) = true \/
      in_steps (discs height p s) (number height) (number (2 * height)) = true).
    { do 3 (destruct in_steps; [tauto|]). intuition easy. }
    rewrite up, right, rising, falling. split.
    - intros [(c & r & found) | [(c & r & found) | [(c & r & found) | (c & r & found)]]];
        exists c, r; rewrite four_from_iff, found, ?orb_true_r; reflexivity.
    - intros (c & r & found). rewrite four_from_iff, !orb_true_iff in found.
      destruct found as [[[found | found] | found] | found]; eauto 6.
  Qed.

  Lemma four_from_inside p s c r :
    valid s -> four_from p s c r = true -> c < width /\ r < height.
  Proof.
    intros valid_s found. rewrite four_from_iff, !orb_true_iff in found.
    destruct found as [[[found | found] | found] | found]; rewrite four_iff in found;
      specialize (found 0 ltac:(lia)); cbn [fst snd] in found;
      apply holds_inside in found; trivial; lia.
  Qed.

  Lemma four_anywhere p s :
    valid s ->
    existsb (fun c => existsb (four_from p s c) (seq 0 height)) (seq 0 width) = true <->
      exists c r, four_from p s c r = true.
  Proof.
    intros valid_s. rewrite existsb_exists. split.
    - intros (c & _ & (r & _ & found)%existsb_exists). now exists c, r.
    - intros (c & r & found). pose proof (four_from_inside p s c r valid_s found) as [].
      exists c. split; [apply in_seq; lia|]. apply existsb_exists. exists r.
      split; [apply in_seq; lia | trivial].
  Qed.

  Lemma full_iff s :
    valid s ->
    forallb (fun column => length column =? height) (columns s) =
      (free_cells width height s =? roof width height)%uint63.
  Proof.
    intros (width_s & lengths & _). apply eq_true_iff_eq.
    rewrite forallb_forall, Uint63.eqb_spec. split.
    - intros full. apply has_ext. intros n _. destruct (cell_of n) as (c & r & low_r & ->).
      rewrite has_free_cells, has_roof by trivial. destruct (Nat.ltb_spec c width); [|trivial].
      do 2 f_equal. apply Nat.eqb_eq, full, nth_In. lia.
    - intros same column (c & inside & <-)%(In_nth _ _ []). apply Nat.eqb_eq.
      assert (has (free_cells width height s) (cell c height) = (c <? width)) as bit
        by now rewrite same, has_roof, Nat.eqb_refl, andb_true_r.
      rewrite has_free_cells, (proj2 (Nat.ltb_lt c width)) in bit by lia. symmetry. now apply Nat.eqb_eq.
  Qed.

  Lemma over_masks_faithful s :
    valid s -> over_masks width height (masks_of width height s) = outcome rules s.
  Proof.
    intros valid_s. unfold over_masks. simpl.
    rewrite full_iff by trivial. f_equal.
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
    - apply is_0. intros n _. destruct (cell_of n) as (d & r & low_r & ->).
      rewrite has_land, has_lowest, has_roof by trivial.
      destruct (Nat.eqb_spec r (length (column s c))), (Nat.eqb_spec r height); try lia;
        now rewrite ?andb_false_r.
    - apply is_not_0. exists (cell c height). split; [now apply cell_fits|].
      rewrite has_land, has_lowest, has_roof, !Nat.eqb_refl, (proj2 (Nat.ltb_lt c width)) by trivial.
      now rewrite (proj2 (Nat.eqb_eq _ _)) by lia.
  Qed.

  Lemma same_player_other p : same_player (other p) p = false.
  Proof. now destruct p. Qed.

  Lemma same_player_refl p : same_player p p = true.
  Proof. now destruct p. Qed.

  Lemma play_is_valid s c :
    valid s -> In c (legal rules s) -> valid (play rules s c).
  Proof.
    intros (width_s & lengths & turn_s) [inside low_c]%legal_column. simpl.
    repeat split; simpl.
    - now rewrite drop_length.
    - intros d. unfold column. simpl. rewrite column_of_drop by trivial.
      destruct (Nat.eqb_spec d c) as [->|]; [|apply lengths].
      unfold column in low_c. rewrite app_length. simpl. lia.
    - rewrite lengths_of_drop, turn_s, Nat.even_succ, <- Nat.negb_even by trivial.
      now destruct Nat.even.
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
    assert (inside_w : c < width) by (destruct valid_s as [<- _]; trivial).
    unfold masks_of. simpl turn.
    f_equal; apply has_ext; intros n small; destruct (cell_of n) as (d & r & low_r & ->).
    - rewrite has_lor, !has_discs, holds_after_drop by trivial.
      replace (other (other (turn s))) with (turn s) by now destruct (turn s).
      rewrite same_player_refl, andb_true_r. f_equal. now apply has_lowest.
    - rewrite !has_discs, holds_after_drop by trivial.
      now rewrite same_player_other, andb_false_r, orb_false_r.
    - rewrite !has_lxor. change 1%uint63 with (number 1). rewrite has_lsl by lia.
      assert (shifted : (1 <=? cell d r) && has disc (cell d r - 1) =
          (d =? c) && (r =? S (length (column s c)))).
      { unfold disc. destruct r as [|r]; [destruct d as [|d]|].
        - now rewrite andb_false_r.
        - replace (cell (S d) 0 - 1) with (cell d height) by lia. rewrite has_lowest by lia.
          rewrite (proj2 (Nat.eqb_neq height _)) by lia. now rewrite !andb_false_r.
        - replace (cell d (S r) - 1) with (cell d r) by lia.
          rewrite (proj2 (Nat.leb_le _ _)) by lia. now rewrite has_lowest by lia. }
      rewrite shifted. unfold disc. rewrite has_lowest, !has_free_cells by trivial.
      unfold column at 4. simpl columns. rewrite column_of_drop by trivial.
      destruct (Nat.eqb_spec d c) as [->|]; simpl; [|now rewrite !xorb_false_r].
      rewrite app_length, (proj2 (Nat.ltb_lt c width)) by trivial. fold (column s c). simpl. rewrite Nat.add_1_r.
      destruct (Nat.eqb_spec r (length (column s c))); simpl; [|now destruct (r =? _)].
      now rewrite (proj2 (Nat.eqb_neq r _)) by lia.
  Qed.

  Lemma next_masks_faithful s :
    valid s ->
    next_masks width height (masks_of width height s) =
      map (fun c => masks_of width height (play rules s c)) (legal rules s).
  Proof.
    intros valid_s. pose proof valid_s as (width_s & _ & _). unfold next_masks.
    assert (H : forall some, incl some (seq 0 width) ->
      next_in (map (column_mask height) some) (roof width height) (masks_of width height s) =
      map (fun c => masks_of width height (play rules s c))
        (filter (fun c => length (column s c) <? height) some)).
    { induction some as [|c others IH]; intros inside; [reflexivity|].
      assert (inside_c : c < width) by (apply (in_seq width 0), inside; now left).
      cbn [map next_in filter]. cbn [free last rest masks_of].
      rewrite is_open, IH by (trivial; intros x ?; apply inside; now right).
      destruct (length (column s c) <? height) eqn:open; [|trivial].
      cbn [map]. f_equal. apply next_faithful_column; trivial. simpl.
      apply filter_In. rewrite width_s. split; [apply inside; now left | trivial]. }
    rewrite H by easy. simpl legal. now rewrite width_s.
  Qed.

  (** Keys *)

  Lemma has_key s c r :
    valid s -> c < width -> r <= height ->
    has (free_cells width height s lor discs height (other (turn s)) s)%uint63 (cell c r) =
      (r =? length (column s c)) || holds (other (turn s)) s c r.
  Proof. intros. now rewrite has_lor, has_free_cells, has_discs, (proj2 (Nat.ltb_lt c width)). Qed.

  Lemma has_key_above p s c r :
    length (column s c) < r -> (r =? length (column s c)) || holds p s c r = false.
  Proof.
    intros above. rewrite (proj2 (Nat.eqb_neq _ _)) by lia. simpl.
    destruct (holds p s c r) eqn:held; [apply holds_below in held; lia | trivial].
  Qed.

  Lemma holds_same p s t c r :
    r < length (column s c) -> r < length (column t c) ->
    holds p s c r = holds p t c r -> nth_error (column s c) r = nth_error (column t c) r.
  Proof.
    intros in_s%nth_error_Some in_t%nth_error_Some. unfold holds.
    destruct (nth_error (column s c) r) as [[]|], (nth_error (column t c) r) as [[]|], p; easy.
  Qed.

  Lemma key_is_injective s t :
    valid s -> valid t ->
    (free_cells width height s lor discs height (other (turn s)) s =
     free_cells width height t lor discs height (other (turn t)) t)%uint63 -> s = t.
  Proof.
    intros valid_s valid_t same.
    assert (bits : forall c r, c < width -> r <= height ->
      (r =? length (column s c)) || holds (other (turn s)) s c r =
      (r =? length (column t c)) || holds (other (turn t)) t c r).
    { intros. rewrite <- !has_key by trivial. now rewrite same. }
    pose proof valid_s as (width_s & lengths_s & turn_s).
    pose proof valid_t as (width_t & lengths_t & turn_t).
    assert (lengths : forall c, c < width -> length (column s c) = length (column t c)).
    { intros c inside. specialize (lengths_s c). specialize (lengths_t c).
      destruct (Nat.lt_trichotomy (length (column s c)) (length (column t c)))
        as [less | [equal | more]]; trivial; exfalso.
      - specialize (bits c _ inside lengths_t). now rewrite has_key_above, Nat.eqb_refl in bits.
      - specialize (bits c _ inside lengths_s).
        rewrite Nat.eqb_refl, (has_key_above _ t) in bits; easy. }
    assert (turns : turn s = turn t).
    { rewrite turn_s, turn_t. enough (map (@length _) (columns s) = map (@length _) (columns t)) as ->
        by reflexivity.
      apply (nth_ext _ _ (length (@nil player)) (length (@nil player))).
      - now rewrite !map_length, width_s.
      - intros c inside. rewrite map_length, width_s in inside. rewrite !map_nth. now apply lengths. }
    destruct s as [turn_of_s columns_s], t as [turn_of_t columns_t]. simpl in turns.
    subst turn_of_t. f_equal. apply (nth_ext _ _ [] []); simpl in width_s, width_t; [now rewrite width_s|].
    intros c inside. rewrite width_s in inside. specialize (lengths c inside).
    change (column {| turn := turn_of_s; columns := columns_s |} c =
      column {| turn := turn_of_s; columns := columns_t |} c).
    specialize (lengths_s c).
    set (s := {| turn := turn_of_s; columns := columns_s |}) in *.
    set (t := {| turn := turn_of_s; columns := columns_t |}) in *.
    apply (nth_ext _ _ First First); trivial. intros r below.
    enough (nth_error (column s c) r = nth_error (column t c) r) as same_disc.
    { rewrite !(nth_error_nth' _ First) in same_disc by lia. now injection same_disc. }
    apply (holds_same (other (turn s))); [trivial | lia|].
    specialize (bits c r inside ltac:(lia)).
    rewrite !(proj2 (Nat.eqb_neq _ _)) in bits by lia. cbn [orb] in bits.
    exact bits.
  Qed.
End Faithful.
