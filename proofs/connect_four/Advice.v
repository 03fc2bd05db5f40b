(** An adviser for larger boards. It wins at once if it can, and makes forced moves. Otherwise, bytes
    select a move, as docs/proofs.md describes. No proof is needed, since the checker does not trust the
    adviser. *)

From Coq Require Import Arith List Uint63 PArray.
From Perfectplay.checker Require Import Walk.
From Perfectplay.connect_four Require Import Bits Masks.
From Perfectplay.playbook Require Import Reader.
Import ListNotations.
Local Open Scope uint63_scope.
Local Open Scope array_scope.

(** Constants of a board of some size. *)
Record geometry := {
  cells : int;
  (** The rows whose number is even, where the lowest is number 0, and the others. *)
  even_rows : int;
  odd_rows : int;
  (** The steps of rows and of both diagonals. *)
  steps : list int;
  (** The columns from the middle outwards. Each has its lowest bit, and the number of its first cell.
      Mirrored columns have the same numbers. *)
  from_the_middle : list (int * int * int);
  (** The number of a row by the bit that it has in the first column. *)
  row_of_bit : array int;
}.

Definition geometry_of (width height : nat) : geometry :=
  let in_rows (p : nat -> bool) :=
    mask (fun n => (n / S height <? width) && (n mod S height <? height) && p (n mod S height))%nat%bool in
  let middle := Nat.div (width - 1) 2 in
  let columns :=
    flat_map (fun i =>
      (if i <=? middle then [middle - i] else []) ++ (if middle + S i <? width then [middle + S i] else []))%nat
      (seq 0 width) in
  {|
    cells := in_rows (fun _ => true);
    even_rows := in_rows Nat.even;
    odd_rows := in_rows Nat.odd;
    steps := map number [height; S height; S (S height)];
    from_the_middle :=
      map (fun c => (column_mask height c, number (c * S height), number (Nat.min c (width - S c) * S height)))
        columns;
    row_of_bit :=
      fold_right (fun r rows => rows.[1 << number r <- number r]) (make (1 << number height) 0) (seq 0 height);
  |}.

(** The empty cells in which a disc completes four of a player. *)
Definition threats (b : geometry) (own all : int) : int :=
  let found :=
    fold_right (fun step found =>
      let two := 2 * step in
      let three := 3 * step in
      let behind := (own << step) land (own << two) in
      let ahead := (own >> step) land (own >> two) in
      (behind land (own << three lor own >> step)) lor (ahead land (own << step lor own >> three)) lor found)
      ((own << 1) land (own << 2) land (own << 3)) (steps b) in
  found land (cells b lxor all).

(** The moves among these after which the other player does not win at once. *)
Definition safe (open threats : int) : int :=
  let forced := open land threats in
  let moves :=
    if forced =? 0 then open else if forced land (forced - 1) =? 0 then forced else 0 in
  moves lxor (moves land (threats >> 1)).

(** A number, with 2 for all greater ones. *)
Definition few (bits : int) : int :=
  if bits =? 0 then 0 else if bits land (bits - 1) =? 0 then 1 else 2.

Fixpoint ones (at_most : nat) (bits : int) : int :=
  match at_most with
  | O => 0
  | S at_most => if bits =? 0 then 0 else 1 + ones at_most (bits land (bits - 1))
  end.

(** The number of a move among the open cells. *)
Definition number_of (open disc : int) : int := ones 63 (open land (disc - 1)).

(** An arithmetic decoder of 32 bits, with a chance of 16 bits for each context. *)
Record decoder := {
  content : array int;
  (** The number of the next byte. *)
  next_byte : int;
  least : int;
  most : int;
  code : int;
  chances : array int;
}.

Definition byte (content : array int) (number : int) : int :=
  (content.[number / 7] >> (8 * (number mod 7))) land 255.

Definition contexts : int := 0x20000.

Definition decoder_of (content : array int) : decoder := {|
  content := content;
  next_byte := 4;
  least := 0;
  most := 0xffffffff;
  code := fold_left (fun code n => (code << 8) lor byte content n) [0; 1; 2; 3] 0;
  chances := make contexts 0x8000;
|}.

Fixpoint shift_bytes (at_most : nat) (d : decoder) : decoder :=
  match at_most with
  | O => d
  | S at_most =>
      if (least d lxor most d) >> 24 =? 0 then
        shift_bytes at_most {|
          content := content d;
          next_byte := next_byte d + 1;
          least := (least d << 8) land 0xffffffff;
          most := (most d << 8) land 0xffffffff lor 255;
          code := (code d << 8) land 0xffffffff lor byte (content d) (next_byte d);
          chances := chances d;
        |}
      else d
  end.

Definition decode_bit (context : int) (d : decoder) : bool * decoder :=
  let chance := (chances d).[context] in
  let middle := least d + ((most d - least d) * chance) >> 16 in
  let bit := code d <=? middle in
  (bit, shift_bytes 4 {|
    content := content d;
    next_byte := next_byte d;
    least := if bit then least d else middle + 1;
    most := if bit then middle else most d;
    code := code d;
    chances := (chances d).[context <-
      if bit then chance + (0x10000 - chance) >> 5 else chance - chance >> 5];
  |}).

(** Goes through the columns from the middle outwards, until a bit selects a move or only one is left. *)
Fixpoint decode_move (b : geometry) (own other own_threats open signs : int)
    (columns : list (int * int * int)) (moves left : int) (d : decoder) : int * decoder :=
  match columns with
  | [] => (0, d)
  | (column, from, first_number) :: columns =>
      let disc := moves land column in
      if disc =? 0 then decode_move b own other own_threats open signs columns moves left d
      else if left =? 1 then (disc, d)
      else
        let all := own lor other lor disc in
        let now := threats b (own lor disc) all in
        let added := now lxor (now land own_threats) in
        let open_after := open lxor disc lor (disc << 1) land cells b in
        let cell := first_number + (row_of_bit b).[disc >> from] in
        let context :=
          (((((cell * 8 + signs) * 3 + few (added land even_rows b)) * 3 + few (added land odd_rows b)) * 3
            + few (safe open_after now)) * 8 + left) * 2 + (if (now >> 1) land disc =? 0 then 0 else 1) in
        let (chosen, d) := decode_bit context d in
        if chosen then (disc, d)
        else decode_move b own other own_threats open signs columns moves (left - 1) d
  end.

Definition adviser_of (width height : nat) (content : array int) : adviser masks :=
  let b := geometry_of width height in
  {|
    notes := decoder;
    first_notes := decoder_of content;
    at_once x :=
      let open := free x land cells b in
      let wins := threats b (rest x) (rest x lor last x) land open in
      if wins =? 0 then None else Some (number_of open (wins land (0 - wins)));
    advise x _ d :=
      let own := rest x in
      let other := last x in
      let open := free x land cells b in
      let own_threats := threats b own (own lor other) in
      let other_threats := threats b other (own lor other) in
      let moves := safe open other_threats in
      let some bits := if bits =? 0 then 0 else 1 in
      let signs :=
        some (own_threats land even_rows b) + 2 * some (other_threats land odd_rows b) +
        4 * some (other_threats land even_rows b) in
      let (disc, d) :=
        decode_move b own other own_threats open signs (from_the_middle b) moves (ones 63 moves) d in
      (number_of open disc, d);
  |}.
