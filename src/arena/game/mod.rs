//! One game between two engines, from the opening to the count.

pub(super) mod adjudication;
pub(super) mod conditions;
pub(super) mod contender;
pub(super) mod cost;
pub(super) mod ending;
pub(super) mod move_stats;
pub(super) mod numbers;
pub(super) mod opening;
pub(super) mod player;
pub(super) mod referee;
pub(super) mod schedule;
