(** If the checker accepts the moves of books, this proves the value of the game. *)

From Perfectplay.rules Require Import Game.
From Perfectplay.checker Require Import Strategy Machine Walk.

Section Claims.
  Context {g : game} (m : machine g) (ends_g : ends g) (faithful_m : faithful m).

  Theorem drawn_if_accepted first second pages :
    accepts_first m first Draw pages = true -> accepts_second m second Draw pages = true ->
    value_of g (start g) = Draw.
  Proof.
    intros at_least%accepts_first_sound at_most%accepts_second_sound; trivial.
    exact (drawn g _ _ ends_g at_least at_most).
  Qed.

  Theorem first_wins_if_accepted first pages :
    accepts_first m first Win pages = true -> value_of g (start g) = Win.
  Proof. intros win%accepts_first_sound; trivial. exact (first_player_wins g _ ends_g win). Qed.

  Theorem second_wins_if_accepted second pages :
    accepts_second m second Win pages = true -> value_of g (start g) = Loss.
  Proof. intros win%accepts_second_sound; trivial. exact (second_player_wins g _ ends_g win). Qed.
End Claims.
