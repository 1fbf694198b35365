//! A session of the bridge: maintains the bridge's own game first, then updates the engine.

use std::time::Instant;

use super::analyze::{self, AnalysisArgs};
use super::engine_client::BridgeError;
use super::engine_sync::EngineSync;
use super::game_state::{GameState, Series};
use super::genmove::genmove;
use super::{commands, passthrough, time};
use crate::engine::{Engine, Settings, TimeControl};
use crate::engine_process::protocol_kind::ProtocolKind;
use crate::go::{Action, BoardSize, Color, Move, Rules};
use crate::protocol::analysis_keys::{Dialect, Keys};
use crate::protocol::vertex::Notation;
use crate::protocol::{
    Channel, CommandResponse, Failure, Files, Line, Protocol, ProtocolContext, Response,
    read_series, vertex,
};
use crate::session::CommandHandler;

/// The response to a command.
type Answer = Result<CommandResponse, Failure>;

/// A session that maintains the game and gets its moves from the engine behind the bridge.
pub(super) struct BridgeSession {
    /// The protocol on the client side, with the supported commands.
    protocol: &'static Protocol,
    /// The game from the client's point of view. This internal engine never thinks.
    own: Engine,
    environment: ProtocolContext,
    mirror: EngineSync,
    /// The move sequence with which the game was last started.
    series: Series,
}

impl BridgeSession {
    /// Creates a session for an engine that has just been started; commands may access the given files.
    pub(super) fn new(mirror: EngineSync, files: Files) -> BridgeSession {
        let remote = &mirror.remote;
        let protocol = commands::protocol(remote, analyze::is_known(remote));
        let settings = Settings { threads: 1, memory: 1, ..Settings::default() };
        let mut own = Engine::new(settings, BoardSize::STANDARD, Rules::CHINESE);
        own.set_komi(protocol.komi);
        let environment =
            ProtocolContext { name: remote.name().into(), files, ..ProtocolContext::default() };
        let (protocol, series) = (Box::leak(Box::new(protocol)), Series::default());
        BridgeSession { protocol, own, environment, mirror, series }
    }

    /// Terminates the engine.
    pub(super) fn quit(&mut self) {
        self.mirror.remote.quit();
    }

    /// Returns `true` if the client speaks WTP.
    fn is_wtp(&self) -> bool {
        self.mirror.remote.kind == ProtocolKind::Gtp
    }

    fn state(&self) -> GameState {
        GameState::of(&self.own, &self.series, self.mirror.synced_state())
    }

    /// Sends the engine all changes of the game.
    fn sync_engine(&mut self) -> Result<(), BridgeError> {
        let state = self.state();
        self.mirror.sync_to(state)
    }

    /// Returns the error message for the client. Restarts a lost engine with the current game; an engine that
    /// is out of sync is sent the whole game again.
    fn failure(&mut self, trouble: BridgeError) -> Failure {
        let state = self.state();
        let more = match &trouble {
            BridgeError::Lost(_) => match self.mirror.restart_engine(state) {
                Ok(()) => "; it was restarted".into(),
                Err(BridgeError::Gone) => {
                    "; not restarted before the next boardsize or clear_board".into()
                }
                Err(again) => format!("; cannot restart it: {again}"),
            },
            BridgeError::Senseless { .. } => {
                self.mirror.invalidate();
                self.sync_engine().err().map_or(String::new(), |again| format!("; then {again}"))
            }
            BridgeError::Refused { .. } | BridgeError::Gone | BridgeError::Unsayable(_) => {
                String::new()
            }
        };
        Failure::Argument(format!("{trouble}{more}"))
    }

    /// Executes a command in the bridge's own game and sends the changes to the engine. If that fails, the game
    /// is unchanged.
    fn run_own(&mut self, line: &str, name: &str, channel: &dyn Channel) -> Option<Response> {
        let Line::Command { id, argument, .. } = self.protocol.read(line) else { return None };
        let (before, series, state) = (self.own.snapshot(), self.series.clone(), self.state());
        let response =
            self.protocol.respond(line, &mut self.own, &mut self.environment, channel)?;
        let has_failed = response.text.starts_with('?');
        if has_failed || !(self.note(name, &argument) || self.state() != state) {
            return Some(response);
        }
        if let Err(trouble) = self.sync_engine() {
            self.own.restore(before);
            self.series = series;
            let failure = self.failure(trouble);
            return Some(self.response(&id, &Err(failure)));
        }
        Some(response)
    }

    /// Records the effects of a successful command that are not part of the game state. Returns `true` if the
    /// engine must be updated although the state is unchanged.
    fn note(&mut self, name: &str, argument: &str) -> bool {
        if commands::starts_new_game(name) {
            self.mirror.restart_game();
        }
        if commands::sets_time(name) {
            self.mirror.invalidate_clock();
        }
        if name == "set_position" && self.is_wtp() {
            let words: Vec<&str> = argument.split(' ').filter(|word| !word.is_empty()).collect();
            let moves = read_series(self.own.game().size(), &words).unwrap_or_default();
            self.series = Series { moves, key: self.own.game().key() };
        }
        commands::starts_new_game(name) || commands::sets_time(name)
    }

    fn response(&self, id: &str, answer: &Answer) -> Response {
        let last = *answer == Ok(CommandResponse::Quit);
        Response { text: self.protocol.response(id, answer), last }
    }

    /// Generates a move with the engine. It is a pass if a player has resigned or both have passed.
    fn genmove(&mut self, argument: &str, channel: &dyn Channel) -> Answer {
        let color = vertex::color(argument)?;
        self.own.can_add_turn()?;
        let action = match self.own.game().is_over() {
            true => Action::Move(Move::Pass),
            false => self.think(color, channel).map_err(|trouble| self.failure(trouble))?,
        };
        self.take_turn(color, action)?;
        if let Err(trouble) = self.sync_engine() {
            let failure = self.failure(trouble);
            log::warn!("{failure}");
        }
        let size = self.own.game().size();
        Ok(CommandResponse::Text(self.protocol.words.of_action(size, action)))
    }

    /// Plays the engine's move in the bridge's own game.
    fn take_turn(&mut self, color: Color, action: Action) -> Result<(), Failure> {
        match action {
            Action::Move(mv) => {
                let refused = |error| Failure::Argument(format!("{error}"));
                self.own.play(color, mv).map_err(refused)?;
            }
            Action::Resign if self.protocol.resigning_is_a_turn => self.own.resign(color)?,
            Action::Resign => {}
        }
        Ok(())
    }

    fn think(&mut self, color: Color, channel: &dyn Channel) -> Result<Action, BridgeError> {
        self.sync_engine()?;
        let has_clock = self.own.clock(color).control() != TimeControl::Unlimited;
        let remote = &mut self.mirror.remote;
        let clock = has_clock.then(|| time::clock(remote.kind, self.own.clock(color)));
        let start = Instant::now();
        let action = genmove(remote, self.own.game(), color, clock.as_ref(), channel)?;
        self.own.spend(color, start.elapsed());
        self.mirror.note_engine_move(color, action);
        Ok(action)
    }

    /// Runs an analysis and sends its reports.
    fn analyze(
        &mut self,
        dialect: Dialect,
        id: &str,
        argument: &str,
        channel: &dyn Channel,
    ) -> Answer {
        let game = self.own.game();
        let notation = Notation { size: game.size(), words: &self.protocol.words };
        let words: Vec<&str> = argument.split(' ').filter(|word| !word.is_empty()).collect();
        let keys = Keys::read(&words, notation.size, dialect)?;
        let color = match (keys.color, dialect) {
            (None, Dialect::Wtp) => return Err(Failure::Syntax),
            (color, _) => color.unwrap_or(game.to_play()),
        };
        let asked = AnalysisArgs { dialect, keys: &keys, color, notation, id };
        let done = self.sync_engine();
        let done = done.and_then(|()| analyze::analyze(&mut self.mirror.remote, &asked, channel));
        let has_sent = done.map_err(|trouble| self.failure(trouble))?;
        self.mirror.note_engine_alive();
        if !has_sent && dialect == Dialect::Wtp {
            return Ok(CommandResponse::Done);
        }
        if !has_sent {
            channel.send(&format!("={id}\n"));
        }
        Ok(CommandResponse::Sent)
    }

    /// Returns the engine's own response to a command that has the same name in both protocols.
    fn forward(&mut self, name: &str, argument: &str, channel: &dyn Channel) -> Answer {
        let done = self.sync_engine();
        let remote = &mut self.mirror.remote;
        let done = done.and_then(|()| passthrough::forward(remote, name, argument, channel));
        done.map(CommandResponse::lines).map_err(|trouble| self.failure(trouble))
    }
}

impl CommandHandler for BridgeSession {
    fn begin(&mut self, _: &'static Protocol) {
        if let Err(trouble) = self.sync_engine() {
            let failure = self.failure(trouble);
            log::warn!("{failure}");
        }
    }

    fn respond(
        &mut self,
        _: &'static Protocol,
        line: &str,
        channel: &dyn Channel,
    ) -> Option<Response> {
        let Line::Command { id, name, argument } = self.protocol.read(line) else { return None };
        if self.protocol.command(&name).is_none() {
            return self.run_own(line, &name, channel);
        }
        let answer = match name.as_str() {
            "genmove" => self.genmove(&argument, channel),
            "analyze" if self.is_wtp() => self.analyze(Dialect::Wtp, &id, &argument, channel),
            "analyze" | "lz-analyze" => self.analyze(Dialect::Lz, &id, &argument, channel),
            "kata-analyze" => self.analyze(Dialect::Kata, &id, &argument, channel),
            "version" => Ok(CommandResponse::Text(self.mirror.remote.version().into())),
            "quit" => {
                self.quit();
                Ok(CommandResponse::Quit)
            }
            name if commands::is_forwarded(name) => self.forward(name, &argument, channel),
            _ => return self.run_own(line, &name, channel),
        };
        Some(self.response(&id, &answer))
    }

    fn wait(&mut self, _: &mut dyn FnMut() -> bool) {}
}
