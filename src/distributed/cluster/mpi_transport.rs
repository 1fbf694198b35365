//! Links between the processes of an MPI job.

use mpi::datatype::Equivalence;
use mpi::environment::Universe;
use mpi::point_to_point::{Destination, Source};
use mpi::topology::Communicator;
use mpi::{Threading, initialize_with_threading};

use super::transport::Link;
use crate::job_error::JobError;

/// Bytes of the messages of a rank that are under way. What a rank that has stopped is sent until it is known
/// to be late fits several times.
const BUFFER: usize = 64 << 20;

/// The link of a process of an MPI job. It stays in the thread that made it.
pub struct MpiLink {
    universe: Universe,
    rank: usize,
    ranks: usize,
}

impl MpiLink {
    /// Joins the MPI job that this process was started in, or a job of its own.
    ///
    /// # Errors
    /// Returns [`JobError`] if this process has joined before.
    pub fn join() -> Result<MpiLink, JobError> {
        let joined = initialize_with_threading(Threading::Funneled);
        let (mut universe, _) = joined.ok_or_else(|| {
            JobError::Distributed("this process has joined its MPI job before".into())
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
        // Others would wait where the receiver has stopped.
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
            // A rank that is gone or has stopped would be waited for.
            self.universe.world().abort(0);
        }
    }
}
