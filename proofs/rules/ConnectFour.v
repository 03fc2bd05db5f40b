(** The rules of Connect Four, on a board of any size. *)

From Coq Require Import Arith Bool List.
From Perfectplay.rules Require Import Game.
Import ListNotations.

(** A board has columns from left to right, and each has discs from the bottom up. *)
Record board := { turn : player; columns : list (list player) }.

Definition column (s : board) (c : nat) : list player := nth c (columns s) [].

Definition holds (p : player) (s : board) (c r : nat) : bool :=
  match nth_error (column s c) r, p with
  | Some First, First | Some Second, Second => true
  | _, _ => false
  end.

(** Whether four discs of a player begin in this column and row: to the right, upwards, and in both
    diagonals. *)
Definition four_from (p : player) (s : board) (c r : nat) : bool :=
  let in_a_row (cell : nat -> nat * nat) :=
    forallb (fun i => let (c, r) := cell i in holds p s c r) [0; 1; 2; 3] in
  in_a_row (fun i => (c + i, r)) || in_a_row (fun i => (c, r + i)) ||
  in_a_row (fun i => (c + i, r + i)) || in_a_row (fun i => (c + i, r + (3 - i))).

Fixpoint drop (p : player) (c : nat) (columns : list (list player)) : list (list player) :=
  match columns, c with
  | [], _ => []
  | column :: rest, 0 => (column ++ [p]) :: rest
  | column :: rest, S c => column :: drop p c rest
  end.

Definition connect_four (width height : nat) : game := {|
  state := board;
  move := nat;
  start := {| turn := First; columns := repeat [] width |};
  outcome s :=
    if existsb (fun c => existsb (four_from (other (turn s)) s c) (seq 0 height)) (seq 0 width)
    then Some Loss
    else if forallb (fun column => length column =? height) (columns s) then Some Draw
    else None;
  legal s := filter (fun c => length (column s c) <? height) (seq 0 (length (columns s)));
  play s c := {| turn := other (turn s); columns := drop (turn s) c (columns s) |};
  plies_left s := list_sum (map (fun column => height - length column) (columns s));
|}.
