//! A command: its name, what it does and one line of help; and the call that it is given.

use super::{Channel, Failure, Protocol, Reply};
use crate::engine::Engine;

/// What a command answers.
pub type Answer = Result<Reply, Failure>;

/// A line of a protocol's table: `list_commands`, `known_command` and `help` are read from it.
#[derive(Debug)]
pub struct Command {
    /// Its name on the line.
    pub name: &'static str,
    /// What it does.
    pub run: fn(&mut Call) -> Answer,
    /// Its argument and its purpose, on one line.
    pub help: &'static str,
    /// Whether clients are told of it.
    pub listed: bool,
}

impl Command {
    /// A command that clients are told of.
    pub const fn new(
        name: &'static str,
        run: fn(&mut Call) -> Answer,
        help: &'static str,
    ) -> Command {
        Command { name, run, help, listed: true }
    }

    /// The same command, understood but not listed.
    pub const fn unlisted(self) -> Command {
        Command { listed: false, ..self }
    }
}

/// A command that was called.
pub struct Call<'a> {
    /// The protocol that is spoken.
    pub protocol: &'static Protocol,
    /// The id of the response, empty where the client gave none.
    pub id: &'a str,
    /// What follows the name.
    pub argument: &'a str,
    /// What the command works on.
    pub engine: &'a mut Engine,
    /// The outside.
    pub channel: &'a dyn Channel,
}

impl<'a> Call<'a> {
    /// The words of the argument.
    pub fn words(&self) -> Vec<&'a str> {
        self.argument.split(' ').filter(|word| !word.is_empty()).collect()
    }

    /// Exactly so many words.
    ///
    /// # Errors
    /// A syntax error where there are fewer or more.
    pub fn exactly<const N: usize>(&self) -> Result<[&'a str; N], Failure> {
        self.words().try_into().map_err(|_| Failure::Syntax)
    }
}
