//! Compares the cached chains in atari with the chains on the board.

use tianyuan::go::{Board, BoardSize, Color, PointSet, with_words};
use tianyuan::search::Rng;

/// Returns the last liberties of the chains of a colour in atari, sorted.
fn last_liberties<const W: usize>(board: &Board<W, true>, color: Color) -> PointSet<W> {
    let stones = board.stones().filter(|&(owner, _)| owner == color).map(|(_, stone)| stone);
    let in_atari = stones.filter(|&stone| board.liberty_count(stone) == 1);
    in_atari.fold(PointSet::EMPTY, |points, stone| points | *board.liberties(stone))
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn atari_chains_stay_correct_through_captures_suicide_and_ko() {
    let mut rng = Rng::new(5);
    let mut seen = 0;
    for lines in [2, 3, 5, 9, 13, 19, 25] {
        let size = BoardSize::new(lines).expect("a size");
        for _ in 0..20 {
            seen += with_words!(size, W => {
                random_game(Board::<W, true>::with_atari_tracking(size), &mut rng)
            });
        }
    }
    assert!(seen > 10_000, "{seen} last liberties were compared");
}

/// Compares after every move and returns the number of last liberties.
fn random_game<const W: usize>(mut board: Board<W, true>, rng: &mut Rng) -> usize {
    let mut seen = 0;
    for turn in 0..3 * board.size().area() {
        let empty = board.empty_points();
        if empty.is_empty() {
            break;
        }
        // Legality is not checked, so that chains also commit suicide.
        board.play(Color::BOTH[turn % 2], empty[rng.below(empty.len())]);
        for color in Color::BOTH {
            let kept = board.atari_points(color);
            assert_eq!(kept, last_liberties(&board, color), "{:?} turn {turn}", board.size());
            seen += kept.len();
        }
    }
    seen
}
