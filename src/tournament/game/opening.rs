//! Openings of a match: the first moves of each pair of games, from a file or drawn at random.
//!
//! A file has one opening per line: vertices separated by blanks, such as `D4 Q16 pass C3`. Colours alternate,
//! starting with Black; a colour before a vertex (`B D4 W Q16`) sets its player. `#` starts a comment, and
//! empty lines are skipped.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::go::{Color, Game, IllegalMove, Move, Point};
use crate::protocol::vertex;

/// The source of the openings of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Openings {
    /// All games start from the empty board.
    None,
    /// The openings of a list in order, repeated from the first after the last.
    Listed(Vec<Vec<(Color, Move)>>),
    /// Random moves, determined by the seed and the number of the opening.
    Random {
        /// The number of moves.
        turns: usize,
        /// The seed.
        seed: u64,
    },
}

/// An error in a list of openings.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OpeningError {
    /// The list is empty.
    #[error("no openings in the file")]
    Empty,
    /// A word is not a vertex of the board.
    #[error("line {line}: {word} is not a move on this board")]
    NoMove {
        /// The line, counted from 1.
        line: usize,
        /// The word.
        word: String,
    },
    /// A move is illegal.
    #[error("line {line}: {word}: {reason}")]
    Illegal {
        /// The line, counted from 1.
        line: usize,
        /// The word.
        word: String,
        /// The reason why the move is illegal.
        reason: IllegalMove,
    },
    /// The opening ends the game with passes.
    #[error("line {line}: the opening ends the game")]
    Over {
        /// The line, counted from 1.
        line: usize,
    },
}

impl Openings {
    /// Parses a list of openings for games that start at `start`.
    ///
    /// # Errors
    /// Returns an error for the first line that is not an opening.
    pub fn parse(text: &str, start: &Game) -> Result<Openings, OpeningError> {
        let mut openings = Vec::new();
        for (i, text) in text.lines().enumerate() {
            let text = text.split('#').next().unwrap_or_default();
            let opening = parse_line(text, i + 1, start)?;
            openings.extend(Some(opening).filter(|opening| !opening.is_empty()));
        }
        if openings.is_empty() { Err(OpeningError::Empty) } else { Ok(Openings::Listed(openings)) }
    }

    /// Returns the opening with a number, counted from 0, for a game that starts at `start`.
    pub fn opening(&self, number: usize, start: &Game) -> Vec<(Color, Move)> {
        match self {
            Openings::None => Vec::new(),
            Openings::Listed(openings) => openings[number % openings.len()].clone(),
            Openings::Random { turns, seed } => random(start, *turns, *seed, number as u64),
        }
    }
}

fn parse_line(text: &str, line: usize, start: &Game) -> Result<Vec<(Color, Move)>, OpeningError> {
    let (mut game, mut opening) = (start.clone(), Vec::new());
    let mut color = game.to_play();
    for word in text.split_whitespace() {
        if let Ok(named) = vertex::color(word) {
            color = named;
            continue;
        }
        let no_move = |_| OpeningError::NoMove { line, word: word.into() };
        let mv = vertex::read_move(game.size(), word).map_err(no_move)?;
        let illegal = |reason| OpeningError::Illegal { line, word: word.into(), reason };
        game.play(color, mv).map_err(illegal)?;
        opening.push((color, mv));
        color = !color;
    }
    if game.is_over() { Err(OpeningError::Over { line }) } else { Ok(opening) }
}

/// Generates random moves that keep the game even: no self-atari and, on boards of 7 lines or more, no move on
/// the first two lines. Returns fewer moves than requested if no such move is left.
fn random(start: &Game, turns: usize, seed: u64, number: u64) -> Vec<(Color, Move)> {
    // Multiplied by an odd constant, so that adjacent seeds do not share openings.
    let mut rng = StdRng::seed_from_u64(seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut game = start.clone();
    let lowest = if game.size().lines() >= 7 { 2 } else { 0 };
    let mut opening = Vec::new();
    for _ in 0..turns {
        let color = game.to_play();
        let harmless = |&point: &Point| {
            game.size().edge_distance(point) >= lowest
                && game.is_legal(color, point).is_ok()
                && !game.board().is_self_atari(color, point)
        };
        let points: Vec<Point> = game.size().points().filter(harmless).collect();
        if points.is_empty() {
            break;
        }
        let mv = Move::Play(points[rng.random_range(0..points.len())]);
        game.play(color, mv).expect("the move is legal");
        opening.push((color, mv));
    }
    opening
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{BoardSize, Rules};

    fn start(lines: usize) -> Game {
        Game::new(BoardSize::new(lines).expect("a size"), Rules::CHINESE)
    }

    #[test]
    fn each_line_is_an_opening() {
        let game = start(9);
        let openings = Openings::parse("# ours\nD4 f6 # tengen not\n\nW C3 C4 B pass\n", &game);
        let openings = openings.expect("two openings");
        assert_eq!(openings.opening(0, &game), openings.opening(2, &game));
        let point = |column, row| Move::Play(game.size().point(column, row));
        assert_eq!(
            openings.opening(1, &game),
            [(Color::White, point(2, 2)), (Color::Black, point(2, 3)), (Color::Black, Move::Pass)]
        );
    }

    #[test]
    fn invalid_opening_error_names_line() {
        let error = |text| Openings::parse(text, &start(9)).expect_err("no openings").to_string();
        assert_eq!(error("\n# D4\n"), "no openings in the file");
        assert_eq!(error("D4\nD4 K10"), "line 2: K10 is not a move on this board");
        assert_eq!(error("D4 D4"), "line 1: D4: the point is occupied");
        assert_eq!(error("pass pass"), "line 1: the opening ends the game");
    }

    #[test]
    fn random_openings_depend_on_seed_and_number() {
        let game = start(9);
        let opening = |seed, number| Openings::Random { turns: 4, seed }.opening(number, &game);
        assert_eq!(opening(1, 0), opening(1, 0));
        assert_ne!(opening(1, 0), opening(1, 1));
        assert_ne!(opening(1, 0), opening(2, 0));
        assert_eq!(opening(3, 5).len(), 4);
        let everything = Openings::Random { turns: 500, seed: 1 }.opening(0, &start(5));
        assert!(everything.len() < 500, "moves run out");
    }
}
