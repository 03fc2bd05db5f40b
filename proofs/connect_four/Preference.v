(** The features of moves in a playbook by rules, and the sums of their weights. No proof is needed, since
    the checker does not trust the answers of a playbook. *)

From Coq Require Import Arith Bool List Uint63 PArray.
From Perfectplay.checker Require Import Walk.
From Perfectplay.connect_four Require Import Bits Masks Threats.
From Perfectplay.playbook Require Import Reader.
Import ListNotations.
Local Open Scope uint63_scope.
Local Open Scope array_scope.

(** The columns of masks in the opposite order. *)
Definition mirror (width height : nat) : int -> int :=
  let column := column_mask height 0 in
  let moved (c : nat) := (number (c * S height), number ((width - S c) * S height)) in
  let steps := map moved (seq 0 width) in
  fun bits =>
    fold_left (fun image '(from, to) => image lor ((bits >> from) land column) << to) steps 0.

(** Whether a cell is in the left half or in the middle column. *)
Definition is_left (width height cell : nat) : bool := (cell / S height <? (width + 1) / 2)%nat.

Definition is_middle (width height cell : nat) : bool := (cell / S height * 2 + 1 =? width)%nat.

(** The step of a direction, the place of a cell in a line, and the cell: all that have weights. Lines in the
    middle column have the weight of their mirror image. *)
Definition places (width height : nat) : list (nat * nat * nat) :=
  let cells := cells width height in
  let begins step n := forallb (fun i => has cells (n + i * step)%nat) (seq 0 4) in
  flat_map (fun '(step, place, has_image_later) =>
    map (fun n => (step, place, n))
      (filter (fun n => (place * step <=? n)%nat && begins step (n - place * step)%nat &&
        is_left width height n && negb (has_image_later && is_middle width height n))%bool (seq 0 63)))
    (flat_map (fun '(step, has_image_later) => map (fun place => (step, place, has_image_later place)) (seq 0 4))
      [(S height, fun place => 3 <? 2 * place); (1, fun _ => false); (height, fun _ => false);
       (S (S height), fun _ => true)])%nat.

(** The other three cells of a line that belong to a player, next to each other: a factor moves them. *)
Definition pattern_on (step place cell : nat) : int -> int :=
  let others := filter (fun i => negb (i =? place)%nat) (seq 0 4) in
  let bits_at (numbers : list nat) := fold_left (fun bits n => bits lor 1 << number n) numbers 0 in
  let first := number (cell - place * step) in
  let mask := bits_at (map (fun i => i * step)%nat others) in
  let '(factor, shift) :=
    if (step =? 1)%nat then (1, 0)
    else (bits_at (map (fun '(k, i) => 3 * step + k - i * step)%nat (combine (seq 0 3) others)),
          number (3 * step)) in
  fun discs => ((((discs >> first) land mask) * factor) >> shift) land 7.

Fixpoint sum_of_lines (table : array int) (own other : int) (lines : list ((int -> int) * int))
    (context sum : int) : int :=
  match lines with
  | [] => sum
  | (pattern, patterns) :: lines =>
      let own_pattern := pattern own in
      let other_pattern := pattern other in
      let found :=
        if other_pattern =? 0 then own_pattern else if own_pattern =? 0 then 7 + other_pattern else 15 in
      sum_of_lines table own other lines context (sum + table.[context + patterns + found])
  end.

(** The first [size] values of a function. *)
Definition tabulate (size : int) (f : int -> int) : array int :=
  fold_left (fun table n => table.[n <- f n]) (numbers size) (make size 0).

(** The number of weights of lines in each of six groups. *)
Definition line_weights (width height : nat) : int := 15 * number (List.length (places width height)).

(** The sum of the weights of the lines through a cell, and through the one above it. Some weights are for
    positions with own or other counting threats, or late ones: 1 for these, otherwise 0. *)
Definition sum_on_lines (width height : nat) (weight : array int) :
    int -> int -> int -> int -> int -> int -> int :=
  let cells := cells width height in
  let left_half := mask (is_left width height) in
  let middle := mask (is_middle width height) in
  let mirror := mirror width height in
  let group := line_weights width height in
  let all := places width height in
  let count := number (List.length all) in
  (* Sixteen sums for each line, of which the last is 0. *)
  let sums groups :=
    tabulate (number (List.length groups) * count * 16) (fun n =>
      let '(pattern, line, context) := (n land 15, n / 16 mod count, n / 16 / count) in
      match item groups context with
      | Some groups =>
          if pattern =? 15 then 0
          else fold_left (fun sum k => sum + weight.[k * group + line * 15 + pattern]) groups 0
      | None => 0
      end) in
  let of_cell := sums [[0]; [0; 2]; [0; 3]; [0; 2; 3]; [0; 4]; [0; 2; 4]; [0; 3; 4]; [0; 2; 3; 4]] in
  let of_above := sums [[1]; [1; 5]] in
  let lines_through (keep : nat -> nat -> bool) :=
    fold_left (fun table '(line, (step, place, cell)) =>
      if keep step cell
      then table.[number cell <- table.[number cell] ++ [(pattern_on step place cell, number line * 16)]]
      else table) (combine (seq 0 (List.length all)) all) (make 63 []) in
  let lines := lines_through (fun _ _ => true) in
  let image_lines := lines_through (fun step cell => negb (step =? 1)%nat && is_middle width height cell)%bool in
  fun own_counts other_counts is_late own other =>
    let cell_context := (own_counts + 2 * other_counts + 4 * is_late) * count * 16 in
    let above_context := own_counts * count * 16 in
    let '(own_image, other_image) := (mirror own, mirror other) in
    let through (lines : array (list ((int -> int) * int))) own other disc sum :=
      let n := tail0 disc in
      let sum := sum_of_lines of_cell own other lines.[n] cell_context sum in
      if (disc << 1) land cells =? 0 then sum
      else sum_of_lines of_above (own lor disc) other lines.[n + 1] above_context sum in
    fun disc =>
      if disc land left_half =? 0 then through lines own_image other_image (mirror disc) 0
      else
        let sum := through lines own other disc 0 in
        if disc land middle =? 0 then sum else through image_lines own_image other_image disc sum.

(** A number of bits, with 2 for all greater ones. *)
Definition few (bits : int) : int := if bits =? 0 then 0 else if at_most_one bits then 1 else 2.

Definition some (bits : int) : int := if bits =? 0 then 0 else 1.

(** The sums of the weights of moves, each with its cell. They are moved away from 0, so that none is
    negative. *)
Definition scores_on (width height : nat) (weight : array int) : masks -> int -> list (int * int) :=
  let cells := cells width height in
  let threats := threats_on width height in
  let sum_on_lines := sum_on_lines width height weight in
  let top := roof width height in
  (* The lowest cells, and the rows with an even number, counted from 0. *)
  let bottom := mask (fun n => (n / S height <? width) && (n mod S height =? 0))%nat%bool in
  let even_rows := mask (fun n => Nat.even (n mod S height)) land cells in
  let odd_rows := cells - even_rows in
  let '(w, h) := (number width, number height) in
  let size := w * h in
  let places := number ((width + 1) / 2 * height) in
  (* The first weights of the other groups. *)
  let of_place := 6 * line_weights width height in
  let of_odd_columns := of_place + places * 8 in
  let of_new_threats := of_odd_columns + w * 16 in
  let of_column := of_new_threats + 27 in
  let of_below := of_column + h * h * 2 in
  let of_replies := of_below + 24 in
  let of_counting := of_replies + (w + 1) * 8 in
  let of_quarter := of_counting + 54 in
  let of_threat := of_quarter + places * 4 in
  let row n := n mod (h + 1) in
  let column n := ((1 << h) - 1) << (n - row n) in
  let counting these those :=
    let all := these lor those lor top in
    these land without all (all - bottom) in
  fun x moves =>
    let '(own, other) := (rest x, last x) in
    let all := own lor other in
    let marks := ones all in
    let '(own_rows, other_rows) :=
      if marks land 1 =? 0 then (even_rows, odd_rows) else (odd_rows, even_rows) in
    let own_before := threats own all in
    let other_before := threats other all in
    let others_count := counting other_before own_before in
    let own_counts := some (counting own_before other_before land own_rows) in
    let other_counts := some (others_count land other_rows) in
    let context := own_counts + 2 * other_counts + 4 * some (others_count land own_rows) in
    let is_late := if 7 * marks <? 4 * size then 0 else 1 in
    let quarter := 4 * marks / size in
    let odd_columns := ones (free x land odd_rows) in
    let sum_on_lines := sum_on_lines own_counts other_counts is_late own other in
    let score disc :=
      let n := tail0 disc in
      let '(row_n, column_n) := (row n, column n) in
      let left := n / (h + 1) in
      let folded := (if left + left <? w then left else w - 1 - left) * h + row_n in
      let is_odd := row_n land 1 in
      let '(own_after, all_after, free_after) := (own lor disc, all lor disc, free x + disc) in
      let open_after := free_after land cells in
      let now := threats own_after all_after in
      let other_now := without other_before disc in
      let added := without now own_before in
      let reply := now land open_after in
      let forcing :=
        if reply =? 0 then 0
        else if ones other_now <? ones (threats (other lor reply) (all_after lor reply)) then 2
        else 1 in
      let up threats :=
        let found := threats land column_n in
        if found =? 0 then 0 else tail0 found - n in
      let below := if row_n =? 0 then 0 else if (disc >> 1) land own =? 0 then 2 else 1 in
      let other_counting := counting other_now now in
      let counted :=
        few (counting now other_now land own_rows) * 9 + few (other_counting land other_rows) * 3 +
        few (other_counting land own_rows) in
      let odd := if odd_columns - is_odd <? w then odd_columns - is_odd else w - 1 in
      let of_added threat :=
        let column_t := column (tail0 threat) in
        let rows := tail0 threat - tail0 (free_after land (column_t lor column_t << 1)) in
        weight.[of_threat + (some (own_rows land threat) * 5 + if rows <? 4 then rows else 4) * 2 +
          some (other_now land column_t land (threat - 1))] in
      (fold_left add (each_in 63 of_added added) (0x100000 + sum_on_lines disc +
        weight.[of_place + folded * 8 + context] +
        weight.[of_odd_columns + (odd * 2 + is_odd) * 8 + context] +
        weight.[of_new_threats + (few (added land own_rows) * 3 + few (added land other_rows)) * 3 + forcing] +
        weight.[of_column + (up now * h + up other_now) * 2 + is_odd] +
        weight.[of_below + below * 8 + context] +
        weight.[of_replies + ones (safe open_after now) * 8 + context] +
        weight.[of_counting + counted * 2 + is_late] +
        weight.[of_quarter + folded * 4 + quarter]), disc) in
    each_in 63 score moves.

(** The move with the greatest score, of several the first one. *)
Definition best (moves : list (int * int)) : int * int :=
  fold_left (fun best move => if fst best <? fst move then move else best) moves (0, 0).

Definition others (moves : list (int * int)) (disc : int) : list (int * int) :=
  filter (fun move => negb (snd move =? disc)) moves.

(** The move with this rank, or the last one. *)
Fixpoint ranked (moves : list (int * int)) (most : nat) (rank : int) : int :=
  let chosen := snd (best moves) in
  match most, others moves chosen with
  | S most, (_ :: _) as rest => if rank =? 0 then chosen else ranked rest most (rank - 1)
  | _, _ => chosen
  end.

(** The cell that a playbook by rules selects, or 0 if it has no answer. [rank_of] tells how many moves of a
    state, given by its class and key, come before the one to play. *)
Definition chosen_by_rules (width height : nat) (goal : int) (weights : array int) (thresholds : list int)
    (rank_of : int -> int -> option int) : masks -> int :=
  let left_by_rules :=
    left_by_rules (cells width height) (threats_on width height) (bound_on width height) goal in
  let scores := scores_on width height weights in
  let bins := 1 + count thresholds in
  fun x =>
    let moves := left_by_rules x in
    if at_most_one moves then moves
    else
      let scores := scores x moves in
      let '(score, first) := best scores in
      let margin := score - fst (best (others scores first)) in
      let margin := if margin <? 255 then margin else 255 in
      let bin := count (filter (fun least => least <? margin) thresholds) in
      let stage := ones (last x lor rest x) / 2 in
      match rank_of (stage * bins + bin) (key_of_masks x) with
      | None => 0
      | Some rank => if rank =? 0 then first else ranked scores 63 rank
      end.
