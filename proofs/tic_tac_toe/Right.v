(** The rules of tic-tac-toe are what they should be: the empty cells are the moves, each move fills one cell, and
    there are never two winners. *)

From Coq Require Import Bool Lia List.
From Perfectplay.rules Require Import Game TicTacToe.
Import ListNotations.

Lemma legal_cells s cell :
  In cell (legal tic_tac_toe s) <-> cell < length (cells s) /\ nth cell (cells s) None = None.
Proof.
  simpl. unfold empty_cells. rewrite filter_In, in_seq. destruct (nth cell (cells s) None); simpl; intuition easy || lia.
Qed.

Lemma legal_cells_differ s : NoDup (legal tic_tac_toe s).
Proof. apply NoDup_filter, seq_NoDup. Qed.

Lemma mark_at p cell : forall cells other,
  cell < length cells ->
  nth other (with_mark p cell cells) None = if Nat.eqb other cell then Some p else nth other cells None.
Proof.
  induction cell as [|cell IH]; intros [|mark rest] [|other]; simpl; intros inside; try easy; try lia.
  apply IH. lia.
Qed.

(** A move fills its cell and changes no other. *)
Lemma play_fills_a_cell s cell other :
  In cell (legal tic_tac_toe s) ->
  nth other (cells (play tic_tac_toe s cell)) None =
    if Nat.eqb other cell then Some (turn s) else nth other (cells s) None.
Proof. intros [inside _]%legal_cells. now apply mark_at. Qed.

(** While the game is not over, there is a move. *)
Lemma moves_until_the_end s : outcome tic_tac_toe s = None -> legal tic_tac_toe s <> [].
Proof.
  simpl. destruct has_line; [easy|]. destruct existsb eqn:empty; [|easy]. intros _ none.
  apply existsb_exists in empty as (mark & at_cell & is_empty).
  apply (In_nth _ _ None) in at_cell as (cell & inside & <-).
  apply (in_nil (a := cell)). rewrite <- none. apply legal_cells. split; [trivial|].
  now destruct (nth cell (cells s) None).
Qed.

Lemma holds_before s cell other_cell :
  In cell (legal tic_tac_toe s) ->
  holds (other (turn s)) (play tic_tac_toe s cell) other_cell = true -> holds (other (turn s)) s other_cell = true.
Proof.
  intros legal_cell. unfold holds. rewrite play_fills_a_cell by trivial.
  destruct Nat.eqb; [now destruct (turn s) | trivial].
Qed.

(** The player to move has no line, so that at most one player has one. *)
Theorem never_two_winners s : reachable tic_tac_toe s -> has_line (turn s) s = false.
Proof.
  induction 1 as [|s cell _ _ over legal_cell]; [reflexivity|]. apply not_true_is_false.
  intros (line & in_lines & held)%existsb_exists. rewrite forallb_forall in held. simpl in over.
  destruct (has_line (other (turn s)) s) eqn:before; [easy|]. apply not_true_iff_false in before. apply before.
  apply existsb_exists. exists line. split; [trivial|]. apply forallb_forall. intros other_cell in_line.
  exact (holds_before s cell other_cell legal_cell (held _ in_line)).
Qed.
