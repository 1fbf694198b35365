//! Shards: parts of a job for several processes, on one or several machines.
//!
//! The units of a job (pairs of games, records, lines) are numbered from 0. Shard I of N has the units I, I + N, I +
//! 2 N and so on, so processes need no communication.

use std::{env, fmt};

/// A shard of a job.
///
/// ```
/// use tianyuan::distributed::shard::Shard;
///
/// let shard: Shard = Shard::parse("1/3").expect("the second of three");
/// let units: Vec<usize> = (0..8).filter(|&unit| shard.has(unit)).collect();
/// assert_eq!(units, [1, 4, 7]);
/// assert!(Shard::WHOLE.has(5));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    index: usize,
    count: usize,
}

/// The reason why a text does not specify a shard.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ShardError {
    /// The text is malformed.
    #[error("expected I/N, auto or auto/N")]
    Form,
    /// The index is not below the number of shards.
    #[error("no shard {index} of {count} (numbered from 0)")]
    Range {
        /// The index of the shard.
        index: usize,
        /// The number of shards.
        count: usize,
    },
    /// No scheduler variable specifies the index.
    #[error("neither SLURM_ARRAY_TASK_ID nor JOB_COMPLETION_INDEX is set")]
    NoScheduler,
    /// A scheduler variable is not a number.
    #[error("{0} is missing or not a number")]
    Variable(&'static str),
    /// The number of shards is unknown.
    #[error("JOB_COMPLETION_INDEX does not specify the number of shards: use auto/N")]
    Count,
}

/// Variables of a Slurm job array: task number, number of tasks, minimum, and step.
const SLURM: [&str; 4] = [
    "SLURM_ARRAY_TASK_ID",
    "SLURM_ARRAY_TASK_COUNT",
    "SLURM_ARRAY_TASK_MIN",
    "SLURM_ARRAY_TASK_STEP",
];

/// The variable with the pod number in an indexed job of Kubernetes.
const KUBERNETES: &str = "JOB_COMPLETION_INDEX";

impl Shard {
    /// The only shard of a job.
    pub const WHOLE: Shard = Shard { index: 0, count: 1 };

    /// Parses a shard: `3/64`; `auto` for the task of a Slurm job array; or `auto/64` for that task, or the pod of an
    /// indexed job of Kubernetes, of 64 shards. Environment variables are read for `auto` only.
    ///
    /// # Errors
    /// Returns [`ShardError`] if there is no such shard.
    pub fn parse(text: &str) -> Result<Shard, ShardError> {
        Shard::read(text, &|name| env::var(name).ok())
    }

    fn read(text: &str, variable: &dyn Fn(&str) -> Option<String>) -> Result<Shard, ShardError> {
        let number = |name: &'static str| {
            let value = variable(name).and_then(|value| value.trim().parse::<usize>().ok());
            value.ok_or(ShardError::Variable(name))
        };
        let (index, count) = match text.split_once('/') {
            None if text != "auto" => return Err(ShardError::Form),
            None if variable(SLURM[0]).is_some() => {
                let [id, count, least, step] = SLURM.map(number);
                let step = step.unwrap_or(1).max(1);
                (id?.saturating_sub(least.unwrap_or(0)) / step, count?)
            }
            None if variable(KUBERNETES).is_some() => return Err(ShardError::Count),
            None => return Err(ShardError::NoScheduler),
            Some((index, count)) => {
                let count = count.parse().map_err(|_| ShardError::Form)?;
                let index = match index {
                    // The task number itself: an array that repeats a few tasks has another minimum.
                    "auto" if variable(SLURM[0]).is_some() => number(SLURM[0])?,
                    "auto" if variable(KUBERNETES).is_some() => number(KUBERNETES)?,
                    "auto" => return Err(ShardError::NoScheduler),
                    index => index.parse().map_err(|_| ShardError::Form)?,
                };
                (index, count)
            }
        };
        if index < count {
            Ok(Shard { index, count })
        } else {
            Err(ShardError::Range { index, count })
        }
    }

    /// Returns the shard as part of a file name: `3-of-64`.
    pub fn file_name_part(&self) -> String {
        format!("{}-of-{}", self.index, self.count)
    }

    /// Returns `true` if a unit, numbered from 0, belongs to the shard.
    pub fn has(&self, unit: usize) -> bool {
        unit % self.count == self.index
    }

    /// Returns the unit at an index of the shard, or `None` if its number overflows.
    #[cfg(feature = "cli")]
    pub(crate) fn unit(&self, place: usize) -> Option<usize> {
        place.checked_mul(self.count)?.checked_add(self.index)
    }

    /// Returns the number of units of the shard below `unit`.
    #[cfg(feature = "cli")]
    pub(crate) fn units_below(&self, unit: usize) -> usize {
        unit.checked_sub(self.index + 1).map_or(0, |rest| rest / self.count + 1)
    }
}

impl Default for Shard {
    fn default() -> Shard {
        Shard::WHOLE
    }
}

/// Formats the shard as `3/64`.
impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, variables: &[(&str, &str)]) -> Result<Shard, ShardError> {
        Shard::read(text, &|name| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| String::from(*value))
        })
    }

    #[test]
    fn every_unit_belongs_to_one_shard() {
        let shards: Vec<Shard> =
            (0..5).map(|index| read(&format!("{index}/5"), &[]).expect("a shard")).collect();
        for unit in 0..100 {
            assert_eq!(shards.iter().filter(|shard| shard.has(unit)).count(), 1, "{unit}");
        }
    }

    #[test]
    fn invalid_shards_are_rejected() {
        for text in ["", "3", "1/2/3", "a/3", "1/", "-1/3", "auto/", "auto/x", "AUTO"] {
            assert_eq!(read(text, &[]), Err(ShardError::Form), "{text}");
        }
        assert_eq!(read("3/3", &[]), Err(ShardError::Range { index: 3, count: 3 }));
        assert_eq!(read("0/0", &[]), Err(ShardError::Range { index: 0, count: 0 }));
        assert_eq!(read("auto", &[]), Err(ShardError::NoScheduler));
        assert_eq!(read("auto/4", &[]), Err(ShardError::NoScheduler));
    }

    #[test]
    fn scheduler_variables_apply_only_to_auto() {
        let array = [
            ("SLURM_ARRAY_TASK_ID", "9"),
            ("SLURM_ARRAY_TASK_COUNT", "4"),
            ("SLURM_ARRAY_TASK_MIN", "3"),
            ("SLURM_ARRAY_TASK_STEP", "2"),
        ];
        assert_eq!(read("auto", &array), Ok(Shard { index: 3, count: 4 }));
        assert_eq!(read("0/2", &array), Ok(Shard { index: 0, count: 2 }));
        assert_eq!(read("auto/16", &array), Ok(Shard { index: 9, count: 16 }));
        let pod = [("JOB_COMPLETION_INDEX", "2")];
        assert_eq!(read("auto/3", &pod), Ok(Shard { index: 2, count: 3 }));
        assert_eq!(read("auto", &pod), Err(ShardError::Count));
        let torn = [("SLURM_ARRAY_TASK_ID", "x")];
        assert_eq!(read("auto/3", &torn), Err(ShardError::Variable("SLURM_ARRAY_TASK_ID")));
        let lone = [("SLURM_ARRAY_TASK_ID", "1")];
        assert_eq!(read("auto", &lone), Err(ShardError::Variable("SLURM_ARRAY_TASK_COUNT")));
    }
}
