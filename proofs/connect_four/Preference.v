(** The features of moves in a playbook by rules, and the sums of their weights. No proof is needed, since
    the checker does not trust the answers of a playbook. *)

From Coq Require Import Arith Bool ZArith List Uint63 PArray.
From Perfectplay.connect_four Require Import Bits Masks Threats.
From Perfectplay.playbook Require Import Reader.
Import ListNotations.
Local Open Scope uint63_scope.
Local Open Scope array_scope.

(** The number of a bit: no two powers of two have the same remainder. *)
Definition numbers_of_bits : array int :=
  Eval vm_compute in fold_left (fun table n => table.[(1 << n) mod 67 <- n]) (Reader.numbers 63) (make 67 0).

Definition number_of_bit (bit : int) : int := numbers_of_bits.[bit mod 67].

(** A line through a cell. A factor moves its four bits next to each other. *)
Record line := { first : int; four : int; factor : int; shift : int; patterns : int }.

Record features := {
  weight : array int;
  (** The lines through a cell of the left half; and of the middle column, those whose images differ. *)
  lines : array (list line);
  image_lines : array (list line);
  (** The weights of the patterns of lines, 32 for each line and cell, by context. *)
  of_cell : array int;
  of_above : array int;
  context_size : int;
  (** The rows with an even number, counted from 0, the others, the lowest cells, and those above. *)
  even_rows : int;
  odd_rows : int;
  bottom : int;
  top : int;
  column_of : array int;
  row_of : array int;
  folded_of : array int;
  mirror_of : int -> int;
  middle : int;
  left_half : int;
  height_of : int;
  width_of : int;
  size_of : int;
  (** The first features of the other groups. *)
  of_place : int;
  of_odd_columns : int;
  of_new_threats : int;
  of_column : int;
  of_below : int;
  of_replies : int;
  of_counting : int;
  of_quarter : int;
  of_threat : int;
}.

(** Each direction and place in a line, with a cell that has this place in a line. *)
Definition places (width height : nat) : list (nat * nat * nat) :=
  let all := cells (board_of width height) in
  let is_left n := (n / S height <? (width + 1) / 2)%nat in
  let is_middle n := ((n / S height) * 2 + 1 =? width)%nat in
  let begins step n :=
    forallb (fun i => has all (n + i * step)%nat) (seq 0 4) in
  flat_map (fun way : nat * nat => let (number_of_way, step) := way in
    flat_map (fun place =>
      let has_image_later := ((number_of_way =? 3) || (number_of_way =? 0) && (3 <? 2 * place))%nat%bool in
      map (fun n => (step, place, n))
        (filter (fun n => (place * step <=? n)%nat && begins step (n - place * step)%nat && is_left n &&
          negb (has_image_later && is_middle n))%bool (seq 0 63)))
      (seq 0 4))
    [(0, S height); (1, 1); (2, height); (3, S (S height))]%nat.

Definition line_of (step place cell : nat) (patterns : int) : line :=
  let bits := fold_left (fun bits i => bits lor 1 << number (i * step)) (seq 0 4) 0 in
  {|
    first := number (cell - place * step);
    four := bits;
    factor := if (step =? 1)%nat then 1
      else fold_left (fun bits i => bits lor 1 << number (3 * step + i - i * step)) (seq 0 4) 0;
    shift := if (step =? 1)%nat then 0 else number (3 * step);
    patterns := patterns;
  |}.

(** The number of a pattern: the cells of one player, with the cell in question left out. *)
Definition pattern_number (place pattern : int) : option int :=
  let others n := (n land (1 << place - 1)) lor ((n >> (place + 1)) << place) in
  if pattern <? 16 then Some (others pattern)
  else if pattern =? 16 then None
  else Some (7 + others (pattern - 16)).

Definition features_of (width height : nat) (weight : array int) : features :=
  let all := places width height in
  let count := number (List.length all) in
  let block := count * 15 in
  let numbered := combine (map number (seq 0 (List.length all))) all in
  let lines_of (keep : nat -> nat -> bool) :=
    fold_left (fun table n =>
      let through (p : int * (nat * nat * nat)) :=
        let '(i, (step, place, cell)) := p in
        if ((cell =? n)%nat && keep step cell)%bool then [line_of step place cell (i * 32)] else [] in
      table.[number n <- flat_map through numbered]) (seq 0 63) (make 63 []) in
  let sums (contexts : list (list int)) :=
    fst (fold_left (fun '(table, at_cell) blocks =>
      fold_left (fun '(table, at_cell) (p : int * (nat * nat * nat)) =>
        let '(i, (_, place, _)) := p in
        fold_left (fun '(table, at_cell) pattern =>
          let value :=
            match pattern_number (number place) pattern with
            | None => 0
            | Some pattern =>
                fold_left (fun sum k => sum + weight.[k * block + i * 15 + pattern]) blocks 0
            end in
          (table.[at_cell <- value], at_cell + 1)) (Reader.numbers 32) (table, at_cell))
        numbered (table, at_cell)) contexts (make (number (List.length contexts) * count * 32) 0, 0)) in
  let of_cells (f : nat -> nat -> int) :=
    fold_left (fun table n => table.[number n <- f (n / S height) (n mod S height)]%nat) (seq 0 63)
      (make 63 0) in
  let in_rows (p : nat -> bool) :=
    mask (fun n => (n / S height <? width) && p (n mod S height))%nat%bool in
  let place_count := number ((width + 1) / 2 * height) in
  let (w, h) := (number width, number height) in
  let of_place := 6 * block in
  let of_odd_columns := of_place + place_count * 8 in
  let of_new_threats := of_odd_columns + w * 16 in
  let of_column := of_new_threats + 27 in
  let of_below := of_column + h * h * 2 in
  let of_replies := of_below + 24 in
  let of_counting := of_replies + (w + 1) * 8 in
  let of_quarter := of_counting + 54 in
  let is_middle c := (c * 2 + 1 =? width)%nat in
  {|
    weight := weight;
    lines := lines_of (fun _ _ => true);
    image_lines := lines_of (fun step n => negb (step =? 1)%nat && is_middle (n / S height)%nat)%bool;
    of_cell := sums [[0]; [0; 2]; [0; 3]; [0; 2; 3]; [0; 4]; [0; 2; 4]; [0; 3; 4]; [0; 2; 3; 4]];
    of_above := sums [[1]; [1; 5]];
    context_size := count * 32;
    even_rows := in_rows (fun r => Nat.even r && (r <? height)%nat)%bool;
    odd_rows := in_rows (fun r => Nat.odd r && (r <? height)%nat)%bool;
    bottom := in_rows (fun r => r =? 0)%nat;
    top := in_rows (fun r => r =? height)%nat;
    column_of := of_cells (fun c _ => column_mask height c land cells (board_of width height));
    row_of := of_cells (fun _ r => number r);
    folded_of := of_cells (fun c r => number (Nat.min c (width - S c) * height + r));
    mirror_of := mirror width height;
    middle := mask (fun n => is_middle (n / S height)%nat);
    left_half := mask (fun n => (n / S height <? (width + 1) / 2)%nat);
    height_of := h;
    width_of := w;
    size_of := w * h;
    of_place := of_place;
    of_odd_columns := of_odd_columns;
    of_new_threats := of_new_threats;
    of_column := of_column;
    of_below := of_below;
    of_replies := of_replies;
    of_counting := of_counting;
    of_quarter := of_quarter;
    of_threat := of_quarter + place_count * 4;
  |}.

Fixpoint sum_of_lines (table : array int) (context own other : int) (lines : list line) (sum : int) : int :=
  match lines with
  | [] => sum
  | l :: lines =>
      let of_player discs := ((((discs >> first l) land four l) * factor l) >> shift l) land 15 in
      let own_pattern := of_player own in
      let other_pattern := of_player other in
      let pattern :=
        if other_pattern =? 0 then own_pattern
        else if own_pattern =? 0 then 16 lor other_pattern else 16 in
      sum_of_lines table context own other lines (sum + table.[context + patterns l + pattern])
  end.

(** A number, with 2 for all greater ones. *)
Definition few (bits : int) : int :=
  if bits =? 0 then 0 else if at_most_one bits then 1 else 2.

(** The sums of the weights of moves, each with its cell. They are moved away from 0, so that none is
    negative. *)
Definition scores (b : board) (f : features) (x : masks) (moves : int) : list (int * int) :=
  let (own, other) := (rest x, last x) in
  let all := own lor other in
  let open := free x land cells b in
  let marks := ones all in
  let (own_rows, other_rows) :=
    if marks land 1 =? 0 then (even_rows f, odd_rows f) else (odd_rows f, even_rows f) in
  let own_before := threats b own all in
  let other_before := threats b other all in
  let counting these those :=
    let all := these lor those lor top f in
    these land without all (all - bottom f) in
  let some bits := if bits =? 0 then 0 else 1 in
  let others_count := counting other_before own_before in
  let own_counts := some (counting own_before other_before land own_rows) in
  let other_counts := some (others_count land other_rows) in
  let context := own_counts + 2 * other_counts + 4 * some (others_count land own_rows) in
  let is_late := if 7 * marks <? 4 * size_of f then 0 else 1 in
  let of_cell_context := (own_counts + 2 * other_counts + 4 * is_late) * context_size f in
  let of_above_context := own_counts * context_size f in
  let quarter := 4 * marks / size_of f in
  let odd := ones (open land odd_rows f) in
  let own_image := mirror_of f own in
  let other_image := mirror_of f other in
  let weight := weight f in
  let of_lines lines own other disc sum :=
    let n := number_of_bit disc in
    let sum := sum_of_lines (of_cell f) of_cell_context own other lines.[n] sum in
    if (disc << 1) land cells b =? 0 then sum
    else sum_of_lines (of_above f) of_above_context (own lor disc) other lines.[n + 1] sum in
  let score disc :=
    let n := number_of_bit disc in
    let (column, row) := ((column_of f).[n], (row_of f).[n]) in
    let folded := (folded_of f).[n] in
    let is_odd := row land 1 in
    let sum :=
      if disc land left_half f =? 0 then of_lines (lines f) own_image other_image (mirror_of f disc) 0x100000
      else of_lines (lines f) own other disc 0x100000 in
    let sum :=
      if disc land middle f =? 0 then sum else of_lines (image_lines f) own_image other_image disc sum in
    let '(own_after, all_after, free_after) := (own lor disc, all lor disc, free x + disc) in
    let open_after := free_after land cells b in
    let now := threats b own_after all_after in
    let other_now := without other_before disc in
    let added := without now own_before in
    let reply := now land open_after in
    let forcing :=
      if reply =? 0 then 0
      else if ones other_now <? ones (threats b (other lor reply) (all_after lor reply)) then 2
      else 1 in
    let up threats :=
      let found := threats land column in
      if found =? 0 then 0 else (row_of f).[number_of_bit (lowest found)] - row in
    let below := if row =? 0 then 0 else if (disc >> 1) land own =? 0 then 2 else 1 in
    let other_counting := counting other_now now in
    let counted :=
      few (counting now other_now land own_rows) * 9 + few (other_counting land other_rows) * 3 +
      few (other_counting land own_rows) in
    let odd := if odd - is_odd <? width_of f then odd - is_odd else width_of f - 1 in
    let of_added threat :=
      let n := number_of_bit threat in
      let column := (column_of f).[n] in
      let rows := (row_of f).[n] - (row_of f).[number_of_bit (free_after land (column lor column << 1))] in
      let rows := if rows <? 4 then rows else 4 in
      weight.[of_threat f + (some (own_rows land threat) * 5 + rows) * 2 +
        some (other_now land column land (threat - 1))] in
    fold_left add (each_in 63 of_added added) (sum +
      weight.[of_place f + folded * 8 + context] +
      weight.[of_odd_columns f + (odd * 2 + is_odd) * 8 + context] +
      weight.[of_new_threats f + (few (added land own_rows) * 3 + few (added land other_rows)) * 3 + forcing] +
      weight.[of_column f + (up now * height_of f + up other_now) * 2 + is_odd] +
      weight.[of_below f + below * 8 + context] +
      weight.[of_replies f + ones (safe open_after now) * 8 + context] +
      weight.[of_counting f + counted * 2 + is_late] +
      weight.[of_quarter f + folded * 4 + quarter]) in
  each_in 63 (fun disc => (score disc, disc)) moves.

(** The move with the greatest score, of several the first one. *)
Definition best (moves : list (int * int)) : int * int :=
  fold_left (fun best move => if fst best <? fst move then move else best) moves (0, 0).

Definition others (moves : list (int * int)) (disc : int) : list (int * int) :=
  filter (fun move => negb (snd move =? disc)) moves.

(** The move with this rank, or the last one. *)
Fixpoint ranked (moves : list (int * int)) (most : nat) (rank : int) : int :=
  let chosen := snd (best moves) in
  match most with
  | O => chosen
  | S most =>
      let rest := others moves chosen in
      if rank =? 0 then chosen
      else match rest with [] => chosen | _ => ranked rest most (rank - 1) end
  end.

(** The cell that a playbook by rules selects, or 0 if it has no answer. *)
Definition chosen_by_rules (width height : nat) (book : book) (r : rules) : masks -> int :=
  let b := board_of width height in
  let f := features_of width height (weights r) in
  fun x =>
    let moves := left_by_rules b x in
    if at_most_one moves then moves
    else
      let scores := scores b f x moves in
      let (score, first) := best scores in
      let margin := score - fst (best (others scores first)) in
      let margin := if margin <? 255 then margin else 255 in
      let bin := List.length (filter (fun least => least <? margin) (thresholds r)) in
      let stage := ones (last x lor rest x) / 2 in
      let class := stage * (1 + number (List.length (thresholds r))) + number bin in
      let key := key_of_masks x in
      if may_have_entry r class key then
        match rank_of book key with
        | None => 0
        | Some rank => ranked scores 63 rank
        end
      else first.
