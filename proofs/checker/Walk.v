(** The checker: it plays the advised moves against every reply, and remembers the positions that it has
    seen. *)

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

(** An adviser tells the checker what to play. The checker does not trust it. *)
Record adviser (position : Type) := {
  (** The memory of the adviser, which may change with each question. *)
  notes : Type;
  first_notes : notes;
  (** The number of a move that may end the game at once. *)
  at_once : position -> option int;
  (** The number of a move, in a position with this number of legal moves. *)
  advise : position -> int -> notes -> int * notes;
}.

Arguments notes {position} _.
Arguments first_notes {position} _.
Arguments at_once {position} _ _.
Arguments advise {position} _ _ _.

(** An adviser whose answers are a function of the position, such as a playbook. *)
Definition by_book {position} (book : position -> int -> int) : adviser position := {|
  notes := unit;
  first_notes := tt;
  at_once _ := None;
  advise x moves notes := (book x moves, notes);
|}.

Section Walk.
  Context {g : game} (m : machine g) (a : adviser (position m)).

  (** The value that the player claims to get at least. *)
  Context (v : value).

  Record progress := { known : memory; noted : notes a }.

  Fixpoint each {A} (check : A -> progress -> option progress) (items : list A) (p : progress) :
      option progress :=
    match items with
    | [] => Some p
    | x :: rest =>
        match check x p with
        | Some p => each check rest p
        | None => None
        end
    end.

  (** Checks a position in which the opponent is to move. *)
  Definition check_after (check : position m -> progress -> option progress) (y : position m)
      (p : progress) : option progress :=
    match over m y with
    | Some w => if at_least v (for_the_other w) then Some p else None
    | None => each check (next m y) p
    end.

  (** Whether the next move already gives the player what it claims. This needs no memory. *)
  Definition ends_at_once (x : position m) : bool :=
    match at_once a x with
    | None => false
    | Some number =>
        match item (next m x) number with
        | None => false
        | Some y =>
            match over m y with
            | Some w => at_least v (for_the_other w)
            | None => false
            end
        end
    end.

  (** Checks a position in which the player is to move, and all positions that can follow within this
      number of its moves. *)
  Fixpoint check (moves : nat) (x : position m) (p : progress) : option progress :=
    match moves with
    | O => None
    | S moves =>
        match over m x with
        | Some w => if at_least v w then Some p else None
        | None =>
            if ends_at_once x then Some p
            else
              let key := key m x in
              if knows (known p) key then Some p
              else
                let following := next m x in
                let (number, after) := advise a x (count following) (noted p) in
                match item following number with
                | None => None
                | Some y =>
                    match check_after (check moves) y {| known := known p; noted := after |} with
                    | Some p => Some {| known := remember (known p) key; noted := noted p |}
                    | None => None
                    end
                end
        end
    end.

  Definition at_first (pages : nat) : progress :=
    {| known := forget_all pages; noted := first_notes a |}.

  Definition accepts (outcome : option progress) : bool :=
    match outcome with Some _ => true | None => false end.

  Definition accepts_first (pages : nat) : bool :=
    accepts (check (S (plies_left g (start g))) (encode m (start g)) (at_first pages)).

  Definition accepts_second (pages : nat) : bool :=
    accepts (check_after (check (S (plies_left g (start g)))) (encode m (start g)) (at_first pages)).

  (** Soundness: in accepted positions, the advised moves guarantee the claimed value. *)
  Context (faithful_m : faithful m) (may : strategy g) (alike_m : alike_states (alike m) may).
  Context (advice_allowed : forall s mv notes,
    item (legal g s) (fst (advise a (encode m s) (count (legal g s)) notes)) = Some mv -> may s mv).
  Context (at_once_allowed : forall s mv number,
    at_once a (encode m s) = Some number -> item (legal g s) number = Some mv -> may s mv).

  Notation secure := (secures may v).
  Notation secure_after := (secures_after may v).

  (** Each key in the memory belongs to a state from which the player is sure of [v]. *)
  Definition believed (p : progress) : Prop :=
    forall s, valid m s -> key m (encode m s) <> nothing ->
    contains (known p) (key m (encode m s)) -> secure s.

  Lemma believed_at_first pages : believed (at_first pages).
  Proof. intros s _ kept held. now apply contains_nothing_else in held. Qed.

  Lemma believed_remember p s :
    valid m s -> secure s -> believed p ->
    believed {| known := remember (known p) (key m (encode m s)); noted := noted p |}.
  Proof.
    intros valid_s secure_s sound t valid_t kept [same | held]%remember_contains; [|now apply sound].
    apply (secures_alike g (alike m) may v alike_m) with s; trivial.
    apply (key_faithful m faithful_m); trivial; congruence.
  Qed.

  (** What a successful check proves. *)
  Definition sound_check (check : position m -> progress -> option progress) : Prop :=
    forall s p q, valid m s -> check (encode m s) p = Some q -> believed p -> secure s /\ believed q.

  Lemma each_sound check moves s p q :
    sound_check check -> valid m s -> outcome g s = None -> incl moves (legal g s) ->
    each check (map (fun mv => encode m (play g s mv)) moves) p = Some q -> believed p ->
    (forall mv, In mv moves -> secure (play g s mv)) /\ believed q.
  Proof.
    intros check_sound valid_s unfinished. revert p.
    induction moves as [|mv rest IH]; simpl; intros p legal accepted sound.
    - now injection accepted as <-.
    - destruct (check (encode m (play g s mv)) p) as [between|] eqn:first; [|easy].
      apply check_sound in first as [secure_mv sound_between]; trivial;
        [|apply play_valid; trivial; apply legal; now left].
      apply IH in accepted as [others sound_q]; trivial; [|intros x ?; apply legal; now right].
      split; [|trivial]. intros x [<- | ?]; auto.
  Qed.

  Lemma check_after_sound check s p q :
    sound_check check -> valid m s -> check_after check (encode m s) p = Some q -> believed p ->
    secure_after s /\ believed q.
  Proof.
    intros check_sound valid_s. unfold check_after. rewrite over_faithful by trivial.
    destruct (outcome g s) as [w|] eqn:unfinished.
    - destruct (at_least v (for_the_other w)) eqn:good; [|easy]. intros [= <-] sound.
      split; [|trivial]. now apply secures_after_end with w.
    - rewrite next_faithful by trivial. intros accepted sound.
      apply each_sound in accepted as [replies sound_q]; trivial; [|easy].
      split; [|trivial]. now apply secures_after_reply.
  Qed.

  Lemma ends_at_once_sound s :
    valid m s -> outcome g s = None -> ends_at_once (encode m s) = true -> secure s.
  Proof.
    intros valid_s unfinished. unfold ends_at_once.
    destruct (at_once a (encode m s)) as [number|] eqn:advised; [|easy].
    rewrite next_faithful, item_map by trivial.
    destruct (item (legal g s) number) as [mv|] eqn:chosen; [|easy]. simpl.
    pose proof (item_in _ _ _ chosen) as legal_mv.
    rewrite over_faithful by (trivial; now apply play_valid).
    destruct (outcome g (play g s mv)) as [w|] eqn:ended; [|easy]. intros good.
    apply secures_move with mv; eauto. now apply secures_after_end with w.
  Qed.

  Lemma check_sound moves : sound_check (check moves).
  Proof.
    induction moves as [|moves IH]; intros s p q valid_s; [easy|].
    simpl. rewrite over_faithful by trivial.
    destruct (outcome g s) as [w|] eqn:unfinished.
    { destruct (at_least v w) eqn:good; [|easy]. intros [= <-] sound.
      split; [|trivial]. now apply secures_end with w. }
    destruct (ends_at_once (encode m s)) eqn:ended.
    { intros [= <-] sound. split; [now apply ends_at_once_sound | trivial]. }
    destruct (knows (known p) (key m (encode m s))) eqn:known_s.
    { intros [= <-] sound. split; [|trivial]. apply knows_contained in known_s as [held kept].
      now apply sound. }
    rewrite next_faithful, count_map by trivial.
    destruct (advise a (encode m s) (count (legal g s)) (noted p)) as [number after] eqn:advised.
    rewrite item_map. destruct (item (legal g s) number) as [mv|] eqn:chosen; [|easy]. simpl.
    destruct (check_after (check moves) (encode m (play g s mv)) _) as [between|] eqn:checked; [|easy].
    intros [= <-] sound. pose proof (item_in _ _ _ chosen) as legal_mv.
    apply check_after_sound in checked as [secure_mv sound_between]; trivial; [|now apply play_valid].
    assert (secure s).
    { apply secures_move with mv; trivial. apply (advice_allowed s mv (noted p)).
      now rewrite advised. }
    split; [trivial | now apply believed_remember].
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

(** The player who plays the moves of a book. *)
Definition player_of {g} (m : machine g) (book : position m -> int -> int) : strategy g :=
  fun s mv => item (legal g s) (book (encode m s) (count (legal g s))) = Some mv.
