//! Learning from games.

mod learning;
mod samples;
