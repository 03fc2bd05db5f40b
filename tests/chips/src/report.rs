//! The report of a program that has played playbooks against every reply.

use std::error::Error;
use std::process::Output;

/// The results of a playbook that played one side against every reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report {
    pub won: u64,
    pub drawn: u64,
    pub lost: u64,
    /// How often the playbook failed to give a legal move.
    pub faults: u64,
    /// The greatest number of cycles that a move took; 0 if cycles were not counted.
    pub cycles: u64,
}

impl Report {
    /// Returns whether both reports count the same wins, draws, losses and faults. The numbers of
    /// cycles may differ.
    pub fn has_games_of(&self, other: &Self) -> bool {
        let of = |report: &Self| (report.won, report.drawn, report.lost, report.faults);
        of(self) == of(other)
    }
}

/// Returns all text that a program has written.
pub fn text(output: &Output) -> String {
    [&output.stdout, &output.stderr]
        .map(|bytes| String::from_utf8_lossy(bytes).into_owned())
        .concat()
}

/// Returns the numbers in the line that begins with `begin`.
pub fn numbers<const N: usize>(text: &str, begin: &str) -> Result<[u64; N], Box<dyn Error>> {
    // An emulator adds colour codes to each line, and a full stop at its own end.
    let lines = text.lines().map(|line| {
        let line = line.trim_start_matches("\x1b[0m");
        line.trim_start_matches("\x1b[32m").trim_end_matches('.')
    });
    let line = lines.filter_map(|line| line.strip_prefix(begin)).next();
    let line = line.ok_or_else(|| format!("no report in {text:?}"))?;
    let numbers = line.split_whitespace().map(str::parse);
    let numbers: Vec<u64> = numbers.collect::<Result<_, _>>()?;
    numbers
        .try_into()
        .map_err(|found| format!("expected {N} numbers, found {found:?}").into())
}

/// Reads two reports, one for each side that the playbook has played, from the output of a program.
pub fn reports(text: &str, begin: &str) -> Result<[Report; 2], Box<dyn Error>> {
    let report = |side| {
        let [won, drawn, lost, faults, cycles] = numbers(text, &format!("{begin}{side} "))?;
        Ok::<_, Box<dyn Error>>(Report {
            won,
            drawn,
            lost,
            faults,
            cycles,
        })
    };
    Ok([report(1)?, report(2)?])
}
