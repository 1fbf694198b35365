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
        reader: None,
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
            priors: Vec::new(),
            ownership: vec![0; area],
            first_move: None,
        }
    };
    let colors = course.situations.iter().map(|situation| situation.color);
    colors.enumerate().map(assess).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::format::{self, Format};

    fn page(properties: &str) -> String {
        let sgf = format!("(;GM[1]FF[4]SZ[9]{properties};B[ee])");
        let record = format::read(sgf.as_bytes(), Format::Sgf).records.remove(0);
        let page = live_page(record, &[], &Nets::default()).expect("a playable game");
        String::from_utf8(page).expect("UTF-8")
    }

    #[test]
    fn header_contains_live_mark_and_rules() {
        for (properties, rules) in [
            (
                "RU[Japanese]",
                "<li><span lang=\"zh\">日本规则</span><span lang=\"en\">Japanese rules</span></li>",
            ),
            ("RU[<b>]", "<span lang=\"en\">rules </span><bdi>&lt;b&gt;</bdi></li>"),
            ("RU[AGA]", "<span lang=\"en\">rules </span><bdi>AGA</bdi></li>"),
            (
                "",
                "<span lang=\"en\">Chinese rules</span><span lang=\"zh\">（推定）</span><span lang=\"en\"> (assumed)</span></li>",
            ),
        ] {
            let page = page(properties);
            assert!(page.contains(rules), "{properties}");
            assert_eq!(page.matches("class=\"in-progress\"").count(), 1);
        }
    }
}
