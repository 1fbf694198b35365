//! The log on standard error.

use std::io::{self, Write};
use std::panic;

use env_logger::Target;
use log::LevelFilter;

use crate::sanitize::printable;
use crate::stdio::Blocking;

/// Starts logging, with control characters escaped, and logs panics.
pub fn start(level: LevelFilter) {
    env_logger::Builder::new()
        .filter_level(level)
        .target(Target::Pipe(Box::new(Blocking::new(io::stderr()))))
        .format(|line, record| {
            let text = record.args().to_string();
            let text = printable(&text).replace('\n', "\n    ");
            writeln!(line, "[{:<5} {}] {text}", record.level(), record.target())
        })
        .init();
    panic::set_hook(Box::new(
        |defect| log::error!(target: "tianyuan", "internal error, please report it: {defect}"),
    ));
}
