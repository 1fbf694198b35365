//! The descendants of engines: processes that an engine started, directly or indirectly.
//!
//! A process in its own session survives a signal to the engine's process group, and its parent may have
//! terminated. Linux reports the parent of each process and can make this process the parent of orphans. On
//! other systems, no descendants are found.

use std::collections::HashSet;
use std::fs;
use std::sync::{Mutex, PoisonError};
use std::thread::sleep;
use std::time::Duration;

/// An entry of the process table. Process ids are reused, but the pair of id and start time is unique.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct ProcessEntry {
    process: u32,
    parent: u32,
    started: u64,
}

/// Returns all processes on the system.
fn all_processes() -> Vec<ProcessEntry> {
    let folders = fs::read_dir("/proc").into_iter().flatten().flatten();
    folders
        .filter_map(|folder| read(&fs::read_to_string(folder.path().join("stat")).ok()?))
        .collect()
}

/// Parses a line of `/proc/PID/stat`.
fn read(stat: &str) -> Option<ProcessEntry> {
    // The name in parentheses may contain blanks and parentheses, so fields are counted from the last
    // parenthesis. Field 4 is the parent, field 22 the start time.
    let (process, rest) = (stat.split_once(' ')?.0, stat.rsplit_once(')')?.1);
    let fields: Vec<&str> = rest.split_whitespace().collect();
    Some(ProcessEntry {
        process: process.parse().ok()?,
        parent: fields.get(1)?.parse().ok()?,
        started: fields.get(19)?.parse().ok()?,
    })
}

/// Returns the descendants of a process among `processes`.
fn descendants(processes: &[ProcessEntry], of: u32) -> Vec<ProcessEntry> {
    let (mut found, mut parents) = (Vec::new(), vec![of]);
    while let Some(parent) = parents.pop() {
        let children = processes.iter().filter(|it| it.parent == parent && !found.contains(*it));
        let children: Vec<ProcessEntry> = children.copied().collect();
        parents.extend(children.iter().map(|child| child.process));
        found.extend(children);
    }
    found
}

/// Returns the ids of the descendants of a process, as far as they can be found.
#[cfg(unix)]
pub(crate) fn of(process: u32) -> Vec<u32> {
    descendants(&all_processes(), process).into_iter().map(|it| it.process).collect()
}

/// Kills processes. A process that has already terminated is not an error.
#[cfg(unix)]
pub(crate) fn kill(processes: &[u32]) {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    for process in processes.iter().filter_map(|&process| process.try_into().ok()) {
        let _ = kill(Pid::from_raw(process), Signal::SIGKILL);
    }
}

/// Makes this process the parent of orphans. On drop, kills all descendants of this process that were started
/// in the meantime.
#[derive(Debug)]
pub(crate) struct ChildReaper {
    /// The descendants that existed before.
    before: HashSet<ProcessEntry>,
}

impl ChildReaper {
    /// Starts to adopt orphans, if the system supports it.
    pub(crate) fn become_subreaper() -> ChildReaper {
        set_adopting(true);
        ChildReaper {
            before: descendants(&all_processes(), std::process::id()).into_iter().collect(),
        }
    }

    fn left(&self) -> Vec<ProcessEntry> {
        let mut left = descendants(&all_processes(), std::process::id());
        left.retain(|it| !self.before.contains(it));
        left
    }
}

impl Drop for ChildReaper {
    fn drop(&mut self) {
        const ATTEMPTS: u32 = 100;
        const INTERVAL: Duration = Duration::from_millis(5);
        // A process may start another one just before it is killed, so check again.
        for _ in 0..ATTEMPTS {
            let left = self.left();
            if left.is_empty() {
                break;
            }
            kill_and_reap(&left);
            sleep(INTERVAL);
        }
        set_adopting(false);
    }
}

/// Makes this process the parent of orphans of its engines, and returns a guard that kills them all.
pub(crate) fn end_engines_with_this_process() -> impl Fn() + Send {
    let orphans = Mutex::new(Some(ChildReaper::become_subreaper()));
    move || drop(orphans.lock().unwrap_or_else(PoisonError::into_inner).take())
}

/// Kills processes and reaps those that are children of this one.
#[cfg(target_os = "linux")]
fn kill_and_reap(left: &[ProcessEntry]) {
    use nix::sys::wait::{WaitPidFlag, waitpid};
    use nix::unistd::Pid;
    kill(&left.iter().map(|it| it.process).collect::<Vec<_>>());
    for child in left.iter().filter(|it| it.parent == std::process::id()) {
        let _ = waitpid(Pid::from_raw(child.process as i32), Some(WaitPidFlag::WNOHANG));
    }
}

#[cfg(not(target_os = "linux"))]
fn kill_and_reap(_: &[ProcessEntry]) {}

#[cfg(target_os = "linux")]
fn set_adopting(is_wanted: bool) {
    if let Err(error) = nix::sys::prctl::set_child_subreaper(is_wanted) {
        log::warn!("child processes of engines may survive them: {error}");
    }
}

#[cfg(not(target_os = "linux"))]
fn set_adopting(_: bool) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn process_name_may_contain_any_characters() {
        let stat = "7 (a) b) S 42 7 7 0 -1 0 0 0 0 0 1 2 3 4 20 0 1 0 99 0 0";
        assert_eq!(read(stat), Some(ProcessEntry { process: 7, parent: 42, started: 99 }));
        assert_eq!(read("7 (a) S 1"), None);
    }

    #[test]
    fn descendants_include_grandchildren_only_of_root() {
        let tree = [(1, 0), (5, 1), (6, 1), (7, 5), (8, 7), (9, 6), (5, 8)];
        let entry = |(process, parent)| ProcessEntry { process, parent, started: 0 };
        let found = descendants(&tree.map(entry), 5);
        let mut numbers: Vec<u32> = found.into_iter().map(|it| it.process).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, [5, 7, 8], "a number that came again ends nowhere");
    }
}
