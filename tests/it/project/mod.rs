//! What holds of the project itself: its modules, its README, its examples, what comes with it.

mod arrows;
mod examples;
mod manual;
mod supply;
