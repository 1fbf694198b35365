//! Learning from games.

mod label;
mod learning;
mod samples;
