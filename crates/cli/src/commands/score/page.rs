//! The ranking as an HTML page in one file.

use maud::{Markup, html};
use perfectplay_judge::rank::{COLUMNS, Ranking};
use perfectplay_present::document::document;

const STYLE: &str = ".number{text-align:right;font-variant-numeric:tabular-nums}";

pub fn page(ranking: &Ranking) -> Markup {
    let title = ranking.heading();
    let class = |is_number| if is_number { "number" } else { "" };
    document(
        &title,
        &[STYLE],
        &html! {
            div class="scroll" { table {
                tr { @for (name, is_number) in COLUMNS {
                    th scope="col" class=(class(is_number)) { (name) }
                } }
                @for row in ranking.rows() {
                    tr { @for (cell, (_, is_number)) in row.iter().zip(COLUMNS) {
                        td class=(class(is_number)) { (cell) }
                    } }
                }
            } }
            ul { @for note in ranking.notes() { li { (note) } } }
            p { "In brackets: Wilson's interval of 95 %." }
        },
    )
}
