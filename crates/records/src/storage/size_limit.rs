//! What happens where a file grows beyond what the user allows (`ulimit -f`).

/// Makes the limit on the size of files an error of the write that goes beyond it; by itself it ends the
/// program. It holds for the thread that calls and for those that it starts later.
#[cfg(all(unix, feature = "system-files"))]
pub fn make_size_limits_errors() {
    use nix::sys::signal::{SigSet, Signal};

    let mut signals = SigSet::empty();
    signals.add(Signal::SIGXFSZ);
    if let Err(error) = signals.thread_block() {
        log::warn!("a limit on the size of files will end the program: {error}");
    }
}

/// Does nothing: signals are the business of the program, and other systems have no such limit.
#[cfg(not(all(unix, feature = "system-files")))]
pub fn make_size_limits_errors() {}
