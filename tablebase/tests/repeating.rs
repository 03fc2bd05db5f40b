//! What the solver of games in which states come back finds is what the others find, state by
//! state, whatever it is that works.

use std::iter;
use std::ops::ControlFlow;

use perfectplay::game::Score;
use perfectplay::ranked::{NextTier, Ranked, Steps, Tier};
use perfectplay::{Game, Move, Moves, Player, Solved, Value, solve, verify};
use perfectplay_games::Listed;
use perfectplay_games::dodgem::Dodgem;
use perfectplay_games::hounds::HareAndHounds;
use perfectplay_games::mnk::Marks;
use perfectplay_games::morris::Morris;
use perfectplay_games::vanishing::Vanishing;
use perfectplay_tablebase::{Error, Limits, Repeating};

/// The rules and ranks of a game that does not tell which states are before others.
struct Silent<'g, G>(&'g G);

impl<G: Ranked> Game for Silent<'_, G> {
    type State = G::State;

    fn move_count(&self) -> u32 {
        self.0.move_count()
    }
    fn start(&self) -> G::State {
        self.0.start()
    }
    fn outcome(&self, state: G::State) -> Option<Value> {
        self.0.outcome(state)
    }
    fn legal(&self, state: G::State) -> Moves {
        self.0.legal(state)
    }
    fn play(&self, state: G::State, mv: Move) -> G::State {
        self.0.play(state, mv)
    }
    fn key(&self, state: G::State) -> u64 {
        self.0.key(state)
    }
    fn is_loopy(&self) -> bool {
        self.0.is_loopy()
    }
}

impl<G: Ranked> Ranked for Silent<'_, G> {
    type Walk<'w>
        = Steps<'w, Self>
    where
        Self: 'w;

    fn tier_count(&self) -> u64 {
        self.0.tier_count()
    }
    fn tier_size(&self, tier: Tier) -> u64 {
        self.0.tier_size(tier)
    }
    fn next_tiers(&self, tier: Tier) -> impl Iterator<Item = NextTier> {
        self.0.next_tiers(tier)
    }
    fn rank(&self, state: G::State) -> Option<(Tier, u64)> {
        self.0.rank(state)
    }
    fn unrank(&self, tier: Tier, rank: u64) -> G::State {
        self.0.unrank(tier, rank)
    }
    fn walk(&self, tier: Tier, rank: u64) -> Steps<'_, Self> {
        Steps::new(self, tier, rank)
    }
}

fn with_threads(threads: usize) -> Limits<'static> {
    Limits {
        threads: Some(threads),
        ..Limits::default()
    }
}

fn histogram(solved: &Repeating<'_, impl Ranked + Sync>) -> Vec<(Score, u64)> {
    solved.summary().scores().collect()
}

/// Solves a game with predecessors and without, by one thread and by three, and compares
/// every state with what the library's solver tells, which has a graph.
fn agree<G: Ranked + Listed + Sync>(parameters: &str) {
    let game = G::with_parameters(parameters).expect("parameters of the game");
    let expected = solve(&game).expect("a game");
    let solved = Repeating::solve(&game, &with_threads(3)).expect("a game");
    assert_eq!(solved.states(), expected.len() as u64, "{parameters}");
    for (state, analysis) in expected.iter() {
        let found = solved.analysis(state);
        assert_eq!(found, Some(analysis), "{parameters}: {state:?}");
    }
    verify(&solved).expect("scores that follow from the rules");
    // Strangers are all the ranks that nothing reaches.
    for tier in (0..game.tier_count()).map(Tier::new) {
        for rank in 0..game.tier_size(tier) {
            let state = game.unrank(tier, rank);
            assert_eq!(solved.score(state), expected.score(state), "{state:?}");
        }
    }
    let histogram_of_all = histogram(&solved);
    let one = Repeating::solve(&game, &with_threads(1)).expect("a game");
    assert_eq!(histogram(&one), histogram_of_all, "{parameters}");
    let silent = Silent(&game);
    let silent = Repeating::solve(&silent, &with_threads(2)).expect("a game");
    assert_eq!(histogram(&silent), histogram_of_all, "{parameters}");
    for (state, score) in expected.scores() {
        assert_eq!(silent.score(state), Some(score), "{parameters}: {state:?}");
    }
}

#[test]
fn morris() {
    for parameters in Morris::SAMPLES {
        agree::<Morris>(parameters);
    }
    agree::<Morris>("3,lines,6,draws");
}

#[test]
fn dodgem() {
    agree::<Dodgem>("2");
    agree::<Dodgem>("3");
}

#[test]
fn hare_and_hounds() {
    agree::<HareAndHounds>("");
}

#[test]
fn vanishing() {
    agree::<Vanishing>("after");
    agree::<Vanishing>("before");
}

/// Tiers that follow others only.
#[test]
fn a_game_without_repetition() {
    agree::<Marks>("3,3,3");
}

/// Two walkers on a line of so many places, who may also go back. Who comes to the end of
/// it first wins; the first to move may also agree to a draw at the start.
struct Line(u64);

type Walkers = ([u64; 2], Player);

impl Game for Line {
    type State = Walkers;

    fn move_count(&self) -> u32 {
        3
    }
    fn start(&self) -> Walkers {
        ([1, 1], Player::First)
    }
    fn outcome(&self, (places, player): Walkers) -> Option<Value> {
        if places == [0, 0] {
            return Some(Value::Draw);
        }
        (places[player.other() as usize] == self.0).then_some(Value::Loss)
    }
    fn legal(&self, (places, player): Walkers) -> Moves {
        let back = u64::from(places[player as usize] > 1);
        let draw = u64::from(places == [1, 1]);
        Moves::from_bits(1 | back << 1 | draw << 2)
    }
    fn play(&self, (mut places, player): Walkers, mv: Move) -> Walkers {
        match mv.index() {
            0 => places[player as usize] += 1,
            1 => places[player as usize] -= 1,
            _ => places = [0, 0],
        }
        (places, player.other())
    }
    fn key(&self, state: Walkers) -> u64 {
        self.rank(state).map_or(u64::MAX, |(_, rank)| rank)
    }
    fn is_loopy(&self) -> bool {
        true
    }
}

impl Ranked for Line {
    type Walk<'g> = Steps<'g, Self>;

    fn tier_count(&self) -> u64 {
        1
    }
    fn tier_size(&self, _tier: Tier) -> u64 {
        2 * (self.0 + 1).pow(2)
    }
    fn next_tiers(&self, tier: Tier) -> impl Iterator<Item = NextTier> {
        iter::once(NextTier {
            tier,
            moves: Moves::first_n(3),
        })
    }
    fn rank(&self, ([a, b], player): Walkers) -> Option<(Tier, u64)> {
        let rank = 2 * (a * (self.0 + 1) + b) + player as u64;
        Some((Tier::new(0), rank))
    }
    fn unrank(&self, _tier: Tier, rank: u64) -> Walkers {
        let places = [rank / 2 / (self.0 + 1), rank / 2 % (self.0 + 1)];
        (places, Player::after_plies((rank % 2) as u32))
    }
    fn walk(&self, tier: Tier, rank: u64) -> Steps<'_, Self> {
        Steps::new(self, tier, rank)
    }
}

/// Up to 82 plies a code takes a byte, and two beyond.
#[test]
fn long_games() {
    for (places, longest, bytes) in [(42, 81, 1), (43, 83, 2), (60, 117, 2)] {
        let game = Line(places);
        let expected = solve(&game).expect("a game");
        let solved = Repeating::solve(&game, &Limits::default()).expect("a game");
        assert_eq!(solved.summary().longest(), longest, "{places}");
        assert_eq!(solved.bytes(), bytes * game.tier_size(Tier::new(0)));
        for (state, score) in expected.scores() {
            assert_eq!(solved.score(state), Some(score), "{places}: {state:?}");
        }
    }
}

#[test]
fn limits_are_kept() {
    let game = Vanishing::with_parameters("after").expect("a game");
    let solved = Repeating::solve(&game, &Limits::default()).expect("a game");
    // A byte for each rank.
    assert_eq!(solved.bytes(), 139_690);
    let little = Limits {
        memory: Some(solved.bytes() - 1),
        ..Limits::default()
    };
    let refused = Repeating::solve(&game, &little);
    assert!(matches!(refused, Err(Error::Memory { .. })));
    let stopping = Limits {
        watch: &|_| ControlFlow::Break(()),
        ..Limits::default()
    };
    let stopped = Repeating::solve(&game, &stopping);
    assert!(matches!(stopped, Err(Error::Stopped)));
}
