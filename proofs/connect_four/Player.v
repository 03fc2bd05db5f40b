(** The player of Connect Four who reads a playbook. *)

From Coq Require Import Arith List Uint63.
From Perfectplay.checker Require Import Walk.
From Perfectplay.connect_four Require Import Bits Masks.
From Perfectplay.playbook Require Import Reader.
Import ListNotations.
Local Open Scope uint63_scope.

(** A key whose columns are in the opposite order. *)
Fixpoint mirror (columns : nat) (height key mirrored : int) : int :=
  match columns with
  | O => mirrored
  | S columns =>
      let column := key land ((1 << (height + 1)) - 1) in
      mirror columns height (key >> (height + 1)) ((mirrored << (height + 1)) lor column)
  end.

Definition answer (width : nat) (height : int) (b : book) (x : masks) (moves : int) : int :=
  if moves =? 1 then 0
  else
    let key := free x lor last x in
    let image := if is_symmetric b then mirror width height key 0 else key in
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

(** What the bytes of a playbook answer in a position with this number of moves: the number of one of
    them; or a number that none has, if there is no answer. *)
Definition answers (width height : nat) (content : bytes) : masks -> int -> int :=
  match open content with
  | Some b => answer width (number height) b
  | None => fun _ moves => moves
  end.
