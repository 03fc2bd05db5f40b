(** Threats on masks, and the moves that the rules of a playbook leave: docs/playbooks.md describes them.
    No proof is needed, since the checker does not trust the answers of a playbook. *)

From Coq Require Import Arith Bool List Uint63.
From Perfectplay.connect_four Require Import Bits Masks.
Import ListNotations.
Local Open Scope uint63_scope.

(** The cells of a board, without the bits above the columns. *)
Definition cells (width height : nat) : int :=
  mask (fun n => (n / S height <? width) && (n mod S height <? height))%nat.

Definition lowest (bits : int) : int := bits land (0 - bits).

Definition without (bits others : int) : int := bits lxor (bits land others).

(** Whether there is no more than one bit. *)
Definition at_most_one (bits : int) : bool := bits land (bits - 1) =? 0.

(** The number of bits. *)
Definition ones (bits : int) : int :=
  let pairs := bits - (bits >> 1) land 0x5555555555555555 in
  let fours := pairs land 0x3333333333333333 + (pairs >> 2) land 0x3333333333333333 in
  (((fours + fours >> 4) land 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101) >> 56.

(** The lowest bit that has a property, or 0. *)
Fixpoint first_in (most : nat) (has : int -> bool) (bits : int) : int :=
  match most with
  | O => 0
  | S most =>
      if bits =? 0 then 0
      else let bit := lowest bits in if has bit then bit else first_in most has (bits lxor bit)
  end.

Fixpoint each_in {A} (most : nat) (f : int -> A) (bits : int) : list A :=
  match most with
  | O => []
  | S most =>
      if bits =? 0 then [] else let bit := lowest bits in f bit :: each_in most f (bits lxor bit)
  end.

(** The cells in which a disc completes four in a direction. *)
Definition holes (discs one two three : int) : int :=
  let behind := discs << one in
  let ahead := discs >> one in
  (behind land (discs << two) land (discs << three lor ahead)) lor
  (ahead land (discs >> two) land (behind lor discs >> three)).

(** The empty cells in which a disc completes four of a player. *)
Definition threats_on (width height : nat) : int -> int -> int :=
  let cells := cells width height in
  let falling := number height in
  let two_falling := number (2 * height) in
  let three_falling := number (3 * height) in
  let right := number (S height) in
  let two_right := number (2 * S height) in
  let three_right := number (3 * S height) in
  let rising := number (S (S height)) in
  let two_rising := number (2 * S (S height)) in
  let three_rising := number (3 * S (S height)) in
  fun discs all =>
    let found :=
      ((discs << 1) land (discs << 2) land (discs << 3)) lor
      holes discs falling two_falling three_falling lor
      holes discs right two_right three_right lor
      holes discs rising two_rising three_rising in
    without found all land cells.

(** The open cells after which the other player does not win at once by these threats. *)
Definition safe (open threats : int) : int :=
  let forced := open land threats in
  without (if forced =? 0 then open else if at_most_one forced then forced else 0) (threats >> 1).

Section Rules.
  Context (cells : int) (threats : int -> int -> int).

  (** Whether a move leaves the other player no safe reply. *)
  Definition wins_in_three (own other free disc : int) : bool :=
    let open := (free + disc) land cells in
    if open =? 0 then false
    else safe open (threats (own lor disc) (own lor other lor disc)) =? 0.

  (** Goes through moves with their safe replies. Selects the first one with a single safe reply after which
      the player wins in three plies. If there is none, leaves those after which no reply is a trap. *)
  Fixpoint leave (own other free : int) (moves : list (int * int)) (left : int) : int :=
    match moves with
    | [] => left
    | (disc, replies) :: rest =>
        let own_after := own lor disc in
        let free_after := free + disc in
        let safe_after reply :=
          let open := (free_after + reply) land cells in
          if open =? 0 then None
          else Some (safe open (threats (other lor reply) (own_after lor other lor reply))) in
        let wins reply :=
          match safe_after reply with
          | None => false
          | Some moves =>
              negb (first_in 63 (wins_in_three own_after (other lor reply) (free_after + reply)) moves =? 0)
          end in
        let traps reply := match safe_after reply with None => false | Some moves => moves =? 0 end in
        if if at_most_one replies then wins replies else false then disc
        else leave own other free rest (if first_in 63 traps replies =? 0 then left lor disc else left)
    end.

  Definition left_by_rules (x : masks) : int :=
    let '(own, other, free) := (rest x, last x, free x) in
    let open := free land cells in
    let wins := threats own (own lor other) land free in
    if wins =? 0 then
      let moves := safe open (threats other (own lor other)) in
      if moves =? 0 then open
      else if at_most_one moves then moves
      else
        let replies disc :=
          (disc, safe ((free + disc) land cells) (threats (own lor disc) (own lor other lor disc))) in
        let answered := each_in 63 replies moves in
        match find (fun move : int * int => snd move =? 0) answered with
        | Some (disc, _) => disc
        | None => let left := leave own other free answered 0 in if left =? 0 then moves else left
        end
    else lowest wins.
End Rules.
