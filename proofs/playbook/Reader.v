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

Record book := {
  content : bytes;
  is_symmetric : bool;
  check_bits : list int;
  (** The ranks whose codes have 0, 1, 2, ... bits. *)
  ranks_by_length : list (list int);
  buckets : int;
  (** The offset of these codes in the content. *)
  offsets : int;
  seeds : int;
  arrays : int;
}.

Definition numbers (count : nat) : list int := map (fun n => of_Z (Z.of_nat n)) (seq 0 count).

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

Definition nibble (b : bytes) (from number : int) : int :=
  (b.[from + number / 2] >> (4 * (number mod 2))) land 15.

Definition open (b : bytes) : option book :=
  if b.[0] lor (b.[1] << 8) lor (b.[2] << 16) lor (b.[3] << 24) =? 0x01627070 then
    let flags := b.[12] in
    let ranks := b.[13] in
    let length_is length rank :=
      let found := nibble b 14 rank in
      if length =? 0 then found =? 15 else if found =? 15 then false else found =? length in
    let all_ranks := numbers (Z.to_nat (to_Z (ranks land 127))) in
    let behind_code := 14 + (ranks + 1) / 2 in
    let (_, behind_states) := read_number b 5 behind_code 0 in
    let (buckets, offsets) := read_number b 5 behind_states 0 in
    Some {|
      content := b;
      is_symmetric := (flags >> 2) land 1 =? 1;
      check_bits := numbers (Z.to_nat (to_Z (flags >> 5)));
      ranks_by_length := map (fun length => filter (length_is length) all_ranks) (numbers 15);
      buckets := buckets;
      offsets := offsets;
      seeds := offsets + 3 * (buckets - 1);
      arrays := offsets + 3 * (buckets - 1) + buckets;
    |}
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
Definition offset (b : book) (bucket : int) : int :=
  if bucket =? 0 then arrays b
  else if bucket =? buckets b then PArray.length (content b) - 4
  else
    let from := offsets b + 3 * (bucket - 1) in
    arrays b + (content b).[from] + (content b).[from + 1] << 8 + (content b).[from + 2] << 16.

(** The bits of a key: bit [i] is the parity of the word under the mask, rotated by [i]. *)
Definition bits_of (b : book) (key : int) : int -> int :=
  let high := key >> 32 in
  let lane := mix (low key lxor mix high) in
  let bucket := ((lane >> 16) * buckets b) >> 16 in
  let from := offset b bucket in
  let last := offset b (bucket + 1) - from - 1 in
  let spread := low ((lane lxor (content b).[seeds b + bucket]) * 0x9e3779b1) in
  let spread := spread lxor (spread >> 16) in
  let mask := low ((spread lxor low (high * 0x85ebca6b)) * 0xc2b2ae35) in
  let mask := mask lxor (mask >> 16) in
  let pair place := (content b).[place] lor ((content b).[place + 1] << 8) in
  let first := pair (from + ((spread >> 16) * last) >> 16) in
  let second := pair (from + ((spread land 0xffff) * last) >> 16) in
  let word := first lor (second << 16) in
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
  let bit := bits_of b key in
  if existsb (fun i => bit i =? 1) (check_bits b) then None
  else decode bit (ranks_by_length b) 0 0 (count (check_bits b)).
