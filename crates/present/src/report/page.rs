//! The report as an HTML page in one file.

use maud::{Markup, PreEscaped, html};
use plotters::style::RGBColor;

use perfectplay_any::Error;

use super::figures::{GameReport, WinningMoves};
use super::plot::{self, DRAWN, INK, LOST, WON};
use crate::document::document;
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

/// Returns the page on one game, or on two games side by side.
pub fn page(reports: &[GameReport]) -> Result<Markup, Error> {
    let names = reports.iter().map(|report| report.stats.game.to_string());
    let title = names.collect::<Vec<_>>().join(" and ");
    let articles = reports.iter().map(GameReport::article);
    let articles = articles.collect::<Result<Vec<_>, _>>()?;
    // Everything that the plots draw in black gets the colour of the text.
    let ink = format!(".plot [stroke=\"{INK}\"]{{stroke:currentColor}}");
    let body = html! { main { @for article in &articles { (article) } } };
    Ok(document(&title, &[STYLE, &ink, svg::STYLE], &body))
}

impl GameReport {
    fn article(&self) -> Result<Markup, Error> {
        let stats = &self.stats;
        // Without plies, there is nothing to plot.
        let plots = match stats.tells_plies() {
            true => Some((
                plot::values(stats)?,
                plot::difficulty(stats)?,
                plot::states(stats)?,
            )),
            false => None,
        };
        Ok(html! {
            article {
                h2 { (stats.game) }
                p { (self.verdict()) "." }
                table {
                    @for (name, figure) in self.figures() {
                        tr { th scope="row" { (name) } td { (figure) } }
                    }
                }
                p { "Best play: " code { (self.best_play) } }
                @if let Some(line) = &self.longest_win { (longest_win(line)) }
                h3 { "Ply by ply" }
                @if let Some((values, difficulty, states)) = &plots {
                    (figure(values, &[
                        (WON, "won"), (DRAWN, "drawn"), (LOST, "lost for the player to move"),
                    ]))
                    (figure(difficulty, &[
                        (LOST, "losing moves among the legal ones"),
                        (WON, "states with an only move"),
                    ]))
                    (figure(states, &[(DRAWN, "states")]))
                }
                (self.plies())
                h3 { "First moves" }
                (self.first_moves())
                @if !self.puzzles.is_empty() {
                    h3 { "Puzzles" }
                    (self.puzzle_list())
                }
            }
        })
    }

    fn plies(&self) -> Markup {
        use super::text::percent;
        html! {
            div.scroll {
                table.plies {
                    tr {
                        @for name in ["ply", "states", "won", "drawn", "lost", "losing moves", "only moves"] {
                            th scope="col" { (name) }
                        }
                    }
                    @for ply in &self.stats.plies {
                        tr {
                            td { (ply.label()) }
                            td { (ply.states) }
                            @for share in ply.shares() { td { (percent(Some(share))) } }
                            td { (percent(ply.losing_share())) }
                            td { (percent(ply.only_share())) }
                        }
                    }
                }
            }
        }
    }

    fn first_moves(&self) -> Markup {
        html! {
            table {
                tr {
                    @for name in ["move", "value", "good replies", "best play"] {
                        th scope="col" { (name) }
                    }
                }
                @for opening in &self.opening {
                    tr {
                        td { @if opening.best { strong { (opening.mv) } } @else { (opening.mv) } }
                        td { (Verdict::of_table(opening.value, opening.distance)) }
                        td { (opening.good_replies) " of " (opening.replies) }
                        td { code { (opening.best_play) } }
                    }
                }
            }
        }
    }

    /// Lists the puzzles. A click opens the solution.
    fn puzzle_list(&self) -> Markup {
        html! {
            div.puzzles {
                @for puzzle in &self.puzzles {
                    figure {
                        (svg::svg(&puzzle.picture, &puzzle.state))
                        figcaption {
                            code { (puzzle.state) } " wins in " (PlyCount(puzzle.distance))
                            details { summary { "the only move" } (puzzle.mv) }
                        }
                    }
                }
            }
        }
    }
}

fn longest_win(line: &WinningMoves) -> Markup {
    html! { p { "The longest win, from " code { (line.state) } ": " code { (line) } } }
}

/// Returns a plot with its legend.
fn figure(svg: &str, keys: &[(RGBColor, &str)]) -> Markup {
    html! {
        figure.plot {
            (PreEscaped(svg))
            figcaption {
                @for (RGBColor(red, green, blue), name) in keys {
                    @let colour = format!("background:#{red:02x}{green:02x}{blue:02x}");
                    span.key style=(colour) {} (name)
                }
            }
        }
    }
}
