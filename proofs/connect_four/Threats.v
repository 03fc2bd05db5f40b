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

(** An upper bound of the value for a player: 0 for a loss, 1 for a draw, 2 for a win. It follows from answers of
    the other player, who has moved last, on top of each disc. *)
Definition bound_on (width height : nat) : int -> int -> int -> int -> int :=
  let cells := cells width height in
  let has_four := has_four height in
  let bottom := mask (fun n => (n / S height <? width) && (n mod S height =? 0))%nat in
  let top := roof width height in
  let rows := number height in
  (* From a cell of these rows on, an even number of cells of the column is left. *)
  let even_rows := mask (fun n => Nat.even (n mod S height + height)) land cells in
  let odd_rows := cells - even_rows in
  let columns_of found := let tops := (found + cells) land top in tops - tops >> rows in
  fun own other free threats =>
    let left := without cells (own lor other) in
    let open_odd := free land odd_rows in
    let value stopped :=
      let stopped_columns := columns_of stopped in
      let odd := open_odd lxor stopped in
      if ones odd land 1 =? 0 then
        let upper :=
          without ((even_rows land stopped_columns) lor without odd_rows stopped_columns) odd land left in
        let stops := (upper land threats) >> 1 in
        let ends := stops lor top in
        let below := without (ends lxor (ends - bottom)) ends in
        if has_four (own lor ((left - upper) land below) lor (stops land (below + bottom))) then 2
        else if stops =? 0 then if has_four (other lor (upper land below)) then 0 else 1
        else 0
      else 2 in
    let may_stop := open_odd land columns_of (columns_of open_odd land even_rows land threats) in
    (* All sets of stops in odd columns. *)
    let least :=
      (fix go (most : nat) (stopped least : int) : int :=
        match most with
        | O => least
        | S most =>
            let value := value stopped in
            if value =? 0 then 0
            else
              let least := if value <? least then value else least in
              if stopped =? 0 then least else go most ((stopped - 1) land may_stop) least
        end) 128%nat may_stop 2 in
    if least =? 2 then if has_four (own lor left) then 2 else 1 else least.

Section Rules.
  Context (cells : int) (threats : int -> int -> int) (bound : int -> int -> int -> int -> int) (goal : int).

  (** Whether the other player is known to be lost after a move. *)
  Definition defeats (own other free disc : int) : bool :=
    let own := own lor disc in
    let free := free + disc in
    let open := free land cells in
    if open =? 0 then false
    else
      let threats := threats own (own lor other) in
      if safe open threats =? 0 then true else bound other own free threats =? 0.

  (** Of the moves after which the other player is known to be lost, the first one with the fewest safe replies,
      or 0. *)
  Fixpoint quickest (most : nat) (own other free moves found least : int) : int :=
    match most with
    | O => found
    | S most =>
        if moves =? 0 then found
        else
          let disc := lowest moves in
          let own_after := own lor disc in
          let free_after := free + disc in
          let threats := threats own_after (own_after lor other) in
          let open := free_after land cells in
          let replies := ones (safe open threats) in
          let is_best :=
            if replies <? least then
              if open =? 0 then false
              else if replies =? 0 then true else bound other own_after free_after threats =? 0
            else false in
          if is_best then quickest most own other free (moves lxor disc) disc replies
          else quickest most own other free (moves lxor disc) found least
    end.

  (** What is known of a move with these replies: 0 if one of them refutes it, 2 if the player wins after each,
      and otherwise 1. *)
  Fixpoint prospect (most : nat) (own other free replies known : int) : int :=
    match most with
    | O => known
    | S most =>
        if replies =? 0 then known
        else
          let reply := lowest replies in
          let continue := prospect most own other free (replies lxor reply) in
          let other := other lor reply in
          let free := free + reply in
          let open := free land cells in
          if open =? 0 then continue 1
          else if threats own (own lor other) land open =? 0 then
            let threats := threats other (own lor other) in
            let moves := safe open threats in
            if moves =? 0 then if 0 <? goal then 0 else continue 1
            else if bound own other free threats <? goal then 0
            else if known =? 1 then continue 1
            else if first_in 63 (defeats own other free) moves =? 0 then continue 1
            else continue 2
          else continue known
    end.

  (** Goes through moves. Selects the first one after which the player wins. If there is none, leaves those that
      are not refuted. *)
  Fixpoint leave (most : nat) (own other free moves left : int) : int :=
    match most with
    | O => left
    | S most =>
        if moves =? 0 then left
        else
          let disc := lowest moves in
          let own_after := own lor disc in
          let open := (free + disc) land cells in
          let replies := safe open (threats own_after (own_after lor other)) in
          let known := if open =? 0 then 1 else prospect 63 own_after other (free + disc) replies 2 in
          if known =? 2 then disc
          else leave most own other free (moves lxor disc) (if known =? 0 then left else left lor disc)
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
        let defeating := quickest 63 own other free moves 0 64 in
        if defeating =? 0 then
          let left := leave 63 own other free moves 0 in
          if left =? 0 then moves else left
        else defeating
    else lowest wins.
End Rules.
