//! Tests that the checker of ranks finds every kind of mistake in a ranking. For each kind of
//! mistake, there is a game whose ranking makes this mistake.

use std::ops::Range;

use perfectplay::check::{Check, Fault};
use perfectplay::index::{Dense, Sparse, Steps, Tier, Walk};
use perfectplay::{Game, Move, Moves, Value};

/// A game with two heaps of four objects. A player takes one or two objects from either heap, and
/// the player who takes the last object wins. The ranking may have a defect.
struct Heaps(Defect);

#[derive(Clone, Copy, Debug, PartialEq)]
enum Defect {
    None,
    NoRank,
    RankTooHigh,
    TierTooHigh,
    OtherState,
    OtherStart,
    NextRankOfNone,
    CanonicalIsLater,
    TierNotDeclared,
    MoveNotDeclared,
    TierAfterIsOther,
    TiersFall,
    WalkIsElsewhere,
    WalkStandsStill,
    MoveLeadsElsewhere,
    RangeOfOneTooNarrow,
    RangeOfManyTooNarrow,
    RangeTooWide,
}

impl Heaps {
    fn has(&self, defect: Defect) -> bool {
        self.0 == defect
    }
}

impl Game for Heaps {
    type State = [u8; 2];

    fn move_count(&self) -> u32 {
        4
    }
    fn start(&self) -> [u8; 2] {
        [4, 4]
    }
    fn outcome(&self, heaps: [u8; 2]) -> Option<Value> {
        (heaps == [0, 0]).then_some(Value::Loss)
    }
    fn legal(&self, [a, b]: [u8; 2]) -> Moves {
        let [a, b] = [a, b].map(|heap| Moves::first_n(heap.min(2).into()).bits());
        Moves::from_bits(a | b << 2)
    }
    fn play(&self, mut heaps: [u8; 2], mv: Move) -> [u8; 2] {
        heaps[usize::from(mv.index() / 2)] -= mv.index() % 2 + 1;
        heaps
    }
    fn key(&self, [a, b]: [u8; 2]) -> u64 {
        u64::from(a) * 5 + u64::from(b)
    }
}

impl Dense for Heaps {
    fn tier_count(&self) -> u64 {
        if self.has(Defect::TierTooHigh) { 8 } else { 9 }
    }
    fn tier_size(&self, tier: Tier) -> u64 {
        5 - tier.number().abs_diff(4)
    }
    fn next_tiers(&self, tier: Tier) -> impl Iterator<Item = Tier> {
        let most = if self.has(Defect::TierNotDeclared) {
            1
        } else {
            2
        };
        let taken = tier.number();
        (taken + 1..=taken + most)
            .take_while(|&next| next < 9)
            .map(Tier::new)
    }
    fn moves_between(&self, tier: Tier, next: Tier) -> Moves {
        let moves = if self.has(Defect::MoveNotDeclared) {
            0b0001
        } else {
            0b0101
        };
        Moves::from_bits([moves, 0b1010][(next.number() - tier.number() - 1) as usize])
    }
    fn tier_after(&self, [a, b]: [u8; 2], mv: Move) -> Option<Tier> {
        let taken = 8 - a - b + mv.index() % 2 + 1;
        let ahead = u8::from(self.has(Defect::TierAfterIsOther));
        Some(Tier::new((taken + ahead).into())).filter(|_| !self.has(Defect::TiersFall))
    }
    fn canonical(&self, tier: Tier) -> Tier {
        let later = u64::from(self.has(Defect::CanonicalIsLater));
        Tier::new((tier.number() + later).min(8))
    }
    fn rank(&self, [a, b]: [u8; 2]) -> Option<(Tier, u64)> {
        let taken = 8 - u64::from(a) - u64::from(b);
        let rank = u64::from(4 - a) - taken.saturating_sub(4);
        if [a, b] == [2, 3] && self.has(Defect::NoRank) {
            return None;
        }
        let ahead = u64::from([a, b] == [2, 3] && self.has(Defect::NextRankOfNone));
        let high = u64::from([a, b] == [0, 0] && self.has(Defect::RankTooHigh));
        let tier = if self.has(Defect::TiersFall) {
            8 - taken
        } else {
            taken
        };
        Some((Tier::new(tier), rank + high + ahead))
    }
    fn unrank(&self, tier: Tier, rank: u64) -> [u8; 2] {
        let taken = if self.has(Defect::TiersFall) {
            8 - tier.number() as u8
        } else {
            tier.number() as u8
        };
        let first = taken.saturating_sub(4) + rank as u8;
        let other = self.has(Defect::OtherState) && (taken, rank) == (3, 1)
            || self.has(Defect::OtherStart) && taken == 0;
        let first = if other { first + 1 } else { first };
        [
            4_u8.saturating_sub(first),
            4 - taken.saturating_sub(first).min(4),
        ]
    }
    /// Every move from `tier` to `next` takes `taken` objects from one of the two heaps.
    fn ranks_after(&self, tier: Tier, ranks: Range<u64>, next: Tier) -> Range<u64> {
        let least = |tier: Tier| tier.number().saturating_sub(4);
        let taken = next.number() - tier.number();
        let first = least(tier) + ranks.start;
        let last = least(tier) + ranks.end - 1 + taken;
        let size = self.tier_size(next);
        let start = first.saturating_sub(least(next));
        let end = (last + 1 - least(next)).min(size);
        match self.0 {
            Defect::RangeOfOneTooNarrow if ranks.end - ranks.start == 1 => start..end - 1,
            Defect::RangeOfManyTooNarrow if ranks.end - ranks.start > 1 => start..start + 1,
            Defect::RangeTooWide => start..size + 1,
            _ => start..end,
        }
    }
    fn walk(&self, tier: Tier, rank: u64) -> impl Walk<State = [u8; 2]> {
        let ahead = u64::from(self.has(Defect::WalkIsElsewhere) && tier.number() == 4);
        HeapsWalk {
            steps: Steps::new(self, tier, (rank + ahead).min(self.tier_size(tier) - 1)),
            defect: self.0,
        }
    }
}

struct HeapsWalk<'g> {
    steps: Steps<'g, Heaps>,
    defect: Defect,
}

impl Walk for HeapsWalk<'_> {
    type State = [u8; 2];

    fn state(&self) -> [u8; 2] {
        self.steps.state()
    }
    fn step(&mut self) {
        if self.defect != Defect::WalkStandsStill {
            self.steps.step();
        }
    }
    fn after(&self, mv: Move) -> Option<(Tier, u64)> {
        let (next, rank) = self.steps.after(mv)?;
        let ahead = u64::from(self.defect == Defect::MoveLeadsElsewhere);
        Some((next, rank + ahead))
    }
}

#[test]
fn the_checker_finds_every_defect() {
    let faults = |defect| {
        let findings = Check::new().run_dense(&Heaps(defect)).findings;
        findings
            .into_iter()
            .map(|finding| finding.fault)
            .collect::<Vec<_>>()
    };
    let found = |defect, expected| {
        let faults = faults(defect);
        assert!(faults.contains(&expected), "{defect:?}: {faults:?}");
    };
    let mv = |index| Move::new(index).expect("a move");
    assert_eq!(faults(Defect::None), []);
    found(Defect::NoRank, Fault::Unranked);
    found(Defect::RankTooHigh, Fault::Rank { tier: 8, rank: 1 });
    found(Defect::TierTooHigh, Fault::Rank { tier: 8, rank: 0 });
    for defect in [Defect::OtherState, Defect::NextRankOfNone] {
        let faults = faults(defect);
        let is_found = |fault: &Fault| {
            matches!(
                fault,
                Fault::Unrank { tier: 3, .. } | Fault::SharedRank { .. }
            )
        };
        assert!(faults.iter().any(is_found), "{defect:?}: {faults:?}");
    }
    let start = Fault::Unrank {
        tier: 0,
        rank: 0,
        found: "[3, 4]".to_owned(),
    };
    found(Defect::OtherStart, start);
    found(
        Defect::CanonicalIsLater,
        Fault::Canonical { tier: 0, found: 1 },
    );
    let next = |by, tier, found| Fault::NextTier {
        mv: mv(by),
        tier,
        found,
    };
    found(Defect::TierNotDeclared, next(1, 0, 2));
    found(Defect::MoveNotDeclared, next(2, 0, 1));
    found(Defect::TiersFall, next(0, 8, 7));
    let other = Fault::TierAfter {
        mv: mv(0),
        tier: 1,
        found: 2,
    };
    found(Defect::TierAfterIsOther, other);
    for defect in [Defect::WalkIsElsewhere, Defect::WalkStandsStill] {
        found(defect, Fault::Walk { mv: None });
    }
    found(Defect::MoveLeadsElsewhere, Fault::Walk { mv: Some(mv(0)) });
    let after = |ranks, next, found| Fault::RanksAfter { ranks, next, found };
    found(Defect::RangeOfOneTooNarrow, after(0..1, 1, 0..1));
    found(Defect::RangeTooWide, after(0..1, 1, 0..3));
    let many = faults(Defect::RangeOfManyTooNarrow);
    let is_found = |fault: &Fault| {
        matches!(fault, Fault::RanksAfter { ranks, found, .. }
            if ranks.end - ranks.start > 1 && found.end - found.start == 1)
    };
    assert!(many.iter().any(is_found), "{many:?}");
}

/// A game with a token on a ring of eight places. A player moves the token to a neighbouring place,
/// and the player who reaches place 0 wins. Mirror images share a rank. `.0` is the defect of the
/// ranks, if they have one.
struct Ring(Option<RingDefect>);

#[derive(Clone, Copy, Debug, PartialEq)]
enum RingDefect {
    SharedByOthers,
    NotBefore,
    LacksOneBefore,
    TiersFall,
}

impl Ring {
    /// Returns the number of ranks of the first tier. With the defect `TiersFall`, two of the five
    /// ranks are in a second tier, from which moves lead back to the first tier.
    fn first_tier(&self) -> u64 {
        match self.0 {
            Some(RingDefect::TiersFall) => 3,
            _ => 5,
        }
    }
}

impl Game for Ring {
    type State = i8;

    fn move_count(&self) -> u32 {
        2
    }
    fn start(&self) -> i8 {
        1
    }
    fn outcome(&self, at: i8) -> Option<Value> {
        (at == 0).then_some(Value::Loss)
    }
    fn legal(&self, _at: i8) -> Moves {
        Moves::first_n(2)
    }
    fn play(&self, at: i8, mv: Move) -> i8 {
        let step = if mv.index() == 0 { 1 } else { -1 };
        (at + step).rem_euclid(8)
    }
    fn key(&self, at: i8) -> u64 {
        at as u64
    }
    fn is_loopy(&self) -> bool {
        true
    }
}

impl Dense for Ring {
    fn tier_count(&self) -> u64 {
        2
    }
    fn tier_size(&self, tier: Tier) -> u64 {
        [self.first_tier(), 5 - self.first_tier()][tier.number() as usize]
    }
    fn next_tiers(&self, _tier: Tier) -> impl Iterator<Item = Tier> {
        (0..2).map(Tier::new)
    }
    fn rank(&self, at: i8) -> Option<(Tier, u64)> {
        let rank = match (self.0, at) {
            (Some(RingDefect::SharedByOthers), 5) => 2,
            _ => at.min(8 - at) as u64,
        };
        let first = self.first_tier();
        Some((Tier::new(rank / first), rank % first))
    }
    fn unrank(&self, tier: Tier, rank: u64) -> i8 {
        (tier.number() * self.first_tier() + rank) as i8
    }
    fn states_before(&self, at: i8) -> Option<impl Iterator<Item = i8>> {
        let steps: &[i8] = match self.0 {
            Some(RingDefect::NotBefore) => &[1, 7, 2],
            Some(RingDefect::LacksOneBefore) => &[1],
            _ => &[1, 7],
        };
        Some(steps.iter().map(move |step| (at + step) % 8))
    }
}

#[test]
fn the_checker_finds_what_is_wrong_with_loops() {
    let found = |defect| {
        let findings = Check::new().run_dense(&Ring(defect)).findings.into_iter();
        findings.map(|finding| finding.fault).collect::<Vec<_>>()
    };
    assert_eq!(found(None), []);
    let one = |defect, is_it: fn(&Fault) -> bool| {
        let faults = found(Some(defect));
        assert!(faults.iter().any(is_it), "{defect:?}: {faults:?}");
    };
    one(
        RingDefect::SharedByOthers,
        |fault| matches!(fault, Fault::SharedRank { other } if other == "2"),
    );
    one(RingDefect::NotBefore, |fault| {
        matches!(fault, Fault::NotBefore { .. })
    });
    one(RingDefect::LacksOneBefore, |fault| {
        matches!(fault, Fault::Before { .. })
    });
    one(RingDefect::TiersFall, |fault| {
        matches!(
            fault,
            Fault::NextTier {
                tier: 1,
                found: 0,
                ..
            }
        )
    });
}

/// A row of four objects. A player takes one object, and the player who takes the last object wins.
/// Each state is a tier.
struct Row {
    /// `canonical[t]` is the tier that the game declares to be the canonical mirror image of tier
    /// `t`.
    canonical: [u64; 5],
    /// The tier that has two ranks instead of one. No game reaches the state of the second rank.
    wide: Option<u64>,
    /// Whether the tiers are numbered backwards, so that moves lead to lower numbers.
    falls: bool,
}

impl Row {
    const GOOD: Self = Self {
        canonical: [0, 1, 2, 3, 4],
        wide: None,
        falls: false,
    };
}

impl Game for Row {
    type State = u64;

    fn move_count(&self) -> u32 {
        1
    }
    fn start(&self) -> u64 {
        4
    }
    fn outcome(&self, left: u64) -> Option<Value> {
        (left == 0).then_some(Value::Loss)
    }
    fn legal(&self, _left: u64) -> Moves {
        Moves::first_n(1)
    }
    fn play(&self, left: u64, _: Move) -> u64 {
        left - 1
    }
    fn key(&self, left: u64) -> u64 {
        left
    }
}

impl Dense for Row {
    fn tier_count(&self) -> u64 {
        5
    }
    fn tier_size(&self, tier: Tier) -> u64 {
        1 + u64::from(self.wide == Some(tier.number()))
    }
    fn next_tiers(&self, tier: Tier) -> impl Iterator<Item = Tier> {
        let next = if self.falls {
            tier.number().checked_sub(1)
        } else {
            tier.number().checked_add(1)
        };
        next.map(Tier::new).into_iter()
    }
    fn canonical(&self, tier: Tier) -> Tier {
        Tier::new(self.canonical[tier.number() as usize])
    }
    fn rank(&self, left: u64) -> Option<(Tier, u64)> {
        let (left, rank) = (left % 10, left / 10);
        let tier = if self.falls { left } else { 4 - left };
        Some((Tier::new(tier), rank))
    }
    fn unrank(&self, tier: Tier, rank: u64) -> u64 {
        let tier = tier.number();
        let left = if self.falls { tier } else { 4 - tier };
        10 * rank + left
    }
}

#[test]
fn a_canonical_tier_is_earlier_stands_for_itself_and_has_the_same_size() {
    let faults = |row: Row| {
        let findings = Check::new().run_dense(&row).findings;
        let faults = findings.into_iter().map(|finding| finding.fault);
        faults.collect::<Vec<_>>()
    };
    let later = |tier, found| vec![Fault::Canonical { tier, found }];
    assert_eq!(faults(Row::GOOD), []);
    for (canonical, wide, expected) in [
        ([0, 0, 2, 2, 4], None, vec![]),
        ([0, 2, 2, 3, 4], None, later(1, 2)),
        ([0, 0, 1, 3, 4], None, later(2, 1)),
        ([0, 1, 2, 0, 4], None, vec![]),
        ([0, 1, 2, 0, 4], Some(3), later(3, 0)),
    ] {
        let row = Row {
            canonical,
            wide,
            ..Row::GOOD
        };
        assert_eq!(faults(row), expected);
    }
}

#[test]
fn tiers_that_fall_are_found() {
    let falls = Row {
        falls: true,
        ..Row::GOOD
    };
    let findings = Check::new().run_dense(&falls).findings;
    let fault = Fault::NextTier {
        mv: Move::FIRST,
        tier: 4,
        found: 3,
    };
    assert_eq!(findings.len(), 1);
    assert_eq!(findings[0].fault, fault);
}

/// A game with a row of four objects. The method `state_of_key` may return the wrong state.
struct Keys {
    /// `state_of_key` returns the right state plus this number. If `shift` is `None`,
    /// `state_of_key` returns no state.
    shift: Option<u64>,
    last_tier: u32,
}

impl Game for Keys {
    type State = u64;

    fn move_count(&self) -> u32 {
        1
    }
    fn start(&self) -> u64 {
        4
    }
    fn outcome(&self, left: u64) -> Option<Value> {
        (left == 0).then_some(Value::Loss)
    }
    fn legal(&self, _left: u64) -> Moves {
        Moves::first_n(1)
    }
    fn play(&self, left: u64, _: Move) -> u64 {
        left - 1
    }
    fn key(&self, left: u64) -> u64 {
        left
    }
    fn tier(&self, left: u64) -> Option<u32> {
        Some(4 - left as u32)
    }
}

impl Sparse for Keys {
    fn last_tier(&self) -> u32 {
        self.last_tier
    }
    fn state_of_key(&self, key: u64) -> Option<u64> {
        Some(key + self.shift?)
    }
}

#[test]
fn the_checker_finds_keys_that_do_not_tell_their_states() {
    let faults = |shift, last_tier| {
        let findings = Check::new().run_sparse(&Keys { shift, last_tier }).findings;
        let faults = findings.into_iter().map(|finding| finding.fault);
        faults.collect::<Vec<_>>()
    };
    assert_eq!(faults(Some(0), 4), []);
    assert_eq!(faults(None, 4), [Fault::StateOfKey { found: None }]);
    let found = Some("5".to_owned());
    assert_eq!(faults(Some(1), 4), [Fault::StateOfKey { found }]);
    let (last, found) = (3, Some(4));
    assert_eq!(faults(Some(0), 3), [Fault::LastTier { last, found }]);
}
