//! What the player and its search promise.

mod analysis;
mod ending;
mod graph;
mod guided;
mod player;
mod playout_statistics;
mod signature;
mod thinking;
