//! `perfectplay verify`: compares a table with the rules, or plays a playbook by the rules.

mod lines;
mod opening;
mod playbook;

use std::fmt::{self, Display};
use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use indicatif::HumanCount;
use perfectplay::oracle::Opening;
use perfectplay::playbook::{PlaybookData, PlaybookError};
use perfectplay::table::{TableData, TableError};
use perfectplay::verify::Verified;
use perfectplay_any::{AnyTable, Catalogue, OpeningSample, TableFile};
use perfectplay_present::words::PlyCount;
use serde::Serialize;

use crate::Failure;
use crate::args::game::GameArg;
use crate::args::limits::LimitsArg;
use crate::args::number::whole_number;
use crate::args::table::{SolveArg, TableArg, expected, read};
use crate::context::Context;
use crate::io::print::print;
use crate::io::progress::Meter;
use crate::io::row::Delimited;

/// Verify a table against the rules, or a playbook against every reply.
///
/// Every record of a table is compared with the rules. The verifier shares no code with the solver.
/// Without a file, the command verifies the table of the game in this program. If the program has
/// no such table, the command solves the game first. A table of tiers is verified tier by tier, on
/// all cores.
///
/// The file may also be a table in the format tsv or csv that `perfectplay export` wrote. Its lines
/// may be in any order. Such a file is compared line by line with the program's own table, which is
/// verified as well. An error names the place of the first difference.
///
/// The file of an opening contains the values of the states after its last ply. With --opening, these values are proved
/// again; with --sample, only some of them. The values of earlier states follow from these values by the rules.
///
/// With --playbook, the book is played against every reply, on each side that the book plays. This
/// needs only the rules: no table is read or made. If the book wins every game, this proves that
/// its side wins. The proof says nothing about states that the book avoids. The status is 3 if a
/// result is worse than --expect. With --json, there is one object for each side.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  perfectplay verify
  perfectplay verify --json octopawn.table
  perfectplay export --game hexapawn --format csv | perfectplay verify --game hexapawn -
  perfectplay verify --game connect:5x5 --playbook connect.playbook")]
pub struct Args {
    /// A table that `perfectplay solve -o` or `perfectplay export` wrote; - reads it from
    /// standard input. A table from `solve` contains the name of its game.
    #[arg(conflicts_with = "table")]
    file: Option<PathBuf>,

    #[command(flatten)]
    solved: TableArg,

    /// Play the book in this file, which `perfectplay playbook -o` wrote, against every reply.
    /// The game must be named with --game.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["file", "table", "force", "no_cache"])]
    playbook: Option<PathBuf>,

    /// Prove again the values in this file, which `perfectplay solve --plies` wrote. The game must
    /// be named with --game.
    #[arg(long, value_name = "FILE",
        conflicts_with_all = ["file", "table", "playbook", "force", "no_cache"])]
    opening: Option<PathBuf>,

    /// Prove NUMBER states of the opening, chosen at random [default: all].
    #[arg(long, value_name = "NUMBER", requires = "opening", value_parser = whole_number::<usize>)]
    sample: Option<usize>,

    /// Seed the choice of the sample.
    #[arg(long, value_name = "NUMBER", requires = "sample", default_value = "0",
        value_parser = whole_number::<u64>)]
    seed: u64,

    /// End with status 3 if the book has a worse result than this in any game.
    #[arg(
        long,
        value_name = "RESULT",
        value_enum,
        default_value = "draw",
        requires = "playbook"
    )]
    expect: playbook::Expected,

    /// Answer with one JSON object.
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    limits: LimitsArg,
}

pub fn run(args: &Args, _: &Context<'_>) -> Result<(), Failure> {
    if let Some(path) = &args.playbook {
        return playbook::play_through(path, &args.solved.game.game(), args.expect, args.json);
    }
    if let Some(path) = &args.opening {
        let sample = OpeningSample {
            states: args.sample,
            seed: args.seed,
        };
        let game = args.solved.game.game();
        return opening::prove_again(path, &game, sample, &args.limits, args.json);
    }
    let report = match &args.file {
        Some(path) => {
            let source = VerifiedSource {
                path,
                game: &args.solved.game,
                solve: &args.solved.solve,
            };
            source.verify(&args.limits)?
        }
        None => Verification::new(&args.solved.open()?, None, &args.limits),
    };
    print(&report, args.json)?;
    match report.problem {
        None => Ok(()),
        Some(_) => Err(Failure::Reported),
    }
}

/// Returns what `verify -` prints if `input` arrives on standard input. The program knows the games of `catalogue`.
pub fn read_all(catalogue: Catalogue, mut input: &[u8]) -> Result<String, Failure> {
    let source = VerifiedSource {
        path: Path::new("-"),
        game: &GameArg::unnamed(catalogue),
        solve: &SolveArg::NO_CACHE,
    };
    let report = source.verify_input(&mut input, &LimitsArg::default())?;
    match report.problem {
        None => Ok(report.to_string()),
        Some(problem) => Err(source.wrong(&problem)),
    }
}

/// A table in a file or on standard input, in any format.
struct VerifiedSource<'a> {
    path: &'a Path,
    game: &'a GameArg,
    solve: &'a SolveArg,
}

impl VerifiedSource<'_> {
    fn is_stdin(&self) -> bool {
        self.path.as_os_str() == "-"
    }

    /// Returns the name of the source for error messages.
    fn name(&self) -> &Path {
        if self.is_stdin() {
            Path::new("standard input")
        } else {
            self.path
        }
    }

    fn wrong(&self, problem: &dyn Display) -> Failure {
        Failure::Input(format!("{}: {problem}", self.name().display()))
    }

    fn verify(&self, limits: &LimitsArg) -> Result<Verification, Failure> {
        if self.is_stdin() {
            return self.verify_input(&mut io::stdin().lock(), limits);
        }
        let mut file = File::open(self.path).map_err(|error| self.wrong(&error))?;
        let is_regular = file.metadata().is_ok_and(|found| found.is_file());
        if is_regular && self.is_table(&self.beginning(&mut file)?)? {
            // The file is not read into memory: a tablebase file may be larger than the memory.
            let table = read(self.path, self.game)?.open()?;
            return Ok(Verification::new(&table, None, limits));
        }
        file.rewind().or_else(|error| match is_regular {
            true => Err(self.wrong(&error)),
            // A pipe cannot be rewound, and nothing was read from it.
            false => Ok(()),
        })?;
        self.verify_input(&mut file, limits)
    }

    fn verify_input(
        &self,
        input: &mut dyn Read,
        limits: &LimitsArg,
    ) -> Result<Verification, Failure> {
        let beginning = self.beginning(input)?;
        if self.is_table(&beginning)? {
            let whole = beginning.as_slice().chain(input);
            let file = TableFile::read_from(self.name(), whole, &self.game.catalogue)?;
            let table = expected(file, self.name(), self.game)?.open()?;
            return Ok(Verification::new(&table, None, limits));
        }
        self.compare(&beginning, input, limits)
    }

    /// Returns whether the bytes of `beginning` can be the first bytes of a table of `perfectplay solve -o`. If the
    /// bytes belong to an opening or a playbook, returns an error. The error names the option that verifies such a
    /// file.
    fn is_table(&self, beginning: &[u8]) -> Result<bool, Failure> {
        let other = |kind: &str, option: &str| {
            self.wrong(&format_args!(
                "expected a table, found {kind}: {option} FILE verifies it"
            ))
        };
        match TableData::byte_len_from_header(beginning) {
            Err(TableError::Version {
                found: Opening::VERSION,
                ..
            }) => Err(other("an opening", "--opening")),
            Err(TableError::Label) => match PlaybookData::from_bytes(beginning) {
                Err(PlaybookError::Label) => Ok(false),
                _ => Err(other("a playbook", "--playbook")),
            },
            _ => Ok(true),
        }
    }

    fn beginning(&self, input: &mut dyn Read) -> Result<Vec<u8>, Failure> {
        let mut beginning = Vec::new();
        let longest = TableData::LONGEST_HEADER as u64;
        let read = input.take(longest).read_to_end(&mut beginning);
        read.map_err(|error| self.wrong(&error))?;
        Ok(beginning)
    }

    /// Compares an exported file with the table of the game, and verifies that table.
    fn compare(
        &self,
        beginning: &[u8],
        rest: &mut dyn Read,
        limits: &LimitsArg,
    ) -> Result<Verification, Failure> {
        let game = self.game.game();
        let begins = |lines: Delimited| beginning.starts_with(lines.header().as_bytes());
        let delimited = lines::FORMATS.into_iter().find(|(_, lines)| begins(*lines));
        let Some((format, lines)) = delimited else {
            return Err(self.wrong(
                &"expected a table of `perfectplay solve -o`, or one in tsv or csv, found something \
                  else",
            ));
        };
        let table = self.solve.table(&game, None)?;
        let compared = lines::compare(lines, &mut beginning.chain(rest), &table);
        compared.map_err(|problem| self.wrong(&problem))?;
        Ok(Verification::new(&table, Some(format), limits))
    }
}

#[derive(Serialize)]
struct Verification {
    game: Arc<str>,
    verified: bool,
    /// The format of the verified file, such as csv, if `perfectplay export` wrote this file. Otherwise `None`.
    #[serde(skip_serializing_if = "Option::is_none")]
    format: Option<&'static str>,
    #[serde(flatten)]
    statistics: Option<Verified>,
    /// The first contradiction between the table and the rules; `None` if the table is right.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
}

impl Verification {
    fn new(table: &AnyTable, format: Option<&'static str>, limits: &LimitsArg) -> Self {
        let meter = Meter::new();
        let verified = table.verify(&limits.limits(&|progress| meter.watch(progress)));
        let (statistics, problem) = match verified {
            Ok(statistics) => (Some(statistics), None),
            Err(problem) => (None, Some(problem.to_string())),
        };
        Self {
            game: Arc::clone(&table.info().spec),
            verified: problem.is_none(),
            format: format.filter(|_| problem.is_none()),
            statistics,
            problem,
        }
    }
}

impl Display for Verification {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = &self.game;
        if let Some(problem) = &self.problem {
            writeln!(f, "{game}: {problem}.")?;
        }
        if let Some(format) = self.format {
            writeln!(
                f,
                "The {format} agrees with the table of {game} in every state."
            )?;
        }
        let Some(statistics) = self.statistics else {
            return Ok(());
        };
        let states = HumanCount(statistics.states);
        let longest = PlyCount(statistics.longest);
        writeln!(
            f,
            "{game}: {states} states. Every record follows from the rules."
        )?;
        writeln!(
            f,
            "Under perfect play, the longest game from any state has {longest}."
        )
    }
}
