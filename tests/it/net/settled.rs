//! Outputs of built-in nets on settled boards.

use tianyuan::go::{Board, Color, Diagram, Scoring};
use tianyuan::nn::{
    AnyInputs, AnyOutput, Features, Nets, NonSpatialFeatures, Planes, PostprocessOptions, Symmetry,
};

/// Black has 45 points and White 36; no group can die.
const FILLED: &str = "
    9 X . X X X O O . O
    8 . X X X X O O O .
    7 X X X X X O O O O
    6 X X X X X O O O O
    5 X X X X X O O O O
    4 X X X X X O O O O
    3 X X X X X O O O O
    2 . X X X X O O O .
    1 X . X X X O O . O
      A B C D E F G H J";

/// The same walls without other stones: an invader may live.
const OPEN: &str = "
    9 . . . . X O . . .
    8 . . . . X O . . .
    7 . . . . X O . . .
    6 . . . . X O . . .
    5 . . . . X O . . .
    4 . . . . . . . . .
    3 . . . . . . . . .
    2 . . . . . . . . .
    1 . . . . . . . . .
      A B C D E F G H J";

/// Returns the embedded net's evaluation of a board for a player, with a komi in half points.
fn output(board: &str, to_play: Color, komi: i32, scoring: Scoring) -> AnyOutput {
    let board: Board = Diagram::parse(board).board();
    let beside = NonSpatialFeatures { last: [None; 5], komi, scoring };
    let inputs = AnyInputs::Own(Planes::of(&Features::of(&board, to_play, &beside)));
    let net = Nets::embedded().of(board.size()).expect("a net is built in for 9x9");
    let mut evaluator = net.evaluator();
    evaluator
        .evaluate(&inputs, Symmetry::IDENTITY, PostprocessOptions::default())
        .expect("of its size")
}

#[test]
fn half_point_decides_settled_board() {
    for (to_play, komi, score) in [
        (Color::Black, 17, 0.5),
        (Color::Black, 19, -0.5),
        (Color::White, 17, -0.5),
        (Color::White, 19, 0.5),
        (Color::White, 18, 0.0),
        (Color::Black, 5, 6.5),
    ] {
        let value = output(FILLED, to_play, komi, Scoring::Area).value;
        // The value may be more certain than the score and is then preserved.
        let chances = if score == 0.0 {
            0.5..=0.5
        } else if score > 0.0 {
            0.995..=1.0
        } else {
            0.0..=0.005_001
        };
        assert_eq!((value.score, value.lead), (score, score), "{to_play:?}, {komi} half points");
        assert!(chances.contains(&value.win), "{to_play:?}, {komi} half points: {value:?}");
        assert!((value.win + value.loss - 1.0).abs() < 1e-6, "{value:?}");
    }
}

#[test]
fn more_certain_net_value_is_preserved() {
    // Black is 49 points ahead.
    let value = |to_play| output(FILLED, to_play, -80, Scoring::Area).value;
    let (black, white) = (value(Color::Black), value(Color::White));
    assert!(black.win > 0.9951, "{black:?}");
    assert!(white.loss > 0.9951, "{white:?}");
}

#[test]
fn unsettled_board_is_not_scored() {
    let value = output(OPEN, Color::Black, 15, Scoring::Area).value;
    assert!(value.score.fract() != 0.0 && value.win < 0.995, "{value:?}");
}

#[test]
fn settled_board_is_counted_under_territory_scoring() {
    // The komi includes the stones on the board, so the area count gives the territory score.
    for komi in [17, 18, 19] {
        let value = output(FILLED, Color::Black, komi, Scoring::Territory).value;
        assert_eq!(value.score, 0.5 * (18 - komi) as f32);
        assert_eq!(value.win > 0.5, komi < 18, "{value:?}");
    }
}
