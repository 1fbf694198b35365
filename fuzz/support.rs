//! Test support for all fuzz targets.
#![allow(dead_code)] // each target uses some of it

#[path = "../tests/it/support/answered.rs"]
pub mod answered;
#[path = "../tests/it/support/harness.rs"]
pub mod harness;
#[path = "../tests/it/support/record_trial.rs"]
pub mod record_trial;
