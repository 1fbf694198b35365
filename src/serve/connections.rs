//! The connections that are open: how many there may be, and which of them gives way to a new one.

use std::collections::{BTreeMap, HashSet};
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The most connections at a time.
const MOST_CONNECTIONS: usize = 128;

/// The connections that are open.
#[derive(Debug, Default)]
pub(super) struct Connections(Mutex<Open>);

#[derive(Debug, Default)]
struct Open {
    /// Connections that have not sent a whole request, by their numbers; the oldest is the first.
    waiting: BTreeMap<u64, Arc<TcpStream>>,
    /// The numbers of those that have sent a request and are being answered.
    answered: HashSet<u64>,
    arrivals: u64,
}

/// The place of a connection, which is free again when this is dropped.
#[derive(Debug)]
pub(super) struct Place {
    connections: Arc<Connections>,
    number: u64,
    stream: Arc<TcpStream>,
}

impl Connections {
    /// Gives a new connection a place. If all are taken, the oldest connection that has not sent a request is closed;
    /// returns `None` if there is no such connection.
    pub(super) fn take(self: &Arc<Connections>, stream: TcpStream) -> Option<Place> {
        let stream = Arc::new(stream);
        let mut open = self.lock();
        if open.waiting.len() + open.answered.len() >= MOST_CONNECTIONS {
            let (_, oldest) = open.waiting.pop_first()?;
            // The thread that reads from it ends with an error.
            let _ = oldest.shutdown(Shutdown::Both);
        }
        let number = open.arrivals;
        open.arrivals += 1;
        open.waiting.insert(number, stream.clone());
        Some(Place { connections: self.clone(), number, stream })
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Place {
    /// The connection.
    pub(super) fn stream(&self) -> &TcpStream {
        &self.stream
    }

    /// Notes that the connection has sent its request: from now on it is not closed for another one.
    pub(super) fn note_request(&self) {
        let mut open = self.connections.lock();
        if open.waiting.remove(&self.number).is_some() {
            open.answered.insert(self.number);
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.connections.lock();
        open.waiting.remove(&self.number);
        open.answered.remove(&self.number);
    }
}
