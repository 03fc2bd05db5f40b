(** A set of keys, in primitive arrays. It may forget a key, but contains only keys that were added. A
    proof needs no more than this, so that nothing need be proved about the hash function. *)

From Coq Require Import ZArith Uint63 PArray.
Local Open Scope uint63_scope.
Local Open Scope array_scope.

(** An array of the kernel has at most 2^22 cells, so that a larger memory has pages. *)
Definition memory := array (array int).

Definition page_bits : int := 14.
Definition page_size : int := 1 << page_bits.

(** The content of an unused cell. As a key, it is never in the set. *)
Definition nothing : int := max_int.

(** The empty memory, whose pages are made when they are used. The number of pages should be a power of two. *)
Definition forget_all (pages : nat) : memory := make (of_Z (Z.of_nat pages)) (make 0 nothing).

Definition read (m : memory) (place : int) : int :=
  m.[place >> page_bits].[place land (page_size - 1)].

(** The place of a key, or a place for it: the first of some places that has this key or no key. *)
Fixpoint find (m : memory) (last key : int) (tries : nat) (place : int) : int :=
  match tries with
  | O => place
  | S tries =>
      let found := read m place in
      if found =? key then place
      else if found =? nothing then place
      else find m last key tries ((place + 1) land last)
  end.

Definition place_of (m : memory) (key : int) : int :=
  let last := (PArray.length m << page_bits) - 1 in
  let mixed := key * 0x1e3779b97f4a7c15 in
  find m last key 1000 ((mixed lxor (mixed >> 29)) land last).

Definition knows (m : memory) (key : int) : bool :=
  if read m (place_of m key) =? key then negb (key =? nothing) else false.

Definition remember (m : memory) (key : int) : memory :=
  let place := place_of m key in
  let page := place >> page_bits in
  let cells := m.[page] in
  let cells := if PArray.length cells =? 0 then make page_size nothing else cells in
  m.[page <- cells.[place land (page_size - 1) <- key]].

Definition contains (m : memory) (key : int) : Prop := exists page cell, m.[page].[cell] = key.

#[universes(polymorphic)]
Lemma get_set_either {A} (t : array A) i x j : t.[i <- x].[j] = x \/ t.[i <- x].[j] = t.[j].
Proof.
  destruct (i =? j) eqn:same; [apply Uint63.eqb_spec in same as <-|];
    [|right; apply eqb_false_spec in same; now apply get_set_other].
  destruct (i <? PArray.length t) eqn:bound; [left; now apply get_set_same|].
  right. rewrite !get_out_of_bounds; rewrite ?length_set; trivial. apply default_set.
Qed.

Lemma contains_nothing_else pages key : contains (forget_all pages) key -> key = nothing.
Proof. intros (page & cell & <-). unfold forget_all. now rewrite !get_make. Qed.

Lemma knows_contained m key : knows m key = true -> contains m key /\ key <> nothing.
Proof.
  unfold knows. destruct (_ =? key) eqn:found; [apply Uint63.eqb_spec in found | easy].
  destruct (key =? nothing) eqn:other; [easy|]. apply eqb_false_spec in other. split; [|trivial].
  eexists _, _. exact found.
Qed.

Lemma remember_contains m key other :
  contains (remember m key) other -> other = key \/ other = nothing \/ contains m other.
Proof.
  intros (page & cell & <-). unfold remember.
  set (place := place_of m key). set (cells := if _ =? 0 then _ else _).
  destruct (get_set_either m (place >> page_bits) cells.[place land (page_size - 1) <- key] page) as [-> | ->];
    [|right; right; now exists page, cell].
  destruct (get_set_either cells (place land (page_size - 1)) key cell) as [-> | ->]; [now left | right].
  unfold cells. destruct (_ =? 0); [left; apply get_make | right; eexists _, _; reflexivity].
Qed.
