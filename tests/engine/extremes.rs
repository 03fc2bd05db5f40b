//! Plays every game with the largest and the smallest parameters that it accepts. The checker must
//! find no fault in the rules, the symmetries and the ranks. Test builds check for overflow, so
//! these tests also show that no number overflows.

use perfectplay::check::Check;
use perfectplay::index::{Dense, Sparse};
use perfectplay_games::{self as games, GameNameError, LIST, Listed, Visitor};

use crate::games::registry::names_a_game;

/// The patterns for the parameters of a game. `.0` is a pattern, in which the test replaces each
/// `#` by a number. `.1` is an example of parameters that match the pattern.
const FORMS: [(&str, &str); 8] = [
    ("#", "3"),
    ("#x#", "3x4"),
    ("#,#", "3,3"),
    ("#,#,#", "3,3,3"),
    ("#x#,#", "4x4,4"),
    ("8,8,8,8,8,8,8,8", "8,8,8,8,8,8,8,8"),
    ("4,anywhere,8,passes", "4,anywhere,8,passes"),
    ("3,anywhere,6,draws", "3,anywhere,6,draws"),
];

/// Returns the numbers to try as parameters, in rising order. The result contains the numbers in
/// `small`, and numbers at likely bounds of a parameter, such as 255 and 256.
fn tried(small: impl IntoIterator<Item = u32>) -> Vec<u32> {
    let bounds = [
        i8::MAX as u32,
        u8::MAX.into(),
        u16::MAX.into(),
        u32::MAX - 1,
    ];
    let around = bounds.into_iter().flat_map(|bound| [bound, bound + 1]);
    small.into_iter().chain(around).collect()
}

/// Replaces each `#` in `form` by a number from `tried`, in every combination. Returns the
/// resulting texts that the game accepts and in which at least half of the numbers are extreme. A
/// number is extreme if it is the first or the last in `tried`, or if the game refuses the number
/// before it or after it.
fn extremes(name: &str, form: &str, tried: &[u32]) -> Vec<String> {
    let (pieces, base) = (form.split('#').collect::<Vec<_>>(), tried.len());
    let count = pieces.len() - 1;
    let tried: Vec<String> = tried.iter().map(u32::to_string).collect();
    // The numbers are the digits of a code. The first number is the lowest digit.
    let places: Vec<usize> = (0..count as u32).map(|place| base.pow(place)).collect();
    let spec = |code: usize| {
        let mut spec = [name, ":", pieces[0]].concat();
        for (place, piece) in places.iter().zip(&pieces[1..]) {
            spec.push_str(&tried[code / place % base]);
            spec.push_str(piece);
        }
        spec
    };
    // Each code is tried once, since there may be hundreds of thousands.
    let codes = 0..base.pow(count as u32);
    let accepted: Vec<bool> = codes
        .clone()
        .map(|code| names_a_game(&spec(code)))
        .collect();
    let is_at_an_edge = |code: usize, place: usize| {
        let digit = code / place % base;
        digit == 0 || digit + 1 == base || !accepted[code - place] || !accepted[code + place]
    };
    let is_extreme = |&code: &usize| {
        let edges = places.iter().filter(|&&place| is_at_an_edge(code, place));
        accepted[code] && 2 * edges.count() >= count
    };
    codes.filter(is_extreme).map(spec).collect()
}

struct Run<'a>(&'a str);

impl Run<'_> {
    /// Checks a few states near the start, and the states of one course of play.
    const CHECK: Check = Check::new().states(20).walks(1);
}

impl Visitor for Run<'_> {
    type Output = ();

    fn visit<G: Listed>(self, game: G) {
        let checked = Self::CHECK.run_symmetric(&game);
        assert!(checked.findings.is_empty(), "{}: {checked}", self.0);
        // The line plays the last move and the first move in turn.
        let mut state = game.start();
        for ply in 0..100 {
            let text = game.state_text(state).to_string();
            assert_eq!(game.read_state(&text), Ok(state), "{}: {text}", self.0);
            if game.outcome(state).is_some() {
                break;
            }
            let legal = game.legal(state);
            let mv = legal
                .nth((legal.len() - 1) * (ply % 2))
                .expect("a legal move");
            state = game.play(state, mv);
        }
    }

    fn visit_sparse<G: Listed + Sparse>(self, game: G) {
        let checked = Self::CHECK.run_sparse(&game);
        assert!(checked.findings.is_empty(), "{}: {checked}", self.0);
        self.visit(game);
    }

    fn visit_dense<G: Listed + Dense>(self, game: G) {
        let checked = Self::CHECK.run_dense(&game);
        assert!(checked.findings.is_empty(), "{}: {checked}", self.0);
        self.visit(game);
    }
}

/// Plays every game with extreme values of its parameters. If the parameters of a game are three
/// numbers, tries all combinations of the numbers in `of_three`. If a game has fewer parameters,
/// tries the numbers in `of_few`.
fn run_extremes(of_few: &[u32], of_three: &[u32]) {
    for listing in LIST {
        let mut specs = Vec::new();
        for (form, sample) in FORMS {
            if names_a_game(&format!("{}:{sample}", listing.name)) {
                let has_three = form.matches('#').count() > 2;
                let tried = if has_three { of_three } else { of_few };
                specs.extend(extremes(listing.name, form, tried));
            }
        }
        for spec in &specs {
            games::open(spec, Run(spec))
                .unwrap_or_else(|error: GameNameError| panic!("{spec}: {error}"));
        }
    }
}

/// To save time, this test tries only numbers up to 8, and numbers at likely bounds of a
/// parameter.
#[test]
fn games_keep_their_rules_at_the_extremes_of_their_parameters() {
    run_extremes(&tried(0..=8), &tried(0..=4));
}

#[test]
#[ignore = "tries 400,000 parameters of each game with three numbers; run by .ci/run"]
fn extremes_in_full() {
    let all = tried(0..=66);
    run_extremes(&all, &all);
}
