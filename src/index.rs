//! An index numbers the states in each tier of a large game, so that the game can be solved tier by
//! tier.
//!
//! A large game is solved *tier by tier*. The solver goes through the tiers first forwards to find
//! the states, and then backwards to score the states. The cost depends on how the solver finds a
//! state in its tier:
//!
//! | the index is | a state is found by | implement | solving holds |
//! | --- | --- | --- | --- |
//! | dense | its *rank*: a number that is computed | [`Dense`] | a byte for each rank of some tiers, and no states |
//! | sparse | its *key*, in a sorted list | [`Sparse`] | the keys of some tiers, with a byte for each |
//!
//! A [loopy](Game::is_loopy) game needs a dense index.
//!
//! A dense index is several times as fast as a sparse index, if many ranks of the dense index
//! belong to reachable states. A sparse index needs fewer methods, and takes memory for reachable
//! states only. The solver is in the package `perfectplay-tablebase`.

use core::ops::Range;
use core::{fmt, iter};

use perfectplay_core::{Game, Move, Moves};

/// A game with a sparse index: the solver finds the states of a tier by their keys.
///
/// Each state must have a [tier](Game::tier), and every move must lead to a later tier.
///
/// ```
/// use perfectplay::index::Sparse;
/// use perfectplay::{Game, Move, Moves, Value};
///
/// /// Take one, two or three from a heap. The player who takes the last one wins.
/// struct Heap(u32);
///
/// impl Game for Heap {
///     type State = u32;
/// #   fn move_count(&self) -> u32 {
/// #       3
/// #   }
/// #   fn start(&self) -> u32 {
/// #       self.0
/// #   }
/// #   fn outcome(&self, left: u32) -> Option<Value> {
/// #       (left == 0).then_some(Value::Loss)
/// #   }
/// #   fn legal(&self, left: u32) -> Moves {
/// #       Moves::first_n(left.min(3))
/// #   }
/// #   fn play(&self, left: u32, mv: Move) -> u32 {
/// #       left - 1 - u32::from(mv.index())
/// #   }
///     // …
///     fn key(&self, left: u32) -> u64 {
///         left.into()
///     }
///     fn tier(&self, left: u32) -> Option<u32> {
///         Some(self.0 - left)
///     }
/// }
///
/// impl Sparse for Heap {
///     fn last_tier(&self) -> u32 {
///         self.0
///     }
///     fn state_of_key(&self, key: u64) -> Option<u32> {
///         u32::try_from(key).ok()
///     }
/// }
/// ```
pub trait Sparse: Game {
    /// Returns the number of the last tier. A greater result is allowed, too.
    fn last_tier(&self) -> u32;

    /// Returns the state with this [key](Game::key). `None` if no state has this key. The solver
    /// asks for a key that belongs to no state only if a file is damaged.
    fn state_of_key(&self, key: u64) -> Option<Self::State>;
}

/// A game that numbers the states of each tier (a *perfect ranking*).
///
/// The numbered states of a tier form a set that is easy to count, such as all boards with *n*
/// marks. They include every reachable state. The numbered states may also include unreachable
/// states, which the solver detects. Unreachable states cost time and memory, so there should be
/// few.
///
/// # Promises
///
/// - Tiers have the numbers `0..tier_count()`, and the states of a tier have the ranks
///   `0..tier_size(tier)`.
/// - [`unrank`](Self::unrank) returns the state that has a given rank, and [`rank`](Self::rank) is
///   the inverse of `unrank`. No state has two ranks. Several states may have the same rank if a
///   symmetry maps them to each other. Then `unrank` returns one of these states, and the table
///   counts all of them as one state. If a rank belongs to no state, `unrank` returns a state of
///   the same tier that has another rank.
/// - Each move leads from a tier to one of the tier's [`next_tiers`](Self::next_tiers). All next
///   tiers have higher numbers than the tier itself. In a [loopy](Game::is_loopy) game, a move may
///   also stay in the same tier.
///
/// [`run_dense`](crate::check::Check::run_dense) tests these promises. To make the solver faster,
/// override the methods that have defaults, too.
///
/// # Loopy games
///
/// If a move can stay in a tier, the [`next_tiers`](Self::next_tiers) of the tier must contain the
/// tier itself. The solver scores such a tier in rounds, one for each distance, and holds the whole
/// tier in memory. If the game implements [`states_before`](Self::states_before), the solver looks
/// at each state only a few times. Otherwise, each round looks at all states that have no score
/// yet. Each state takes one byte of memory. Once the solver comes to a tier in which some state is
/// more than 83 plies from the end, each state takes two bytes.
///
/// The tiers of an index need not be those of [`Game::tier`]. Solving takes less memory if tiers
/// are small, and if each tier has few next tiers.
///
/// ```
/// use perfectplay::index::{Dense, Tier};
/// use perfectplay::{Game, Move, Moves, Value};
///
/// /// Two heaps of four. Take one or two from either; who takes the last wins.
/// struct Heaps;
///
/// impl Game for Heaps {
///     type State = [u8; 2];
///
///     fn move_count(&self) -> u32 {
///         4
///     }
///     fn start(&self) -> [u8; 2] {
///         [4, 4]
///     }
///     fn outcome(&self, heaps: [u8; 2]) -> Option<Value> {
///         (heaps == [0, 0]).then_some(Value::Loss)
///     }
///     fn legal(&self, [a, b]: [u8; 2]) -> Moves {
///         let [a, b] = [a, b].map(|heap| Moves::first_n(heap.min(2).into()).bits());
///         Moves::from_bits(a | b << 2)
///     }
///     fn play(&self, mut heaps: [u8; 2], mv: Move) -> [u8; 2] {
///         heaps[usize::from(mv.index() / 2)] -= mv.index() % 2 + 1;
///         heaps
///     }
///     fn key(&self, [a, b]: [u8; 2]) -> u64 {
///         u64::from(a) * 5 + u64::from(b)
///     }
/// }
///
/// /// The tier is what was taken from both heaps. In it the states are numbered by what was
/// /// taken from the first, which is as little as the second heap allows for rank 0.
/// impl Dense for Heaps {
///     fn tier_count(&self) -> u64 {
///         9
///     }
///     fn tier_size(&self, tier: Tier) -> u64 {
///         5 - tier.number().abs_diff(4)
///     }
///     fn next_tiers(&self, tier: Tier) -> impl Iterator<Item = Tier> {
///         let taken = tier.number();
///         (taken + 1..9).take(2).map(Tier::new)
///     }
///     fn rank(&self, [a, b]: [u8; 2]) -> Option<(Tier, u64)> {
///         let taken = 8 - u64::from(a) - u64::from(b);
///         Some((Tier::new(taken), u64::from(4 - a) - taken.saturating_sub(4)))
///     }
///     fn unrank(&self, tier: Tier, rank: u64) -> [u8; 2] {
///         let taken = tier.number() as u8;
///         let first = taken.saturating_sub(4) + rank as u8;
///         [4 - first, 4 - (taken - first)]
///     }
/// }
///
/// assert_eq!(Heaps.rank(Heaps.start()), Some((Tier::new(0), 0)));
/// assert_eq!(Heaps.unrank(Tier::new(5), 3), [0, 3]);
/// assert!(perfectplay::check::Check::new().run_dense(&Heaps).findings.is_empty());
/// ```
pub trait Dense: Game {
    /// Returns the number of tiers.
    fn tier_count(&self) -> u64;

    /// Returns the number of ranks of a tier.
    fn tier_size(&self, tier: Tier) -> u64;

    /// Returns the tiers to which moves from a tier lead. Each tier is returned once. The result
    /// may also contain tiers that no move leads to. In a loopy game, the result may contain the
    /// tier itself.
    fn next_tiers(&self, tier: Tier) -> impl Iterator<Item = Tier>;

    /// Returns the tier and the rank of a state. `None` if the state is not numbered. Every
    /// reachable state is numbered.
    fn rank(&self, state: Self::State) -> Option<(Tier, u64)>;

    /// Returns the state with this rank. The rank is below the [size](Self::tier_size) of the tier.
    fn unrank(&self, tier: Tier, rank: u64) -> Self::State;

    /// Returns the canonical tier, which stands for `tier`. By default, it is `tier` itself.
    /// Suppose that a symmetry maps each state of `tier` to the state with the same rank in a lower
    /// tier, and back. Then the lower tier may be the canonical tier of `tier`, and the solver
    /// solves and stores only the lower tier. A canonical tier stands for itself.
    ///
    /// A symmetry that pairs tiers in this way halves the memory and the work of the solver.
    fn canonical(&self, tier: Tier) -> Tier {
        tier
    }

    /// Returns a set that contains every move by which a state of `tier` can reach the tier `next`.
    /// The set may also contain other moves.
    ///
    /// If a game implements this method, a job that works on the tier `next` looks only at the
    /// returned moves.
    fn moves_between(&self, tier: Tier, next: Tier) -> Moves {
        let _ = (tier, next);
        Moves::from_bits(u64::MAX)
    }

    /// Returns the tier that a legal move leads to. `None`, the default, means that only
    /// [`rank`](Self::rank) can tell the tier of the state after the move.
    ///
    /// If a game implements this method, the solver ranks only states in the tiers that it works
    /// on.
    fn tier_after(&self, state: Self::State, mv: Move) -> Option<Tier> {
        let _ = (state, mv);
        None
    }

    /// Returns a range of ranks in the tier `next`. Suppose that a move leads from a state of
    /// `tier` to a state of `next`, and that `ranks` contains the rank of the first of these two
    /// states. Then the returned range must contain the rank of the second. `ranks` is never empty.
    /// By default, the range contains all ranks of `next`.
    ///
    /// Several jobs may share a large tier. With a small range, a job reads less from other tiers,
    /// and takes less memory.
    fn ranks_after(&self, tier: Tier, ranks: Range<u64>, next: Tier) -> Range<u64> {
        let _ = (tier, ranks);
        0..self.tier_size(next)
    }

    /// Returns the *predecessors* of a state, which are all states of the same tier from which a
    /// move leads to this state. Returns `None`, the default, if the game cannot list them.
    ///
    /// If a game implements this method, the solver scores loopy tiers faster. The list may contain
    /// duplicates, finished or unreachable states, states without a rank, and predecessors in other
    /// tiers. If several states have the same rank, it is enough to list the predecessors of one of
    /// these states.
    fn states_before(&self, _state: Self::State) -> Option<impl Iterator<Item = Self::State>> {
        None::<iter::Empty<Self::State>>
    }

    /// Returns a walk through the states of a tier by rising rank, from `rank` on.
    ///
    /// A solver spends most of its time in walks. From one rank to the next, a state changes
    /// little. The ranks of the states after its moves change little, too. A walk that computes
    /// only these changes is several times as fast as the default walk.
    fn walk(&self, tier: Tier, rank: u64) -> impl Walk<State = Self::State>
    where
        Self: Sized,
    {
        Steps::new(self, tier, rank)
    }
}

/// The number of a tier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tier(u64);

impl Tier {
    /// Creates the tier with this number.
    #[must_use]
    pub const fn new(number: u64) -> Self {
        Self(number)
    }

    /// Returns the number.
    #[must_use]
    pub const fn number(self) -> u64 {
        self.0
    }
}

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// A walk through the states of a tier by rising rank. At each state, it can return the rank of the
/// state after each move.
pub trait Walk {
    /// The [state](Game::State) type of the game.
    type State;

    /// Returns the current state.
    fn state(&self) -> Self::State;

    /// Goes to the state with the next rank. The current rank must not be the last rank of the
    /// tier.
    fn step(&mut self);

    /// Goes forward by `ranks` ranks. The tier must have at least `ranks` ranks after the current one.
    fn skip(&mut self, ranks: u64) {
        for _ in 0..ranks {
            self.step();
        }
    }

    /// Returns the tier and the rank of the state after a legal move, as [`Dense::rank`] does. If
    /// the turns of a game do not [alternate](Game::TURNS_ALTERNATE), solvers do not call this
    /// method. Instead, solvers play the move and rank the state after it.
    fn after(&self, mv: Move) -> Option<(Tier, u64)>;
}

/// The default walk, which works for any game. It calls [`Dense::unrank`] for each state, and
/// [`Dense::rank`] for the state after each move.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Steps<'g, G: Game> {
    game: &'g G,
    tier: Tier,
    rank: u64,
    state: G::State,
}

impl<'g, G: Dense> Steps<'g, G> {
    /// Creates the walk through a tier of a game, from `rank` on.
    #[must_use]
    pub fn new(game: &'g G, tier: Tier, rank: u64) -> Self {
        Self {
            game,
            tier,
            rank,
            state: game.unrank(tier, rank),
        }
    }
}

impl<G: Dense> Walk for Steps<'_, G> {
    type State = G::State;

    fn state(&self) -> G::State {
        self.state
    }

    fn step(&mut self) {
        self.skip(1);
    }

    fn skip(&mut self, ranks: u64) {
        self.rank += ranks;
        self.state = self.game.unrank(self.tier, self.rank);
    }

    fn after(&self, mv: Move) -> Option<(Tier, u64)> {
        self.game.rank(self.game.play(self.state, mv))
    }
}
