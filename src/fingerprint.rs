//! A number that identifies the rules of a game.

use crate::entropy::{below, mix};
use perfectplay_core::{Game, Moves, Player, Value, starts};

/// The number of states that the fingerprint visits. Tables are opened more often than they are
/// made, perhaps on a small machine, so the computation must be fast.
const STATES: u32 = 1024;

/// The greatest number of states that it visits in one game. Without this limit, an endless game
/// would leave no states for other games.
const PLIES: u32 = 256;

/// Returns a number that identifies the rules of a game and its parameters. Different rules almost
/// always have different fingerprints.
///
/// A table holds the fingerprint of the rules that it was made from.
/// [`Table::validate`](crate::Table::validate) compares it with the fingerprint of the present
/// rules. So it refuses a table of other rules, or of an older version of the same rules.
///
/// The fingerprint is a checksum of some games, and proves nothing. Rules that differ only in
/// states outside these games have the same fingerprint, and anybody can write a table with the
/// expected fingerprint. [`verify`](crate::verify()) is the proof.
///
/// ```
/// use perfectplay::table::fingerprint;
/// use perfectplay_games::nim::Nim;
///
/// let [normal, misere] = [false, true].map(|misere| Nim::new(&[3, 4, 5], misere));
/// let (normal, misere) = (normal.expect("heaps"), misere.expect("heaps"));
/// assert_ne!(fingerprint(&normal), fingerprint(&misere));
/// ```
///
/// # How it is computed
///
/// Let *h* be a number of 64 bits, 0 at first. To *absorb* a number *x* is to replace *h* by
/// mix(*h* XOR *x*). Mix is a step of the generator SplitMix64, in arithmetic modulo 2^64:
/// add `9e3779b97f4a7c15`, XOR with itself shifted right by 30 bits, multiply by
/// `bf58476d1ce4e5b9`, XOR with itself shifted right by 27 bits, multiply by
/// `94d049bb133111eb`, and XOR with itself shifted right by 31 bits.
///
/// First, four numbers are absorbed: [`move_count`](Game::move_count), and 1 or 0 for
/// [`TURNS_ALTERNATE`](Game::TURNS_ALTERNATE), [`is_loopy`](Game::is_loopy) and
/// [`last_mover_may_lose`](Game::last_mover_may_lose).
///
/// Then games are played, one from each start in the order of [`starts`](crate::game::starts),
/// and then from the first start again, until 1024 states have been visited. A state that
/// occurs several times is visited each time. Each visit absorbs three numbers:
///
/// 1. its [key](Game::key);
/// 2. the player to move: 1 for the first, 2 for the second; 0 if the state does not tell,
///    and in every game whose turns alternate;
/// 3. 0, 1 or 2 if the game is over and its value is a loss, a draw or a win; otherwise 3.
///
/// If the game goes on, the mask of its legal moves is absorbed as well. The next move is the legal
/// move with index (*h* div 2^32) · *n* div 2^32, counted from 0 in ascending order, where *n* is
/// the number of legal moves. A game stops at its end, or when 256 of its states have been visited.
#[must_use]
pub fn fingerprint<G: Game>(game: &G) -> u64 {
    fingerprint_with(game, &|_| None)
}

/// Returns a [`fingerprint`] that absorbs further numbers for each state, after the state's own
/// three. The numbers stand for a property that must not change either, such as the rank of the
/// state.
#[must_use]
pub fn fingerprint_with<G: Game>(game: &G, numbers: &dyn Fn(G::State) -> Option<[u64; 3]>) -> u64 {
    let mut hash = FingerprintHash(0);
    hash.absorb(&[
        game.move_count().into(),
        game.turns_alternate().into(),
        game.is_loopy().into(),
        game.last_mover_may_lose().into(),
    ]);
    let mut left = STATES;
    while left > 0 {
        for start in starts(game) {
            if left == 0 {
                break;
            }
            let mut state = start;
            for _ in 0..left.min(PLIES) {
                left -= 1;
                let outcome = game.outcome(state);
                hash.absorb(&[game.key(state), player(game, state), code(outcome)]);
                if let Some(numbers) = numbers(state) {
                    hash.absorb(&numbers);
                }
                if outcome.is_some() {
                    break;
                }
                // Leave out undeclared moves: the rules may be unable to play them.
                let legal = game.legal(state) & Moves::first_n(game.move_count());
                hash.absorb(&[legal.bits()]);
                let Some(mv) = legal.nth(below(hash.high(), legal.len())) else {
                    break;
                };
                state = game.play(state, mv);
            }
        }
    }
    hash.0
}

fn player<G: Game>(game: &G, state: G::State) -> u64 {
    if game.turns_alternate() {
        return 0;
    }
    match game.to_move(state) {
        None => 0,
        Some(Player::First) => 1,
        Some(Player::Second) => 2,
    }
}

const fn code(outcome: Option<Value>) -> u64 {
    match outcome {
        Some(Value::Loss) => 0,
        Some(Value::Draw) => 1,
        Some(Value::Win) => 2,
        None => 3,
    }
}

struct FingerprintHash(u64);

impl FingerprintHash {
    fn absorb(&mut self, numbers: &[u64]) {
        for &number in numbers {
            self.0 = mix(self.0 ^ number);
        }
    }

    const fn high(&self) -> u32 {
        (self.0 >> u32::BITS) as u32
    }
}
