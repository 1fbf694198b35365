//! How far a long job has come, on the standard error: a bar where that is a terminal, and lines
//! above it.
//!
//! It does not know the job.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::printable::printable_line;
use crate::streams::print_error;

/// A bar of so many steps, in a form of [`indicatif`]'s that is known to be one.
pub fn bar(form: &str, steps: usize) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(steps as u64), ProgressDrawTarget::stderr());
    bar.set_style(ProgressStyle::with_template(form).expect("the form is one of theirs"));
    bar.enable_steady_tick(Duration::from_secs(1));
    bar
}

/// Prints a line above a bar, or where there is no bar to the standard error.
pub fn tell(bar: &ProgressBar, line: &str) {
    if bar.is_hidden() {
        print_error(line);
    } else {
        bar.println(printable_line(line));
    }
}
