//! `tianyuan net`: metadata, speed and accuracy of a net file; prepared files; the nets on this machine.
//!
//! | module | contents |
//! | --- | --- |
//! | `builtin`, `katago` | metadata and speed of built-in and KataGo nets |
//! | `backend` | speed and accuracy of backends; rates per second |
//! | `prepare` | writes prepared files |
//! | `find` | finds nets and recommends one for each board size |

mod backend;
mod katago;
mod builtin;
pub(super) mod find;
mod prepare;

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::cli::language::LanguageOption;
use crate::cli::net_file::NetFile;
use crate::cli::net_options::PrecisionChoice;
use crate::cli::value_parsers::board_size;
use crate::go::BoardSize;
use crate::job_error::JobError;
use crate::nn::AnyNetFile;
use crate::nn::katago::Net;
use crate::stdio::Closed;

/// The arguments of `tianyuan net`.
#[derive(Debug, Clone, PartialEq, Args)]
pub struct NetArguments {
    /// Net file, native or KataGo
    #[arg(value_name = "FILE", required_unless_present = "find")]
    file: Option<PathBuf>,
    /// List nets in the usual folders and recommend one per board size
    #[arg(long, conflicts_with_all = ["file", "output"])]
    find: bool,
    /// Duration of each measurement
    #[arg(long, default_value_t = 0.5, value_parser = seconds)]
    seconds: f64,
    /// Write a prepared file of a KataGo net for fast loading
    #[arg(short, long, value_name = "PREPARED")]
    output: Option<PathBuf>,
    /// Board sizes of the prepared file
    #[arg(long, value_delimiter = ',', default_value = "9,13,19", value_parser = board_size, requires = "output")]
    sizes: Vec<BoardSize>,
    /// Number type for KataGo nets; auto selects the fastest accurate type
    #[arg(long, value_name = "TYPE", value_enum, default_value_t)]
    net_precision: PrecisionChoice,
    #[command(flatten)]
    lang: LanguageOption,
}

impl NetArguments {
    /// Prints the metadata, then the speed and accuracy for each board size; or writes a prepared file; or lists the nets
    /// on this machine.
    ///
    /// # Errors
    /// Returns [`JobError`] if the file cannot be read or is not a net, or the prepared file cannot be written.
    pub fn run(&self, print: &mut dyn FnMut(&str) -> Result<(), Closed>) -> Result<(), JobError> {
        let (language, time) = (self.lang.language(), Duration::from_secs_f64(self.seconds));
        let Some(path) = &self.file else {
            // A print error is reported when the output ends.
            let _ = find::report(self.net_precision, time, language, print);
            return Ok(());
        };
        let file = NetFile::read(path)?;
        let precision = self.net_precision.precision();
        if let Some(output) = &self.output {
            return prepare::prepare(file, precision, &self.sizes, (path, output), print);
        }
        let (megabytes, checksum) = (file.bytes as f64 / 1e6, file.checksum);
        let size = language.choose(
            format!("file           {megabytes:.1} MB, checksum {checksum:08x}"),
            format!("文件           {megabytes:.1} MB，校验和 {checksum:08x}"),
        );
        let katago = match file.net {
            AnyNetFile::Own(net) => {
                // A print error is reported when the output ends.
                let _ = builtin::report(&net, &size, time, language, print);
                return Ok(());
            }
            AnyNetFile::KataGo(model) => Net::new(*model),
            AnyNetFile::Prepared(net) => *net,
        };
        let katago = match precision {
            Some(precision) => katago.with_precision(precision).map_err(JobError::invalid(path))?,
            None => katago,
        };
        let _ = katago::report(&katago, precision, &size, time, language, print);
        Ok(())
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.01..=600.0).contains(seconds));
    seconds.ok_or_else(|| String::from("expected 0.01 to 600 s"))
}
