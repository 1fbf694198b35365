//! The mode of the terminal at the start, to be put back at the end.
//!
//! While a line is edited the terminal is in another mode. The program may end then: by a signal, or since an engine that
//! thought has answered the last command.

#[cfg(unix)]
mod unix {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Mutex, MutexGuard, PoisonError};
    use std::time::Duration;
    use std::{io, thread};

    use nix::sys::termios::{LocalFlags, SetArg, Termios, tcgetattr, tcsetattr};

    /// How often, and after how long, it is looked whether an edit that has begun has changed the mode.
    const LOOKS: usize = 40;
    const LOOK_INTERVAL: Duration = Duration::from_millis(5);

    static STATE: Mutex<State> = Mutex::new(State { kept: None, is_over: false });
    static IS_EDITING: AtomicBool = AtomicBool::new(false);

    struct State {
        /// The mode at the start, once it is kept.
        kept: Option<Termios>,
        /// Whether it was put back for good.
        is_over: bool,
    }

    fn state() -> MutexGuard<'static, State> {
        STATE.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps the present mode.
    pub(in crate::cli) fn keep() {
        state().kept = tcgetattr(io::stdin()).ok();
    }

    /// Puts the mode back that was kept, if one was. No line can be edited any more.
    pub(in crate::cli) fn restore() {
        let mut state = state();
        state.is_over = true;
        // An edit that has just begun would change the mode after it was put back.
        for _ in 0..LOOKS {
            if !IS_EDITING.load(Ordering::SeqCst) || is_by_keys() {
                break;
            }
            thread::sleep(LOOK_INTERVAL);
        }
        if let Some(mode) = &state.kept {
            let _ = tcsetattr(io::stdin(), SetArg::TCSANOW, mode);
        }
    }

    /// Has an editor change the mode and change it back; `None` where the mode was put back for good.
    pub(in crate::cli) fn while_editing<T>(edit: impl FnOnce() -> T) -> Option<T> {
        let state = state();
        if state.is_over {
            return None;
        }
        IS_EDITING.store(true, Ordering::SeqCst);
        drop(state);
        let edited = edit();
        IS_EDITING.store(false, Ordering::SeqCst);
        Some(edited)
    }

    /// Whether the terminal is in the mode of an editor, which reads keys instead of lines.
    fn is_by_keys() -> bool {
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

    /// Has an editor change the mode.
    pub(in crate::cli) fn while_editing<T>(edit: impl FnOnce() -> T) -> Option<T> {
        Some(edit())
    }
}

#[cfg(not(unix))]
pub(in crate::cli) use other::{keep, restore, while_editing};
#[cfg(unix)]
pub(in crate::cli) use unix::{keep, restore, while_editing};
