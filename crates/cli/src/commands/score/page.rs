//! Writes the ranking of the players as an HTML page in one file.

use std::iter;

use perfectplay_judge::rank::{COLUMNS, Ranking};
use perfectplay_present::document::{document, elements, escaped};

const STYLE: &str = ".number{text-align:right;font-variant-numeric:tabular-nums}";

pub fn page(ranking: &Ranking) -> String {
    let row = |tag: &str, cells: Vec<String>| {
        let cells = cells.iter().zip(COLUMNS).map(|(cell, (_, is_number))| {
            let class = if is_number { " class=\"number\"" } else { "" };
            elements(&format!("{tag}{class}"), [escaped(cell)])
        });
        cells.collect::<String>()
    };
    let names = COLUMNS.map(|(name, _)| name.to_owned());
    let names = row("th scope=\"col\"", names.into());
    let rows = ranking.rows().map(|cells| row("td", cells.into()));
    let notes = ranking.notes().map(|note| escaped(&note));
    let body = format!(
        "<div class=\"scroll\"><table>{}</table></div><ul>{}</ul>\
         <p>In brackets: Wilson's interval of 95 %.</p>",
        elements("tr", iter::once(names).chain(rows)),
        elements("li", notes),
    );
    document(&ranking.heading(), &[STYLE], &body)
}
