//! Writes prepared files.

use std::path::Path;

use crate::cli::net_file::NetFile;
use crate::cli::progress_bar::ProgressBar;
use crate::go::BoardSize;
use crate::job_error::JobError;
use crate::nn::katago::{Net, Precision};
use crate::nn::{AnyNetFile, PREPARED};
use crate::progress::Progress;
use crate::records::storage::{ClaimedPaths, Storage};
use crate::stdio::Closed;

/// The template of the progress bar.
const BAR: &str = "{elapsed} {bar:30} {pos}/{len} board sizes";

/// Prepares a net for some board sizes and writes the file, which must not be the input file.
///
/// # Errors
/// Returns [`JobError`] if the net is not a KataGo net, or the file cannot be written.
pub(super) fn prepare(
    file: NetFile,
    precision: Option<Precision>,
    sizes: &[BoardSize],
    (from, to): (&Path, &Path),
    print: &mut dyn FnMut(&str) -> Result<(), Closed>,
) -> Result<(), JobError> {
    let mut claims = ClaimedPaths::default();
    claims.claim(from);
    if claims.claim(to).is_some() {
        let to = to.display();
        let reason = format!("{to}: the output is the input file; choose another name");
        return Err(JobError::Usage(reason));
    }
    let storage = Storage::default();
    storage.check_replaceable(to, |head| head.starts_with(PREPARED)).map_err(JobError::file(to))?;
    let net = match file.net {
        AnyNetFile::KataGo(model) => Net::new(*model),
        AnyNetFile::Prepared(net) => *net,
        AnyNetFile::Own(_) => {
            return Err(JobError::invalid(from)("a Tianyuan net does not need to be prepared"));
        }
    };
    let net = match precision {
        Some(precision) => net.with_precision(precision).map_err(JobError::invalid(from))?,
        None => net,
    };
    let bar = ProgressBar::new(BAR);
    bar.begin(sizes.len() as u64, 0);
    // A prepared net is rejected below.
    for &size in sizes.iter().filter(|_| net.source().is_none()) {
        net.kernels(size);
        bar.advance();
    }
    bar.end();
    let bytes = net.to_prepared(sizes, file.checksum).map_err(JobError::invalid(from))?;
    storage.write(to, &bytes).map_err(JobError::file(to))?;
    for &size in sizes {
        let line = format!("{:<7}{}", format!("{0}x{0}", size.lines()), net.kernels(size));
        // A print error is reported when the output ends.
        let _ = print(&line);
    }
    Ok(())
}
