//! Makes the page of one game from the files of the JavaScript package.

use std::fmt;
use std::io::{self, Read as _, Write as _};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::ZlibEncoder;
use hmac_sha256::Hash;
use indicatif::HumanCount;
use serde::Serialize;

use super::carried::EmbeddedBook;
use super::data::GameData;
use super::notices::notices;
use crate::document::escaped;
use crate::scene::{About, Unsolved};

/// The page of tic-tac-toe, with links to its style and script. [`Page`] replaces each of the two links by the
/// content of its file.
const PAGE: &str = include_str!("../../web/index.html");
/// The game whose table is built into the script of the JavaScript package.
pub const PACKAGED: &str = "tictactoe";
// Texts that the gallery uses, too, are statics, because a constant may be in the binary once for each module
// that uses it.
pub static STYLE: &str = include_str!("../../web/page.css");
/// The style that the gallery and the playground share.
pub static TOP_STYLE: &str = include_str!("../../web/top.css");

/// The script of the page of tic-tac-toe.
const OWN_SCRIPT: &str = include_str!("../../web/page.min.js");

/// The script that plays all games. In a page, `PLAYER_SCRIPT` stands before `DATA_SCRIPT`.
pub static PLAYER_SCRIPT: &str = include_str!("../../web/player.min.js");
/// The script that reads tables. In a page, `DATA_SCRIPT` stands before `SOLVE_SCRIPT`.
const DATA_SCRIPT: &str = include_str!("../../web/data.min.js");
/// The script that solves games. `SOLVE_SCRIPT` uses `PLAYER_SCRIPT` and `DATA_SCRIPT`.
const SOLVE_SCRIPT: &str = include_str!("../../web/solve.min.js");

/// The last part of the script of a page with a table.
const GAME_SCRIPT: &str = include_str!("../../web/game.min.js");
/// The last part of the script of a page whose WebAssembly module reads a playbook.
const PLAYBOOK_SCRIPT: &str = include_str!("../../web/playbook.min.js");
/// The last part of the script of a page that solves its game when a user opens the page.
const SOLVING_SCRIPT: &str = include_str!("../../web/solving.min.js");
/// The last part of the script of a page that proves the values of moves on demand.
const PROVING_SCRIPT: &str = include_str!("../../web/proving.min.js");

/// The last part of the script of a page that solves games of any size.
const OWN_SIZE_SCRIPT: &str = include_str!("../../web/own.min.js");
/// The script of the worker that solves games.
const WORKER_SCRIPT: &str = include_str!("../../web/solver.min.js");
/// The HTML of the form in which a user chooses a game and its size.
pub static FIELD: &str = include_str!("../../web/own.html");
/// The style of the form in which a user chooses a game and its size.
pub static FIELD_STYLE: &str = include_str!("../../web/own.css");

/// The page of the playground, in which a user writes rules in JavaScript.
const PLAYGROUND: &str = include_str!("../../web/playground/playground.html");
/// The style of the playground. The playground also uses the style of all pages.
const PLAYGROUND_STYLE: &str = include_str!("../../web/playground/playground.css");
/// The compressed script of the editor in the playground.
const EDITOR_SCRIPT: &[u8] = include_bytes!("../../web/editor.min.js.gz");
/// The last part of the playground's script.
const PLAYGROUND_SCRIPT: &str = include_str!("../../web/playground.min.js");
/// The script that runs the rules of the playground.
const RUNTIME_SCRIPT: &str = include_str!("../../web/runtime.min.js");
/// The script of the frame in which the rules of the playground run.
const FRAME_SCRIPT: &str = include_str!("../../web/frame.min.js");

/// A page that solves games adds this text to its security policy, because it runs a module and a worker.
const SOLVES: &str = " 'wasm-unsafe-eval'; worker-src blob:";

/// The greatest number of bytes of data in one element of the page.
const PIECE: usize = 1 << 20;

/// The greatest number of characters of a module or a playbook in one element. A slow phone decodes an element of this
/// size in a few milliseconds. The number is a multiple of four, so that each element is valid base 64.
const CARRIED_PIECE: usize = 1 << 16;

/// The page of a game. The text of the page includes its styles and scripts.
pub struct Page<'a> {
    /// The place from which the page gets its table.
    pub table: TableOn<'a>,
    /// The addresses to which the page links.
    pub links: &'a Links<'a>,
}

/// The place from which a page gets its table.
pub enum TableOn<'a> {
    /// The page plays tic-tac-toe, whose table is part of the script of the page.
    Package,
    /// The table is in these data, which are part of the page.
    Inside(&'a GameData),
    /// The table is in a script beside the page. The script has this name.
    Beside(&'a GameData, &'a str),
    /// There is no table. A WebAssembly module in the page solves games. `.0` contains the bytes of the module.
    Solver(&'a [u8]),
    /// A WebAssembly module in the page reads this playbook instead of a table. If the module contains an opening
    /// table, it also proves the values of moves. `.0` is the playbook; `.1` contains the bytes of the module.
    Playbook(&'a EmbeddedBook, &'a [u8]),
    /// A WebAssembly module in the page solves a game when the page is opened. `.0` is the game; `.1` contains the
    /// bytes of the module.
    Solving(&'a Unsolved, &'a [u8]),
    /// A WebAssembly module in the page proves the values of moves when the page needs them. `.0` is the game; `.1`
    /// contains the bytes of the module.
    Proving(&'a Unsolved, &'a [u8]),
    /// There is no table yet. The playground contains a page without a table, and adds the table when a user saves the
    /// page.
    Later,
}

/// The addresses to which a page links.
#[derive(Default)]
pub struct Links<'a> {
    /// The address of a picture that other sites show beside a link to the page.
    pub picture: Option<&'a str>,
    /// The address of the project.
    pub project: Option<&'a str>,
    /// Whether the page links back to the gallery in the same directory.
    pub home: bool,
}

impl Links<'_> {
    pub(super) fn picture(&self) -> String {
        self.picture.map_or_else(String::new, |url| {
            format!("<meta property=\"og:image\" content=\"{}\">", escaped(url))
        })
    }

    pub(super) fn project(&self) -> String {
        self.project.map_or_else(String::new, |url| {
            format!("<a href=\"{}\">{}</a>", escaped(url), escaped(url))
        })
    }
}

impl TableOn<'_> {
    /// Returns the script of the page, and the addition to the security policy that the script needs.
    fn script(&self) -> (String, &'static str) {
        let (scripts, policy) = match self {
            Self::Package => (vec![OWN_SCRIPT], ""),
            Self::Inside(_) | Self::Later => (vec![PLAYER_SCRIPT, DATA_SCRIPT, GAME_SCRIPT], ""),
            // The page may have been opened from a folder.
            Self::Beside(..) => (
                vec![PLAYER_SCRIPT, DATA_SCRIPT, GAME_SCRIPT],
                " 'self' file:",
            ),
            Self::Solver(_) => (
                vec![PLAYER_SCRIPT, DATA_SCRIPT, SOLVE_SCRIPT, OWN_SIZE_SCRIPT],
                SOLVES,
            ),
            Self::Playbook(book, _) if !book.has_opening => {
                (vec![PLAYER_SCRIPT, PLAYBOOK_SCRIPT], " 'wasm-unsafe-eval'")
            }
            Self::Playbook(..) | Self::Proving(..) => (vec![PLAYER_SCRIPT, PROVING_SCRIPT], SOLVES),
            Self::Solving(..) => (
                vec![PLAYER_SCRIPT, DATA_SCRIPT, SOLVE_SCRIPT, SOLVING_SCRIPT],
                SOLVES,
            ),
        };
        (scripts.concat(), policy)
    }

    const fn data(&self) -> Option<&GameData> {
        match self {
            Self::Inside(data) | Self::Beside(data, _) => Some(data),
            _ => None,
        }
    }
}

impl fmt::Display for Page<'_> {
    /// Writes the page. The security policy of the page lists the hash of each script and style that may be used.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { table, links } = self;
        let (script, policy) = table.script();
        let mut style = without_comments(STYLE);
        if let TableOn::Solver(_) = table {
            style += FIELD_STYLE;
        }
        let mut page = Replacing(PAGE.to_owned());
        page.embed(&style, &script, policy);
        page.put(
            "<meta property=\"og:image\" content=\"picture.png\">",
            &links.picture(),
        );
        page.put("</perfect-play>", &(links.project() + "</perfect-play>"));
        if links.home {
            let home = "<a class=\"home\" href=\"index.html\">All games</a><h1>";
            page.put("<h1>", home);
        }
        if let Some(data) = table.data() {
            let (source, entries) = if data.playbook.is_some() {
                ("a playbook for", "positions that it can meet")
            } else {
                ("a table of all", "positions")
            };
            let source = format!("{source} {} {entries}", HumanCount(data.entries()));
            page.name(&data.about, &perfect(&source));
        }
        match table {
            TableOn::Package | TableOn::Later => {}
            TableOn::Solver(module) => {
                page.put("<perfect-play ", &format!("{FIELD}<perfect-play "));
                page.carry_solver(module)?;
            }
            TableOn::Solving(game, module) | TableOn::Proving(game, module) => {
                let opponent = match table {
                    TableOn::Solving(..) => perfect("a table that this page makes"),
                    _ => "proves its moves, and has a table of the opening".to_owned(),
                };
                page.name(&game.about, &opponent);
                page.tell(game)?;
                page.carry_solver(module)?;
            }
            TableOn::Playbook(carried, module) => {
                let positions = HumanCount(carried.positions());
                let source = format!("a playbook for {positions} positions that it can meet");
                page.name(carried.about(), &perfect(&source));
                page.tell(carried)?;
                page.carry("playbook", &carried.book)?;
                if carried.has_opening {
                    page.carry_solver(module)?;
                } else {
                    page.carry_module(module)?;
                }
            }
            TableOn::Inside(data) => page.tell(data)?,
            TableOn::Beside(data, file) => {
                page.tell(&data.beginning())?;
                page.put(
                    "<perfect-play ",
                    &format!("<perfect-play data-table=\"{}\" ", escaped(file)),
                );
            }
        }
        f.write_str(&page.0)
    }
}

/// Returns a style sheet without its comments. The comments are only for readers of the source.
fn without_comments(style: &str) -> String {
    let mut parts = style.split("/*");
    let first = parts.next().unwrap_or_default();
    let rest = parts.filter_map(|part| part.split_once("*/"));
    rest.fold(first.to_owned(), |text, (_, rest)| text + rest.trim_start())
}

/// Returns a text that describes a perfect opponent. `source` is the place from which the opponent reads its
/// moves.
fn perfect(source: &str) -> String {
    format!("never makes a mistake: it reads every move from {source}")
}

/// A page in which parts are being replaced.
struct Replacing(String);

impl Replacing {
    /// Puts the style and the script into the page. The security policy then allows this style and this script by
    /// their hashes. `policy` is appended to the list of allowed scripts.
    fn embed(&mut self, style: &str, script: &str, policy: &str) {
        self.put(
            "<link rel=\"stylesheet\" href=\"page.css\">",
            &format!("<style>{style}</style>"),
        );
        self.put(
            "<script type=\"module\" src=\"page.js\"></script>",
            &format!("<script type=\"module\">{script}</script>"),
        );
        let sources = source("script-src", script) + policy;
        self.put("script-src 'self'", &sources);
        self.put("style-src 'self'", &source("style-src", style));
    }

    /// Replaces `old` by `new`. The page must contain `old`.
    fn put(&mut self, old: &str, new: &str) {
        let Self(page) = self;
        assert!(page.contains(old), "expected {old} in the page");
        *page = page.replacen(old, new, 1);
    }

    /// Puts the data of the game into the page. A large text is split into several elements, so
    /// that browsers can read the elements one after another.
    fn tell(&mut self, known: &impl Serialize) -> fmt::Result {
        let json = serde_json::to_string(known).map_err(|_| fmt::Error)?;
        // A script must not contain `</`, which could end it.
        let json = json.replace('<', "\\u003c");
        let mut scripts = String::new();
        let mut rest = json.as_str();
        while !rest.is_empty() {
            let end = (PIECE..rest.len()).find(|&at| rest.is_char_boundary(at));
            let (piece, after) = rest.split_at(end.unwrap_or(rest.len()));
            scripts += &format!("<script type=\"application/json\">{piece}</script>");
            rest = after;
        }
        self.put("</main>", &(scripts + "</main>"));
        Ok(())
    }

    /// Compresses bytes, and puts them into elements of the class `class` after all visible elements.
    fn carry(&mut self, class: &str, bytes: &[u8]) -> fmt::Result {
        let scripts: String = pieces(bytes)?
            .iter()
            .map(|piece| format!("<script type=\"text/plain\" class=\"{class}\">{piece}</script>"))
            .collect();
        self.put("</main>", &(scripts + "</main>"));
        Ok(())
    }

    /// Puts into the page the script of the worker that solves games, and the module that the worker runs.
    fn carry_solver(&mut self, module: &[u8]) -> fmt::Result {
        let worker =
            format!("<script type=\"text/plain\" class=\"solver-worker\">{WORKER_SCRIPT}</script>");
        self.put("</main>", &(worker + "</main>"));
        self.carry_module(module)
    }

    /// Puts a module into the page, together with the licence notices of the third-party code in the module.
    fn carry_module(&mut self, module: &[u8]) -> fmt::Result {
        // The notices must contain neither the end of the element nor the beginning of a comment.
        let notices = notices(module).replace("</", "< /").replace("<!", "< !");
        if !notices.is_empty() {
            let notices =
                format!("<script type=\"text/plain\" class=\"third-party\">{notices}</script>");
            self.put("</main>", &(notices + "</main>"));
        }
        self.carry("solver-module", module)
    }

    /// Replaces the title and the texts of tic-tac-toe in the page by those of the given game.
    fn name(&mut self, about: &About, opponent: &str) {
        let About {
            name, title, rules, ..
        } = about;
        let (name, game) = (escaped(name), escaped(title));
        let title = format!("Perfect {game}");
        let about = format!(
            "Play {game} against an opponent that {opponent}. {}",
            escaped(rules),
        );
        self.put(
            "game=\"tictactoe\"",
            &format!("game=\"{name}\" data-title=\"{game}\""),
        );
        for element in ["title", "h1"] {
            let (begin, end) = (format!("<{element}>"), format!("</{element}>"));
            self.content(&begin, &end, &title);
        }
        for (begin, content) in [
            ("<meta name=\"description\" content=\"", &about),
            ("<meta property=\"og:title\" content=\"", &title),
            ("<meta property=\"og:description\" content=\"", &about),
        ] {
            self.content(begin, "\">", content);
        }
    }

    /// Replaces the text after `begin`, up to the next `end`, by `new`.
    fn content(&mut self, begin: &str, end: &str, new: &str) {
        let Self(page) = self;
        let at = page.find(begin).expect("an element of the page") + begin.len();
        let length = page[at..].find(end).expect("its end");
        page.replace_range(at..at + length, new);
    }
}

/// Compresses bytes, and returns the result in base 64, cut into pieces.
fn pieces(bytes: &[u8]) -> Result<Vec<String>, fmt::Error> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).map_err(|_| fmt::Error)?;
    let packed = STANDARD.encode(encoder.finish().map_err(|_| fmt::Error)?);
    let starts = (0..packed.len()).step_by(CARRIED_PIECE);
    Ok(starts
        .map(|at| packed[at..packed.len().min(at + CARRIED_PIECE)].to_owned())
        .collect())
}

/// Returns a script that gives a page its table. A page that is opened from a local folder, without a server, can load
/// scripts, but no other files.
pub fn table_script(data: &GameData) -> Result<String, fmt::Error> {
    let json = serde_json::to_string(data).map_err(|_| fmt::Error)?;
    let text = serde_json::to_string(&[json]).map_err(|_| fmt::Error)?;
    Ok(format!("globalThis.table = {text};\n"))
}

/// Returns a script that gives the gallery a playbook and the module that reads the playbook. A page that is opened
/// from a local folder, without a server, can load scripts, but no other files.
pub fn carried_script(carried: &EmbeddedBook, module: &[u8]) -> Result<String, fmt::Error> {
    let pieces = serde_json::json!({ "book": pieces(&carried.book)?, "module": pieces(module)? });
    let mut script = format!("globalThis.carried = {pieces};\n");
    let notices = notices(module);
    if !notices.is_empty() {
        // The notices must not contain the end of the comment.
        script += &format!("/*!\n{}*/\n", notices.replace("*/", "* /"));
    }
    Ok(script)
}

/// Returns the page in which a user writes the rules of a game in JavaScript. The page contains the module that
/// solves the game. The rules run in a frame that has no access to the page or the network.
pub fn playground(module: &[u8], links: &Links<'_>) -> Result<String, fmt::Error> {
    let style = format!("{STYLE}{TOP_STYLE}{PLAYGROUND_STYLE}");
    let frame = source("", FRAME_SCRIPT);
    let saved = Page {
        table: TableOn::Later,
        links: &Links {
            picture: None,
            project: links.project,
            home: false,
        },
    };
    let scripts = format!(
        "<script type=\"text/plain\" class=\"rules-runtime\">{RUNTIME_SCRIPT}</script>\
         <script type=\"text/plain\" class=\"rules-frame\" data-hash=\"{}\">{FRAME_SCRIPT}</script>\
         <script type=\"text/plain\" class=\"solver-worker\">{WORKER_SCRIPT}</script>",
        frame.trim(),
    );
    let editor = decompressed(EDITOR_SCRIPT).map_err(|_| fmt::Error)?;
    let script = [PLAYER_SCRIPT, DATA_SCRIPT, &editor, PLAYGROUND_SCRIPT].concat();
    let mut page = Replacing(PLAYGROUND.to_owned());
    page.embed(&style, &script, &format!("{frame} 'wasm-unsafe-eval'"));
    page.put("</main>", &(scripts + "</main>"));
    page.carry("saved-page", saved.to_string().as_bytes())?;
    page.carry_module(module)?;
    Ok(page.0)
}

/// Returns the text of a script that the program contains in compressed form.
pub fn decompressed(script: &[u8]) -> io::Result<String> {
    let mut text = String::new();
    GzDecoder::new(script).read_to_string(&mut text)?;
    Ok(text)
}

/// Returns the directive `kind` of a content security policy, such as `script-src`. The directive allows only
/// `text`, and contains the hash of `text`.
pub fn source(kind: &str, text: &str) -> String {
    format!(
        "{kind} 'sha256-{}'",
        STANDARD.encode(Hash::hash(text.as_bytes()))
    )
}
