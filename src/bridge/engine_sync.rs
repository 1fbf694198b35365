//! Synchronises the engine behind the bridge with the state of the bridge's own game.

use super::engine_client::{BridgeError, EngineClient};
use super::game_state::GameState;
use super::setup;
use crate::engine_process::protocol_kind::ProtocolKind;
use crate::go::{Action, BoardSize, Color, Rules};
use crate::search::clock::TimeControl;

/// An engine and the game state that it was last sent.
#[derive(Debug)]
pub(super) struct EngineSync {
    /// The engine.
    pub remote: EngineClient,
    /// The state that was sent; `None` if it is unknown and everything must be sent.
    told: Option<GameState>,
    /// The time control that was sent since the engine started; `None` if it must be sent.
    time: Option<TimeControl>,
    /// The last report of what the time control of the engine omits.
    time_note: Option<&'static str>,
    /// Whether the engine is restarted by the next synchronisation if it is lost.
    may_restart: bool,
    /// Whether the engine has thought since its last restart.
    has_thought: bool,
}

impl EngineSync {
    /// Creates the state for an engine that has just been started.
    pub(super) fn new(remote: EngineClient) -> EngineSync {
        let time = Some(TimeControl::Unlimited);
        EngineSync {
            remote,
            told: None,
            time,
            time_note: None,
            may_restart: false,
            has_thought: true,
        }
    }

    /// Returns the state that was sent to the engine.
    pub(super) fn synced_state(&self) -> Option<&GameState> {
        self.told.as_ref()
    }

    /// Forces the next synchronisation to send everything.
    pub(super) fn invalidate(&mut self) {
        self.told = None;
    }

    /// Forces the next synchronisation to send everything, since a game starts; a lost engine is restarted.
    pub(super) fn restart_game(&mut self) {
        self.invalidate();
        self.may_restart = true;
    }

    /// Forces the next synchronisation to send the time control, which resets the clocks of the engine.
    pub(super) fn invalidate_clock(&mut self) {
        self.time = None;
    }

    /// Records a turn that the engine made itself.
    pub(super) fn note_engine_move(&mut self, color: Color, action: Action) {
        self.has_thought = true;
        let is_turn = self.remote.kind == ProtocolKind::Wtp || action != Action::Resign;
        if let Some(told) = self.told.as_mut().filter(|_| is_turn) {
            told.turns.push((color, action));
        }
    }

    /// Records that the engine has thought.
    pub(super) fn note_engine_alive(&mut self) {
        self.has_thought = true;
    }

    /// Sends the engine the commands that bring it to this state.
    ///
    /// # Errors
    /// Returns an error if the engine rejects a command or is lost. The next synchronisation then sends
    /// everything.
    pub(super) fn sync_to(&mut self, wanted: GameState) -> Result<(), BridgeError> {
        let wanted = match self.remote.kind {
            ProtocolKind::Gtp => wanted.without_resignations(),
            ProtocolKind::Wtp => wanted,
        };
        if std::mem::take(&mut self.may_restart) && !self.remote.is_running() {
            self.restart()?;
        }
        let told = self.told.take();
        self.follow(told, &wanted)?;
        self.told = Some(wanted);
        Ok(())
    }

    /// Restarts a lost engine, unless it was lost twice without thinking in between.
    ///
    /// # Errors
    /// Returns [`BridgeError`] if the engine is not or cannot be restarted.
    pub(super) fn restart_engine(&mut self, wanted: GameState) -> Result<(), BridgeError> {
        if !self.has_thought {
            return Err(BridgeError::Gone);
        }
        self.restart()?;
        self.has_thought = false;
        self.told = None;
        self.sync_to(wanted)
    }

    fn restart(&mut self) -> Result<(), BridgeError> {
        self.time = Some(TimeControl::Unlimited);
        self.remote.restart()
    }

    /// Changes from one state to another with the fewest commands that the engine accepts.
    fn follow(&mut self, told: Option<GameState>, wanted: &GameState) -> Result<(), BridgeError> {
        let Some(told) = told.filter(|told| told.same_start(wanted)) else {
            return self.begin(wanted);
        };
        if told.rules.komi != wanted.rules.komi {
            self.agree_on_komi(wanted)?;
        }
        // In WTP, komi is part of the rules.
        let with_komi = Rules { komi: wanted.rules.komi, ..told.rules };
        let same = if self.remote.kind == ProtocolKind::Wtp { told.rules } else { with_komi };
        if same != wanted.rules {
            self.agree_on_rules(wanted, true)?;
        }
        if self.time != Some(wanted.time) {
            self.agree_on_time(wanted.time)?;
        }
        let same = told.turns.iter().zip(&wanted.turns).take_while(|(a, b)| a == b).count();
        match self.take_back(told.turns.len() - same) {
            Ok(()) => self.play(wanted.size, &wanted.turns[same..]),
            Err(BridgeError::Refused { .. } | BridgeError::Unsayable(_)) => self.begin(wanted),
            Err(lost) => Err(lost),
        }
    }

    /// Starts the game and replays all moves.
    fn begin(&mut self, wanted: &GameState) -> Result<(), BridgeError> {
        self.remote.command(&format!("boardsize {}", wanted.size.lines()))?;
        self.remote.command("clear_board")?;
        self.agree_on_komi(wanted)?;
        self.agree_on_rules(wanted, false)?;
        // This resets the clocks of the engine.
        if [Some(wanted.time), self.time] != [Some(TimeControl::Unlimited); 2] {
            self.agree_on_time(wanted.time)?;
        }
        setup::set_position(&mut self.remote, wanted)?;
        self.play(wanted.size, &wanted.turns)
    }

    fn agree_on_komi(&mut self, wanted: &GameState) -> Result<(), BridgeError> {
        // In WTP, komi is part of the rules.
        if self.remote.kind == ProtocolKind::Gtp {
            self.remote.command(&format!("komi {}", wanted.rules.komi))?;
        }
        Ok(())
    }

    /// Sends the rules if the engine has a command for them.
    fn agree_on_rules(&mut self, wanted: &GameState, is_required: bool) -> Result<(), BridgeError> {
        let remote = &mut self.remote;
        let Some(command) = remote.kind.rules(&wanted.rules, &|name| remote.supports(name)) else {
            return Ok(());
        };
        let refusal = match remote.command(&command) {
            Err(refusal @ BridgeError::Refused { .. }) if !is_required => refusal,
            result => return result.map(|_| ()),
        };
        log::warn!("{refusal}; the engine uses its own rules");
        match remote.kind {
            ProtocolKind::Gtp => Ok(()),
            ProtocolKind::Wtp => {
                remote.command(&format!("rule Komi: {}", wanted.rules.komi)).map(|_| ())
            }
        }
    }

    /// Sends the time control, or the closest one that the protocol can express. Engines without clocks are
    /// sent none.
    fn agree_on_time(&mut self, wanted: TimeControl) -> Result<(), BridgeError> {
        self.time = Some(wanted);
        let remote = &mut self.remote;
        let (command, note) =
            super::time::command(remote.kind, wanted, &|name| remote.supports(name))?;
        // Every game starts with it, so it is reported once.
        if self.time_note != note
            && let Some(note) = note
        {
            log::warn!("{note}: {command}");
        }
        self.time_note = note;
        match remote.command(&command) {
            Err(refusal @ BridgeError::Refused { .. }) => {
                log::warn!("{refusal}; the engine uses its own time control");
                Ok(())
            }
            result => result.map(|_| ()),
        }
    }

    fn take_back(&mut self, turns: usize) -> Result<(), BridgeError> {
        if turns > 0 && !self.remote.supports("undo") {
            return Err(BridgeError::Unsayable("the engine does not support undo".into()));
        }
        (0..turns).try_for_each(|_| self.remote.command("undo").map(|_| ()))
    }

    fn play(&mut self, size: BoardSize, turns: &[(Color, Action)]) -> Result<(), BridgeError> {
        turns.iter().try_for_each(|&(color, action)| {
            self.remote.command(&self.remote.kind.play(size, color, action)).map(|_| ())
        })
    }
}
