//! Comparison of the fast board and the game with the naive oracle.

use tianyuan::go::score::{self, Area};
use tianyuan::go::{Board, Color, Game, KoRule, Point, PointSet, Rules, zobrist};

use super::oracle::Oracle;

/// Rules that differ in their legal moves.
pub const RULES: [Rules; 5] = [
    Rules { ko: KoRule::Simple, ..Rules::CHINESE },
    Rules { ko: KoRule::Simple, multi_stone_suicide: true, ..Rules::CHINESE },
    Rules::CHINESE,
    Rules { multi_stone_suicide: true, ..Rules::CHINESE },
    Rules { ko: KoRule::Situational, multi_stone_suicide: true, ..Rules::CHINESE },
];

/// The oracle and the board order points in the same way.
pub struct Points(pub Vec<Point>);

impl Points {
    /// Returns the set of points with these numbers.
    pub fn set<'a, const W: usize>(
        &self,
        numbers: impl IntoIterator<Item = &'a usize>,
    ) -> PointSet<W> {
        numbers.into_iter().map(|&at| self.0[at]).collect()
    }
}

/// Compares everything that depends on the position alone.
pub fn compare_position<const W: usize>(oracle: &Oracle, points: &Points, board: &Board<W>) {
    let with = |color| (0..points.0.len()).filter(move |&at| oracle.stones[at] == color);
    for color in Color::BOTH {
        let stones: Vec<usize> = with(Some(color)).collect();
        assert_eq!(board.stones_of(color), points.set(&stones));
        assert_eq!(board.stone_count(color), stones.len());
    }
    let empty: Vec<usize> = with(None).collect();
    assert_eq!(board.empty_points().len(), empty.len());
    assert_eq!(board.empty_points().iter().copied().collect::<PointSet<W>>(), points.set(&empty));
    for (at, &point) in points.0.iter().enumerate() {
        compare_neighbours(oracle, points, board, at);
        if oracle.stones[at].is_some() {
            let (chain, liberties) = oracle.chain(&oracle.stones, at);
            assert_eq!(board.chain_size(point), chain.len());
            let stones: Vec<Point> = board.chain_stones(point).collect();
            assert_eq!((stones.len(), stones[0]), (chain.len(), point));
            assert_eq!(stones.iter().copied().collect::<PointSet<W>>(), points.set(&chain));
            assert!(stones.iter().all(|&stone| board.chain_at(stone) == board.chain_at(point)));
            assert_eq!(board.liberty_count(point), liberties.len());
            assert_eq!(*board.liberties(point), points.set(&liberties));
        }
    }
    let area = Area::of(board, &PointSet::EMPTY).points.map(|points| points.len());
    assert_eq!(area, oracle.area());
    if empty.iter().all(|&at| oracle.neighbours(at).iter().all(|&p| oracle.stones[p].is_some())) {
        assert_eq!(score::final_margin(board), area[0] as i32 - area[1] as i32);
    }
}

fn compare_neighbours<const W: usize>(
    oracle: &Oracle,
    points: &Points,
    board: &Board<W>,
    at: usize,
) {
    let beside = oracle.neighbours(at);
    let around = board.neighbourhood(points.0[at]);
    let count = |wanted| beside.iter().filter(|&&p| oracle.stones[p] == wanted).count();
    assert_eq!(board.neighbours(points.0[at]).collect::<PointSet<W>>(), points.set(&beside));
    assert_eq!(around.empty_neighbours() as usize, count(None));
    assert_eq!(around.has_empty_neighbour(), count(None) > 0);
    for color in Color::BOTH {
        assert_eq!(around.adjacent_stones(color) as usize, count(Some(color)));
        assert_eq!(around.is_surrounded_by(color), count(Some(color)) == beside.len());
    }
    let corners = board.neighbours8(points.0[at]).filter(|&p| {
        let apart = |a: usize, b: usize| a.abs_diff(b) == 1;
        let (size, here) = (board.size(), points.0[at]);
        apart(size.column(p), size.column(here)) && apart(size.row(p), size.row(here))
    });
    let theirs = corners.filter(|&p| board.color_at(p) == Some(Color::White)).count();
    let margin = usize::from(board.size().edge_distance(points.0[at]) == 0);
    let eye = count(Some(Color::Black)) == beside.len() && theirs + margin < 2;
    assert_eq!(around.is_eye(Color::Black), eye);
}

/// Compares the legal moves by the board and by the rules.
pub fn compare_legality<const W: usize>(
    oracle: &Oracle,
    points: &Points,
    board: &Board<W>,
    game: &Game,
) {
    for (at, &point) in points.0.iter().enumerate() {
        for color in Color::BOTH {
            let legal = oracle.is_legal(color, at);
            assert_eq!(game.is_legal(color, point).is_ok(), legal, "{color} {at}");
            if oracle.stones[at].is_none() {
                let (after, captured, lost) = oracle.after(color, at);
                let ko = oracle.is_ko(color, &after);
                assert_eq!(board.is_suicide(color, point), lost > 0, "{color} {at}");
                assert_eq!(board.ko() == Some((color, point)), ko, "{color} {at}");
                assert_eq!(board.is_legal(color, point), lost == 0 && !ko, "{color} {at}");
                assert_eq!(board.captures(color, point).len(), captured, "{color} {at}");
                if lost == 0 {
                    let (chain, liberties) = oracle.chain(&after, at);
                    assert_eq!(
                        board.joined_chains(color, point).len() + 1,
                        chain.len(),
                        "{color} {at}"
                    );
                    let self_atari = board.is_self_atari(color, point);
                    assert_eq!(self_atari, liberties.len() == 1, "{color} {at}");
                }
                let key = (0..after.len()).fold(0, |key, at| match after[at] {
                    Some(color) => key ^ zobrist::stone(color, points.0[at]),
                    None => key,
                });
                assert_eq!(zobrist::after_play(board, game.key(), color, point), key);
            }
        }
    }
}
