//! The rules of the game: legality, captures, scores, and ladder reading.

mod ataris;
mod invariants;
mod ladder;
mod oracle;
mod pass_alive;
mod perft;
mod score;
mod seki;
mod tromp_taylor;
