//! The page of a game in progress, with the playing engine's own evaluations.

use std::collections::HashMap;

use crate::go::Color;
use crate::nn::Nets;
use crate::records::record::{NotPlayableError, Record};
use crate::review::game::game_positions::GamePositions;
use crate::review::game::input::ReviewInput;
use crate::review::game::move_review::review_moves;
use crate::review::game::review::GameReview;
use crate::review::game::summary::Summary;
use crate::review::options::{Form, ReviewOptions, SearchOptions};
use crate::review::position::evaluation::PositionEvaluation;
use crate::review::position::value::Value;

/// The engine's evaluation before a move that it chose.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ShownEvaluation {
    /// The index of the move, from 0.
    pub turn: usize,
    /// The engine's win rate, 0 to 1.
    pub winrate: f64,
    /// The engine's lead in points.
    pub score: f64,
    /// The playouts of the search.
    pub playouts: u64,
}

/// Returns the page of a game in progress, played by an engine with these nets. A position without an evaluation gets
/// the value of the previous one.
///
/// # Errors
/// Returns [`NotPlayableError`] if the initial position of the record is not playable.
pub fn live_page(
    record: Record,
    thoughts: &[ShownEvaluation],
    nets: &Nets,
) -> Result<Vec<u8>, NotPlayableError> {
    let course = GamePositions::of(&record, false, None)?;
    let assessments = assessments(&course, thoughts, record.size.area());
    let input = ReviewInput { name: String::new(), stem: "天元 Tianyuan".into(), record, course };
    let moves = review_moves(&input.record, &input.course, &assessments);
    let summary = Summary::of(&moves);
    let search = SearchOptions::guided_by(nets.clone());
    let options = ReviewOptions { search, ..ReviewOptions::default() };
    let review = GameReview {
        input: &input,
        assessments: &assessments,
        moves: &moves,
        summary: &summary,
        is_live: true,
        options: &options,
    };
    Ok(review.written(Form::Html).expect("every game is representable in a page"))
}

fn assessments(
    course: &GamePositions,
    thoughts: &[ShownEvaluation],
    area: usize,
) -> Vec<PositionEvaluation> {
    let place =
        |thought: &ShownEvaluation| course.moves.get(thought.turn).map(|played| played.before);
    let known: HashMap<usize, &ShownEvaluation> =
        thoughts.iter().filter_map(|thought| Some((place(thought)?, thought))).collect();
    let mut of_black = Value::new(0.5, 0.0);
    let assess = |(place, color): (usize, Color)| {
        let of_player =
            |value: Value| if color == Color::Black { value } else { value.of_opponent() };
        let thought = known.get(&place);
        if let Some(thought) = thought {
            of_black = of_player(Value::new(thought.winrate, thought.score));
        }
        PositionEvaluation {
            playouts: thought.map_or(0, |thought| thought.playouts),
            value: of_player(of_black),
            choices: Vec::new(),
            ranking: Vec::new(),
            ownership: vec![0; area],
        }
    };
    let colors = course.situations.iter().map(|situation| situation.color);
    colors.enumerate().map(assess).collect()
}
