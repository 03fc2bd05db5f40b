//! The faults that the rules of a game can have.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use crate::{MOVE_LIMIT, Move, Moves, Player, PlayerName, Question, Value};

/// A fault in the rules of a game. The rules violate a requirement of the trait
/// [`Game`](crate::Game), `Hints`, `Dense` or `Sparse`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// The game declares more moves than a [`Moves`] can hold.
    MoveCount {
        /// The declared number of moves.
        found: u32,
    },
    /// The rules panic.
    Panic {
        /// The message of the panic; `None` if the panic has no text as its message.
        message: Option<String>,
    },
    /// The game's author declared an invariant, but it does not hold in a state.
    Invariant {
        /// The author's message.
        message: String,
    },
    /// A method was called twice with the same arguments, and returned two different results.
    Impure {
        /// The method.
        question: Question,
    },
    /// A state has legal moves whose indexes are not below [`move_count`](crate::Game::move_count).
    UnknownMoves {
        /// The undeclared moves.
        found: Moves,
    },
    /// The game goes on, but there is no legal move.
    NoMoves,
    /// The state has more legal moves than [`move_count`](crate::Game::move_count). This fault is
    /// found only in a game that [numbers](crate::Game::legal_count) the moves of each state
    /// separately.
    TooManyMoves {
        /// The declared number of moves.
        expected: u32,
        /// The number of legal moves in the state.
        found: u32,
    },
    /// The game [numbers](crate::Game::legal_count) the moves of each state separately, but the
    /// legal moves of this state are not `0..legal_count`.
    Numbering {
        /// The moves `0..legal_count`.
        expected: Moves,
        /// The legal moves of the state.
        found: Moves,
    },
    /// The game declares that [turns do not alternate](crate::Game::TURNS_ALTERNATE), but the
    /// state does not tell whose turn it is.
    NoTurn,
    /// The game declares that [turns alternate](crate::Game::TURNS_ALTERNATE), but after a move the
    /// same player is to move again.
    ExtraTurn {
        /// The player.
        player: Player,
        /// The name that the game gives to the player.
        name: PlayerName,
    },
    /// The player who made the last move has lost, although the game does not declare that this
    /// [may happen](crate::Game::last_mover_may_lose).
    LastMoverLost,
    /// The player who made the last move has an extra turn and has lost. The game does not declare
    /// that the last mover may lose.
    LostOnExtraTurn {
        /// The player who made the last move.
        player: Player,
        /// The name that the game gives to the player.
        name: PlayerName,
    },
    /// Two states have the same key.
    SharedKey {
        /// The key of both states.
        key: u64,
        /// The `Debug` form of the other state; `None` if the other state is not known.
        other: Option<String>,
    },
    /// Two states that compare as equal have different keys.
    TwoKeys {
        /// The key of the state that was found first.
        expected: u64,
        /// The key of the state that was found later.
        found: u64,
    },
    /// The state occurs twice in one course of play, but the game does not declare that it is
    /// [loopy](crate::Game::is_loopy).
    Cycle {
        /// The moves that lead from the state to itself; empty if these moves are not known.
        moves: Vec<Move>,
    },
    /// The tier of the state is wrong. A move led to an earlier tier, or to the same tier although
    /// the game is not loopy. The fault is also reported if some states have a tier and others have
    /// none.
    Tier {
        /// The tier of the state before the move. If the faulty state is a start, this is the tier
        /// of the first start.
        before: Option<u32>,
        /// The tier of the state.
        found: Option<u32>,
    },
    /// The game has no symmetry, not even the identity.
    NoSymmetry,
    /// Symmetry 0 is not the identity: it changes the state, or one of its moves.
    Identity,
    /// The state and its image under a symmetry have different outcomes.
    ImageOutcome {
        /// The symmetry.
        symmetry: u32,
        /// The outcome of the state.
        expected: Option<Value>,
        /// The outcome of its image.
        found: Option<Value>,
    },
    /// The legal moves of the state's image are not the images of the state's legal moves.
    ImageMoves {
        /// The symmetry.
        symmetry: u32,
        /// The images of the legal moves.
        expected: Moves,
        /// The legal moves of the image.
        found: Moves,
    },
    /// A symmetry does not agree with a move. If the state is mirrored first and the image of the
    /// move is then played, the result differs from the image of the state after the move.
    ImagePlay {
        /// The symmetry.
        symmetry: u32,
        /// The move in the original state, not in the image.
        mv: Move,
    },
    /// Either a move or its image gives an extra turn, but not both.
    ImageTurn {
        /// The symmetry.
        symmetry: u32,
        /// The move in the original state, not in the image.
        mv: Move,
    },
    /// The symmetries are not a group: a state and its image under a symmetry have different sets
    /// of images.
    Group {
        /// The symmetry that maps the state to its image.
        symmetry: u32,
    },
    /// The image of a start under a symmetry is not a reachable state.
    ImageOfStart {
        /// The symmetry.
        symmetry: u32,
    },
    /// The state has no rank.
    Unranked,
    /// The tier or the rank of the state is out of bounds. A tier must be below the number of
    /// tiers, and a rank below the size of its tier.
    Rank {
        /// The number of the tier.
        tier: u64,
        /// The rank.
        rank: u64,
    },
    /// `unrank` does not map the rank of the state back to the state.
    Unrank {
        /// The number of the tier.
        tier: u64,
        /// The rank.
        rank: u64,
        /// The `Debug` form of the state that `unrank` returns.
        found: String,
    },
    /// The game declares a wrong canonical tier. This is the tier that the solver stores in place
    /// of the state's tier. The canonical tier must not come after the state's tier. It must have
    /// the same size, and must be its own canonical tier.
    Canonical {
        /// The number of the tier.
        tier: u64,
        /// The number of the canonical tier.
        found: u64,
    },
    /// A move leads to a wrong tier. The game must declare the tier to which a move leads. No move
    /// may lead to an earlier tier. In a game that is not loopy, no move may stay in the same tier.
    NextTier {
        /// The move.
        mv: Move,
        /// The number of the state's tier.
        tier: u64,
        /// The number of the tier after the move.
        found: u64,
    },
    /// `tier_after` does not return the tier of the state after the move.
    TierAfter {
        /// The move.
        mv: Move,
        /// The number of the tier after the move.
        tier: u64,
        /// The number of the tier that `tier_after` returns.
        found: u64,
    },
    /// For the key of a state, `state_of_key` returns a different state or no state.
    StateOfKey {
        /// The `Debug` form of the state that `state_of_key` returns; `None` if `state_of_key`
        /// returns no state.
        found: Option<String>,
    },
    /// The state has no tier, or its tier comes after the tier that the game declares to be the
    /// last.
    LastTier {
        /// The declared last tier.
        last: u32,
        /// The tier of the state.
        found: Option<u32>,
    },
    /// The method `walk`, which visits the states of a tier in the order of their ranks, gives a
    /// wrong result. Either `walk` and `unrank` give different states for a rank, or `walk` gives a
    /// wrong tier or rank for the state after a move.
    Walk {
        /// The move after which `walk` gives a wrong tier or rank; `None` if `walk` gives a wrong
        /// state for a rank.
        mv: Option<Move>,
    },
    /// The method `ranks_after` returns a wrong range of ranks. The range goes beyond the end of
    /// the tier, or lacks the rank of a state to which a move leads.
    RanksAfter {
        /// The range of ranks for which `ranks_after` was called.
        ranks: Range<u64>,
        /// The number of the tier to which the moves lead.
        next: u64,
        /// The range that `ranks_after` returned.
        found: Range<u64>,
    },
    /// Two states have the same rank, but they cannot be symmetric. Either the outcomes of the two
    /// states differ, or their moves lead to states with different ranks.
    SharedRank {
        /// The `Debug` form of the other state.
        other: String,
    },
    /// `states_before` returns a state from which no move leads to the given state.
    NotBefore {
        /// The `Debug` form of the returned state.
        found: String,
    },
    /// For the state after a move, `states_before` does not return the state before the move.
    Before {
        /// The move.
        mv: Move,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MoveCount { found } => {
                write!(
                    f,
                    "`move_count` is {found}, and {MOVE_LIMIT} is the most: if no state has more legal \
                     moves, number those of each state, with `legal_count`"
                )
            }
            Self::Panic { message } => {
                f.write_str("the rules panic")?;
                message
                    .iter()
                    .try_for_each(|message| write!(f, ": {message}"))
            }
            Self::Invariant { message } => f.write_str(message),
            Self::Impure { question } => {
                write!(f, "`{question}` gave two answers to the same question")
            }
            Self::UnknownMoves { found } => {
                write!(
                    f,
                    "the moves {found:?} are legal, but not below `move_count`"
                )
            }
            Self::NoMoves => f.write_str("the game goes on, but there is no legal move"),
            Self::TooManyMoves { expected, found } => {
                write!(
                    f,
                    "there are {found} legal moves, but `move_count` is {expected}"
                )
            }
            Self::Numbering { expected, found } => write!(
                f,
                "the legal moves are {found:?}, though `legal_count` makes them {expected:?}"
            ),
            Self::NoTurn => f.write_str(
                "`to_move` does not tell whose turn it is, which it must if turns do not alternate",
            ),
            Self::ExtraTurn { name, .. } => write!(
                f,
                "{name} has moved and is to move again: expected `to_move` to name the other \
                 player, or `TURNS_ALTERNATE` to be false"
            ),
            Self::LostOnExtraTurn { name, .. } => write!(
                f,
                "{name} has made the last move, is to move again, and has lost: expected `to_move` to \
                 name the other player, who has lost (a game in which the last mover may lose says so in \
                 `last_mover_may_lose`)"
            ),
            Self::LastMoverLost => f.write_str(
                "the player who made the last move has lost by it \
                 (a game in which that may happen says so in `last_mover_may_lose`)",
            ),
            Self::SharedKey { key, other } => {
                write!(f, "the key {key} is that of ")?;
                match other {
                    Some(other) => write!(f, "{other}, too"),
                    None => f.write_str("another state, too (`check` names it)"),
                }
            }
            Self::TwoKeys { expected, found } => {
                write!(f, "the key was {expected} before, and is {found} now")
            }
            Self::Cycle { moves } => {
                f.write_str("the state occurs twice in a game")?;
                if !moves.is_empty() {
                    write!(f, ", by the moves {moves:?}")?;
                }
                f.write_str(" (a loopy game says so in `is_loopy`)")
            }
            Self::Tier { before, found } => {
                let [before, found] = [before, found].map(|&tier| ShowTier(tier));
                write!(
                    f,
                    "the state has {found}, but a move led to it from a state with {before}"
                )
            }
            Self::NoSymmetry => f.write_str("there is no symmetry, not even the identity"),
            Self::Identity => f.write_str("symmetry 0 is not the identity"),
            Self::ImageOutcome {
                symmetry,
                expected,
                found,
            } => {
                let [expected, found] = [expected, found].map(|&outcome| ShowOutcome(outcome));
                write!(
                    f,
                    "the state is {expected}, but its image under symmetry {symmetry} is {found}"
                )
            }
            Self::ImageMoves {
                symmetry,
                expected,
                found,
            } => write!(
                f,
                "under symmetry {symmetry} the legal moves become {expected:?}, and those of the \
                 image are {found:?}"
            ),
            Self::ImagePlay { symmetry, mv } => {
                write!(f, "move {mv} does not commute with symmetry {symmetry}")
            }
            Self::ImageTurn { symmetry, mv } => write!(
                f,
                "move {mv} and its image under symmetry {symmetry} do not both give an extra turn"
            ),
            Self::Group { symmetry } => write!(
                f,
                "the symmetries are not a group: the image under symmetry {symmetry} has different \
                 images of its own"
            ),
            Self::ImageOfStart { symmetry } => write!(
                f,
                "no game reaches the image of the start under symmetry {symmetry}"
            ),
            Self::Unranked => f.write_str("expected a rank, found none"),
            Self::Rank { tier, rank } => write!(
                f,
                "expected a rank within its tier, found rank {rank} of tier {tier}"
            ),
            Self::Unrank { tier, rank, found } => write!(
                f,
                "expected rank {rank} of tier {tier} to lead back to its state, found {found}"
            ),
            Self::Canonical { tier, found } => write!(
                f,
                "expected the canonical tier of tier {tier} to be an earlier tier of the same size, \
                 found {found}"
            ),
            Self::NextTier { mv, tier, found } => write!(
                f,
                "expected move {mv} to lead to a later tier that `next_tiers` declares to follow \
                 tier {tier} by this move, found {found}"
            ),
            Self::TierAfter { mv, tier, found } => write!(
                f,
                "expected `tier_after` to tell that move {mv} leads to tier {tier}, found {found}"
            ),
            Self::StateOfKey { found } => write!(
                f,
                "expected `state_of_key` to return the state for its key, found {}",
                found.as_deref().unwrap_or("none")
            ),
            Self::LastTier { last, found } => write!(
                f,
                "expected a tier no later than {last}, found {}",
                ShowTier(*found)
            ),
            Self::Walk { mv: Some(mv) } => write!(
                f,
                "expected `walk` to give the tier and rank of the state after move {mv}, found others"
            ),
            Self::Walk { mv: None } => f.write_str(
                "expected `walk` and `unrank` to give the same state for a rank, found two states",
            ),
            Self::RanksAfter { ranks, next, found } => write!(
                f,
                "expected a range of ranks of tier {next} that contains every rank after the moves \
                 from the ranks {ranks:?}, found {found:?}"
            ),
            Self::SharedRank { other } => write!(
                f,
                "expected a rank of its own, or one that it shares with a symmetric state, found \
                 that of {other}"
            ),
            Self::NotBefore { found } => write!(
                f,
                "expected `states_before` to return states from which a move leads here, found \
                 {found}"
            ),
            Self::Before { mv } => write!(
                f,
                "expected `states_before` of the state after move {mv} to return this state"
            ),
        }
    }
}

struct ShowTier(Option<u32>);

impl fmt::Display for ShowTier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(tier) => write!(f, "tier {tier}"),
            None => f.write_str("no tier"),
        }
    }
}

struct ShowOutcome(Option<Value>);

impl fmt::Display for ShowOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(value) => write!(f, "a finished game, a {value}"),
            None => f.write_str("a game that goes on"),
        }
    }
}
