//! Renews the leases of a worker as long as it lives.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use super::server::Server;
use crate::cancel::Cancellation;

/// A thread that renews all leases of a worker, until this is dropped.
pub(super) struct Renewal {
    cancellation: Cancellation,
    _alive: Sender<()>,
}

impl Renewal {
    /// Starts the thread, with a connection of its own: a long question must not cost a lease.
    pub(super) fn start(mut server: Server, run: &str, owner: &str, lease: Duration) -> Renewal {
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
        Renewal { cancellation, _alive: alive }
    }
}

impl Drop for Renewal {
    fn drop(&mut self) {
        self.cancellation.cancel();
    }
}
