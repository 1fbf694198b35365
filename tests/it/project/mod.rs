//! What holds of the project itself: its modules, its README, what comes with it.

mod arrows;
mod readme;
mod supply;
