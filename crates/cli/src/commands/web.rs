//! `perfectplay web`: writes a page that plays a game, as one file or as a directory.

use std::fs;
use std::path::{Path, PathBuf};

use perfectplay::forecast::Effort;
use perfectplay_any::{AnyGame, Catalogue, Solve, Watch, unwatched};
use perfectplay_present::scene::Unsolved;
use perfectplay_present::web::{
    Card, EmbeddedBook, GameData, Links, Live, Page, TableOn, carried_script, data, gallery,
    is_packaged, playground, table_script,
};

use crate::Failure;
use crate::args::playbook_file;
use crate::args::table::{SolveArg, TableArg};
use crate::context::Context;
use crate::io::input;
use crate::io::output::{Output, probe, write_bytes};
use crate::io::progress::Meter;

/// Write a web page that plays a game: one file that needs nothing else.
///
/// The page opens with a double click, and works on any web server. The page contains the solved
/// table, loads nothing and searches nothing.
///
/// With --directory, the page of a large game opens sooner. The table is then a separate script in
/// the same directory. This also works when you open the page from a local folder.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  perfectplay web -o tictactoe.html
  perfectplay web --game connect:4x4 -o connect.html
  perfectplay web --game connect:5x4 --directory connect
  perfectplay web --game connect:5x4 --module perfectplay.wasm -o connect.html
  perfectplay web --all pages
  perfectplay web --all pages --module perfectplay.wasm --game connect:7x6 --playbook connect-7x6.playbook
  perfectplay web --playbook tictactoe.playbook -o unbeatable.html
  perfectplay web --game connect:7x6 --playbook connect-7x6.playbook --module perfectplay.wasm -o connect.html
  perfectplay web --picture https://example.org/picture.png -o index.html")]
pub struct Args {
    #[command(flatten)]
    table: TableArg,

    /// Let the page play by the book in this file, which `perfectplay playbook -o` wrote. The page contains only the
    /// positions that can occur while the book plays, and no values of moves. The command does not check the book: use
    /// `perfectplay audit --playbook`. With --module, the page contains the book itself, however large the game is.
    /// Before such a page is written, the book is played against every reply. If the book can lose, no page is written.
    /// The page of connect:7x6 also proves values that the book does not know. With --all and --module, the page is
    /// unbeaten.html. People can also play against the book at the top of index.html.
    #[arg(long, value_name = "FILE", conflicts_with = "table")]
    playbook: Option<PathBuf>,

    #[command(flatten)]
    output: Output,

    /// Write the page into this directory, as index.html, with the table in a script beside it.
    #[arg(long, value_name = "DIR", conflicts_with = "output")]
    directory: Option<PathBuf>,

    /// Write a page into this directory for every game that `perfectplay games` lists, with the
    /// game's default parameters. Also write an index.html with links to the pages. A table of more
    /// than 50,000 states is a script beside its page.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["output", "directory", "table"])]
    all: Option<PathBuf>,

    /// Write a page that solves games of any size itself. This file is the module with the solver,
    /// which `web/build-module` makes. The page also reads a tablebase file beside it:
    /// `page.html?table=FILE`. With --game, the page solves that game when it is opened. Such a
    /// page is smaller than a page with the table. The game connect:7x6 is too large to solve, so
    /// its page proves the values of moves when it needs them. With --all, the page is own.html,
    /// and the gallery has a link to it.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["directory", "table"])]
    module: Option<PathBuf>,

    /// Show the picture at this absolute address in previews of links. Without this option,
    /// previews have no picture.
    #[arg(long, value_name = "URL")]
    picture: Option<String>,

    /// Put a link on the page to the project at this address.
    #[arg(long, value_name = "URL", value_parser = address)]
    project: Option<String>,
}

/// Parses an address for a link. Only addresses of web pages are valid, because a browser may run
/// another kind of address as a script.
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
    let missing = |what, with| {
        Err(Failure::Use(format!(
            "expected {what} with {with}, found none"
        )))
    };
    if args.all.is_some() && args.playbook.is_none() && args.table.game.is_named() {
        return missing("--playbook", "--all and --game");
    }
    if args.all.is_some() && args.playbook.is_some() && args.module.is_none() {
        return missing("--module", "--all and --playbook");
    }
    match args.all.as_ref().or(args.directory.as_ref()) {
        Some(directory) => make_directory(directory)?,
        None => args.output.probe()?,
    }
    let module = args.module.as_deref().map(read_module).transpose()?;
    let meter = Meter::new();
    let watch = |progress| meter.watch(progress);
    let carried = match &args.playbook {
        Some(path) if module.is_some() => {
            let game = args.table.game.game();
            let book = playbook_file::read(path, &game.without_table())?;
            Some(EmbeddedBook::new(&game, &book, &watch)?)
        }
        _ => None,
    };
    if let Some(directory) = &args.all {
        let (games, solve) = (context.catalogue, &args.table.solve);
        let solver = module.as_deref().map(|module| (module, carried.as_ref()));
        return write_all(directory, games, solve, solver, &links, &watch);
    }
    if let Some(module) = &module {
        let named =
            (carried.is_none() && args.table.game.is_named()).then(|| args.table.game.game());
        let start = named.as_ref().map(unsolved).transpose()?;
        let table = match (&carried, &start, &named) {
            (Some(carried), ..) => TableOn::Playbook(carried, module),
            (None, Some(start), Some(game)) if game.has_opening() => {
                TableOn::Proving(start, module)
            }
            (None, Some(start), _) => TableOn::Solving(start, module),
            (None, None, _) => TableOn::Solver(module),
        };
        let page = Page {
            table,
            links: &links,
        };
        return args.output.write_bytes(page.to_string().as_bytes());
    }
    let data = match &args.playbook {
        None => {
            let table = args.table.open()?;
            GameData::expect_few(&table).map_err(|error| Failure::Use(error.to_string()))?;
            data(&table, &watch)?
        }
        Some(path) => {
            let table = args.table.game.game().without_table();
            let book = playbook_file::read(path, &table)?;
            Some(GameData::new(&table, Some(&book), &watch)?)
        }
    };
    match &args.directory {
        Some(directory) => write_page(directory, "index", data.as_ref(), &links, true),
        None => {
            let table = data.as_ref().map_or(TableOn::Package, TableOn::Inside);
            let links = &links;
            let page = Page { table, links }.to_string();
            args.output.write_bytes(page.as_bytes())
        }
    }
}

/// Returns the description of a game for a page without a table. The page solves the game when it is opened. Refuses a
/// game that is too large to solve, unless the program contains the values of the game's opening. With these values,
/// the page can prove the values of later moves.
fn unsolved(game: &AnyGame) -> Result<Unsolved, Failure> {
    let states = game.estimate(Effort::default(), &unwatched)?.states();
    if states.rounded() > Solve::LIMIT && !game.has_opening() {
        let spec = &game.info().spec;
        return Err(Failure::Use(format!(
            "{spec} has {states} states, too many for a page that solves it"
        )));
    }
    Ok(Unsolved::new(&game.without_table()))
}

fn read_module(file: &Path) -> Result<Vec<u8>, Failure> {
    /// The greatest size of a module in bytes.
    const MOST: u64 = 1 << 28;
    let module = input::read_any(file, MOST)
        .map_err(|error| Failure::Input(format!("cannot read {}: {error}", file.display())))?;
    if module.starts_with(b"\0asm") {
        Ok(module)
    } else {
        let problem = "expected a WebAssembly module, found something else";
        Err(Failure::at(file, &problem))
    }
}

/// The file name of the page that the gallery of games shows first and largest.
const FIRST: &str = "connect.html";

/// In a gallery of games, a table with more states than this is a separate file beside its page.
const MOST_INSIDE: usize = 50_000;

/// Writes the page `NAME.html` into a directory. If `is_beside` is set, writes the table to `NAME.js` beside the
/// page.
fn write_page(
    directory: &Path,
    name: &str,
    data: Option<&GameData>,
    links: &Links<'_>,
    is_beside: bool,
) -> Result<(), Failure> {
    let beside = format!("{name}.js");
    let table = match data {
        None => TableOn::Package,
        Some(data) if is_beside => {
            let script = table_script(data).map_err(std::io::Error::other)?;
            write_bytes(&directory.join(&beside), script.as_bytes())?;
            TableOn::Beside(data, &beside)
        }
        Some(data) => TableOn::Inside(data),
    };
    let page = Page { table, links }.to_string();
    let file = directory.join(name).with_extension("html");
    write_bytes(&file, page.as_bytes())
}

/// Creates the directory of pages, and checks that a page can be written there.
fn make_directory(directory: &Path) -> Result<(), Failure> {
    fs::create_dir_all(directory).map_err(|error| {
        Failure::Input(format!("cannot write {}: {error}", directory.display()))
    })?;
    probe(&directory.join("index.html")).map(drop)
}

/// Two file names. `.0` is a page on which people play against the playbook. `.1` is a script that contains the
/// playbook. Both `.0` and the gallery's `index.html` load the script.
const LIVE: (&str, &str) = ("unbeaten.html", "unbeaten.js");

/// Writes a page for each game of the catalogue, and an index with links to these pages. `solver` contains the
/// WebAssembly module that solves games, and the playbook against which people can play.
fn write_all(
    directory: &Path,
    catalogue: &Catalogue,
    solve: &SolveArg,
    solver: Option<(&[u8], Option<&EmbeddedBook>)>,
    links: &Links<'_>,
    watch: Watch<'_>,
) -> Result<(), Failure> {
    let links = &Links {
        home: true,
        ..*links
    };
    let mut entries: Vec<Card> = Vec::new();
    for listing in catalogue.listings() {
        let game = catalogue.find(listing.name).expect("a game on the list");
        let mut table = solve.table(&game, None)?;
        // Two games may be the same with their default parameters, such as tic-tac-toe and three in
        // a row on a board of 3 by 3. Show the second game with other parameters.
        for parameters in listing.samples {
            if entries.iter().all(|card| card.states != table.states()) {
                break;
            }
            let spec = format!("{}:{parameters}", listing.name);
            let other = catalogue.find(&spec).expect("a game on the list");
            table = solve.table(&other, None)?;
        }
        let data = GameData::new(&table, None, watch)?;
        let shown = (!is_packaged(&table)).then_some(&data);
        let is_beside = data.states() > MOST_INSIDE;
        write_page(directory, listing.name, shown, links, is_beside)?;
        entries.push(Card {
            file: format!("{}.html", listing.name),
            title: table.info().title.clone(),
            rules: table.info().rules.clone(),
            states: table.states(),
            picture: data.picture(),
        });
    }
    if let Some(place) = entries.iter().position(|card| card.file == FIRST) {
        entries[..=place].rotate_right(1);
    }
    let write_text = |file: &str, text: String| write_bytes(&directory.join(file), text.as_bytes());
    let mut live = None;
    if let Some((module, carried)) = solver {
        let table = TableOn::Solver(module);
        write_text("own.html", Page { table, links }.to_string())?;
        let playground = playground(module, links).map_err(std::io::Error::other)?;
        write_text("playground.html", playground)?;
        if let Some(carried) = carried {
            let table = TableOn::Playbook(carried, module);
            let (file, carried_file) = LIVE;
            write_text(file, Page { table, links }.to_string())?;
            let script = carried_script(carried, module).map_err(std::io::Error::other)?;
            write_text(carried_file, script)?;
            live = Some(Live {
                file,
                carried_file,
                carried,
            });
        }
    }
    let index = gallery(&entries, live.as_ref(), solver.is_some(), links)?;
    write_text("index.html", index)
}
