//! Initialises a rank: joins the others and determines its role.

use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread::{self, JoinHandle};

use super::follower::{LeafHandler, Work, follow};
use super::leader::{Leader, LeaderState};
use super::transport::Link;
use crate::job_error::JobError;

/// The role of a process.
#[derive(Debug)]
pub enum Role {
    /// The only rank.
    Alone,
    /// Rank 0.
    Leader(Arc<Leader>),
    /// Another rank; its thread ends when the leader exits.
    Follower(JoinHandle<()>),
}

/// Joins the other ranks with the transport that `connect` creates, in the thread that uses it. A follower starts
/// `work`.
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
            (0, _) => of_thread.run(link, &outgoing),
            _ => follow(link, work),
        }
    });
    let ended = |_| JobError::Distributed("the communication thread has exited".into());
    match told.recv().map_err(ended)?? {
        (0, 1) => {
            let _ = communication.join();
            Ok(Role::Alone)
        }
        (0, _) => Ok(Role::Leader(Arc::new(Leader::new(desk, outbox, communication)))),
        _ => Ok(Role::Follower(communication)),
    }
}
