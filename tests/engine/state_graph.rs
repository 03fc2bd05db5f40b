//! Tests the graph of a game's states. The indexes, plies, cycles and chances to win in this graph
//! must agree with the rules, or with a plain recursion.

use std::collections::{HashMap, HashSet, VecDeque};

use crate::oracles::drawn_graph::{Graph as Drawn, Node as DrawnNode};
use perfectplay::game::{is_extra_turn, starts};
use perfectplay::graph::{
    ExploreError, Explored, Graph, GraphStep, Node, NodeKind, Nodes, explore, explore_all,
};
use perfectplay::tictactoe::{State, TicTacToe};
use perfectplay::{Game, Move, Moves, Player, Value};
use perfectplay_games::Listed;
use perfectplay_games::dodgem::Dodgem;
use perfectplay_games::dots::DotsAndBoxes;
use perfectplay_games::mnk::Connect;
use perfectplay_games::subtraction::Subtraction;

/// Finds all states by a plain search, which uses only the rules. The result maps the key of each
/// state to the state and to the length of the shortest line of play that reaches it. If `by_mover`
/// is `true`, the player to move is part of the map's key.
fn plain<G: Game>(game: &G, by_mover: bool) -> HashMap<(u64, Option<Player>), (G::State, u32)> {
    let mut met = HashMap::new();
    let mut open = VecDeque::new();
    for start in starts(game) {
        open.push_back((start, game.to_move(start).unwrap_or(Player::First), 0));
    }
    while let Some((state, mover, ply)) = open.pop_front() {
        let node = (game.key(state), by_mover.then_some(mover));
        if met.contains_key(&node) {
            continue;
        }
        met.insert(node, (state, ply));
        if game.outcome(state).is_none() {
            for mv in game.legal(state) {
                let after = game.play(state, mv);
                let next = if is_extra_turn(game, state, after) {
                    mover
                } else {
                    mover.other()
                };
                open.push_back((after, next, ply + 1));
            }
        }
    }
    met
}

/// Compares the graph of all states of a game with the rules.
fn agrees<G: Game>(game: &G, nodes: Nodes) -> Explored<G::State> {
    let by_mover = nodes == Nodes::StatesAndMovers;
    let plain = plain(game, by_mover);
    let explored = explore_all(game, nodes).unwrap();
    let Explored { graph, states } = &explored;
    assert_eq!(graph.len() as usize, plain.len());
    assert_eq!((states.len(), graph.is_empty()), (plain.len(), false));
    assert_eq!(graph.starts().len(), starts(game).count());
    let (mut last_ply, parents) = (0, graph.parents());
    let mut before: HashMap<u32, Vec<u32>> = HashMap::new();
    let mut steps = 0;
    for number in 0..graph.len() {
        let state = states.get(number).unwrap();
        let mover = graph.mover(number);
        let (known, ply) = plain[&(game.key(state), mover.filter(|_| by_mover))];
        assert_eq!(known, state);
        assert!(last_ply <= ply);
        last_ply = ply;
        assert_eq!(graph.outcome(number), game.outcome(state));
        assert_eq!(mover.is_some(), by_mover || !G::TURNS_ALTERNATE);
        let legal = match game.outcome(state) {
            Some(_) => Moves::EMPTY,
            None => game.legal(state),
        };
        assert!(graph.steps(number).map(|step| step.mv).eq(legal));
        for (step, at) in graph.steps(number).zip(graph.row(number)) {
            assert_eq!((at, graph.step(at)), (steps, step));
            steps += 1;
            let after = game.play(state, step.mv);
            assert_eq!(states.get(step.to), Some(after));
            let extra = is_extra_turn(game, state, after);
            assert_eq!(graph.is_extra_turn(number, step.to), extra);
            before.entry(step.to).or_default().push(number);
        }
        // The line consists of legal moves, and is as short as the plies say.
        let (start, line) = graph.line_to(number);
        assert!(graph.starts().contains(&start));
        assert_eq!(line.len() as u32, ply);
        let end = line.iter().fold(states.get(start).unwrap(), |state, &mv| {
            assert!(game.legal(state).contains(mv));
            game.play(state, mv)
        });
        assert_eq!(end, state);
    }
    for number in 0..graph.len() {
        let expected = before.remove(&number).unwrap_or_default();
        assert_eq!(parents.get(number), expected);
    }
    explored
}

/// Returns whether the graph has no cycle, and checks the result of `backwards`. Without a cycle,
/// the result must be an order in which each state comes after its next states. If there is a
/// cycle, the result must be a cycle of the graph.
fn orders(graph: &Graph) -> bool {
    match graph.backwards() {
        Ok(order) => {
            let mut done = HashSet::new();
            for state in order {
                assert!(graph.steps(state).all(|step| done.contains(&step.to)));
                assert!(done.insert(state));
            }
            assert_eq!(done.len(), graph.len() as usize);
            true
        }
        Err(cycle) => {
            let mut met = HashSet::new();
            let mut at = cycle.state;
            for mv in cycle.moves {
                assert!(met.insert(at));
                let mut steps = graph.steps(at);
                at = steps.find(|step| step.mv == mv).unwrap().to;
            }
            assert_eq!((at, met.is_empty()), (cycle.state, false));
            false
        }
    }
}

#[test]
#[ignore = "takes a larger game; run by .ci/run"]
fn the_graph_of_tic_tac_toe_in_full() {
    agrees(&TicTacToe, Nodes::States);
}

#[test]
fn graphs_agree_with_the_rules() {
    let board = agrees(&Connect::with_parameters("3x3,3").unwrap(), Nodes::States);
    assert!(orders(&board.graph));
    let board = explore_all(&TicTacToe, Nodes::States).unwrap();
    assert!(orders(&board.graph));
    assert_eq!(board.graph.games(), Some(255_168));
    let key = TicTacToe.key(State::EMPTY);
    assert_eq!(board.states.find(key, State::EMPTY), Some(0));
    let dots = DotsAndBoxes::with_parameters("1x2").unwrap();
    assert!(orders(&agrees(&dots, Nodes::States).graph));
    assert!(orders(&agrees(&dots, Nodes::StatesAndMovers).graph));
    let loopy = agrees(&Dodgem::new(3).unwrap(), Nodes::States);
    assert!(!orders(&loopy.graph));
    assert_eq!(loopy.graph.games(), None);
    // Either player may be to move with each heap. Exceptions are the first heap, and the heaps
    // that only one player can leave.
    let heap = Subtraction::new(20, 3, false).unwrap();
    let states = agrees(&heap, Nodes::States);
    let twice = agrees(&heap, Nodes::StatesAndMovers);
    assert_eq!((states.states.len(), twice.states.len()), (21, 40));
    assert_eq!(states.graph.games(), twice.graph.games());
}

#[test]
fn random_graphs_agree_with_the_rules() {
    let mut acyclic = 0;
    for seed in 0..300 {
        let game = Drawn::random(seed, 2 + (seed % 12) as u8);
        for nodes in [Nodes::States, Nodes::StatesAndMovers] {
            let explored = agrees(&game, nodes);
            acyclic += u32::from(orders(&explored.graph));
        }
    }
    assert!((20..580).contains(&acyclic), "{acyclic} without cycles");
}

/// Counts the courses of play from a state by plain recursion.
fn count<G: Game>(game: &G, state: G::State) -> u64 {
    match game.outcome(state) {
        Some(_) => 1,
        None => {
            let after = game.legal(state).iter().map(|mv| game.play(state, mv));
            after.map(|after| count(game, after)).sum()
        }
    }
}

#[test]
fn games_are_counted_from_all_starts() {
    struct Heaps;

    impl Game for Heaps {
        type State = u32;

        fn move_count(&self) -> u32 {
            3
        }
        fn start(&self) -> u32 {
            9
        }
        fn other_starts(&self) -> impl Iterator<Item = u32> {
            [4, 12].into_iter()
        }
        fn outcome(&self, left: u32) -> Option<Value> {
            (left == 0).then_some(Value::Loss)
        }
        fn legal(&self, left: u32) -> Moves {
            Moves::first_n(left.min(3))
        }
        fn play(&self, left: u32, mv: Move) -> u32 {
            left - 1 - u32::from(mv.index())
        }
        fn key(&self, left: u32) -> u64 {
            left.into()
        }
    }

    let expected = starts(&Heaps).map(|start| count(&Heaps, start)).sum();
    let explored = agrees(&Heaps, Nodes::States);
    assert_eq!(explored.graph.games(), Some(expected));
    // A heap of 80 has 1.6 * 10^21 games, more than 64 bits can count.
    let many = Subtraction::new(80, 3, false).unwrap();
    let explored = explore_all(&many, Nodes::States).unwrap();
    assert!(orders(&explored.graph));
    assert_eq!(explored.graph.games(), None);
}

/// Computes by plain recursion the probability that each player wins if all moves are equally
/// likely.
fn chances(graph: &Graph, state: u32) -> [f64; 2] {
    let mover = graph.mover(state).unwrap();
    match graph.outcome(state) {
        Some(Value::Draw) => [0.0; 2],
        Some(value) => {
            let winner = if value == Value::Win {
                mover
            } else {
                mover.other()
            };
            Player::BOTH.map(|player| f64::from(u8::from(player == winner)))
        }
        None => {
            let after = graph.steps(state).map(|step| chances(graph, step.to));
            let sums = after.fold([0.0; 2], |sum, [first, second]| {
                [sum[0] + first, sum[1] + second]
            });
            sums.map(|sum| sum / graph.steps(state).len() as f64)
        }
    }
}

#[test]
fn chances_are_those_of_all_games() {
    let evenly = |graph: &Graph| -> Vec<f64> {
        let rows = (0..graph.len()).map(|state| graph.row(state).len());
        rows.flat_map(|steps| vec![1.0 / steps as f64; steps])
            .collect()
    };
    let dots = DotsAndBoxes::with_parameters("1x1").unwrap();
    let explored = explore_all(&dots, Nodes::StatesAndMovers).unwrap();
    let found = explored.graph.chances(&evenly(&explored.graph));
    for state in 0..explored.graph.len() {
        let expected = chances(&explored.graph, state);
        for (found, expected) in found[state as usize].iter().zip(expected) {
            assert!((found - expected).abs() < 1e-12);
        }
    }
    // In a ring of two states, one of two moves leaves the ring and wins. The first player's chance
    // p is 1/2 + p/4, so p is 2/3.
    let ring = Drawn {
        nodes: vec![
            DrawnNode::Moves(vec![1, 2]),
            DrawnNode::Moves(vec![0, 2]),
            DrawnNode::End(Value::Loss),
        ],
    };
    let explored = explore_all(&ring, Nodes::StatesAndMovers).unwrap();
    let [first, second] = explored.graph.chances(&evenly(&explored.graph))[0];
    assert!((first - 2.0 / 3.0).abs() < 1e-9, "{first}");
    assert!((second - 1.0 / 3.0).abs() < 1e-9, "{second}");
}

/// A game with two heaps. The key of a state is the sum of its two heaps, so different states share
/// a key.
struct Sums;

impl Game for Sums {
    type State = (u8, u8);

    fn move_count(&self) -> u32 {
        2
    }
    fn start(&self) -> (u8, u8) {
        (2, 2)
    }
    fn outcome(&self, heaps: (u8, u8)) -> Option<Value> {
        (heaps.0 == 0 || heaps.1 == 0).then_some(Value::Loss)
    }
    fn legal(&self, _: (u8, u8)) -> Moves {
        Moves::first_n(2)
    }
    fn play(&self, (a, b): (u8, u8), mv: Move) -> (u8, u8) {
        if mv == Move::FIRST {
            (a - 1, b)
        } else {
            (a, b - 1)
        }
    }
    fn key(&self, (a, b): (u8, u8)) -> u64 {
        u64::from(a + b)
    }
}

#[test]
fn an_error_tells_why_a_game_is_not_explored() {
    let error = explore_all(&Sums, Nodes::States).unwrap_err();
    let expected = ExploreError::SharedKey {
        key: 3,
        state: (2, 1),
        other: (1, 2),
    };
    assert_eq!(error, expected);
    assert_eq!(
        error.to_string(),
        "the states (2, 1) and (1, 2) have the same key 3"
    );
    let refused: Result<_, ExploreError<State, &str>> = explore(
        &TicTacToe,
        starts(&TicTacToe),
        Nodes::States,
        |Node { number, state, .. }| {
            assert_eq!(state.marks() > 0, number > 0);
            match number {
                7 => Err("enough"),
                _ => Ok(NodeKind::On(state.legal())),
            }
        },
    );
    let error = refused.unwrap_err();
    assert_eq!(error, ExploreError::Visit("enough"));
    assert_eq!(error.to_string(), "enough");
    let full: ExploreError<State, &str> = ExploreError::TooManyStates {
        state: State::EMPTY,
    };
    assert_eq!(full.to_string(), "the game has more than 4294967295 states");
}

/// A program can also build a graph itself, step by step and state by state.
#[test]
fn steps_are_those_that_were_pushed() {
    let mut graph = Graph::new(1);
    for to in [1, 0] {
        let mv = Move::FIRST;
        graph.push_step(GraphStep { mv, to });
        graph.push_state(None, Some(Player::First));
    }
    assert!(graph.is_extra_turn(0, 1));
    let cycle = graph.backwards().unwrap_err();
    assert_eq!((cycle.state, cycle.moves.len()), (0, 2));
    assert!(Graph::new(0).is_empty());
}
