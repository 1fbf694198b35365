//! Reasons why a move lost points, as facts about the board and the evaluations.
//!
//! Each reason holds on the board or in the evaluations by itself: it can be checked without the engine, and states
//! nothing about intentions. `output/reason_text` describes the reasons in sentences.

use crate::go::{Color, Game};
use crate::review::position::area::BoardArea;
use crate::review::position::evaluation::PositionEvaluation;

/// The stones of one chain, or some of them: the upper left one first.
pub(in crate::review) type Stones = Vec<u16>;

/// The status that a side reaches by a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::review) struct ProvedResult {
    /// The first move, or `None` if the status needs no move.
    pub first: Option<u16>,
    /// `true` if the group lives in seki.
    pub is_seki: bool,
}

/// A reason. Points are indices; shares are the owner's expected shares of a point in percent, 0 to 100.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::review) enum Reason {
    /// The move loses a group by proof: the player could save its own group at `stone`, or kill the opponent's, and
    /// after the move the opponent does the opposite. The proof may assume that the stones around the group are safe.
    Proved {
        owner: Color,
        stone: u16,
        before: ProvedResult,
        after: ProvedResult,
        assumes_surroundings: bool,
    },
    /// The opponent's best reply captures stones at once.
    Captured { reply: u16, stones: Stones },
    /// The opponent's best reply starts a ladder that captures a chain.
    LadderCatches { reply: u16, stones: Stones },
    /// The move is an atari on a chain that escapes from the ladder.
    LadderFails { stones: Stones },
    /// The chain of the move has one liberty.
    SelfAtari { stones: Stones, liberty: u16 },
    /// The better move captures stones at once.
    CaptureMissed { better: u16, stones: Stones },
    /// The better move starts a ladder that captures a chain.
    LadderMissed { better: u16, stones: Stones },
    /// A chain of the player changes owner; the shares are the player's.
    Dies { stones: Stones, before: i32, after: i32 },
    /// A chain of the opponent changes owner; the shares are the player's.
    Lives { stones: Stones, before: i32, after: i32 },
    /// The opponent's best reply takes the only point that connects two chains.
    Cut { reply: u16, chains: [Stones; 2] },
    /// The better move connects two chains.
    Connects { better: u16, chains: [Stones; 2] },
    /// The better move is next to the opponent's last move, and the opponent plays there again.
    Unanswered { last: u16, better: u16, reply: u16 },
    /// The point already belonged to the owner; the share is the owner's.
    Settled { owner: Color, share: i32 },
    /// The better move is sente: its gain and the gain of a second move, in 1/100 point.
    Sente { better: u16, gain: i32, follow_up: i32 },
    /// The better move is in another area of the board.
    Elsewhere { better: u16, area: BoardArea },
}

/// A move with its position, its alternatives and the evaluations.
#[derive(Debug, Clone, Copy)]
pub(in crate::review) struct LostMove<'a> {
    /// The player of the move.
    pub color: Color,
    /// The game before the move.
    pub game: &'a Game,
    /// The move.
    pub played: Option<u16>,
    /// The engine's choice.
    pub better: Option<u16>,
    /// The evaluation before the move.
    pub before: &'a PositionEvaluation,
    /// The evaluation after the move, with the opponent to play.
    pub after: &'a PositionEvaluation,
}

impl Reason {
    /// Returns its name in JSON lines.
    pub(in crate::review) const fn name(&self) -> &'static str {
        match self {
            Reason::Proved { .. } => "proved",
            Reason::Captured { .. } => "captured",
            Reason::LadderCatches { .. } => "ladder-catches",
            Reason::LadderFails { .. } => "ladder-fails",
            Reason::SelfAtari { .. } => "self-atari",
            Reason::CaptureMissed { .. } => "capture-missed",
            Reason::LadderMissed { .. } => "ladder-missed",
            Reason::Dies { .. } => "dies",
            Reason::Lives { .. } => "lives",
            Reason::Cut { .. } => "cut",
            Reason::Connects { .. } => "connects",
            Reason::Unanswered { .. } => "unanswered",
            Reason::Settled { .. } => "settled",
            Reason::Sente { .. } => "sente",
            Reason::Elsewhere { .. } => "elsewhere",
        }
    }

    /// Returns the point that the reason is about; two reasons with the same point repeat each other.
    pub(super) fn subject(&self) -> u16 {
        match self {
            Reason::Proved { stone: point, .. } => *point,
            Reason::Captured { stones, .. }
            | Reason::LadderCatches { stones, .. }
            | Reason::LadderFails { stones }
            | Reason::SelfAtari { stones, .. }
            | Reason::CaptureMissed { stones, .. }
            | Reason::LadderMissed { stones, .. }
            | Reason::Dies { stones, .. }
            | Reason::Lives { stones, .. } => stones[0],
            Reason::Cut { reply: point, .. }
            | Reason::Connects { better: point, .. }
            | Reason::Unanswered { better: point, .. }
            | Reason::Sente { better: point, .. }
            | Reason::Elsewhere { better: point, .. } => *point,
            Reason::Settled { .. } => u16::MAX,
        }
    }

    /// Returns `true` if the reason is about the life of a chain with a stone.
    pub(super) fn is_life_of(&self, stone: u16) -> bool {
        match self {
            Reason::Dies { stones, .. } | Reason::Lives { stones, .. } => stones.contains(&stone),
            _ => false,
        }
    }
}
