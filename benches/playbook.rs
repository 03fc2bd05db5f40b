//! Compares the times of three ways to choose a move: a playbook, a look-up, and a live search. All
//! three are timed on the same positions: those in which a player who follows the playbook may have
//! to move, as first or as second player.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use perfectplay::game::{Hints, starts};
use perfectplay::playbook::Playbook;
use perfectplay::tictactoe::{TicTacToe, search};
use perfectplay::{Game, Move, Player, Solved, Value, audit, bake, lookup, solve};
use perfectplay_games::Listed;
use perfectplay_games::mnk::Connect;

/// Returns the positions that can occur when the playbook plays, with the playbook to move. They are
/// in an irregular order, so that the processor cannot predict the next position.
fn met<G: Hints>(book: &Playbook<'_, G>) -> Vec<G::State> {
    let game = book.game();
    let mut keys = std::collections::BTreeSet::new();
    let mut met = Vec::new();
    for side in Player::BOTH {
        let mut open: Vec<_> = starts(game).map(|start| (start, Player::First)).collect();
        while let Some((state, player)) = open.pop() {
            if game.outcome(state).is_some() || !keys.insert((side, game.key(state))) {
                continue;
            }
            let chosen = book.choose(state);
            if player == side {
                met.push(state);
            }
            for mv in game.legal(state) {
                if player != side || chosen == Some(mv) {
                    open.push((game.play(state, mv), player.other()));
                }
            }
        }
    }
    met.sort_by_key(|&state| game.key(state).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    met
}

/// A way to choose a move: its name (`.0`), and the function that chooses the move (`.1`).
type Contender<'c, S> = (&'c str, &'c dyn Fn(S) -> Option<Move>);

fn time<S: Copy>(
    criterion: &mut Criterion,
    group: &str,
    states: &[S],
    contenders: &[Contender<'_, S>],
) {
    let mut group = criterion.benchmark_group(group);
    group.throughput(Throughput::Elements(states.len() as u64));
    for (name, choose) in contenders {
        group.bench_function(*name, |bencher| {
            bencher.iter(|| {
                for &state in states {
                    black_box(choose(black_box(state)));
                }
            });
        });
    }
    group.finish();
}

/// Checks that the playbook never makes a mistake, on either side.
fn check<T: Solved<Game: Hints>>(solved: &T, book: &Playbook<'_, &T::Game>) {
    for side in Player::BOTH {
        let audit = audit(solved, book, side).expect("an audit");
        assert!(audit.is_unbeatable());
        assert_eq!(audit.blunders(), 0);
    }
}

fn playbook(criterion: &mut Criterion) {
    let baker = bake::Playbook::new("bench");
    let bytes = [baker, baker.symmetry()].map(|baker| baker.bytes(&TicTacToe).expect("a book"));
    let [plain, symmetric] = bytes
        .each_ref()
        .map(|bytes| Playbook::from_bytes(&TicTacToe, bytes).expect("a book"));
    for book in [&plain, &symmetric] {
        check(&TicTacToe, book);
    }
    time(
        criterion,
        "tictactoe",
        &met(&plain),
        &[
            ("lookup", &|state| lookup(state)?.best().first()),
            ("playbook", &|state| plain.choose(state)),
            ("live search", &|state| {
                search::alpha_beta(state).best().first()
            }),
        ],
    );
    time(
        criterion,
        "tictactoe up to symmetry",
        &met(&symmetric),
        &[
            ("lookup", &|state| lookup(state)?.best().first()),
            ("playbook", &|state| symmetric.choose(state)),
        ],
    );

    let solution = solve(Connect::with_parameters("5x4").expect("a size")).expect("a game");
    for (name, baker) in [
        ("connect:5x4", baker),
        ("connect:5x4 up to symmetry", baker.symmetry()),
    ] {
        let bytes = baker.bytes(&solution).expect("a book");
        let book = Playbook::from_bytes(solution.game(), &bytes).expect("a book");
        check(&solution, &book);
        let choose = |state| book.choose(state);
        time(criterion, name, &met(&book), &[("playbook", &choose)]);
    }
}

/// A playbook by rules for the first player of Connect Four on 7 by 6.
const CONNECT_7X6: &[u8] = include_bytes!("../docs/connect-7x6.playbook");

/// Plays `games` games with the playbook as first player against random replies. Asserts that the
/// playbook wins every game. Returns the positions in which the playbook chose a move.
fn sampled(book: &Playbook<'_, Connect>, games: u32) -> Vec<<Connect as Game>::State> {
    let game = book.game();
    let mut entropy = 1_u64;
    let mut met = Vec::new();
    for _ in 0..games {
        let mut state = game.start();
        while game.outcome(state).is_none() {
            let mv = if game.to_move(state) == Some(Player::First) {
                met.push(state);
                book.choose(state).expect("a move")
            } else {
                entropy = entropy.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                let legal = game.legal(state);
                legal
                    .nth((entropy >> 33) as u32 % legal.len())
                    .expect("a move")
            };
            state = game.play(state, mv);
        }
        assert_eq!(game.outcome(state), Some(Value::Loss));
        assert_eq!(game.to_move(state), Some(Player::Second));
    }
    met
}

fn by_rules(criterion: &mut Criterion) {
    let game = Connect::with_parameters("7x6").expect("a size");
    let book = Playbook::from_bytes(game, CONNECT_7X6).expect("a book");
    let choose = |state| book.choose(state);
    let states = sampled(&book, 4_000);
    time(
        criterion,
        "connect:7x6 by rules",
        &states,
        &[("playbook", &choose)],
    );
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1));
    targets = playbook, by_rules
}
criterion_main!(benches);
