(** A reader of playbooks: docs/playbooks.md describes the bytes. No proof is needed, since the checker
    does not trust the answers of a playbook. *)

From Coq Require Import ZArith List Uint63 PArray.
From Perfectplay.checker Require Import Walk.
Import ListNotations.
Local Open Scope uint63_scope.
Local Open Scope array_scope.

Fixpoint count {A} (items : list A) : int :=
  match items with
  | [] => 0
  | _ :: rest => 1 + count rest
  end.

(** One byte in each cell. *)
Definition bytes := array int.

(** The bytes in words of seven bytes, the lowest byte first. *)
Definition unpack (size : int) (words : array int) : bytes :=
  (fix go (todo : nat) (at_byte : int) (into : bytes) : bytes :=
    match todo with
    | O => into
    | S todo =>
        go todo (at_byte + 1)
          into.[at_byte <- (words.[at_byte / 7] >> (8 * (at_byte mod 7))) land 255]
    end) (Z.to_nat (to_Z size)) 0 (make size 0).

Definition numbers (count : int) : list int :=
  map (fun n => of_Z (Z.of_nat n)) (seq 0 (Z.to_nat (to_Z count))).

(** A number stored with seven bits in each byte, and the offset of its end. *)
Fixpoint read_number (b : bytes) (most : nat) (at_byte shift : int) : int * int :=
  match most with
  | O => (0, at_byte)
  | S most =>
      let byte := b.[at_byte] in
      if byte <? 128 then (byte << shift, at_byte + 1)
      else
        let (rest, behind) := read_number b most (at_byte + 1) (shift + 7) in
        ((byte land 127) << shift lor rest, behind)
  end.

Definition number_at (b : bytes) (at_byte : int) : int * int := read_number b 5 at_byte 0.

Definition nibble (b : bytes) (from number : int) : int :=
  (b.[from + number / 2] >> (4 * (number mod 2))) land 15.

Definition pair_at (b : bytes) (from : int) : int := b.[from] lor (b.[from + 1] << 8).

(** Arithmetic modulo 2^32. *)
Definition low (n : int) : int := n land 0xffffffff.

Definition mix (n : int) : int :=
  let n := low ((n lxor (n >> 16)) * 0x045d9f3b) in
  let n := low ((n lxor (n >> 16)) * 0x045d9f3b) in
  n lxor (n >> 16).

Definition parity (n : int) : int :=
  let n := n lxor (n >> 16) in
  let n := n lxor (n >> 8) in
  let n := n lxor (n >> 4) in
  let n := n lxor (n >> 2) in
  (n lxor (n >> 1)) land 1.

(** The halves of a key of 64 bits. *)
Record halves := { high : int; low_half : int }.

Definition halves_of (key : int) : halves := {| high := key >> 32; low_half := low key |}.

Definition lane_of (k : halves) : int := mix (low_half k lxor mix (high k)).

(** The function from keys to bits in the bytes between two offsets. Its offsets of arrays have three bytes, or
    two if only the difference from an even share is stored. Bit [i] of a key is the parity of the word under
    the mask, rotated by [i]. *)
Definition function_at (b : bytes) (offset_bytes from behind : int) : halves -> int -> int :=
  let (buckets, offsets) := number_at b from in
  let seeds := offsets + offset_bytes * (buckets - 1) in
  let arrays := seeds + buckets in
  let offset bucket :=
    if bucket =? 0 then arrays
    else if bucket =? buckets then behind
    else
      let from := offsets + offset_bytes * (bucket - 1) in
      let stored := pair_at b from in
      if offset_bytes =? 3 then arrays + stored + b.[from + 2] << 16
      else
        arrays + ((behind - arrays) * bucket) / buckets + stored - if stored <? 0x8000 then 0 else 0x10000 in
  fun key =>
    let lane := lane_of key in
    let bucket := ((lane >> 16) * buckets) >> 16 in
    let from := offset bucket in
    let last := offset (bucket + 1) - from - 1 in
    let spread := low ((lane lxor b.[seeds + bucket]) * 0x9e3779b1) in
    let spread := spread lxor (spread >> 16) in
    let mask := low ((spread lxor low (high key * 0x85ebca6b)) * 0xc2b2ae35) in
    let mask := mask lxor (mask >> 16) in
    let pair place := pair_at b (from + (place * last) >> 16) in
    let word := pair (spread >> 16) lor (pair (spread land 0xffff) << 16) in
    fun i => parity (word land low ((mask << i) lor (mask >> (32 - i)))).

(** The rank whose code has these bits. The list has the ranks whose codes have 0, 1, 2, ... bits. *)
Fixpoint decode (bit : int -> int) (ranks_by_length : list (list int)) (value first next : int) :
    option int :=
  match ranks_by_length with
  | [] => None
  | ranks :: longer =>
      match item ranks (value - first) with
      | Some rank => Some rank
      | None =>
          decode bit longer (value << 1 lor bit next) ((first + count ranks) << 1) (next + 1)
      end
  end.

(** The function from keys to ranks, unless a key has no rank. *)
Definition ranks_at (b : bytes) (offset_bytes from : int) : halves -> option int :=
  let length_is length rank :=
    let found := nibble b 14 rank in
    if length =? 0 then found =? 15 else if found =? 15 then false else found =? length in
  let ranks := numbers (b.[13] land 127) in
  let ranks_by_length := map (fun length => filter (length_is length) ranks) (numbers 15) in
  let check_bits := numbers (b.[12] >> 5) in
  let bits := function_at b offset_bytes from (PArray.length b - 4) in
  fun key =>
    let bit := bits key in
    if existsb (fun i => bit i =? 1) check_bits then None
    else decode bit ranks_by_length 0 0 (count check_bits).

(** The weights of features, from the bits that tell which features have one, and the offset of their end. *)
Definition weights_at (b : bytes) (features groups : int) : array int * int :=
  let stored := groups + 18 * ((features + 127) / 128) in
  let add '(table, before) feature :=
    let group := groups + 18 * (feature / 128) in
    let bit := feature mod 128 in
    if (b.[group + 2 + bit / 8] >> (bit mod 8)) land 1 =? 0 then (table, before)
    else
      let weight := (pair_at b (stored + before / 8) >> (before mod 8)) land 31 - 16 in
      (table.[feature <- weight], before + 5) in
  let (table, bits) := fold_left add (numbers features) (make features 0, 0) in
  (table, stored + (bits + 7) / 8).

(** Whether a state of a class may have an entry, for classes with this number of check bits. *)
Definition may_have_entry (checks : halves -> int -> int) (check_bits : int) (k : halves) : bool :=
  if check_bits =? 15 then false
  else
    let mark := mix (lane_of k lxor low (high k * 0x85ebca6b) lxor 0x9e3779b1) in
    forallb (fun i =>
      let pair := {| high := high k lxor low (i / 2 * 0x9e3779b1); low_half := low_half k |} in
      checks pair (i mod 2) =? (mark >> i) land 1) (numbers check_bits).

Record book := {
  is_symmetric : bool;
  (** The goal, the weights of features, and the thresholds of the bins of margins, of a playbook by rules. *)
  rules : option (int * array int * list int);
  (** The rank of the move in the state with a class and key. A playbook by rules has 0 for all states without
      an entry. Other playbooks have no classes. *)
  rank_of : int -> int -> option int;
}.

Definition open_by_rules (b : bytes) (is_symmetric : bool) (from : int) : option book :=
  let goal := b.[from] in
  let (features, groups) := number_at b (from + 1) in
  if if 2 <? goal then true else 0x10000 <? features then None
  else
    let (weights, at_bins) := weights_at b features groups in
    let bins := b.[at_bins] in
    if 15 <? bins - 1 then None
    else
      let (stages, classes) := number_at b (at_bins + bins) in
      let (check_size, at_check) := number_at b (classes + (stages * bins + 1) / 2) in
      let ranks := at_check + check_size in
      let checks := function_at b 2 at_check ranks in
      let rank_of := ranks_at b 2 ranks in
      Some {|
        is_symmetric := is_symmetric;
        rules := Some (goal, weights, map (fun bin => b.[at_bins + 1 + bin]) (numbers (bins - 1)));
        rank_of class key :=
          let key := halves_of key in
          let check_bits := if class <? stages * bins then nibble b classes class else 15 in
          if may_have_entry checks check_bits key then rank_of key else Some 0;
      |}.

Definition open (b : bytes) : option book :=
  let version := b.[3] in
  let is_symmetric := (b.[12] >> 2) land 1 =? 1 in
  let (_, from) := number_at b (14 + (b.[13] + 1) / 2) in
  if negb (b.[0] lor (b.[1] << 8) lor (b.[2] << 16) =? 0x627070) then None
  else if version =? 1 then
    let rank_of := ranks_at b 3 from in
    Some {| is_symmetric := is_symmetric; rules := None; rank_of _ key := rank_of (halves_of key) |}
  else if version =? 3 then open_by_rules b is_symmetric from
  else None.
