//! Asks a player for its moves in every state that the player can meet.

use std::collections::{HashMap, HashSet};
use std::num::NonZero;

use perfectplay::game::{Hints, canonical, is_extra_turn, starts};
use perfectplay::level::Strategy;
use perfectplay::{Game, Move, Moves, Player};
use perfectplay_any::{AnyTable, Error};

use crate::fault::{Broken, Fault};
use crate::player::{Chosen, NamedMove, Player as Asked};
use crate::protocol::names;
use crate::step::{Step, Steps};

/// Tells how to ask a player for its moves: for example, how many times in each state.
#[derive(Clone, Copy)]
pub struct Asking<'s> {
    /// The number of times that the player is asked about each state.
    pub times: NonZero<u32>,
    /// Whether symmetric states count as one, so that the player is asked about only one of them.
    pub symmetry: bool,
    /// Whether an illegal or missing answer counts as a lost game.
    pub forfeit: bool,
    /// A function that is called after each question.
    pub steps: Steps<'s>,
}

impl Asking<'_> {
    /// Reports that the player has been asked about `done` of `total` states.
    fn step(&self, doing: &'static str, done: usize, total: Option<usize>) -> Result<(), Broken> {
        let step = Step {
            doing,
            unit: "states",
            done: done as u64,
            total: total.map(|total| total as u64),
        };
        Ok(step.tell(self.steps)?)
    }
}

/// The strategy of a player on one side: the moves that the player chooses in each state that it can meet on this side.
pub struct Answers<'n, 's> {
    table: &'n AnyTable,
    how: Asking<'s>,
    /// Maps the key of a state to the moves that the player chose there, or to `None` if the player forfeits the
    /// game there.
    moves: HashMap<u64, Option<Chosen>>,
    /// The faults by which the player forfeits the game, sorted by the number of moves before the fault.
    pub forfeits: Vec<Broken>,
}

/// A state that occurred in play, with the player to move.
struct StrategyNode {
    state: u64,
    player: Player,
    /// `.0` is the index of the node before this one, and `.1` is the move from that node to this one. `None` for a
    /// start.
    from: Option<(usize, Move)>,
}

impl<'n, 's> Answers<'n, 's> {
    /// Plays the game on `side` with the player's moves, against every reply of the opponent. In each state where
    /// `side` is to move, asks the player for its moves. If the player chooses several moves, follows each of them.
    /// States near a start come first. If `how.times` is greater than 1, then asks about all states again in another
    /// order, to find a player that changes its answers.
    pub fn new(
        program: &mut dyn Asked,
        table: &'n AnyTable,
        side: Player,
        how: Asking<'s>,
    ) -> Result<Self, Broken> {
        let game = table.game();
        let mut answers = Self::none(table, how);
        let mut nodes = Vec::new();
        let mut met = HashSet::new();
        let mut meet = |nodes: &mut Vec<_>, state, player, from| {
            if met.insert((game.key(state), player)) {
                nodes.push(StrategyNode {
                    state,
                    player,
                    from,
                });
            }
        };
        for state in starts(game) {
            let player = game.to_move(state).unwrap_or(Player::First);
            meet(&mut nodes, state, player, None);
        }
        // The indexes of the nodes where the program was asked.
        let mut asked = Vec::new();
        let mut number = 0;
        while let Some(&StrategyNode { state, player, .. }) = nodes.get(number) {
            if game.outcome(state).is_none() {
                let mut moves = game.legal(state);
                if player == side {
                    if answers.is_new(state) {
                        asked.push(number);
                        answers.ask_first(program, &nodes, number)?;
                        how.step("asking", asked.len(), None)?;
                    }
                    moves = answers.choices(state).unwrap_or_default();
                }
                for mv in moves {
                    let after = game.play(state, mv);
                    let player = if is_extra_turn(game, state, after) {
                        player
                    } else {
                        player.other()
                    };
                    meet(&mut nodes, after, player, Some((number, mv)));
                }
            }
            number += 1;
        }
        answers.repeat(program, &nodes, asked)?;
        Ok(answers)
    }

    /// Asks for the moves in `states`. In each of these states, it must be the program's turn. If `how.times` is
    /// greater than 1, then asks about all states again in another order, to find a player that changes its answers.
    pub fn to_states(
        program: &mut dyn Asked,
        table: &'n AnyTable,
        states: &[u64],
        how: Asking<'s>,
    ) -> Result<Self, Broken> {
        let mut answers = Self::none(table, how);
        let node = |&state| StrategyNode {
            state,
            player: table.game().to_move(state).unwrap_or(Player::First),
            from: None,
        };
        let nodes: Vec<_> = states.iter().map(node).collect();
        let mut asked = Vec::new();
        for (number, node) in nodes.iter().enumerate() {
            if answers.is_new(node.state) {
                asked.push(number);
                answers.ask_first(program, &nodes, number)?;
                how.step("asking", asked.len(), Some(states.len()))?;
            }
        }
        answers.repeat(program, &nodes, asked)?;
        Ok(answers)
    }

    fn none(table: &'n AnyTable, how: Asking<'s>) -> Self {
        Self {
            table,
            how,
            moves: HashMap::new(),
            forfeits: Vec::new(),
        }
    }

    /// Asks the player again about the nodes whose indexes are in `asked`. Fails if an answer differs from the first
    /// one.
    fn repeat(
        &mut self,
        program: &mut dyn Asked,
        nodes: &[StrategyNode],
        mut asked: Vec<usize>,
    ) -> Result<(), Broken> {
        let how = self.how;
        for _ in 1..how.times.get() {
            asked.reverse();
            for (done, &number) in (1..).zip(&asked) {
                self.ask_again(program, nodes, number)?;
                how.step("asking again", done, Some(asked.len()))?;
            }
        }
        self.forfeits.sort_by_key(|broken| broken.moves.len());
        Ok(())
    }

    /// Returns the state about which the program is asked instead of `state`. The returned state is a symmetric image
    /// of `state` if symmetric states count as one, and otherwise `state` itself. The second part of the result is the
    /// symmetry that maps `state` to the returned state.
    fn asked_state(&self, state: u64) -> (u64, u32) {
        if self.how.symmetry {
            canonical(self.table.game(), state)
        } else {
            (state, 0)
        }
    }

    fn key(&self, state: u64) -> u64 {
        self.table.game().key(self.asked_state(state).0)
    }

    fn is_new(&self, state: u64) -> bool {
        !self.moves.contains_key(&self.key(state))
    }

    fn ask_first(
        &mut self,
        program: &mut dyn Asked,
        nodes: &[StrategyNode],
        number: usize,
    ) -> Result<(), Broken> {
        let moves = self.ask(program, nodes, number)?;
        self.moves.insert(self.key(nodes[number].state), moves);
        Ok(())
    }

    fn ask_again(
        &mut self,
        program: &mut dyn Asked,
        nodes: &[StrategyNode],
        number: usize,
    ) -> Result<(), Broken> {
        let key = self.key(nodes[number].state);
        let Some(Some(first)) = self.moves.get(&key).cloned() else {
            // The program has already forfeited the game in this state, and one forfeit is enough.
            return Ok(());
        };
        match self.ask(program, nodes, number)? {
            None => {
                self.moves.insert(key, None);
            }
            Some(second) if second != first => {
                let asked = self.asked_state(nodes[number].state).0;
                let legal = NamedMove::legal(&self.table.position(asked));
                let [first, second] = [first, second].map(|chosen| names(&chosen, &legal));
                return Err(self.broken(nodes, number, Fault::Fickle { first, second }));
            }
            Some(_) => {}
        }
        Ok(())
    }

    /// Asks the program for its moves at a node. Returns `None` if the program forfeits the game there.
    fn ask(
        &mut self,
        program: &mut dyn Asked,
        nodes: &[StrategyNode],
        number: usize,
    ) -> Result<Option<Chosen>, Broken> {
        let state = self.asked_state(nodes[number].state).0;
        let position = self.table.position(state);
        match program.ask(&position, &NamedMove::legal(&position)) {
            Ok(chosen) => Ok(Some(chosen)),
            Err(fault) => {
                let counts_as_lost = self.how.forfeit && fault.is_forfeit();
                let broken = self.broken(nodes, number, fault);
                if !counts_as_lost {
                    return Err(broken);
                }
                self.forfeits.push(broken);
                Ok(None)
            }
        }
    }

    /// Returns `fault` with the data of a node that an error message needs: the moves that lead to the node, and the
    /// state about which the player was asked. The player may have been asked about a symmetric image of the node's
    /// state.
    fn broken(&self, nodes: &[StrategyNode], number: usize, fault: Fault) -> Broken {
        let mut moves = Vec::new();
        let mut at = number;
        while let Some((before, mv)) = nodes[at].from {
            moves.push(self.table.position(nodes[before].state).move_name(mv));
            at = before;
        }
        moves.reverse();
        let asked = self.asked_state(nodes[number].state).0;
        Broken {
            state: self.table.position(asked).text(),
            moves,
            fault,
        }
    }
}

impl Strategy<u64> for Answers<'_, '_> {
    type Error = Error;

    fn choices(&self, state: u64) -> Result<Moves, Error> {
        let (asked, symmetry) = self.asked_state(state);
        let game = self.table.game();
        let Some(Some(answer)) = self.moves.get(&game.key(asked)) else {
            return Ok(Moves::EMPTY);
        };
        let answer = answer.moves();
        let image = |mv: &Move| game.image_of_move(symmetry, state, *mv);
        let legal = game.legal(state).iter();
        Ok(legal.filter(|mv| answer.contains(image(mv))).collect())
    }

    fn probability(&self, state: u64, mv: Move) -> Result<f64, Error> {
        let (asked, symmetry) = self.asked_state(state);
        let Some(Some(answer)) = self.moves.get(&self.table.game().key(asked)) else {
            return Ok(0.0);
        };
        Ok(answer.probability(self.table.game().image_of_move(symmetry, state, mv)))
    }

    fn resigns(&self, state: u64) -> Result<bool, Error> {
        Ok(self.moves.get(&self.key(state)) == Some(&None))
    }
}
