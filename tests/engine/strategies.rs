//! Tests strategies that follow rules of thumb. Each strategy must make the same choices as a
//! second, plain implementation of its rule. The audit of each strategy must have the expected
//! results.

use std::convert::Infallible;

use perfectplay::audit::AuditError;
use perfectplay::level::Strategy;
use perfectplay::tictactoe::State;
use perfectplay::tictactoe::{Status, TicTacToe, records};
use perfectplay::{Game, Level, Move, Moves, Player, Value, audit, lookup, solve};
use perfectplay_games::tictactoe::{CornerFirst, TrapAvoider};

/// A player of tic-tac-toe.
type AnyPlayer = dyn Strategy<State, Error = Infallible>;

/// A board as nine characters, `X`, `O` or `.`.
type Board = [char; 9];

const LINES: [[usize; 3]; 8] = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
    [0, 4, 8],
    [2, 4, 6],
];

fn board(state: State) -> Board {
    let text: Vec<char> = state.to_string().chars().filter(|&c| c != '/').collect();
    text.try_into().unwrap()
}

fn empty(board: &Board) -> Vec<usize> {
    (0..9).filter(|&cell| board[cell] == '.').collect()
}

/// Returns the cells in which the player wins at once. For each line that the player can complete,
/// the list contains the free cell of this line. A cell that completes two lines occurs twice.
fn wins(board: &Board, player: char) -> Vec<usize> {
    let mut wins = Vec::new();
    for line in LINES {
        let held = line.iter().filter(|&&cell| board[cell] == player).count();
        let free: Vec<usize> = line
            .into_iter()
            .filter(|&cell| board[cell] == '.')
            .collect();
        if held == 2 && free.len() == 1 {
            wins.push(free[0]);
        }
    }
    wins
}

/// Returns the number of cells in which the player wins at once.
fn winning_cells(board: &Board, player: char) -> usize {
    let mut cells = wins(board, player);
    cells.sort();
    cells.dedup();
    cells.len()
}

fn trap_avoider(board: &Board, own: char, theirs: char, published: bool) -> Vec<usize> {
    let marks: Vec<usize> = (0..9).filter(|&cell| board[cell] != '.').collect();
    if let [mark] = marks[..] {
        return match mark {
            4 => vec![0, 2, 6, 8],
            0 | 2 | 6 | 8 => vec![4],
            1 => vec![0],
            3 => vec![6],
            5 => vec![2],
            _ => vec![6],
        };
    }
    for player in [own, theirs] {
        if let Some(cell) = wins(board, player).into_iter().min() {
            return vec![cell];
        }
    }
    let mut judged = *board;
    for candidate in empty(board) {
        judged[candidate] = own;
        let threats = wins(&judged, own);
        if threats.is_empty() {
            let trapped = empty(&judged).into_iter().any(|reply| {
                let mut after = judged;
                after[reply] = theirs;
                winning_cells(&after, theirs) >= 2
            });
            if !trapped {
                return vec![candidate];
            }
            judged[candidate] = '.';
        } else {
            let mut after = judged;
            after[threats[0]] = theirs;
            if winning_cells(&after, theirs) <= 1 {
                return vec![candidate];
            }
            if !published {
                judged[candidate] = '.';
            }
        }
    }
    empty(board)
}

fn corner_first(board: &Board, own: char, theirs: char) -> Vec<usize> {
    for player in [own, theirs] {
        if let Some(&cell) = wins(board, player).first() {
            return vec![cell];
        }
    }
    if board[4] == '.' {
        return vec![4];
    }
    let holds_both = |a: usize, b: usize| board[a] == theirs && board[b] == theirs;
    if holds_both(0, 8) || holds_both(2, 6) {
        for edge in [1, 7] {
            if board[edge] == '.' {
                return vec![edge];
            }
        }
    }
    for (a, b) in [(0, 8), (2, 6)] {
        if board[a] == '.' && board[b] == '.' {
            return vec![a, b];
        }
    }
    for line in LINES {
        if line.iter().all(|&cell| board[cell] != theirs) {
            for cell in line {
                if board[cell] == '.' {
                    return vec![cell];
                }
            }
        }
    }
    empty(board)[..1].to_vec()
}

fn mask(cells: Vec<usize>) -> Moves {
    Moves::from_bits(cells.into_iter().map(|cell| 1 << cell).sum())
}

#[test]
fn rule_based_players_follow_their_rules() {
    for (state, _) in records().filter(|(state, _)| !state.status().is_over()) {
        let (own, theirs) = match state.to_move() {
            Player::First => ('X', 'O'),
            Player::Second => ('O', 'X'),
        };
        let board = board(state);
        let published = mask(trap_avoider(&board, own, theirs, true));
        assert_eq!(
            TrapAvoider::Published.choices(state),
            Ok(published),
            "{state}"
        );
        let corrected = mask(trap_avoider(&board, own, theirs, false));
        assert_eq!(
            TrapAvoider::Corrected.choices(state),
            Ok(corrected),
            "{state}"
        );
        let corner_first = mask(corner_first(&board, own, theirs));
        assert_eq!(CornerFirst.choices(state), Ok(corner_first), "{state}");
    }
}

#[test]
fn rule_based_players_choose_only_legal_moves() {
    let strategies: [&AnyPlayer; 3] = [
        &TrapAvoider::Published,
        &TrapAvoider::Corrected,
        &CornerFirst,
    ];
    for strategy in strategies {
        for state in State::all() {
            let Ok(choices) = strategy.choices(state);
            assert!(choices.is_subset(state.legal()), "{state}");
            assert_eq!(choices.is_empty(), state.status().is_over(), "{state}");
        }
    }
}

/// In some states, the two variants of the strategy `TrapAvoider` choose different moves. They also
/// lose different games.
#[test]
fn the_published_variant_plays_differently() {
    let differ = records()
        .filter(|&(state, _)| {
            TrapAvoider::Published.choices(state) != TrapAvoider::Corrected.choices(state)
        })
        .count();
    assert!(differ > 0);
    for side in [Player::First, Player::Second] {
        let lines = |strategy| {
            let audit = audit(&TicTacToe, &strategy, side).unwrap();
            audit.games().unwrap().losing_lines().collect::<Vec<_>>()
        };
        assert_ne!(lines(TrapAvoider::Published), lines(TrapAvoider::Corrected));
    }
}

/// Computes by plain recursion the probability that the best opponent beats a strategy.
fn beaten(strategy: &AnyPlayer, side: Player, state: State) -> f64 {
    match state.status() {
        Status::Won(winner) => return f64::from(u8::from(winner != side)),
        Status::Drawn => return 0.0,
        Status::Ongoing => {}
    }
    let own = state.to_move() == side;
    let moves = if own {
        strategy.choices(state).unwrap()
    } else {
        state.legal()
    };
    let after = moves
        .iter()
        .map(|mv| (mv, beaten(strategy, side, state.play(mv.index()).unwrap())));
    if own {
        after
            .map(|(mv, chance)| strategy.probability(state, mv).unwrap() * chance)
            .sum()
    } else {
        after.map(|(_, chance)| chance).fold(0.0, f64::max)
    }
}

#[test]
fn audits_give_the_known_figures() {
    // The games won, drawn and lost, the missed wins, the blunders, and the probability of being
    // beaten.
    type Figures = (u64, u64, u64, u64, u64, f64);
    let cases: [(&AnyPlayer, Player, Figures); 6] = [
        (
            &TrapAvoider::Published,
            Player::First,
            (95, 22, 6, 8, 9, 1.0),
        ),
        (
            &TrapAvoider::Published,
            Player::Second,
            (472, 272, 4, 7, 10, 1.0),
        ),
        (
            &TrapAvoider::Corrected,
            Player::First,
            (97, 22, 4, 8, 8, 1.0),
        ),
        (
            &TrapAvoider::Corrected,
            Player::Second,
            (480, 272, 5, 7, 8, 1.0),
        ),
        (&CornerFirst, Player::First, (156, 16, 0, 4, 4, 0.0)),
        (&CornerFirst, Player::Second, (556, 184, 20, 0, 10, 0.5)),
    ];
    for (strategy, side, figures) in cases {
        let audit = audit(&TicTacToe, strategy, side).unwrap();
        let games = audit.games().unwrap();
        assert_eq!(
            (
                games.won,
                games.drawn,
                games.lost,
                audit.missed_wins(),
                audit.blunders(),
                games.beaten_with_probability,
            ),
            figures,
        );
        assert_eq!(audit.is_unbeatable(), figures.2 == 0);
        let chance = beaten(strategy, side, State::EMPTY);
        assert!((games.beaten_with_probability - chance).abs() < 1e-12);
        assert_eq!(games.losing_lines().count() as u64, games.lost);
        let lines = games.losing_lines();
        assert!(lines.is_sorted_by_key(|line| (line.moves.len(), line.moves)));
    }
}

#[test]
fn losing_lines_can_be_played_and_lose() {
    for side in [Player::First, Player::Second] {
        let audit = audit(&TicTacToe, &TrapAvoider::Published, side).unwrap();
        for line in audit.games().unwrap().losing_lines() {
            let mut state = line.start;
            for mv in line.moves {
                if state.to_move() == side {
                    let Ok(choices) = TrapAvoider::Published.choices(state);
                    assert!(choices.contains(mv));
                }
                state = state.play(mv.index()).unwrap();
            }
            assert_eq!(state.status(), Status::Won(side.other()));
        }
    }
}

/// A strategy that calls a function to choose its moves.
struct Chooses<F>(F);

impl<F: Fn(State) -> Moves> Strategy<State> for Chooses<F> {
    type Error = Infallible;

    fn choices(&self, state: State) -> Result<Moves, Infallible> {
        Ok((self.0)(state))
    }
}

#[test]
fn a_strategy_that_breaks_the_rules_is_refused() {
    let nothing = Chooses(|_| Moves::EMPTY);
    let state = State::EMPTY;
    let error = audit(&TicTacToe, &nothing, Player::First).unwrap_err();
    assert_eq!(error, AuditError::NoChoice { state });
    assert_eq!(
        error.to_string(),
        "the player chooses no move in State(.../.../...)"
    );

    let stubborn = Chooses(|_| Moves::from_bits(1));
    let error = audit(&TicTacToe, &stubborn, Player::Second).unwrap_err();
    let AuditError::Illegal { state, moves, .. } = error else {
        panic!("expected an illegal move, found {error}");
    };
    assert_eq!(moves.bits(), 1);
    assert!(state.cell(0).is_some() && lookup(state).is_some());
    assert_eq!(
        error.to_string(),
        "the player chooses {0} in State(X../.../...), where only {1, 2, 3, 4, 5, 6, 7, 8} \
         are legal"
    );
}

#[test]
fn an_audit_shows_its_figures() {
    let second = audit(&TicTacToe, &CornerFirst, Player::Second).unwrap();
    assert_eq!(
        format!("{second:?}"),
        "Audit { side: Second, states: 784, missed_wins: 0, blunders: 10, .. }"
    );
    assert_eq!(
        format!("{:?}", second.games().unwrap()),
        "Games { won: 556, drawn: 184, lost: 20, beaten_with_probability: 0.5, .. }"
    );
}

/// A game with a heap, from which a player takes one or two things. The player who takes the last
/// thing wins. There are three starts.
struct Heap;

impl Heap {
    const STARTS: [u8; 3] = [5, 2, 4];
}

impl Game for Heap {
    type State = u8;

    fn move_count(&self) -> u32 {
        2
    }

    fn start(&self) -> u8 {
        Self::STARTS[0]
    }

    fn other_starts(&self) -> impl Iterator<Item = u8> {
        Self::STARTS.into_iter().skip(1)
    }

    fn outcome(&self, left: u8) -> Option<Value> {
        (left == 0).then_some(Value::Loss)
    }

    fn legal(&self, left: u8) -> Moves {
        Moves::first_n(left.min(2).into())
    }

    fn play(&self, left: u8, mv: Move) -> u8 {
        left - mv.index() - 1
    }

    fn key(&self, left: u8) -> u64 {
        left.into()
    }
}

/// Lists every course of play from a heap of `left` objects. An item contains the moves, and
/// whether the audited player wins. `own` tells whether the audited player is to move.
fn games(left: u8, own: bool) -> Vec<(Vec<u8>, bool)> {
    if left == 0 {
        return vec![(Vec::new(), !own)];
    }
    let moves = (0..2).filter(|&mv| mv < left);
    let games = moves.flat_map(|mv| {
        let games = games(left - mv - 1, !own).into_iter();
        games.map(move |(moves, wins)| ([vec![mv], moves].concat(), wins))
    });
    games.collect()
}

/// Returns the probability that a random player loses against the best replies. `own` tells whether
/// the random player is to move.
fn lost(left: u8, own: bool) -> f64 {
    if left == 0 {
        return f64::from(u8::from(own));
    }
    let after = (1..=left.min(2)).map(|taken| lost(left - taken, !own));
    if own {
        let moves = f64::from(left.min(2));
        after.sum::<f64>() / moves
    } else {
        after.fold(0.0, f64::max)
    }
}

#[test]
fn an_audit_begins_at_every_start() {
    let solution = solve(&Heap).unwrap();
    let random = Level::Random.on(&solution);
    for side in Player::BOTH {
        let own = side == Player::First;
        let audit = audit(&solution, &random, side).unwrap();
        let mut won = 0;
        let mut lines = Vec::new();
        for (order, start) in Heap::STARTS.into_iter().enumerate() {
            for (moves, wins) in games(start, own) {
                if wins {
                    won += 1;
                } else {
                    lines.push((moves.len(), order, moves));
                }
            }
        }
        lines.sort();
        let lines: Vec<_> = lines
            .into_iter()
            .map(|(_, order, moves)| (Heap::STARTS[order], moves))
            .collect();
        let games_of_audit = audit.games().unwrap();
        let told = games_of_audit.losing_lines();
        let told: Vec<_> = told
            .map(|line| {
                (
                    line.start,
                    line.moves.into_iter().map(Move::index).collect(),
                )
            })
            .collect();
        assert_eq!(told, lines);
        let counts = (
            games_of_audit.won,
            games_of_audit.drawn,
            games_of_audit.lost,
        );
        assert_eq!(counts, (won, 0, lines.len() as u64));
        let worst = Heap::STARTS.map(|start| lost(start, own));
        let worst = worst.into_iter().fold(0.0, f64::max);
        assert!((games_of_audit.beaten_with_probability - worst).abs() < 1e-12);

        let shortest = audit.refutation().unwrap();
        assert_eq!(shortest.moves.len(), lines[0].1.len());
    }
}
