//! Every ranked game keeps what a ranking promises, on boards small enough to try all ranks.

use perfectplay::games::Listed;
use perfectplay::games::mnk::{Connect, Marks};
use perfectplay::games::notakto::Notakto;
use perfectplay::games::subtraction::Subtraction;
use perfectplay::games::wild::Wild;
use perfectplay::{Ranked, Steps, Tier, Walk, solve};

/// Holds every rank of a game, and every reachable state, against what [`Ranked`] promises.
fn hold<G: Ranked + Listed>(parameters: &str) {
    let game = G::with_parameters(parameters).expect("parameters of the game");
    let spec = format!("{}:{parameters}", G::NAME);
    for number in 0..game.tier_count() {
        hold_tier(&game, &spec, Tier::new(number));
    }
    let solution = solve(&game).expect("a game");
    for (state, score) in solution.scores() {
        let (tier, rank) = game.rank(state).expect("a rank for a reachable state");
        assert!(tier.number() < game.tier_count(), "{spec}: {state:?}");
        assert!(rank < game.tier_size(tier), "{spec}: {state:?}");
        assert_eq!(game.unrank(tier, rank), state, "{spec}");
        let twin = game.unrank(game.twin(tier), rank);
        assert_eq!(solution.score(twin), Some(score), "{spec}: {state:?}");
    }
}

fn hold_tier<G: Ranked>(game: &G, spec: &str, tier: Tier) {
    let size = game.tier_size(tier);
    if size == 0 {
        return;
    }
    let twin = game.twin(tier);
    assert!(twin <= tier && game.twin(twin) == twin, "{spec}: {tier}");
    assert_eq!(game.tier_size(twin), size, "{spec}: {tier}");
    let next: Vec<_> = game.next_tiers(tier).collect();
    for (i, later) in next.iter().enumerate() {
        let rises = tier < later.tier || game.may_repeat() && tier == later.tier;
        assert!(rises, "{spec}: {tier} is followed by {}", later.tier);
        assert!(later.tier.number() < game.tier_count(), "{spec}: {tier}");
        assert!(
            next[..i].iter().all(|other| other.tier != later.tier),
            "{spec}: {} follows {tier} twice",
            later.tier
        );
    }
    let mut walk = game.walk(tier, 0);
    for rank in 0..size {
        let state = game.unrank(tier, rank);
        assert_eq!(game.rank(state), Some((tier, rank)), "{spec}: {state:?}");
        // A walk that begins here is at the same place as one that has come here.
        let mut fresh = game.walk(tier, rank);
        hold_walk(game, spec, &walk, tier, rank);
        if game.outcome(state).is_none() {
            for mv in game.legal(state) {
                let (index, after) = walk.after(mv);
                assert!(
                    after < game.tier_size(next[index].tier),
                    "{spec}: {state:?}"
                );
                assert!(next[index].moves.contains(mv), "{spec}: {mv} in {state:?}");
            }
        }
        if rank + 1 < size {
            walk.step();
        }
        // From here on, near and far.
        let leap = [0, 2, 17, 60][(rank % 4) as usize];
        if rank % 5 == 0 && rank + leap < size {
            fresh.skip(leap);
            hold_walk(game, spec, &fresh, tier, rank + leap);
        }
    }
}

/// Holds a walk against one that unranks and ranks everything.
fn hold_walk<G: Ranked>(game: &G, spec: &str, walk: &G::Walk<'_>, tier: Tier, rank: u64) {
    let plain = Steps::new(game, tier, rank);
    let state = game.unrank(tier, rank);
    assert_eq!(walk.state(), state, "{spec}: {tier}, {rank}");
    if game.outcome(state).is_none() {
        for mv in game.legal(state) {
            assert_eq!(walk.after(mv), plain.after(mv), "{spec}: {mv} in {state:?}");
        }
    }
}

#[test]
fn marks() {
    for parameters in ["3,3,3", "2,2,2,misere", "3,2,3", "4,2,3", "1,1,1"] {
        hold::<Marks>(parameters);
    }
}

#[test]
fn connect() {
    for parameters in ["3x3,3", "4x2,3,misere", "2x4,3", "1x5,3", "5x1,2"] {
        hold::<Connect>(parameters);
    }
}

#[test]
fn other_games() {
    hold::<Notakto>("1");
    hold::<Wild>("normal");
    hold::<Subtraction>("21,3");
    hold::<Subtraction>("5,9,misere");
}

/// The largest boards do not overflow, and the first and the last rank are at the ends.
#[test]
fn large_boards() {
    fn ends<G: Ranked + Listed>(parameters: &str, tiers: impl Iterator<Item = u64>) {
        let game = G::with_parameters(parameters).expect("parameters of the game");
        for tier in tiers.map(Tier::new) {
            let size = game.tier_size(tier);
            for rank in [0, size / 3, size - 1] {
                let state = game.unrank(tier, rank);
                assert_eq!(game.rank(state), Some((tier, rank)), "{parameters}");
            }
        }
    }
    ends::<Marks>("8,5,4", 0..=40);
    ends::<Connect>(
        "7x6",
        (0..7_u64.pow(7)).step_by(997).chain([7_u64.pow(7) - 1]),
    );
    ends::<Connect>("8x7", [0, 8_u64.pow(8) / 2, 8_u64.pow(8) - 1].into_iter());
    ends::<Connect>("32x1", [0, 1 << 31, (1 << 32) - 1].into_iter());
}

/// What is no state of the game has no rank.
#[test]
fn strangers() {
    use perfectplay::Notation;
    let marks = Marks::with_parameters("3,3,3").expect("a game");
    let two_x = marks.read_state("XX./.../...").expect("a board");
    assert_eq!(marks.rank(two_x), None);
    let connect = Connect::with_parameters("4x4").expect("a game");
    let two_o = connect.read_state("..../..../..../O..O").expect("a board");
    assert_eq!(connect.rank(two_o), None);
    let heap = Subtraction::with_parameters("5,2").expect("a game");
    assert_eq!(heap.rank(6), None);
    let notakto = Notakto::with_parameters("1").expect("a game");
    assert_eq!(notakto.rank(1 << 9), None);
}
