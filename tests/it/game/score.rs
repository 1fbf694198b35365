//! Scores of positions with known results.

use tianyuan::go::score::{Area, AreaCount, score};
use tianyuan::go::{
    Board, BoardSize, Color, Diagram, Game, HandicapBonus, Komi, Point, PointSet, Rules, Score,
    Scoring, Tax,
};

const NOBODY: PointSet<2> = PointSet::EMPTY;

fn board(text: &str) -> Board<2> {
    Diagram::parse(text).board()
}

fn komi(half_points: i32) -> Komi {
    Komi::from_half_points(half_points).expect("a komi")
}

#[test]
fn shared_points_do_not_count() {
    let board = board(
        ". X . O .
         X X . O O
         . X . O .
         X X . O O
         . X . O .",
    );
    let area = Area::of(&board, &NOBODY);
    assert_eq!((area.points.map(|points| points.len()), area.shared.len()), ([10, 10], 5));
    assert_eq!(area.count(), AreaCount { black_halves: 25, white_halves: 25 });
    let rules = Rules { komi: komi(15), ..Rules::CHINESE };
    assert_eq!(score(&board, &NOBODY, &rules, [0, 0], 0).to_string(), "W+7.5");
    let white = board.stones_of(Color::White);
    assert_eq!(score(&board, &white, &rules, [0, 0], 0).to_string(), "B+17.5");
}

#[test]
fn empty_board_is_shared() {
    let empty = board(". .\n. .");
    assert_eq!(score(&empty, &NOBODY, &Rules::CHINESE, [0, 0], 0).to_string(), "0");
    let count = Area::of(&empty, &NOBODY).count();
    assert_eq!(count, AreaCount { black_halves: 4, white_halves: 4 });
}

/// Returns the standard board divided between Black and White row by row, with `shared` neutral points at the border.
fn divided(black: usize, shared: bool) -> Game {
    let size = BoardSize::STANDARD;
    let color_of = |(i, point): (usize, Point)| match i {
        0 | 360 => None,
        _ if i < black => Some((Color::Black, point)),
        _ if i == black && shared => None,
        _ => Some((Color::White, point)),
    };
    let stones: Vec<_> = size.points().enumerate().filter_map(color_of).collect();
    let rules = Rules { komi: komi(15), ..Rules::CHINESE };
    Game::setup(size, rules, &stones, Color::Black).expect("both sides have an eye")
}

#[test]
fn stone_counting_matches_score() {
    for (black, shared, halves, result) in [
        (185, false, 370, "B+1.5"),
        (184, true, 369, "B+0.5"),
        (184, false, 368, "W+0.5"),
        (180, false, 360, "W+8.5"),
    ] {
        let game = divided(black, shared);
        let count = game.area_count(&PointSet::EMPTY);
        assert_eq!(count, AreaCount { black_halves: halves, white_halves: 722 - halves });
        assert_eq!(game.score(&PointSet::EMPTY).to_string(), result);
    }
}

#[test]
fn territory_scoring_counts_prisoners_and_dead_stones() {
    let text = ". X O . .
         . X O . .
         . X O . d
         . X O . .
         . X O . .";
    let diagram = Diagram::parse(text);
    let board = board(&text.replace('d', "X"));
    let rules = Rules { scoring: Scoring::Territory, ..Rules::CHINESE };
    let dead: PointSet<2> = std::iter::once(diagram.mark('d')).collect();
    assert_eq!(score(&board, &dead, &rules, [0, 3], 0), Score(2 * (5 + 3 - (10 + 1))));
    assert_eq!(score(&board, &dead, &rules, [4, 0], 0), Score(2 * (5 - (10 + 4 + 1))));
    assert_eq!(score(&board, &dead, &Rules::CHINESE, [4, 0], 0), Score(2 * (10 - 15)));
}

#[test]
fn handicap_bonus_applies_to_area_scoring_only() {
    let empty = board(". .\n. .");
    let result = |scoring, handicap_bonus| {
        let rules = Rules { scoring, handicap_bonus, komi: komi(1), ..Rules::CHINESE };
        score(&empty, &NOBODY, &rules, [0, 0], 4).to_string()
    };
    assert_eq!(result(Scoring::Area, HandicapBonus::Zero), "W+0.5");
    assert_eq!(result(Scoring::Area, HandicapBonus::StonesLessOne), "W+3.5");
    assert_eq!(result(Scoring::Area, HandicapBonus::Stones), "W+4.5");
    assert_eq!(result(Scoring::Territory, HandicapBonus::Stones), "W+0.5");
    assert_eq!(HandicapBonus::StonesLessOne.points(0), 0);
}

// --- taxes ----------------------------------------------------------------------------------------

/// Returns the taxes of Black and White on groups in seki, then those on all groups.
fn taxes(text: &str) -> [[i32; 2]; 2] {
    let area = Area::of(&board(text), &NOBODY);
    assert!(!area.shared.is_empty(), "nothing can be in seki here");
    [Tax::Seki, Tax::All].map(|tax| Color::BOTH.map(|color| area.tax(tax, color)))
}

#[test]
fn two_eyed_groups_are_not_seki_next_to_dame() {
    let three_groups = "
        . X . O . O . X .
        X X . O O O . X X
        . X . O . O . X .
        X X . O O O . X X
        . X . O . O . X .
        X X . O O O . X X
        . X . O . O . X .
        X X . O O O . X X
        . X . O . O . X .";
    assert_eq!(taxes(three_groups), [[0, 0], [4, 2]]);
    let large_rooms = "
        . . X . O .
        . . X . O .
        . . X . O .
        . . X . O .
        . . X . O .
        . . X . O .";
    assert_eq!(taxes(large_rooms), [[0, 0], [2, 2]]);
}

#[test]
fn seki_without_eyes_has_no_tax() {
    let corner = "
        O O . X O . .
        O O X X O . .
        . X X O O . .
        X X O O . . .
        O O O . . . .
        . . . . . . .
        . . . . . . .";
    assert_eq!(taxes(corner), [[0, 0], [0, 2]]);
}

#[test]
fn seki_eyes_are_taxed() {
    let edge = "
        . O . X . X O . O
        O O X X X X O O O
        X X O O O O O . O
        . X O . . . O O O
        X X O . . . . . .
        . X O . . . . . .
        X X O . . . . . .
        . X O . . . . . .
        X X O . . . . . .";
    assert_eq!(taxes(edge), [[1, 1], [1 + 2, 1 + 2]]);
    let score = |scoring, tax| {
        let rules = Rules { scoring, tax, ..Rules::CHINESE };
        score(&board(edge), &NOBODY, &rules, [0, 0], 0).0 / 2
    };
    let territory = (3 + 1) - (35 + 1);
    assert_eq!(score(Scoring::Territory, Tax::None), territory);
    assert_eq!(score(Scoring::Area, Tax::None) - score(Scoring::Area, Tax::All), 0);
}

#[test]
fn false_eye_does_not_prevent_seki() {
    let edge = "
        . O . X . X . X O
        O O X X X X X O O
        X X O O O O O O .
        . X O . . . . O O
        X X O . . . . . .
        . X O . . . . . .
        X X O . . . . . .
        . X O . . . . . .
        X X O . . . . . .";
    assert_eq!(taxes(edge), [[2, 1], [2 + 2, 1 + 2]]);
}

#[test]
fn taxes_are_subtracted_from_score() {
    let text = "
        . . X . O .
        . . X . O .
        . . X . O .
        . . X . O .
        . . X . O O
        . . X . O .";
    let score = |scoring, tax| {
        let rules = Rules { scoring, tax, ..Rules::CHINESE };
        score(&board(text), &NOBODY, &rules, [0, 0], 0)
    };
    assert_eq!(score(Scoring::Territory, Tax::Seki), Score(2 * (12 - 5)));
    assert_eq!(score(Scoring::Territory, Tax::All), Score(2 * (10 - 3)));
    assert_eq!(score(Scoring::Area, Tax::All), Score(2 * (16 - 10)));
}
