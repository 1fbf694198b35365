//! The conformance kit: this program passes, and engines with deliberate errors fail.

mod broken_engines;
mod client;
mod faulty_engine;
mod gtp_faults;
mod program;
mod mutations;
mod wtp_faults;
