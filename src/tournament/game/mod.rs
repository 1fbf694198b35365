//! A single game between two engines, from the opening to the scoring.
//!
//! - `settings` has the conditions of all games, and the rule by which both engines end a game early.
//! - `engine_config` is the configuration of an engine.
//! - `termination` is how a game ended: result and dead stones.
//! - `move_stats` records times, playouts and resource usage.
//! - `numbers` computes the numbers of the games of a match or a shard.
//! - `opening` parses and generates openings.
//! - `player` is a running engine that plays games.
//! - `referee` plays one game with its own board and clocks.
//! - `schedule` assigns engines, colours, openings and seeds to the numbers of games.

pub(super) mod settings;
pub(super) mod engine_config;
pub(super) mod termination;
pub(super) mod move_stats;
pub(super) mod numbers;
pub(super) mod opening;
pub(super) mod player;
pub(super) mod referee;
pub(super) mod schedule;
