(** The player of Connect Four who reads a playbook. *)

From Coq Require Import Arith List Uint63 PArray.
From Perfectplay.checker Require Import Walk.
From Perfectplay.connect_four Require Import Bits Masks.
From Perfectplay.playbook Require Import Reader.
Import ListNotations.
Local Open Scope uint63_scope.

Definition answer (width height : nat) (b : book) : masks -> int -> int :=
  let mirror := mirror width height in
  fun x moves =>
  if moves =? 1 then 0
  else
    let key := key_of_masks x in
    let image := if is_symmetric b then mirror key else key in
    if image <? key then
      match rank_of b image with
      | Some rank => moves - 1 - rank
      | None => moves
      end
    else
      match rank_of b key with
      | Some rank => rank
      | None => moves
      end.

(** The answer in the bytes of a playbook for a position with this number of moves: the number of a
    move, or a number that no move has if there is no answer. *)
Definition answers (width height : nat) (content : bytes) : masks -> int -> int :=
  match open content with
  | Some b => answer width height b
  | None => fun _ moves => moves
  end.

(** The player who plays the moves of a playbook, given in words of seven bytes. *)
Definition by_playbook (width height : nat) (size : int) (words : array int) : adviser masks :=
  by_book (answers width height (unpack size words)).
