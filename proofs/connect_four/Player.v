(** The player of Connect Four who reads a playbook. *)

From Coq Require Import Arith List Uint63 PArray.
From Perfectplay.checker Require Import Walk.
From Perfectplay.connect_four Require Import Bits Masks Threats Preference.
From Perfectplay.playbook Require Import Reader.
Import ListNotations.
Local Open Scope uint63_scope.

(** The number of a cell among the open ones; too large a number for 0. *)
Definition number_among (open disc : int) : int := ones (open land (disc - 1)).

(** The answer of a book for a position that stands for its image: the number of a move, or too large a
    number if there is no answer. *)
Definition answer_in (width height : nat) (b : book) : masks -> int :=
  let all := cells (board_of width height) in
  match by_rules b with
  | None => fun x => match rank_of b (key_of_masks x) with Some rank => rank | None => 64 end
  | Some rules =>
      let chosen := chosen_by_rules width height b rules in
      fun x => number_among (free x land all) (chosen x)
  end.

(** The answer for a position with this number of moves. *)
Definition answer (width height : nat) (b : book) : masks -> int -> int :=
  let mirror := mirror width height in
  let answer := answer_in width height b in
  fun x moves =>
  if moves =? 1 then 0
  else
    let key := key_of_masks x in
    if if is_symmetric b then mirror key <? key else false then
      moves - 1 - answer {| last := mirror (last x); rest := mirror (rest x); free := mirror (free x) |}
    else answer x.

(** The answer in the bytes of a playbook. *)
Definition answers (width height : nat) (content : bytes) : masks -> int -> int :=
  match open content with
  | Some b => answer width height b
  | None => fun _ moves => moves
  end.

(** The player who plays the moves of a playbook. One by rules wins at once if it can. *)
Definition by_bytes (width height : nat) (content : bytes) : adviser masks :=
  let answers := answers width height content in
  let b := board_of width height in
  let by_rules := (content.[3] =? 2)%array in
  {|
    notes := unit;
    first_notes := tt;
    at_once x :=
      if by_rules then
        let wins := winning b x in
        if wins =? 0 then None
        else
          let open := free x land cells b in
          Some (if at_most_one wins then number_among open wins else answers x (ones open))
      else None;
    advise x moves notes := (answers x moves, notes);
  |}.

(** The same for bytes in words of seven bytes. *)
Definition by_playbook (width height : nat) (size : int) (words : array int) : adviser masks :=
  by_bytes width height (unpack size words).
