(** A playbook of connect:4x4,4: seven bytes in each word, the lowest first. *)

From Coq Require Import Uint63 PArray.

Definition size : int := 173%uint63.

Definition words : array int := [|
  0xc9195501627070; 0x407d49c46b24e; 0x91010105cb3321; 0x7bdb6b0ec9290f; 0xcbf1b6ea0d2e18;
  0x336f72e6e0c315; 0x539221a186445b; 0x7c753555bbb6e8; 0x33fb7d37f668a6; 0x689aeef9b6ee86;
  0xefaa4e24e3e36e; 0x4d7445194f2cbf; 0x666d249383e3ea; 0x1529db55a5b885; 0x1e2eadee27a18c;
  0xd83b442a017c99; 0xe427a24a1b9efc; 0xaf6460d9933799; 0xcaca07094cd1ca; 0x5f97cc7c37f12c;
  0x6e4b84f4010e6f; 0x933d7ac8de8a50; 0xa66690ac04206f; 0xea06c4783ac1f7; 0x50e631f66e
| 0 |]%uint63.
