//! Playing with several ranks: threads of this process, or the processes of an MPI job.

use std::sync::Arc;

use crate::distributed::cluster::{Role, Work, start, thread_links};
use crate::engine::Engine;
use crate::job_error::JobError;
use crate::nn::Nets;
use crate::search::Search;

/// Runs `play` on rank 0 with an engine that the other ranks support. Returns `None` on the other ranks, which serve
/// searches until `play` ends. If `ranks` is given, ranks are threads of this process.
///
/// # Errors
/// Returns [`JobError`] if the MPI job cannot be joined.
pub(super) fn with_ranks<T>(
    ranks: Option<usize>,
    engine: &mut Engine,
    play: impl FnOnce(&mut Engine) -> T,
) -> Result<Option<T>, JobError> {
    let role = match ranks {
        Some(ranks) => start_threads(ranks, engine)?,
        None => join_job(engine)?,
    };
    match role {
        Role::Alone => Ok(Some(play(engine))),
        Role::Leader(leader) => {
            engine.search_with(leader.clone(), leader.clone());
            let result = play(engine);
            leader.end();
            Ok(Some(result))
        }
        Role::Follower(thread) => {
            let _ = thread.join();
            Ok(None)
        }
    }
}

/// Starts `ranks` ranks as threads of this process and returns the role of the first one.
fn start_threads(ranks: usize, engine: &Engine) -> Result<Role, JobError> {
    let mut first = Ok(Role::Alone);
    // In reverse order, because the first rank waits for the others.
    for link in thread_links(ranks).into_iter().rev() {
        first = start(|| Ok(link), work(engine));
    }
    first
}

#[cfg(feature = "mpi")]
fn join_job(engine: &Engine) -> Result<Role, JobError> {
    start(crate::distributed::cluster::MpiLink::join, work(engine))
}

#[cfg(not(feature = "mpi"))]
fn join_job(_engine: &Engine) -> Result<Role, JobError> {
    Ok(Role::Alone)
}

/// Returns the resources of a rank: nets, threads and search.
fn work(engine: &Engine) -> Work<Nets> {
    let settings = engine.settings();
    let (threads, nets) = (settings.threads, settings.nets.clone());
    let search = Search::new(threads, settings.memory, 0).tuned(settings.params.search.clone());
    Work { service: Arc::new(nets.clone()), threads, search }
}
