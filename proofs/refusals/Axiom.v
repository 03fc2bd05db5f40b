(** [proofs/run] must refuse this: a theorem that depends on an axiom. *)

From Perfectplay.rules Require Import Game ConnectFour.

Axiom cheat : False.

Theorem connect_four_is_won : value_of (connect_four 4 4) (start (connect_four 4 4)) = Win.
Proof. destruct cheat. Qed.

Print Assumptions connect_four_is_won.
