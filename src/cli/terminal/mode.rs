//! The mode of the terminal at the start, to be put back at the end.
//!
//! While a line is edited the terminal is in another mode. The program may end then: by a signal, or since an engine that
//! thought has answered the last command.

#[cfg(unix)]
mod unix {
    use std::io;
    use std::sync::{Mutex, PoisonError};

    use nix::sys::termios::{LocalFlags, SetArg, Termios, tcgetattr, tcsetattr};

    /// The mode at the start, once it is kept.
    static KEPT: Mutex<Option<Termios>> = Mutex::new(None);

    /// Keeps the present mode.
    pub(in crate::cli) fn keep() {
        *KEPT.lock().unwrap_or_else(PoisonError::into_inner) = tcgetattr(io::stdin()).ok();
    }

    /// Puts the mode back that was kept, if one was.
    pub(in crate::cli) fn restore() {
        if let Some(mode) = &*KEPT.lock().unwrap_or_else(PoisonError::into_inner) {
            let _ = tcsetattr(io::stdin(), SetArg::TCSANOW, mode);
        }
    }

    /// Whether the terminal is in the mode of an editor, which reads keys instead of lines.
    pub(in crate::cli) fn is_by_keys() -> bool {
        let mode = tcgetattr(io::stdin());
        mode.is_ok_and(|mode| !mode.local_flags.contains(LocalFlags::ICANON))
    }
}

/// A console of Windows gets its mode back from the shell.
#[cfg(not(unix))]
mod other {
    /// Keeps nothing.
    pub(in crate::cli) fn keep() {}

    /// Puts nothing back.
    pub(in crate::cli) fn restore() {}

    /// Nobody has to wait for a mode that is not put back.
    pub(in crate::cli) fn is_by_keys() -> bool {
        true
    }
}

#[cfg(not(unix))]
pub(in crate::cli) use other::{is_by_keys, keep, restore};
#[cfg(unix)]
pub(in crate::cli) use unix::{is_by_keys, keep, restore};
