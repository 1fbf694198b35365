//! The start of a rank: it joins the others and is told what it is.

use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread::{self, JoinHandle};

use super::follower::{LeafHandler, Work, follow};
use super::leader::{Leader, LeaderState};
use super::transport::Link;
use crate::job_error::JobError;

/// What a process is among the ranks.
#[derive(Debug)]
pub enum Role {
    /// The only rank: it does all itself.
    Alone,
    /// Rank 0.
    Leader(Arc<Leader>),
    /// Another rank; the thread ends when the leader ends.
    Follower(JoinHandle<()>),
}

/// Joins the other ranks by the link that `connect` makes, in the thread that uses it. A follower does
/// its work with `work`.
///
/// # Errors
/// Returns the error of `connect`.
pub fn start<L: Link>(
    connect: impl FnOnce() -> Result<L, JobError> + Send + 'static,
    work: Work<impl LeafHandler>,
) -> Result<Role, JobError> {
    let desk = Arc::<LeaderState>::default();
    let (outbox, outgoing) = channel();
    let (tell, told) = channel();
    let of_thread = desk.clone();
    let communication = thread::spawn(move || {
        let link = match connect() {
            Ok(link) => link,
            Err(error) => return drop(tell.send(Err(error))),
        };
        let ranks = (link.rank(), link.ranks());
        let _ = tell.send(Ok(ranks));
        match ranks {
            (0, 1) => link.close(true),
            (0, _) => of_thread.communicate(link, &outgoing),
            _ => follow(link, work),
        }
    });
    let ended = |_| JobError::Distributed("the thread of the links has ended".into());
    match told.recv().map_err(ended)?? {
        (0, 1) => {
            let _ = communication.join();
            Ok(Role::Alone)
        }
        (0, _) => Ok(Role::Leader(Arc::new(Leader::new(desk, outbox, communication)))),
        _ => Ok(Role::Follower(communication)),
    }
}
