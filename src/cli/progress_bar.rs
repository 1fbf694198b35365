//! Progress bars on standard error, if it is a terminal.

use std::sync::OnceLock;
use std::time::Duration;

use indicatif::{ProgressDrawTarget, ProgressStyle};

use super::language::localized;
use crate::progress::Progress;
use crate::sanitize::printable_line;
use crate::stdio::print_error;

/// A progress bar, drawn from the start of its job. Messages are printed above it, or directly to standard error
/// without a terminal.
#[derive(Debug)]
pub(super) struct ProgressBar {
    template: &'static str,
    bar: OnceLock<indicatif::ProgressBar>,
}

impl ProgressBar {
    /// Creates a bar with an [`indicatif`] template.
    pub(super) fn new(template: &'static str) -> ProgressBar {
        ProgressBar { template, bar: OnceLock::new() }
    }

    fn bar(&self) -> Option<&indicatif::ProgressBar> {
        self.bar.get().filter(|bar| !bar.is_hidden())
    }
}

impl Progress for ProgressBar {
    fn begin(&self, total: u64, done: u64) {
        let bar =
            indicatif::ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr());
        let style =
            ProgressStyle::with_template(self.template).expect("the templates are constant");
        bar.set_style(style);
        // Updates the elapsed time during long steps.
        bar.enable_steady_tick(Duration::from_secs(1));
        bar.set_position(done);
        // Steps of an earlier run must not affect the estimated remaining time.
        bar.reset_eta();
        let _ = self.bar.set(bar);
    }

    fn advance_by(&self, steps: u64) {
        self.bar().inspect(|bar| bar.inc(steps));
    }

    fn describe(&self, state: &str) {
        self.bar().inspect(|bar| bar.set_message(String::from(state)));
    }

    fn message(&self, line: &str) {
        // Other lines, such as findings, are in the language already.
        let is_error = line.starts_with("tianyuan ");
        let line = &if is_error { localized(line) } else { line.to_owned() };
        match self.bar() {
            Some(bar) => bar.println(printable_line(line)),
            None => print_error(line),
        }
    }

    fn while_hidden(&self, print: &mut dyn FnMut()) {
        match self.bar() {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    fn end(&self) {
        self.bar().inspect(|bar| bar.finish_and_clear());
    }
}
