(** The player of tic-tac-toe who reads a playbook. *)

From Coq Require Import Arith ZArith List Uint63.
From Perfectplay.rules Require Import Game TicTacToe.
From Perfectplay.checker Require Import Machine Walk.
From Perfectplay.playbook Require Import Reader.
Import ListNotations.

(** The image of a cell: bit 0 of a symmetry exchanges row and column, bit 1 mirrors the columns,
    and bit 2 the rows. *)
Definition image (symmetry cell : nat) : nat :=
  let (row, column) := (cell / 3, cell mod 3) in
  let (row, column) := if Nat.testbit symmetry 0 then (column, row) else (row, column) in
  let column := if Nat.testbit symmetry 1 then 2 - column else column in
  let row := if Nat.testbit symmetry 2 then 2 - row else row in
  3 * row + column.

(** The key of an image: X in bits 0 to 8, O in bits 9 to 17. *)
Definition key_of_image (s : board) (symmetry : nat) : int :=
  let mark shift p cell := if holds p s cell then shift + image symmetry cell else 63 in
  let bits := map (mark 0 First) (seq 0 9) ++ map (mark 9 Second) (seq 0 9) in
  fold_right (fun bit key => (key lor (1 << of_Z (Z.of_nat bit)))%uint63) 0%uint63 bits.

(** The first symmetry that leads to the least key. *)
Definition canonical (s : board) : nat :=
  let less a b := (key_of_image s a <? key_of_image s b)%uint63 in
  fold_left (fun least other => if less other least then other else least) (seq 1 7) 0.

(** The legal moves, in the order of their images. *)
Definition moves_of_image (s : board) (symmetry : nat) : list nat :=
  let goes_to cell mv := image symmetry mv =? cell in
  flat_map (fun cell => filter (goes_to cell) (empty_cells s)) (seq 0 9).

Definition answer (b : book) (s : board) : int :=
  match empty_cells s with
  | [_] => 0%uint63
  | _ =>
      let symmetry := if is_symmetric b then canonical s else 0 in
      match rank_of b 0%uint63 (key_of_image s symmetry) with
      | None => 9%uint63
      | Some rank =>
          match item (moves_of_image s symmetry) rank with
          | None => 9%uint63
          | Some chosen => count (filter (fun mv => mv <? chosen) (empty_cells s))
          end
      end
  end.

(** The answers in the bytes of a playbook: the number of a move, or too large a number if there is no
    answer. *)
Definition answers (content : bytes) : board -> int :=
  match open content with
  | Some b => answer b
  | None => fun _ => 9%uint63
  end.
