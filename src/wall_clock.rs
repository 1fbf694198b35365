//! The date and time of records.
//!
//! The system clock can be changed by the user, so searches and time control must not use it.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::records::record::Time;

/// A source of the date and time.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum WallClock {
    /// The system clock.
    #[default]
    System,
    /// A fixed time, for reproducible records.
    Fixed(Time),
}

impl WallClock {
    /// Returns the current time in UTC, or the fixed time in its own zone.
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
