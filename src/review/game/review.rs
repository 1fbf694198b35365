//! The review of one game: the record, its evaluations and its move reviews.

use crate::review::game::input::ReviewInput;
use crate::review::game::move_review::MoveReview;
use crate::review::game::reader::ReaderReview;
use crate::review::game::summary::Summary;
use crate::review::options::ReviewOptions;
use crate::review::position::evaluation::PositionEvaluation;

/// The review of one game.
#[derive(Clone, Copy)]
pub(in crate::review) struct GameReview<'a> {
    /// The record with its names.
    pub input: &'a ReviewInput,
    /// The evaluations of its positions, in order.
    pub assessments: &'a [PositionEvaluation],
    /// The reviews of its moves, in record order.
    pub moves: &'a [MoveReview<'a>],
    /// The statistics by player and phase.
    pub summary: &'a Summary,
    /// The human net's view, if the options name a reader and a human net supports the board size.
    pub reader: Option<&'a ReaderReview>,
    /// Whether the game is in progress: then only the player's own evaluations are available.
    pub is_live: bool,
    /// The options of the review.
    pub options: &'a ReviewOptions,
}
