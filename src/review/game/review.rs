//! The review of one game: the record, its assessments, and the reviews of its moves.

use crate::review::game::input::ReviewInput;
use crate::review::game::move_review::MoveReview;
use crate::review::game::summary::Summary;
use crate::review::options::ReviewOptions;
use crate::review::position::evaluation::PositionEvaluation;

/// The review of one game.
#[derive(Clone, Copy)]
pub(in crate::review) struct GameReview<'a> {
    /// The record, and its names.
    pub input: &'a ReviewInput,
    /// The assessments of its situations, in their order.
    pub assessments: &'a [PositionEvaluation],
    /// The reviews of its moves, in the order of the record.
    pub moves: &'a [MoveReview<'a>],
    /// The sums by player and phase.
    pub summary: &'a Summary,
    /// Whether the game is still being played: then nothing was searched but what the player thinks itself.
    pub is_live: bool,
    /// The options of the review.
    pub options: &'a ReviewOptions,
}
