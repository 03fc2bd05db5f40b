//! `perfectplay web`: the page that plays a game, as one file or as a folder.

mod game_data;
mod index;
mod layout;
mod page;

use std::fs;
use std::path::{Path, PathBuf};

use indicatif::HumanCount;
use perfectplay_any::{Catalogue, Solve, Table};

use crate::Failure;
use crate::args::table::{SolveArg, TableArg};
use crate::context::Context;
use crate::io::output::{Output, write};

pub use game_data::GameData;
use index::Entry;
use page::{Links, Page, TableOn};

/// Write the web page that plays a game: one file that needs nothing else.
///
/// It opens by a double click and from any host. The solved table is in it; it fetches
/// nothing, and nothing in it searches.
///
/// The page of a large game opens sooner with --folder: its table stands beside it, and the
/// page fetches it. Such a folder works from any static server, and from no file.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  perfectplay web -o tictactoe.html
  perfectplay web --game connect:4x4 -o connect.html
  perfectplay web --game connect:5x4 --folder connect
  perfectplay web --all pages
  perfectplay web --picture https://example.org/picture.png -o index.html")]
pub struct Args {
    #[command(flatten)]
    table: TableArg,

    #[command(flatten)]
    output: Output,

    /// Write the page into this folder, as index.html, and its table beside it.
    #[arg(long, value_name = "DIR", conflicts_with = "output")]
    folder: Option<PathBuf>,

    /// Write the page of every game that `perfectplay games` lists, with its usual parameters,
    /// into this folder, and index.html, which links them. Tables of more than 50,000 states
    /// stand beside their pages.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["output", "folder", "game", "table"])]
    all: Option<PathBuf>,

    /// The address of a picture that previews of links show, which must be a whole one; without
    /// it, previews have none.
    #[arg(long, value_name = "URL")]
    picture: Option<String>,

    /// The address of the project, for a link on the page.
    #[arg(long, value_name = "URL", value_parser = address)]
    project: Option<String>,
}

/// An address to which a link may lead. There are others that a browser would run as a script.
fn address(text: &str) -> Result<String, &'static str> {
    let is_one = ["https://", "http://"]
        .iter()
        .any(|begin| text.starts_with(begin));
    let found = is_one.then(|| text.to_owned());
    found.ok_or("expected an address that begins with https:// or http://")
}

pub fn run(args: &Args, context: &Context<'_>) -> Result<(), Failure> {
    let links = Links {
        picture: args.picture.as_deref(),
        project: args.project.as_deref(),
        home: false,
    };
    if let Some(folder) = &args.all {
        return write_all(folder, context.catalogue, &args.table.solve, &links);
    }
    let table = args.table.open()?;
    let data = data(&*table)?;
    match &args.folder {
        Some(folder) => write_page(folder, "index", data.as_ref(), &links, |_| true),
        None => args.output.write(|out| {
            let table = data.as_ref().map_or(TableOn::Package, TableOn::Inside);
            let page = Page {
                table,
                links: &links,
            };
            Ok(out.write_all(page.to_string().as_bytes())?)
        }),
    }
}

/// What the page is told of a game; `None` for the one that it has already.
fn data(table: &dyn Table) -> Result<Option<GameData>, Failure> {
    if *table.info().spec == *page::PACKAGED {
        return Ok(None);
    }
    if table.states() > Solve::LIMIT {
        return Err(Failure::Use(format!(
            "{} has {} states, too many for a page",
            table.info().spec,
            HumanCount(table.states())
        )));
    }
    GameData::of(table).map(Some)
}

/// Whether the table of a game stands beside its page.
type IsLarge = fn(&GameData) -> bool;

const fn is_large(data: &GameData) -> bool {
    data.states() > 50_000
}

/// Writes `NAME.html` into a folder, and `NAME.json` beside it if the game is large.
fn write_page(
    folder: &Path,
    name: &str,
    data: Option<&GameData>,
    links: &Links<'_>,
    is_large: IsLarge,
) -> Result<(), Failure> {
    make_folder(folder)?;
    let beside = format!("{name}.json");
    let table = match data {
        None => TableOn::Package,
        Some(data) if is_large(data) => {
            write(&folder.join(&beside), |out| {
                Ok(serde_json::to_writer(out, data).map_err(std::io::Error::from)?)
            })?;
            TableOn::Beside(data, &beside)
        }
        Some(data) => TableOn::Inside(data),
    };
    let page = Page { table, links }.to_string();
    write(&folder.join(name).with_extension("html"), |out| {
        Ok(out.write_all(page.as_bytes())?)
    })
}

fn make_folder(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder)
        .map_err(|error| Failure::Input(format!("cannot write {}: {error}", folder.display())))
}

/// Writes the page of each game on the list, and the index.
fn write_all(
    folder: &Path,
    catalogue: &Catalogue,
    solve: &SolveArg,
    links: &Links<'_>,
) -> Result<(), Failure> {
    let mut entries = Vec::new();
    for listing in catalogue.listings() {
        let game = catalogue.find(listing.name).expect("a game on the list");
        let table = solve.table(&*game)?;
        let data = data(&*table)?;
        let links = &Links {
            home: true,
            ..*links
        };
        write_page(folder, listing.name, data.as_ref(), links, is_large)?;
        entries.push(Entry {
            file: format!("{}.html", listing.name),
            title: table.info().title.clone(),
            rules: listing.rules,
            states: table.states(),
            picture: data.as_ref().map(GameData::picture),
        });
    }
    let index = index::page(&entries, links)?;
    write(&folder.join("index.html"), |out| {
        Ok(out.write_all(index.as_bytes())?)
    })
}
