//! Responses to GTP and WTP clients.

mod bridge;
mod clients;
mod confinement;
mod differential;
mod game_files;
mod game_info;
mod loaded_rules;
mod raw_net;
mod transcripts;
mod whole_games;
