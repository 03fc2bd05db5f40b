(** A playbook as a list: the key of each position, with the number of a move. *)

From Coq Require Import List Uint63.
From Perfectplay.rules Require Import Game.
From Perfectplay.checker Require Import Machine Walk.
Import ListNotations.
Local Open Scope uint63_scope.

Definition entry : Type := int * int.

Fixpoint find (entries : list entry) (wanted otherwise : int) : int :=
  match entries with
  | [] => otherwise
  | (found, answer) :: rest => if found =? wanted then answer else find rest wanted otherwise
  end.

Section Entries.
  Context {g : game} (m : machine g) (key : position m -> int).

  (** A book that answers from a list: with too large a number where the list has no entry. *)
  Definition listed (entries : list entry) : position m -> int := fun x => find entries (key x) max_int.

  (** The positions in which a book is asked, from a position on, with their keys. *)
  Fixpoint met (book : position m -> int) (plies : nat) (x : position m) (before : list (int * position m)) :
      list (int * position m) :=
    let key := key x in
    match plies, over m x, item (next m x) (book x), existsb (fun '(found, _) => found =? key) before with
    | S plies, None, Some y, false =>
        let replies := match over m y with None => next m y | Some _ => [] end in
        fold_left (fun before x => met book plies x before) replies ((key, x) :: before)
    | _, _, _, _ => before
    end.

  (** The entries that a book needs as first or second player. *)
  Definition needed_first (book : position m -> int) : list entry :=
    map (fun '(key, x) => (key, book x)) (met book 64 (encode m (start g)) []).

  Definition needed_second (book : position m -> int) : list entry :=
    map (fun '(key, x) => (key, book x))
      (fold_left (fun before x => met book 64 x before) (next m (encode m (start g))) []).
End Entries.

(** The list without each of its entries in turn. *)
Fixpoint each_dropped {A} (items : list A) : list (list A) :=
  match items with
  | [] => []
  | x :: rest => rest :: map (cons x) (each_dropped rest)
  end.

(** The list with another answer in each of its entries in turn. *)
Fixpoint each_changed (change : int -> int) (entries : list entry) : list (list entry) :=
  match entries with
  | [] => []
  | (key, answer) :: rest =>
      ((key, change answer) :: rest) :: map (cons (key, answer)) (each_changed change rest)
  end.
