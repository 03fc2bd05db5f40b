//! The share of a sample's items that have some property, with a confidence interval for the true share.

use std::fmt;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// The quantile of the standard normal distribution at 0.975, for a confidence of 95 %.
const Z: f64 = 1.959_963_984_540_054;

/// The share of a sample's items that have some property.
#[derive(Clone, Copy, Debug, Default)]
pub struct Share {
    /// The number of items that have the property.
    pub count: u64,
    /// The size of the sample.
    pub of: u64,
}

impl Share {
    /// Adds an item to the sample. `has_it` says whether the item has the property.
    pub fn add(&mut self, has_it: bool) {
        self.count += u64::from(has_it);
        self.of += 1;
    }

    /// Returns the interval for the true share at a confidence of 95 %. For an empty sample, the interval is
    /// from 0 to 1.
    ///
    /// This is Wilson's score interval. Suppose that p of n items have the property, and let z be the constant
    /// `Z`. Then a share q lies in Wilson's interval if |p/n − q| ≤ z·√(q(1 − q)/n). Unlike the simplest interval
    /// of textbooks, Wilson's interval is right for small samples. It is also right for shares near 0 and 1, such
    /// as those of good players. Wilson's interval is narrower than the exact interval of Clopper and Pearson.
    #[must_use]
    pub fn interval(self) -> (f64, f64) {
        if self.of == 0 {
            return (0.0, 1.0);
        }
        let n = self.of as f64;
        let p = self.count as f64 / n;
        let spread = Z * Z / n;
        let centre = p + spread / 2.0;
        let half = Z * (p * (1.0 - p) / n + spread / (4.0 * n)).sqrt();
        let at = |side: f64| ((centre + side * half) / (1.0 + spread)).clamp(0.0, 1.0);
        // If the share is 0 or 1, rounding could leave the share itself out of the interval.
        let from = if self.count == 0 { 0.0 } else { at(-1.0) };
        let to = if self.count == self.of { 1.0 } else { at(1.0) };
        (from, to)
    }
}

impl fmt::Display for Share {
    /// Writes the share and its interval, such as ` 78.0 % (73.7 to 81.8)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.of == 0 {
            return f.pad("-");
        }
        let percent = 100.0 * self.count as f64 / self.of as f64;
        let (from, to) = self.interval();
        let (from, to) = (100.0 * from, 100.0 * to);
        f.pad(&format!("{percent:5.1} % ({from:.1} to {to:.1})"))
    }
}

impl Serialize for Share {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (from, to) = self.interval();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("count", &self.count)?;
        map.serialize_entry("of", &self.of)?;
        map.serialize_entry("from", &from)?;
        map.serialize_entry("to", &to)?;
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each end *q* of Wilson's interval satisfies the equation |p/n − q| = z·√(q(1 − q)/n). The test checks this
    /// equation, because repeating the formula of the code would prove nothing.
    #[test]
    fn each_end_is_as_far_as_the_definition_says() {
        for of in [1_u64, 2, 7, 100, 12_345] {
            for count in [0, 1, of / 3, of / 2, of - 1, of] {
                let (from, to) = Share { count, of }.interval();
                let p = count as f64 / of as f64;
                let excess = |q: f64| (p - q).abs() - Z * (q * (1.0 - q) / of as f64).sqrt();
                assert!(0.0 <= from && from <= p && p <= to && to <= 1.0);
                for end in [from, to] {
                    let is_limit = end == 0.0 || end == 1.0;
                    assert!(
                        excess(end).abs() < 1e-9 || is_limit,
                        "{count} of {of}: {end}"
                    );
                }
                assert_eq!((from == 0.0, to == 1.0), (count == 0, count == of));
            }
        }
        assert_eq!(Share::default().interval(), (0.0, 1.0));
    }

    /// If 0 of 10 items have the property, Agresti and Coull (1998) give the interval from 0 to 0.278.
    #[test]
    fn a_known_interval() {
        let (from, to) = Share { count: 0, of: 10 }.interval();
        assert!(from.abs() < 1e-12);
        assert!((to - 0.2775).abs() < 5e-4, "{to}");
        let share = Share { count: 78, of: 100 };
        assert_eq!(share.to_string(), " 78.0 % (68.9 to 85.0)");
    }
}
