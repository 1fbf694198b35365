//! What the tests have for inputs of all kinds.
#![allow(dead_code)] // each target uses a part

#[path = "../tests/support/answered.rs"]
pub mod answered;
#[path = "../tests/support/harness.rs"]
pub mod harness;
#[path = "../tests/support/pattern.rs"]
pub mod pattern;
#[path = "../tests/support/record_trial.rs"]
pub mod record_trial;
