//! The remarks of a check, and the counts of states on which the remarks are based.

use alloc::vec::Vec;
use core::fmt;

use perfectplay_core::{Game, MOVE_LIMIT, Moves, Player, PlayerName, Route, RuleAnswers, Value};

/// A way in which a game can end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum End {
    /// This player won.
    WonBy(Player),
    /// The player who would move next won, and the states do not tell which player that is.
    Won,
    /// The player who would move next lost, and the states do not tell which player that is.
    Lost,
    /// The game is drawn.
    Drawn,
}

impl End {
    const ALL: [Self; 5] = [
        Self::WonBy(Player::First),
        Self::WonBy(Player::Second),
        Self::Won,
        Self::Lost,
        Self::Drawn,
    ];

    const fn new(outcome: Value, next: Option<Player>) -> Self {
        match (outcome, next) {
            (Value::Draw, _) => Self::Drawn,
            (Value::Win, Some(player)) => Self::WonBy(player),
            (Value::Loss, Some(player)) => Self::WonBy(player.other()),
            (Value::Win, None) => Self::Won,
            (Value::Loss, None) => Self::Lost,
        }
    }

    /// Returns the end in words that can follow "is" or "are", such as "drawn".
    fn words(self, players: [PlayerName; 2]) -> impl fmt::Display {
        struct Words(End, [PlayerName; 2]);

        impl fmt::Display for Words {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self.0 {
                    End::WonBy(player) => write!(f, "won by {}", self.1[player as usize]),
                    End::Won => f.write_str("won by the player to move"),
                    End::Lost => f.write_str("lost by the player to move"),
                    End::Drawn => f.write_str("drawn"),
                }
            }
        }

        Words(self, players)
    }
}

/// Something unusual in the rules of a game. It may be right.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Remark {
    /// One of the players never has a turn: in no unfinished state is this player to move.
    NeverMoves {
        /// The player.
        player: Player,
        /// The game's name for the player.
        name: PlayerName,
    },
    /// No game has this end. The check makes this remark only if it examined all states.
    NeverEnds {
        /// The end.
        end: End,
        /// The game's names for the players.
        players: [PlayerName; 2],
    },
    /// The game declares moves that are never legal. The check makes this remark only if it
    /// examined all states.
    NeverLegal {
        /// The moves.
        moves: Moves,
    },
    /// In some state, every move that a [`Moves`] can hold is legal. Perhaps the state has more
    /// legal moves, which a [`Moves`] cannot hold.
    AllMoves {
        /// The route from a start to the first state in which every move is legal.
        route: Route,
    },
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NeverMoves { name, .. } => write!(f, "{name} never has a move"),
            Self::NeverEnds { end, players } => write!(f, "no game is {}", end.words(*players)),
            Self::NeverLegal { moves } => write!(f, "the moves {moves} are never legal"),
            Self::AllMoves { route } => write!(
                f,
                "all {MOVE_LIMIT} moves are legal (more do not fit: a game that has more tells \
                 `legal_count`), in {route}"
            ),
        }
    }
}

/// Counts of states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateCounts {
    /// The number of states at each ply. The ply of a state is the distance, in plies, from the
    /// nearest start. The list contains only plies for which all states were found.
    pub by_ply: Vec<usize>,
    /// Whether all states were examined. If some states were not examined, `by_ply` stops before
    /// the last plies, and `ends` counts only the examined states.
    pub are_all: bool,
    /// Each end that occurs, with the number of states that have this end.
    pub ends: Vec<(End, usize)>,
    /// The game's names for the players.
    pub players: [PlayerName; 2],
}

impl fmt::Display for StateCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("states by ply:")?;
        for count in &self.by_ply {
            write!(f, " {count}")?;
        }
        if !self.are_all {
            f.write_str(", and more plies, which were not counted")?;
        }
        f.write_str("\nfinished states")?;
        f.write_str(if self.are_all {
            ":"
        } else {
            " among those that were checked:"
        })?;
        if self.ends.is_empty() {
            f.write_str(" none")?;
        }
        for (place, &(end, count)) in self.ends.iter().enumerate() {
            let separator = if place > 0 { "," } else { "" };
            write!(f, "{separator} {count} {}", end.words(self.players))?;
        }
        Ok(())
    }
}

/// The facts about a game from which the remarks are made. The code of the remarks uses this type
/// instead of the type of the game, so the code is compiled only once.
pub(super) struct Told {
    players: [PlayerName; 2],
    move_count: u32,
    last_mover_may_lose: bool,
}

impl Told {
    pub(super) fn by<G: Game>(game: &G) -> Self {
        Self {
            players: game.player_names().map(PlayerName),
            move_count: game.move_count(),
            last_mover_may_lose: game.last_mover_may_lose(),
        }
    }
}

/// Facts about the examined states. A check makes its remarks and its counts from these facts.
pub(super) struct Notes {
    /// For each player, whether the player is to move in some unfinished state. `None` if there is
    /// an examined state in which the rules do not tell whose turn it is.
    movers: Option<[bool; 2]>,
    legal: Moves,
    /// The index of the first state in which every move that a [`Moves`] can hold is legal.
    pub(super) all_moves: Option<u32>,
    /// The number of finished states for each end, in the order of [`End::ALL`].
    ends: [usize; End::ALL.len()],
}

impl Notes {
    pub(super) const fn new() -> Self {
        Self {
            movers: Some([false; 2]),
            legal: Moves::EMPTY,
            all_moves: None,
            ends: [0; End::ALL.len()],
        }
    }

    pub(super) fn add<S>(&mut self, number: u32, answers: &RuleAnswers<S>) {
        if let Some(outcome) = answers.outcome {
            let end = End::new(outcome, answers.to_move);
            for (count, _) in self
                .ends
                .iter_mut()
                .zip(End::ALL)
                .filter(|&(_, of)| of == end)
            {
                *count += 1;
            }
        }
        let legal = answers.legal.unwrap_or_default();
        self.legal |= legal;
        // A game that numbers the moves of each state declares their number, so no move can be
        // missing.
        if legal == Moves::first_n(MOVE_LIMIT) && answers.legal_count.is_none() {
            self.all_moves.get_or_insert(number);
        }
        match (answers.to_move, &mut self.movers) {
            (Some(mover), Some(movers)) => movers[mover as usize] |= !legal.is_empty(),
            (None, movers) => *movers = None,
            (Some(_), None) => {}
        }
    }

    /// Returns each end that occurs, with the number of states that have this end.
    pub(super) fn ends(&self) -> Vec<(End, usize)> {
        let ends = End::ALL.into_iter().zip(self.ends);
        ends.filter(|&(_, count)| count > 0).collect()
    }

    /// Returns the remarks. `route` leads to the first state in which every move that a [`Moves`]
    /// can hold is legal.
    pub(super) fn remarks(&self, told: Told, complete: bool, route: Option<Route>) -> Vec<Remark> {
        let players = told.players;
        let name = |player| players[player as usize];
        let movers = self.movers.unwrap_or([true; 2]);
        let idle = Player::BOTH
            .into_iter()
            .filter(|&player| !movers[player as usize]);
        let idle = idle.map(|player| Remark::NeverMoves {
            player,
            name: name(player),
        });
        let all = route.map(|route| Remark::AllMoves { route });
        let mut remarks: Vec<Remark> = idle.chain(all).collect();
        if complete {
            let tells = self.movers.is_some();
            let is_possible = |end: &End| match end {
                End::WonBy(_) => tells,
                End::Lost => !tells,
                End::Won => !tells && told.last_mover_may_lose,
                End::Drawn => true,
            };
            let counted = End::ALL.into_iter().zip(self.ends);
            let missing = counted.filter(|(end, count)| *count == 0 && is_possible(end));
            remarks.extend(missing.map(|(end, _)| Remark::NeverEnds { end, players }));
            let moves = Moves::first_n(told.move_count) - self.legal;
            remarks.extend((!moves.is_empty()).then_some(Remark::NeverLegal { moves }));
        }
        remarks
    }
}
