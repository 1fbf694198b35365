//! A job in the queue, as used by one of its workers.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::connection::{QueueError, Server, sleep};
use super::schema;
use crate::cancellation::Cancellation;

/// The maximum number of attempts per unit.
const MOST_ATTEMPTS: i32 = 5;

/// The first and the longest delay while other workers hold all remaining units.
const WAITS: [Duration; 2] = [Duration::from_millis(20), Duration::from_secs(1)];

/// The options of a job.
#[derive(Clone, PartialEq)]
pub struct RunOptions {
    /// The address of the database, `postgres://USER@HOST:PORT/DATABASE`.
    pub address: String,
    /// The name of the job.
    pub name: String,
    /// The lease: how long a unit remains assigned to a worker without a heartbeat.
    pub lease: Duration,
}

/// A job that this process works on, shared by its threads.
pub struct QueueJob {
    name: String,
    owner: String,
    lease: Duration,
    server: Mutex<Server>,
    cancellation: Cancellation,
    _renewal: LeaseHeartbeat,
}

/// A unit assigned to this worker.
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
    /// Opens or creates a job. `terms` is the configuration that the results depend on. The cancellation ends every
    /// wait.
    ///
    /// # Errors
    /// Returns [`QueueError`] if the database is unavailable, or has a job of this name with a different
    /// configuration.
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

    /// Claims the first free unit. Waits while other workers hold all remaining units, because their leases may
    /// expire. Returns `None` if no unit is left, or after cancellation.
    ///
    /// # Errors
    /// Returns [`QueueError`] if the database is unavailable.
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
        // A separate subquery: a join could evaluate the selection several times and claim more than one unit.
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

    /// Returns `true` if a unit may still be claimed.
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

    /// Stores the result of a unit, which completes it. Returns `false`, without storing it, if the unit now belongs
    /// to another worker.
    ///
    /// # Errors
    /// Returns [`QueueError`] if the database is unavailable.
    pub fn finish(&self, claim: &LeasedUnit, result: &str) -> Result<bool, QueueError> {
        // Storing the same result again is harmless: the response to the first attempt may have been lost.
        const FINISH: &str = "
            UPDATE tianyuan_unit SET result = $5, deadline = NULL, failure = NULL
            WHERE run = $1 AND number = $2 AND owner = $3 AND attempts = $4
                AND (result IS NULL OR result = $5)";
        let LeasedUnit { unit, attempt } = claim;
        // Finished results are stored even after cancellation.
        let written = self.server().ask(&Cancellation::default(), &mut |client| {
            client.execute(FINISH, &[&self.name, unit, &self.owner, attempt, &result])
        })?;
        Ok(written == 1)
    }

    /// Releases an unfinished unit: with a reason after a failure, or without one when the worker exits, which does
    /// not count as an attempt.
    ///
    /// # Errors
    /// Returns [`QueueError`] if the database is unavailable.
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
        // A panicking thread leaves no partial update: the server rolls back.
        self.server.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A thread that renews all leases of a worker until drop.
struct LeaseHeartbeat {
    cancellation: Cancellation,
    _alive: Sender<()>,
}

impl LeaseHeartbeat {
    /// Starts the thread with its own connection, so that a long query does not delay a renewal.
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
                    log::warn!("cannot renew leases: {error}");
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
