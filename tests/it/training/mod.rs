//! Training on games.

mod label;
mod learning;
mod samples;
