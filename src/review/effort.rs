//! How long a situation is looked at.

use std::fmt;
use std::time::Duration;

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
