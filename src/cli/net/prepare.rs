//! Writes prepared files.

use std::path::Path;

use crate::cli::net_file::NetFile;
use crate::cli::progress_bar::Bar;
use crate::go::BoardSize;
use crate::net::katago::{Net, Precision};
use crate::net::{AnyNetFile, PREPARED};
use crate::progress::Progress;
use crate::storage::{Claims, Storage};
use crate::streams::Closed;

/// What stands beside the bar.
const BAR: &str = "{elapsed} {bar:30} {pos}/{len} board sizes";

/// Prepares a net for some board sizes and writes the file, never over the one that it was read from.
///
/// # Errors
/// One sentence where the net is none of KataGo's, or where the file cannot be written.
pub(super) fn prepare(
    file: NetFile,
    precision: Option<Precision>,
    sizes: &[BoardSize],
    (from, to): (&Path, &Path),
    print: &mut dyn FnMut(&str) -> Result<(), Closed>,
) -> Result<(), String> {
    let source = |reason| format!("{}: {reason}", from.display());
    let target = |reason| format!("{}: {reason}", to.display());
    let mut claims = Claims::default();
    claims.claim(from);
    if claims.claim(to).is_some() {
        return Err(target(String::from(
            "it is the net that is prepared, which is not written over",
        )));
    }
    let storage = Storage::default();
    let checked = storage.check_replaceable(to, |head| head.starts_with(PREPARED));
    checked.map_err(|error| target(error.to_string()))?;
    let net = match file.net {
        AnyNetFile::KataGo(model) => Net::new(*model),
        AnyNetFile::Prepared(net) => *net,
        AnyNetFile::Own(_) => {
            return Err(source(String::from("a net of Tianyuan needs no preparation")));
        }
    };
    let net = match precision {
        Some(precision) => net.with_precision(precision).map_err(source)?,
        None => net,
    };
    let bar = Bar::new(BAR);
    bar.begin(sizes.len() as u64, 0);
    // A prepared net refuses below.
    for &size in sizes.iter().filter(|_| net.source().is_none()) {
        net.backend(size);
        bar.advance();
    }
    bar.end();
    let bytes = net.to_prepared(sizes, file.checksum).map_err(source)?;
    storage.write(to, &bytes).map_err(|error| target(error.to_string()))?;
    for &size in sizes {
        let line = format!("{:<7}{}", format!("{0}x{0}", size.lines()), net.backend(size));
        // Whether printing failed is known at the end of the output.
        let _ = print(&line);
    }
    Ok(())
}
