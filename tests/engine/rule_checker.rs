//! Tests that the checker of rules finds no fault in good rules, and finds every kind of mistake.
//! For each mistake, there is a game that makes only this mistake.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::fmt;
use std::mem::discriminant;

use crate::oracles::drawn_graph::{Graph, Node};
use perfectplay::check::{Check, Fault, Question};
use perfectplay::game::Hints;
use perfectplay::tictactoe::{Status, TicTacToe};
use perfectplay::{Game, Move, Moves, Player, Value, check};
use perfectplay_games::nim::{self, Nim};

/// The state of a game with three heaps in a circle. A player takes one or two objects from a heap,
/// and the player who takes the last object wins.
#[derive(Clone, Copy)]
struct Heaps {
    left: [u8; 3],
    /// A field that `==` does not compare.
    memory: u8,
}

impl Heaps {
    const fn new(left: [u8; 3]) -> Self {
        Self { left, memory: 0 }
    }

    fn turned(self, by: u32) -> Self {
        let mut left = self.left;
        left.rotate_right(by as usize);
        Self { left, ..self }
    }
}

impl PartialEq for Heaps {
    fn eq(&self, other: &Self) -> bool {
        self.left == other.left
    }
}

impl Eq for Heaps {}

impl fmt::Debug for Heaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.left, f)
    }
}

/// A mistake in the rules.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Mistake {
    Nothing,
    TooManyMoves,
    UndeclaredMove,
    NoMoves,
    SharedKey,
    TwoKeys,
    Cycle,
    TierStays,
    TierFalls,
    TierGoes,
    TierOfAStart,
    NoSymmetry,
    Identity,
    IdentityOfMoves,
    ImageOutcome,
    ImageMoves,
    ImagePlay,
    NoGroup,
    StartWithoutImages,
    Outcome,
    Legal,
    Play,
    Key,
    Tier,
    ToMove,
    LegalCount,
    TooManyLegal,
    Numbering,
    LastMoverLost,
    ExtraTurn,
}

/// The game of heaps, with a mistake in its rules.
struct Mutant {
    mistake: Mistake,
    /// The number of times that the checker has asked these rules about a state in which they make their mistake.
    /// Impure rules need this number, because their second answer differs from the first.
    asked: Cell<u64>,
}

impl Mutant {
    const fn new(mistake: Mistake) -> Self {
        Self {
            mistake,
            asked: Cell::new(0),
        }
    }

    /// Returns whether the rules make `mistake` in this state. The rules make a mistake only in the
    /// state with the heaps `left`.
    fn errs(&self, mistake: Mistake, state: Heaps, left: [u8; 3]) -> bool {
        self.mistake == mistake && state.left == left
    }

    /// If the rules make `mistake` in this state, counts this question, and returns the number of questions so far.
    /// Otherwise, returns 0.
    fn asked(&self, mistake: Mistake, state: Heaps) -> u64 {
        if self.errs(mistake, state, [2, 1, 0]) {
            self.asked.set(self.asked.get() + 1);
            self.asked.get()
        } else {
            0
        }
    }
}

impl Game for Mutant {
    type State = Heaps;

    fn move_count(&self) -> u32 {
        match self.mistake {
            Mistake::TooManyMoves => 65,
            _ => 6,
        }
    }

    fn start(&self) -> Heaps {
        match self.mistake {
            Mistake::StartWithoutImages => Heaps::new([2, 2, 1]),
            _ => Heaps::new([2; 3]),
        }
    }

    fn other_starts(&self) -> impl Iterator<Item = Heaps> {
        let other = self.mistake == Mistake::TierOfAStart;
        other.then_some(Heaps::new([3; 3])).into_iter()
    }

    fn outcome(&self, state: Heaps) -> Option<Value> {
        let over = match state.left {
            [0, 0, 0] => self.mistake != Mistake::NoMoves,
            _ => self.errs(Mistake::ImageOutcome, state, [1, 0, 0]),
        };
        let over = over || self.asked(Mistake::Outcome, state) == 1;
        let lost = self.errs(Mistake::LastMoverLost, state, [0; 3]);
        over.then_some(if lost { Value::Win } else { Value::Loss })
    }

    fn legal(&self, state: Heaps) -> Moves {
        assert!(
            state.left != [0; 3] || self.mistake == Mistake::NoMoves,
            "nothing should ask for the moves of a finished state"
        );
        let takes = (0..6).filter_map(Move::new);
        let mut legal: Moves = takes
            .filter(|mv| state.left[mv.index() as usize / 2] > mv.index() % 2)
            .collect();
        if self.errs(Mistake::UndeclaredMove, state, [0, 0, 1]) {
            legal |= Moves::from_bits(1 << 6);
        }
        if self.errs(Mistake::ImageMoves, state, [2, 0, 0])
            || self.asked(Mistake::Legal, state) == 1
        {
            legal = Move::FIRST.into();
        }
        legal
    }

    fn play(&self, state: Heaps, mv: Move) -> Heaps {
        let mut next = state;
        let (heap, taken) = (mv.index() as usize / 2, mv.index() % 2 + 1);
        next.left[heap] -= taken;
        if self.mistake == Mistake::TwoKeys {
            next.memory = taken;
        }
        if self.mistake == Mistake::Cycle && next.left == [0; 3] {
            next.left[heap] = 2;
        }
        if self.errs(Mistake::ImagePlay, state, [2; 3]) && mv == Move::FIRST
            || self.asked(Mistake::Play, state) == 1
        {
            next.left[0] = 0;
        }
        next
    }

    fn key(&self, state: Heaps) -> u64 {
        let [a, b, c] = state.left.map(u64::from);
        if self.errs(Mistake::SharedKey, state, [2, 1, 2]) {
            return self.key(Heaps::new([2, 2, 1]));
        }
        let asked = self.asked(Mistake::Key, state);
        a * 25 + b * 5 + c + 125 * u64::from(state.memory) + 1000 * asked
    }

    fn to_move(&self, state: Heaps) -> Option<Player> {
        match self.mistake {
            Mistake::ExtraTurn if state.left == [2, 2, 1] => Some(Player::First),
            Mistake::ExtraTurn if state.left == [2; 3] => Some(Player::First),
            _ if self.asked(Mistake::ToMove, state) == 1 => Some(Player::Second),
            _ => None,
        }
    }

    fn legal_count(&self, state: Heaps) -> Option<u32> {
        match self.mistake {
            Mistake::TooManyLegal if state.left == [2; 3] => Some(7),
            Mistake::Numbering if state.left == [0, 0, 2] => Some(2),
            _ if self.asked(Mistake::LegalCount, state) == 1 => Some(1),
            _ => None,
        }
    }

    fn tier(&self, state: Heaps) -> Option<u32> {
        let left: u32 = state.left.into_iter().map(u32::from).sum();
        let shows = left == 2;
        match self.mistake {
            Mistake::Cycle => None,
            Mistake::TierStays if shows => Some(6),
            Mistake::TierFalls if shows => Some(1),
            Mistake::TierGoes if shows => None,
            Mistake::TierOfAStart if left == 9 => None,
            _ if self.asked(Mistake::Tier, state) % 2 == 1 => Some(20),
            _ => Some(9 - left),
        }
    }
}

impl Hints for Mutant {
    fn symmetries(&self) -> u32 {
        match self.mistake {
            Mistake::NoSymmetry => 0,
            Mistake::NoGroup => 2,
            Mistake::Outcome
            | Mistake::Legal
            | Mistake::Play
            | Mistake::Key
            | Mistake::Tier
            | Mistake::ToMove
            | Mistake::LegalCount => 1,
            _ => 3,
        }
    }

    fn image(&self, symmetry: u32, state: Heaps) -> Heaps {
        assert!(symmetry < self.symmetries());
        match symmetry {
            0 if self.mistake == Mistake::Identity => state.turned(1),
            _ => state.turned(symmetry),
        }
    }

    fn image_of_move(&self, symmetry: u32, _state: Heaps, mv: Move) -> Move {
        let turned = |by| Move::new(((u32::from(mv.index()) + 2 * by) % 6) as u8).unwrap();
        match symmetry {
            0 if self.mistake == Mistake::IdentityOfMoves => turned(1),
            _ => turned(symmetry),
        }
    }
}

/// Returns the names of the faults that a check finds.
fn found(mistake: Mistake) -> Vec<String> {
    let checked = Check::new()
        .states(1000)
        .run_symmetric(&Mutant::new(mistake));
    let findings = checked.findings.iter();
    let name = |fault: &Fault| {
        let text = format!("{fault:?}");
        text.split(' ').next().unwrap().to_owned()
    };
    findings.map(|finding| name(&finding.fault)).collect()
}

#[test]
fn good_rules_pass() {
    let checked = Check::new().run_symmetric(&Mutant::new(Mistake::Nothing));
    assert!(checked.complete);
    assert_eq!(
        checked.to_string(),
        "checked all 27 states: no faults found"
    );
    assert!(Check::new().run_symmetric(&TicTacToe).findings.is_empty());
    assert!(check(&Graph::with_everything()).findings.is_empty());
    for seed in 0..50 {
        assert!(check(&Graph::random(seed, 20)).findings.is_empty());
    }
}

#[test]
fn each_mistake_is_found_and_no_other() {
    for (mistake, fault) in [
        (Mistake::TooManyMoves, "MoveCount"),
        (Mistake::UndeclaredMove, "UnknownMoves"),
        (Mistake::NoMoves, "NoMoves"),
        (Mistake::SharedKey, "SharedKey"),
        (Mistake::TwoKeys, "TwoKeys"),
        (Mistake::Cycle, "Cycle"),
        (Mistake::TierStays, "Tier"),
        (Mistake::TierFalls, "Tier"),
        (Mistake::TierGoes, "Tier"),
        (Mistake::NoSymmetry, "NoSymmetry"),
        (Mistake::Identity, "Identity"),
        (Mistake::IdentityOfMoves, "Identity"),
        (Mistake::ImageOutcome, "ImageOutcome"),
        (Mistake::ImageMoves, "ImageMoves"),
        (Mistake::ImagePlay, "ImagePlay"),
        (Mistake::NoGroup, "Group"),
        (Mistake::StartWithoutImages, "ImageOfStart"),
        (Mistake::TooManyLegal, "TooManyMoves"),
        (Mistake::Numbering, "Numbering"),
        (Mistake::LastMoverLost, "LastMoverLost"),
        (Mistake::ExtraTurn, "ExtraTurn"),
    ] {
        assert_eq!(found(mistake), [fault], "{mistake:?}");
    }
}

#[test]
fn a_start_without_a_tier_is_found() {
    let checked = Check::new().run_symmetric(&Mutant::new(Mistake::TierOfAStart));
    let [finding] = &*checked.findings else {
        panic!("{checked}");
    };
    let fault = Fault::Tier {
        before: Some(3),
        found: None,
    };
    assert_eq!(finding.fault, fault);
    assert_eq!(finding.route.state(), "[3, 3, 3]");
    assert!(finding.route.moves().is_empty());
}

/// If rules change their answers, the check must report this as a fault. The check may also report
/// other faults.
#[test]
fn two_answers_to_one_question_are_found() {
    for (mistake, question) in [
        (Mistake::Outcome, Question::Outcome),
        (Mistake::Legal, Question::Legal),
        (Mistake::Play, Question::Play),
        (Mistake::Key, Question::Key),
        (Mistake::Tier, Question::Tier),
        (Mistake::ToMove, Question::ToMove),
        (Mistake::LegalCount, Question::LegalCount),
    ] {
        let checked = Check::new()
            .states(1000)
            .run_symmetric(&Mutant::new(mistake));
        let faults = checked.findings.iter().map(|finding| &finding.fault);
        let expected = Fault::Impure { question };
        assert!(
            faults.clone().any(|it| *it == expected),
            "{mistake:?}: {checked}"
        );
    }
}

#[test]
fn a_finding_gives_the_fault_and_the_route() {
    let checked = Check::new().run_symmetric(&Mutant::new(Mistake::SharedKey));
    assert_eq!(
        checked.to_string(),
        "checked all 26 states: 1 fault found\n\
         the key 61 is that of [2, 1, 2], too, \
         in [2, 2, 1], reached from [2, 2, 2] by [4]",
    );
    let checked = Check::new().run_symmetric(&Mutant::new(Mistake::Cycle));
    assert_eq!(
        checked.findings[0].to_string(),
        "the state occurs twice in a game, by the moves [4, 4] \
         (a loopy game says so in `is_loopy`), \
         in [0, 0, 2], reached from [2, 2, 2] by [1, 3]",
    );
}

#[test]
fn a_fault_tells_tiers_outcomes_and_questions_in_words() {
    let question = Question::LegalCount;
    assert_eq!(
        Fault::Impure { question }.to_string(),
        "`legal_count` gave two answers to the same question"
    );
    let tier = Fault::Tier {
        before: Some(3),
        found: None,
    };
    assert_eq!(
        tier.to_string(),
        "the state has no tier, but a move led to it from a state with tier 3"
    );
    let outcome = Fault::ImageOutcome {
        symmetry: 1,
        expected: Some(Value::Loss),
        found: None,
    };
    assert_eq!(
        outcome.to_string(),
        "the state is a finished game, a loss, but its image under symmetry 1 is a game that goes on"
    );
}

/// A game whose states form a line of about 900 places. If `back` is true, the last states lead back to the start. If
/// `back` is false, the last states have no moves.
struct Corridor {
    back: bool,
}

impl Game for Corridor {
    type State = u32;

    fn move_count(&self) -> u32 {
        2
    }

    fn start(&self) -> u32 {
        0
    }

    fn outcome(&self, _: u32) -> Option<Value> {
        None
    }

    fn legal(&self, state: u32) -> Moves {
        Moves::first_n(if state < 900 || self.back { 2 } else { 0 })
    }

    fn play(&self, state: u32, mv: Move) -> u32 {
        if state < 900 {
            state + 1 + u32::from(mv.index())
        } else {
            0
        }
    }

    fn key(&self, state: u32) -> u64 {
        state.into()
    }
}

#[test]
fn random_games_find_faults_far_from_the_start() {
    let near = Check::new().states(100).walks(0);
    let far = near.walks(1).seed(7);
    for (back, expected) in [
        (false, Fault::NoMoves),
        (true, Fault::Cycle { moves: vec![] }),
    ] {
        let game = Corridor { back };
        let checked = near.run(&game);
        assert!(!checked.complete && checked.findings.is_empty());
        assert_eq!(checked.states, 100);
        let checked = far.run(&game);
        assert!(!checked.complete && checked.states > 100);
        let [finding] = &*checked.findings else {
            panic!("{checked}");
        };
        assert_eq!(discriminant(&finding.fault), discriminant(&expected));
        assert_eq!(
            checked,
            far.run(&game),
            "the same seed should give the same result"
        );
    }
}

/// Each place of this corridor has a move to the next place, and a move to the place after that. Random play chooses
/// both moves about equally often, so the number of visited states depends on the seed.
#[test]
fn each_seed_plays_another_game() {
    let examined = |seed| {
        let check = Check::new().states(0).walks(1).seed(seed);
        check.run(&Corridor { back: false }).states
    };
    let lengths: BTreeSet<usize> = (0..20).chain([u64::MAX]).map(examined).collect();
    assert!(lengths.len() > 5, "{lengths:?}");
    let [first, last] = [lengths.first(), lengths.last()].map(Option::unwrap);
    assert!(550 < *first && *last < 650, "{lengths:?}");
}

/// A game on a row of 1,200 places. At `place`, there is a second move. It leads to a state that is equal to the state
/// before the move, but has another key.
struct Doubled {
    place: u32,
}

#[derive(Clone, Copy, Debug)]
struct Place {
    number: u32,
    /// A field that `==` does not compare.
    again: bool,
}

impl PartialEq for Place {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

impl Eq for Place {}

impl Game for Doubled {
    type State = Place;

    fn move_count(&self) -> u32 {
        2
    }

    fn start(&self) -> Place {
        Place {
            number: 0,
            again: false,
        }
    }

    fn outcome(&self, place: Place) -> Option<Value> {
        (place.number == 1200).then_some(Value::Loss)
    }

    fn legal(&self, place: Place) -> Moves {
        let is_doubled = place.number == self.place && !place.again;
        Moves::first_n(if is_doubled { 2 } else { 1 })
    }

    fn play(&self, place: Place, mv: Move) -> Place {
        let again = mv != Move::FIRST;
        let number = place.number + u32::from(!again);
        Place { number, again }
    }

    fn key(&self, place: Place) -> u64 {
        u64::from(place.number) * 2 + u64::from(place.again)
    }
}

/// If a state with two keys is among the first thousand states, the check finds it. The check finds the state with the
/// second key right after the state at `place + 1`.
#[test]
fn two_keys_are_found_among_the_first_states() {
    for (place, is_found) in [(0, true), (500, true), (997, true), (998, false)] {
        let findings = check(&Doubled { place }).findings;
        let faults: Vec<Fault> = findings.into_iter().map(|found| found.fault).collect();
        let fault = Fault::TwoKeys {
            expected: u64::from(place) * 2,
            found: u64::from(place) * 2 + 1,
        };
        assert_eq!(faults, if is_found { vec![fault] } else { vec![] });
    }
}

#[test]
fn a_game_that_may_repeat_may_stay_in_a_tier() {
    struct Staged(Graph);

    impl Game for Staged {
        type State = u8;

        fn move_count(&self) -> u32 {
            self.0.move_count()
        }

        fn start(&self) -> u8 {
            self.0.start()
        }

        fn outcome(&self, state: u8) -> Option<Value> {
            self.0.outcome(state)
        }

        fn legal(&self, state: u8) -> Moves {
            self.0.legal(state)
        }

        fn play(&self, state: u8, mv: Move) -> u8 {
            self.0.play(state, mv)
        }

        fn key(&self, state: u8) -> u64 {
            self.0.key(state)
        }

        fn is_loopy(&self) -> bool {
            true
        }

        fn tier(&self, state: u8) -> Option<u32> {
            Some(u32::from(state) / 2)
        }
    }

    let good = [vec![1, 2], vec![0, 2], vec![3, 4], vec![2, 2]];
    let mut nodes: Vec<Node> = good.into_iter().map(Node::Moves).collect();
    nodes.push(Node::End(Value::Draw));
    let mut game = Staged(Graph { nodes });
    assert!(check(&game).findings.is_empty());

    game.0.nodes[3] = Node::Moves(vec![1]);
    let checked = check(&game);
    let fall = Fault::Tier {
        before: Some(1),
        found: Some(0),
    };
    assert_eq!(checked.findings.len(), 1, "{checked}");
    assert_eq!(checked.findings[0].fault, fall);
    assert_eq!(checked.findings[0].route.state(), "1");
}

/// A game with eight heaps, each of one object. The symmetries of the game are the 40,320 orders of the heaps.
/// `mistake` is the mistake in these symmetries; `None` if they are right.
struct Orders {
    nim: Nim,
    mistake: Option<Disorder>,
    /// The symmetries for which images of moves were requested.
    sampled: RefCell<BTreeSet<u32>>,
    /// The number of times that all images of a state were requested.
    orbits: Cell<u32>,
    /// The symmetry that was requested last.
    last: Cell<u32>,
}

impl Orders {
    fn new(mistake: Option<Disorder>) -> Self {
        Self {
            nim: Nim::new(&[1; 8], false).unwrap(),
            mistake,
            sampled: RefCell::default(),
            orbits: Cell::new(0),
            last: Cell::new(0),
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Disorder {
    /// Some orders are missing. So if two symmetries are applied one after the other, the result may not be a symmetry
    /// of the game.
    Lacking,
    /// The symmetry with an odd index *i* maps states correctly, but maps moves like symmetry *i* - 1. So the image of
    /// a move may take from the wrong heap.
    Moves,
}

impl Game for Orders {
    type State = nim::Heaps;

    fn move_count(&self) -> u32 {
        self.nim.move_count()
    }

    fn start(&self) -> nim::Heaps {
        self.nim.start()
    }

    fn outcome(&self, heaps: nim::Heaps) -> Option<Value> {
        self.nim.outcome(heaps)
    }

    fn legal(&self, heaps: nim::Heaps) -> Moves {
        self.nim.legal(heaps)
    }

    fn play(&self, heaps: nim::Heaps, mv: Move) -> nim::Heaps {
        self.nim.play(heaps, mv)
    }

    fn key(&self, heaps: nim::Heaps) -> u64 {
        self.nim.key(heaps)
    }
}

impl Hints for Orders {
    fn symmetries(&self) -> u32 {
        match self.mistake {
            Some(Disorder::Lacking) => 70,
            _ => self.nim.symmetries(),
        }
    }

    fn image(&self, symmetry: u32, heaps: nim::Heaps) -> nim::Heaps {
        assert!(symmetry < self.symmetries());
        let before = self.last.replace(symmetry);
        if before + 1 == symmetry && symmetry + 1 == self.symmetries() {
            self.orbits.set(self.orbits.get() + 1);
        }
        self.nim.image(symmetry, heaps)
    }

    fn image_of_move(&self, symmetry: u32, heaps: nim::Heaps, mv: Move) -> Move {
        self.sampled.borrow_mut().insert(symmetry);
        let is_other = self.mistake == Some(Disorder::Moves) && symmetry % 2 == 1;
        let symmetry = if is_other { symmetry - 1 } else { symmetry };
        self.nim.image_of_move(symmetry, heaps, mv)
    }
}

/// Comparing all pairs of symmetries would take days. Instead, the check compares each state with a sample of its
/// images. For the first few states, the check also computes every image, but in total at most about a million images.
#[test]
fn many_symmetries_are_sampled() {
    let checked = |mistake| {
        let orders = Orders::new(mistake);
        let checked = Check::new().run_symmetric(&orders);
        assert!(checked.complete && checked.states == 256);
        let mut faults = checked.findings.into_iter().map(|finding| finding.fault);
        (faults.next(), faults.next(), orders)
    };
    let (fault, _, orders) = checked(None);
    assert_eq!(fault, None);
    // 255 unfinished states each draw 64 of 40,319 symmetries. About one symmetry in e^(64 * 255 /
    // 40319) is never drawn.
    let sampled = orders.sampled.borrow().len();
    assert!(sampled > 13_000, "{sampled}");
    // The start is compared with all its images. For each other state, two orbits are computed.
    let images = (orders.orbits.get() - 1) * orders.symmetries();
    assert!(images <= 1 << 20, "{images}");
    assert!(images + 2 * orders.symmetries() > 1 << 20, "{images}");

    let (fault, other, orders) = checked(Some(Disorder::Lacking));
    assert!(matches!(fault, Some(Fault::Group { .. })), "{fault:?}");
    assert_eq!(other, None);
    assert!(orders.sampled.into_inner().into_iter().eq(0..70));

    let (fault, ..) = checked(Some(Disorder::Moves));
    let is_found = matches!(
        fault,
        Some(Fault::ImageMoves { symmetry, .. } | Fault::ImagePlay { symmetry, .. })
            if symmetry % 2 == 1
    );
    assert!(is_found, "{fault:?}");
}

/// A game of four plies. If `always_first` is true, the first player is to move in every state.
/// Every state has `moves` moves.
struct Path {
    always_first: bool,
    moves: u32,
    may_lose: bool,
}

impl Game for Path {
    type State = u32;

    const TURNS_ALTERNATE: bool = false;

    fn move_count(&self) -> u32 {
        64
    }

    fn start(&self) -> u32 {
        4
    }

    fn outcome(&self, left: u32) -> Option<Value> {
        (left == 0).then_some(Value::Loss)
    }

    fn legal(&self, _left: u32) -> Moves {
        Moves::first_n(self.moves)
    }

    fn play(&self, left: u32, _mv: Move) -> u32 {
        left - 1
    }

    fn key(&self, left: u32) -> u64 {
        left.into()
    }

    fn to_move(&self, left: u32) -> Option<Player> {
        Some(Player::after_plies(if self.always_first {
            0
        } else {
            left
        }))
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["Fox", "Hen"]
    }

    fn last_mover_may_lose(&self) -> bool {
        self.may_lose
    }
}

fn remarks(game: &impl Game) -> String {
    let checked = check(game);
    assert!(checked.findings.is_empty(), "{checked}");
    let remarks = checked.remarks.iter().map(ToString::to_string);
    remarks.collect::<Vec<_>>().join("; ")
}

#[test]
fn what_is_odd_is_remarked() {
    assert_eq!(remarks(&TicTacToe), "");
    let drawless = "no game is drawn";
    assert_eq!(remarks(&Nim::new(&[3, 3], false).unwrap()), drawless);
    assert_eq!(
        remarks(&Path {
            always_first: false,
            moves: 60,
            may_lose: true,
        }),
        "no game is won by Fox; no game is drawn; the moves {60, 61, 62, 63} are never legal",
    );
    assert_eq!(
        remarks(&Path {
            always_first: true,
            moves: 64,
            may_lose: true,
        }),
        "Hen never has a move; all 64 moves are legal (more do not fit: a game that has more \
         tells `legal_count`), in 4; no game is won by Fox; no game is drawn",
    );
    let lost = remarks(&Path {
        always_first: false,
        moves: 70,
        may_lose: true,
    });
    assert!(lost.starts_with("all 64 moves are legal"), "{lost}");
    // A check of only some states makes no statement that the other states may contradict.
    let part = Check::new().states(100).walks(0).run(&TicTacToe);
    assert_eq!(part.remarks, []);
}

/// In these rules, it is always Fox's turn. The message about the fault must say whose turn it is, and not only that
/// Fox has lost.
#[test]
fn a_player_who_never_moves_is_named_where_the_other_loses() {
    let checked = check(&Path {
        always_first: true,
        moves: 1,
        may_lose: false,
    });
    let told = format!("{checked:#}");
    for part in [
        "Fox has made the last move, is to move again, and has lost",
        "Hen never has a move",
    ] {
        assert!(told.contains(part), "{told}");
    }
}

#[test]
fn states_are_counted_by_ply_and_by_end() {
    let checked = check(&TicTacToe);
    let expected = "checked all 5478 states: no faults found\n\
        states by ply: 1 9 72 252 756 1260 1520 1140 390 78\n\
        finished states: 626 won by X, 316 won by O, 16 drawn";
    assert_eq!(format!("{checked:#}"), expected);
    let untold = check(&Nim::new(&[2], false).unwrap()).counts;
    let expected = "states by ply: 1 2\nfinished states: 1 lost by the player to move";
    assert_eq!(untold.to_string(), expected);
}

/// In this test, the check has a limit of 100 states, so it stops in the fourth ply. By then, it has found all states
/// of the fourth ply, and no state of a later ply.
#[test]
fn counts_by_ply_end_where_the_check_stopped() {
    let checked = Check::new().states(100).run(&TicTacToe);
    assert!(!checked.complete && !checked.counts.are_all);
    assert_eq!(checked.counts.by_ply, [1, 9, 72, 252]);
    let told = format!("{checked:#}");
    let told_counts = "states by ply: 1 9 72 252, and more plies, which were not counted\n\
        finished states among those that were checked: ";
    assert!(told.contains(told_counts), "{told}");
    let only = check(&Nim::new(&[0], false).unwrap());
    assert_eq!(only.to_string(), "checked the only state: no faults found");
}

#[test]
fn an_invariant_of_the_author_is_checked() {
    let odd = |left: [u8; 8]| match left[0] {
        2 => Err(format!("{} are too many", left[0])),
        _ => Ok(()),
    };
    let checked = Check::new().run_with(&Nim::new(&[4], false).unwrap(), odd);
    let [found] = &checked.findings[..] else {
        panic!("{checked}");
    };
    let message = "2 are too many".to_string();
    assert_eq!(found.fault, Fault::Invariant { message });
    assert_eq!(found.route.moves().len(), 1);
    let fine = Check::new().run_with(&TicTacToe, |state| match state.status() {
        Status::Won(player) if player == state.to_move() => Err("won out of turn"),
        _ => Ok(()),
    });
    assert!(fine.findings.is_empty(), "{fine}");
}
