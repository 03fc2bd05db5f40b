//! `perfectplay web`: the page that plays, as one file.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use perfectplay::tictactoe::{TicTacToe, sources};
use sha2::{Digest, Sha256};

use crate::Failure;
use crate::output::Output;

/// Write the web page that plays: one file that needs nothing else.
///
/// It opens by a double click and from any host. The solved table is in it; it fetches
/// nothing, and nothing in it searches.
#[derive(clap::Args)]
#[command(after_help = "Example: perfectplay web -o tictactoe.html")]
pub struct Args {
    #[command(flatten)]
    output: Output,
}

/// The page, and the files that it names. The table is not among them: it is what
/// `export` writes.
const PAGE: &str = include_str!("../web/index.html");
const STYLES: [(&str, &str); 1] = [("page.css", include_str!("../web/page.css"))];
const SCRIPTS: [(&str, &str); 4] = [
    ("game.js", include_str!("../web/game.js")),
    ("texts.js", include_str!("../web/texts.js")),
    ("draw.js", include_str!("../web/draw.js")),
    ("page.js", include_str!("../web/page.js")),
];

pub fn run(args: &Args) -> Result<(), Failure> {
    args.output.write(page().as_bytes())
}

/// The page with its files in it. What may run is named by what it is: a hash for each.
fn page() -> String {
    let table = sources::js(&TicTacToe);
    let mut scripts = vec![("table.js", table.as_str())];
    scripts.extend(SCRIPTS);
    let mut page = PAGE.to_owned();
    for (name, style) in STYLES {
        let link = format!("<link rel=\"stylesheet\" href=\"{name}\">");
        page = replace(&page, &link, &format!("<style>{style}</style>"));
    }
    for (name, script) in &scripts {
        let link = format!("<script src=\"{name}\"></script>");
        page = replace(&page, &link, &format!("<script>{script}</script>"));
    }
    page = replace(&page, "script-src 'self'", &sources("script-src", &scripts));
    replace(&page, "style-src 'self'", &sources("style-src", &STYLES))
}

/// The page with one thing in the place of another, which must be there.
fn replace(page: &str, old: &str, new: &str) -> String {
    assert!(page.contains(old), "expected {old} in the page");
    page.replacen(old, new, 1)
}

/// The part of a content-security policy that allows just these texts.
fn sources(kind: &str, texts: &[(&str, &str)]) -> String {
    let hashes = texts.iter().map(|(_, text)| {
        let hash = STANDARD.encode(Sha256::digest(text));
        format!(" 'sha256-{hash}'")
    });
    kind.to_owned() + &hashes.collect::<String>()
}
