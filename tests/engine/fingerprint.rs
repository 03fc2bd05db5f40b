//! Tests the fingerprints of rules. Tests that different rules have different fingerprints, and
//! that a game refuses a table of other rules.

use std::collections::BTreeMap;

use perfectplay::game::starts;
use perfectplay::table::{TableError, fingerprint, fingerprint_with};
use perfectplay::{Game, Move, Moves, Player, Table, Value, bake, solve};
use perfectplay_games::Listed;
use perfectplay_games::dots::DotsAndBoxes;
use perfectplay_games::nim::{Heaps, Nim};

use crate::games::registry::{game, specs};

/// Computes a step of SplitMix64, as the documentation describes.
fn mix(number: u64) -> u64 {
    let a = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let b = (a ^ (a >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let c = (b ^ (b >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    c ^ (c >> 31)
}

/// Computes the fingerprint of a game as the documentation describes.
fn documented<G: Game>(game: &G) -> u64 {
    let flag = |is_set| if is_set { 1 } else { 0 };
    let absorb = |h: u64, x: u64| mix(h ^ x);
    let mut h = absorb(0, game.move_count().into());
    h = absorb(h, flag(game.turns_alternate()));
    h = absorb(h, flag(game.is_loopy()));
    h = absorb(h, flag(game.last_mover_may_lose()));
    let every_start: Vec<G::State> = starts(game).collect();
    let mut starts = every_start.iter().cycle();
    let mut state = *starts.next().unwrap();
    let mut of_this_game = 0;
    for _ in 0..1024 {
        of_this_game += 1;
        h = absorb(h, game.key(state));
        let player = game.to_move(state).filter(|_| !game.turns_alternate());
        h = absorb(
            h,
            player.map_or(0, |player| if player == Player::First { 1 } else { 2 }),
        );
        let end = game.outcome(state);
        let values = [Some(Value::Loss), Some(Value::Draw), Some(Value::Win), None];
        h = absorb(
            h,
            values.iter().position(|&value| value == end).unwrap() as u64,
        );
        if end.is_none() {
            let legal: Vec<Move> = game.legal(state).iter().collect();
            h = absorb(h, legal.iter().map(|mv| 1 << mv.index()).sum());
            let chosen = ((h >> 32) * legal.len() as u64) >> 32;
            state = game.play(state, legal[chosen as usize]);
        }
        if end.is_some() || of_this_game == 256 {
            state = *starts.next().unwrap();
            of_this_game = 0;
        }
    }
    h
}

#[test]
fn every_game_has_its_own_as_documented() {
    // Games that are too large to solve, or too long to play to their end.
    let large = ["connect:7x6,4", "connect:7x6,5", "subtraction:5000000,1"];
    let mut found = BTreeMap::new();
    for spec in specs().chain(large.map(str::to_owned)) {
        let game = game(&spec);
        let of_game = fingerprint(&game);
        assert_eq!(of_game, documented(&game), "{spec}");
        // The game with its type has the same fingerprint.
        assert_eq!(of_game, game.fingerprint(), "{spec}");
        if let Some(other) = found.insert(of_game, spec.clone()) {
            panic!("{other} and {spec} have the same fingerprint");
        }
    }
}

/// Nim with one change.
#[derive(Clone, Copy)]
struct Changed {
    nim: Nim,
    change: Change,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Change {
    Nothing,
    /// Every finished state has the same value, `.0`.
    End(Value),
    /// The game is already over when at most one object is left.
    EarlierEnd,
    /// The first legal move of Nim is illegal, unless it is the only one.
    NoMove,
    /// After a move, each heap loses another third of its objects.
    Step,
    Key,
    MoveCount,
    Start,
    OtherStart,
    MayRepeat,
    LastMover,
}

impl Game for Changed {
    type State = Heaps;

    fn move_count(&self) -> u32 {
        self.nim.move_count() + u32::from(self.change == Change::MoveCount)
    }

    fn start(&self) -> Heaps {
        match self.change {
            Change::Start => [3, 4, 4, 0, 0, 0, 0, 0],
            _ => self.nim.start(),
        }
    }

    fn other_starts(&self) -> impl Iterator<Item = Heaps> {
        (self.change == Change::OtherStart)
            .then(|| self.nim.start())
            .into_iter()
    }

    fn outcome(&self, heaps: Heaps) -> Option<Value> {
        match self.change {
            Change::End(value) => self.nim.outcome(heaps).map(|_| value),
            Change::EarlierEnd => (heaps.iter().sum::<u8>() <= 1).then_some(Value::Loss),
            _ => self.nim.outcome(heaps),
        }
    }

    fn legal(&self, heaps: Heaps) -> Moves {
        let legal = self.nim.legal(heaps);
        match self.change {
            Change::NoMove if legal.len() > 1 => legal.iter().skip(1).collect(),
            _ => legal,
        }
    }

    fn play(&self, heaps: Heaps, mv: Move) -> Heaps {
        let after = self.nim.play(heaps, mv);
        match self.change {
            Change::Step => after.map(|heap| heap.saturating_sub(heap / 3)),
            _ => after,
        }
    }

    fn key(&self, heaps: Heaps) -> u64 {
        self.nim.key(heaps) + u64::from(self.change == Change::Key)
    }

    fn is_loopy(&self) -> bool {
        self.change == Change::MayRepeat
    }

    fn last_mover_may_lose(&self) -> bool {
        self.change == Change::LastMover
    }
}

/// Every change of the rules changes the fingerprint.
#[test]
fn every_change_of_the_rules_shows() {
    let nim = Nim::new(&[3, 4, 5], false).unwrap();
    let changed = |change| Changed { nim, change };
    let same = changed(Change::Nothing);
    let bytes = bake::table("nim", &solve(&nim).unwrap()).unwrap();
    assert_eq!(fingerprint(&same), fingerprint(&nim));
    assert_eq!(Table::from_bytes(same, &bytes).unwrap().validate(), Ok(()));
    for change in [
        Change::End(Value::Draw),
        Change::End(Value::Win),
        Change::EarlierEnd,
        Change::NoMove,
        Change::Step,
        Change::Key,
        Change::Start,
        Change::MayRepeat,
        Change::LastMover,
    ] {
        let table = Table::from_bytes(changed(change), &bytes).unwrap();
        let expected = fingerprint(&changed(change));
        let found = fingerprint(&nim);
        assert_ne!(expected, found, "{change:?}");
        let refused = Err(TableError::Rules { expected, found });
        assert_eq!(table.validate(), refused, "{change:?}");
    }
    // Listing a start twice changes nothing.
    let twice = changed(Change::OtherStart);
    assert_eq!(fingerprint(&twice), fingerprint(&nim));
    let more = changed(Change::MoveCount);
    assert_ne!(fingerprint(&more), fingerprint(&nim));
}

/// Misère Nim has the same moves and starts as Nim. The two games differ only in who wins, and this
/// difference must change the fingerprint.
#[test]
fn misere_nim_is_not_nim() {
    let [nim, misere] = [false, true].map(|misere| Nim::new(&[3, 4, 5], misere).unwrap());
    let bytes = bake::table("nim:3,4,5", &solve(&misere).unwrap()).unwrap();
    assert_eq!(
        Table::from_bytes(misere, &bytes).unwrap().validate(),
        Ok(())
    );
    let error = Table::from_bytes(nim, &bytes)
        .unwrap()
        .validate()
        .unwrap_err();
    let [expected, found] = [nim, misere].map(|rules| fingerprint(&rules));
    assert_eq!(
        error.to_string(),
        format!(
            "expected a table of rules with the fingerprint {expected:016x}, found {found:016x}: \
             it was made from other rules or parameters, or from another version"
        )
    );
}

/// For each state, a caller may add further numbers to the fingerprint, such as the rank. If an
/// added number changes, the fingerprint changes.
#[test]
fn further_numbers_count() {
    let game = DotsAndBoxes::with_parameters(DotsAndBoxes::SAMPLES[0]).unwrap();
    let with =
        |number| fingerprint_with(&game, &|state| Some([game.key(state) % 7 + number, 0, 0]));
    assert_eq!(with(1), with(1));
    assert_ne!(with(1), with(2));
    assert_ne!(with(1), fingerprint(&game));
    assert_eq!(fingerprint_with(&game, &|_| None), fingerprint(&game));
}
