//! The memory that this process uses and may use.

use std::fs;
use std::path::Path;

/// Returns the peak memory of this process in bytes; `None` if the system does not report it.
///
/// Linux reports the peak in /proc (`man 5 proc_pid_status`).
pub fn peak() -> Option<u64> {
    field(Path::new("/proc/self/status"), "VmHWM:").map(|kibibytes| 1024 * kibibytes)
}

/// Returns about how many bytes of memory this process may still use; `None` if the system does not
/// report its memory.
///
/// Linux reports the available memory, and the limit and the usage of each control group
/// (`man 7 cgroups`). The shell may limit the address space of each process (`ulimit -v`).
pub fn free() -> Option<u64> {
    let machine = field(Path::new("/proc/meminfo"), "MemAvailable:");
    let limits = [
        machine.map(|kibibytes| 1024 * kibibytes),
        group(),
        addresses(),
    ];
    limits.into_iter().flatten().min()
}

/// Returns the number of bytes that the control groups of this process may still use.
fn group() -> Option<u64> {
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    let own = groups.lines().find_map(|line| line.strip_prefix("0::/"))?;
    let own = Path::new("/sys/fs/cgroup").join(own);
    let left = |group: &Path| {
        let limit = fs::read_to_string(group.join("memory.max")).ok()?;
        let limit: u64 = limit.trim().parse().ok()?;
        // The group's cache of files is freed when memory is needed.
        let used = field(&group.join("memory.stat"), "anon")?;
        Some(limit.saturating_sub(used))
    };
    own.ancestors().filter_map(left).min()
}

/// Returns the number of bytes by which the address space of this process may still grow.
#[cfg(unix)]
fn addresses() -> Option<u64> {
    use rustix::process::{Resource, getrlimit};
    let limit = getrlimit(Resource::As).current?;
    let used = field(Path::new("/proc/self/status"), "VmSize:")?;
    Some(limit.saturating_sub(1024 * used))
}

#[cfg(not(unix))]
fn addresses() -> Option<u64> {
    None
}

/// Finds the line that begins with `name` in a file of the system, and returns the number on this line.
fn field(file: &Path, name: &str) -> Option<u64> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}
