//! Tests answers about games that are too large to solve, and the openings of such games.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use perfectplay::bake::OpeningProof;
use perfectplay::{Level, Player, Value};
use perfectplay_any::{AnyTable, Catalogue, Extent, OracleOptions, Solve, audit_sample};
use perfectplay_games::Listed;
use perfectplay_games::mnk::Connect;
use perfectplay_judge::rank::{By, Contestant, Judge, positions};
use perfectplay_judge::sample::PositionSample;
use perfectplay_judge::score::{Run, Settings};
use perfectplay_judge::scoring::Scoring;
use perfectplay_judge::{JudgeError, Mover, unwatched};
use perfectplay_present::report::StateReport;
use serde_json::{Value as Json, json};

use crate::streams::piped;

/// A state of Connect Four 7×6 after 14 moves.
const STATE: &str = "......./...X.../...O.../...X.../.O.OX../OXXXOOX";

/// A small transposition table. A debug build writes to all memory of the table before it proves.
const SMALL: [&str; 2] = ["--memory", "1MiB"];

fn perfectplay(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_perfectplay"));
    command.args(args).output().expect("the command")
}

/// Runs the command in a directory, and returns its status and its answer.
fn answer(directory: &Path, line: &str) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_perfectplay"));
    let command = command.args(line.split(' ')).current_dir(directory);
    let output = command.output().expect("the command");
    let text = [output.stdout, output.stderr].concat();
    (
        output.status.code(),
        String::from_utf8(text).expect("a text"),
    )
}

/// Looks up a state of Connect Four 7×6.
fn lookup(state: &str, options: &[&str]) -> (Option<i32>, Json) {
    let args = ["lookup", "--game", "connect:7x6", "--json", state];
    let output = perfectplay(&[&args[..], &SMALL, options].concat());
    let json = serde_json::from_slice(&output.stdout).expect("an object");
    (output.status.code(), json)
}

fn mirrored(state: &str) -> String {
    let rows = state.split('/').map(|row| row.chars().rev().collect());
    rows.collect::<Vec<String>>().join("/")
}

#[test]
fn every_move_of_the_real_game_has_its_value() {
    let (status, found) = lookup(STATE, &[]);
    assert_eq!(status, Some(0));
    assert_eq!(found["status"], "ongoing");
    let moves = found["moves"].as_array().expect("a list");
    assert_eq!(moves.len(), 7);
    // Another process proves the states after the moves.
    let after = moves
        .iter()
        .map(|found| found["after"].as_str().expect("a state"));
    let prove = ["prove", "--game", "connect:7x6", "--json", "-"];
    let after = after.collect::<Vec<_>>().join("\n");
    let (_, proved, _) = piped(&[&prove[..], &SMALL].concat(), &after);
    assert_eq!(proved.lines().count(), 7);
    for (found, proved) in moves.iter().zip(proved.lines()) {
        let proved: Json = serde_json::from_str(proved).expect("an object");
        let expected = match found["value"].as_str() {
            Some("win") => "loss",
            Some("loss") => "win",
            _ => "draw",
        };
        assert_eq!(proved["value"], expected, "{found}");
        assert!(["rules", "proof"].contains(&found["source"].as_str().expect("a source")));
        assert!(found["nodes"].is_u64());
    }
    // The mirror image has the same values.
    let (_, image) = lookup(&mirrored(STATE), &[]);
    assert_eq!(image["value"], found["value"]);
    for kind in ["winning", "losing", "neutral"] {
        let names = |found: &Json| {
            let names = found[kind].as_array().expect("a list").clone();
            names
                .into_iter()
                .map(|name| name.as_str().expect("a name").as_bytes()[0])
                .collect::<Vec<u8>>()
        };
        let mut turned: Vec<u8> = names(&image)
            .into_iter()
            .map(|name| b'a' + b'g' - name)
            .collect();
        turned.reverse();
        assert_eq!(turned, names(&found), "{kind}");
    }
}

/// J. D. Allen and V. Allis published the values of the first moves. The middle column wins, the two columns beside it
/// draw, and all other columns lose.
#[test]
fn the_first_moves_are_in_the_program() {
    let output =
        perfectplay(&[&["lookup", "--game", "connect:7x6", "--json"][..], &SMALL].concat());
    let found: Json = serde_json::from_slice(&output.stdout).expect("an object");
    assert_eq!(
        (&found["value"], &found["winning"]),
        (&json!("win"), &json!(["d"]))
    );
    assert_eq!(found["neutral"], json!(["c", "e"]));
    assert_eq!(found["losing"], json!(["a", "b", "f", "g"]));
    let moves = found["moves"].as_array().expect("a list");
    assert!(moves.iter().all(|found| found["source"] == "table"));
}

#[test]
#[ignore = "proves twenty positions of eight plies; run by .ci/run"]
fn the_opening_in_the_program_in_full() {
    let directory = tempfile::tempdir().expect("a directory");
    let game = Connect::with_parameters("7x6").expect("a game");
    let bytes = game.opening().expect("an opening");
    fs::write(directory.path().join("opening"), bytes).expect("a file");
    let line = "verify --game connect:7x6 --opening opening --sample 20";
    let (status, text) = answer(directory.path(), line);
    assert_eq!(status, Some(0), "{text}");
    assert!(text.contains("0 values are wrong"), "{text}");
}

#[test]
fn distances_are_proved_on_demand() {
    let (_, without) = lookup(STATE, &[]);
    let (_, with) = lookup(STATE, &["--distance"]);
    assert_eq!(with["value"], without["value"]);
    for found in with["moves"].as_array().expect("a list") {
        let is_draw = found["value"] == "draw";
        assert_eq!(found["distance"].is_u64(), !is_draw, "{found}");
    }
    let args = [
        "prove",
        "--game",
        "connect:7x6",
        "--distance",
        "--json",
        STATE,
    ];
    let proved = perfectplay(&[&args[..], &SMALL].concat());
    let proved: Json = serde_json::from_slice(&proved.stdout).expect("an object");
    assert_eq!(with["distance"], proved["distance"]);
}

#[test]
fn what_is_not_proved_in_time_is_null() {
    // The program has no opening of this size.
    let args = ["lookup", "--game", "connect:8x7", "--seconds", "0"];
    let output = perfectplay(&[&args[..], &SMALL, &["--json"]].concat());
    assert_eq!(output.status.code(), Some(4), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    let found: Json = serde_json::from_slice(&output.stdout).expect("an object");
    assert_eq!(found["status"], "unproved");
    assert_eq!(
        (&found["value"], &found["distance"]),
        (&Json::Null, &Json::Null)
    );
    let moves = found["moves"].as_array().expect("a list");
    assert_eq!(moves.len(), 8);
    assert!(moves.iter().all(|found| found["value"].is_null()));
    for kind in ["winning", "losing", "neutral", "best"] {
        assert_eq!(found[kind], json!([]));
    }
    let text = perfectplay(&[&args[..], &SMALL].concat());
    let text = String::from_utf8(text.stdout).expect("a text");
    assert!(text.contains("unproved   a b c d e f g h"), "{text}");
    // The opening contains the values of positions after ten moves, but not the values of the moves
    // in these positions.
    for (game, moves) in [
        ("connect:8x7", ""),
        ("connect:8x7", "1 2"),
        ("connect:7x6", "4 4 4 4 4 2 2 2 2 2"),
    ] {
        let explain = ["explain", "--game", game, "--seconds", "0"].into_iter();
        let moves = moves.split_whitespace();
        let flag = moves.clone().next().map(|_| "--moves");
        let explain: Vec<&str> = explain.chain(SMALL).chain(flag).chain(moves).collect();
        assert_eq!(perfectplay(&explain).status.code(), Some(4), "{explain:?}");
    }
}

/// The option `--seconds` limits not only the time for proofs, but also the time for counting and solving.
#[test]
fn seconds_bound_solving() {
    let directory = tempfile::tempdir().expect("a directory");
    let run = |line: &str| answer(directory.path(), &format!("{line} --no-cache --seconds 0"));
    for game in ["kalah:6,6", "kalah:4,4", "notakto:3"] {
        let (status, text) = run(&format!("lookup --json --memory 1MiB --game {game}"));
        assert_eq!(status, Some(4), "{game}: {text}");
        assert!(text.contains("\"status\":\"unproved\""), "{game}: {text}");
    }
    // A loopy game cannot be proved.
    for line in [
        "lookup --game morris:tapatan",
        "explain --game morris:tapatan",
        "report --game morris:tapatan",
        "report --compare hexapawn:3x4",
        "choose --game morris:tapatan",
        "play --game morris:tapatan",
        "score random --game morris:tapatan",
        "audit random --game morris:tapatan",
    ] {
        let (status, text) = run(line);
        assert_eq!(status, Some(4), "{line}: {text}");
        assert!(
            text.contains(" is not solved within --seconds"),
            "{line}: {text}"
        );
    }
    // The table of this game is in the program.
    assert_eq!(run("lookup").0, Some(0));
}

/// If a subcommand cannot use an option for proofs, it refuses the option instead of ignoring it.
#[test]
fn a_table_refuses_the_options_for_proofs() {
    let directory = tempfile::tempdir().expect("a directory");
    let place = directory.path();
    let (status, text) = answer(place, "solve --game hexapawn -o hexapawn.table");
    assert_eq!(status, Some(0), "{text}");
    let (status, text) = answer(place, "playbook --game hexapawn -o hexapawn.playbook");
    assert_eq!(status, Some(0), "{text}");
    let options = [
        "--memory 1G",
        "--threads 1",
        "--opening x",
        "--winning-playbook x",
    ];
    for line in [
        "lookup --game connect:4x3",
        "lookup --table hexapawn.table",
        "explain",
        "report",
        "choose --game hexapawn",
        "choose --game hexapawn --playbook hexapawn.playbook",
        "play",
        "score random --games 1",
        "audit random",
    ] {
        for option in options {
            let name = option.split(' ').next().expect("a name");
            // The players of a ranking are judged on these threads.
            if line.starts_with("score") && name == "--threads" {
                continue;
            }
            let (status, text) = answer(place, &format!("{line} {option}"));
            assert_eq!(status, Some(2), "{line} {option}: {text}");
            let expected = format!("{name} is an option for proofs, but the ");
            assert!(text.contains(&expected), "{line} {option}: {text}");
        }
        // These hold for a table, too.
        if line.starts_with("lookup") {
            let (status, text) = answer(place, &format!("{line} --seconds 60 --distance"));
            assert_eq!(status, Some(0), "{line}: {text}");
        }
    }
}

/// Even an oracle that proves no distances knows which states end after one or two plies. When the oracle chooses the
/// best moves, it does not distinguish distances of more than two plies.
#[test]
fn the_best_moves_of_an_oracle_follow_one_rule() {
    for spec in [
        "connect:4x4",
        "connect:4x4,4,misere",
        "mnk:3,3,3",
        "domineering:3x4",
    ] {
        let (table, oracle) = both(spec);
        let sample = PositionSample {
            number: 300,
            side: None,
            seed: 11,
        };
        let mut lost_later = 0;
        for sampled in sample.positions(&oracle).expect("positions") {
            let text = sampled.position.text();
            let known = table.parse(&text).expect("a state").answer();
            let known = known.expect("an answer");
            let (value, _) = known.verdict.expect("a value");
            let plies = |choice: &perfectplay_any::Choice| {
                let known = choice.distance.filter(|&plies| plies <= 2);
                known.unwrap_or(u32::MAX)
            };
            let keeping = || known.choices.iter().filter(|choice| choice.value == value);
            let wanted = match value {
                Value::Win => keeping().map(plies).min(),
                Value::Draw => None,
                Value::Loss => keeping().map(plies).max(),
            };
            let best =
                keeping().filter(|choice| wanted.is_none_or(|wanted| plies(choice) == wanted));
            let best: Vec<_> = best.map(|choice| choice.name.as_str()).collect();
            let found = sampled.position.answer().expect("an answer");
            assert_eq!(found.best(), best, "{spec} {text}");
            lost_later += u32::from(value == Value::Loss && best.len() < keeping().count());
        }
        assert!(lost_later > 0 || spec != "connect:4x4");
    }
}

/// Tests `choose` on a game whose values are not proved within the limits. If the option `--level` names a level that
/// needs these values, `choose` prints an error for the state, and goes on with the next line. If the level needs no
/// values, `choose` names a move.
#[test]
fn a_level_that_lacks_values_says_so() {
    let start = "......../......../......../......../......../......../........";
    let choose = [
        "choose",
        "--game",
        "connect:8x7",
        "--memory",
        "1MiB",
        "--seconds",
        "0",
        "--level",
    ];
    let lines = format!("{start}\n{start}\n");
    let (status, moves, problems) = piped(&[&choose[..], &["random"]].concat(), &lines);
    assert_eq!((status, problems.as_str()), (Some(0), ""));
    assert_eq!(moves.lines().count(), 2);
    assert!(moves.lines().all(|mv| ("a".."i").contains(&mv)), "{moves}");
    let (status, moves, problems) = piped(&[&choose[..], &["perfect"]].concat(), &lines);
    assert_eq!((status, moves.as_str()), (Some(4), "\n\n"));
    let words = "perfectplay: line 2: no proof was found within the limits";
    assert_eq!(problems.lines().nth(1), Some(words), "{problems}");
    // One line is not a state, and another line has no value. The exit status is that for the line
    // that is not a state.
    let lines = format!("{start}\nnothing\n");
    let (status, moves, _) = piped(&[&choose[..], &["perfect"]].concat(), &lines);
    assert_eq!((status, moves.as_str()), (Some(1), "\n\n"));

    let play = [
        "play",
        "--game",
        "connect:8x7",
        "--as",
        "second",
        "--memory",
        "1MiB",
        "--seconds",
        "0",
    ];
    let (status, out, _) = piped(&play, "a\n?\nq\n");
    assert_eq!(status, Some(0), "{out}");
    let guesses = out
        .matches("It had to choose before the proof was done.")
        .count();
    assert_eq!(guesses, 2, "{out}");
    assert!(
        out.contains("No proof was found within the limits."),
        "{out}"
    );
}

#[test]
fn a_state_that_no_game_reaches_is_refused() {
    let (status, found) = lookup("......./......./......./......./......./OO.....", &[]);
    assert_eq!(status, Some(1));
    assert_eq!(found["status"], "unreachable");
    assert!(found["problem"].is_string());
}

#[test]
fn levels_and_rounds_play_it() {
    let choose = "choose --game connect:7x6 --level invincible --all --memory 1MiB";
    let choose: Vec<&str> = choose.split(' ').collect();
    let (_, chosen, _) = piped(&choose, &format!("{STATE}\n"));
    let (_, found) = lookup(STATE, &[]);
    let kind = match found["value"].as_str() {
        Some("win") => "winning",
        Some("draw") => "neutral",
        _ => "losing",
    };
    let keeping = found[kind].as_array().expect("a list");
    let keeping: Vec<&str> = keeping
        .iter()
        .map(|name| name.as_str().expect("a name"))
        .collect();
    assert_eq!(chosen.trim_end(), keeping.join(" "));
}

#[test]
fn parts_of_an_opening_make_the_same_file() {
    let directory = tempfile::tempdir().expect("a directory");
    let place = directory.path();
    let solve = "solve --game connect:5x4 --memory 1MiB --plies 4 -o";
    let run = |line: &str| {
        let (status, text) = answer(place, line);
        assert_eq!(status, Some(0), "{line}: {text}");
        text
    };
    let words = run(&format!("{solve} whole"));
    assert!(words.contains("states after 4 plies"), "{words}");
    for part in 1..=3 {
        run(&format!("{solve} part{part} --part {part}/3"));
    }
    run(&format!(
        "{solve} joined --threads 1 --parts part2 part3 part1"
    ));
    let read = |name: &str| fs::read(place.join(name)).expect("a file");
    assert_eq!(read("joined"), read("whole"));

    // The file of a part has the form of the saved work that an interrupted command leaves.
    fs::copy(place.join("part2"), place.join("again.work")).expect("a copy");
    run(&format!("{solve} again"));
    assert_eq!(read("again"), read("whole"));
    assert!(!place.join("again.work").exists());

    let verify = "verify --game connect:5x4 --memory 1MiB --opening whole";
    let words = run(verify);
    assert!(words.contains("again: 0 values are wrong"), "{words}");
    run(&format!("{verify} --sample 2 --seed 7"));

    run("solve --game connect:5x5 --memory 16MiB --plies 1 -o early");
    let json = run("lookup --game connect:5x5 --memory 1MiB --seconds 0 --opening early --json");
    let found: Json = serde_json::from_str(&json).expect("an object");
    let moves = found["moves"].as_array().expect("a list");
    assert_eq!(moves.len(), 5);
    let is_stored = |found: &Json| found["source"] == "table" && found["nodes"] == 0;
    assert!(moves.iter().all(is_stored), "{json}");
}

#[test]
fn a_wrong_opening_is_found() {
    let directory = tempfile::tempdir().expect("a directory");
    let place = directory.path();
    let game = Connect::with_parameters("5x5").expect("a game");
    let mut proof = OpeningProof::new(game, 2);
    for number in 0..proof.len() {
        proof.set(number, Value::Win);
    }
    let bytes = proof.opening("connect:5x5,4").expect("an opening");
    fs::write(place.join("wrong"), bytes).expect("a file");
    let (status, text) = answer(
        place,
        "verify --game connect:5x5 --memory 16MiB --opening wrong",
    );
    assert_eq!(status, Some(1));
    // The state is written as everywhere else.
    let (_, state) = text
        .split_once("wrong: a proof contradicts the value of ")
        .expect("a state");
    game.read_state(state.trim()).expect("a state");

    // Try files that are not openings of the game, and saved work of other programs.
    for (line, expected) in [
        (
            "lookup --game connect:6x6 --seconds 0 --opening wrong",
            "wrong: the opening: ",
        ),
        ("verify --game connect:6x6 --opening wrong", "wrong: "),
        (
            "lookup --game connect:5x5 --seconds 0 --opening /dev/zero",
            "/dev/zero: expected a file",
        ),
        (
            "lookup --game connect:5x5 --seconds 0 --opening nowhere",
            "nowhere: ",
        ),
        ("solve --game dobutsu --plies 2 -o new", "loopy"),
        (
            "solve --game connect:5x5 --plies 2 -o new --part 0/3",
            "expected a part such as 3/8",
        ),
        (
            "solve --game connect:5x5 --plies 2 -o new --parts wrong",
            "wrong: expected the saved work",
        ),
    ] {
        let (status, text) = answer(place, line);
        assert!(
            status != Some(0) && text.contains(expected),
            "{line}: {text}"
        );
        assert!(!place.join("new").exists());
    }
    fs::write(place.join("new.work"), "mine").expect("a file");
    let (status, text) = answer(place, "solve --game connect:5x5 --plies 2 -o new");
    assert!(status == Some(1) && text.contains("new.work: "), "{text}");
    assert_eq!(fs::read(place.join("new.work")).expect("a file"), b"mine");
}

/// `solve --part` writes each part of an opening to its own file. The command may replace a file that contains the same
/// part. The command must not replace a file with another part, or a file of another program.
#[test]
fn a_part_of_an_opening_replaces_only_itself() {
    let directory = tempfile::tempdir().expect("a directory");
    let place = directory.path();
    let solve = "solve --game connect:5x4 --memory 1MiB --plies 4";
    let (status, text) = answer(place, &format!("{solve} --part 1/3 -o part"));
    assert_eq!(status, Some(0), "{text}");
    assert!(text.starts_with("connect:5x4,4: part 1/3, "), "{text}");
    let (_, json) = answer(place, &format!("{solve} --part 1/3 -o part --json"));
    let json: Json = serde_json::from_str(&json).expect("an object");
    assert_eq!(json["part"], "1/3");
    let written = fs::read(place.join("part")).expect("a file");
    fs::write(place.join("mine"), "mine").expect("a file");
    fs::write(place.join("empty"), "").expect("a file");
    for line in [
        format!("{solve} --part 2/3 -o part"),
        format!("{solve} --part 1/2 -o part"),
        "solve --game connect:5x4 --plies 3 --part 1/3 -o part".to_owned(),
        "solve --game connect:4x5 --plies 4 --part 1/3 -o part".to_owned(),
        format!("{solve} --part 1/3 -o mine"),
        format!("{solve} --part 1/3 -o empty"),
    ] {
        let (status, text) = answer(place, &line);
        assert_eq!(status, Some(1), "{line}: {text}");
        let expected = ": the file to replace is not an earlier result of this part";
        assert!(text.contains(expected), "{line}: {text}");
    }
    assert_eq!(fs::read(place.join("part")).expect("a file"), written);
    assert_eq!(fs::read(place.join("mine")).expect("a file"), b"mine");
}

/// An option may get a file of the wrong kind, such as a playbook in place of a table. The error then names the kind of
/// the file, and the option that reads this kind, if there is one.
#[test]
fn files_of_other_kinds_are_named() {
    let directory = tempfile::tempdir().expect("a directory");
    let place = directory.path();
    for line in [
        "solve --game connect:5x4 --memory 1MiB --plies 2 -o opening",
        "solve --game hexapawn -o table --format bytes",
        "solve --game hexapawn -o tiers --format tiers",
        "playbook --game hexapawn -o playbook",
    ] {
        let (status, text) = answer(place, line);
        assert_eq!(status, Some(0), "{line}: {text}");
    }
    for (line, expected) in [
        (
            "verify opening",
            "opening: expected a table, found an opening: --opening FILE",
        ),
        (
            "verify playbook",
            "playbook: expected a table, found a playbook: --playbook FILE",
        ),
        (
            "lookup --table opening",
            "opening: expected a table (version 3), found an opening (version 5)",
        ),
        (
            "verify --game connect:5x4 --opening table",
            "table: expected an opening (version 5), found a table (version 3)",
        ),
        (
            "lookup --game connect:8x7 --seconds 0 --opening tiers",
            "tiers: the opening: expected an opening (version 5), found a tablebase file (version 2)",
        ),
    ] {
        let (status, text) = answer(place, line);
        assert_eq!(status, Some(1), "{line}: {text}");
        assert!(text.contains(expected), "{line}: {text}");
    }
}

/// An error message shows a state in the text form that the command uses. The test compares the start in an error
/// message with the start as the command writes it, for every game in the catalogue. The last part of the test uses a
/// `Connect` directly, instead of an `AnyGame`.
#[test]
fn messages_show_states_as_text() {
    let catalogue = Catalogue::with_games_that_ship();
    for spec in catalogue.listings().flat_map(perfectplay_any::samples) {
        let game = catalogue.find(&spec).expect("a game");
        let start = perfectplay::Game::start(&game);
        assert_eq!(perfectplay::game::described(&game, start), game.text(start));
    }
    let game = Connect::with_parameters("4x3").expect("a game");
    let start = perfectplay::Game::start(&game);
    assert_eq!(perfectplay::game::described(&game, start), "..../..../....");
}

/// Returns the table and an oracle of a small game.
fn both(spec: &str) -> (AnyTable, AnyTable) {
    let game = Catalogue::with_games_that_ship()
        .find(spec)
        .expect("a game");
    let oracle = OracleOptions {
        memory: Some(1 << 24),
        threads: Some(1),
        ..OracleOptions::default()
    };
    let oracle = game.oracle(oracle).expect("an oracle");
    (game.solve(&Solve::default()).expect("a table"), oracle)
}

#[test]
fn an_oracle_judges_answers_like_the_table() {
    let (table, oracle) = both("connect:4x4");
    for (positions, side) in [(Some(200), None), (None, Some(Player::Second))] {
        let settings = Settings {
            game: "connect:4x4".to_owned(),
            player: "random".to_owned(),
            opponent: None,
            positions,
            side,
            seed: 5,
        };
        let mut run = Run {
            scoring: Scoring {
                table: &oracle,
                player: Mover::Level(Level::Random),
                opponent: Mover::Level(Level::Perfect),
                forfeit: false,
            },
            records: Vec::new(),
        };
        let keep = &mut |_: &_| Ok::<(), JudgeError>(());
        run.go_on(&settings, 10, keep, &unwatched).expect("answers");
        let answers: Vec<_> = run.records.iter().flat_map(|run| &run.answers).collect();
        assert!(answers.len() >= 30);
        let plies: Vec<_> = answers.iter().map(|answer| answer.ply).collect();
        assert!(plies.iter().min() < Some(&2) && plies.iter().max() > Some(&8));
        for answer in answers {
            let known = table.parse(&answer.state).expect("a state");
            let known = known.answer().expect("an answer");
            let name = answer.mv.as_deref().expect("a move");
            let choice = known.choice(name).expect("a move");
            assert_eq!(answer.before, known.verdict.map(|(value, _)| value));
            assert_eq!(answer.after, Some(choice.value));
            // The oracle has no distances, so more moves may be best.
            assert!(answer.is_best == Some(true) || !choice.is_best);
            assert!(answer.is_best != Some(true) || answer.keeps_the_value() == Some(true));
        }
    }
}

#[test]
fn an_oracle_ranks_players_by_games() {
    let (_, oracle) = both("connect:4x4");
    let judge = Judge {
        positions: positions(&oracle, 50, 1).expect("positions"),
        table: &oracle,
        games: 20,
        seed: 1,
        limit: std::time::Duration::from_secs(600),
    };
    let contestant = |name, level| Contestant {
        name,
        start: Box::new(move |_| Mover::Level(level)),
    };
    let players = [
        contestant("perfect", Level::Perfect),
        contestant("random", Level::Random),
    ];
    let judged = judge.all(&players, None, &unwatched).expect("judged");
    for player in &judged {
        assert_eq!(player.judged_by, By::GamesAsGameIsLarge);
        assert_eq!((player.keep_the_value.of, player.unproved), (50, Some(0)));
    }
    assert_eq!(judged[0].keep_the_value.count, 50);
    assert_eq!(judged[0].unbeatable, None);
    assert!(judged[1].keep_the_value.count < 50);
    assert_eq!(judged[1].unbeatable, Some(false));
}

#[test]
fn unproved_answers_are_in_no_share() {
    let score = |options: &[&str]| {
        let args = ["score", "random", "--game", "connect:8x7", "--seconds", "0"];
        let output = perfectplay(&[&args[..], &SMALL, options].concat());
        assert_eq!(output.status.code(), Some(4), "{output:?}");
        String::from_utf8(output.stdout).expect("a text")
    };
    let asked = score(&["--positions", "20", "--json"]);
    let asked: Json = serde_json::from_str(&asked).expect("an object");
    let unproved = asked["unproved"].as_u64().expect("a number");
    assert!(unproved > 0);
    assert_eq!(asked["keep_the_value"]["of"], 20 - unproved);
    let text = score(&["--positions", "20"]);
    assert!(text.starts_with("random in 20 positions\n"), "{text}");
    assert!(
        text.contains(&format!("unproved    {unproved} answers")),
        "{text}"
    );
    // The perfect opponent has no proved move.
    let played = score(&["--games", "2", "--as", "second", "--json"]);
    let played: Json = serde_json::from_str(&played).expect("an object");
    assert_eq!(
        (&played["unfinished"], &played["games"]["won"]["of"]),
        (&json!(2), &json!(0))
    );
}

#[test]
fn an_oracle_audits_a_sample_like_the_table() {
    let (table, oracle) = both("connect:4x4");
    for side in Player::BOTH {
        let sample = PositionSample {
            number: 200,
            side: Some(side),
            seed: 9,
        };
        let sampled = sample.positions(&oracle).expect("positions");
        assert!(
            sampled
                .iter()
                .all(|found| found.position.mover() == Some(side))
        );
        let states: Vec<_> = sampled.iter().map(|found| found.position.state()).collect();
        let extent = Extent {
            side,
            lines: 0,
            mistakes: usize::MAX,
            symmetry: false,
        };
        let [expected, found] = [&table, &oracle].map(|solved| {
            let found = audit_sample(solved, &Level::Random.on(solved), &states, extent);
            found.expect("an audit")
        });
        assert_eq!((found.positions, found.unproved), (200, 0));
        assert!(found.missed_wins > 10 && found.blunders > found.missed_wins);
        assert_eq!(found.missed_wins, expected.missed_wins);
        assert_eq!(found.blunders, expected.blunders);
        assert_eq!(found.mistakes.len(), expected.mistakes.len());
        for (found, expected) in found.mistakes.iter().zip(&expected.mistakes) {
            let told = |text: &perfectplay_any::MistakeText| {
                let names = (text.state.clone(), text.mv.clone(), text.good.clone());
                (names, text.before, text.after, text.probability)
            };
            assert_eq!(told(found), told(expected));
        }
        let perfect = audit_sample(&oracle, &Level::Perfect.on(&oracle), &states, extent);
        assert_eq!(perfect.expect("an audit").blunders, 0);
    }
}

#[test]
fn the_command_audits_a_sample() {
    let directory = tempfile::tempdir().expect("a directory");
    let audit = |line: &str| answer(directory.path(), &format!("audit {line}"));
    let large = "random --game connect:8x7 --memory 1MiB --seconds 0";
    let (status, text) = audit(large);
    assert_eq!(status, Some(2));
    assert!(text.contains("--positions asks about a sample"), "{text}");
    let (status, text) = audit(&format!("{large} --positions 20 --json"));
    assert_eq!(status, Some(4), "{text}");
    let found: Json = serde_json::from_str(&text).expect("an object");
    for side in ["first", "second"] {
        let count = |name: &str| found[side][name].as_u64().expect("a number");
        assert!(count("unproved") > 0);
        assert_eq!(count("positions") + count("unproved"), 20);
    }
    // The first nine plies are in the program, and the other positions are quickly proved.
    let (status, text) =
        audit("perfect --game connect:7x6 --memory 1MiB --positions 5 --seed 2 --as first");
    assert_eq!(status, Some(0), "{text}");
    assert!(
        text.starts_with("perfect as first: no mistake in 5 positions.\n"),
        "{text}"
    );
    // A sample of a solved game.
    let (_, text) = audit("random --positions 30 --as second");
    assert!(
        text.starts_with("random as second: mistakes in a sample of 30 positions.\n"),
        "{text}"
    );
}

#[cfg(unix)]
#[test]
fn a_program_is_asked_about_a_sample() {
    let player = "while read -r line; do echo 4; done";
    let output = perfectplay(&[
        "audit",
        "--exec",
        player,
        "--positions",
        "60",
        "--as",
        "first",
        "--json",
        "--forfeit",
    ]);
    let found: Json = serde_json::from_slice(&output.stdout).expect("an object");
    let first = &found["first"];
    assert_eq!(first["positions"], 60);
    let forfeits = first["forfeits"].as_array().expect("a list").len();
    assert!(forfeits > 10 && forfeits < 60);
    for mistake in first["mistakes"].as_array().expect("a list") {
        let text = mistake["state"].as_str().expect("a state");
        let state = text.parse().expect("a state");
        let record = perfectplay::lookup(state).expect("a reachable state");
        let before = record.value();
        assert_eq!(mistake["before"], json!(before));
        let centre = perfectplay::Move::new(4).expect("a move");
        assert_eq!(mistake["move"].is_null(), !record.legal().contains(centre));
        assert!(!record.of_kind(before).contains(centre));
    }
}

#[test]
fn an_oracle_reports_on_a_state_like_the_table() {
    let (table, oracle) = both("connect:4x4");
    let sample = PositionSample {
        number: 60,
        side: None,
        seed: 3,
    };
    let mut only_moves = 0;
    for sampled in sample.positions(&oracle).expect("positions") {
        let text = sampled.position.text();
        let [expected, found] = [&table, &oracle].map(|solved| {
            let position = solved.parse(&text).expect("a state");
            let report = StateReport::new(&position).expect("a report");
            let report = report.expect("a reachable state");
            assert!(report.is_complete());
            serde_json::to_value(&report).expect("an object")
        });
        assert!(expected["best_play"].is_object() && found["best_play"].is_null());
        for name in ["game", "state", "value", "losing_moves", "only_move"] {
            assert_eq!(found[name], expected[name], "{text}: {name}");
        }
        only_moves += usize::from(found["only_move"].is_string());
        let by_name = |report: &Json| {
            let moves = report["moves"].as_array().expect("a list").iter();
            let told = moves.map(|mv| {
                ["move", "value", "replies", "good_replies"].map(|name| mv[name].to_string())
            });
            let mut told: Vec<_> = told.collect();
            told.sort();
            told
        };
        assert_eq!(by_name(&found), by_name(&expected), "{text}");
    }
    assert!(only_moves > 5);
}

#[test]
fn the_command_reports_on_a_state() {
    let report = |line: &str| {
        let (status, text) = answer(Path::new("."), &format!("report {line}"));
        (status, text)
    };
    let (status, text) = report("--game connect:7x6 --memory 1MiB --json");
    let start: Json = serde_json::from_str(&text).expect("an object");
    assert_eq!((status, &start["only_move"]), (Some(0), &json!("d")));
    assert_eq!(start["losing_moves"], json!(4.0 / 7.0));
    // The second player has no good reply to the middle, so all replies are equal.
    assert_eq!(start["moves"][0]["good_replies"], 7);
    let (status, text) = report("--game connect:8x7 --memory 1MiB --seconds 0");
    assert_eq!(status, Some(4));
    assert!(text.contains("only move     -\n"), "{text}");
    assert!(
        text.contains("a  is unproved; unproved, 8 replies"),
        "{text}"
    );
    let (status, text) = report("--moves 4 0");
    assert_eq!(status, Some(0));
    assert!(text.contains("Best play: "), "{text}");
    let (status, text) = report("XXX/OOO/...");
    assert_eq!(status, Some(1));
    assert!(
        text.contains("no game reaches the state XXX/OOO/..."),
        "{text}"
    );
    let (status, text) = report("--game connect:7x6 --memory 1MiB -o never.html");
    assert_eq!(status, Some(2), "{text}");
    assert!(!Path::new("never.html").exists());
}

#[test]
fn a_winning_playbook_answers_without_a_search() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/connect-7x6.playbook");
    let bytes = fs::read(&path).expect("a file");
    let game = Catalogue::with_games_that_ship().find("connect:7x6");
    let game = game.expect("a game");
    let oracle = |winning_playbook| {
        let options = OracleOptions {
            memory: Some(1 << 20),
            threads: Some(1),
            time: Some(std::time::Duration::ZERO),
            winning_playbook,
            ..OracleOptions::default()
        };
        game.oracle(options).expect("an oracle")
    };
    let (trusting, other) = (oracle(Some(bytes.clone())), oracle(None));
    let player = trusting.open_playbook(bytes).expect("a playbook");
    let (mut answered, mut unproved) = (0, 0);
    for seed in 0..40 {
        let mut position = trusting.start();
        for ply in 0..11 {
            let mv = match ply % 2 {
                0 => player.choose(&position),
                _ => position.random_move(seed << 8 | ply),
            };
            position = mv.and_then(|mv| position.play(mv)).unwrap_or(position);
        }
        if position.outcome().is_some() {
            continue;
        }
        // The second player is to move, and loses after each move.
        let answer = position.answer().expect("an answer");
        assert!(matches!(answer.verdict, Some((Value::Loss, _))));
        assert!(answer.unproved.is_empty());
        assert!(
            answer
                .choices
                .iter()
                .all(|choice| choice.value == Value::Loss)
        );
        let by_book = |choice: &perfectplay_any::Choice| {
            choice
                .found
                .is_some_and(|(source, _)| source.name() == "playbook")
        };
        answered += usize::from(answer.choices.iter().any(by_book));
        let alone = other
            .position(position.state())
            .answer()
            .expect("an answer");
        unproved += usize::from(!alone.unproved.is_empty());
    }
    assert!(answered > 3 && unproved > 3, "{answered} {unproved}");
    let path = path.to_str().expect("a path");
    let args = [
        "lookup",
        "--game",
        "connect:7x5",
        "--seconds",
        "0",
        "--winning-playbook",
        path,
    ];
    let output = perfectplay(&args);
    let problem = String::from_utf8(output.stderr).expect("a text");
    assert_eq!(output.status.code(), Some(1));
    assert!(
        problem.contains("connect-7x6.playbook: expected"),
        "{problem}"
    );
}
