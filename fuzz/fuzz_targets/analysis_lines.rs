//! Fuzzes `analysis_lines` of `tests/it/support/harness.rs`.
#![no_main]

#[path = "../support.rs"]
mod support;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| support::harness::analysis_lines(bytes));
