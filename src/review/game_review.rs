//! The review of one game: the record, its assessments, and what they say of its moves.

use super::assessment::Assessment;
use super::findings::Finding;
use super::options::ReviewOptions;
use super::subject::Subject;
use super::summary::Summary;

/// The review of one game.
#[derive(Clone, Copy)]
pub(super) struct GameReview<'a> {
    /// The game.
    pub subject: &'a Subject,
    /// The assessments of its situations, in their order.
    pub assessments: &'a [Assessment],
    /// What its moves did.
    pub findings: &'a [Finding<'a>],
    /// The sums by player and phase.
    pub summary: &'a Summary,
    /// The options of the review.
    pub options: &'a ReviewOptions,
}
