(** The checker: it plays the moves of a book against every reply, and remembers the positions that it has
    seen. *)

From Coq Require Import List Uint63.
From Perfectplay.rules Require Import Game.
From Perfectplay.checker Require Import Value Strategy Memory Machine.
Import ListNotations.

Fixpoint item {A} (items : list A) (number : int) : option A :=
  match items with
  | [] => None
  | first :: rest => if (number =? 0)%uint63 then Some first else item rest (number - 1)%uint63
  end.

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

(** The player who plays the moves of a book: for each position the number of one of the legal moves. *)
Definition player_of {g} (m : machine g) (book : position m -> int) : strategy g :=
  fun s mv => item (legal g s) (book (encode m s)) = Some mv.

Lemma player_is_a_function {g} (m : machine g) book : is_function (player_of m book).
Proof. intros s mv other chosen also. unfold player_of in *. congruence. Qed.

Section Walk.
  Context {g : game} (m : machine g).

  (** The player, and the value that it claims to get at least. The checker believes neither. *)
  Context (book : position m -> int) (v : value).

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

  (** Checks a position in which the player is to move, and all positions that can follow within this
      number of its moves. Positions in which the next move ends the game are not worth remembering. *)
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
              match item (next m x) (book x) with
              | None => None
              | Some y =>
                  match over m y, check_after (check moves) y known with
                  | None, Some known => Some (remember known key)
                  | _, known => known
                  end
              end
        end
    end.

  Definition accepts (outcome : option memory) : bool :=
    match outcome with Some _ => true | None => false end.

  Definition accepts_first (pages : nat) : bool :=
    accepts (check (S (plies_left g (start g))) (encode m (start g)) (forget_all pages)).

  Definition accepts_second (pages : nat) : bool :=
    accepts (check_after (check (S (plies_left g (start g)))) (encode m (start g)) (forget_all pages)).

  (** Soundness: in accepted positions, the moves of the book guarantee the claimed value. *)
  Context (faithful_m : faithful m).

  Notation secure := (secures (player_of m book) v).
  Notation secure_after := (secures_after (player_of m book) v).

  (** Each key in the memory belongs to a state from which the player is sure of [v]. *)
  Definition believed (known : memory) : Prop :=
    forall s, valid m s -> key m (encode m s) <> nothing ->
    contains known (key m (encode m s)) -> secure s.

  Lemma believed_at_first pages : believed (forget_all pages).
  Proof. intros s _ kept held. now apply contains_nothing_else in held. Qed.

  Lemma believed_remember known s :
    valid m s -> secure s -> believed known -> believed (remember known (key m (encode m s))).
  Proof.
    intros valid_s secure_s sound t valid_t kept [same | [none | held]]%remember_contains;
      [|easy | now apply sound].
    now rewrite (key_faithful m faithful_m t s).
  Qed.

  (** What a successful check proves. *)
  Definition sound_check (check : position m -> memory -> option memory) : Prop :=
    forall s known more,
    valid m s -> check (encode m s) known = Some more -> believed known -> secure s /\ believed more.

  Lemma each_sound check moves s known more :
    sound_check check -> valid m s -> outcome g s = None -> incl moves (legal g s) ->
    each check (map (fun mv => encode m (play g s mv)) moves) known = Some more -> believed known ->
    (forall mv, In mv moves -> secure (play g s mv)) /\ believed more.
  Proof.
    intros check_sound valid_s unfinished. revert known.
    induction moves as [|mv rest IH]; simpl; intros known legal accepted sound.
    - now injection accepted as <-.
    - apply incl_cons_inv in legal as [legal_mv legal].
      destruct (check (encode m (play g s mv)) known) as [between|] eqn:first; [|easy].
      apply check_sound in first as [secure_mv sound_between]; trivial; [|now apply play_valid].
      apply IH in accepted as [others sound_more]; trivial.
      split; [|trivial]. intros x [<- | ?]; auto.
  Qed.

  Lemma check_after_sound check s known more :
    sound_check check -> valid m s -> check_after check (encode m s) known = Some more -> believed known ->
    secure_after s /\ believed more.
  Proof.
    intros check_sound valid_s. unfold check_after. rewrite over_faithful by trivial.
    destruct (outcome g s) as [w|] eqn:unfinished.
    - destruct (at_least v (for_the_other w)) eqn:good; [|easy]. intros [= <-] sound.
      split; [|trivial]. now apply secures_after_end with w.
    - rewrite next_faithful by trivial. intros accepted sound.
      apply each_sound in accepted as [replies sound_more]; trivial; [|easy].
      split; [|trivial]. now apply secures_after_reply.
  Qed.

  Lemma check_sound moves : sound_check (check moves).
  Proof.
    induction moves as [|moves IH]; intros s known more valid_s; [easy|].
    simpl. rewrite over_faithful by trivial.
    destruct (outcome g s) as [w|] eqn:unfinished.
    { destruct (at_least v w) eqn:good; [|easy]. intros [= <-] sound.
      split; [|trivial]. now apply secures_end with w. }
    destruct (knows known (key m (encode m s))) eqn:known_s.
    { intros [= <-] sound. split; [|trivial]. apply knows_contained in known_s as [held kept].
      now apply sound. }
    rewrite next_faithful, item_map by trivial.
    destruct (item (legal g s) (book (encode m s))) as [mv|] eqn:chosen; [|easy]. simpl.
    pose proof (item_in _ _ _ chosen) as legal_mv.
    destruct (check_after (check moves) (encode m (play g s mv)) known) as [between|] eqn:checked;
      [|now destruct over].
    intros accepted sound. apply check_after_sound in checked as [secure_mv sound_between]; trivial;
      [|now apply play_valid].
    assert (secure s) by now apply secures_move with mv.
    split; [trivial|]. destruct over; injection accepted as <-; [trivial | now apply believed_remember].
  Qed.

  Theorem accepts_first_sound pages : accepts_first pages = true -> secure (start g).
  Proof.
    unfold accepts_first. destruct check eqn:accepted; [intros _ | easy].
    exact (proj1 (check_sound _ _ _ _ (start_valid m faithful_m) accepted (believed_at_first pages))).
  Qed.

  Theorem accepts_second_sound pages : accepts_second pages = true -> secure_after (start g).
  Proof.
    unfold accepts_second. destruct check_after eqn:accepted; [intros _ | easy].
    exact (proj1 (check_after_sound _ _ _ _ (check_sound _) (start_valid m faithful_m) accepted
      (believed_at_first pages))).
  Qed.
End Walk.
