//! A work queue in a PostgreSQL database, for workers without a shared file system.
//!
//! A job has a fixed number of units. A worker claims the first free unit for the duration of a lease and renews the
//! lease while it runs. After a crash the lease expires and another worker takes the unit. A unit is complete when
//! its result is stored, in one statement. A worker whose lease has expired can no longer store its result.
//!
//! - `results` reads the results of a job.
//! - `job` claims, completes and releases units, and renews leases.
//! - `connection` reconnects to the server, and has the errors of the queue.
//! - `schema` creates the tables.
//! - `worker` claims units until none is left.

mod results;
mod job;
mod connection;
mod schema;
mod worker;

pub use connection::QueueError;
pub use job::{LeasedUnit, QueueJob, RunOptions};
pub use results::{Results, results};
pub use worker::Worker;
