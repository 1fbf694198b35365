//! The clock of the calendar, which dates records.
//!
//! It jumps when somebody sets it, so that nothing that thinks may look at it.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::records::record::Time;

/// A clock that tells date and time of day.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum WallClock {
    /// The clock of the system.
    #[default]
    System,
    /// A clock that stands, so that records are the same every time.
    Fixed(Time),
}

impl WallClock {
    /// The present moment, in UTC unless a fixed one is in another zone.
    pub fn now(&self) -> Time {
        match self {
            WallClock::System => {
                let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
                Time::since_1970(since.as_secs())
            }
            WallClock::Fixed(time) => time.clone(),
        }
    }
}
