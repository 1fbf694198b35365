//! What answers the lines of a session.

use crate::engine::Engine;
use crate::protocol::{Channel, Protocol, ProtocolContext, Response};
use std::fmt;
use std::sync::Arc;

/// What answers the lines of a session: the engine of this program, or a way to another one.
pub(crate) trait CommandHandler {
    /// Begins, once it is known which protocol the client speaks.
    fn begin(&mut self, protocol: &'static Protocol);

    /// The response to a line; `None` where it has none.
    fn respond(
        &mut self,
        protocol: &'static Protocol,
        line: &str,
        channel: &dyn Channel,
    ) -> Option<Response>;

    /// Uses the time in which no line waits, until `is_over` says that one does.
    fn wait(&mut self, is_over: &mut dyn FnMut() -> bool);
}

/// The engine of this program.
pub(super) struct OwnEngine<'a> {
    /// The engine.
    pub engine: &'a mut Engine,
    /// What its commands use beside it.
    pub environment: ProtocolContext,
    /// What looks at the engine when a response was sent.
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
        // A panic here has no command that could answer it; the hook has logged it.
        let _ = self.engine.guard(|engine| engine.ponder(is_over));
    }
}

/// What looks at an engine after each response.
#[derive(Clone)]
pub struct Observer(Arc<dyn Fn(&Engine) + Send + Sync>);

impl Observer {
    /// An observer that does this. The next line is answered when it has returned.
    pub fn new(observe: impl Fn(&Engine) + Send + Sync + 'static) -> Observer {
        Observer(Arc::new(observe))
    }

    /// Looks at an engine.
    pub fn look(&self, engine: &Engine) {
        (self.0)(engine);
    }
}

impl fmt::Debug for Observer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Observer").finish_non_exhaustive()
    }
}
