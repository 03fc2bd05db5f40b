//! A game of any kind in progress.

use perfectplay::{Player, Seat, Value};

use crate::series::{Contest, Ending};
use crate::solved_game::{SolvedGame, written};
use crate::state_view::StateView;

/// How often a state may stand on the board: then the game is drawn.
const REPETITIONS: usize = 3;

/// One game in progress: who plays, what was played, and what was taken back.
///
/// The players are called A and B, whoever moves first.
pub struct Round<'b> {
    book: &'b dyn SolvedGame,
    /// The seats of A and of B.
    seats: [Seat; 2],
    first: Player,
    /// The state at the start and after each move, the ones taken back behind the others.
    views: Vec<StateView>,
    played: usize,
}

impl<'b> Round<'b> {
    pub fn new(book: &'b dyn SolvedGame, seats: [Seat; 2], first: Player) -> Self {
        Self {
            book,
            seats,
            first,
            views: vec![view(book, &book.start())],
            played: 0,
        }
    }

    /// What is known of the board.
    pub fn view(&self) -> &StateView {
        &self.views[self.played]
    }

    /// Whose turn it is.
    pub fn mover(&self) -> Player {
        self.mover_at(self.played)
    }

    /// Whether the same state stands on the board for the third time.
    pub fn is_repetition(&self) -> bool {
        let now = &self.view().state;
        let before = &self.views[..=self.played];
        before.iter().filter(|view| view.state == *now).count() >= REPETITIONS
    }

    pub fn is_over(&self) -> bool {
        self.ending().is_some()
    }

    /// The move that somebody names: as it is written, or in letters of the other case
    /// where only one move is so.
    pub fn find(&self, text: &str) -> Option<String> {
        let moves = self.view().moves(|_| true);
        let exact = moves.iter().find(|&&mv| mv == text);
        let mut alike = moves.iter().filter(|mv| mv.eq_ignore_ascii_case(text));
        let found = match (exact, alike.next(), alike.next()) {
            (Some(mv), ..) | (None, Some(mv), None) => mv,
            _ => return None,
        };
        Some((*found).to_owned())
    }

    /// Plays a legal move. What was taken back is forgotten.
    pub fn play(&mut self, mv: &str) {
        let choices = &self.view().choices;
        if let Some(choice) = choices.iter().find(|choice| choice.mv == mv) {
            let after = view(self.book, &choice.after);
            self.played += 1;
            self.views.truncate(self.played);
            self.views.push(after);
        }
    }

    /// Lets the computer move, if it is to move, and tells what it played.
    pub fn respond(&mut self, entropy: u64) -> Option<String> {
        match self.seats[self.mover() as usize] {
            Seat::Ai(level) if !self.is_over() => {
                let mv = written(self.book.choose(level, &self.view().state, entropy))?;
                self.play(&mv);
                Some(mv)
            }
            _ => None,
        }
    }

    /// Takes back the last move of a human and what came after it. Tells whether there
    /// was one.
    pub fn undo(&mut self) -> bool {
        let mut before = (0..self.played).rev();
        let target = before.find(|&ply| self.is_of_human(ply));
        self.played = target.unwrap_or(self.played);
        target.is_some()
    }

    /// Plays again what was taken back, up to where a human is to move next or the last
    /// of it. Tells whether there was anything.
    pub fn redo(&mut self) -> bool {
        let last = self.views.len() - 1;
        let mut after = self.played + 1..=last;
        let target = after.find(|&ply| ply == last || self.is_of_human(ply));
        self.played = target.unwrap_or(self.played);
        target.is_some()
    }

    fn is_of_human(&self, ply: usize) -> bool {
        self.seats[self.mover_at(ply) as usize] == Seat::Human
    }

    const fn mover_at(&self, ply: usize) -> Player {
        if ply % 2 == 0 {
            self.first
        } else {
            self.first.other()
        }
    }
}

impl Contest for Round<'_> {
    const NAMES: [&'static str; 2] = ["A", "B"];

    fn ending(&self) -> Option<Ending> {
        let view = self.view();
        match view.verdict {
            Some((Value::Win, _)) if view.is_over() => Some(Ending::WonBy(self.mover())),
            Some((Value::Loss, _)) if view.is_over() => Some(Ending::WonBy(self.mover().other())),
            Some((Value::Draw, _)) if view.is_over() => Some(Ending::Drawn),
            _ if self.is_repetition() => Some(Ending::Drawn),
            _ => None,
        }
    }

    fn anew(&self, seats: [Seat; 2], first: Player) -> Self {
        Self::new(self.book, seats, first)
    }
}

/// What is known of a state that the book itself has written.
fn view(book: &dyn SolvedGame, state: &str) -> StateView {
    written(book.view(state))
}
