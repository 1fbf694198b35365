//! The points of handicap stones.

use super::{BoardSize, Point};

/// The points of fixed handicap in order of use, without the centre, which 5, 7 and 9 stones use last (GTP 2, section
/// 4.1.1).
fn corners_and_sides(size: BoardSize) -> Vec<Point> {
    let (near, far) = (edge(size), size.lines() - 1 - edge(size));
    let middle = size.lines() / 2;
    let corners = [(near, near), (far, far), (near, far), (far, near)];
    let sides = [(near, middle), (far, middle), (middle, near), (middle, far)];
    corners.iter().chain(&sides).map(|&(column, row)| size.point(column, row)).collect()
}

/// Returns the line of the handicap points, 0 at the edge: the third up to 12x12, otherwise the fourth.
fn edge(size: BoardSize) -> usize {
    if size.lines() < 13 { 2 } else { 3 }
}

/// Returns the maximum number of fixed handicap stones: 0 below 7x7, 4 on 7x7 and even sizes, otherwise 9.
pub fn max_fixed_handicap(size: BoardSize) -> usize {
    match size.lines() {
        ..=6 => 0,
        7 => 4,
        lines if lines % 2 == 0 => 4,
        _ => 9,
    }
}

/// Returns the points of a fixed handicap of 2 to 9 stones, or `None` if the size does not support it.
pub fn fixed(size: BoardSize, stones: usize) -> Option<Vec<Point>> {
    if !(2..=max_fixed_handicap(size)).contains(&stones) {
        return None;
    }
    let mut points = corners_and_sides(size);
    let centre = stones % 2 == 1 && stones >= 5;
    points.truncate(stones - usize::from(centre));
    if centre {
        let middle = size.lines() / 2;
        points.push(size.point(middle, middle));
    }
    Some(points)
}

/// Returns the star points: the points of the maximum fixed handicap, and the centre (天元) if there is one.
pub fn hoshi(size: BoardSize) -> Vec<Point> {
    fixed(size, max_fixed_handicap(size)).unwrap_or_default()
}

/// Returns the points of a free handicap: the fixed points if available, otherwise each stone as far as possible from
/// earlier ones, and off the first two lines if possible.
///
/// Returns `None` for fewer than two stones and for more than half of the board.
///
/// ```
/// use tianyuan_go::{BoardSize, handicap};
///
/// let points = handicap::free(BoardSize::STANDARD, 4).expect("four stones fit");
/// assert_eq!(points, handicap::fixed(BoardSize::STANDARD, 4).expect("19x19 has four corners"));
/// assert_eq!(handicap::free(BoardSize::STANDARD, 1), None);
/// ```
pub fn free(size: BoardSize, stones: usize) -> Option<Vec<Point>> {
    if stones < 2 || stones > size.area() / 2 {
        return None;
    }
    if let Some(points) = fixed(size, stones) {
        return Some(points);
    }
    let mut points = hoshi(size);
    while points.len() < stones {
        let apart = |a: Point, b: Point| {
            let columns = size.column(a).abs_diff(size.column(b));
            let rows = size.row(a).abs_diff(size.row(b));
            columns * columns + rows * rows
        };
        let openness = |&p: &Point| {
            let nearest = points.iter().map(|&stone| apart(p, stone)).min().unwrap_or(usize::MAX);
            (nearest.min(2), size.edge_distance(p).min(edge(size)), nearest)
        };
        let open = size.points().filter(|p| !points.contains(p));
        points.push(open.max_by_key(openness).expect("half of the board is empty"));
    }
    points.truncate(stones);
    Some(points)
}

#[cfg(test)]
mod tests {
    use super::super::{Board, Color};
    use super::*;

    fn names(size: usize, stones: usize) -> Option<Vec<(usize, usize)>> {
        let size = BoardSize::new(size).expect("a size");
        let points = fixed(size, stones)?;
        Some(points.iter().map(|&p| (size.column(p) + 1, size.row(p) + 1)).collect())
    }

    #[test]
    fn fixed_handicap_points_match_gtp() {
        assert_eq!(names(19, 4), Some(vec![(4, 4), (16, 16), (4, 16), (16, 4)]));
        assert_eq!(names(9, 5), Some(vec![(3, 3), (7, 7), (3, 7), (7, 3), (5, 5)]));
        assert_eq!(names(19, 9).map(|points| points.len()), Some(9));
        assert_eq!(names(19, 6).map(|points| points[4..].to_vec()), Some(vec![(4, 10), (16, 10)]));
        assert_eq!(names(8, 5), None);
        assert_eq!(names(6, 2), None);
        assert_eq!(names(19, 10), None);
    }

    #[test]
    #[ignore = "slow without optimisation: run with --ignored"]
    fn free_handicap_places_requested_stones() {
        for lines in 2..=25 {
            let size = BoardSize::new(lines).expect("a size");
            for stones in [2, 3, 9, 10, 17, size.area() / 2] {
                let Some(points) = free(size, stones) else { continue };
                let board =
                    Board::<11>::with_stones(size, points.iter().map(|&p| (Color::Black, p)));
                assert_eq!(board.stones().count(), stones, "{size:?}");
            }
        }
    }
}
