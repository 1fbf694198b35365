//! Dispatch of a line: finds and runs its command, and formats the response.

use super::command::{Command, CommandContext, Protocol};
use super::context::{Channel, ProtocolContext};
use super::line::Line;
use super::response::{self, CommandResponse, Failure};
use crate::engine::Engine;

/// A response to a line, or its last part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Response {
    /// The text, including the final blank line.
    pub text: String,
    /// `true` if the session ends after this response.
    pub last: bool,
}

impl Protocol {
    /// Prepares an engine for a session by setting the initial komi of the protocol.
    pub fn begin(&self, engine: &mut Engine) {
        engine.set_komi(self.komi);
    }

    /// Runs the command of a line and returns the response. Returns `None` for a blank line or a comment.
    ///
    /// If the command panics, which is a bug, the response is a failure, and the game is unchanged.
    ///
    /// ```
    /// use tianyuan::engine::{Engine, Settings};
    /// use tianyuan::go::{BoardSize, Rules};
    /// use tianyuan::protocol::{ProtocolContext, GTP, NullChannel};
    ///
    /// let settings = Settings { memory: 16, ..Settings::default() };
    /// let mut engine = Engine::new(settings, BoardSize::STANDARD, Rules::CHINESE);
    /// let mut environment = ProtocolContext::default();
    /// let mut ask = |line: &str| {
    ///     let response = GTP.respond(line, &mut engine, &mut environment, &NullChannel);
    ///     response.expect("it is a command").text
    /// };
    /// assert_eq!(ask("7 play black Q16"), "=7 \n\n");
    /// assert_eq!(ask("play white Q16"), "? illegal move\n\n");
    /// ```
    pub fn respond(
        &'static self,
        text: &str,
        engine: &mut Engine,
        environment: &mut ProtocolContext,
        channel: &dyn Channel,
    ) -> Option<Response> {
        let Line::Command { id, name, argument } = self.read(text) else {
            return None;
        };
        let (id, argument) = (id.as_str(), argument.as_str());
        let protocol = self;
        // A game begins when its first command arrives, regardless of the duration of the command.
        let now = environment.calendar.now();
        let mut run = |command: &Command, engine: &mut Engine| {
            (command.run)(&mut CommandContext {
                protocol,
                id,
                argument,
                engine,
                environment,
                channel,
            })
        };
        let answer = match self.command(&name) {
            _ if name.is_empty() => Err(Failure::EmptyCommand),
            None => Err(Failure::UnknownCommand),
            Some(command) => engine.guard(|engine| run(command, engine)).unwrap_or_else(|error| {
                // A response that was partly sent can only be terminated.
                if channel.has_sent() { Ok(CommandResponse::Sent) } else { Err(error.into()) }
            }),
        };
        engine.set_game_date(&now);
        let last = answer == Ok(CommandResponse::Quit);
        Some(Response { text: self.response(id, &answer), last })
    }

    /// Returns the response to a line that cannot be parsed.
    pub fn error_response(&self, failure: Failure) -> Response {
        Response { text: self.response("", &Err(failure)), last: false }
    }

    /// Formats a response, including the final blank line.
    pub(crate) fn response(&self, id: &str, answer: &Result<CommandResponse, Failure>) -> String {
        response::response(id, answer, self.no_value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Settings;
    use crate::go::{BoardSize, Komi, Rules};
    use crate::protocol::{GTP, MoveKeywords, WTP};
    use crate::records::charset::Charset;

    #[test]
    fn command_names_are_unique() {
        for protocol in [&GTP, &WTP] {
            for (i, command) in protocol.commands.iter().enumerate() {
                let again = protocol.commands[..i].iter().any(|other| other.name == command.name);
                assert!(!again, "{} stands twice in a table", command.name);
                assert!(!command.help.is_empty() && !command.help.contains('\n'));
            }
        }
        assert!(GTP.commands.iter().all(|command| command.help.is_ascii()));
    }

    /// A channel that records whether anything was sent.
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
    fn panicking_command_returns_failure() {
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
            komi: Komi::from_half_points(0).expect("within bounds"),
            words: MoveKeywords { pass: "pass", resign: "resign" },
            charset: Charset::Utf8,
            resigning_is_a_turn: false,
            tab_parts_words: true,
            no_value: " ",
            ends_thinking: |_| false,
            ends_analysis: |_| true,
        };
        let settings = Settings { memory: 1, ..Settings::default() };
        let size = BoardSize::STANDARD;
        let mut engine = Engine::new(settings, size, Rules::CHINESE);
        for (line, response) in [("7 at_once", "?7 internal error\n\n"), ("later", "\n")] {
            let answered = BROKEN.respond(
                line,
                &mut engine,
                &mut ProtocolContext::default(),
                &Sent::default(),
            );
            assert_eq!(answered.map(|answered| answered.text).as_deref(), Some(response));
        }
    }
}
