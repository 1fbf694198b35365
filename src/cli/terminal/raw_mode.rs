//! Saves and restores the terminal mode.
//!
//! Line editing changes the mode of the terminal, and the program may exit meanwhile: by a signal, or after the
//! engine has answered the last command.

#[cfg(unix)]
mod unix {
    use std::os::fd::AsFd;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Mutex, MutexGuard, PoisonError};
    use std::time::Duration;
    use std::{io, thread};

    use nix::sys::termios::{LocalFlags, SetArg, Termios, tcgetattr, tcsetattr};

    /// The number of checks, and their interval, whether a starting edit has changed the mode.
    const LOOKS: usize = 40;
    const LOOK_INTERVAL: Duration = Duration::from_millis(5);

    static STATE: Mutex<State> = Mutex::new(State { kept: None, is_over: false });
    static IS_EDITING: AtomicBool = AtomicBool::new(false);

    struct State {
        /// The initial mode, once saved.
        kept: Option<Termios>,
        /// Whether it was restored for good.
        is_over: bool,
    }

    fn state() -> MutexGuard<'static, State> {
        STATE.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Saves the current mode.
    pub(in crate::cli) fn keep() {
        state().kept = tcgetattr(io::stdin()).ok();
    }

    /// Restores the saved mode, if any. No line can be edited afterwards.
    pub(in crate::cli) fn restore() {
        let mut state = state();
        state.is_over = true;
        // An edit that has just started would change the mode after it was restored.
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

    /// Runs an edit, which changes and restores the mode. Never returns if the mode was restored for good: another
    /// thread is then exiting the program, and an end of input here would compete with its exit status.
    pub(in crate::cli) fn while_editing<T>(edit: impl FnOnce() -> T) -> T {
        let state = state();
        if state.is_over {
            drop(state);
            loop {
                thread::park();
            }
        }
        IS_EDITING.store(true, Ordering::SeqCst);
        drop(state);
        let edited = edit();
        IS_EDITING.store(false, Ordering::SeqCst);
        edited
    }

    /// Switches the echo of the terminal: without it, typed characters appear only when a line is edited. Has no
    /// effect after the mode was restored for good.
    pub(in crate::cli) fn set_echo(is_on: bool) {
        let state = state();
        if !state.is_over {
            set_echo_of(io::stdin(), is_on);
        }
    }

    fn set_echo_of(terminal: impl AsFd, is_on: bool) {
        // Standard input without a terminal has no echo.
        if let Ok(mut mode) = tcgetattr(&terminal) {
            mode.local_flags.set(LocalFlags::ECHO, is_on);
            let _ = tcsetattr(&terminal, SetArg::TCSANOW, &mode);
        }
    }

    /// Returns `true` if the terminal is in an editor's mode, which reads keys instead of lines.
    fn is_by_keys() -> bool {
        let mode = tcgetattr(io::stdin());
        mode.is_ok_and(|mode| !mode.local_flags.contains(LocalFlags::ICANON))
    }

    #[cfg(test)]
    mod tests {
        use std::fs::File;
        use std::io::{Read, Write};

        use nix::pty::openpty;

        use super::*;

        #[test]
        fn typed_characters_appear_only_with_echo() {
            let terminal = openpty(None, None).expect("a terminal");
            let (mut person, mut program) =
                (File::from(terminal.master), File::from(terminal.slave));
            let mut line = [0; 16];
            set_echo_of(&program, false);
            person.write_all(b"undo\n").expect("a terminal");
            let length = program.read(&mut line).expect("a line");
            assert_eq!(&line[..length], b"undo\n", "characters without echo are read");
            set_echo_of(&program, true);
            person.write_all(b"E5\n").expect("a terminal");
            let mut seen = [0; 4];
            person.read_exact(&mut seen).expect("the echo of one line");
            assert_eq!(&seen, b"E5\r\n");
        }
    }
}

/// The Windows shell restores the console mode itself.
#[cfg(not(unix))]
mod other {
    /// Does nothing.
    pub(in crate::cli) fn keep() {}

    /// Does nothing.
    pub(in crate::cli) fn restore() {}

    /// Does nothing.
    pub(in crate::cli) fn set_echo(_: bool) {}

    /// Runs an edit.
    pub(in crate::cli) fn while_editing<T>(edit: impl FnOnce() -> T) -> T {
        edit()
    }
}

#[cfg(not(unix))]
pub(in crate::cli) use other::{keep, restore, set_echo, while_editing};
#[cfg(unix)]
pub(in crate::cli) use unix::{keep, restore, set_echo, while_editing};
