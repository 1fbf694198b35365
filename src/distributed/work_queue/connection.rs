//! A connection to a database. Where it is lost it is made again, and the question is asked once more.

use crate::cancellation::Cancellation;
use crate::job_error::JobError;
use postgres::config::Host;
use postgres::{Client, Config, Error, NoTls};
use std::error::Error as _;
use std::time::{Duration, Instant};
use std::{env, io, thread};

/// How long a server that was there may be away.
const PATIENCE: Duration = Duration::from_secs(600);

/// The first and the longest wait before the connection is tried again.
const WAITS: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(5)];

/// After what time without an answer a connection is given up.
const SILENCE: Duration = Duration::from_secs(30);

/// What a server says of itself when the same question may be answered later: by their codes, too many
/// connections, shutting down, crashed, starting up, and two that stand in each other's way.
const PASSING: [&str; 6] = ["53300", "57P01", "57P02", "57P03", "40001", "40P01"];

/// A database and the connection to it.
pub(super) struct Server {
    config: Config,
    /// The database and its address, for messages.
    name: String,
    client: Option<Client>,
    was_there: bool,
}

impl Server {
    /// A database by its address. A password that is not part of it is taken from `PGPASSWORD`, where it can be
    /// hidden from other users of the machine.
    ///
    /// # Errors
    /// Where the address has another form.
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

    /// Asks the database. While it is away, the question waits and is asked again, which must do no harm; a
    /// server that never was there is not waited for.
    ///
    /// # Errors
    /// Where the server cannot be reached for ten minutes or until the cancellation, or refuses the question.
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
            let said = error.as_db_error().map(|error| error.code().code());
            let (server, reason) = (self.name.clone(), reason(&error));
            let is_passing = match said {
                Some(code) => PASSING.contains(&code),
                None => self.is_lost(&error),
            };
            if !is_passing {
                return Err(QueueError::Refused { server, reason });
            }
            let is_hopeless = said.is_none() && !self.was_there;
            if is_hopeless || start.elapsed() > PATIENCE || cancellation.is_cancelled() {
                return Err(QueueError::Away { server, reason });
            }
            if wait == WAITS[0] {
                log::warn!("{server} cannot be reached, which is tried again: {reason}");
            }
            self.client = None;
            sleep(wait, cancellation);
            wait = (2 * wait).min(WAITS[1]);
        }
    }

    /// Whether an error is the end of the connection, or there is none.
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

/// Sleeps, but not on after a cancellation.
pub(super) fn sleep(time: Duration, cancellation: &Cancellation) {
    const STEP: Duration = Duration::from_millis(50);
    let start = Instant::now();
    while !cancellation.is_cancelled() && start.elapsed() < time {
        thread::sleep(STEP.min(time.saturating_sub(start.elapsed())));
    }
}

/// `the database go at db.example.org:5432`.
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

/// An error with what it comes from, on one line.
fn reason(error: &Error) -> String {
    let mut said = error.as_db_error().map_or_else(|| error.to_string(), |it| it.message().into());
    let mut source = error.source().filter(|_| error.as_db_error().is_none());
    while let Some(error) = source {
        said = format!("{said}: {error}");
        source = error.source();
    }
    said.replace('\n', " ")
}

/// Why a unit cannot be taken, finished or read. The texts name the server, and never a password.
#[derive(Debug, thiserror::Error)]
pub enum QueueError {
    /// The text is no address of a database. It may hold a password, and so is not shown.
    #[error("the address of the database has another form than postgres://USER@HOST:PORT/DATABASE")]
    Address,
    /// The server cannot be reached, or does not come back.
    #[error("{server} cannot be reached: {reason}")]
    Away {
        /// The database and its server.
        server: String,
        /// What the connection met.
        reason: String,
    },
    /// The server refuses a question.
    #[error("{server} refuses: {reason}")]
    Refused {
        /// The database and its server.
        server: String,
        /// What the server says.
        reason: String,
    },
    /// The database has no run of this name.
    #[error("there is no run {0} in the database")]
    NoRun(String),
    /// The run of this name has other terms.
    #[error("the run {run} has other terms: {found}")]
    OtherTerms {
        /// The name of the run.
        run: String,
        /// Its terms.
        found: String,
    },
    /// The run of this name has another number of units.
    #[error("the run {run} has {found} units, not {due}")]
    OtherUnits {
        /// The name of the run.
        run: String,
        /// Its units.
        found: usize,
        /// The units that were asked for.
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
    fn a_password_is_in_no_message() {
        let address = "postgres://anna:secret@db.example.org:5433/go";
        let server = Server::new(address).expect("an address");
        assert_eq!(server.name, "the database go at db.example.org:5433");
        for wrong in ["secret", "postgres://anna:secret@h:x/go", "postgres://anna:secret@/go", ""] {
            let error = Server::new(wrong).err().expect("it is none").to_string();
            assert!(!error.contains("secret"), "{error}");
        }
    }

    #[test]
    fn a_server_that_never_was_there_is_not_waited_for() {
        let mut server = Server::new("postgres://anna:secret@127.0.0.1:1/go").expect("an address");
        let answer = server.ask(&Cancellation::default(), &mut |client| client.query("", &[]));
        let error = answer.expect_err("nobody is there").to_string();
        let due = "the database go at 127.0.0.1:1 cannot be reached: error connecting to server: ";
        assert!(error.starts_with(due), "{error}");
    }
}
