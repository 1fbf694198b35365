//! Protocols as data: their commands and syntactic differences.

use std::ops::RangeInclusive;

use smallvec::SmallVec;

use super::context::{Channel, ProtocolContext};
use super::line::Line;
use super::response::{CommandResponse, Failure};
use super::vertex::MoveKeywords;

use crate::engine::Engine;
use crate::go::Komi;
use crate::records::charset::Charset;

/// A text protocol by which a client controls an engine.
#[derive(Debug, Clone)]
pub struct Protocol {
    /// The response to `protocol_version`.
    pub version: u32,
    /// All commands, in listing order.
    pub commands: &'static [Command],
    /// The supported board sizes, in lines.
    pub sizes: RangeInclusive<usize>,
    /// The komi at the start of a session.
    pub komi: Komi,
    /// The keywords for pass and resignation.
    pub words: MoveKeywords,
    /// The charset of lines, and of game records in responses.
    pub charset: Charset,
    /// `true` if a resignation by `genmove` is a turn that `undo` takes back.
    pub resigning_is_a_turn: bool,
    /// `true` if a TAB separates arguments; otherwise it is dropped like other control characters.
    pub tab_parts_words: bool,
    /// The text between status and end of a response without a value.
    pub no_value: &'static str,
    /// Returns `true` if a waiting line makes the engine move immediately.
    pub ends_thinking: fn(&Line) -> bool,
    /// Returns `true` if a waiting line ends an analysis.
    pub ends_analysis: fn(&Line) -> bool,
}

impl Protocol {
    /// Parses a line without its line break.
    pub fn read(&self, text: &str) -> Line {
        Line::read(text, self.tab_parts_words)
    }

    /// Returns the command with a name.
    pub fn command(&self, name: &str) -> Option<&'static Command> {
        self.commands.iter().find(|command| command.name == name)
    }

    /// Returns the commands that `list_commands` prints, in order.
    pub fn listed(&self) -> impl Iterator<Item = &'static Command> {
        self.commands.iter().filter(|command| command.listed)
    }
}

/// The result of a command: a value, or the reason for the failure.
pub(super) type Answer = Result<CommandResponse, Failure>;

/// An entry of a protocol's command table, which `list_commands`, `known_command` and `help` use.
#[derive(Debug, Clone, Copy)]
pub struct Command {
    /// The name of the command.
    pub name: &'static str,
    /// The handler.
    pub run: fn(&mut CommandContext) -> Answer,
    /// The help text, on one line: the arguments and the purpose.
    pub help: &'static str,
    /// `true` if `list_commands` prints it.
    pub listed: bool,
}

impl Command {
    /// Creates a listed command.
    pub const fn new(
        name: &'static str,
        run: fn(&mut CommandContext) -> Answer,
        help: &'static str,
    ) -> Command {
        Command { name, run, help, listed: true }
    }

    /// Returns a copy that is supported but not listed.
    pub const fn hidden(self) -> Command {
        Command { listed: false, ..self }
    }
}

/// A call of a command: its arguments and the state that it accesses.
pub struct CommandContext<'a> {
    /// The protocol in use.
    pub protocol: &'static Protocol,
    /// The id of the response; empty if the client gave none.
    pub id: &'a str,
    /// The text after the command's name, without surrounding spaces.
    pub argument: &'a str,
    /// The engine.
    pub engine: &'a mut Engine,
    /// The files and settings that the command may use in addition to the engine.
    pub environment: &'a mut ProtocolContext,
    /// The channel to the client while the command runs.
    pub channel: &'a dyn Channel,
}

impl<'a> CommandContext<'a> {
    /// Returns the space-separated arguments. Commands that clients send often have at most four.
    pub fn args(&self) -> SmallVec<[&'a str; 4]> {
        self.argument.split(' ').filter(|word| !word.is_empty()).collect()
    }

    /// Returns the arguments if there are exactly `N`.
    ///
    /// # Errors
    /// Returns a syntax error for any other number of arguments.
    pub fn expect_args<const N: usize>(&self) -> Result<[&'a str; N], Failure> {
        self.args()[..].try_into().map_err(|_| Failure::Syntax)
    }
}
