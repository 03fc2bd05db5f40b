//! Writes the report as an HTML page in one file.

use std::iter;

use plotters::style::RGBColor;

use perfectplay_any::Error;

use super::figures::GameReport;
use super::plot::{self, DRAWN, INK, LOST, WON};
use crate::document::{document, elements, escaped};
use crate::svg;
use crate::words::{PlyCount, Verdict};

const STYLE: &str = "\
main{display:flex;flex-wrap:wrap;gap:2rem}\
article{flex:1 1 24rem;min-width:0}\
.plies td,.plies th{text-align:right;font-variant-numeric:tabular-nums}\
figure{margin:1rem 0}\
.plot svg{max-width:100%;height:auto}\
.plot text{fill:currentColor}\
.puzzles{display:flex;flex-wrap:wrap;gap:1rem}\
.key{display:inline-block;width:.8em;height:.8em;margin:0 .3em 0 .8em}\
code{overflow-wrap:anywhere}";

/// Returns a page with the report on one game, or with the reports on two games side by side.
pub fn page(reports: &[GameReport]) -> Result<String, Error> {
    let names = reports.iter().map(|report| report.stats.game.to_string());
    let title = names.collect::<Vec<_>>().join(" and ");
    let articles = reports.iter().map(GameReport::article);
    let articles = articles.collect::<Result<Vec<_>, _>>()?;
    // Everything that is black in a plot gets the colour of the page's text.
    let ink = format!(".plot [stroke=\"{INK}\"]{{stroke:currentColor}}");
    let body = format!("<main>{}</main>", elements("article", articles));
    Ok(document(&title, &[STYLE, &ink, svg::STYLE], &body))
}

impl GameReport {
    fn article(&self) -> Result<String, Error> {
        let stats = &self.stats;
        let game = escaped(&stats.game);
        let verdict = escaped(&self.verdict());
        let figures = self.figures().into_iter().map(|(name, figure)| {
            format!("<th scope=\"row\">{name}</th><td>{}</td>", escaped(&figure))
        });
        let mut article = format!(
            "<h2>{game}</h2><p>{verdict}.</p><table>{}</table><p>Best play: {}</p>",
            elements("tr", figures),
            code(&self.best_play),
        );
        if let Some(line) = &self.longest_win {
            let (state, moves) = (code(&line.state), code(line));
            article += &format!("<p>The longest win, from {state}: {moves}</p>");
        }
        article += "<h3>Ply by ply</h3>";
        // If the plies are unknown, there is nothing to plot.
        if stats.tells_plies() {
            article += &figure(
                &plot::values(stats)?,
                &[
                    (WON, "won"),
                    (DRAWN, "drawn"),
                    (LOST, "lost for the player to move"),
                ],
            );
            article += &figure(
                &plot::difficulty(stats)?,
                &[
                    (LOST, "losing moves among the legal ones"),
                    (WON, "states with an only move"),
                ],
            );
            article += &figure(&plot::states(stats)?, &[(DRAWN, "states")]);
        }
        article += &format!(
            "<div class=\"scroll\">{}</div><h3>First moves</h3>{}",
            self.plies(),
            self.first_moves()
        );
        if !self.puzzles.is_empty() {
            article += &format!("<h3>Puzzles</h3>{}", self.puzzle_list());
        }
        Ok(article)
    }

    fn plies(&self) -> String {
        use super::text::percent;
        let columns = [
            "ply",
            "states",
            "won",
            "drawn",
            "lost",
            "losing moves",
            "only moves",
        ];
        let rows = self.stats.plies.iter().map(|ply| {
            let [won, drawn, lost] = ply.shares().map(|share| percent(Some(share)));
            let (losing, only) = (percent(ply.losing_share()), percent(ply.only_share()));
            let (label, states) = (ply.label(), ply.states.to_string());
            [label, states, won, drawn, lost, losing, only]
        });
        table("table class=\"plies\"", columns, rows)
    }

    fn first_moves(&self) -> String {
        let columns = ["move", "value", "good replies", "best play"];
        let rows = self.opening.iter().map(|opening| {
            let name = escaped(&opening.mv);
            [
                match opening.best {
                    true => elements("strong", [name]),
                    false => name,
                },
                Verdict::of_table(opening.value, opening.distance).to_string(),
                format!("{} of {}", opening.good_replies, opening.replies),
                code(&opening.best_play),
            ]
        });
        table("table", columns, rows)
    }

    /// Returns the puzzles as HTML. A click on a puzzle opens its solution.
    fn puzzle_list(&self) -> String {
        let puzzles = self.puzzles.iter().map(|puzzle| {
            let board = svg::svg(&puzzle.picture, &puzzle.state);
            let (state, plies) = (code(&puzzle.state), PlyCount(puzzle.distance));
            let solution = escaped(&puzzle.mv);
            format!(
                "{board}<figcaption>{state} wins in {plies}\
                 <details><summary>the only move</summary>{solution}</details></figcaption>"
            )
        });
        elements("div class=\"puzzles\"", [elements("figure", puzzles)])
    }
}

/// Returns a table as HTML. `tag` is the name of the table's element, and may include attributes.
/// The texts in `columns` and `rows` are HTML, too.
fn table<const N: usize>(
    tag: &str,
    columns: [&str; N],
    rows: impl Iterator<Item = [String; N]>,
) -> String {
    let columns = elements("th scope=\"col\"", columns.map(str::to_owned));
    let rows = rows.map(|row| elements("td", row));
    elements(tag, [elements("tr", iter::once(columns).chain(rows))])
}

fn code(text: impl ToString) -> String {
    format!("<code>{}</code>", escaped(&text.to_string()))
}

fn figure(svg: &str, keys: &[(RGBColor, &str)]) -> String {
    let keys = keys.iter().map(|(RGBColor(red, green, blue), name)| {
        let colour = format!("background:#{red:02x}{green:02x}{blue:02x}");
        format!("<span class=\"key\" style=\"{colour}\"></span>{name}")
    });
    let keys = keys.collect::<String>();
    format!("<figure class=\"plot\">{svg}<figcaption>{keys}</figcaption></figure>")
}
