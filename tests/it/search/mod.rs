//! The player and its search.

mod analysis;
mod consistency;
mod ending;
mod graph;
mod lead;
mod builtin_net;
mod player;
mod playout_statistics;
mod root_options;
mod signature;
mod pondering;
mod visits;
