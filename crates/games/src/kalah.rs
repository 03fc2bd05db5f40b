//! Kalah (Champion, about 1940), the best known mancala of the West.
//!
//! Each player has a row of *pits*, and one larger pit, the *store*, at the right end of this row.
//! At the start, all pits hold the same number of *seeds*. X has the lower row, and moves first.
//!
//! - A player takes all seeds out of one of their own pits, and drops one seed into each place that
//!   follows. The places follow one another in this order: the player's pits to the right, the
//!   player's store, the opponent's pits, and then the player's pits again. No seed is dropped into
//!   the opponent's store.
//! - If the last seed falls into the player's store, the player moves again.
//! - If the last seed falls into an empty pit of the player, and the opponent's pit opposite holds
//!   seeds, the player captures. The last seed and all seeds of the opposite pit go to the player's
//!   store.
//! - When all pits of a player are empty, the game is over. The seeds in the other player's pits go
//!   to that player's store. The player with more seeds wins; equal numbers are a draw.
//!
//! The values for the first player have been published (Irving, Donkers and Uiterwijk, Solving
//! Kalah, ICGA Journal 23, 2000). This crate finds the same values:
//!
//! | pits | 1 seed | 2 | 3 | 4 | 5 | 6 |
//! | --- | --- | --- | --- | --- | --- | --- |
//! | 1 | draw | loss | win | loss | win | draw |
//! | 2 | win | loss | loss | loss | win | win |
//! | 3 | draw | win | win | win | win | loss |
//!
//! The seeds in the stores are part of a state, and so is the player to move. Seeds never
//! move back, so no state repeats.

use core::fmt;

use perfectplay::game::{Hints, ParseStateError};
use perfectplay::index::Sparse;
use perfectplay::{Game, Move, Moves, Player, Value};

use crate::board::{BoardSize, TextReader, write_points};
use crate::listed::{Listed, Visitor};
use crate::parameters::number;
use crate::show::{Grid, Place, Side, Square};

/// The greatest number of pits of a player.
const MOST_PITS: u8 = 6;
/// The greatest number of seeds in a pit at the start.
const MOST_SEEDS: u8 = 6;

/// `BINOMIALS[n][k]` is the number of ways to choose *k* of *n* things.
const BINOMIALS: [[u64; KINDS]; PLACES] = {
    let mut binomials = [[0; KINDS]; PLACES];
    let mut n = 0;
    while n < PLACES {
        binomials[n][0] = 1;
        let mut k = 1;
        while n > 0 && k < KINDS {
            binomials[n][k] = binomials[n - 1][k - 1] + binomials[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    binomials
};
/// One more than the greatest `n` for which [`BINOMIALS`] is used.
const PLACES: usize = (2 * MOST_PITS * MOST_SEEDS + 2 * MOST_PITS + 1) as usize;
/// One more than the greatest `k` for which [`BINOMIALS`] is used.
const KINDS: usize = 2 * MOST_PITS as usize + 2;

/// A state: the seeds in all pits and both stores, and the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seeds {
    /// For each player, the number of seeds in each pit, counted from the player's left. The arrays
    /// have room for the largest game; unused entries are 0.
    pits: [[u8; MOST_PITS as usize]; 2],
    stores: [u8; 2],
    to_move: Player,
}

/// The rules of Kalah. The index of a move is the number of the pit, counted from 0 at the player's
/// left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Kalah {
    pits: u8,
    seeds: u8,
}

impl Kalah {
    /// Creates the game with `pits` pits for each player, and `seeds` seeds in each pit. `None`
    /// unless `pits` and `seeds` are both from 1 to 6.
    #[must_use]
    pub fn new(pits: u8, seeds: u8) -> Option<Self> {
        let fits = (1..=MOST_PITS).contains(&pits) && (1..=MOST_SEEDS).contains(&seeds);
        fits.then_some(Self { pits, seeds })
    }

    const fn all_seeds(&self) -> u8 {
        2 * self.pits * self.seeds
    }

    /// Returns an upper bound for the number of steps that all seeds together make during a game.
    /// In a step, a seed moves from one pit to the next pit. The last move of a seed, into a store,
    /// does not count.
    const fn most_nearer(&self) -> u32 {
        self.all_seeds() as u32 * (self.pits as u32 - 1)
    }

    /// Returns the size of a board that has a cell for each pit. The upper row shows the pits of O
    /// as X sees them, and the lower row shows the pits of X.
    const fn board(&self) -> BoardSize {
        BoardSize {
            columns: self.pits,
            rows: 2,
        }
    }

    /// Returns the owner of the pit in a cell of the board (`.0`), and the pit's index from that
    /// player's left (`.1`).
    const fn pit(&self, cell: u8) -> (Player, u8) {
        match self.board().place(cell) {
            (0, column) => (Player::Second, self.pits - 1 - column),
            (_, column) => (Player::First, column),
        }
    }

    /// Returns the number of seeds in each pit of a player, without the unused entries.
    fn row<'a>(&self, state: &'a Seeds, player: Player) -> &'a [u8] {
        &state.pits[player as usize][..self.pits.into()]
    }
}

impl Game for Kalah {
    type State = Seeds;

    crate::listed::describe_as_text!();

    const TURNS_ALTERNATE: bool = false;

    fn move_count(&self) -> u32 {
        self.pits.into()
    }

    fn start(&self) -> Seeds {
        let mut row = [0; MOST_PITS as usize];
        row[..self.pits.into()].fill(self.seeds);
        Seeds {
            pits: [row; 2],
            stores: [0; 2],
            to_move: Player::First,
        }
    }

    fn outcome(&self, state: Seeds) -> Option<Value> {
        let [own, theirs] =
            [state.to_move, state.to_move.other()].map(|player| state.stores[player as usize]);
        (own + theirs == self.all_seeds()).then(|| own.cmp(&theirs).into())
    }

    fn legal(&self, state: Seeds) -> Moves {
        let pits = self.row(&state, state.to_move).iter().zip(0..);
        let filled = pits.filter(|&(&seeds, _)| seeds > 0);
        filled.filter_map(|(_, pit)| Move::new(pit)).collect()
    }

    fn play(&self, state: Seeds, mv: Move) -> Seeds {
        let (own, theirs) = (state.to_move as usize, state.to_move.other() as usize);
        let (pits, mut at) = (usize::from(self.pits), usize::from(mv.index()));
        let mut after = state;
        let mut hand = core::mem::take(&mut after.pits[own][at]);
        while hand > 0 {
            // This visits the player's pits, the player's store, and then the opponent's pits.
            at = (at + 1) % (2 * pits + 1);
            *match at.checked_sub(pits) {
                None => &mut after.pits[own][at],
                Some(0) => &mut after.stores[own],
                Some(beyond) => &mut after.pits[theirs][beyond - 1],
            } += 1;
            hand -= 1;
        }
        if at < pits && after.pits[own][at] == 1 {
            let opposite = pits - 1 - at;
            if after.pits[theirs][opposite] > 0 {
                let caught = core::mem::take(&mut after.pits[theirs][opposite]);
                let catching = core::mem::take(&mut after.pits[own][at]);
                after.stores[own] += caught + catching;
            }
        }
        if after.pits.contains(&[0; MOST_PITS as usize]) {
            for (row, store) in after.pits.iter_mut().zip(&mut after.stores) {
                *store += row.iter().sum::<u8>();
                row.fill(0);
            }
        }
        if at != pits {
            after.to_move = state.to_move.other();
        }
        after
    }

    /// Returns twice the index of the state's distribution of seeds, plus 1 if O is to move. The
    /// indexes count all ways to distribute the seeds over the pits and stores, from 0.
    // The seeds stand in a row, with a bar after those of each pit and after those of X's store.
    // The places of the bars determine the state, and the combinatorial number system numbers these
    // sets of places.
    fn key(&self, state: Seeds) -> u64 {
        let rows = Player::BOTH.map(|player| self.row(&state, player));
        let pits = rows.into_iter().flatten().chain(&state.stores[..1]);
        let (_, number) = (1..)
            .zip(pits)
            .fold((0, 0), |(seeds, number), (bars, pit)| {
                let seeds = seeds + usize::from(*pit);
                (seeds, number + BINOMIALS[seeds + bars - 1][bars])
            });
        number << 1 | state.to_move as u64
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["X", "O"]
    }

    fn to_move(&self, state: Seeds) -> Option<Player> {
        Some(state.to_move)
    }

    fn last_mover_may_lose(&self) -> bool {
        true
    }

    // A move either drops a seed into the player's store, or only moves seeds nearer to that store.
    fn tier(&self, state: Seeds) -> Option<u32> {
        let stored = state
            .stores
            .iter()
            .map(|&store| u32::from(store))
            .sum::<u32>();
        let nearer = state.pits.iter().flat_map(|row| row.iter().zip(0..));
        let nearer = nearer
            .map(|(&seeds, at)| u32::from(seeds) * at)
            .sum::<u32>();
        Some(stored * (self.most_nearer() + 1) + nearer)
    }
}

impl Sparse for Kalah {
    fn last_tier(&self) -> u32 {
        u32::from(self.all_seeds()) * (self.most_nearer() + 1)
    }

    // The last bar is in the last place whose binomial coefficient is not greater than the number.
    // The bars before it follow from the rest of the number in the same way.
    fn state_of_key(&self, key: u64) -> Option<Seeds> {
        let pits = usize::from(self.pits);
        let (mut number, mut after) = (key >> 1, usize::from(self.all_seeds()));
        let mut taken = [0; KINDS - 1];
        for bars in (1..=2 * pits + 1).rev() {
            let place = (bars - 1..bars + after)
                .rev()
                .find(|&place| BINOMIALS[place][bars] <= number)?;
            number -= BINOMIALS[place][bars];
            let seeds = place - (bars - 1);
            taken[bars - 1] = (after - seeds) as u8;
            after = seeds;
        }
        // `taken` holds the number of seeds that follow each bar.
        let mut state = Seeds {
            pits: [[0; MOST_PITS as usize]; 2],
            stores: [0, taken[2 * pits]],
            to_move: Player::after_plies(key as u32 & 1),
        };
        let mut in_front = [after as u8].into_iter().chain(taken).take(2 * pits + 1);
        for seeds in state.pits.iter_mut().flat_map(|row| &mut row[..pits]) {
            *seeds = in_front.next()?;
        }
        state.stores[0] = in_front.next()?;
        Some(state)
    }
}

impl Hints for Kalah {}

impl Listed for Kalah {
    const NAME: &'static str = "kalah";
    const TITLE: &'static str = "Kalah";
    const RULES: &'static str = "Sow the seeds of a pit. If the last seed falls into your store, move \
        again. If it falls into an empty pit of yours, it captures the seeds opposite. More seeds \
        win. Each player's pits are a, b and so on from that player's left.";
    const PARAMETERS: &'static str = "PITS,SEEDS, such as 3,3: PITS of each player and SEEDS \
        in each of them, from 1 to 6";
    const STATES: &'static str = "the pits of O as X sees them, those of X, the player to move, \
        and the stores of X and O, such as 2,2,2/0,3,3 O 1:0";
    const KEY: &'static str = "2 * n, plus 1 if O is to move. For n, add up the seeds of the pits of X, then those of O, and \
        then the store of X, each row in the order of its moves: after the i-th of them, counted from 1, \
        with s seeds so far, add the binomial coefficient of s + i - 1 over i.";
    const SAMPLES: &'static [&'static str] = &["3,3", "3,2", "2,3", "1,6", "4,1"];
    const KEYS_TELL_STATES: bool = true;
    const CHECKS_WITH_TYPE: bool = true;

    fn with_parameters(text: &str) -> Option<Self> {
        let (pits, seeds) = text.split_once(',')?;
        Self::new(number(pits)?, number(seeds)?)
    }

    fn write_parameters(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{},{}", self.pits, self.seeds)
    }

    /// Writes a title such as `Kalah, 3 pits of 2 seeds`.
    fn write_title(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        let [pits, seeds] =
            [self.pits, self.seeds].map(|number| if number == 1 { "" } else { "s" });
        let title = Self::TITLE;
        write!(
            out,
            "{title}, {} pit{pits} of {} seed{seeds}",
            self.pits, self.seeds
        )
    }

    fn of_key(&self, key: u64) -> Option<Seeds> {
        self.state_of_key(key)
    }

    fn accept<V: Visitor>(self, visitor: V) -> V::Output {
        visitor.visit_sparse(self)
    }

    /// Writes the pits of O as X sees them, the pits of X, the player to move, and the stores of X
    /// and O: `2,2,2/0,3,3 O 1:0`.
    fn write_state(&self, state: Seeds, out: &mut dyn fmt::Write) -> fmt::Result {
        let above = self.row(&state, Player::Second).iter().rev();
        let below = self.row(&state, Player::First).iter();
        for (i, seeds) in above.chain(below).enumerate() {
            let separator = match i {
                0 => "",
                _ if i == usize::from(self.pits) => "/",
                _ => ",",
            };
            write!(out, "{separator}{seeds}")?;
        }
        write_points(out, state.to_move, state.stores)
    }

    fn read_state(&self, text: &str) -> Result<Seeds, ParseStateError> {
        let mut state = self.start();
        let mut reader = TextReader::new(text);
        let last = self.pits - 1;
        let above = (0..self.pits).rev().map(|pit| (Player::Second, pit));
        let below = (0..self.pits).map(|pit| (Player::First, pit));
        for (player, pit) in above.chain(below) {
            let seeds = reader.number("the seeds in a pit")?;
            state.pits[player as usize][usize::from(pit)] = seeds;
            match (player, pit) {
                (Player::First, pit) if pit == last => {}
                (Player::Second, 0) => {
                    reader.next("the next row, after /", |found| found == '/')?;
                }
                _ => {
                    reader.next("the next pit, after a comma", |found| found == ',')?;
                }
            }
        }
        let sown = state.pits.iter().flatten().map(|&seeds| u32::from(seeds));
        let sown = sown.sum::<u32>();
        let is_over = state
            .pits
            .iter()
            .any(|row| row.iter().all(|&seeds| seeds == 0));
        let expected = "the seeds in both stores, such as 3:1, so that none is missing, \
            and all if a row is empty";
        (state.to_move, state.stores) = reader.points(expected, |[x, o]| {
            let all = u32::from(x) + u32::from(o) + sown == self.all_seeds().into();
            all && (sown == 0 || !is_over)
        })?;
        Ok(state)
    }

    /// Writes the letter of the pit, from `a` at the player's left.
    fn write_move(&self, _state: Seeds, mv: Move, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_char(char::from(b'a' + mv.index()))
    }

    /// Returns a board of pits. The stores are not on the board. The seeds in a player's store are
    /// shown as the player's points.
    fn grid(&self) -> Option<Grid> {
        Some(Grid::from_board(self.board()))
    }

    fn square(&self, state: Seeds, square: u8) -> Square {
        let (player, pit) = self.pit(square);
        Square::Heap {
            owner: Some(player),
            number: self.row(&state, player)[usize::from(pit)],
        }
    }

    fn points(&self, state: Seeds) -> Option<[u32; 2]> {
        Some(state.stores.map(u32::from))
    }

    fn place(&self, state: Seeds, mv: Move) -> Place {
        Place::Square(match state.to_move {
            Player::First => self.pits + mv.index(),
            Player::Second => self.pits - 1 - mv.index(),
        })
    }

    /// Returns the sides of the board where the stores are shown. A player's store is at the right
    /// end of the pits, as that player sees them.
    fn stores(&self) -> Option<[Side; 2]> {
        Some([Side::Right, Side::Left])
    }

    /// Returns the letter of a pit. The letters of each player's pits are on that player's side of
    /// the board.
    fn letter(&self, side: Side, number: u8) -> Option<char> {
        let row = match side {
            Side::Top => 0,
            Side::Bottom => 1,
            Side::Left | Side::Right => return None,
        };
        let (_, pit) = self.pit(row * self.pits + number);
        Some(char::from(b'a' + pit))
    }

    /// Writes the player, and the letter of the pit: `Xa`.
    fn write_square(&self, square: u8, out: &mut dyn fmt::Write) -> fmt::Result {
        let (player, pit) = self.pit(square);
        let name = self.player_names()[player as usize];
        write!(out, "{name}{}", char::from(b'a' + pit))
    }
}
