//! The most memory that this process has used.

use std::fs;

/// In bytes; `None` if the system does not tell.
///
/// Linux tells, in /proc (`man 5 proc_pid_status`).
pub fn bytes() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(1024 * kibibytes)
}
