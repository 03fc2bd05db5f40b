(** A fast implementation of a game, which agrees with the rules. *)

From Coq Require Import List Uint63.
From Perfectplay.rules Require Import Game.
From Perfectplay.checker Require Import Memory.

Record machine (g : game) := {
  position : Type;
  encode : state g -> position;
  (** The states for which the machine is made. *)
  valid : state g -> Prop;
  over : position -> option value;
  (** The positions after the legal moves, in the order of the moves. *)
  next : position -> list position;
  (** [nothing] for a position that the memory should not keep. *)
  key : position -> int;
}.

Arguments position {g} _.
Arguments encode {g} _ _.
Arguments valid {g} _ _.
Arguments over {g} _ _.
Arguments next {g} _ _.
Arguments key {g} _ _.

Record faithful {g} (m : machine g) : Prop := {
  start_valid : valid m (start g);
  play_valid s mv :
    valid m s -> outcome g s = None -> In mv (legal g s) -> valid m (play g s mv);
  over_faithful s : valid m s -> over m (encode m s) = outcome g s;
  next_faithful s :
    valid m s -> outcome g s = None ->
    next m (encode m s) = map (fun mv => encode m (play g s mv)) (legal g s);
  key_faithful s t :
    valid m s -> valid m t -> key m (encode m s) <> nothing ->
    key m (encode m s) = key m (encode m t) -> s = t;
}.

(** The rules themselves as a machine, without a memory: fast enough for the smallest games. *)
Definition by_the_rules (g : game) : machine g := {|
  position := state g;
  encode s := s;
  valid _ := True;
  over := outcome g;
  next s := map (play g s) (legal g s);
  key _ := nothing;
|}.

Lemma by_the_rules_faithful g : faithful (by_the_rules g).
Proof. split; easy. Qed.
