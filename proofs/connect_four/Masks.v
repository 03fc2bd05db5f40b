(** Connect Four on bit masks. *)

From Coq Require Import Arith Bool Lia List Uint63.
From Perfectplay.rules Require Import Game ConnectFour.
From Perfectplay.checker Require Import Machine.
From Perfectplay.connect_four Require Import Bits.
Import ListNotations.

Record masks := {
  (** The discs of the player who has moved last, and those of the other. *)
  last : int;
  rest : int;
  (** The lowest free cell of each column; in a full one, the cell above it. *)
  free : int;
}.

(** The boards that fit into an integer. Each step of a line is a shift by less than 63 bits. *)
Class fits_in_63_bits (width height : nat) : Prop :=
  board_fits : (width * S height <= 63 /\ height <= 20)%nat.

#[global] Hint Extern 0 (fits_in_63_bits _ _) => split; lia : typeclass_instances.

(** The bit of the cell in column [c] and row [r] is [c * (height + 1) + r], so that one bit above each
    column stays empty. *)
Definition discs (height : nat) (p : player) (s : board) : int :=
  mask (fun n => holds p s (n / S height) (n mod S height)).

Definition free_cells (width height : nat) (s : board) : int :=
  mask (fun n =>
    (n / S height <? width) && (n mod S height =? length (column s (n / S height)))).

Definition masks_of (width height : nat) (s : board) : masks := {|
  last := discs height (other (turn s)) s;
  rest := discs height (turn s) s;
  free := free_cells width height s;
|}.

Definition column_mask (height c : nat) : int := mask (fun n => n / S height =? c).

(** The bits above the columns. *)
Definition roof (width height : nat) : int :=
  mask (fun n => (n / S height <? width) && (n mod S height =? height)).

Local Open Scope uint63_scope.

(** The bits for which another bit is set one step further. *)
Definition pairs (bits step : int) : int := bits land (bits >> step).

(** Whether there are four discs, each one step from the next. *)
Definition in_steps (discs step two_steps : int) : bool :=
  if pairs (pairs discs step) two_steps =? 0 then false else true.

Definition has_four (height : nat) : int -> bool :=
  let up := number 1 in
  let two_up := number 2 in
  let falling := number height in
  let two_falling := number (2 * height) in
  let right := number (S height) in
  let two_right := number (2 * S height) in
  let rising := number (S (S height)) in
  let two_rising := number (2 * S (S height)) in
  fun discs =>
    if in_steps discs up two_up then true
    else if in_steps discs right two_right then true
    else if in_steps discs rising two_rising then true
    else in_steps discs falling two_falling.

Definition over_masks (width height : nat) : masks -> option value :=
  let full := roof width height in
  let has_four := has_four height in
  fun x =>
    if has_four (last x) then Some Loss
    else if free x =? full then Some Draw
    else None.

Fixpoint next_in (columns : list int) (roof : int) (x : masks) : list masks :=
  match columns with
  | [] => []
  | column :: others =>
      let disc := free x land column in
      if disc land roof =? 0 then
        {| last := rest x lor disc; rest := last x; free := free x lxor disc lxor (disc << 1) |}
          :: next_in others roof x
      else next_in others roof x
  end.

Definition next_masks (width height : nat) : masks -> list masks :=
  next_in (map (column_mask height) (seq 0 width)) (roof width height).

(** The boards that masks can represent. *)
Definition valid_board (width height : nat) (s : board) : Prop :=
  length (columns s) = width /\
  (forall c, (length (column s c) <= height)%nat) /\
  turn s = if Nat.even (list_sum (map (@length _) (columns s))) then First else Second.

(** The key of the library: it has a bit for each disc of the last player, and one above each column. *)
Definition key_of_masks (x : masks) : int := free x lor last x.

Definition connect_four_masks (width height : nat) : machine (connect_four width height) := {|
  position := masks;
  encode (s : state (connect_four width height)) := masks_of width height s;
  valid (s : state (connect_four width height)) := valid_board width height s;
  over := over_masks width height;
  next := next_masks width height;
  key := key_of_masks;
|}.
