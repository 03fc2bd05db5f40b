(** The definition of a game of two players, and of its value. *)

From Coq Require Import List.
Import ListNotations.

Inductive player := First | Second.

Definition other (p : player) : player :=
  match p with First => Second | Second => First end.

(** The value of a state for the player to move. *)
Inductive value := Loss | Draw | Win.

Definition for_the_other (v : value) : value :=
  match v with Loss => Win | Draw => Draw | Win => Loss end.

Definition better (v w : value) : value :=
  match v, w with
  | Win, _ | _, Win => Win
  | Draw, _ | _, Draw => Draw
  | Loss, Loss => Loss
  end.

Definition best (values : list value) : value := fold_right better Loss values.

Record game := {
  state : Type;
  move : Type;
  start : state;
  (** The value of a state in which the game is over, for the player who would move next. *)
  outcome : state -> option value;
  (** Used only while the game is not over. *)
  legal : state -> list move;
  play : state -> move -> state;
  (** No game takes more plies than this; see [ends]. *)
  plies_left : state -> nat;
}.

(** Every move leaves fewer plies, so that every game ends. *)
Definition ends (g : game) : Prop :=
  forall s m, outcome g s = None -> In m (legal g s) ->
  plies_left g (play g s m) < plies_left g s.

(** The value, if at most this number of plies is left. *)
Fixpoint value_within (g : game) (plies : nat) (s : state g) : value :=
  match outcome g s with
  | Some v => v
  | None =>
      match plies with
      | 0 => Loss
      | S plies => best (map (fun m => for_the_other (value_within g plies (play g s m))) (legal g s))
      end
  end.

(** The value for the player to move if both play perfectly. [value_equation] states it without a
    number of plies. *)
Definition value_of (g : game) (s : state g) : value := value_within g (plies_left g s) s.

(** The states of the games that can be played. *)
Inductive reachable (g : game) : state g -> Prop :=
| reachable_start : reachable g (start g)
| reachable_move s m :
    reachable g s -> outcome g s = None -> In m (legal g s) -> reachable g (play g s m).

(** The same game in misère play: the end that is lost is won, and the other way round. *)
Definition misere (g : game) : game := {|
  state := state g;
  move := move g;
  start := start g;
  outcome s := option_map for_the_other (outcome g s);
  legal := legal g;
  play := play g;
  plies_left := plies_left g;
|}.
