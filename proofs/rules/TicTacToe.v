(** The rules of tic-tac-toe. *)

From Coq Require Import Arith Bool List.
From Perfectplay.rules Require Import Game.
Import ListNotations.

(** A board has nine cells, row by row; each is empty or holds a player's mark. *)
Record board := { turn : player; cells : list (option player) }.

Definition empty_board : board := {| turn := First; cells := repeat None 9 |}.

Definition lines : list (list nat) :=
  [[0; 1; 2]; [3; 4; 5]; [6; 7; 8]; [0; 3; 6]; [1; 4; 7]; [2; 5; 8]; [0; 4; 8]; [2; 4; 6]].

Definition holds (p : player) (s : board) (cell : nat) : bool :=
  match nth cell (cells s) None, p with
  | Some First, First | Some Second, Second => true
  | _, _ => false
  end.

Definition has_line (p : player) (s : board) : bool := existsb (forallb (holds p s)) lines.

Definition is_empty (mark : option player) : bool :=
  match mark with None => true | Some _ => false end.

Definition empty_cells (s : board) : list nat :=
  filter (fun cell => is_empty (nth cell (cells s) None)) (seq 0 (length (cells s))).

Fixpoint with_mark (p : player) (cell : nat) (cells : list (option player)) : list (option player) :=
  match cells, cell with
  | [], _ => []
  | _ :: rest, 0 => Some p :: rest
  | mark :: rest, S cell => mark :: with_mark p cell rest
  end.

Definition tic_tac_toe : game := {|
  state := board;
  move := nat;
  start := empty_board;
  outcome s :=
    if has_line (other (turn s)) s then Some Loss
    else if existsb is_empty (cells s) then None
    else Some Draw;
  legal := empty_cells;
  play s cell := {| turn := other (turn s); cells := with_mark (turn s) cell (cells s) |};
  plies_left s := length (filter is_empty (cells s));
|}.
