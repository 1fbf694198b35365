//! A line editor with session history and completion of the first word.

use std::env;
use std::io::{self, IsTerminal};
use std::sync::{Arc, Mutex, PoisonError};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Behavior, CompletionType, Config, Context, Editor, Helper};

use super::raw_mode;

/// The result of reading a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::cli) enum Entry {
    /// A line.
    Line(String),
    /// End of input: Ctrl-D on an empty line, or a closed terminal.
    End,
    /// Ctrl-C.
    Interrupt,
}

/// A partially typed line: its text, and the byte position of the cursor. Clones share it.
#[derive(Debug, Clone, Default)]
pub(super) struct InputLine(Arc<Mutex<(String, usize)>>);

impl InputLine {
    /// Returns the text before and after the cursor.
    pub(super) fn parts(&self) -> (String, String) {
        let typed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (before, behind) = typed.0.split_at(typed.1);
        (before.into(), behind.into())
    }

    fn set(&self, line: &str, cursor: usize) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = (line.into(), cursor);
    }
}

/// Reads lines with editing.
pub(in crate::cli) struct LineEditor {
    editor: Editor<Watcher, MemHistory>,
    typed: InputLine,
}

impl LineEditor {
    /// Creates an editor on the terminal that completes `names`. Returns `None` if the terminal does not support
    /// editing or its charset is not UTF-8.
    pub(in crate::cli) fn open(names: Vec<String>) -> Option<LineEditor> {
        let is_dumb =
            env::var("TERM").is_ok_and(|name| matches!(&*name, "" | "dumb" | "emacs" | "cons25"));
        if is_dumb || !is_utf8() {
            return None;
        }
        // The editor must not write to standard output if it is piped.
        let behavior = match io::stdout().is_terminal() {
            true => Behavior::Stdio,
            false => Behavior::PreferTerm,
        };
        let config = Config::builder()
            .behavior(behavior)
            .auto_add_history(true)
            // This mode would persist if the program exited in the middle of a line.
            .bracketed_paste(false)
            .completion_type(CompletionType::List)
            .build();
        let history = MemHistory::with_config(&config);
        let mut editor = Editor::with_history(config, history).ok()?;
        let typed = InputLine::default();
        editor.set_helper(Some(Watcher { names, typed: typed.clone() }));
        Some(LineEditor { editor, typed })
    }

    /// Reads the next line.
    pub(in crate::cli) fn line(&mut self, prompt: &str) -> Entry {
        loop {
            self.typed.set("", 0);
            match raw_mode::while_editing(|| self.editor.readline(prompt)) {
                Ok(line) => return Entry::Line(line),
                Err(ReadlineError::Interrupted | ReadlineError::Signal(_)) => {
                    return Entry::Interrupt;
                }
                Err(ReadlineError::Eof) => return Entry::End,
                // A byte that is not UTF-8 discards the typed text.
                Err(ReadlineError::Io(error))
                    if matches!(
                        error.kind(),
                        io::ErrorKind::Interrupted | io::ErrorKind::InvalidData
                    ) => {}
                Err(error) => {
                    log::warn!(target: "tianyuan", "cannot read from the terminal: {error}");
                    return Entry::End;
                }
            }
        }
    }

    /// Returns the partially typed line.
    pub(super) fn typed(&self) -> InputLine {
        self.typed.clone()
    }
}

/// Returns `true` if the user's charset is UTF-8 or unspecified. Lines in other charsets are read without editing.
fn is_utf8() -> bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"];
    let locale = names.iter().find_map(|name| env::var(name).ok().filter(|text| !text.is_empty()));
    let locale = locale.unwrap_or_default().to_ascii_lowercase();
    let charset = locale.split_once('.').map_or("", |(_, charset)| charset);
    matches!(charset.split('@').next(), Some("" | "utf-8" | "utf8"))
}

/// The editor's helper: records the typed text and completes the first word.
struct Watcher {
    names: Vec<String>,
    typed: InputLine,
}

impl Completer for Watcher {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        cursor: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let begun = line[..cursor].trim_start();
        let fitting = self.names.iter().filter(|name| name.starts_with(begun));
        Ok((cursor - begun.len(), fitting.cloned().collect()))
    }
}

impl Hinter for Watcher {
    type Hint = String;

    /// Returns no hint; called on every redraw, it records the typed text.
    fn hint(&self, line: &str, cursor: usize, _: &Context<'_>) -> Option<String> {
        self.typed.set(line, cursor);
        None
    }
}

impl Highlighter for Watcher {
    /// Highlights nothing; called on every cursor move, it records the cursor.
    fn highlight_char(&self, line: &str, cursor: usize, _: CmdKind) -> bool {
        self.typed.set(line, cursor);
        false
    }
}

impl Helper for Watcher {}
impl Validator for Watcher {}
