//! Test support for all fuzz targets.
#![allow(dead_code)] // each target uses some of it

#[path = "../tests/it/support/session_properties.rs"]
pub mod session_properties;
#[path = "../tests/it/support/harness.rs"]
pub mod harness;
#[path = "../tests/it/support/record_properties.rs"]
pub mod record_properties;
