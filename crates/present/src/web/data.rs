//! The data in a web page on which people play one game. `web/README.md` describes the format of these data.

use std::collections::HashMap;
use std::io::{self, Write as _};
use std::iter;
use std::ops::ControlFlow;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use indicatif::HumanCount;
use perfectplay::graph::{ExploreError, Explored, Graph, Node, NodeKind, Nodes, explore};
use perfectplay::{Analysis, Game, Move, Player, Value};
use perfectplay_any::{AnyTable, Error, Phase, Playbook, Position, Progress, Solve, Watch};
use serde::Serialize;

use super::met::PlaybookPositions;
use crate::scene::{About, BoardCatalogue, Scene};

/// The data in a web page on which people play one game. The data contain every state and every move, but no rules.
#[derive(Serialize)]
pub struct GameData {
    /// The description of the game.
    #[serde(flatten)]
    pub about: About,
    /// The sides that a playbook plays; `None` if the page plays by a table. A page that plays by a playbook does
    /// not know the values of moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) playbook: Option<Vec<u8>>,
    /// The text of each state, if the game has no board; otherwise empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    texts: Vec<String>,
    states: usize,
    data: String,
    #[serde(skip)]
    start: PageStart,
    /// Facts about the game for the gallery, which is a page with links to the pages of several games. `None` if the
    /// page of this game plays by a playbook.
    #[serde(skip)]
    shown: Option<GalleryFacts>,
}

/// Facts about one game for the gallery, which is a page with links to the pages of several games. The gallery also
/// shows the start of the game.
#[derive(Clone, Serialize)]
struct GalleryFacts {
    /// The state in the middle of a line of best moves from the start.
    sample: SampledPosition,
    puzzles: bool,
}

#[derive(Clone, Serialize)]
struct SampledPosition {
    #[serde(flatten)]
    scene: Scene,
    mover: u8,
    /// One entry for each earlier move that covered several squares, such as the move of a domino. An entry lists these
    /// squares, and names the player who made the move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    covered: Vec<Covered>,
}

#[derive(Clone, Serialize)]
struct Covered {
    covers: Vec<u8>,
    player: u8,
}

/// The start of a game, which the page shows while the table is loading.
#[derive(Clone, Serialize)]
struct PageStart {
    entries: u64,
    #[serde(flatten)]
    scene: Scene,
    mover: u8,
    worth: PageValue,
    /// The legal moves at the start, as indexes in the list of all moves.
    moves: Vec<u64>,
}

#[derive(Clone, Copy, Serialize)]
struct PageValue {
    value: Value,
    distance: Option<u32>,
    /// The number of moves that the winner makes in best play. This field is set only for the start, and only if the
    /// game has extra turns.
    #[serde(skip_serializing_if = "Option::is_none")]
    fewest: Option<u32>,
}

impl PageValue {
    const fn new(analysis: &Analysis) -> Self {
        Self {
            value: analysis.value(),
            distance: analysis.distance(),
            fewest: None,
        }
    }

    /// Returns the value and the distance of a state in which the game is over. If the game is not over, the
    /// value and the distance are placeholders.
    fn finished(outcome: Option<Value>) -> Self {
        Self {
            value: outcome.unwrap_or(Value::Draw),
            distance: outcome.map(|_| 0),
            fewest: None,
        }
    }
}

/// The description of a game, and its start.
#[derive(Serialize)]
pub struct Beginning {
    #[serde(flatten)]
    about: About,
    #[serde(skip_serializing_if = "Option::is_none")]
    playbook: Option<Vec<u8>>,
    start: PageStart,
}

/// What the gallery shows about one game. The gallery is a page with links to the pages of several games.
#[derive(Serialize)]
pub struct GalleryEntry {
    #[serde(flatten)]
    beginning: Beginning,
    #[serde(flatten)]
    shown: Option<GalleryFacts>,
}

/// Reports to `watch`, once for every `PERIOD` states, how many states have been processed.
fn tell(watch: Watch<'_>, phase: Phase, done: u32, total: usize) -> Result<(), Error> {
    const PERIOD: u32 = 1024;
    if done % PERIOD != 0 {
        return Ok(());
    }
    let progress = Progress::of_states(phase, done.into(), total as u64);
    match watch(progress) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(Error::Stopped),
    }
}

impl GameData {
    /// Returns an error if the table has too many states for a page.
    ///
    /// # Errors
    /// Fails when the table has too many states.
    pub fn expect_few(table: &AnyTable) -> Result<(), Error> {
        if table.states() <= Solve::LIMIT {
            return Ok(());
        }
        Err(Error::Format(format!(
            "{} has {} states, too many for a page",
            table.info().spec,
            HumanCount(table.states())
        )))
    }

    /// Collects all states that can be reached from the start of the game. If the page plays by a playbook, collects
    /// only the states that can occur while the book plays one side. If the page plays by a playbook, the values of the
    /// states stay unknown.
    ///
    /// # Errors
    /// Fails when the table cannot be read, the rules contradict it, there are too many states for a page, or `watch`
    /// stops the work.
    pub fn new(table: &AnyTable, book: Option<&Playbook>, watch: Watch<'_>) -> Result<Self, Error> {
        let (info, game, first) = (table.info(), table.game(), table.start());
        if book.is_none() {
            Self::expect_few(table)?;
        }
        let by_book = book.map(|book| PlaybookPositions::new(book, table));
        let by_book = by_book.transpose()?;
        let mut look = BoardCatalogue::new(info);
        let mut columns = PackedColumns::default();
        let mut texts = Vec::new();
        let mut start = None;
        let mut puzzles = Vec::new();
        let mut worths = Vec::new();

        // If a state does not say whose turn it is, the page has this state once for each player.
        let start_state = iter::once(first.state());
        let explored = explore(game, start_state, Nodes::StatesAndMovers, |node| {
            let Node { state, mover, .. } = node;
            tell(watch, Phase::Finding, node.number, 0)?;
            if let Some(value) = game.outcome(state) {
                return Ok(NodeKind::Over(value));
            }
            let (position, mover) = (table.position(state), mover.unwrap_or(Player::First));
            Ok(NodeKind::On(match &by_book {
                None => position.legal(),
                Some(players) => players.moves(game.key(state), mover, &position)?.0,
            }))
        });
        let explored = explored.map_err(|error| match error {
            ExploreError::Visit(failure) => failure,
            error => Error::Format(format!("the states have no keys: {error}")),
        });
        let Explored { graph, states } = explored?;
        // States and entries are numbered in the order in which they are met. A step to a state is stored as
        // the count of the states met so far minus the number of this state.
        let (mut met, mut entries) = (1, HashMap::new());
        for (node, &state) in (0..).zip(states.as_slice()) {
            tell(watch, Phase::Writing, node, states.len())?;
            let position = table.position(state);
            let mover = graph.mover(node).unwrap_or(Player::First);
            let (worth, legal) = match &by_book {
                None => {
                    let analysis = position.record()?;
                    if is_puzzle(&analysis) {
                        puzzles.push((analysis, node));
                    }
                    (PageValue::new(&analysis), analysis.legal())
                }
                Some(players) => {
                    let (moves, own) = players.moves(game.key(state), mover, &position)?;
                    let before = |own: Move| moves.iter().take_while(|&mv| mv != own).count();
                    columns
                        .books
                        .push(own.map_or(0, |own| before(own) as u8 + 1));
                    // If the game is not over, the value is unknown.
                    (PageValue::finished(position.outcome()), moves)
                }
            };
            let next = entries.len();
            let entry = *entries.entry(state).or_insert(next);
            push_number(&mut columns.entries, (next - entry) as u64);
            let scene = look.see(&position);
            columns.boards.extend(&scene.squares);
            columns.movers.push(mover as u8);
            for number in scene.points.into_iter().flatten() {
                push_number(&mut columns.points, number.into());
            }
            columns.values.push(match worth.value {
                Value::Loss => 0,
                Value::Draw => 1,
                Value::Win => 2,
            });
            worths.push(worth);
            let distance = worth.distance.map_or(0, |plies| u64::from(plies) + 1);
            push_number(&mut columns.distances, distance);
            let moves = look.see_moves(&position, legal);
            columns.counts.push(moves.len() as u8);
            texts.extend(scene.text.clone());
            for &kind in &moves {
                push_number(&mut columns.kinds, kind);
            }
            for step in graph.steps(node) {
                push_number(&mut columns.steps, (met - step.to).into());
                met = met.max(step.to + 1);
            }
            start.get_or_insert(PageStart {
                entries: 0,
                scene,
                mover: mover as u8,
                worth,
                moves,
            });
        }
        let mut start = start.ok_or_else(|| first.no_record())?;
        start.entries = entries.len() as u64;
        if info.has_extra_turns && by_book.is_none() {
            start.worth.fewest = fewest_moves(&graph, &worths);
        }
        let shown = match &by_book {
            Some(_) => None,
            None => Some(GalleryFacts {
                puzzles: !puzzles.is_empty(),
                sample: {
                    let sample = sample(&first, &mut look)?;
                    let tense = tense(&puzzles).filter(|_| sample.covered.is_empty());
                    match tense {
                        None => sample,
                        Some(node) => SampledPosition {
                            scene: look.see(&table.position(states.as_slice()[node as usize])),
                            mover: graph.mover(node).unwrap_or(Player::First) as u8,
                            covered: Vec::new(),
                        },
                    }
                },
            }),
        };
        let about = look.about(info);
        let (about, sides) = match by_book {
            Some(players) => {
                let sides = players.sides().map(|side| side as u8);
                (about.by_a_playbook(), Some(sides.collect()))
            }
            None => (about, None),
        };
        Ok(Self {
            about,
            playbook: sides,
            texts,
            states: states.len(),
            data: columns.packed()?,
            start,
            shown,
        })
    }

    /// Returns the description and the start of the game, for a page whose table is in a file beside the page.
    pub fn beginning(&self) -> Beginning {
        Beginning {
            about: self.about.clone(),
            playbook: self.playbook.clone(),
            start: self.start.clone(),
        }
    }

    /// Returns what the gallery shows about this game.
    pub fn picture(&self) -> GalleryEntry {
        let mut beginning = self.beginning();
        beginning.about = beginning.about.without_moves();
        beginning.start.moves.clear();
        GalleryEntry {
            beginning,
            shown: self.shown.clone(),
        }
    }

    /// Returns the number of states on the page. If a state does not say whose turn it is, the page may contain it
    /// twice: once for each player to move.
    pub const fn states(&self) -> usize {
        self.states
    }

    /// Returns the number of different states on the page. A state counts once, even if the page contains it for
    /// each player to move.
    pub const fn entries(&self) -> u64 {
        self.start.entries
    }
}

/// Returns the number of moves that the winner makes in best play from the start. Among the best moves, the winner
/// chooses a move that makes this number as small as possible, and the loser chooses a move that makes it as large as
/// possible. The script `web/extra.js` computes this number for every state, and must agree with this function. Returns
/// `None` if the start is a draw.
fn fewest_moves(graph: &Graph, worths: &[PageValue]) -> Option<u32> {
    let decided = |&node: &u32| worths[node as usize].value != Value::Draw;
    let distance = |node: u32| worths[node as usize].distance;
    let mut nodes: Vec<u32> = (0..).take(worths.len()).filter(decided).collect();
    nodes.sort_unstable_by_key(|&node| distance(node));
    let mut fewest = vec![None; worths.len()];
    for node in nodes {
        let value = worths[node as usize].value;
        let counts = graph.steps(node).filter_map(|step| {
            let after = worths[step.to as usize].value;
            let is_mine = graph.is_extra_turn(node, step.to);
            let is_best = (after == value) == is_mine
                && distance(step.to).map(|plies| plies + 1) == distance(node);
            fewest[step.to as usize].filter(|_| is_best)
        });
        fewest[node as usize] = match value {
            Value::Win => counts.min().map(|count| count + 1),
            _ => counts.max(),
        }
        .or((distance(node) == Some(0)).then_some(0));
    }
    fewest[0]
}

/// Returns whether a state is a puzzle. A puzzle has at least three legal moves, of which exactly one keeps the win or
/// the draw. In a puzzle, the end of the game is at least three plies away. `web/puzzles.js` has the same rule.
fn is_puzzle(analysis: &Analysis) -> bool {
    let keeping = match analysis.value() {
        Value::Win => analysis.winning(),
        Value::Draw => analysis.neutral(),
        Value::Loss => return false,
    };
    keeping.len() == 1
        && analysis.legal().len() > 2
        && analysis.distance().is_some_and(|plies| plies >= 3)
}

/// Returns a puzzle in which the player to move wins in five to seven plies. If `puzzles` contains several such
/// puzzles, returns the middle one of them.
fn tense(puzzles: &[(Analysis, u32)]) -> Option<u32> {
    let is_tense = |(analysis, _): &&(Analysis, u32)| {
        let distance = analysis.distance();
        analysis.value() == Value::Win && distance.is_some_and(|plies| (5..=7).contains(&plies))
    };
    let tense: Vec<_> = puzzles.iter().filter(is_tense).collect();
    tense.get(tense.len() / 2).map(|&&(_, node)| node)
}

/// Returns the state in the middle of a line of best moves from the start.
fn sample(first: &Position<'_>, look: &mut BoardCatalogue) -> Result<SampledPosition, Error> {
    let line = first.best_play()?.plies;
    let mover_of = |position: &Position<'_>, ply: usize| {
        position.mover().unwrap_or(Player::BOTH[ply % 2]) as u8
    };
    let (middle, mut position, mut covered) = (line.len() / 2, first, Vec::new());
    for (ply, (mv, after)) in line[..middle].iter().enumerate() {
        let covers = look.covers(position, *mv);
        if !covers.is_empty() {
            let player = mover_of(position, ply);
            covered.push(Covered { covers, player });
        }
        position = after;
    }
    Ok(SampledPosition {
        scene: look.see(position),
        mover: mover_of(position, middle),
        covered,
    })
}

/// Appends a number in groups of seven bits, the lowest group first. Each group takes a byte, and the eighth bit of the
/// byte is set if another group follows.
fn push_number(column: &mut Vec<u8>, mut number: u64) {
    while number > 127 {
        column.push(number as u8 | 128);
        number >>= 7;
    }
    column.push(number as u8);
}

/// The data of all states, stored as one column for each field. Numbers that may exceed a byte are stored by
/// [`push_number`].
#[derive(Default)]
struct PackedColumns {
    boards: Vec<u8>,
    movers: Vec<u8>,
    entries: Vec<u8>,
    points: Vec<u8>,
    values: Vec<u8>,
    distances: Vec<u8>,
    counts: Vec<u8>,
    kinds: Vec<u8>,
    steps: Vec<u8>,
    /// The move of the book for each state; empty if the page plays by a table.
    books: Vec<u8>,
}

impl PackedColumns {
    /// Compresses all columns, and returns them as text in base 64.
    fn packed(&self) -> io::Result<String> {
        // The best compression would take more than ten times as long, and would save only one percent.
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
        for column in [
            &self.boards,
            &self.movers,
            &self.entries,
            &self.points,
            &self.values,
            &self.distances,
            &self.counts,
            &self.kinds,
            &self.steps,
            &self.books,
        ] {
            encoder.write_all(column)?;
        }
        Ok(STANDARD.encode(encoder.finish()?))
    }
}
