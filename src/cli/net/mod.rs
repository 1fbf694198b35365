//! `tianyuan net`: what is in a net file, how fast the net is here and how exact.

mod backend;
mod katago;
mod own;
mod rate;

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::cli::net_file::NetFile;
use crate::net::AnyNetFile;
use crate::net::katago::Net;
use crate::streams::Closed;

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
        let file = NetFile::read(&self.file)
            .map_err(|reason| format!("{}: {reason}", self.file.display()))?;
        let size = format!(
            "file           {:.1} MB, checksum {:08x}",
            file.bytes as f64 / 1e6,
            file.checksum
        );
        let time = Duration::from_secs_f64(self.seconds);
        let printed = match file.net {
            AnyNetFile::Own(net) => own::report(&net, &size, time, print),
            AnyNetFile::KataGo(model) => katago::report(&Net::new(*model), &size, time, print),
        };
        // Whether printing failed is known at the end of the output.
        let _ = printed;
        Ok(())
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.01..=600.0).contains(seconds));
    seconds.ok_or_else(|| String::from("it must be from 0.01 s to ten minutes"))
}
