//! The chains in atari that a board keeps on request are those that it has.

use tianyuan::go::{Board, BoardSize, Color, PointSet};
use tianyuan::search::Rng;

/// The last liberties of the chains of a colour in atari, chain by chain.
fn last_liberties(board: &Board<7, true>, color: Color) -> PointSet<7> {
    let stones = board.stones().filter(|&(owner, _)| owner == color).map(|(_, stone)| stone);
    let in_atari = stones.filter(|&stone| board.liberty_count(stone) == 1);
    in_atari.fold(PointSet::EMPTY, |points, stone| points | *board.liberties(stone))
}

#[test]
fn they_are_kept_through_captures_suicide_and_ko() {
    let mut rng = Rng::new(5);
    let mut seen = 0;
    for lines in [2, 3, 5, 9, 13, 19] {
        let size = BoardSize::new(lines).expect("a size");
        for _ in 0..20 {
            let mut board = Board::<7, true>::keeping_ataris(size);
            for turn in 0..3 * size.area() {
                let color = Color::BOTH[turn % 2];
                let empty = board.empty_points();
                if empty.is_empty() {
                    break;
                }
                // Legality is not asked, so that chains also commit suicide.
                let point = empty[rng.below(empty.len())];
                board.play(color, point);
                for color in Color::BOTH {
                    let kept = board.atari_points(color);
                    assert_eq!(kept, last_liberties(&board, color), "{size:?} turn {turn}");
                    seen += kept.len();
                }
            }
        }
    }
    assert!(seen > 10_000, "{seen} last liberties were compared");
}
