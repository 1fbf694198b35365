//! Parses responses of engines: moves, dead stones, playouts, winrates.

use crate::go::{Action, BoardSize, Game, PointSet};
use crate::protocol::vertex;

use super::engine_error::{EngineError, EngineErrorKind};

/// Parses the response to `genmove`, without checking that the move is legal.
///
/// # Errors
/// Returns an error if the text is neither a point of the board nor a pass or resignation.
pub(crate) fn answer(size: BoardSize, text: &str) -> Result<Action, EngineError> {
    const MAX_SHOWN: usize = 40;
    if text.eq_ignore_ascii_case("resign") {
        return Ok(Action::Resign);
    }
    vertex::read_move(size, text).map(Action::Move).map_err(|_| {
        let text: String = text.chars().take(MAX_SHOWN).collect();
        EngineError::new(EngineErrorKind::IllegalMove, format!("{text:?} is not a move"))
    })
}

/// Parses a list of stones and completes their chains, even if it contains only one stone of each. Returns
/// `None` if it contains an empty point.
pub(crate) fn dead_stones(game: &Game, list: &str) -> Option<PointSet> {
    let board = game.board();
    list.split_whitespace().try_fold(PointSet::EMPTY, |all, word| {
        let stone = vertex::point(game.size(), word).ok()?;
        board.color_at(stone)?;
        Some(all | board.chain_stones(stone).collect())
    })
}

/// The evaluation of a move in an engine's explanation, for the player of the move.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct EngineEvaluation {
    /// The number before `playouts`, `visits` or a similar word.
    pub playouts: Option<u64>,
    /// The winrate, 0 to 1: the number after `winrate`, as `52.1%` or `0.521`.
    pub winrate: Option<f64>,
    /// The lead in points: the number after `score`.
    pub score: Option<f64>,
}

impl EngineEvaluation {
    /// Parses an explanation.
    pub(crate) fn read(text: &str) -> EngineEvaluation {
        EngineEvaluation { playouts: playouts(text), winrate: winrate(text), score: score(text) }
    }
}

fn playouts(text: &str) -> Option<u64> {
    const NAMES: [&str; 4] = ["playout", "visit", "simulation", "rollout"];
    let words: Vec<&str> = text.split([' ', '\n', ',', ';', '(', ')']).collect();
    let counted = |word: &str| NAMES.iter().any(|name| word.starts_with(name));
    let pairs = words.windows(2).filter(|pair| counted(&pair[1].to_ascii_lowercase()));
    pairs.filter_map(|pair| pair[0].parse().ok()).next()
}

fn winrate(text: &str) -> Option<f64> {
    let number = word_after(text, "winrate")?;
    let share = match number.strip_suffix('%') {
        Some(percent) => percent.parse::<f64>().ok()? / 100.0,
        None => number.parse().ok()?,
    };
    (0.0..=1.0).contains(&share).then_some(share)
}

fn score(text: &str) -> Option<f64> {
    word_after(text, "score")?.parse().ok().filter(|score: &f64| score.abs() <= 1000.0)
}

/// Returns the word after a name.
fn word_after<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let mut words =
        text.split([' ', '\n', ',', ';', ':', '=', '(', ')']).filter(|it| !it.is_empty());
    words.find(|word| word.eq_ignore_ascii_case(name))?;
    words.next()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Color, Diagram, Move, Rules};

    #[test]
    fn answer_parses_moves_and_resignation() {
        let size = BoardSize::new(9).expect("a size");
        assert_eq!(answer(size, "PASS"), Ok(Action::Move(Move::Pass)));
        assert_eq!(answer(size, "c4"), Ok(Action::Move(Move::Play(size.point(2, 3)))));
        assert_eq!(answer(size, "Resign"), Ok(Action::Resign));
        for wrong in ["", "K10", "C4 pass", "围"] {
            let fault = answer(size, wrong).expect_err("no move");
            assert_eq!(fault.kind, EngineErrorKind::IllegalMove, "{wrong:?}");
        }
    }

    #[test]
    fn dead_stone_lists_select_whole_chains() {
        let diagram = Diagram::parse(". X X . .\n. . . . .\n. . O . .\n. . . . .\n. . . . .");
        let game = Game::setup(diagram.size, Rules::CHINESE, &diagram.stones, Color::Black);
        let game = game.expect("a position");
        let count = |list| dead_stones(&game, list).map(|stones| stones.len());
        assert_eq!([count(""), count("B5"), count("c5 B5\nC3")], [Some(0), Some(2), Some(3)]);
        assert_eq!([count("A1"), count("B5 Z9"), count("none")], [None; 3]);
    }

    #[test]
    fn playouts_are_parsed_from_engine_text() {
        assert_eq!(playouts("winrate 52.1%, 1000 playouts"), Some(1000));
        assert_eq!(playouts("D4 (5000 Visits)\nno"), Some(5000));
        assert_eq!(playouts("many playouts"), None);
        assert_eq!(playouts(""), None);
    }

    #[test]
    fn win_rates_are_parsed_from_engine_text() {
        assert_eq!(winrate("winrate 52.5%, 1000 playouts"), Some(0.525));
        assert_eq!(winrate("D4, Winrate: 0.25"), Some(0.25));
        for nothing in ["", "winrate", "winrate unknown", "winrate 152%", "52.5%"] {
            assert_eq!(winrate(nothing), None, "{nothing}");
        }
    }

    #[test]
    fn scores_are_parsed_from_engine_text() {
        let text = "winrate 52.5%, score -3.5, 1000 playouts";
        let said =
            EngineEvaluation { playouts: Some(1000), winrate: Some(0.525), score: Some(-3.5) };
        assert_eq!(EngineEvaluation::read(text), said);
        assert_eq!(score("Score: +12"), Some(12.0));
        for nothing in ["", "score", "score NaN", "score 1e9", "3.5", "final score"] {
            assert_eq!(score(nothing), None, "{nothing}");
        }
    }
}
