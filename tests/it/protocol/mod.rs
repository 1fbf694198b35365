//! What clients of GTP and WTP are answered.

mod clients;
mod confinement;
mod differential;
mod game_files;
mod transcripts;
mod whole_games;
