//! The interface between a session and the engine that answers its lines.

use crate::engine::Engine;
use crate::protocol::{Channel, Protocol, ProtocolContext, Response};
use std::fmt;
use std::sync::Arc;

/// Answers the lines of a session: the engine of this program, or a bridge to another one.
pub(crate) trait CommandHandler {
    /// Starts the handler once the protocol of the client is known.
    fn begin(&mut self, protocol: &'static Protocol);

    /// Returns the response to a line. Returns `None` if it has no response.
    fn respond(
        &mut self,
        protocol: &'static Protocol,
        line: &str,
        channel: &dyn Channel,
    ) -> Option<Response>;

    /// Uses the time in which no line waits, until `is_over` returns `true`.
    fn wait(&mut self, is_over: &mut dyn FnMut() -> bool);
}

/// A handler that uses the engine of this program.
pub(super) struct OwnEngine<'a> {
    /// The engine.
    pub engine: &'a mut Engine,
    /// The additional context of its commands.
    pub environment: ProtocolContext,
    /// The observer that is called after each response.
    pub observer: Option<Observer>,
}

impl CommandHandler for OwnEngine<'_> {
    fn begin(&mut self, protocol: &'static Protocol) {
        protocol.begin(self.engine);
    }

    fn respond(
        &mut self,
        protocol: &'static Protocol,
        line: &str,
        channel: &dyn Channel,
    ) -> Option<Response> {
        protocol.respond(line, self.engine, &mut self.environment, channel)
    }

    fn wait(&mut self, is_over: &mut dyn FnMut() -> bool) {
        if let Some(observer) = &self.observer {
            observer.look(self.engine);
        }
        // No command can report a panic here; the hook has logged it.
        let _ = self.engine.guard(|engine| engine.ponder(is_over));
    }
}

/// An observer of the engine, called after each response.
#[derive(Clone)]
pub struct Observer(Arc<dyn Fn(&Engine) + Send + Sync>);

impl Observer {
    /// Creates an observer from a function. The session answers the next line after the function returns.
    pub fn new(observe: impl Fn(&Engine) + Send + Sync + 'static) -> Observer {
        Observer(Arc::new(observe))
    }

    /// Calls the observer with an engine.
    pub fn look(&self, engine: &Engine) {
        (self.0)(engine);
    }
}

impl fmt::Debug for Observer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Observer").finish_non_exhaustive()
    }
}
