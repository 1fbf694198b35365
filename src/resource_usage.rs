//! CPU time, memory and open files of processes, read from `/proc`.
//!
//! Other systems report nothing.

use std::fs;
use std::ops::AddAssign;
use std::path::Path;

/// Resources used by one or several processes.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Usage {
    /// User and system time in seconds, in steps of 10 ms.
    pub cpu_seconds: f64,
    /// Resident memory in bytes.
    pub memory: u64,
    /// Open files, including pipes.
    pub files: u64,
}

impl AddAssign for Usage {
    fn add_assign(&mut self, other: Usage) {
        self.cpu_seconds += other.cpu_seconds;
        self.memory += other.memory;
        self.files += other.files;
    }
}

/// Returns the CPU time of this process in seconds, or `None` if it is not available.
///
/// ```
/// // Known on Linux only.
/// if let Some(seconds) = tianyuan::resource_usage::cpu_seconds() {
///     assert!(seconds >= 0.0);
/// }
/// ```
pub fn cpu_seconds() -> Option<f64> {
    let times = Times::read(&fs::read_to_string("/proc/self/stat").ok()?)?;
    Some(times.own as f64 / TICKS)
}

/// Returns the resources of all processes of a process group, including the CPU time of their terminated children.
/// Returns `None` if the group has no processes or the data is not available.
///
/// Groups are used because an engine may be started by a script.
pub fn of_group(group: u32) -> Option<Usage> {
    let mut all = None;
    for folder in fs::read_dir("/proc").ok()?.flatten() {
        if let Some(usage) = of_process(&folder.path(), group) {
            *all.get_or_insert(Usage::default()) += usage;
        }
    }
    all
}

/// Returns the resources of the process with a folder in `/proc`, if it belongs to a group.
fn of_process(folder: &Path, group: u32) -> Option<Usage> {
    let times = Times::read(&fs::read_to_string(folder.join("stat")).ok()?)?;
    if times.group != group {
        return None;
    }
    let status = fs::read_to_string(folder.join("status")).unwrap_or_default();
    let files = fs::read_dir(folder.join("fd")).map_or(0, Iterator::count);
    Some(Usage {
        cpu_seconds: (times.own + times.children) as f64 / TICKS,
        memory: resident(&status).unwrap_or(0),
        files: files as u64,
    })
}

/// Returns `VmRSS` in bytes. The entry is in kB, and absent after the process has ended.
fn resident(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? * 1024)
}

/// Clock ticks per second in `/proc`.
const TICKS: f64 = 100.0;

/// Returns the process group and CPU time of a process in clock ticks.
struct Times {
    group: u32,
    own: u64,
    children: u64,
}

impl Times {
    fn read(stat: &str) -> Option<Times> {
        // The program name may contain blanks and parentheses, so fields are counted from the last parenthesis. Field
        // 5 is the group, 14 and 15 are user and system time, 16 and 17 those of reaped children.
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        let number = |field: usize| fields.get(field - 3)?.parse::<u64>().ok();
        Some(Times {
            group: number(5)?.try_into().ok()?,
            own: number(14)? + number(15)?,
            children: number(16)? + number(17)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn process_name_may_contain_any_characters() {
        let stat = "7 (a) b) S 1 42 7 0 -1 0 0 0 0 0 100 20 3 4 20 0 1 0 0 0";
        let times = Times::read(stat).expect("a line of stat");
        assert_eq!((times.group, times.own, times.children), (42, 120, 7));
        assert!(Times::read("7 (a) S 1").is_none());
    }

    #[test]
    fn resident_memory_is_in_bytes() {
        assert_eq!(resident("Name:\tx\nVmRSS:\t    1024 kB\nThreads:\t1\n"), Some(1 << 20));
        assert_eq!(resident("Name:\tVmRSS\n"), None);
    }
}
