(** A playbook as a list: the key of each position, with the number of a move. *)

From Coq Require Import List Uint63.
From Perfectplay.rules Require Import Game.
From Perfectplay.checker Require Import Machine Walk.
Import ListNotations.
Local Open Scope uint63_scope.

Definition entry : Type := int * int.

Section Entries.
  Context {g : game} (m : machine g) (key : position m -> int).

  Fixpoint find (entries : list entry) (wanted otherwise : int) : int :=
    match entries with
    | [] => otherwise
    | (found, answer) :: rest => if found =? wanted then answer else find rest wanted otherwise
    end.

  (** A book that answers from a list, and has no answer where the list has no entry. *)
  Definition listed (entries : list entry) : adviser (position m) :=
    by_book (fun x moves => find entries (key x) moves).

  (** The entries that a book needs from a position on, in the order of the checker. *)
  Fixpoint needed (book : position m -> int -> int) (plies : nat) (x : position m)
      (entries : list entry) : list entry :=
    match plies, over m x with
    | S plies, None =>
        let moves := count (next m x) in
        if find entries (key x) moves <? moves then entries
        else
          let answer := book x moves in
          match item (next m x) answer with
          | None => entries
          | Some y =>
              let replies := match over m y with None => next m y | Some _ => [] end in
              fold_left (fun entries x => needed book plies x entries) replies
                ((key x, answer) :: entries)
          end
    | _, _ => entries
    end.
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
