//! A game with its table, for a web page that asks for the states of the game one by one.

use perfectplay::oracle::MoveSearch;
use perfectplay::{Player, Value};
use perfectplay_any::{Answer, AnyTable, Error, Playbook, Position};
use perfectplay_present::scene::{About, BoardCatalogue, Scene};
use serde::Serialize;

/// A game with its table or a playbook. Collects all pieces, moves and lines that have occurred in its states so far.
pub(crate) struct GameSession {
    /// The table. If the game is not solved, the table contains no states, and the page uses only the rules of its
    /// game.
    pub table: AnyTable,
    is_solved: bool,
    book: Option<Playbook>,
    /// The search for proofs. `.0` is the state whose moves are being proved; `.1` is the progress of the proofs.
    search: (String, MoveSearch),
    look: BoardCatalogue,
    /// How many pieces, moves and lines `look` contained when the page last received them.
    told: usize,
}

/// The mark before the text of a state in which the second player is to move. The mark is used in games whose
/// states do not say whose turn it is.
const SECOND: char = '~';

#[derive(Debug, Serialize)]
pub(crate) struct GameSummary {
    #[serde(flatten)]
    about: About,
    /// The number of states in the table, or the number of entries in the playbook.
    size: u64,
    start: String,
    /// The sides that the playbook plays; `None` if the game has no playbook.
    #[serde(skip_serializing_if = "Option::is_none")]
    playbook: Option<Vec<u8>>,
}

#[derive(Debug, Serialize)]
pub(crate) struct StateView {
    #[serde(flatten)]
    scene: Scene,
    mover: u8,
    worth: Option<ValueView>,
    moves: Vec<MoveView>,
    /// The move of the playbook in this state; `None` if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    book: Option<u8>,
    /// The description of the game, if it has changed since the last answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    about: Option<About>,
}

/// The value of a state for the player to move.
#[derive(Clone, Copy, Debug, Serialize)]
struct ValueView {
    value: Value,
    distance: Option<u32>,
    /// The way in which an oracle found the value; `None` if the value is not from an oracle.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    /// The number of states that an oracle searched to find the value; `None` if the value is not from an
    /// oracle.
    nodes: Option<u64>,
}

/// What an oracle has found out about a state so far.
#[derive(Debug, Serialize)]
pub(crate) struct ProofView {
    #[serde(flatten)]
    view: StateView,
    /// Whether the values of all moves are proved.
    done: bool,
}

impl ValueView {
    const fn new(value: Value, distance: Option<u32>) -> Self {
        Self {
            value,
            distance,
            source: None,
            nodes: None,
        }
    }

    /// Returns the value of a state in which the game is over. If the game is not over, returns a draw without a
    /// distance, because the value is unknown.
    fn without_table(position: &Position<'_>) -> Self {
        let outcome = position.outcome();
        Self::new(outcome.unwrap_or(Value::Draw), outcome.map(|_| 0))
    }
}

#[derive(Debug, Serialize)]
struct MoveView {
    /// The index of the move in the list of all moves of the game.
    kind: u64,
    to: String,
    /// The player to move in the state `to`.
    mover: u8,
    /// The value of the state `to`, for the player to move in `to`.
    worth: Option<ValueView>,
}

impl GameSession {
    pub fn new(table: AnyTable) -> Self {
        let look = BoardCatalogue::of_random_games(&table);
        Self {
            told: look.len(),
            look,
            table,
            is_solved: true,
            book: None,
            search: Default::default(),
        }
    }

    /// Creates a game without values: the page can play its moves, but does not know which moves are good.
    pub fn unsolved(table: AnyTable) -> Self {
        Self {
            is_solved: false,
            ..Self::new(table)
        }
    }

    /// Creates a game that is played by a playbook. The table may be empty.
    pub fn by_the_book(table: AnyTable, book: Playbook) -> Self {
        Self {
            book: Some(book),
            ..Self::unsolved(table)
        }
    }

    /// Returns the description of the game, with all pieces, moves and lines that were seen so far in the
    /// states of the game.
    pub fn about(&self) -> GameSummary {
        let about = self.look.about(self.table.info());
        let book = self.book.as_ref().map(Playbook::data);
        GameSummary {
            about: match book {
                Some(_) => about.by_a_playbook(),
                None => about,
            },
            size: book.map_or(self.table.states(), |book| book.states().into()),
            start: token(&self.table.start(), Player::First),
            playbook: book.map(|book| book.sides().map(|side| side as u8).collect()),
        }
    }

    pub fn state(&mut self, state: &str) -> Result<StateView, Error> {
        let (text, by_turns) = without_mark(state);
        let position = self.table.parse(text)?;
        let answer = self.is_solved.then(|| position.answer()).transpose()?;
        let own = self.book.as_ref().and_then(|book| book.choose(&position));
        let about = self.table.info();
        let view = StateView::new(&mut self.look, &position, by_turns, answer.as_ref())?;
        let is_more = self.look.len() > self.told;
        self.told = self.look.len();
        Ok(StateView {
            book: own.map(Into::into),
            about: is_more.then(|| self.look.about(about)),
            ..view
        })
    }

    /// Continues to prove the values of the moves of a state. Returns the values that have been found so far.
    pub fn prove(&mut self, state: &str) -> Result<ProofView, Error> {
        let (text, by_turns) = without_mark(state);
        let position = self.table.parse(text)?;
        if self.search.0 != state {
            self.search = (state.to_owned(), MoveSearch::default());
        }
        let answer = position.answer_so_far(&mut self.search.1)?;
        if let Some(problem) = &answer.problem {
            return Err(Error::Flaw(format!("no game reaches {text}: {problem}")));
        }
        Ok(ProofView {
            view: StateView::new(&mut self.look, &position, by_turns, Some(&answer))?,
            done: answer.unproved.is_empty(),
        })
    }

    /// Plays a random game, and returns one of its states.
    pub fn draw(&self, bits: u64) -> String {
        /// The greatest number of moves.
        const PLIES: u64 = 200;
        let (mut position, mut mover) = (self.table.start(), Player::First);
        let mut met = vec![token(&position, mover)];
        for ply in 0..PLIES {
            let next = position.random_move(bits.rotate_left(8) ^ ply);
            let Some(after) = next.and_then(|mv| position.play(mv)) else {
                break;
            };
            mover = after.mover().unwrap_or(mover.other());
            met.push(token(&after, mover));
            position = after;
        }
        let number = bits % met.len() as u64;
        met.swap_remove(number as usize)
    }
}

impl StateView {
    /// Describes a state. `answer` is what is known about the values of the state and its moves; it is `None` if
    /// nothing is known.
    fn new(
        look: &mut BoardCatalogue,
        position: &Position<'_>,
        by_turns: Player,
        answer: Option<&Answer<'_>>,
    ) -> Result<Self, Error> {
        let mover = position.mover().unwrap_or(by_turns);
        let worth = match answer {
            // A board that the rules refuse gets no value. So no page accepts such a board from a link.
            None => position
                .why_unreachable()
                .is_none()
                .then(|| ValueView::without_table(position)),
            Some(answer) => answer
                .verdict
                .map(|(value, distance)| ValueView::new(value, distance)),
        };
        let scene = look.see(position);
        let legal = position.legal();
        let mut moves = Vec::with_capacity(legal.len() as usize);
        for (mv, kind) in legal.iter().zip(look.see_moves(position, legal)) {
            let after = position.play(mv).ok_or_else(|| position.no_record())?;
            let next = after.mover().unwrap_or(mover.other());
            // A choice has the value for the player who makes the move, and its distance includes the move.
            let worth = match answer {
                None => Some(ValueView::without_table(&after)),
                Some(answer) => answer.choice_of(mv).map(|choice| ValueView {
                    value: if next == mover {
                        choice.value
                    } else {
                        choice.value.flip()
                    },
                    distance: choice.distance.map(|plies| plies.saturating_sub(1)),
                    source: choice.found.map(|(source, _)| source.name()),
                    nodes: choice.found.map(|(_, nodes)| nodes),
                }),
            };
            moves.push(MoveView {
                kind,
                to: token(&after, next),
                mover: next as u8,
                worth,
            });
        }
        Ok(Self {
            scene,
            mover: mover as u8,
            worth,
            moves,
            book: None,
            about: None,
        })
    }
}

/// Removes the mark of the second player, if there is one, from the text of a state. Returns the text without the mark,
/// and the player to move according to the mark. If the state itself says whose turn it is, the caller must ignore the
/// returned player.
fn without_mark(state: &str) -> (&str, Player) {
    match state.strip_prefix(SECOND) {
        Some(text) => (text, Player::Second),
        None => (state, Player::First),
    }
}

/// Returns the text that stands for a state in the messages between the page and the module. This text begins with `~`
/// if the second player is to move and the state itself does not say so.
fn token(position: &Position<'_>, mover: Player) -> String {
    match (position.mover(), mover) {
        (None, Player::Second) => format!("{SECOND}{position}"),
        _ => position.text(),
    }
}
