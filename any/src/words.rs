//! Numbers in words.

use std::fmt;

/// A number, printed with commas between thousands.
pub(crate) struct Count(pub u64);

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.0.to_string();
        for (at, digit) in digits.chars().enumerate() {
            if at > 0 && (digits.len() - at) % 3 == 0 {
                f.write_str(",")?;
            }
            write!(f, "{digit}")?;
        }
        Ok(())
    }
}

/// A number of bytes, printed with a decimal prefix.
pub(crate) struct Bytes(pub u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let steps = self.0.checked_ilog(1000).unwrap_or(0);
        match steps.checked_sub(1) {
            None => write!(f, "{} B", self.0),
            Some(prefix) => {
                let number = self.0 as f64 / 1000_f64.powi(steps as i32);
                let prefix = ["k", "M", "G", "T", "P", "E"][prefix as usize];
                write!(f, "{number:.2} {prefix}B")
            }
        }
    }
}

/// A time, printed in the unit that suits it, to one or two digits.
pub(crate) struct Time {
    /// The number of seconds.
    pub seconds: f64,
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: [(f64, &str); 5] = [
            (365.25 * 86_400.0, "years"),
            (86_400.0, "days"),
            (3_600.0, "hours"),
            (60.0, "minutes"),
            (1.0, "seconds"),
        ];
        let units = UNITS.iter().find(|(unit, _)| self.seconds >= 2.0 * unit);
        match units {
            Some((unit, name)) => write!(f, "about {:.0} {name}", self.seconds / unit),
            None => f.write_str("about a second"),
        }
    }
}
