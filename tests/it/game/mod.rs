//! The rules of the game: legality, capture, scores, and what reading finds.

mod ataris;
mod invariants;
mod ladder;
mod oracle;
mod pass_alive;
mod perft;
mod score;
mod seki;
mod tromp_taylor;
