//! The engine behind the bridge, kept at the state of the bridge's own game.

use super::engine_client::{BridgeError, EngineClient};
use super::game_state::GameState;
use super::setup;
use crate::engine_process::protocol_kind::ProtocolKind;
use crate::go::{Action, BoardSize, Color, Rules};
use crate::search::clock::TimeControl;

/// An engine, and what it was told of the game.
#[derive(Debug)]
pub(super) struct EngineSync {
    /// The engine.
    pub remote: EngineClient,
    /// What it was told; `None` where that is not known, so that it must be told all.
    told: Option<GameState>,
    /// The time control that it was told since it was started; `None` where it must be told.
    time: Option<TimeControl>,
    /// What was last said to be lost by the time control.
    time_note: Option<&'static str>,
    /// Whether it is started the next time if it is lost.
    may_restart: bool,
    /// Whether it has thought since it was started again.
    has_thought: bool,
}

impl EngineSync {
    /// An engine that was just started.
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

    /// What the engine was told.
    pub(super) fn synced_state(&self) -> Option<&GameState> {
        self.told.as_ref()
    }

    /// Has it told everything anew the next time.
    pub(super) fn invalidate(&mut self) {
        self.told = None;
    }

    /// Has it told everything anew the next time, since a game begins; one that is lost is started again.
    pub(super) fn restart_game(&mut self) {
        self.invalidate();
        self.may_restart = true;
    }

    /// Has it told the time control anew the next time, so that its clocks start again.
    pub(super) fn invalidate_clock(&mut self) {
        self.time = None;
    }

    /// Notes a turn that the engine has made by itself.
    pub(super) fn note_engine_move(&mut self, color: Color, action: Action) {
        self.has_thought = true;
        let is_turn = self.remote.kind == ProtocolKind::Wtp || action != Action::Resign;
        if let Some(told) = self.told.as_mut().filter(|_| is_turn) {
            told.turns.push((color, action));
        }
    }

    /// Notes that the engine has thought.
    pub(super) fn note_engine_alive(&mut self) {
        self.has_thought = true;
    }

    /// Tells the engine what it takes to be at this state.
    ///
    /// # Errors
    /// Where it refuses something, or is lost. It must be told all the next time.
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

    /// Starts a lost engine again, unless it was lost twice without a thought between.
    ///
    /// # Errors
    /// Where it is not or cannot be started.
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

    /// Goes from one state to another, by the shortest way that the engine takes.
    fn follow(&mut self, told: Option<GameState>, wanted: &GameState) -> Result<(), BridgeError> {
        let Some(told) = told.filter(|told| told.same_start(wanted)) else {
            return self.begin(wanted);
        };
        if told.rules.komi != wanted.rules.komi {
            self.agree_on_komi(wanted)?;
        }
        // In WTP komi is one of them.
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

    /// Begins the game, and plays all of it.
    fn begin(&mut self, wanted: &GameState) -> Result<(), BridgeError> {
        self.remote.command(&format!("boardsize {}", wanted.size.lines()))?;
        self.remote.command("clear_board")?;
        self.agree_on_komi(wanted)?;
        self.agree_on_rules(wanted, false)?;
        // Its clocks start again.
        if [Some(wanted.time), self.time] != [Some(TimeControl::Unlimited); 2] {
            self.agree_on_time(wanted.time)?;
        }
        setup::set_position(&mut self.remote, wanted)?;
        self.play(wanted.size, &wanted.turns)
    }

    fn agree_on_komi(&mut self, wanted: &GameState) -> Result<(), BridgeError> {
        // In WTP it is one of the rules.
        if self.remote.kind == ProtocolKind::Gtp {
            self.remote.command(&format!("komi {}", wanted.rules.komi))?;
        }
        Ok(())
    }

    /// Tells the rules, where the engine has a command for them.
    fn agree_on_rules(&mut self, wanted: &GameState, is_required: bool) -> Result<(), BridgeError> {
        let remote = &mut self.remote;
        let Some(command) = remote.kind.rules(&wanted.rules, &|name| remote.supports(name)) else {
            return Ok(());
        };
        let refusal = match remote.command(&command) {
            Err(refusal @ BridgeError::Refused { .. }) if !is_required => refusal,
            result => return result.map(|_| ()),
        };
        log::warn!("{refusal}; it plays by its own rules");
        match remote.kind {
            ProtocolKind::Gtp => Ok(()),
            ProtocolKind::Wtp => {
                remote.command(&format!("rule Komi: {}", wanted.rules.komi)).map(|_| ())
            }
        }
    }

    /// Tells the time control, or the nearest one that can be said. An engine without clocks does without.
    fn agree_on_time(&mut self, wanted: TimeControl) -> Result<(), BridgeError> {
        self.time = Some(wanted);
        let remote = &mut self.remote;
        let (command, note) =
            super::time::command(remote.kind, wanted, &|name| remote.supports(name))?;
        // Every game begins with it: once is enough.
        if self.time_note != note
            && let Some(note) = note
        {
            log::warn!("{note}: {command}");
        }
        self.time_note = note;
        match remote.command(&command) {
            Err(refusal @ BridgeError::Refused { .. }) => {
                log::warn!("{refusal}; it plays at its own pace");
                Ok(())
            }
            result => result.map(|_| ()),
        }
    }

    fn take_back(&mut self, turns: usize) -> Result<(), BridgeError> {
        if turns > 0 && !self.remote.supports("undo") {
            return Err(BridgeError::Unsayable("the engine has no undo".into()));
        }
        (0..turns).try_for_each(|_| self.remote.command("undo").map(|_| ()))
    }

    fn play(&mut self, size: BoardSize, turns: &[(Color, Action)]) -> Result<(), BridgeError> {
        turns.iter().try_for_each(|&(color, action)| {
            self.remote.command(&self.remote.kind.play(size, color, action)).map(|_| ())
        })
    }
}
