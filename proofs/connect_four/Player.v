(** The player of Connect Four who reads a playbook. *)

From Coq Require Import List Uint63 PArray.
From Perfectplay.connect_four Require Import Bits Masks Threats Preference.
From Perfectplay.playbook Require Import Reader.
Local Open Scope uint63_scope.

(** The number of a cell among the open ones; too large a number for 0. *)
Definition number_among (open disc : int) : int := ones (open land (disc - 1)).

(** The answer of a book for a position that stands for its image: the number of a move, or too large a
    number if there is no answer. *)
Definition answer_in (width height : nat) (b : book) : masks -> int :=
  let all := cells width height in
  match rules b with
  | None => fun x => match rank_of b 0 (key_of_masks x) with Some rank => rank | None => 64 end
  | Some (goal, weights, thresholds) =>
      let chosen := chosen_by_rules width height goal weights thresholds (rank_of b) in
      fun x => number_among (free x land all) (chosen x)
  end.

Definition answer (width height : nat) (b : book) : masks -> int :=
  let all := cells width height in
  let mirror := mirror width height in
  let answer := answer_in width height b in
  fun x =>
    let moves := ones (free x land all) in
    if moves =? 1 then 0
    else
      let key := key_of_masks x in
      if if is_symmetric b then mirror key <? key else false then
        moves - 1 - answer {| last := mirror (last x); rest := mirror (rest x); free := mirror (free x) |}
      else answer x.

(** The answers in the bytes of a playbook. *)
Definition answers (width height : nat) (content : bytes) : masks -> int :=
  match open content with
  | Some b => answer width height b
  | None => fun _ => 64
  end.
