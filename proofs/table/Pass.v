(** One pass over all boards, which proves that a table is right. *)

From Coq Require Import Arith Bool Lia List Uint63.
From Perfectplay.rules Require Import Game TicTacToe.
From Perfectplay.checker Require Import Value.
From Perfectplay.tic_tac_toe Require Import Ends.
From Perfectplay.table Require Import Lookup.
Import ListNotations.

Definition marks (p : player) (s : board) : nat := length (filter (holds p s) (seq 0 9)).

(** The boards that may occur in a game: the right player is to move, and has no line. *)
Definition possible (s : board) : bool :=
  (length (cells s) =? 9) &&
  (marks First s =? match turn s with First => marks Second s | Second => S (marks Second s) end) &&
  negb (has_line (turn s) s).

Section Pass.
  Context (t : table).

  (** The values that the table gives. *)
  Definition table_value (s : board) : value :=
    match lookup t s with Some record => value_in record | None => Loss end.

  (** The distances that the table gives. *)
  Definition table_distance (s : board) : nat :=
    match lookup t s with Some record => distance_in record | None => 0 end.

  (** Whether the record of a state follows from the records of the states after its moves. *)
  Definition consistent (s : board) : bool :=
    match lookup t s with
    | None => false
    | Some record =>
        forallb (fun kind => moves_in record kind =? set_of (moves_by table_value kind s))%uint63
          [Loss; Draw; Win] &&
        (distance_in record =? distance_by table_value table_distance s) &&
        (best_in record =? set_of (best_by table_value table_distance s))%uint63 &&
        match outcome tic_tac_toe s with
        | Some v => same_value (value_in record) v
        | None =>
            forallb (fun m => possible (play tic_tac_toe s m)) (legal tic_tac_toe s) &&
            same_value (value_in record)
              (best (map (fun m => for_the_other (table_value (play tic_tac_toe s m)))
                (legal tic_tac_toe s)))
        end
    end.

  Definition has_no_record (s : board) : bool :=
    match lookup t s with Some _ => false | None => true end.

  (** The table has a record for each possible board and for no other. The look-up
      needs no player to move, as this follows from the marks. *)
  Definition passes (s : board) : bool :=
    if possible s then consistent s
    else if possible {| turn := other (turn s); cells := cells s |} then true
    else has_no_record s.

  Fixpoint all_cells (count : nat) : list (list (option player)) :=
    match count with
    | 0 => [[]]
    | S count =>
        flat_map (fun rest => [None :: rest; Some First :: rest; Some Second :: rest])
          (all_cells count)
    end.

  Definition pass : bool :=
    forallb (fun cells =>
      passes {| turn := First; cells := cells |} && passes {| turn := Second; cells := cells |})
      (all_cells 9).

  Lemma in_all_cells cells : In cells (all_cells (length cells)).
  Proof.
    induction cells as [|mark rest IH]; simpl; [now left|].
    apply in_flat_map. exists rest. split; [trivial|]. destruct mark as [[]|]; simpl; auto.
  Qed.

  Lemma same_value_eq v w : same_value v w = true -> v = w.
  Proof. now destruct v, w. Qed.

  Context (passed : pass = true).

  Lemma each_passes s : length (cells s) = 9 -> passes s = true.
  Proof.
    intros nine. unfold pass in passed. rewrite forallb_forall in passed.
    specialize (passed (cells s)). rewrite <- nine in passed.
    specialize (passed (in_all_cells _)). apply andb_true_iff in passed as [first second].
    now destruct s as [[] cells_s].
  Qed.

  Lemma possible_has_record s :
    possible s = true ->
    exists record, lookup t s = Some record /\
    (forall kind, moves_in record kind = set_of (moves_by table_value kind s)) /\
    distance_in record = distance_by table_value table_distance s /\
    best_in record = set_of (best_by table_value table_distance s) /\
    match outcome tic_tac_toe s with
    | Some v => value_in record = v
    | None =>
        (forall m, In m (legal tic_tac_toe s) -> possible (play tic_tac_toe s m) = true) /\
        value_in record =
          best (map (fun m => for_the_other (table_value (play tic_tac_toe s m))) (legal tic_tac_toe s))
    end.
  Proof.
    intros possible_s. pose proof possible_s as [[nine%Nat.eqb_eq _]%andb_true_iff _]%andb_true_iff.
    apply each_passes in nine. unfold passes in nine. rewrite possible_s in nine. unfold consistent in nine.
    destruct (lookup t s) as [record|]; [|easy]. exists record. split; [trivial|].
    apply andb_true_iff in nine as [[[moves ->%Nat.eqb_eq]%andb_true_iff ->%Uint63.eqb_spec]%andb_true_iff value_s].
    rewrite forallb_forall in moves. repeat split; trivial.
    - intros kind. apply Uint63.eqb_spec, moves. destruct kind; simpl; auto.
    - destruct (outcome tic_tac_toe s); [now apply same_value_eq|].
      apply andb_true_iff in value_s as [after ->%same_value_eq]. rewrite forallb_forall in after. now split.
  Qed.

  Lemma possible_after s m :
    possible s = true -> outcome tic_tac_toe s = None -> In m (legal tic_tac_toe s) ->
    possible (play tic_tac_toe s m) = true.
  Proof.
    intros (record & _ & _ & _ & _ & after)%possible_has_record unfinished. rewrite unfinished in after.
    now apply after.
  Qed.

  Lemma reachable_is_possible s : reachable tic_tac_toe s -> possible s = true.
  Proof. induction 1; [reflexivity | now apply possible_after]. Qed.

  Lemma table_value_is_right s : possible s = true -> table_value s = value_of tic_tac_toe s.
  Proof.
    remember (plies_left tic_tac_toe s) as plies eqn:left. revert s left.
    induction plies as [plies IH] using lt_wf_ind. intros s -> possible_s.
    rewrite (value_equation _ _ tic_tac_toe_ends). unfold table_value at 1.
    destruct (possible_has_record s possible_s) as (record & -> & _ & _ & _ & value_s).
    destruct (outcome tic_tac_toe s) eqn:unfinished; [trivial|]. destruct value_s as [after ->].
    f_equal. apply map_ext_in. intros m legal_m. f_equal. refine (IH _ _ _ eq_refl (after m legal_m)).
    now apply tic_tac_toe_ends.
  Qed.

  Lemma in_moves_by f kind s m :
    In m (moves_by f kind s) -> outcome tic_tac_toe s = None /\ In m (legal tic_tac_toe s).
  Proof.
    unfold moves_by. destruct (outcome tic_tac_toe s); [easy|]. now intros [legal_m _]%filter_In.
  Qed.

  Lemma table_moves kind s :
    possible s = true -> moves_by table_value kind s = moves_by (value_of tic_tac_toe) kind s.
  Proof.
    intros possible_s. unfold moves_by. destruct (outcome tic_tac_toe s) eqn:unfinished; [trivial|].
    apply filter_ext_in. intros m legal_m. do 2 f_equal.
    apply table_value_is_right. now apply possible_after.
  Qed.

  Lemma distance_within_enough plies more s :
    plies_left tic_tac_toe s < plies -> plies_left tic_tac_toe s < more ->
    distance_within plies s = distance_within more s.
  Proof.
    revert more s. induction plies as [|plies IH]; intros [|more] s enough enough'; try lia.
    simpl. unfold distance_by. destruct (outcome tic_tac_toe s) eqn:unfinished; [trivial|].
    rewrite (map_ext_in _ (fun m => distance_within more (play tic_tac_toe s m))); [trivial|].
    intros m [_ legal_m]%in_moves_by. pose proof (tic_tac_toe_ends s m unfinished legal_m).
    apply IH; lia.
  Qed.

  Lemma table_distance_by s distance :
    possible s = true ->
    (forall m, In m (legal tic_tac_toe s) -> outcome tic_tac_toe s = None ->
      table_distance (play tic_tac_toe s m) = distance (play tic_tac_toe s m)) ->
    distance_by table_value table_distance s = distance_by (value_of tic_tac_toe) distance s.
  Proof.
    intros possible_s same. unfold distance_by. destruct (outcome tic_tac_toe s) eqn:unfinished; [trivial|].
    rewrite table_value_is_right, table_moves by trivial.
    rewrite (map_ext_in _ (fun m => distance (play tic_tac_toe s m))); [trivial|].
    intros m [_ legal_m]%in_moves_by. now apply same.
  Qed.

  Lemma table_distance_is_right s : possible s = true -> table_distance s = distance_of s.
  Proof.
    remember (plies_left tic_tac_toe s) as plies eqn:left. revert s left.
    induction plies as [plies IH] using lt_wf_ind. intros s -> possible_s. unfold table_distance.
    destruct (possible_has_record s possible_s) as (record & -> & _ & -> & _).
    apply table_distance_by; [trivial|]. intros m legal_m unfinished.
    pose proof (tic_tac_toe_ends s m unfinished legal_m) as fewer.
    rewrite (IH _ fewer _ eq_refl) by now apply possible_after.
    apply distance_within_enough; lia.
  Qed.

  Lemma table_best s :
    possible s = true ->
    best_by table_value table_distance s = best_by (value_of tic_tac_toe) distance_of s.
  Proof.
    intros possible_s. unfold best_by. rewrite table_value_is_right, table_moves by trivial.
    apply filter_ext_in. intros m [unfinished legal_m]%in_moves_by.
    now rewrite !table_distance_is_right by (trivial; now apply possible_after).
  Qed.

  Theorem table_is_right s : reachable tic_tac_toe s -> right_record t s.
  Proof.
    intros possible_s%reachable_is_possible.
    pose proof (table_value_is_right s possible_s) as value_s.
    pose proof (table_distance_is_right s possible_s) as distance_s.
    unfold table_value in value_s. unfold table_distance in distance_s.
    destruct (possible_has_record s possible_s) as (record & found & moves & _ & best_s & _).
    rewrite found in value_s, distance_s. exists record. repeat split; trivial.
    - intros kind. now rewrite moves, table_moves.
    - now rewrite best_s, table_best.
  Qed.

  (** A board that no game reaches, with either player to move, has no record. *)
  Theorem table_has_no_other s :
    length (cells s) = 9 -> possible s = false ->
    possible {| turn := other (turn s); cells := cells s |} = false -> lookup t s = None.
  Proof.
    intros passes_s%each_passes not_possible nor_turned. unfold passes in passes_s.
    rewrite not_possible, nor_turned in passes_s. unfold has_no_record in passes_s.
    now destruct lookup.
  Qed.
End Pass.
