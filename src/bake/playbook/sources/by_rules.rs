//! Writes a playbook by rules as source code, for Connect Four.

use alloc::format;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

use crate::bake::c::kind;
use crate::bake::source_rules::ColumnBoard;
use crate::bake::template::{Values, lines};
use crate::playbook::PlaybookParts;
use crate::playbook::by_rules::{ByRules, CHECKS_OF_KEY, GOALS, NO_ENTRY};

/// Returns the values to fill into a template of source code. Only playbooks by rules need these
/// values. Each line of numbers begins with `indent`.
pub(super) fn values(
    by_rules: &ByRules<'_>,
    ranks: &PlaybookParts<'_>,
    board: ColumnBoard,
    indent: &str,
) -> Values<'static> {
    let features = board.features();
    let mut weights: Vec<i32> = by_rules.weights().collect();
    weights.resize(features.count, 0);
    let mut classes: Vec<u8> = by_rules.classes().collect();
    if classes.is_empty() {
        classes.push(NO_ENTRY);
    }
    let thresholds = by_rules.thresholds();
    let halves = |&(cells, _): &(u64, u32)| [cells as u32, (cells >> u32::BITS) as u32];
    let halves: Vec<u32> = features.lines.iter().flat_map(halves).collect();
    let before: Vec<u32> = features.lines.iter().map(|&(_, before)| before).collect();
    let pairs = features.lines.iter();
    let pairs: Vec<_> = pairs.map(|pair| format!("{indent}{pair:?}")).collect();
    let check = by_rules.check();
    let [check, ranks] = [
        FunctionSource::new(check.arrays, check.starts(), check.seeds),
        FunctionSource::new(ranks.arrays, ranks.starts.clone(), ranks.seeds),
    ];
    let (start, read) = kind(check.arrays.len().max(ranks.arrays.len()));
    let mut values = features.values;
    let goal = GOALS.iter().position(|&goal| goal == by_rules.goal());
    values.extend([
        ("goal", goal.unwrap_or(0).to_string()),
        ("weights", lines(&weights, indent)),
        ("weightslength", weights.len().to_string()),
        ("classes", lines(&classes, indent)),
        ("classeslength", classes.len().to_string()),
        ("noentry", NO_ENTRY.to_string()),
        ("ofkey", CHECKS_OF_KEY.to_string()),
        ("bins", (thresholds.len() + 1).to_string()),
        ("thresholds", lines(thresholds, "")),
        ("thresholdslength", thresholds.len().to_string()),
        ("cells", lines(&halves, indent)),
        ("before", lines(&before, indent)),
        ("lines", pairs.join(",\n")),
        ("startkind", start.into()),
        ("read", read.into()),
    ]);
    values.extend(check.values(
        [
            "checkbits",
            "checkbitslength",
            "checkstarts",
            "checkstartslength",
            "checkseeds",
            "checkbuckets",
        ],
        indent,
    ));
    values.extend(ranks.values(
        [
            "rankbits",
            "rankbitslength",
            "rankstarts",
            "rankstartslength",
            "rankseeds",
            "rankbuckets",
        ],
        indent,
    ));
    values
}

/// A static function (a map from keys to small numbers) that can be written as source code, because
/// it has at least one bucket.
struct FunctionSource<'a> {
    arrays: &'a [u8],
    starts: Vec<usize>,
    seeds: &'a [u8],
}

impl<'a> FunctionSource<'a> {
    /// Creates a static function. If `seeds` is empty, the function gets a single bucket, and
    /// returns 0 for every key.
    fn new(arrays: &'a [u8], starts: Vec<usize>, seeds: &'a [u8]) -> Self {
        if seeds.is_empty() {
            return Self {
                arrays: &[0; 2],
                starts: vec![0, 2],
                seeds: &[0],
            };
        }
        Self {
            arrays,
            starts,
            seeds,
        }
    }

    fn values(&self, names: [&'static str; 6], indent: &str) -> Values<'static> {
        let numbers = [
            lines(self.arrays, indent),
            self.arrays.len().to_string(),
            lines(&self.starts, indent),
            self.starts.len().to_string(),
            lines(self.seeds, indent),
            self.seeds.len().to_string(),
        ];
        names.into_iter().zip(numbers).collect()
    }
}
