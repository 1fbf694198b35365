//! The nets of `--net auto`.

use std::path::Path;
use std::time::Duration;

use super::places::{Place, places};
use super::recommendation::{built_in_speeds, recommend, work_per_second};
use super::scan::{FoundNet, ScanLimits, scan};
use super::strength::BOARDS;
use crate::job_error::JobError;
use crate::nn::{AnyNet, Nets};

/// The duration of each of the three measurements.
const TIME: Duration = Duration::from_millis(50);

/// Returns the recommended net for each board size; `read` reads a net file and `built_in` are the nets for the other
/// boards. The speeds of the files are estimated from their shapes and the speed of the built-in nets. A file that
/// cannot be read is skipped with a warning.
pub(in crate::cli) fn auto_nets(
    built_in: &Nets,
    read: impl Fn(&Path) -> Result<AnyNet, JobError>,
) -> Nets {
    auto_nets_in(&places(), built_in, read)
}

/// Returns the recommended nets like [`auto_nets`], from the given folders.
pub(super) fn auto_nets_in(
    places: &[Place],
    built_in: &Nets,
    read: impl Fn(&Path) -> Result<AnyNet, JobError>,
) -> Nets {
    let mut found = scan(places, ScanLimits::default()).nets;
    if found.is_empty() {
        log::info!("--net auto found no net and uses the built-in nets");
        return built_in.clone();
    }
    let speeds = built_in_speeds(TIME);
    // Without SIMD instructions the speeds are unknown, and the nets are compared at a low speed.
    let work = work_per_second(&speeds).unwrap_or(1e10);
    let mut loaded: Vec<Option<AnyNet>> = Vec::new();
    'choice: loop {
        let best = recommend(&found, &speeds, |at, board| {
            let net = found[at].summary()?;
            Some(board.speed(&net.shape, net.multiply_adds(board.lines)?, work))
        });
        loaded.resize(found.len(), None);
        for at in best.into_iter().flatten() {
            if loaded[at].is_some() {
                continue;
            }
            match read(&found[at].path) {
                Ok(net) => loaded[at] = Some(net),
                Err(reason) => {
                    log::warn!("--net auto skips a net: {reason}");
                    found.remove(at);
                    loaded.remove(at);
                    continue 'choice;
                }
            }
        }
        return combine(&found, &loaded, best, built_in);
    }
}

/// Returns the chosen nets, each for the board sizes of its recommendation.
fn combine(
    found: &[FoundNet],
    loaded: &[Option<AnyNet>],
    best: [Option<usize>; BOARDS.len()],
    built_in: &Nets,
) -> Nets {
    let mut first = 0;
    let parts = BOARDS.iter().zip(best).map(|(board, at)| {
        let sizes = first..=board.last;
        first = board.last + 1;
        let file = at.and_then(|at| Some((found[at].path.display(), loaded[at].clone()?)));
        let (name, nets) = match file {
            Some((path, net)) => (path.to_string(), Nets::new([net])),
            None => ("the built-in net".to_owned(), built_in.clone()),
        };
        log::info!("--net auto uses {name} on {0}x{0}", board.lines);
        nets.for_sizes(sizes)
    });
    parts.collect()
}
