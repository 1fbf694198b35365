//! What looks at the engine of a session.

use std::fmt;
use std::sync::Arc;

use crate::engine::Engine;

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
