//! Jobs and searches that several processes share, on one machine or many.
//!
//! - [`shard`] divides the units of a job among processes that know nothing of each other.
//! - `work_queue` is a work queue in a PostgreSQL database: workers claim units for a lease (feature `postgres`).
//! - [`cluster`] is one search on several ranks, by MPI (feature `mpi`) or by threads.

#[cfg(feature = "postgres")]
pub mod work_queue;
pub mod cluster;
pub mod shard;
