//! `tianyuan net`: what is in a net file, how fast the net is here and how exact.

mod backend;
mod katago;
mod own;

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use crate::net::crc_32;
use crate::storage::Storage;
use crate::streams::Closed;

/// The most bytes of a net file: more than the largest net of KataGo's takes.
const MOST: usize = 1 << 30;

/// The first bytes of a net file of ours.
const OWN: &[u8] = b"TYNET";

/// The options of `tianyuan net`.
#[derive(Debug, Clone, PartialEq, Args)]
pub struct NetArguments {
    /// The net file, ours or KataGo's
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Time for each measurement of a board size; large nets take longer
    #[arg(long, default_value_t = 0.5, value_parser = seconds)]
    seconds: f64,
}

impl NetArguments {
    /// Prints what is in the file, then the speed and exactness of each board size.
    ///
    /// # Errors
    /// If the file cannot be read or is no net.
    pub fn run(&self, print: &mut dyn FnMut(&str) -> Result<(), Closed>) -> Result<(), String> {
        let fail = |reason: String| format!("{}: {reason}", self.file.display());
        let bytes = bytes(&self.file).map_err(fail)?;
        let time = Duration::from_secs_f64(self.seconds);
        let size = format!(
            "file           {:.1} MB, checksum {:08x}",
            bytes.len() as f64 / 1e6,
            crc_32(&bytes)
        );
        let printed = if bytes.starts_with(OWN) {
            own::report(&bytes, &size, print).map_err(fail)?
        } else {
            katago::report(&bytes, &size, time, print).map_err(fail)?
        };
        // Whether printing failed is known at the end of the output.
        let _ = printed;
        Ok(())
    }
}

fn bytes(path: &Path) -> Result<Vec<u8>, String> {
    let bytes = Storage::default().read(path, MOST + 1).map_err(|error| error.to_string())?;
    match bytes.len() {
        0 => Err("the file is empty".into()),
        length if length > MOST => Err(format!("it has more than {MOST} bytes")),
        _ => Ok(bytes),
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.01..=600.0).contains(seconds));
    seconds.ok_or_else(|| String::from("it must be from 0.01 s to ten minutes"))
}
