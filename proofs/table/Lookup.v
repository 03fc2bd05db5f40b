(** The look-up in the baked table of tic-tac-toe, as docs/lookup.md describes it. *)

From Coq Require Import Arith Bool List ZArith Uint63 PArray.
From Perfectplay.rules Require Import Game TicTacToe.
Import ListNotations.
Local Open Scope uint63_scope.
Local Open Scope array_scope.

(** A set of cells as a mask. *)
Definition set_of (cells : list nat) : int :=
  fold_right (fun cell mask => (1 << of_Z (Z.of_nat cell)) lor mask) 0 cells.

Definition held_by (p : player) (s : board) : int := set_of (filter (holds p s) (seq 0 9)).

(** The arrays ROWS and SLOTS. *)
Record table := { rows : array int; slots : array int }.

Definition lookup (t : table) (s : board) : option int :=
  let x := held_by First s in
  let occupied := x lor held_by Second s in
  let slot := (rows t).[occupied] + x in
  if slot <? PArray.length (slots t) then
    let record := (slots t).[slot] in
    if record >> 23 =? occupied then Some record else None
  else None.

(** The parts of a record. *)

Definition score (record : int) : int := (record >> 18) land 31.

Definition value_in (record : int) : value :=
  let v := score record mod 3 in
  if v =? 0 then Loss else if v =? 1 then Draw else Win.

Definition legal_in (record : int) : int :=
  if score record / 3 =? 0 then 0 else 511 lxor (record >> 23).

(** The winning, neutral or losing moves. *)
Definition moves_in (record : int) (kind : value) : int :=
  let high := (record >> 9) land 511 in
  let low := record land 511 in
  match kind, value_in record with
  | Win, _ => high
  | Loss, Loss => legal_in record
  | Draw, Loss => 0
  | Loss, _ => low land (511 lxor high)
  | Draw, _ => legal_in record land (511 lxor low) land (511 lxor high)
  end.

(** The plies to the end. *)
Definition distance_in (record : int) : nat := Z.to_nat (to_Z (score record / 3)).

Definition best_in (record : int) : int :=
  let high := (record >> 9) land 511 in
  let low := record land 511 in
  match value_in record with
  | Win => high land low
  | Draw | Loss => legal_in record land (511 lxor low)
  end.

(** What the moves are, by definition. *)

Definition same_value (v w : value) : bool :=
  match v, w with Loss, Loss | Draw, Draw | Win, Win => true | _, _ => false end.

(** The moves after which the player has this value, if states have these values. *)
Definition moves_by (value_of : board -> value) (kind : value) (s : board) : list nat :=
  match outcome tic_tac_toe s with
  | Some _ => []
  | None =>
      filter (fun m => same_value kind (for_the_other (value_of (play tic_tac_toe s m))))
        (legal tic_tac_toe s)
  end.

(** The plies to the end, if those after each move are known: the winner hurries, the loser delays, and
    a draw is played to the end. *)
Definition distance_by (value_of : board -> value) (distance_of : board -> nat) (s : board) : nat :=
  match outcome tic_tac_toe s with
  | Some _ => O
  | None =>
      let distances :=
        map (fun m => distance_of (play tic_tac_toe s m)) (moves_by value_of (value_of s) s) in
      S (match value_of s with
         | Win => fold_right Nat.min (list_max distances) distances
         | Draw | Loss => list_max distances
         end)
  end.

Fixpoint distance_within (plies : nat) (s : board) : nat :=
  match plies with
  | O => O
  | S plies => distance_by (value_of tic_tac_toe) (distance_within plies) s
  end.

Definition distance_of (s : board) : nat := distance_within (S (plies_left tic_tac_toe s)) s.

(** The moves that keep the value, and win soonest or lose latest. *)
Definition best_by (value_of : board -> value) (distance_of : board -> nat) (s : board) : list nat :=
  filter (fun m =>
    match value_of s with
    | Draw => true
    | Win | Loss => Nat.eqb (S (distance_of (play tic_tac_toe s m))) (distance_of s)
    end) (moves_by value_of (value_of s) s).

(** What a table should say about a state. *)
Definition right_record (t : table) (s : board) : Prop :=
  exists record, lookup t s = Some record /\ value_in record = value_of tic_tac_toe s /\
  (forall kind, moves_in record kind = set_of (moves_by (value_of tic_tac_toe) kind s)) /\
  distance_in record = distance_of s /\
  best_in record = set_of (best_by (value_of tic_tac_toe) distance_of s).
