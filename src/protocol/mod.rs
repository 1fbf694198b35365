//! The talk: a line of text in, the text of a response out, in GTP 2 or WTP v22.
//!
//! A [`Protocol`] is data: a table of commands and the few ways in which the two differ in form.
//! There are two of them, [`GTP`] and [`WTP`]; neither knows the other, and what both do alike lies
//! beside them. Nothing here knows bytes, threads or the standard output: what a running command
//! needs of the outside it asks of a [`Channel`].
//!
//! ```text
//! line    a line of text -> id, name, argument
//! command the table, and what a handler is given
//! reply   what a handler answers -> the text of the response
//! vertex number rule_option               text <-> points, numbers, rules, reports
//! analysis_keys analysis                  what is asked of a search -> text of its reports
//! admin game game_file handicap score player         commands of both protocols
//! gtp gtp_...  wtp wtp_...                  the two tables, and the commands of one protocol
//! ```

mod admin;
mod analysis;
mod analysis_keys;
mod command;
mod game;
mod game_file;
mod gtp;
mod handicap;
mod line;
pub mod number;
mod player;
mod reply;
pub mod rule_option;
mod score;
pub mod vertex;
mod wtp;

use std::ops::RangeInclusive;

use crate::charset::Charset;
use crate::engine::Engine;
use crate::go::Komi;

pub use command::{Call, Command};
pub use gtp::GTP;
pub use gtp::rules::json as rules_as_json;
pub use line::Line;
pub use reply::{Failure, Reply};
pub use vertex::Words;
pub use wtp::WTP;
pub use wtp::rule::words as rules_as_words;

/// What a running command may ask of the outside.
pub trait Channel {
    /// Sends a piece of a response now.
    fn send(&self, piece: &str);

    /// Shows something beside the talk, now.
    fn show(&self, drawing: &str);

    /// Whether a piece of the present response was sent.
    fn has_sent(&self) -> bool;

    /// Whether a line has arrived that [ends thinking](Protocol::ends_thinking). Asked often.
    fn must_move(&self) -> bool;

    /// Whether a line has arrived that [ends an analysis](Protocol::ends_analysis), or the input
    /// has ended. Asked often.
    fn must_stop(&self) -> bool;
}

/// A way to talk with an engine.
#[derive(Debug)]
pub struct Protocol {
    /// The number that `protocol_version` answers.
    pub version: u32,
    /// All commands, in the order in which they are listed.
    pub commands: &'static [Command],
    /// The sizes of board that it knows.
    pub sizes: RangeInclusive<usize>,
    /// White's compensation until somebody says another.
    pub komi: Komi,
    /// How moves that are no point are written.
    pub words: Words,
    /// How its text is written as bytes; what stands in the text of game records as well.
    pub charset: Charset,
    /// Whether a genmove that gives up is a turn, which `undo` takes back.
    pub resigning_is_a_turn: bool,
    /// Whether a TAB parts words; else it is skipped like every other control character.
    pub tab_parts_words: bool,
    /// What a response without a value says between its status and its end.
    pub no_value: &'static str,
    /// Whether a waiting line makes the engine move now.
    pub ends_thinking: fn(&Line) -> bool,
    /// Whether a waiting line ends an analysis.
    pub ends_analysis: fn(&Line) -> bool,
}

/// A response, or the last piece of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Response {
    /// Its text, with the blank line at the end.
    pub text: String,
    /// Whether it is the last of the session.
    pub last: bool,
}

impl Protocol {
    /// Puts the values in force that this protocol has where nobody says others.
    pub fn begin(&self, engine: &mut Engine) {
        let rules = *engine.game().rules();
        engine.set_rules(crate::go::Rules { komi: self.komi, ..rules });
    }

    /// Does what a line says, and answers the response to it, if it is a command.
    pub fn respond(
        &'static self,
        text: &str,
        engine: &mut Engine,
        channel: &dyn Channel,
    ) -> Option<Response> {
        let Line::Command { id, name, argument } = self.read(text) else {
            return None;
        };
        let run = |command: &Command, engine: &mut Engine| {
            (command.run)(&mut Call {
                protocol: self,
                id: &id,
                argument: &argument,
                engine,
                channel,
            })
        };
        let answer = match self.command(&name) {
            _ if name.is_empty() => Err(Failure::EmptyCommand),
            None => Err(Failure::UnknownCommand),
            Some(command) => engine.guard(|engine| run(command, engine)).unwrap_or_else(|mishap| {
                // A response that has begun can only be ended.
                if channel.has_sent() { Ok(Reply::Sent) } else { Err(mishap.into()) }
            }),
        };
        let last = answer == Ok(Reply::Quit);
        Some(Response { text: self.response(&id, &answer), last })
    }

    /// The response to a line that cannot be read.
    pub fn refuse(&self, failure: Failure) -> Response {
        Response { text: self.response("", &Err(failure)), last: false }
    }

    /// Reads a line.
    pub fn read(&self, text: &str) -> Line {
        Line::read(text, self.tab_parts_words)
    }

    /// The command of a name.
    pub fn command(&self, name: &str) -> Option<&'static Command> {
        self.commands.iter().find(|command| command.name == name)
    }

    /// The commands that clients are told of.
    pub fn listed(&self) -> impl Iterator<Item = &'static Command> {
        self.commands.iter().filter(|command| command.listed)
    }

    fn response(&self, id: &str, answer: &Result<Reply, Failure>) -> String {
        reply::response(id, answer, self.no_value)
    }
}

/// The protocol that a first line asks for: WTP by its greeting, GTP by anything else, and none yet
/// where the line says nothing (1.1 of WTP; the whole line counts, since `WTP` may well be part of
/// a file name in a GTP command).
pub fn asked_for(text: &str) -> Option<&'static Protocol> {
    match WTP.read(text) {
        Line::Blank | Line::Comment(_) => None,
        Line::Command { name, argument, .. } if argument.is_empty() && wtp::is_greeting(&name) => {
            Some(&WTP)
        }
        Line::Command { .. } => Some(&GTP),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_whole_line_greets() {
        let version = |text| asked_for(text).map(|protocol| protocol.version);
        for greeting in ["WTP", "wtp", " wtp ", "WTP # hello", "12 WTP", "WTP\r"] {
            assert_eq!(version(greeting), Some(22), "{greeting:?}");
        }
        for other in ["Wtp", "WTP 22", "loadsgf games/wtp/a.sgf", "name", "1", "wtpx"] {
            assert_eq!(version(other), Some(2), "{other:?}");
        }
        for nothing in ["", "  ", "\t\r", "# WTP"] {
            assert_eq!(version(nothing), None, "{nothing:?}");
        }
    }

    #[test]
    fn tables_name_each_command_once() {
        for protocol in [&GTP, &WTP] {
            for (i, command) in protocol.commands.iter().enumerate() {
                let again = protocol.commands[..i].iter().any(|other| other.name == command.name);
                assert!(!again, "{} stands twice in a table", command.name);
                assert!(!command.help.is_empty() && !command.help.contains('\n'));
            }
        }
        assert!(GTP.commands.iter().all(|command| command.help.is_ascii()));
    }

    /// A channel that remembers whether something was sent.
    #[derive(Default)]
    struct Sent(std::cell::Cell<bool>);

    impl Channel for Sent {
        fn send(&self, _: &str) {
            self.0.set(true);
        }
        fn show(&self, _: &str) {}
        fn has_sent(&self) -> bool {
            self.0.get()
        }
        fn must_move(&self) -> bool {
            false
        }
        fn must_stop(&self) -> bool {
            false
        }
    }

    #[test]
    fn a_command_that_panics_is_answered() {
        static BROKEN: Protocol = Protocol {
            commands: &[
                Command::new("at_once", |_| panic!("as it should"), "panics"),
                Command::new(
                    "later",
                    |call| {
                        call.channel.send("= \n");
                        panic!("as it should")
                    },
                    "panics after the first line of its response",
                ),
            ],
            version: 2,
            sizes: 2..=25,
            komi: crate::go::Komi::from_half_points(0).expect("within bounds"),
            words: Words { pass: "pass", resign: "resign" },
            charset: Charset::Utf8,
            resigning_is_a_turn: false,
            tab_parts_words: true,
            no_value: " ",
            ends_thinking: |_| false,
            ends_analysis: |_| true,
        };
        let settings = crate::engine::Settings { memory: 1, ..Default::default() };
        let size = crate::go::BoardSize::STANDARD;
        let mut engine = Engine::new(settings, size, crate::go::Rules::CHINESE);
        for (line, response) in [("7 at_once", "?7 internal error\n\n"), ("later", "\n")] {
            let answered = BROKEN.respond(line, &mut engine, &Sent::default());
            assert_eq!(answered.map(|answered| answered.text).as_deref(), Some(response));
        }
    }
}
