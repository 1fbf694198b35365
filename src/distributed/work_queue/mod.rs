//! Claims: a job whose workers share no disk, kept in a PostgreSQL database.
//!
//! A *run* is a job of some units, with numbers from 0. A worker takes the first unit that nobody has, for the time of a
//! lease. The lease is renewed as long as the worker lives, so that what a dead one had is soon taken by another. A
//! unit is done as soon as its result is there: both are one statement. Who lost a unit to another worker cannot write
//! its result any more.
//!
//! - `results` reads the results of a run.
//! - `job` claims, finishes and releases units, and renews their leases.
//! - `connection` is the connection, which is restored when it is lost, with the errors of the database.
//! - `schema` creates the tables.
//! - `worker` is a worker process: it claims units until none is left.

mod results;
mod job;
mod connection;
mod schema;
mod worker;

pub use connection::QueueError;
pub use job::{LeasedUnit, QueueJob, RunOptions};
pub use results::{Results, results};
pub use worker::Worker;
