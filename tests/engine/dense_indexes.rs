//! Tests that every dense index of a game does what the documentation of the trait [`Dense`]
//! promises. The boards are so small that all ranks can be tried. For games with a sparse index,
//! tests that `state_of_key` turns each key back into its state.

use std::ops::Range;

use perfectplay::check::Check;
use perfectplay::index::{Dense, Sparse, Steps, Tier, Walk};
use perfectplay::solve;
use perfectplay_games::Listed;
use perfectplay_games::breakthrough::Breakthrough;
use perfectplay_games::chess::Chess;
use perfectplay_games::dodgem::Dodgem;
use perfectplay_games::domineering::Domineering;
use perfectplay_games::dots::DotsAndBoxes;
use perfectplay_games::hexapawn::Hexapawn;
use perfectplay_games::hounds::HareAndHounds;
use perfectplay_games::kalah::Kalah;
use perfectplay_games::mnk::{Connect, Marks};
use perfectplay_games::notakto::Notakto;
use perfectplay_games::subtraction::Subtraction;

/// Checks what the documentation of the trait [`Dense`] promises, for every rank and every
/// reachable state of a game.
fn hold<G: Dense + Listed>(parameters: &str) {
    let game = G::with_parameters(parameters).expect("parameters of the game");
    let spec = format!("{}:{parameters}", G::NAME);
    let checked = Check::new().run_dense(&game);
    assert!(checked.findings.is_empty(), "{spec}: {checked}");
    for number in 0..game.tier_count() {
        hold_tier(&game, &spec, Tier::new(number));
    }
    let solution = solve(&game).expect("a game");
    for (state, score) in solution.scores() {
        let (tier, rank) = game.rank(state).expect("a rank for a reachable state");
        assert!(tier.number() < game.tier_count(), "{spec}: {state:?}");
        assert!(rank < game.tier_size(tier), "{spec}: {state:?}");
        // Symmetric states may share a rank even if only some of them are reachable. For example, a
        // queen on the last row may have been a pawn, and a position with a pawn has fewer
        // symmetries.
        let one = game.unrank(tier, rank);
        assert_eq!(game.rank(one), Some((tier, rank)), "{spec}");
        let agrees = |other| solution.score(other).is_none_or(|found| found == score);
        assert!(agrees(one), "{spec}: {state:?}");
        let image = game.unrank(game.canonical(tier), rank);
        assert!(agrees(image), "{spec}: {state:?}");
    }
}

fn hold_tier<G: Dense>(game: &G, spec: &str, tier: Tier) {
    let size = game.tier_size(tier);
    if size == 0 {
        return;
    }
    let first = game.canonical(tier);
    assert!(
        first <= tier && game.canonical(first) == first,
        "{spec}: {tier}"
    );
    assert_eq!(game.tier_size(first), size, "{spec}: {tier}");
    let next: Vec<Tier> = game.next_tiers(tier).collect();
    for (i, later) in next.iter().enumerate() {
        let is_later = tier < *later || tier == *later && game.is_loopy();
        assert!(is_later, "{spec}: {tier} is followed by {later}");
        assert!(later.number() < game.tier_count(), "{spec}: {tier}");
        assert!(
            !next[..i].contains(later),
            "{spec}: {later} follows {tier} twice"
        );
    }
    let mut walk = game.walk(tier, 0);
    for rank in 0..size {
        let state = game.unrank(tier, rank);
        assert_eq!(game.rank(state), Some((tier, rank)), "{spec}: {state:?}");
        // A walk that begins at this rank behaves like a walk that has arrived at this rank.
        let mut fresh = game.walk(tier, rank);
        hold_walk(game, spec, &walk, tier, rank);
        if game.outcome(state).is_none() {
            for mv in game.legal(state) {
                let (later, after) = walk.after(mv).expect("a rank after a move");
                assert!(next.contains(&later), "{spec}: {state:?}");
                assert!(after < game.tier_size(later), "{spec}: {state:?}");
                let moves = game.moves_between(tier, later);
                assert!(moves.contains(mv), "{spec}: {mv} in {state:?}");
            }
        }
        if rank + 1 < size {
            walk.step();
        }
        // The walk skips short and long distances.
        let leap = [0, 2, 17, 60][(rank % 4) as usize];
        if rank % 5 == 0 && rank + leap < size {
            fresh.skip(leap);
            hold_walk(game, spec, &fresh, tier, rank + leap);
        }
    }
}

/// Compares a game's implementation of [`Walk`] at one rank with a slow implementation, which
/// unranks and ranks every state.
fn hold_walk<G: Dense>(
    game: &G,
    spec: &str,
    walk: &impl Walk<State = G::State>,
    tier: Tier,
    rank: u64,
) {
    let plain = Steps::new(game, tier, rank);
    let state = game.unrank(tier, rank);
    assert_eq!(walk.state(), state, "{spec}: {tier}, {rank}");
    if game.outcome(state).is_none() {
        for mv in game.legal(state) {
            assert_eq!(walk.after(mv), plain.after(mv), "{spec}: {mv} in {state:?}");
        }
    }
}

/// Tests `ranks_after` on each range of ranks. The result must contain the ranks of all states that
/// one move reaches from this range.
///
/// The test builds each range by adding one rank after the other. The result for the longer range
/// must contain the result for the shorter range. It must also contain the rank after each move
/// from the state of the added rank. By induction, the result then contains the rank after each
/// move from the whole range.
fn hold_ranges<G: Dense + Listed>(parameters: &str) -> u64 {
    let game = G::with_parameters(parameters).expect("parameters of the game");
    let mut narrow = 0;
    for tier in (0..game.tier_count()).map(Tier::new) {
        let size = game.tier_size(tier);
        for next in game.next_tiers(tier) {
            for start in 0..size {
                let mut before: Option<Range<u64>> = None;
                let mut walk = game.walk(tier, start);
                for end in start + 1..=size {
                    let told = game.ranks_after(tier, start..end, next);
                    let at = format!("{parameters}: {tier}, {start}..{end}, {next}");
                    assert!(told.end <= game.tier_size(next), "{at}");
                    if let Some(before) = before {
                        assert!(told.start <= before.start && before.end <= told.end, "{at}");
                    }
                    let state = walk.state();
                    if game.outcome(state).is_none() {
                        let moves = game.legal(state).iter().filter_map(|mv| walk.after(mv));
                        for (_, rank) in moves.filter(|&(to, _)| to == next) {
                            assert!(told.contains(&rank), "{at}");
                        }
                    }
                    narrow += u64::from(told.end - told.start < game.tier_size(next));
                    if end < size {
                        walk.step();
                    }
                    before = Some(told);
                }
            }
        }
    }
    narrow
}

#[test]
fn ranges_of_ranks_lead_where_they_say() {
    for parameters in ["3x3,3", "2x4,3", "4x2,3", "5x2,3", "1x3,3"] {
        assert!(hold_ranges::<Connect>(parameters) > 0, "{parameters}");
    }
    // This game declares that every rank may lead to all ranks.
    assert_eq!(hold_ranges::<Marks>("2,2,2"), 0);
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
    hold::<Subtraction>("21,3");
    hold::<Subtraction>("5,9,misere");
}

#[test]
fn pawns() {
    for parameters in ["3x3", "1x5", "2x5"] {
        hold::<Hexapawn>(parameters);
    }
    hold::<Breakthrough>("2x4");
}

#[test]
fn loopy_games() {
    hold::<Dodgem>("2");
    hold::<HareAndHounds>("");
    hold::<Chess>("KQK,4");
}

#[test]
#[ignore = "takes larger games; run by .ci/run"]
fn larger_games_in_full() {
    hold::<Hexapawn>("3x4");
    hold::<Breakthrough>("2x5");
    hold::<Dodgem>("3");
    for parameters in ["KPK,4", "KRKR,4"] {
        hold::<Chess>(parameters);
    }
}

/// Tests the largest boards, on which a computation could overflow. For the first and the last rank
/// of a tier, `rank` must return the rank from which `unrank` made the state.
#[test]
fn large_boards() {
    fn ends<G: Dense + Listed>(parameters: &str, tiers: impl Iterator<Item = u64>) {
        let game = G::with_parameters(parameters).expect("parameters of the game");
        for tier in tiers.map(Tier::new) {
            let size = game.tier_size(tier);
            // A tier is empty if it has more pieces than a row has cells.
            for rank in [0, size / 3, size.wrapping_sub(1)]
                .into_iter()
                .take(3 * size.min(1) as usize)
            {
                let state = game.unrank(tier, rank);
                assert_eq!(game.rank(state), Some((tier, rank)), "{parameters}");
            }
        }
    }
    fn tiers_of<G: Dense + Listed>(parameters: &str) -> u64 {
        let game = G::with_parameters(parameters).expect("parameters of the game");
        game.tier_count()
    }
    ends::<Marks>("8,5,4", 0..=40);
    ends::<Connect>(
        "7x6",
        (0..7_u64.pow(7)).step_by(997).chain([7_u64.pow(7) - 1]),
    );
    ends::<Connect>("8x7", [0, 8_u64.pow(8) / 2, 8_u64.pow(8) - 1].into_iter());
    ends::<Connect>("32x1", [0, 1 << 31, (1 << 32) - 1].into_iter());
    for parameters in ["10x3", "5x5", "1x22", "3x8"] {
        let tiers = tiers_of::<Hexapawn>(parameters);
        ends::<Hexapawn>(parameters, (0..tiers).step_by(1 + tiers as usize / 4999));
    }
    for parameters in ["5x6", "2x15", "7x4"] {
        let tiers = tiers_of::<Breakthrough>(parameters);
        ends::<Breakthrough>(parameters, (0..tiers).step_by(1 + tiers as usize / 4999));
    }
}

#[test]
fn what_is_no_state_has_no_rank() {
    use perfectplay_games::Listed;
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
    let hexapawn = Hexapawn::with_parameters("3x3").expect("a game");
    let four_x = hexapawn.read_state("OOO/X../XXX X").expect("a board");
    assert_eq!(hexapawn.rank(four_x), None);
}

/// Tests that `state_of_key` turns each key back into its state, and that each state is in one of
/// the game's tiers.
fn hold_keys(states: usize) {
    fn hold<G: Sparse + Listed>(states: usize) {
        for parameters in G::SAMPLES {
            let game = G::with_parameters(parameters).expect("parameters of the game");
            let checked = Check::new().states(states).run_sparse(&game);
            assert!(checked.findings.is_empty(), "{parameters}: {checked}");
        }
    }
    hold::<Breakthrough>(states);
    hold::<Connect>(states);
    hold::<Domineering>(states);
    hold::<DotsAndBoxes>(states);
    hold::<Hexapawn>(states);
    hold::<Kalah>(states);
    hold::<Marks>(states);
    hold::<Notakto>(states);
    hold::<Subtraction>(states);
}

#[test]
fn keys() {
    hold_keys(1_000);
}

#[test]
#[ignore = "checks more states; run by .ci/run"]
fn keys_in_full() {
    hold_keys(100_000);
}
