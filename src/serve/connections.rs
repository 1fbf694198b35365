//! Open connections: their limit, and which connection is closed for a new one.

use std::collections::{BTreeMap, HashSet};
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The maximum number of connections.
const MOST_CONNECTIONS: usize = 128;

/// The open connections.
#[derive(Debug, Default)]
pub(super) struct Connections(Mutex<Open>);

#[derive(Debug, Default)]
struct Open {
    /// Connections without a complete request, by number; the oldest is first.
    waiting: BTreeMap<u64, Arc<TcpStream>>,
    /// The numbers of connections with a complete request.
    answered: HashSet<u64>,
    arrivals: u64,
}

/// The slot of a connection, released on drop.
#[derive(Debug)]
pub(super) struct Place {
    connections: Arc<Connections>,
    number: u64,
    stream: Arc<TcpStream>,
}

impl Connections {
    /// Returns a slot for a new connection. If all slots are taken, closes the oldest connection without a complete
    /// request. Returns `None` if there is none.
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
    /// Returns the connection.
    pub(super) fn stream(&self) -> &TcpStream {
        &self.stream
    }

    /// Marks the request as complete: the connection is no longer closed for a new one.
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
