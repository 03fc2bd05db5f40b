(** [proofs/run] must refuse each of these: theorems that depend on an axiom, whatever its name, and on a recursion
    without an end. *)

From Perfectplay.rules Require Import Game ConnectFour.

Definition claim : Prop := value_of (connect_four 4 4) (start (connect_four 4 4)) = Win.

Axiom cheat : False.

Theorem by_an_axiom : claim.
Proof. destruct cheat. Qed.

Print Assumptions by_an_axiom.

Axiom Axioms_of_the_kernel : False.

Theorem by_an_axiom_that_looks_like_a_heading : claim.
Proof. destruct Axioms_of_the_kernel. Qed.

Print Assumptions by_an_axiom_that_looks_like_a_heading.

Module Uint63.
  Axiom eqb_refl : False.
End Uint63.

Theorem by_an_axiom_with_a_name_of_the_kernel : claim.
Proof. destruct Uint63.eqb_refl. Qed.

Print Assumptions by_an_axiom_with_a_name_of_the_kernel.

Unset Guard Checking.
Fixpoint endless (n : nat) : False := endless n.
Set Guard Checking.

Theorem by_a_recursion_without_an_end : claim.
Proof. destruct (endless 0). Qed.

Print Assumptions by_a_recursion_without_an_end.
