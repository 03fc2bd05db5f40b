//! Games whose states are numbered without a gap: the door to large games.

use core::ops::Range;
use core::{fmt, iter};

use perfectplay_core::{Game, Move, Moves};

/// A game whose states are numbered, tier by tier (a *perfect ranking*).
///
/// Such a game is solved in an array: a bit for each number finds what is reachable, a
/// byte for each holds what it is worth, and no state is stored, sorted or looked for.
///
/// The states that have a number are a set that is easily counted, such as all boards with
/// so many marks. Every reachable state is among them. Others may be, and the solver finds
/// out which: the fewer, the better.
///
/// # What a ranking promises
///
/// - Tiers have the numbers from 0 to [`tier_count`](Self::tier_count), and the states of a
///   tier the ranks from 0 to [`tier_size`](Self::tier_size), the ends not included.
/// - [`unrank`](Self::unrank) tells the state of each rank, and [`rank`](Self::rank) is the
///   way back. No state has two ranks.
/// - Each move leads to one of the [`next_tiers`](Self::next_tiers). Their numbers are
///   higher; only in a game that [may repeat](Game::is_loopy) a tier may follow itself.
/// - [Turns alternate](Game::TURNS_ALTERNATE): a program that solves another ranked game
///   does not compile.
///
/// These tiers are a matter of the ranking and need not be those of [`Game::tier`]. The
/// smaller they are, and the fewer follow each of them, the less is held in memory.
///
/// ```
/// use perfectplay::ranked::{NextTier, Ranked, Steps, Tier};
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
/// impl Ranked for Heaps {
///     type Walk<'g> = Steps<'g, Self>;
///
///     fn tier_count(&self) -> u64 {
///         9
///     }
///     fn tier_size(&self, tier: Tier) -> u64 {
///         5 - tier.number().abs_diff(4)
///     }
///     fn next_tiers(&self, tier: Tier) -> impl Iterator<Item = NextTier> {
///         let after = move |taken| NextTier {
///             tier: Tier::new(tier.number() + taken),
///             moves: Moves::from_bits([0b0101, 0b1010][taken as usize - 1]),
///         };
///         (1..=2).map(after).filter(|next| next.tier.number() < 9)
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
///     fn walk(&self, tier: Tier, rank: u64) -> Steps<'_, Self> {
///         Steps::new(self, tier, rank)
///     }
/// }
///
/// assert_eq!(Heaps.rank(Heaps.start()), Some((Tier::new(0), 0)));
/// assert_eq!(Heaps.unrank(Tier::new(5), 3), [0, 3]);
/// ```
pub trait Ranked: Game {
    /// What goes through the states of a tier; [`Steps`], if there is nothing quicker.
    type Walk<'g>: Walk<State = Self::State>
    where
        Self: 'g;

    /// How many tiers there are.
    fn tier_count(&self) -> u64;

    /// How many ranks a tier has.
    fn tier_size(&self, tier: Tier) -> u64;

    /// The tiers that moves lead to from the states of a tier, each once, always in the
    /// same order. It does no harm to name one that no move leads to.
    fn next_tiers(&self, tier: Tier) -> impl Iterator<Item = NextTier>;

    /// The tier that stands for this one: itself, unless a symmetry of the game that is its
    /// own inverse takes the state of each rank here to the state of the same rank there.
    /// Then only one of the two is solved and kept: the one with the lower number, which
    /// stands for itself. A tier that has no twin, but is one for which the symmetry goes to
    /// the tier itself, stands for itself as well.
    fn twin(&self, tier: Tier) -> Tier {
        tier
    }

    /// The tier and the rank of a state; `None` for one that is not numbered. No reachable
    /// state is such a one.
    fn rank(&self, state: Self::State) -> Option<(Tier, u64)>;

    /// The state that has a rank. The rank is below the [size](Self::tier_size) of the tier.
    fn unrank(&self, tier: Tier, rank: u64) -> Self::State;

    /// The states of the same tier from which a move may lead to this one, in a game that
    /// [may repeat](Game::is_loopy); `None` if the game does not tell. It does no harm to
    /// name one from which no move does. None may be missing.
    ///
    /// A solver then looks at a state again only if something has changed after its moves.
    fn before(&self, _state: Self::State) -> Option<impl Iterator<Item = Self::State>> {
        None::<iter::Empty<Self::State>>
    }

    /// Between which ranks of a next tier the moves lead from some ranks of this one, of which
    /// there is one at least. All ranks of that tier, if there is nothing better to tell.
    ///
    /// Large tiers may be worked on in parts, and this tells which parts of other tiers that
    /// takes: the fewer ranks, the less is read and held in memory.
    fn ranks_after(&self, tier: Tier, ranks: Range<u64>, next: NextTier) -> Range<u64> {
        let _ = (tier, ranks);
        0..self.tier_size(next.tier)
    }

    /// Goes through the states of a tier by rising rank, from this rank on.
    fn walk(&self, tier: Tier, rank: u64) -> Self::Walk<'_>;
}

/// The number of a tier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tier(u64);

impl Tier {
    /// The tier with this number.
    #[must_use]
    pub const fn new(number: u64) -> Self {
        Self(number)
    }

    /// The number.
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

/// A tier that follows another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NextTier {
    /// Which one.
    pub tier: Tier,
    /// The moves that may lead there. Moves that never do may be among them; it only takes
    /// longer.
    pub moves: Moves,
}

/// Goes through the states of a tier by rising rank, and knows the ranks of the states
/// after them.
///
/// A solver spends its time here. From one rank to the next little of a state changes,
/// and often nothing of what its moves lead to but the last digit.
pub trait Walk {
    /// A position, with the player to move.
    type State;

    /// The state at which the walk is.
    fn state(&self) -> Self::State;

    /// Goes on to the next rank. Behind the last one of the tier there is none, and what
    /// the walk then tells means nothing.
    fn step(&mut self);

    /// Goes on by so many ranks, of which there must be as many.
    fn skip(&mut self, ranks: u64) {
        for _ in 0..ranks {
            self.step();
        }
    }

    /// Where a legal move leads: the index of the tier among the
    /// [next ones](Ranked::next_tiers), and the rank in it.
    fn after(&self, mv: Move) -> (usize, u64);
}

/// A walk for any ranked game: unranks each state, and ranks each state after it.
#[derive(Clone, Copy, Debug)]
pub struct Steps<'g, G: ?Sized> {
    game: &'g G,
    tier: Tier,
    rank: u64,
}

impl<'g, G: Ranked> Steps<'g, G> {
    /// The walk through a tier of a game, from this rank on.
    #[must_use]
    pub const fn new(game: &'g G, tier: Tier, rank: u64) -> Self {
        Self { game, tier, rank }
    }
}

impl<G: Ranked> Walk for Steps<'_, G> {
    type State = G::State;

    fn state(&self) -> G::State {
        self.game.unrank(self.tier, self.rank)
    }

    fn step(&mut self) {
        self.rank += 1;
    }

    fn skip(&mut self, ranks: u64) {
        self.rank += ranks;
    }

    /// # Panics
    /// When the move leads to a state without a rank, or to a tier that is not declared.
    fn after(&self, mv: Move) -> (usize, u64) {
        let (tier, rank) = self
            .game
            .rank(self.game.play(self.state(), mv))
            .expect("a rank, as of every state after a move");
        let index = self
            .game
            .next_tiers(self.tier)
            .position(|next| next.tier == tier)
            .expect("a tier that is declared to follow");
        (index, rank)
    }
}
