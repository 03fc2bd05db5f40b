//! Any game that ships, with keys as its states. Code that takes it is compiled once, and not for
//! each game.

use perfectplay::game::{Outlook, Preference, Provable, Symmetric};
use perfectplay::{Game, Move, Moves, Player, Value};
use perfectplay_games::{self as games, Listed, Visitor};

/// A game whose states are keys of the states of a game that ships. Its turns alternate if
/// `ALTERNATES` is set.
pub(crate) struct ByKey<const ALTERNATES: bool>(Box<dyn Keyed>);

/// A game that is given to a visitor.
pub(crate) trait KeyGame: Game<State = u64> + Preference + Provable + Sync {}

impl<const ALTERNATES: bool> KeyGame for ByKey<ALTERNATES> {}

/// A function of a game whose states are keys.
pub(crate) trait KeyVisitor {
    type Output;

    fn visit<G: KeyGame>(self, game: &G) -> Self::Output;
}

/// Visits a game by the keys of its states, which must tell them.
pub(crate) fn visit<G: Listed, V: KeyVisitor>(game: &G, visitor: V) -> V::Output {
    visit_keyed(Box::new(game.clone()), G::TURNS_ALTERNATE, visitor)
}

fn visit_keyed<V: KeyVisitor>(
    keyed: Box<dyn Keyed>,
    turns_alternate: bool,
    visitor: V,
) -> V::Output {
    if turns_alternate {
        visitor.visit(&ByKey::<true>(keyed))
    } else {
        visitor.visit(&ByKey::<false>(keyed))
    }
}

/// Visits the game with this name and these parameters.
pub(crate) fn open<V: KeyVisitor>(spec: &str, visitor: V) -> V::Output {
    struct Open;

    impl Visitor for Open {
        /// A game, and whether its turns alternate.
        type Output = (Box<dyn Keyed>, bool);

        fn visit<G: Listed>(self, game: G) -> Self::Output {
            (Box::new(game), G::TURNS_ALTERNATE)
        }
    }

    let opened = games::open(spec, Open);
    let (keyed, turns_alternate) = opened.unwrap_or_else(|error| panic!("{spec}: {error}"));
    visit_keyed(keyed, turns_alternate, visitor)
}

/// Counts the games that a visitor accepts.
pub(crate) fn count<V: KeyVisitor<Output = bool>>(
    specs: impl Iterator<Item = String>,
    visitor: impl Fn(String) -> V,
) -> usize {
    specs
        .filter(|spec| open(spec, visitor(spec.clone())))
        .count()
}

/// The rules by key, with a method for each of `Game`, `Symmetric`, `Preference` and `Provable`.
trait Keyed: Send + Sync {
    fn move_count(&self) -> u32;
    fn start(&self) -> u64;
    fn other_starts(&self) -> Vec<u64>;
    fn outcome(&self, key: u64) -> Option<Value>;
    fn legal(&self, key: u64) -> Moves;
    fn legal_count(&self, key: u64) -> Option<u32>;
    fn play(&self, key: u64, mv: Move) -> u64;
    fn to_move(&self, key: u64) -> Option<Player>;
    fn last_mover_may_lose(&self) -> bool;
    fn is_loopy(&self) -> bool;
    fn tier(&self, key: u64) -> Option<u32>;
    fn symmetries(&self) -> u32;
    fn image(&self, symmetry: u32, key: u64) -> u64;
    fn image_of_move(&self, symmetry: u32, key: u64, mv: Move) -> Move;
    fn winning_moves(&self, key: u64) -> Moves;
    fn safe_moves(&self, key: u64) -> Moves;
    fn stage(&self, key: u64) -> u32;
    fn features(&self) -> u32;
    fn each_feature(&self, key: u64, moves: Moves, each: &mut dyn FnMut(Move, u32));
    fn outlook(&self, key: u64) -> Outlook;
    fn promise(&self, key: u64, mv: Move) -> u32;
    fn proof_key(&self, key: u64) -> Option<u64>;
}

/// Returns the state with a key that the game gave.
fn state<G: Listed>(game: &G, key: u64) -> G::State {
    game.of_key(key).expect("a key of the game")
}

impl<G: Listed> Keyed for G {
    fn move_count(&self) -> u32 {
        Game::move_count(self)
    }
    fn start(&self) -> u64 {
        self.key(Game::start(self))
    }
    fn other_starts(&self) -> Vec<u64> {
        Game::other_starts(self)
            .map(|start| self.key(start))
            .collect()
    }
    fn outcome(&self, key: u64) -> Option<Value> {
        Game::outcome(self, state(self, key))
    }
    fn legal(&self, key: u64) -> Moves {
        Game::legal(self, state(self, key))
    }
    fn legal_count(&self, key: u64) -> Option<u32> {
        Game::legal_count(self, state(self, key))
    }
    fn play(&self, key: u64, mv: Move) -> u64 {
        self.key(Game::play(self, state(self, key), mv))
    }
    fn to_move(&self, key: u64) -> Option<Player> {
        Game::to_move(self, state(self, key))
    }
    fn last_mover_may_lose(&self) -> bool {
        Game::last_mover_may_lose(self)
    }
    fn is_loopy(&self) -> bool {
        Game::is_loopy(self)
    }
    fn tier(&self, key: u64) -> Option<u32> {
        Game::tier(self, state(self, key))
    }
    fn symmetries(&self) -> u32 {
        Symmetric::symmetries(self)
    }
    fn image(&self, symmetry: u32, key: u64) -> u64 {
        self.key(Symmetric::image(self, symmetry, state(self, key)))
    }
    fn image_of_move(&self, symmetry: u32, key: u64, mv: Move) -> Move {
        Symmetric::image_of_move(self, symmetry, state(self, key), mv)
    }
    fn winning_moves(&self, key: u64) -> Moves {
        Preference::winning_moves(self, state(self, key))
    }
    fn safe_moves(&self, key: u64) -> Moves {
        Preference::safe_moves(self, state(self, key))
    }
    fn stage(&self, key: u64) -> u32 {
        Preference::stage(self, state(self, key))
    }
    fn features(&self) -> u32 {
        Preference::features(self)
    }
    fn each_feature(&self, key: u64, moves: Moves, each: &mut dyn FnMut(Move, u32)) {
        Preference::each_feature(self, state(self, key), moves, each);
    }
    fn outlook(&self, key: u64) -> Outlook {
        Provable::outlook(self, state(self, key))
    }
    fn promise(&self, key: u64, mv: Move) -> u32 {
        Provable::promise(self, state(self, key), mv)
    }
    fn proof_key(&self, key: u64) -> Option<u64> {
        Provable::proof_key(self, state(self, key))
    }
}

impl<const ALTERNATES: bool> Game for ByKey<ALTERNATES> {
    type State = u64;
    const TURNS_ALTERNATE: bool = ALTERNATES;

    fn move_count(&self) -> u32 {
        self.0.move_count()
    }
    fn start(&self) -> u64 {
        self.0.start()
    }
    fn other_starts(&self) -> impl Iterator<Item = u64> {
        self.0.other_starts().into_iter()
    }
    fn outcome(&self, key: u64) -> Option<Value> {
        self.0.outcome(key)
    }
    fn legal(&self, key: u64) -> Moves {
        self.0.legal(key)
    }
    fn legal_count(&self, key: u64) -> Option<u32> {
        self.0.legal_count(key)
    }
    fn play(&self, key: u64, mv: Move) -> u64 {
        self.0.play(key, mv)
    }
    fn key(&self, key: u64) -> u64 {
        key
    }
    fn to_move(&self, key: u64) -> Option<Player> {
        self.0.to_move(key)
    }
    fn last_mover_may_lose(&self) -> bool {
        self.0.last_mover_may_lose()
    }
    fn is_loopy(&self) -> bool {
        self.0.is_loopy()
    }
    fn tier(&self, key: u64) -> Option<u32> {
        self.0.tier(key)
    }
}

impl<const ALTERNATES: bool> Symmetric for ByKey<ALTERNATES> {
    fn symmetries(&self) -> u32 {
        self.0.symmetries()
    }
    fn image(&self, symmetry: u32, key: u64) -> u64 {
        self.0.image(symmetry, key)
    }
    fn image_of_move(&self, symmetry: u32, key: u64, mv: Move) -> Move {
        self.0.image_of_move(symmetry, key, mv)
    }
}

impl<const ALTERNATES: bool> Preference for ByKey<ALTERNATES> {
    fn winning_moves(&self, key: u64) -> Moves {
        self.0.winning_moves(key)
    }
    fn safe_moves(&self, key: u64) -> Moves {
        self.0.safe_moves(key)
    }
    fn stage(&self, key: u64) -> u32 {
        self.0.stage(key)
    }
    fn features(&self) -> u32 {
        self.0.features()
    }
    fn each_feature(&self, key: u64, moves: Moves, mut each: impl FnMut(Move, u32)) {
        self.0.each_feature(key, moves, &mut each);
    }
}

impl<const ALTERNATES: bool> Provable for ByKey<ALTERNATES> {
    fn outlook(&self, key: u64) -> Outlook {
        self.0.outlook(key)
    }
    fn promise(&self, key: u64, mv: Move) -> u32 {
        self.0.promise(key, mv)
    }
    fn proof_key(&self, key: u64) -> Option<u64> {
        self.0.proof_key(key)
    }
}
