//! The conformance kit: this program holds, and engines that are broken on purpose do not.

mod broken_engines;
mod client;
mod faulty_engine;
mod gtp_faults;
mod program;
mod mutations;
mod wtp_faults;
