//! Information about the engine's game other than its moves, for its record.
//!
//! Data of a turn or position is stored with it, so that an undone turn leaves nothing behind.

use std::time::{Duration, Instant};

use crate::go::Color;
use crate::records::record::{Outcome, RulesName, Time};

/// A position of a game: its key and the number of previous turns.
pub(super) type PositionId = (u64, usize);

/// Information about the engine's game other than its moves.
#[derive(Debug, Clone, Default)]
pub(super) struct GameInfo {
    /// The names set for Black and White.
    pub names: [Option<String>; 2],
    /// The name and rank of the engine's opponent.
    pub opponent: [Option<String>; 2],
    /// The name of the rules as last set.
    pub rules_name: Option<RulesName>,
    /// Overrides set by commands since the game was loaded.
    pub set: InfoOverrides,
    /// The date of the game.
    pub date: Option<Time>,
    /// The time of the first turn.
    begun: Option<Instant>,
    turns: Vec<TurnInfo>,
    /// Whether the client has sent the time left of a colour since its last turn.
    told: [bool; 2],
    /// A stated result, and its position.
    pub told_result: Option<(Outcome, PositionId)>,
    /// The result of the loaded record, and its last position.
    pub loaded_result: Option<(Outcome, PositionId)>,
    /// The colour for which the engine last resigned, and the position: some protocols do not count it as a turn.
    pub resignation: Option<(Color, PositionId)>,
}

/// Overrides set by commands since the game was loaded.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct InfoOverrides {
    pub komi: bool,
    pub rules: bool,
    pub time: bool,
}

/// Information about a turn that was played here.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct TurnInfo {
    /// When it was played, since the start of the game; `None` for a turn of a record.
    pub at: Option<Duration>,
    /// Whether the engine chose it.
    pub is_own: bool,
    /// The clock after the turn: time, and remaining moves or periods, 0 for main time.
    pub left: Option<(Duration, u32)>,
}

impl GameInfo {
    /// Creates the information of a loaded game, without data on its turns.
    pub(super) fn of_record(rules_name: Option<RulesName>) -> GameInfo {
        GameInfo { rules_name, ..GameInfo::default() }
    }

    /// Creates the information of the next game: names are preserved.
    pub(super) fn next(self) -> GameInfo {
        let GameInfo { names, opponent, rules_name, .. } = self;
        GameInfo { names, opponent, rules_name, ..GameInfo::default() }
    }

    /// Records the last turn, which started at `start`.
    pub(super) fn add_turn(
        &mut self,
        turns: usize,
        color: Color,
        start: Instant,
        is_own: bool,
        left: Option<(Duration, u32)>,
    ) {
        if turns == 1 {
            (self.begun, self.date) = (Some(start), None);
        }
        let begun = *self.begun.get_or_insert(start);
        self.turns.resize(turns - 1, TurnInfo::default());
        self.turns.push(TurnInfo { at: Some(begun.elapsed()), is_own, left });
        self.told[color.index()] = false;
    }

    /// Records the clock of a colour as the client reports it. It has not run since its last turn, which is the last
    /// or second last of `colors`.
    pub(super) fn set_time_left(
        &mut self,
        turns: usize,
        colors: [Option<Color>; 2],
        color: Color,
        left: (Duration, u32),
    ) {
        self.told[color.index()] = true;
        let back = colors.iter().position(|of| *of == Some(color));
        let turn = back.and_then(|back| turns.checked_sub(back + 1));
        if let Some(note) =
            turn.and_then(|turn| self.turns.get_mut(turn)).filter(|n| n.at.is_some())
        {
            note.left = Some(left);
        }
    }

    /// Returns `true` if the client has sent the time left of a colour since its last turn.
    pub(super) fn is_set(&self, color: Color) -> bool {
        self.told[color.index()]
    }

    /// Returns the information about a turn, numbered from 0.
    pub(super) fn turn(&self, turn: usize) -> TurnInfo {
        self.turns.get(turn).copied().unwrap_or_default()
    }
}
