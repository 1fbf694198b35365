//! The form of a table of help.

/// The help of a command in Chinese.
#[derive(Debug)]
pub(super) struct Help {
    /// The names of the command behind that of the program, as `match merge`; nothing for the program itself.
    pub(super) command: &'static str,
    /// What it does, in one sentence.
    pub(super) about: &'static str,
    /// What `--help` adds to that, or nothing.
    pub(super) more: &'static str,
    /// What each argument is, by its key.
    pub(super) arguments: &'static [(&'static str, &'static str)],
}
