//! The format of a help table.

/// The help of a command in Chinese.
#[derive(Debug)]
pub(super) struct Help {
    /// The subcommand, such as `match merge`; empty for the program itself.
    pub(super) command: &'static str,
    /// The description in one sentence.
    pub(super) about: &'static str,
    /// The additional text of `--help`, or empty.
    pub(super) more: &'static str,
    /// The description of each argument, by key.
    pub(super) arguments: &'static [(&'static str, &'static str)],
}
