//! The CPU time that processes have used.
//!
//! It is read from Linux's accounting: the standard library has no other way that is portable.

use std::fs;

/// User and system time of this process in seconds, in steps of 10 ms; `None` where the system does
/// not tell.
pub fn seconds() -> Option<f64> {
    let usage = Usage::read(&fs::read_to_string("/proc/self/stat").ok()?)?;
    Some(usage.own as f64 / TICKS)
}

/// The same of all processes of a process group, which is how an engine that a script starts is
/// found, and of their children that have ended.
pub fn seconds_of_group(group: u32) -> Option<f64> {
    let folders = fs::read_dir("/proc").ok()?.flatten();
    let stats = folders.filter_map(|folder| fs::read_to_string(folder.path().join("stat")).ok());
    let usages = stats.filter_map(|stat| Usage::read(&stat));
    let used = usages.filter(|usage| usage.group == group).map(|usage| usage.own + usage.children);
    used.reduce(|a, b| a + b).map(|ticks| ticks as f64 / TICKS)
}

/// Steps of the accounting in a second.
const TICKS: f64 = 100.0;

/// What the accounting says of one process, times in ticks.
struct Usage {
    group: u32,
    own: u64,
    children: u64,
}

impl Usage {
    fn read(stat: &str) -> Option<Usage> {
        // The program's name before the last parenthesis may hold anything, blanks and parentheses
        // too. After it come the third field and on: the group is the 5th, user and system time are
        // the 14th and 15th, those of children that were waited for the 16th and 17th.
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        let number = |field: usize| fields.get(field - 3)?.parse::<u64>().ok();
        Some(Usage {
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
    fn names_may_hold_anything() {
        let stat = "7 (a) b) S 1 42 7 0 -1 0 0 0 0 0 100 20 3 4 20 0 1 0 0 0";
        let usage = Usage::read(stat).expect("a line of the accounting");
        assert_eq!((usage.group, usage.own, usage.children), (42, 120, 7));
        assert!(Usage::read("7 (a) S 1").is_none());
    }
}
