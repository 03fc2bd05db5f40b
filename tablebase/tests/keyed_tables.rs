//! Table files of games without ranks answer what the library's solver finds. Damage is
//! found, and `docs/read_table.py` reads them.

use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Command, Stdio};
use std::{fs, io::Write as _};

use perfectplay::{Game, Solved, solve, verify};
use perfectplay_games::Listed;
use perfectplay_games::breakthrough::Breakthrough;
use perfectplay_games::domineering::Domineering;
use perfectplay_games::dots::DotsAndBoxes;
use perfectplay_games::kalah::Kalah;
use perfectplay_games::mnk::Connect;
use perfectplay_games::notakto::Notakto;
use perfectplay_tablebase::table::KeyedPiece;
use perfectplay_tablebase::{Error, Jobs, KeyedJobs, KeyedTable, Limits, Memory, Table};

fn game<G: Listed>(parameters: &str) -> G {
    G::with_parameters(parameters).expect("parameters of the game")
}

/// Writes the table of a game that was solved in so many parts.
fn write<G: Listed>(parameters: &str, parts: u32, path: &Path) {
    let game: G = game(parameters);
    let name = format!("{}:{parameters}", G::NAME);
    let jobs = KeyedJobs::new(&game, &name, parts).expect("a plan");
    let (store, limits) = (Memory::new(), Limits::default());
    jobs.solve(&store, &limits).expect("a game");
    jobs.gather(&store, path, &limits).expect("a table");
}

/// Compares the table of a game with its solution, state by state.
fn agree<G: Listed>(parameters: &str) {
    let solution_game: G = game(parameters);
    let solution = solve(&solution_game).expect("a game");
    let folder = tempfile::tempdir().expect("a folder");
    let [path, cut] = ["whole", "parts"].map(|name| folder.path().join(name));
    write::<G>(parameters, 1, &path);
    // Of many parts, most are empty.
    for parts in [2, 3, 40] {
        write::<G>(parameters, parts, &cut);
        assert!(fs::read(&path).expect("a table") == fs::read(&cut).expect("a table"));
    }

    let table = KeyedTable::open(game::<G>(parameters), &path).expect("a table");
    assert_eq!(
        Solved::states(&table),
        solution.len() as u64,
        "{parameters}"
    );
    for (state, analysis) in solution.iter() {
        let found = table.look_up(state).expect("an answer");
        assert_eq!(found, Some(analysis), "{parameters}: {state:?}");
    }
    let mut visited = 0;
    let visit = |state, score| {
        visited += 1;
        assert_eq!(solution.score(state), Some(score), "{state:?}");
        ControlFlow::Continue(())
    };
    table.visit(visit).expect("a whole table");
    assert_eq!(visited, solution.len(), "{parameters}");
    let mut visited = Vec::new();
    let analyse = |piece: &KeyedPiece<G>| -> Vec<_> {
        let states = piece.states();
        states
            .map(|state| {
                (
                    piece.game().key(state),
                    piece.try_analysis(state).expect("an answer"),
                )
            })
            .collect()
    };
    let pieces = table.visit_pieces(analyse, |piece| {
        visited.extend(piece);
        ControlFlow::Continue(())
    });
    pieces.expect("a whole table");
    visited.sort_unstable_by_key(|&(key, _)| key);
    let mut expected: Vec<_> = solution
        .iter()
        .map(|(state, analysis)| (solution_game.key(state), Some(analysis)))
        .collect();
    expected.sort_unstable_by_key(|&(key, _)| key);
    assert!(visited == expected, "{parameters}");
    table.verify(&Limits::default()).expect("a right table");
    verify(&table).expect("a right table");
}

/// Several blocks in a tier, players who move again, codes of two bytes, tiers without states.
#[test]
fn answers() {
    agree::<Connect>("4x4");
    agree::<DotsAndBoxes>("2x1");
    agree::<Kalah>("2,3");
    agree::<Domineering>("3x3");
    agree::<Breakthrough>("2x4");
}

/// Strangers are all the keys below the greatest.
#[test]
fn strangers_have_no_score() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.table");
    write::<Notakto>("1", 1, &path);
    let game: Notakto = game("1");
    let solution = solve(&game).expect("a game");
    let table = KeyedTable::open(game, &path).expect("a table");
    for key in 0..1 << 9 {
        let state = game.state_of_key(key).expect("a state");
        assert_eq!(
            table.score(state).expect("an answer"),
            solution.score(state)
        );
    }
}

#[test]
fn every_altered_byte_is_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.table");
    write::<Domineering>("3x3", 1, &path);
    let whole = fs::read(&path).expect("a table");
    let verify = || {
        let table = KeyedTable::open(game::<Domineering>("3x3"), &path)?;
        table.verify(&Limits::default())
    };
    verify().expect("a whole table");
    for at in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 8);
        fs::write(&path, &bytes).expect("a file");
        assert!(verify().is_err(), "byte {at} altered");
    }
    for len in 0..whole.len() {
        fs::write(&path, &whole[..len]).expect("a file");
        assert!(verify().is_err(), "cut to {len} bytes");
    }
    fs::write(&path, [&whole[..], &[0]].concat()).expect("a file");
    assert!(verify().is_err(), "one byte more");
}

#[test]
fn a_table_of_other_rules_or_form_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.table");
    write::<Connect>("4x3,3", 1, &path);
    KeyedTable::open(game::<Connect>("4x3,3"), &path).expect("a table of these rules");
    let refused = KeyedTable::open(game::<Connect>("4x3,4"), &path);
    let refused = refused.map(drop).expect_err("other rules").to_string();
    assert!(refused.contains("expected rules"), "{refused}");

    let refused = Table::open(game::<Connect>("4x3,3"), &path);
    let refused = refused.map(drop).expect_err("another form").to_string();
    assert!(
        refused.contains("expected a table of ranks, found one of keys"),
        "{refused}"
    );

    let ranked_game: Connect = game("4x3,3");
    let jobs = Jobs::new(&ranked_game, "connect:4x3,3").expect("a plan");
    jobs.solve_to(&path, &Limits::default()).expect("a table");
    let refused = KeyedTable::open(ranked_game, &path);
    assert!(matches!(refused, Err(Error::Other { .. })));
}

#[test]
fn little_memory_is_enough_or_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.table");
    write::<Connect>("4x3,3", 1, &path);
    let table = KeyedTable::open(game::<Connect>("4x3,3"), &path).expect("a table");
    let verify = |memory| {
        table.verify(&Limits {
            memory: Some(memory),
            ..Limits::default()
        })
    };
    verify(1 << 22).expect("a right table");
    assert!(matches!(verify(1 << 10), Err(Error::Memory { .. })));
}

/// Python answers for every state, by its tier and key, and for strangers.
#[test]
fn python() {
    fn asked<G: Listed>(parameters: &str) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.table");
        write::<G>(parameters, 1, &path);
        let game: G = game(parameters);
        let solution = solve(&game).expect("a game");
        let (mut input, mut expected) = (String::new(), String::new());
        for (state, score) in solution.scores() {
            let (tier, key) = (game.tier(state).expect("a tier"), game.key(state));
            writeln!(input, "{tier} {key}").expect("memory");
            writeln!(expected, "{score}").expect("memory");
            if game
                .state_of_key(key + 1)
                .is_none_or(|next| solution.score(next).is_none())
            {
                writeln!(input, "{tier} {}", key + 1).expect("memory");
                expected.push_str("none\n");
            }
        }
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/read_table.py");
        let mut python = Command::new("python3")
            .arg(script)
            .args([path.as_os_str(), "-".as_ref()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("python3, which this test needs");
        let mut stdin = python.stdin.take().expect("a pipe");
        let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
        let output = python.wait_with_output().expect("an end");
        writer.join().expect("a writer").expect("a reader");
        assert!(output.status.success());
        assert_eq!(String::from_utf8(output.stdout).expect("text"), expected);
    }
    asked::<Domineering>("3x3");
    asked::<DotsAndBoxes>("2x1");
    asked::<Kalah>("2,3");
}
