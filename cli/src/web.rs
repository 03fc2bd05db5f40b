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
#[command(after_help = "Examples:
  perfectplay web -o tictactoe.html
  perfectplay web --picture https://example.org/picture.png -o index.html")]
pub struct Args {
    #[command(flatten)]
    output: Output,

    /// The address of a picture that previews of links show, which must be a whole one; without
    /// it, previews have none
    #[arg(long, value_name = "URL")]
    picture: Option<String>,

    /// The address of the project, for a link on the page
    #[arg(long, value_name = "URL")]
    project: Option<String>,
}

/// The page, and the files that it names.
const PAGE: &str = include_str!("../web/index.html");
const STYLE: &str = include_str!("../web/page.css");

/// The modules of the page, each after those that it imports. The table comes before all of
/// them, and is not among them: it is what `export` writes.
const MODULES: [&str; 12] = [
    include_str!("../web/tictactoe.js"),
    include_str!("../web/solved.js"),
    include_str!("../web/data.js"),
    include_str!("../web/round.js"),
    include_str!("../web/texts.js"),
    include_str!("../web/settings.js"),
    include_str!("../web/address.js"),
    include_str!("../web/markup.js"),
    include_str!("../web/style.js"),
    include_str!("../web/draw.js"),
    include_str!("../web/element.js"),
    include_str!("../web/page.js"),
];

pub fn run(args: &Args) -> Result<(), Failure> {
    args.output
        .write(|out| Ok(out.write_all(page(args).as_bytes())?))
}

/// The page with its files in it. What may run is named by what it is: a hash for each.
fn page(args: &Args) -> String {
    let script = script();
    let picture = args.picture.as_deref().map_or_else(String::new, |url| {
        format!("<meta property=\"og:image\" content=\"{}\">", escaped(url))
    });
    let project = args.project.as_deref().map_or_else(String::new, |url| {
        format!("<a href=\"{}\">{}</a>", escaped(url), escaped(url))
    });
    [
        (
            "<link rel=\"stylesheet\" href=\"page.css\">",
            format!("<style>{STYLE}</style>"),
        ),
        (
            "<script type=\"module\" src=\"page.js\"></script>",
            format!("<script type=\"module\">{script}</script>"),
        ),
        ("script-src 'self'", source("script-src", &script)),
        ("style-src 'self'", source("style-src", STYLE)),
        (
            "<meta property=\"og:image\" content=\"picture.png\">",
            picture,
        ),
        ("</perfect-play>", project + "</perfect-play>"),
    ]
    .iter()
    .fold(PAGE.to_owned(), |page, (old, new)| replace(&page, old, new))
}

/// All modules as one: what they import from each other is there already, under the same name.
/// Comments and indents stay behind, since they would be a third of what is sent.
fn script() -> String {
    let table = sources::mjs(&TicTacToe);
    let mut script = String::new();
    for module in [table.as_str()].into_iter().chain(MODULES) {
        let mut lines = module.lines();
        while let Some(line) = lines.next() {
            let code = line.trim_start();
            let end = match code {
                _ if line.starts_with("import ") => ";",
                _ if code.starts_with("/*") => "*/",
                _ if code.starts_with("//") || code.is_empty() => continue,
                _ => {
                    script += code.strip_prefix("export ").unwrap_or(code);
                    script.push('\n');
                    continue;
                }
            };
            let mut last = Some(line);
            while last.is_some_and(|line| !line.trim_end().ends_with(end)) {
                last = lines.next();
            }
        }
    }
    script
}

/// The page with one thing in the place of another, which must be there.
fn replace(page: &str, old: &str, new: &str) -> String {
    assert!(page.contains(old), "expected {old} in the page");
    page.replacen(old, new, 1)
}

/// A text as the value of an attribute, or between tags.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;")
}

/// The part of a content-security policy that allows just this text.
fn source(kind: &str, text: &str) -> String {
    format!("{kind} 'sha256-{}'", STANDARD.encode(Sha256::digest(text)))
}
