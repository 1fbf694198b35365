//! The review of a single record as data, for library users, and as a page.

use super::game::game_positions::GamePositions;
use super::game::input::ReviewInput;
use super::game::move_review::{MoveReview, review_moves};
use super::game::review::GameReview;
use super::game::search_passes::{Passes, assess_all};
use super::game::summary::Summary;
use super::options::{Form, ReviewOptions, SearchOptions};
use super::position::evaluation::{PositionEvaluation, PositionEvaluator, point};
use super::position::pending_search::PendingSearch;
use crate::cancellation::Cancellation;
use crate::go::{Color, Game};
use crate::progress::Progress;
use crate::records::record::{NodeId, NotPlayableError, Point, Record, Size};

/// The reason why a record cannot be reviewed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReviewError {
    /// The initial position of the record is not playable.
    #[error("{0}")]
    NoGame(#[from] NotPlayableError),
    /// The caller cancelled the review.
    #[error("the review was cancelled")]
    Cancelled,
}

/// A move of the main line, compared with the engine's choice.
#[derive(Debug, Clone, PartialEq)]
pub struct ReviewedMove {
    /// The node of the move in the record.
    pub node: NodeId,
    /// The number of the move, from 1.
    pub number: u32,
    /// The colour that played it.
    pub color: Color,
    /// The point; `None` for a pass.
    pub point: Option<Point>,
    /// The player's win rate before the move, 0 to 1.
    pub winrate_before: f64,
    /// The player's win rate after the move, 0 to 1.
    pub winrate_after: f64,
    /// The loss in win rate, 0 to 1; 0 for the engine's own choice.
    pub winrate_loss: f64,
    /// The loss in points; 0 for the engine's own choice.
    pub point_loss: f64,
    /// The move's rank among the moves that the engine searched, from 1; `None` if it was not searched.
    pub rank: Option<usize>,
    /// The principal variation from the position before the move; `None` is a pass.
    pub best_line: Vec<Option<Point>>,
}

/// Reviews the main line of a record by searching the position before and after each move.
///
/// Moves below an unplayable node are skipped. A record without rules is reviewed under Chinese rules.
///
/// ```
/// use tianyuan::cancellation::Cancellation;
/// use tianyuan::records::format::{self, Format};
/// use tianyuan::progress::NoProgress;
/// use tianyuan::review::{self, SearchLimit, SearchOptions};
///
/// let sgf = b"(;GM[1]FF[4]SZ[5]KM[0.5];B[cc];W[aa])";
/// let record = &format::read(sgf, Format::Sgf).records[0];
/// let search = SearchOptions { limit: SearchLimit::Playouts(200), ..SearchOptions::default() };
/// let moves = review::review_record(record, &search, &Cancellation::default(), &NoProgress)?;
/// assert_eq!(moves.len(), 2);
/// assert!(moves[0].winrate_after > 0.5, "the centre of 5x5 wins for Black");
/// # Ok::<(), tianyuan::review::ReviewError>(())
/// ```
///
/// # Errors
/// Returns [`ReviewError`] if the record contains no playable game or the review was cancelled.
pub fn review_record(
    record: &Record,
    search: &SearchOptions,
    cancellation: &Cancellation,
    progress: &dyn Progress,
) -> Result<Vec<ReviewedMove>, ReviewError> {
    let course = GamePositions::of(record, false, None)?;
    let assessments = assessed(record, &course, search, cancellation, progress)?;
    let moves = review_moves(record, &course, &assessments);
    Ok(moves.iter().map(|reviewed| ReviewedMove::of(reviewed, record.size)).collect())
}

/// Reviews the main line of a record like [`review_record`]. Returns the review as an HTML page.
///
/// # Errors
/// Returns [`ReviewError`] if the record contains no playable game or the review was cancelled.
pub fn review_page(
    record: &Record,
    search: &SearchOptions,
    cancellation: &Cancellation,
    progress: &dyn Progress,
) -> Result<Vec<u8>, ReviewError> {
    let course = GamePositions::of(record, false, None)?;
    let assessments = assessed(record, &course, search, cancellation, progress)?;
    let (name, stem) = (String::new(), "天元 Tianyuan".into());
    let input = ReviewInput { name, stem, record: record.clone(), course };
    let moves = review_moves(&input.record, &input.course, &assessments);
    let summary = Summary::of(&moves);
    let options = ReviewOptions { search: search.clone(), ..ReviewOptions::default() };
    let review = GameReview {
        input: &input,
        assessments: &assessments,
        moves: &moves,
        summary: &summary,
        reader: None,
        is_live: false,
        options: &options,
    };
    Ok(review.written(Form::Html).expect("every game is representable in a page"))
}

/// Evaluates all positions of a game.
fn assessed(
    record: &Record,
    course: &GamePositions,
    search: &SearchOptions,
    cancellation: &Cancellation,
    progress: &dyn Progress,
) -> Result<Vec<PositionEvaluation>, ReviewError> {
    progress.begin(Passes::steps(search, course.situations.len()), 0);
    let games: Result<Vec<Game>, NotPlayableError> =
        course.situations.iter().map(|&situation| course.game_at(record, situation)).collect();
    let games = games?;
    let mut assessor = PositionEvaluator::new(search.clone());
    let assess = &mut |due: PendingSearch| {
        let color = course.situations[due.place].color;
        let game = games[due.place].clone();
        let assessment = assessor.assess_variant((game, color), due, cancellation)?;
        progress.advance_by(due.steps());
        Some(assessment)
    };
    let assessments = assess_all(course, search, assess).ok_or(ReviewError::Cancelled)?;
    progress.end();
    Ok(assessments)
}

impl ReviewedMove {
    fn of(reviewed: &MoveReview<'_>, size: Size) -> ReviewedMove {
        let MoveReview { played, before, after, loss, best, rank, .. } = reviewed;
        let at = |index: Option<u16>| index.map(|index| point(index, size));
        ReviewedMove {
            node: played.node,
            number: played.number,
            color: played.color,
            point: at(played.point),
            winrate_before: before.winrate_fraction(),
            winrate_after: after.winrate_fraction(),
            winrate_loss: loss.winrate_fraction(),
            point_loss: loss.points(),
            rank: *rank,
            best_line: best.map_or(Vec::new(), |best| best.line.iter().map(|&i| at(i)).collect()),
        }
    }
}
