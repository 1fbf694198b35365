//! The person before the engine: where lines come from and text goes to.

use crate::streams::Closed;

/// The person before the engine.
pub trait Person {
    /// The next line, without its line break; `None` where no more will come. A person at a terminal is
    /// asked for it with a prompt.
    fn line(&mut self, prompt: &str) -> Option<String>;

    /// Shows text of one or more lines.
    ///
    /// # Errors
    /// Where nobody can see it any more.
    fn show(&mut self, text: &str) -> Result<(), Closed>;

    /// Shows a note until the next text. Only a person at a terminal sees it.
    fn note(&mut self, note: &str);

    /// Whether a person sits there who can be asked again before something is lost.
    fn is_present(&self) -> bool;
}
