//! Messages between the processes of an MPI job.

use mpi::datatype::Equivalence;
use mpi::environment::Universe;
use mpi::point_to_point::{Destination, Source};
use mpi::topology::Communicator;
use mpi::{Threading, initialize_with_threading};

use super::transport::Link;
use crate::job_error::JobError;

/// The size of the buffer for outgoing messages. It holds the messages to a stopped rank until its timeout several
/// times over.
const BUFFER: usize = 64 << 20;

/// The connection of a process of an MPI job, bound to the thread that created it.
pub struct MpiLink {
    universe: Universe,
    rank: usize,
    ranks: usize,
}

impl MpiLink {
    /// Joins the MPI job of this process, or a job with one process.
    ///
    /// # Errors
    /// Returns [`JobError`] if this process has joined before.
    pub fn join() -> Result<MpiLink, JobError> {
        let joined = initialize_with_threading(Threading::Funneled);
        let (mut universe, _) = joined.ok_or_else(|| {
            JobError::Distributed("MPI is already initialized in this process".into())
        })?;
        universe.set_buffer_size(BUFFER);
        let world = universe.world();
        let (rank, ranks) = (world.rank() as usize, world.size() as usize);
        Ok(MpiLink { universe, rank, ranks })
    }
}

impl Link for MpiLink {
    fn rank(&self) -> usize {
        self.rank
    }

    fn ranks(&self) -> usize {
        self.ranks
    }

    fn send(&mut self, to: usize, message: &[u8]) {
        // A synchronous send would block if the receiver has stopped.
        self.universe.world().process_at_rank(to as i32).buffered_send(message);
    }

    fn receive(&mut self) -> Option<(usize, Vec<u8>)> {
        let world = self.universe.world();
        let (message, status) = world.any_process().immediate_matched_probe()?;
        let mut bytes = vec![0; status.count(u8::equivalent_datatype()) as usize];
        message.matched_receive_into(&mut bytes[..]);
        Some((status.source_rank() as usize, bytes))
    }

    fn close(self, all: bool) {
        if !all {
            // Finalising would wait for a rank that has exited or stopped.
            self.universe.world().abort(0);
        }
    }
}
