//! The gallery: a page with links to the pages of several games.

use indicatif::HumanCount;

use super::game_data::Picture;
use super::page::{FIELD, FIELD_STYLE, Links, STYLE, escaped, source};
use crate::Failure;

/// The style of the gallery. It is used together with that of a page.
const GALLERY_STYLE: &str = include_str!("../../../web/games.css");
const SCRIPT: &str = include_str!("../../../web/gallery.min.js");

/// A game in the gallery.
pub struct Card {
    /// The file of its page, in the same directory.
    pub file: String,
    pub title: String,
    pub rules: String,
    pub states: u64,
    pub picture: Picture,
}

impl Card {
    /// Returns the link. The script turns it into a picture.
    fn item(&self) -> Result<String, Failure> {
        let data = serde_json::to_string(&self.picture).map_err(std::io::Error::from)?;
        Ok(format!(
            "    <li><a href=\"{}\"><div class=\"picture\"></div><h2>{}</h2></a>\
             <p class=\"verdict\">{} positions.</p><p class=\"rules\">{}</p>\
             <script type=\"application/json\">{}</script></li>\n",
            escaped(&self.file),
            escaped(&self.title),
            HumanCount(self.states),
            escaped(&self.rules),
            // A script must not contain what looks like its end.
            data.replace('<', "\\u003c"),
        ))
    }
}

/// Returns the page. If there is a page that solves games, the gallery has a field for a size
/// of one's own.
pub fn page(entries: &[Card], solves: bool, links: &Links<'_>) -> Result<String, Failure> {
    let (field, field_style) = if solves {
        (FIELD, FIELD_STYLE)
    } else {
        ("", "")
    };
    let all_style = format!("{STYLE}{GALLERY_STYLE}{field_style}");
    let items = entries.iter().map(Card::item);
    let items = items.collect::<Result<String, _>>()?;
    Ok(format!(
        "<!doctype html>
<html lang=\"en\">
<head>
  <meta charset=\"utf-8\">
  <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; {script}; {style}; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'\">
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
  <main class=\"gallery\">
    <button type=\"button\" class=\"other\">中文</button>
    <h1>Perfect play</h1>
    <p class=\"lead\">Every position of these games is solved. Nothing here thinks: it looks up.</p>
    <p class=\"today\"><a></a></p>
    {field}<ul class=\"games\">
{items}    </ul>
    {project}
  </main>
  <script type=\"module\">{SCRIPT}</script>
</body>
</html>
",
        script = source("script-src", SCRIPT),
        style = source("style-src", &all_style),
        picture = links.picture(),
        project = links.project(),
    ))
}
