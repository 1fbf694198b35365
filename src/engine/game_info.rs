//! The score sheet: what is known of the engine's game beside its moves, for its record.
//!
//! It does not know the game. What belongs to one turn or position names that, so that a turn that was
//! taken back leaves nothing behind.

use std::time::{Duration, Instant};

use crate::go::Color;
use crate::records::record::{Outcome, RulesName, Time};

/// A position of a game: its key and the number of turns before it.
pub(super) type PositionId = (u64, usize);

/// What is known of the engine's game beside its moves.
#[derive(Debug, Clone, Default)]
pub(super) struct GameInfo {
    /// The names that were set, Black's and White's.
    pub names: [Option<String>; 2],
    /// The name and the rank of whoever plays against the engine.
    pub opponent: [Option<String>; 2],
    /// The name by which rules were last put in force.
    pub rules_name: Option<RulesName>,
    /// What commands have set since the game was loaded.
    pub set: InfoOverrides,
    /// When the game began, by the calendar.
    pub date: Option<Time>,
    /// When the first turn began.
    begun: Option<Instant>,
    turns: Vec<TurnInfo>,
    /// Whether the time left of a colour was told since its last turn.
    told: [bool; 2],
    /// A result that was told, and the position that it is of.
    pub told_result: Option<(Outcome, PositionId)>,
    /// The result in the record that was loaded, and its last position.
    pub loaded_result: Option<(Outcome, PositionId)>,
    /// The colour for which the engine last resigned, and in which position: to some protocols that is
    /// no turn.
    pub resignation: Option<(Color, PositionId)>,
}

/// What commands have set since the game was loaded.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct InfoOverrides {
    pub komi: bool,
    pub rules: bool,
    pub time: bool,
}

/// What is known of a turn that was played here.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct TurnInfo {
    /// When it was played, since the game began; `None` for a turn of a record.
    pub at: Option<Duration>,
    /// Whether the engine chose it.
    pub is_own: bool,
    /// What the clock showed after it: time, and moves or periods left, or 0 for main time.
    pub left: Option<(Duration, u32)>,
}

impl GameInfo {
    /// The sheet of a game that was loaded, with nothing on its turns.
    pub(super) fn of_record(rules_name: Option<RulesName>) -> GameInfo {
        GameInfo { rules_name, ..GameInfo::default() }
    }

    /// The sheet of the next game: names stay.
    pub(super) fn next(self) -> GameInfo {
        let GameInfo { names, opponent, rules_name, .. } = self;
        GameInfo { names, opponent, rules_name, ..GameInfo::default() }
    }

    /// Notes the last of so many turns, which began at `start`.
    pub(super) fn note_turn(
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

    /// Notes what a colour's clock shows, as the client tells it: since its last turn, which is the
    /// last or the one before of `colors`, it has not run.
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

    /// Whether the time left of a colour was told since its last turn.
    pub(super) fn is_set(&self, color: Color) -> bool {
        self.told[color.index()]
    }

    /// What is known of a turn, counted from 0.
    pub(super) fn turn(&self, turn: usize) -> TurnInfo {
        self.turns.get(turn).copied().unwrap_or_default()
    }
}
