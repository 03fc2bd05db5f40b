//! A number that identifies the rules of a game.

use crate::entropy::{below, mix};
use perfectplay_core::{Game, Moves, Player, Value, starts};

/// The number of states that the fingerprint visits. The number is small, because the fingerprint
/// is computed each time that a table is opened, perhaps on a small machine.
const STATES: u32 = 1024;

/// The greatest number of states that the fingerprint visits in one line of play. Without this
/// limit, an endless line of play would take all [`STATES`] visits, and no other line would be
/// visited.
const PLIES: u32 = 256;

/// Returns a number that identifies the rules of a game and the game's parameters. Different rules
/// almost always have different fingerprints.
///
/// A table holds the fingerprint of the rules that it was made from.
/// [`Table::validate`](crate::Table::validate) compares this fingerprint with that of the present
/// rules. So `validate` refuses a table that was made from other rules, or from an older version of
/// the same rules.
///
/// The fingerprint is a checksum of some lines of play, and proves nothing. Rules that differ only
/// in states outside these lines have the same fingerprint. Anybody can write a table with the
/// expected fingerprint. To prove that a table is right, [`verify`](crate::verify()) it.
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
/// mix(*h* XOR *x*). The function mix is a step of the generator SplitMix64, in arithmetic modulo
/// 2^64. To compute mix(*z*), do the following in turn: add `9e3779b97f4a7c15` to *z*; XOR *z* with
/// (*z* >> 30); multiply *z* by `bf58476d1ce4e5b9`; XOR *z* with (*z* >> 27); multiply *z* by
/// `94d049bb133111eb`; XOR *z* with (*z* >> 31).
///
/// First, four numbers are absorbed. One is [`move_count`](Game::move_count). The others are 1 for
/// `true` and 0 for `false`, for [`TURNS_ALTERNATE`](Game::TURNS_ALTERNATE),
/// [`is_loopy`](Game::is_loopy) and [`last_mover_may_lose`](Game::last_mover_may_lose).
///
/// Then one line of play follows another, until 1024 states have been visited. The first line
/// begins at the first start, the next line at the next start, in the order of
/// [`starts`](crate::game::starts). After the last start, the first start follows again. A state
/// that occurs several times is visited each time. Each visit absorbs three numbers:
///
/// 1. the [key](Game::key) of the state;
/// 2. the player to move: 1 for the first player, 2 for the second; 0 if the state does not tell
///    the player, and always 0 in a game whose turns alternate;
/// 3. the outcome: 0, 1 or 2 for a loss, a draw or a win if the game is over; otherwise 3.
///
/// If the game goes on, the mask of its legal moves is absorbed as well. Then a legal move is
/// played. Let *n* be the number of legal moves, and count these moves from 0 in ascending order.
/// The move that is played has the number (*h* div 2^32) · *n* div 2^32. A line of play stops when
/// the game is over, or when 256 states of the line have been visited.
#[must_use]
pub fn fingerprint<G: Game>(game: &G) -> u64 {
    fingerprint_with(game, &|_| None)
}

/// Returns a [`fingerprint`] that also depends on another property of each state, such as its rank.
/// At each visit of a state, the fingerprint absorbs three more numbers, which `numbers` returns
/// for the state.
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
