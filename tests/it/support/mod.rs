//! Shared test support.

pub mod board_vs_oracle;
pub mod analysis_client;
pub mod session_properties;
pub mod differential;
pub mod folder;
pub mod harness;
pub mod import_graph;
pub mod json_pattern;
pub mod json_schema;
pub mod methods;
pub mod naive_game;
pub mod oracle;
pub mod positions;
pub mod process;
pub mod random_katago_net;
pub mod random_net;
pub mod random_player;
pub mod random_record;
pub mod random_wei7;
pub mod record_properties;
pub mod referee;
pub mod rust_paths;
pub mod seeded;
pub mod line_client;
pub mod terminal;
pub mod transcript;
