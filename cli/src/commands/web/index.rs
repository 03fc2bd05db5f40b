//! The page that links the pages of several games.

use indicatif::HumanCount;

use super::page::{Links, STYLE, escaped, source};

/// The style of the list, which goes with that of a page.
const LIST_STYLE: &str = include_str!("../../../web/games.css");

/// A game on the index.
pub struct Entry {
    /// The file of its page, in the same folder.
    pub file: String,
    pub title: String,
    pub rules: &'static str,
    pub states: u64,
}

/// The index: a page without scripts.
pub fn page(entries: &[Entry], links: &Links<'_>) -> String {
    let all_style = format!("{STYLE}{LIST_STYLE}");
    let items = entries.iter().map(|entry| {
        format!(
            "    <li><a href=\"{}\">{}</a><p>{}</p><p>{} positions</p></li>\n",
            escaped(&entry.file),
            escaped(&entry.title),
            escaped(entry.rules),
            HumanCount(entry.states),
        )
    });
    format!(
        "<!doctype html>
<html lang=\"en\">
<head>
  <meta charset=\"utf-8\">
  <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; {style}; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'\">
  <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
  <meta name=\"color-scheme\" content=\"light dark\">
  <meta name=\"referrer\" content=\"no-referrer\">
  <meta name=\"description\" content=\"Games against an opponent that never thinks: every move is read from a table.\">
  {picture}
  <title>Perfect play</title>
  <link rel=\"icon\" href=\"data:,\">
  <style>{all_style}</style>
</head>
<body>
  <main>
    <h1>Perfect play</h1>
    <p>The computer never thinks: what every position is worth is read from a table.</p>
    <ul class=\"games\">
{items}    </ul>
    {project}
  </main>
</body>
</html>
",
        style = source("style-src", &all_style),
        picture = links.picture(),
        project = links.project(),
        items = items.collect::<String>(),
    )
}
