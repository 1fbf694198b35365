//! A protocol as data: its commands and the few ways in which it differs from others in form.

use std::ops::RangeInclusive;

use smallvec::SmallVec;

use super::context::{Channel, ProtocolContext};
use super::line::Line;
use super::response::{CommandResponse, Failure};
use super::vertex::MoveKeywords;

use crate::engine::Engine;
use crate::go::Komi;
use crate::records::charset::Charset;

/// A text protocol by which a client drives an engine.
#[derive(Debug, Clone)]
pub struct Protocol {
    /// The number that `protocol_version` answers.
    pub version: u32,
    /// All commands, in the order in which they are listed.
    pub commands: &'static [Command],
    /// The numbers of lines that a board may have.
    pub sizes: RangeInclusive<usize>,
    /// White's compensation at the start of a session.
    pub komi: Komi,
    /// The words for a pass and a resignation.
    pub words: MoveKeywords,
    /// The charset of its lines, and of the text of game records in responses.
    pub charset: Charset,
    /// Whether a resignation that `genmove` answers is a turn, which `undo` takes back.
    pub resigning_is_a_turn: bool,
    /// Whether a TAB parts words; else it is skipped like every other control character.
    pub tab_parts_words: bool,
    /// The text between status and end of a response without a value.
    pub no_value: &'static str,
    /// Whether a waiting line makes the engine move now.
    pub ends_thinking: fn(&Line) -> bool,
    /// Whether a waiting line ends an analysis.
    pub ends_analysis: fn(&Line) -> bool,
}

impl Protocol {
    /// Reads a line without its line break.
    pub fn read(&self, text: &str) -> Line {
        Line::read(text, self.tab_parts_words)
    }

    /// The command of a name.
    pub fn command(&self, name: &str) -> Option<&'static Command> {
        self.commands.iter().find(|command| command.name == name)
    }

    /// The commands that `list_commands` names, in its order.
    pub fn listed(&self) -> impl Iterator<Item = &'static Command> {
        self.commands.iter().filter(|command| command.listed)
    }
}

/// The answer of a command: a value, or the reason why it failed.
pub(super) type Answer = Result<CommandResponse, Failure>;

/// An entry of a protocol's command table. `list_commands`, `known_command` and `help` are read
/// from it.
#[derive(Debug, Clone, Copy)]
pub struct Command {
    /// The command's name in a line.
    pub name: &'static str,
    /// The function that runs it.
    pub run: fn(&mut CommandContext) -> Answer,
    /// The help text: its argument and its purpose, on one line.
    pub help: &'static str,
    /// Whether `list_commands` names it.
    pub listed: bool,
}

impl Command {
    /// A command that is listed.
    pub const fn new(
        name: &'static str,
        run: fn(&mut CommandContext) -> Answer,
        help: &'static str,
    ) -> Command {
        Command { name, run, help, listed: true }
    }

    /// A copy that is understood but not listed.
    pub const fn hidden(self) -> Command {
        Command { listed: false, ..self }
    }
}

/// One call of a command: its argument and all that it works on.
pub struct CommandContext<'a> {
    /// The protocol that the client speaks.
    pub protocol: &'static Protocol,
    /// The id of the response, empty where the client gave none.
    pub id: &'a str,
    /// The text after the command's name, without spaces around it.
    pub argument: &'a str,
    /// The engine that the command works on.
    pub engine: &'a mut Engine,
    /// The files and settings that the command may use beside the engine.
    pub environment: &'a mut ProtocolContext,
    /// The client, while the command runs.
    pub channel: &'a dyn Channel,
}

impl<'a> CommandContext<'a> {
    /// Returns the space-separated arguments. Commands that clients send often have at most four.
    pub fn args(&self) -> SmallVec<[&'a str; 4]> {
        self.argument.split(' ').filter(|word| !word.is_empty()).collect()
    }

    /// The words of an argument that has exactly `N` of them.
    ///
    /// # Errors
    /// A syntax error where there are fewer or more.
    pub fn expect_args<const N: usize>(&self) -> Result<[&'a str; N], Failure> {
        self.args()[..].try_into().map_err(|_| Failure::Syntax)
    }
}
