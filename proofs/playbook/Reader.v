(** A reader of playbooks: docs/playbooks.md describes the bytes. No proof is needed, since the checker
    does not trust the answers of a playbook. *)

From Coq Require Import ZArith List Uint63 PArray.
From Perfectplay.checker Require Import Walk.
Import ListNotations.
Local Open Scope uint63_scope.
Local Open Scope array_scope.

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

(** A function from keys to bits. *)
Record function := {
  content : bytes;
  buckets : int;
  (** The bytes of an offset: 3, or 2 if only the difference from an even share is stored. *)
  offset_bytes : int;
  offsets : int;
  seeds : int;
  arrays : int;
  arrays_end : int;
}.

Definition function_at (b : bytes) (offset_bytes from behind : int) : function :=
  let (buckets, offsets) := number_at b from in
  let seeds := offsets + offset_bytes * (buckets - 1) in
  {|
    content := b; buckets := buckets; offset_bytes := offset_bytes; offsets := offsets; seeds := seeds;
    arrays := seeds + buckets; arrays_end := behind;
  |}.

(** What a playbook by rules has besides the ranks. *)
Record rules := {
  weights : array int;
  thresholds : list int;
  (** The check bits of a class, or 15 for a class without entries. *)
  check_bits_of : int -> int;
  checks : function;
}.

Record book := {
  is_symmetric : bool;
  check_bits : list int;
  (** The ranks whose codes have 0, 1, 2, ... bits. *)
  ranks_by_length : list (list int);
  ranks : function;
  by_rules : option rules;
}.

(** The weights of features, from the bits that tell which features have one. *)
Definition read_weights (b : bytes) (features groups stored : int) : array int :=
  let add '(table, before) feature :=
    let group := groups + 18 * (feature / 128) in
    let bit := feature mod 128 in
    if (b.[group + 2 + bit / 8] >> (bit mod 8)) land 1 =? 0 then (table, before)
    else
      let weight := (pair_at b (stored + before / 8) >> (before mod 8)) land 31 - 16 in
      (table.[feature <- weight], before + 5) in
  fst (fold_left add (numbers features) (make features 0, 0)).

Definition count_weights (b : bytes) (groups count : int) : int :=
  let ones n := fold_left (fun sum bit => sum + (n >> bit) land 1) (numbers 8) 0 in
  let weights_in byte := if byte mod 18 <? 2 then 0 else ones b.[groups + byte] in
  fold_left (fun sum byte => sum + weights_in byte) (numbers (18 * count)) 0.

(** The part before the ranks, and the offset of its end, unless a size is too large. *)
Definition rules_at (b : bytes) (from : int) : option (rules * int) :=
  let (features, groups) := number_at b from in
  if 0x10000 <? features then None
  else
    let group_count := (features + 127) / 128 in
    let stored := groups + 18 * group_count in
    let at_bins := stored + (5 * count_weights b groups group_count + 7) / 8 in
    let bins := b.[at_bins] in
    if 15 <? bins - 1 then None
    else
      let (stages, classes) := number_at b (at_bins + bins) in
      let class_count := stages * bins in
      let (check_size, at_check) := number_at b (classes + (class_count + 1) / 2) in
      Some ({|
        weights := read_weights b features groups stored;
        thresholds := map (fun bin => b.[at_bins + 1 + bin]) (numbers (bins - 1));
        check_bits_of class := if class <? class_count then nibble b classes class else 15;
        checks := function_at b 2 at_check (at_check + check_size);
      |}, at_check + check_size).

Definition open (b : bytes) : option book :=
  let version := b.[3] in
  if (if b.[0] lor (b.[1] << 8) lor (b.[2] << 16) =? 0x627070 then version - 1 <? 2 else false) then
    let flags := b.[12] in
    let length_is length rank :=
      let found := nibble b 14 rank in
      if length =? 0 then found =? 15 else if found =? 15 then false else found =? length in
    let all_ranks := numbers (b.[13] land 127) in
    let (_, from) := number_at b (14 + (b.[13] + 1) / 2) in
    let book_of by_rules from := {|
      is_symmetric := (flags >> 2) land 1 =? 1;
      check_bits := numbers (flags >> 5);
      ranks_by_length := map (fun length => filter (length_is length) all_ranks) (numbers 15);
      ranks := function_at b (4 - version) from (PArray.length b - 4);
      by_rules := by_rules;
    |} in
    if version =? 1 then Some (book_of None from)
    else
      match rules_at b from with
      | Some (read, from) => Some (book_of (Some read) from)
      | None => None
      end
  else None.

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

(** The offset at which the array of a bucket begins, or at which the last one ends. *)
Definition offset (f : function) (bucket : int) : int :=
  if bucket =? 0 then arrays f
  else if bucket =? buckets f then arrays_end f
  else
    let from := offsets f + offset_bytes f * (bucket - 1) in
    let stored := pair_at (content f) from in
    if offset_bytes f =? 3 then arrays f + stored + (content f).[from + 2] << 16
    else
      let even := ((arrays_end f - arrays f) * bucket) / buckets f in
      arrays f + even + stored - (if stored <? 0x8000 then 0 else 0x10000).

(** The halves of a key with 64 bits. *)
Definition halves (key : int) : int * int := (key >> 32, low key).

(** The bits of a key: bit [i] is the parity of the word under the mask, rotated by [i]. *)
Definition bits_of (f : function) (key : int * int) : int -> int :=
  let (high, low_half) := key in
  let lane := mix (low_half lxor mix high) in
  let bucket := ((lane >> 16) * buckets f) >> 16 in
  let from := offset f bucket in
  let last := offset f (bucket + 1) - from - 1 in
  let spread := low ((lane lxor (content f).[seeds f + bucket]) * 0x9e3779b1) in
  let spread := spread lxor (spread >> 16) in
  let mask := low ((spread lxor low (high * 0x85ebca6b)) * 0xc2b2ae35) in
  let mask := mask lxor (mask >> 16) in
  let pair place := pair_at (content f) (from + (place * last) >> 16) in
  let word := pair (spread >> 16) lor (pair (spread land 0xffff) << 16) in
  fun i => parity (word land low ((mask << i) lor (mask >> (32 - i)))).

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

(** The rank of the move in the state with this key. *)
Definition rank_of (b : book) (key : int) : option int :=
  let bit := bits_of (ranks b) (halves key) in
  if existsb (fun i => bit i =? 1) (check_bits b) then None
  else decode bit (ranks_by_length b) 0 0 (count (check_bits b)).

(** Whether a state of a class may have an entry in a playbook by rules. *)
Definition may_have_entry (r : rules) (class key : int) : bool :=
  let bits := check_bits_of r class in
  if bits =? 15 then false
  else
    let (high, low_half) := halves key in
    let mark := mix (mix (low_half lxor mix high) lxor low (high * 0x85ebca6b) lxor 0x9e3779b1) in
    forallb (fun i =>
      bits_of (checks r) (high lxor low (i / 2 * 0x9e3779b1), low_half) (i mod 2) =? (mark >> i) land 1)
      (numbers bits).
