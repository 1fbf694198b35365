//! A run as one of its workers sees it.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::connection::{QueueError, Server, sleep};
use super::schema;
use crate::cancellation::Cancellation;

/// How often a unit is begun before it is given up.
const MOST_ATTEMPTS: i32 = 5;

/// The first and the longest wait for a unit that others have.
const WAITS: [Duration; 2] = [Duration::from_millis(20), Duration::from_secs(1)];

/// Which run of which database a worker works at.
#[derive(Clone, PartialEq)]
pub struct RunOptions {
    /// The address of the database, `postgres://USER@HOST:PORT/DATABASE`.
    pub address: String,
    /// The name of the run.
    pub name: String,
    /// How long a unit is a worker's own if the worker is silent.
    pub lease: Duration,
}

/// A run of a database at which this process works. Its threads may share it.
pub struct QueueJob {
    name: String,
    owner: String,
    lease: Duration,
    server: Mutex<Server>,
    cancellation: Cancellation,
    _renewal: LeaseHeartbeat,
}

/// A unit that was taken and is to be worked on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeasedUnit {
    unit: i64,
    attempt: i32,
}

impl LeasedUnit {
    /// The number of the unit, from 0.
    pub fn unit(&self) -> usize {
        self.unit as usize
    }
}

impl QueueJob {
    /// Opens a run, or begins it. `terms` is all that its results depend on. The cancellation ends every wait.
    ///
    /// # Errors
    /// Where the database cannot be used, or has a run of this name with other terms or units.
    pub fn open(
        options: &RunOptions,
        terms: &str,
        units: usize,
        cancellation: &Cancellation,
    ) -> Result<QueueJob, QueueError> {
        let RunOptions { address, name, lease } = options;
        let mut server = Server::new(address)?;
        let (found, count) = server
            .ask(cancellation, &mut |client| schema::open(client, name, terms, units as i64))?;
        if found != terms {
            return Err(QueueError::OtherTerms { run: name.clone(), found });
        }
        if count != units as i64 {
            let found = count as usize;
            return Err(QueueError::OtherUnits { run: name.clone(), found, due: units });
        }
        let owner = format!("{:016x}", rand::random::<u64>());
        let renewal = LeaseHeartbeat::start(Server::new(address)?, name, &owner, *lease);
        Ok(QueueJob {
            name: name.clone(),
            owner,
            lease: *lease,
            server: Mutex::new(server),
            cancellation: cancellation.clone(),
            _renewal: renewal,
        })
    }

    /// Takes the first unit that nobody has. Waits while others have all that are left, because they may die.
    /// Answers `None` when nothing is left, or after a cancellation.
    ///
    /// # Errors
    /// Where the database cannot be used.
    pub fn take(&self) -> Result<Option<LeasedUnit>, QueueError> {
        let mut wait = WAITS[0];
        while !self.cancellation.is_cancelled() {
            if let Some(claim) = self.try_take()? {
                return Ok(Some(claim));
            }
            if !self.is_open()? {
                break;
            }
            sleep(wait, &self.cancellation);
            wait = (2 * wait).min(WAITS[1]);
        }
        Ok(None)
    }

    fn try_take(&self) -> Result<Option<LeasedUnit>, QueueError> {
        // A part of its own: a join might look for the next unit more than once, and would take more than one.
        const TAKE: &str = "
            WITH next AS (
                SELECT run, number FROM tianyuan_unit
                WHERE run = $1 AND result IS NULL AND attempts < $4
                    AND (deadline IS NULL OR deadline < clock_timestamp())
                ORDER BY number LIMIT 1 FOR UPDATE SKIP LOCKED
            )
            UPDATE tianyuan_unit AS unit
            SET owner = $2, deadline = clock_timestamp() + $3 * interval '1 second', attempts = attempts + 1
            FROM next
            WHERE unit.run = next.run AND unit.number = next.number
            RETURNING unit.number, unit.attempts";
        let lease = self.lease.as_secs_f64();
        self.server().ask(&self.cancellation, &mut |client| {
            let taken = [&self.name as _, &self.owner as _, &lease as _, &MOST_ATTEMPTS as _];
            let row = client.query_opt(TAKE, &taken)?;
            let claim = |row: postgres::Row| {
                Ok(LeasedUnit { unit: row.try_get(0)?, attempt: row.try_get(1)? })
            };
            row.map(claim).transpose()
        })
    }

    /// Whether there is a unit that may still be taken.
    fn is_open(&self) -> Result<bool, QueueError> {
        const OPEN: &str = "
            SELECT EXISTS (
                SELECT FROM tianyuan_unit WHERE run = $1 AND result IS NULL
                    AND (attempts < $2 OR deadline > clock_timestamp())
            )";
        self.server().ask(&self.cancellation, &mut |client| {
            client.query_one(OPEN, &[&self.name, &MOST_ATTEMPTS])?.try_get(0)
        })
    }

    /// Writes the result of a unit, which is done with that. Answers whether it was still this worker's; if not,
    /// another one has it, and nothing is written.
    ///
    /// # Errors
    /// Where the database cannot be used.
    pub fn finish(&self, claim: &LeasedUnit, result: &str) -> Result<bool, QueueError> {
        // The same result again is no loss: the answer to the first time may have been lost.
        const FINISH: &str = "
            UPDATE tianyuan_unit SET result = $5, deadline = NULL, failure = NULL
            WHERE run = $1 AND number = $2 AND owner = $3 AND attempts = $4
                AND (result IS NULL OR result = $5)";
        let LeasedUnit { unit, attempt } = claim;
        // What is done is written even after a cancellation.
        let written = self.server().ask(&Cancellation::default(), &mut |client| {
            client.execute(FINISH, &[&self.name, unit, &self.owner, attempt, &result])
        })?;
        Ok(written == 1)
    }

    /// Gives a unit back that is not done: with a reason after a failure, without one where the worker ends, which
    /// is no attempt.
    ///
    /// # Errors
    /// Where the database cannot be used.
    pub fn release(&self, claim: &LeasedUnit, failure: Option<&str>) -> Result<(), QueueError> {
        const GIVE_BACK: &str = "
            UPDATE tianyuan_unit SET owner = NULL, deadline = NULL, failure = coalesce($5, failure),
                attempts = attempts - CASE WHEN $5::text IS NULL THEN 1 ELSE 0 END
            WHERE run = $1 AND number = $2 AND owner = $3 AND attempts = $4 AND result IS NULL";
        let LeasedUnit { unit, attempt } = claim;
        self.server().ask(&self.cancellation, &mut |client| {
            client.execute(GIVE_BACK, &[&self.name, unit, &self.owner, attempt, &failure])
        })?;
        Ok(())
    }

    fn server(&self) -> MutexGuard<'_, Server> {
        // A thread that panicked has left nothing half done: the server rolls back.
        self.server.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A thread that renews all leases of a worker, until this is dropped.
struct LeaseHeartbeat {
    cancellation: Cancellation,
    _alive: Sender<()>,
}

impl LeaseHeartbeat {
    /// Starts the thread, with a connection of its own: a long question must not cost a lease.
    fn start(mut server: Server, run: &str, owner: &str, lease: Duration) -> LeaseHeartbeat {
        const RENEW: &str = "
            UPDATE tianyuan_unit SET deadline = clock_timestamp() + $3 * interval '1 second'
            WHERE run = $1 AND owner = $2 AND result IS NULL";
        let (alive, ended) = channel::<()>();
        let cancellation = Cancellation::default();
        let (run, owner, cancelled) = (run.to_owned(), owner.to_owned(), cancellation.clone());
        thread::spawn(move || {
            while ended.recv_timeout(lease / 3) == Err(RecvTimeoutError::Timeout) {
                let renewed = server.ask(&cancelled, &mut |client| {
                    client.execute(RENEW, &[&run, &owner, &lease.as_secs_f64()])
                });
                if let Err(error) = renewed
                    && !cancelled.is_cancelled()
                {
                    log::warn!("no lease is renewed: {error}");
                }
            }
        });
        LeaseHeartbeat { cancellation, _alive: alive }
    }
}

impl Drop for LeaseHeartbeat {
    fn drop(&mut self) {
        self.cancellation.cancel();
    }
}
