//! Writes the report as text.

use std::fmt;

use perfectplay::Player;

use super::figures::{Chances, GameReport, WinningMoves};
use crate::words::{PlyCount, Verdict, capitalized};
use perfectplay::audit::Odds;
use perfectplay_any::stats::{Ply, share};

/// The text of the report on one game, or of a comparison of two games.
pub struct ReportText<'a>(pub &'a [GameReport]);

impl fmt::Display for ReportText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let [one] = self.0 {
            return write!(f, "{one}");
        }
        let columns = self.0.iter().map(GameReport::figures).collect::<Vec<_>>();
        let widths = columns.iter().flatten();
        let widths = widths.map(|(_, figure)| figure.chars().count());
        let widest = widths.max().unwrap_or(0);
        for (row, (name, _)) in columns[0].iter().enumerate() {
            write!(f, "{name:<14}")?;
            for (i, column) in columns.iter().enumerate() {
                let figure = &column[row].1;
                if i + 1 == columns.len() {
                    writeln!(f, "  {figure}")?;
                } else {
                    write!(f, "  {figure:<widest$}")?;
                }
            }
        }
        self.0.iter().try_for_each(|report| {
            writeln!(f, "\n{}", report.stats.game)?;
            report.write_plies(f)
        })
    }
}

impl GameReport {
    /// Returns the figures of the report that fit on one line each. `.0` is the name of the figure, and `.1` is the
    /// figure as text.
    pub fn figures(&self) -> Vec<(&'static str, String)> {
        let stats = &self.stats;
        let chances = |of: fn(&Chances) -> Odds| match &self.chances {
            Some(chances) => edge(of(chances)),
            None => "not counted".to_owned(),
        };
        let longest = match &self.longest_win {
            Some(line) => PlyCount(line.moves.len() as u32).to_string(),
            None => "none".to_owned(),
        };
        let all = |figure: fn(&Ply) -> u64| stats.plies.iter().map(figure).sum::<u64>();
        let games = stats.games.map(|games| games.to_string());
        vec![
            ("game", stats.game.to_string()),
            ("states", stats.states.to_string()),
            ("classes", stats.classes.to_string()),
            (
                "games",
                games.unwrap_or_else(|| "more than can be counted".to_owned()),
            ),
            ("perfect play", self.verdict()),
            ("longest win", longest),
            (
                "losing moves",
                percent(share(
                    all(|ply| ply.losing_moves),
                    all(|ply| ply.legal_moves),
                )),
            ),
            (
                "only moves",
                percent(share(all(|ply| ply.only_moves), all(|ply| ply.ongoing))),
            ),
            ("random", chances(|chances| chances.random)),
            ("casual", chances(|chances| chances.casual)),
            ("perfect", chances(|chances| chances.perfect)),
        ]
    }

    /// Returns a sentence that says which player wins from the start, and how fast.
    pub fn verdict(&self) -> String {
        let first = capitalized(&self.players.noun(Player::First));
        let (value, distance) = (self.value, self.distance);
        format!("{first} {}", Verdict::of_table(value, distance))
    }

    fn write_plies(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.stats.states.to_string().len().max(6);
        writeln!(
            f,
            "ply  {:>digits$}     won   drawn    lost  losing moves  only moves",
            "states"
        )?;
        for ply in &self.stats.plies {
            write!(f, "{:>3}  {:>digits$}", ply.label(), ply.states)?;
            for share in ply.shares() {
                write!(f, "{:>8}", percent(Some(share)))?;
            }
            let (losing, only) = (percent(ply.losing_share()), percent(ply.only_share()));
            writeln!(f, "{losing:>14}{only:>12}")?;
        }
        Ok(())
    }
}

/// Returns a share in percent, or a dash if there is no share.
pub fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "-".to_owned(), |share| format!("{:.1}%", 100.0 * share))
}

/// Writes the probabilities that the first player wins, that the game is drawn, and that the second player wins. After
/// these, writes the *edge*: the first player's probability to win minus the second player's.
fn edge(odds: Odds) -> String {
    let [first, draw, second] = [odds.first, odds.draw, odds.second].map(|p| percent(Some(p)));
    format!(
        "first {first}, draw {draw}, second {second}; edge {:+.3}",
        odds.edge()
    )
}

impl fmt::Display for WinningMoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// If the line has more moves than this, only its first moves are shown.
        const SHOWN: usize = 60;
        let shown = self.moves.len().min(SHOWN);
        write!(f, "{}", self.moves[..shown].join(" "))?;
        if self.returns || shown < self.moves.len() {
            write!(f, " ...")?;
        }
        Ok(())
    }
}

impl fmt::Display for GameReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, figure) in self.figures() {
            writeln!(f, "{name:<14}{figure}")?;
        }
        writeln!(f, "\nBest play: {}", self.best_play)?;
        if let Some(line) = &self.longest_win {
            writeln!(f, "The longest win, from {}: {line}", line.state)?;
        }
        writeln!(f)?;
        self.write_plies(f)?;
        writeln!(f, "\nFirst moves, with the good replies and best play:")?;
        for opening in &self.opening {
            let star = if opening.best { '*' } else { ' ' };
            let (value, distance) = (opening.value, opening.distance);
            writeln!(
                f,
                " {star}{}  {}; {} of {} replies; {}",
                opening.mv,
                Verdict::of_table(value, distance),
                opening.good_replies,
                opening.replies,
                opening.best_play,
            )?;
        }
        if !self.puzzles.is_empty() {
            writeln!(f, "\nPuzzles (one move wins):")?;
        }
        for puzzle in &self.puzzles {
            let plies = PlyCount(puzzle.distance);
            writeln!(f, "  {}  in {plies}: {}", puzzle.state, puzzle.mv)?;
        }
        Ok(())
    }
}
