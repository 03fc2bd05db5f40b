(** The checker: it plays a strategy against every reply, and remembers what it has seen. *)

From Coq Require Import List Uint63.
From Perfectplay.rules Require Import Game.
From Perfectplay.checker Require Import Value Strategy Memory Machine.
Import ListNotations.

Fixpoint count {A} (items : list A) : int :=
  match items with
  | [] => 0
  | _ :: rest => (1 + count rest)%uint63
  end.

Fixpoint item {A} (items : list A) (number : int) : option A :=
  match items with
  | [] => None
  | first :: rest => if (number =? 0)%uint63 then Some first else item rest (number - 1)%uint63
  end.

Lemma count_map {A B} (f : A -> B) items : count (map f items) = count items.
Proof. induction items as [|x rest IH]; simpl; congruence. Qed.

Lemma item_map {A B} (f : A -> B) items number :
  item (map f items) number = option_map f (item items number).
Proof.
  revert number. induction items as [|x rest IH]; intros number; simpl; [easy|].
  destruct (number =? 0)%uint63; auto.
Qed.

Lemma item_in {A} (items : list A) number x : item items number = Some x -> In x items.
Proof.
  revert number. induction items as [|y rest IH]; intros number; simpl; [easy|].
  destruct (number =? 0)%uint63; [intros [= <-]; auto | eauto].
Qed.

Section Walk.
  Context {g : game} (m : machine g).

  (** A book answers a position, and the number of its legal moves, with the number of one of
      them. Nothing is believed of it. *)
  Context (book : position m -> int -> int).

  (** The player who moves by the book. *)
  Definition player_of (s : state g) : option (move g) :=
    item (legal g s) (book (encode m s) (count (legal g s))).

  (** What the player claims to get at least. *)
  Context (v : value).

  Fixpoint each {A} (check : A -> memory -> option memory) (items : list A) (known : memory) :
      option memory :=
    match items with
    | [] => Some known
    | x :: rest =>
        match check x known with
        | Some known => each check rest known
        | None => None
        end
    end.

  (** Checks a position in which the opponent is to move. *)
  Definition check_after (check : position m -> memory -> option memory) (y : position m)
      (known : memory) : option memory :=
    match over m y with
    | Some w => if at_least v (for_the_other w) then Some known else None
    | None => each check (next m y) known
    end.

  (** Checks a position in which the player is to move, and all that can follow within this number
      of its moves. *)
  Fixpoint check (moves : nat) (x : position m) (known : memory) : option memory :=
    match moves with
    | O => None
    | S moves =>
        match over m x with
        | Some w => if at_least v w then Some known else None
        | None =>
            let key := key m x in
            if knows known key then Some known
            else
              let following := next m x in
              match item following (book x (count following)) with
              | None => None
              | Some y =>
                  match check_after (check moves) y known with
                  | Some known => Some (remember known key)
                  | None => None
                  end
              end
        end
    end.

  Definition accepts (outcome : option memory) : bool :=
    match outcome with Some _ => true | None => false end.

  Definition accepts_first (pages : nat) : bool :=
    accepts (check (S (plies_left g (start g))) (encode m (start g)) (forget_all pages)).

  Definition accepts_second (pages : nat) : bool :=
    accepts (check_after (check (S (plies_left g (start g)))) (encode m (start g))
      (forget_all pages)).

  (** Soundness: what is accepted is secure. *)
  Context (faithful_m : faithful m).

  (** Each key in the memory is that of a state from which the player is sure of [v]. *)
  Definition believed (known : memory) : Prop :=
    forall s, valid m s -> key m (encode m s) <> nothing -> contains known (key m (encode m s)) ->
    secures g player_of v s.

  Lemma believed_forget_all pages : believed (forget_all pages).
  Proof. intros s _ kept held. now apply contains_nothing_else in held. Qed.

  Lemma believed_remember known s :
    valid m s -> secures g player_of v s -> believed known ->
    believed (remember known (key m (encode m s))).
  Proof.
    intros valid_s secure_s sound t valid_t kept [same | held]%remember_contains; [|now apply sound].
    now rewrite (key_injective m faithful_m t s).
  Qed.

  Lemma each_sound check moves s known known' :
    (forall t known known', valid m t -> check (encode m t) known = Some known' ->
      believed known -> secures g player_of v t /\ believed known') ->
    valid m s -> outcome g s = None -> incl moves (legal g s) ->
    each check (map (fun mv => encode m (play g s mv)) moves) known = Some known' ->
    believed known ->
    (forall mv, In mv moves -> secures g player_of v (play g s mv)) /\ believed known'.
  Proof.
    intros check_sound valid_s unfinished. revert known.
    induction moves as [|mv rest IH]; simpl; intros known legal accepted sound.
    - now injection accepted as <-.
    - destruct (check (encode m (play g s mv)) known) as [between|] eqn:first; [|easy].
      apply check_sound in first as [secure sound_between]; trivial;
        [|apply play_valid; trivial; apply legal; now left].
      apply IH in accepted as [others sound']; trivial; [|intros x ?; apply legal; now right].
      split; [|trivial]. intros x [<- | ?]; auto.
  Qed.

  Lemma check_after_sound check s known known' :
    (forall t known known', valid m t -> check (encode m t) known = Some known' ->
      believed known -> secures g player_of v t /\ believed known') ->
    valid m s -> check_after check (encode m s) known = Some known' -> believed known ->
    secures_after g player_of v s /\ believed known'.
  Proof.
    intros check_sound valid_s. unfold check_after. rewrite over_faithful by trivial.
    destruct (outcome g s) as [w|] eqn:unfinished.
    - destruct (at_least v (for_the_other w)) eqn:good; [|easy]. intros [= <-] sound.
      split; [|trivial]. now apply secures_after_end with w.
    - rewrite next_faithful by trivial. intros accepted sound.
      apply each_sound in accepted as [replies sound']; trivial; [|easy].
      split; [|trivial]. now apply secures_after_reply.
  Qed.

  Lemma check_sound moves s known known' :
    valid m s -> check moves (encode m s) known = Some known' -> believed known ->
    secures g player_of v s /\ believed known'.
  Proof.
    revert s known known'. induction moves as [|moves IH]; intros s known known' valid_s; [easy|].
    simpl. rewrite over_faithful by trivial.
    destruct (outcome g s) as [w|] eqn:unfinished.
    { destruct (at_least v w) eqn:good; [|easy]. intros [= <-] sound.
      split; [|trivial]. now apply secures_end with w. }
    destruct (knows known (key m (encode m s))) eqn:known_s.
    { intros [= <-] sound. split; [|trivial]. apply knows_contained in known_s as [held kept].
      now apply sound. }
    rewrite next_faithful, item_map, count_map by trivial.
    change (item (legal g s) _) with (player_of s).
    destruct (player_of s) as [mv|] eqn:chosen; [|easy]. simpl.
    destruct (check_after (check moves) (encode m (play g s mv)) known) as [between|] eqn:after;
      [|easy].
    intros [= <-] sound.
    assert (legal_mv : In mv (legal g s)) by now apply item_in in chosen.
    apply check_after_sound in after as [secure sound']; trivial; [|now apply play_valid].
    assert (secures g player_of v s) by now apply secures_move with mv.
    split; [trivial|]. now apply believed_remember.
  Qed.

  Theorem accepts_first_sound pages :
    accepts_first pages = true -> secures g player_of v (start g).
  Proof.
    unfold accepts_first. destruct check eqn:accepted; [intros _ | easy].
    apply check_sound in accepted; [easy | now apply start_valid | apply believed_forget_all].
  Qed.

  Theorem accepts_second_sound pages :
    accepts_second pages = true -> secures_after g player_of v (start g).
  Proof.
    unfold accepts_second. destruct check_after eqn:accepted; [intros _ | easy].
    eapply check_after_sound in accepted;
      [easy | apply check_sound | now apply start_valid | apply believed_forget_all].
  Qed.
End Walk.
