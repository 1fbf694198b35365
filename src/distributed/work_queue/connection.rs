//! A database connection that reconnects and repeats queries.

use crate::cancellation::Cancellation;
use crate::job_error::JobError;
use postgres::config::Host;
use postgres::{Client, Config, Error, NoTls};
use std::error::Error as _;
use std::time::{Duration, Instant};
use std::{env, io, thread};

/// How long an unavailable server is retried.
const PATIENCE: Duration = Duration::from_secs(600);

/// The first and the longest delay between connection attempts.
const WAITS: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(5)];

/// The timeout of a query, after which the connection is closed.
const SILENCE: Duration = Duration::from_secs(30);

/// SQLSTATE codes of errors that are retried: too many connections, shutdown, crash, startup, serialisation failure
/// and deadlock.
const PASSING: [&str; 6] = ["53300", "57P01", "57P02", "57P03", "40001", "40P01"];

/// A database and its connection.
pub(super) struct Server {
    config: Config,
    /// The database name and host for messages.
    name: String,
    client: Option<Client>,
    was_there: bool,
}

impl Server {
    /// Parses the address of a database. A password that is not part of it is read from `PGPASSWORD`, which hides it
    /// from other users.
    ///
    /// # Errors
    /// Returns [`QueueError`] if the address is malformed.
    pub(super) fn new(address: &str) -> Result<Server, QueueError> {
        let mut config: Config = address.parse().map_err(|_| QueueError::Address)?;
        if config.get_hosts().is_empty() {
            return Err(QueueError::Address);
        }
        if let (None, Ok(password)) = (config.get_password(), env::var("PGPASSWORD")) {
            config.password(password);
        }
        config.connect_timeout(SILENCE).tcp_user_timeout(SILENCE).keepalives_idle(SILENCE);
        config.application_name(env!("CARGO_PKG_NAME"));
        Ok(Server { name: name(&config), config, client: None, was_there: false })
    }

    /// Runs a query. While the server is unavailable, the query is retried, so it must be idempotent. A server that
    /// was never reached is not retried.
    ///
    /// # Errors
    /// Returns [`QueueError`] if the server is unreachable for ten minutes or until cancellation, or rejects the
    /// query.
    pub(super) fn ask<T>(
        &mut self,
        cancellation: &Cancellation,
        question: &mut dyn FnMut(&mut Client) -> Result<T, Error>,
    ) -> Result<T, QueueError> {
        let (start, mut wait) = (Instant::now(), WAITS[0]);
        loop {
            let error = match self.client().and_then(&mut *question) {
                Ok(answer) => return Ok(answer),
                Err(error) => error,
            };
            let text = error.as_db_error().map(|error| error.code().code());
            let (server, reason) = (self.name.clone(), reason(&error));
            let is_passing = match text {
                Some(code) => PASSING.contains(&code),
                None => self.is_lost(&error),
            };
            if !is_passing {
                return Err(QueueError::Refused { server, reason });
            }
            let is_hopeless = text.is_none() && !self.was_there;
            if is_hopeless || start.elapsed() > PATIENCE || cancellation.is_cancelled() {
                return Err(QueueError::Away { server, reason });
            }
            if wait == WAITS[0] {
                log::warn!("cannot connect to {server}, retrying: {reason}");
            }
            self.client = None;
            sleep(wait, cancellation);
            wait = (2 * wait).min(WAITS[1]);
        }
    }

    /// Returns `true` if an error closed the connection, or there is none.
    fn is_lost(&self, error: &Error) -> bool {
        error.is_closed()
            || error.source().is_some_and(|source| source.is::<io::Error>())
            || self.client.as_ref().is_none_or(Client::is_closed)
    }

    fn client(&mut self) -> Result<&mut Client, Error> {
        let client = match self.client.take().filter(|client| !client.is_closed()) {
            Some(client) => client,
            None => self.config.connect(NoTls)?,
        };
        self.was_there = true;
        Ok(self.client.insert(client))
    }
}

/// Sleeps until the time has passed or the job is cancelled.
pub(super) fn sleep(time: Duration, cancellation: &Cancellation) {
    const STEP: Duration = Duration::from_millis(50);
    let start = Instant::now();
    while !cancellation.is_cancelled() && start.elapsed() < time {
        thread::sleep(STEP.min(time.saturating_sub(start.elapsed())));
    }
}

/// Returns a description such as `the database go at db.example.org:5432`.
fn name(config: &Config) -> String {
    let host = match config.get_hosts().first() {
        Some(Host::Tcp(name)) => name.clone(),
        #[cfg(unix)]
        Some(Host::Unix(path)) => path.display().to_string(),
        None => String::new(),
    };
    let port = config.get_ports().first().unwrap_or(&5432);
    let database = config.get_dbname().map(|name| format!(" {name}")).unwrap_or_default();
    format!("the database{database} at {host}:{port}")
}

/// Formats an error and its sources on one line.
fn reason(error: &Error) -> String {
    let mut text = error.as_db_error().map_or_else(|| error.to_string(), |it| it.message().into());
    let mut source = error.source().filter(|_| error.as_db_error().is_none());
    while let Some(error) = source {
        text = format!("{text}: {error}");
        source = error.source();
    }
    text.replace('\n', " ")
}

/// The error of a queue operation. Messages contain the server but never a password.
#[derive(Debug, thiserror::Error)]
pub enum QueueError {
    /// The database address is malformed. It may contain a password, so it is not shown.
    #[error("invalid database URL (expected postgres://USER@HOST:PORT/DATABASE)")]
    Address,
    /// The server is unreachable.
    #[error("cannot connect to {server}: {reason}")]
    Away {
        /// The database and its server.
        server: String,
        /// The connection error.
        reason: String,
    },
    /// The server rejected a query.
    #[error("{server} reports an error: {reason}")]
    Refused {
        /// The database and its server.
        server: String,
        /// The error message of the server.
        reason: String,
    },
    /// The database has no job of this name.
    #[error("no run {0} in the database")]
    NoRun(String),
    /// The job of this name has a different configuration.
    #[error("run {run} has different settings: {found}")]
    OtherTerms {
        /// The name of the job.
        run: String,
        /// The configuration of the job.
        found: String,
    },
    /// The job of this name has a different number of units.
    #[error("run {run} has {found} units, expected {due}")]
    OtherUnits {
        /// The name of the job.
        run: String,
        /// The number of its units.
        found: usize,
        /// The requested number of units.
        due: usize,
    },
}

impl From<QueueError> for JobError {
    fn from(error: QueueError) -> JobError {
        let message = error.to_string();
        match error {
            QueueError::Away { .. } | QueueError::Refused { .. } => JobError::Distributed(message),
            QueueError::Address
            | QueueError::NoRun(_)
            | QueueError::OtherTerms { .. }
            | QueueError::OtherUnits { .. } => JobError::Usage(message),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn error_messages_hide_password() {
        let address = "postgres://anna:secret@db.example.org:5433/go";
        let server = Server::new(address).expect("an address");
        assert_eq!(server.name, "the database go at db.example.org:5433");
        for wrong in ["secret", "postgres://anna:secret@h:x/go", "postgres://anna:secret@/go", ""] {
            let error = Server::new(wrong).err().expect("it is none").to_string();
            assert!(!error.contains("secret"), "{error}");
        }
    }

    #[test]
    fn first_connection_failure_is_not_retried() {
        let mut server = Server::new("postgres://anna:secret@127.0.0.1:1/go").expect("an address");
        let answer = server.ask(&Cancellation::default(), &mut |client| client.query("", &[]));
        let error = answer.expect_err("nobody is there").to_string();
        let due = "unsupported database go at 127.0.0.1:1: reached: error connecting to server: ";
        assert!(error.starts_with(due), "{error}");
    }
}
