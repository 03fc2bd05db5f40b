//! Tests the keys and ranks of states, and the indexes of moves. A program in another language must be able to compute
//! these numbers from the documentation of the game. The tests compare the games with `docs/keys.py`, which follows
//! docs/keys.md and shares no code with the games.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use perfectplay::index::{Dense, Sparse};
use perfectplay::{Game, Move, Moves};
use perfectplay_games::{LIST, Listed, Visitor, open};

use super::registry::game;

/// Plays moves from the start, and checks the key of the state after them. `moves` are the indexes of the moves.
fn assert_key(spec: &str, moves: &[u8], key: u64) {
    let game = game(spec);
    let moves = moves.iter().filter_map(|&index| Move::new(index));
    let state = moves.fold(game.start(), |state, mv| game.play(state, mv));
    assert_eq!(game.key(state), key, "{spec}");
}

#[test]
fn keys_are_as_documented() {
    assert_key("mnk:3,3,3", &[0], 1 << 9 | 1);
    assert_key("mnk:6,6,3", &[1], 2 * 3);
    assert_key("connect:4x4", &[0], (1 | 1 << 5 | 1 << 10 | 1 << 15) + 2);
    assert_key("tictactoe", &[4, 0], 1 << 4 | 1 << 9);
    assert_key("hexapawn:3x3", &[], 0o700 | 0o007 << 31);
    assert_key("breakthrough:2x4", &[], 0b1111_0000 | 0b1111 << 31);
    assert_key("dodgem:3", &[], 0b001_001 | 0b110_000_000 << 31);
    assert_key("morris:tapatan", &[4], 1 << 4 | 1 << 62);
    assert_key("hounds", &[], (1 << 1 | 1 << 5 | 1 << 11) | 1 << 9 << 15);
    assert_key("notakto:2", &[9], 1 << 9);
    assert_key("domineering:3x3", &[0], 1 | 1 << 3);
    assert_key("chomp:2x2", &[], 0b1111);
    assert_key("wild", &[0], 1);
    assert_key("wild", &[9], 1 << 9);
    assert_key("dots:1x1", &[0], 2 * 2 + 1);
    assert_key("subtraction:21,3", &[], 21);
    assert_key("vanishing", &[4], 5 | 1 << 24);
    assert_key("nim:3,4,5", &[], 3 | 4 << 8 | 5 << 16);
    // 1 over 1, 3 over 2 and 4 over 3.
    assert_key("kalah:1,1", &[], 2 * (1 + 3 + 4));
    assert_key("mills:six", &[], 12 << 48);
    // Each player has a lion and a chick.
    let [mine, straight, aslant, chicks] = [0o2200_u64, 0o2002, 0o2002, 0o0220];
    let start = mine | straight << 12 | aslant << 24 | chicks << 36;
    assert_key("dobutsu", &[], start);

    let chess = game("chess:KQK");
    let (b4, e2, queen_c4) = (33, 52, 1 | 34 << 4);
    let state = chess.parse("8/8/8/8/1KQ5/8/4k3/8 w - -").unwrap();
    assert_eq!(chess.key(state), b4 | e2 << 6 | queen_c4 << 12);
}

#[test]
fn every_game_documents_its_key() {
    for listing in LIST {
        // Tic-tac-toe needs no text: its C header has a function for the key.
        assert!(
            !listing.key.is_empty() || listing.name == "tictactoe",
            "{}",
            listing.name
        );
    }
}

/// For each game, docs/keys.md contains the text in which the game describes its keys. The page also explains the move
/// indexes of each game.
#[test]
fn a_page_has_the_keys_of_all_games() {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let page = include_str!("../../docs/keys.md");
    let sections: Vec<_> = page.split("\n## ").collect();
    for listing in LIST {
        let (name, key) = (listing.name, words(listing.key));
        let title = format!("`{name}`");
        let mut titled = sections.iter().filter_map(|text| text.split_once('\n'));
        let (_, section) = titled
            .find(|(first, _)| first.contains(&title))
            .expect(name);
        assert!(words(section).contains(&key), "{name}: {key}");
        assert!(section.contains("\nMoves: "), "{name}");
    }
}

/// Writes two texts. `states` contains states, each with the mask of its legal moves. `answers` contains what Python
/// must compute from them: keys, tiers, ranks and the names of moves.
struct WriteNumbers {
    spec: &'static str,
    count: u32,
    states: String,
    answers: String,
}

/// States with moves that hardly ever occur in random play. The rare moves are promotions with and without a capture,
/// captures in passing, and moves that take a lion when six pieces can take it.
const RARE: [(&str, &str); 6] = [
    ("chess:KPKR", "1r6/P7/8/4k3/8/4K3/8/8 w - -"),
    ("chess:KPKP", "8/8/8/4k3/2pP4/8/8/4K3 b - d3"),
    ("chess:KPKP", "8/8/8/4k3/8/4K3/P6p/8 b - -"),
    ("chess:KPPK", "8/PP6/8/4k3/8/4K3/8/8 w - -"),
    ("dobutsu:LEGC", "EGE/GlL/.C./... b C"),
    ("dobutsu:LEGC", ".../.c./lLg/ege w c"),
];

impl WriteNumbers {
    /// Writes a state. In a game with tiers, `place[0]` is the tier of the state. `place[1]` is the rank of the state,
    /// or its key if the game has no ranks.
    fn add<G: Listed>(&mut self, game: &G, state: G::State, place: Option<[u64; 2]>) {
        let is_over = game.outcome(state).is_some();
        let legal = if is_over {
            Moves::EMPTY
        } else {
            game.legal(state)
        };
        game.write_state(state, &mut self.states).unwrap();
        writeln!(self.states, "\t{}", legal.bits()).unwrap();
        write!(self.answers, "{}", game.key(state)).unwrap();
        for number in place.into_iter().flatten() {
            write!(self.answers, " {number}").unwrap();
        }
        let names = legal.iter().map(|mv| game.move_text(state, mv).to_string());
        let names = names.collect::<Vec<_>>().join(" ");
        writeln!(self.answers, "\t{names}").unwrap();
    }

    /// Visits the states in `RARE`, and then states of random play. In a game with tiers, `place` returns two numbers:
    /// the tier of a state, and its rank (or its key if the game has no ranks).
    fn of<G: Listed>(mut self, game: &G, place: impl Fn(G::State) -> Option<[u64; 2]>) -> Self {
        const LONGEST: u32 = 100;
        for (spec, text) in RARE {
            if spec == self.spec {
                let state = game.read_state(text).unwrap();
                self.add(game, state, place(state));
            }
        }
        let (mut state, mut length, mut entropy) = (game.start(), 0, 1_u64);
        for _ in 0..self.count {
            self.add(game, state, place(state));
            entropy = entropy.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            length += 1;
            if game.outcome(state).is_some() || length > LONGEST {
                (state, length) = (game.start(), 0);
            } else {
                let legal = game.legal(state);
                let mv = legal.nth((entropy >> 33) as u32 % legal.len()).unwrap();
                state = game.play(state, mv);
            }
        }
        self
    }
}

impl Visitor for WriteNumbers {
    type Output = Self;

    fn visit<G: Listed>(self, game: G) -> Self {
        self.of(&game, |_| None)
    }

    fn visit_dense<G: Listed + Dense>(self, game: G) -> Self {
        self.of(&game, |state| {
            let (tier, rank) = game.rank(state)?;
            Some([tier.number(), rank])
        })
    }

    fn visit_sparse<G: Listed + Sparse>(self, game: G) -> Self {
        self.of(&game, |state| {
            Some([game.tier(state)?.into(), game.key(state)])
        })
    }
}

/// In states of random play, Python must compute the same keys, ranks and names of moves as the game.
fn assert_python_agrees(spec: &'static str, count: u32) {
    let written = WriteNumbers {
        spec,
        count,
        states: String::new(),
        answers: String::new(),
    };
    let WriteNumbers {
        states, answers, ..
    } = open(spec, written).unwrap();
    let script = Path::new(crate::ROOT).join("docs/keys.py");
    let mut python = Command::new("python3")
        .arg(script)
        .arg(spec)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3, which this test needs");
    let mut stdin = python.stdin.take().unwrap();
    let input = states.clone();
    let writer = thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = python.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success(), "{spec}");
    let found = String::from_utf8(output.stdout).unwrap();
    assert_eq!(found.lines().count(), answers.lines().count(), "{spec}");
    for ((state, expected), found) in states.lines().zip(answers.lines()).zip(found.lines()) {
        assert_eq!(found, expected, "{spec} {state}");
    }
}

/// Tests all games, most of them on boards that are too large for other tests to solve.
#[test]
#[ignore = "needs Python; run by .ci/run"]
fn numbers_and_moves_in_python_in_full() {
    let specs = [
        "tictactoe",
        "mnk:8,5,4",
        "mnk:4,8,4",
        "connect:7x6",
        "connect:4x12",
        "connect:8x5,5,misere",
        "wild:misere",
        "notakto:3",
        "hexapawn:4x6",
        "breakthrough:5x6",
        "chomp:8x8",
        "nim:8,8,8,8,8,8,8,8",
        "subtraction:1000000,64",
        "morris:4,sides,6,passes",
        "mills:1,4,flies",
        "mills:2,4,stays",
        "mills:3,4,flies",
        "vanishing:before",
        "dodgem:4",
        "hounds",
        "dobutsu:LG",
        "dobutsu:LEGC",
        "chess:KQKR",
        "chess:KBNK",
        "chess:KRRK,6",
        "chess:KPK",
        "chess:KPPK",
        "chess:KPKP",
        "chess:KPKR",
        "chess:KQKP,6",
        "kalah:6,6",
        "dots:3x3",
        "domineering:8x8",
    ];
    for listing in LIST {
        let is_its_own = |spec: &&str| spec.split(':').next() == Some(listing.name);
        assert!(specs.iter().any(is_its_own), "{}", listing.name);
    }
    for spec in specs {
        assert_python_agrees(spec, 2000);
    }
    // Tables of all sets of up to nine of 24 points take seconds.
    assert_python_agrees("mills:nine", 60);
}
