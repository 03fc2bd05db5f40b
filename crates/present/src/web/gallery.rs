//! The gallery, which is a page with links to the pages of several games.

use indicatif::HumanCount;
use perfectplay_any::Error;

use super::carried::EmbeddedBook;
use super::data::GalleryEntry;
use super::page::{
    FIELD, FIELD_STYLE, Links, PLAYER_SCRIPT, STYLE, TOP_STYLE, decompressed, source,
};
use crate::document::escaped;

/// The style of the gallery, which is added to the style of all pages.
const GALLERY_STYLE: &str = include_str!("../../web/games.css");
/// The compressed script of a gallery in which no playbook plays.
const SCRIPT: &[u8] = include_bytes!("../../web/gallery.min.js.gz");
/// The end of the gallery's script if a user can play against a playbook in the gallery.
const LIVE_SCRIPT: &str = include_str!("../../web/live.min.js");

/// The logo of the project, which is a cross and a ring that touch.
const MARK: &str = "<svg class=\"mark\" viewBox=\"0 0 100 100\" aria-hidden=\"true\">\
<path d=\"M12 30 46 64M46 30 12 64\"/><circle cx=\"70\" cy=\"66\" r=\"20\"/></svg>";
/// The logo of the project as a `data:` address, for the icon of the page.
const ICON: &str = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 100' \
fill='none' stroke-width='14' stroke-linecap='round'%3E%3Cpath stroke='%235a6fe0' \
d='M12 30 46 64M46 30 12 64'/%3E%3Ccircle cx='70' cy='66' r='20' stroke='%23d9653b'/%3E%3C/svg%3E";

/// A game in the gallery.
pub struct Card {
    /// The file name of the game's page, which is in the same directory as the gallery.
    pub file: String,
    /// The title of the game, for people.
    pub title: String,
    /// The rules of the game in one sentence.
    pub rules: String,
    /// The number of reachable states.
    pub states: u64,
    /// The data of the board that the card shows.
    pub picture: GalleryEntry,
}

impl Card {
    /// Returns the card as an item of an HTML list. The item has a link, and data from which the script draws a
    /// picture. If `is_hero` is set, the card is shown larger than the others.
    fn item(&self, is_hero: bool) -> Result<String, Error> {
        let data = serde_json::to_string(&self.picture).map_err(std::io::Error::from)?;
        Ok(format!(
            "    <li data-game{}><div class=\"picture\"></div>\
             <h2><a href=\"{}\" class=\"title\">{}</a><span class=\"size\"></span></h2>\
             <p class=\"rules\">{}</p><p class=\"verdict\"></p><p class=\"count\">{} positions</p>\
             {}<script type=\"application/json\">{}</script></li>\n",
            if is_hero { " class=\"hero\"" } else { "" },
            escaped(&self.file),
            escaped(&self.title),
            escaped(&self.rules),
            HumanCount(self.states),
            if is_hero {
                "<span class=\"go\" aria-hidden=\"true\">Play</span>"
            } else {
                ""
            },
            // A script must not contain `</`, because `</` could end the script.
            data.replace('<', "\\u003c"),
        ))
    }
}

/// A game that a user can play within the gallery, without opening the page of the game.
pub struct Live<'a> {
    /// The name of the file with the game's own page.
    pub file: &'a str,
    /// The name of the file that contains the playbook and the WebAssembly module.
    pub carried_file: &'a str,
    /// The playbook.
    pub carried: &'a EmbeddedBook,
}

impl Live<'_> {
    fn section(&self) -> Result<String, Error> {
        let about = self.carried.about();
        let data = serde_json::to_string(&self.carried).map_err(std::io::Error::from)?;
        Ok(format!(
            "<section class=\"live\"><h2><a href=\"{}\">Perfect {}</a></h2>\
             <perfect-play game=\"{}\" bare memory></perfect-play>\
             <script type=\"application/json\" data-carried=\"{}\">{}</script></section>\n    ",
            escaped(self.file),
            escaped(&about.title),
            escaped(&about.name),
            escaped(self.carried_file),
            data.replace('<', "\\u003c"),
        ))
    }
}

/// Returns the page of the gallery. If `solves` is set, the gallery has a field in which a user enters a game of any
/// size. If `live` is given, a user can play this game in the gallery, above the list of games.
pub fn gallery(
    entries: &[Card],
    live: Option<&Live<'_>>,
    solves: bool,
    links: &Links<'_>,
) -> Result<String, Error> {
    let (field, field_style) = if solves {
        let field = format!(
            "<div class=\"more\"><section><h2 class=\"own-title\"></h2><p class=\"own-about\"></p>\
             {FIELD}</section><a class=\"make\" href=\"playground.html\"><h2 class=\"make-title\"></h2>\
             <p class=\"make-about\"></p></a></div>"
        );
        (field, FIELD_STYLE)
    } else {
        (String::new(), "")
    };
    let script = if live.is_some() {
        [PLAYER_SCRIPT, LIVE_SCRIPT].concat()
    } else {
        decompressed(SCRIPT)?
    };
    let mut policy = source("script-src", &script);
    if live.is_some() {
        // The playbook and its module are in a file beside the page, and the page may have been opened from a
        // local folder.
        policy += " 'self' file: 'wasm-unsafe-eval'";
    }
    let all_style = format!("{STYLE}{TOP_STYLE}{GALLERY_STYLE}{field_style}");
    let items = entries.iter().enumerate();
    let items = items.map(|(place, card)| card.item(place == 0 && live.is_none()));
    let items = items.collect::<Result<String, _>>()?;
    let live = live.map(Live::section).transpose()?.unwrap_or_default();
    Ok(format!(
        "<!doctype html>
<html lang=\"en\">
<head>
  <meta charset=\"utf-8\">
  <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; {policy}; {style}; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'\">
  <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
  <meta name=\"color-scheme\" content=\"light dark\">
  <meta name=\"referrer\" content=\"no-referrer\">
  <meta name=\"description\" content=\"Little games, solved to the very end. Play against an opponent that makes no mistakes.\">
  {picture}
  <title>Perfect Play</title>
  <link rel=\"icon\" href=\"{ICON}\">
  <style>{all_style}</style>
</head>
<body>
  <main class=\"gallery\">
    <div class=\"top\">{MARK}<span class=\"name\">perfectplay</span>\
<button type=\"button\" class=\"other\" lang=\"zh\">中文</button></div>
    <div class=\"intro\"><div><h1>Play against perfection</h1><p class=\"lead\"></p></div>\
<a class=\"today\"><b></b><span></span></a></div>
    {live}<ul class=\"games\">
{items}    </ul>
    {field}{project}
  </main>
  <script type=\"module\">{script}</script>
</body>
</html>
",
        style = source("style-src", &all_style),
        picture = links.picture(),
        project = links.project(),
    ))
}
