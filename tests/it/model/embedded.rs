//! Predictions of the built-in move model in clear positions.

use tianyuan::go::{Board, BoardSize, Color, Diagram, Point};
use tianyuan::nn::move_model::{Model, Table, UNITS};

/// Returns the playable points of a position, the most likely first.
fn likeliest(board: &Board, color: Color, last: [Option<Point>; 2]) -> Vec<Point> {
    let scores = Model::embedded().scores(board, color, last);
    let playable = board.empty_points().iter().copied().filter(|&v| board.is_playable(color, v));
    let mut points: Vec<Point> = playable.collect();
    points.sort_by_key(|&v| (-scores[v], v));
    points
}

/// A diagram in which White's last move is `l`.
struct Problem {
    diagram: Diagram,
    board: Board,
    last: [Option<Point>; 2],
}

impl Problem {
    fn of(text: &str) -> Problem {
        let diagram = Diagram::parse(text);
        let last = diagram.mark('l');
        let stones = diagram.stones.iter().copied().chain([(Color::White, last)]);
        Problem {
            board: Board::with_stones(diagram.size, stones),
            diagram,
            last: [Some(last), None],
        }
    }

    /// Returns the score of Black's move `a`.
    fn score(&self) -> i32 {
        Model::embedded().scores(&self.board, Color::Black, self.last)[self.diagram.mark('a')]
    }
}

/// Returns the 1-based rank of Black's move `a` in a diagram with White's last move on `l`.
fn place_of_a(text: &str) -> usize {
    let problem = Problem::of(text);
    let points = likeliest(&problem.board, Color::Black, problem.last);
    1 + points.iter().position(|&v| v == problem.diagram.mark('a')).expect("a playable point")
}

#[test]
fn first_move_is_in_corner() {
    for lines in [13, 19] {
        let size = BoardSize::new(lines).expect("a size");
        let first = likeliest(&Board::new(size), Color::Black, [None, None])[0];
        let line = |at: usize| at.min(lines - 1 - at) + 1;
        let lines = [line(size.column(first)), line(size.row(first))];
        assert!(lines.iter().all(|line| (3..=4).contains(line)), "{lines:?} on {size:?}");
    }
}

#[test]
fn stone_in_atari_extends() {
    let place = place_of_a(
        ". . . . . . . . .
         . . . . . . . . .
         . . . . . . X . .
         . . O . O . . . .
         . . O X l . . . .
         . . . a . . . . .
         . . . . . X . . .
         . . X . . . . . .
         . . . . . . . . .",
    );
    assert!(place == 1, "{place}");
}

#[test]
fn working_ladder_is_not_extended() {
    let ladder = |stone: char| {
        let text = ". . . . . . . . . . . . .
              . . . . . . . . . . . . .
              . . . O . . . . . X . . .
              . . . . . . . . . . . . .
              . . . . . . . . . . . . .
              . . . O O O . . . . . . .
              . . . O X a . . . . . . .
              . . . . l . . . . . . . .
              . . . . . . . . . . . . .
              . . . X . . . . s . . . .
              . . . . . . . . . . . . .
              . . . . . . . . . . . . .
              . . . . . . . . . . . . ."
            .replace('s', &stone.to_string());
        Problem::of(&text).score()
    };
    let (works, fails) = (ladder('.'), ladder('X'));
    assert!(works + 2 * UNITS < fails, "{works} {fails}");
}

#[test]
fn hane_is_answered_and_cut_is_found() {
    let place = place_of_a(
        ". . . . . . . . .
         . . . . . . . . .
         . . . . . . X . .
         . . . . . . . . .
         . . X . . . . . .
         . . X O . . . . .
         . . X O . O . . .
         . . a l . . . . .
         . . . . . . . . .",
    );
    assert!(place <= 2, "{place}");
}

#[test]
fn captures_are_preferred() {
    let place = place_of_a(
        ". . . . . . . . .
         . . X . . . O . .
         . . . . . . . . .
         . . X X X . . . .
         . X O O O a . . .
         . X O O O X . O .
         . . X X X l . . .
         . . . . . . . . .
         . . . . . . . . .",
    );
    assert_eq!(place, 1);
}

#[test]
fn model_table_size_is_limited() {
    let bytes = include_bytes!("../../../crates/nn/src/move_model/weights.bin");
    assert!(bytes.len() <= 1_500_000, "{} bytes", bytes.len());
    let table = Table::decode(bytes).expect("the trainer wrote it");
    assert!(table.shapes.len() > 50_000 && table.encode() == bytes);
}
