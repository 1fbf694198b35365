//! How a situation is looked at, and for how long.

use std::fmt;
use std::time::Duration;

use crate::net::Nets;

/// All that an assessment depends on beside the situation.
#[derive(Debug, Clone, PartialEq)]
pub struct Look {
    /// How long it takes.
    pub effort: Effort,
    /// The seed of all that is left to chance.
    pub seed: u64,
    /// What guides the search.
    pub nets: Nets,
}

/// `2000 playouts, seed 1, net 1a2b3c4d`.
impl fmt::Display for Look {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, seed {}", self.effort, self.seed)?;
        self.nets.iter().try_for_each(|net| write!(f, ", net {:08x}", net.check()))
    }
}

/// The bound of one search.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Effort {
    /// So many playouts: the same every time.
    Playouts(u64),
    /// So long.
    Time(Duration),
}

/// `2000 playouts`, `1.5 s`.
impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Effort::Playouts(playouts) => write!(f, "{playouts} playouts"),
            Effort::Time(time) => write!(f, "{} s", time.as_secs_f64()),
        }
    }
}
