//! Playing with all processes of the MPI job that this one was started in.

use std::sync::Arc;

use crate::cluster::{MpiLink, Role, Work, start};
use crate::engine::Engine;
use crate::search::Search;

/// Lets rank 0 play with an engine that has the help of the other ranks, until `play` ends; `None` for the
/// others, which help until then.
///
/// # Errors
/// One sentence where the job cannot be joined.
pub(super) fn with_ranks<T>(
    engine: &mut Engine,
    play: impl FnOnce(&mut Engine) -> T,
) -> Result<Option<T>, String> {
    let settings = engine.settings();
    let (threads, nets) = (settings.threads, settings.nets.clone());
    let seed = settings.seed.unwrap_or_else(rand::random);
    let search = Search::new(threads, settings.memory, seed).tuned(settings.params.search.clone());
    let work = Work { service: Arc::new(nets.clone()), threads, search, nets };
    match start(MpiLink::join, work)? {
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
