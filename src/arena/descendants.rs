//! The processes that engines have started, wherever they stand: in a session of their own they
//! outlive the signal to the engine's group, and who started them may have ended long ago.
//!
//! Linux tells who is whose child, and lets this process become the parent of orphans. Elsewhere none
//! are found.

use std::collections::HashSet;
use std::fs;
use std::thread::sleep;
use std::time::Duration;

/// A process. Its number may come again; with the time at which it started it does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Relative {
    process: u32,
    parent: u32,
    started: u64,
}

/// All processes that there are.
fn everybody() -> Vec<Relative> {
    let folders = fs::read_dir("/proc").into_iter().flatten().flatten();
    folders
        .filter_map(|folder| read(&fs::read_to_string(folder.path().join("stat")).ok()?))
        .collect()
}

/// A process by its line in Linux's accounting.
fn read(stat: &str) -> Option<Relative> {
    // The name in parentheses may hold anything. After it come the third field and on: the parent is
    // the 4th, the time at which it started the 22nd.
    let (process, rest) = (stat.split_once(' ')?.0, stat.rsplit_once(')')?.1);
    let fields: Vec<&str> = rest.split_whitespace().collect();
    Some(Relative {
        process: process.parse().ok()?,
        parent: fields.get(1)?.parse().ok()?,
        started: fields.get(19)?.parse().ok()?,
    })
}

/// The descendants of a process among some.
fn descendants(everybody: &[Relative], of: u32) -> Vec<Relative> {
    let (mut found, mut parents) = (Vec::new(), vec![of]);
    while let Some(parent) = parents.pop() {
        let children = everybody.iter().filter(|it| it.parent == parent && !found.contains(*it));
        let children: Vec<Relative> = children.copied().collect();
        parents.extend(children.iter().map(|child| child.process));
        found.extend(children);
    }
    found
}

/// The numbers of what a process has started, and what that has, as far as it can be found.
pub fn of(process: u32) -> Vec<u32> {
    descendants(&everybody(), process).into_iter().map(|it| it.process).collect()
}

/// Kills processes. That there is nobody any more is no error.
#[cfg(unix)]
pub fn kill(processes: &[u32]) {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    for process in processes.iter().filter_map(|&process| process.try_into().ok()) {
        let _ = kill(Pid::from_raw(process), Signal::SIGKILL);
    }
}

/// What engines leave behind becomes this process's, until this is dropped: then it is killed,
/// with all children of this process that were started in the meantime.
#[derive(Debug)]
pub struct Orphans {
    /// Who had been there before.
    before: HashSet<Relative>,
}

impl Orphans {
    /// Adopts orphans from now on, where the system has that.
    pub fn adopt() -> Orphans {
        set_adopting(true);
        Orphans { before: descendants(&everybody(), std::process::id()).into_iter().collect() }
    }

    fn left(&self) -> Vec<Relative> {
        let mut left = descendants(&everybody(), std::process::id());
        left.retain(|it| !self.before.contains(it));
        left
    }
}

impl Drop for Orphans {
    fn drop(&mut self) {
        const LOOKS: u32 = 100;
        const BETWEEN: Duration = Duration::from_millis(5);
        // What is killed may just have started another one.
        for _ in 0..LOOKS {
            let left = self.left();
            if left.is_empty() {
                break;
            }
            bury(&left);
            sleep(BETWEEN);
        }
        set_adopting(false);
    }
}

/// Kills processes and takes note of the end of those that are our children.
#[cfg(target_os = "linux")]
fn bury(left: &[Relative]) {
    use nix::sys::wait::{WaitPidFlag, waitpid};
    use nix::unistd::Pid;
    kill(&left.iter().map(|it| it.process).collect::<Vec<_>>());
    for child in left.iter().filter(|it| it.parent == std::process::id()) {
        let _ = waitpid(Pid::from_raw(child.process as i32), Some(WaitPidFlag::WNOHANG));
    }
}

#[cfg(not(target_os = "linux"))]
fn bury(_: &[Relative]) {}

#[cfg(target_os = "linux")]
fn set_adopting(is_wanted: bool) {
    if let Err(error) = nix::sys::prctl::set_child_subreaper(is_wanted) {
        log::warn!("what engines start may outlive them: {error}");
    }
}

#[cfg(not(target_os = "linux"))]
fn set_adopting(_: bool) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_may_hold_anything() {
        let stat = "7 (a) b) S 42 7 7 0 -1 0 0 0 0 0 1 2 3 4 20 0 1 0 99 0 0";
        assert_eq!(read(stat), Some(Relative { process: 7, parent: 42, started: 99 }));
        assert_eq!(read("7 (a) S 1"), None);
    }

    #[test]
    fn grandchildren_are_found_and_nobody_else() {
        let family = [(1, 0), (5, 1), (6, 1), (7, 5), (8, 7), (9, 6), (5, 8)];
        let relative = |(process, parent)| Relative { process, parent, started: 0 };
        let found = descendants(&family.map(relative), 5);
        let mut numbers: Vec<u32> = found.into_iter().map(|it| it.process).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, [5, 7, 8], "a number that came again ends nowhere");
    }
}
