//! What is known of a move before its first playout, as visits and wins taken for granted.
//!
//! The kinds of knowledge and their weights follow michi (Baudiš 2015).

use smallvec::SmallVec;

use crate::go::{Board, Color, Point, PointMap};

use super::params::PriorParams;
use super::pattern;
use super::playout::propose_atari;
use super::tree::Stats;

/// Distance to the last moves beyond which it does not matter.
const FAR: u8 = u8::MAX;

/// The knowledge of one position, for the player to move.
pub struct Priors<'a, const W: usize> {
    board: &'a Board<W>,
    color: Color,
    params: &'a PriorParams,
    distance: PointMap<u8, W>,
    /// The moves that take or save a chain in atari, with the size of the largest one.
    ataris: SmallVec<[(Point, usize); 16]>,
}

impl<'a, const W: usize> Priors<'a, W> {
    /// Looks at a position.
    pub fn new(
        board: &'a Board<W>,
        color: Color,
        last: Option<Point>,
        params: &'a PriorParams,
    ) -> Self {
        let distance = last.map_or(PointMap::new(FAR), |last| distances(board, last));
        Priors { board, color, params, distance, ataris: ataris(board, color) }
    }

    /// The prior of a pass: as if it had lost.
    pub fn of_pass(&self) -> Stats {
        Tally::new(self.params.even).lost(self.params.pass).stats()
    }

    /// The prior of a legal move.
    pub fn of(&self, point: Point) -> Stats {
        let (board, params) = (self.board, self.params);
        let mut tally = Tally::new(params.even);
        if let Some((_, size)) = self.ataris.iter().find(|(atari, _)| *atari == point) {
            tally = tally.won(if *size > 1 { params.atari_more } else { params.atari_one });
        }
        if pattern::matches(board.neighbourhood(point)) {
            tally = tally.won(params.pattern);
        }
        if board.is_self_atari(self.color, point) {
            tally = tally.lost(params.self_atari);
        }
        if let Some(&won) = params.distance.get(usize::from(self.distance[point]).wrapping_sub(1)) {
            tally = tally.won(won);
        }
        let edge = board.size().edge_distance(point);
        if edge <= 2 && self.is_empty_area(point) {
            tally = match edge {
                2 => tally.won(params.empty_area),
                _ => tally.lost(params.empty_area),
            };
        }
        tally.stats()
    }

    /// Whether there is no stone within three lines of a point.
    fn is_empty_area(&self, point: Point) -> bool {
        let size = self.board.size();
        let near = |middle: usize| middle.saturating_sub(3)..(middle + 4).min(size.lines());
        let mut rows = near(size.row(point));
        rows.all(|row| {
            near(size.column(point)).all(|column| self.board.is_empty(size.point(column, row)))
        })
    }
}

/// A prior being summed up.
#[derive(Clone, Copy)]
struct Tally(Stats);

impl Tally {
    /// So many visits, half of them won.
    fn new(even: u32) -> Tally {
        Tally(Stats { visits: even, half_wins: even })
    }

    fn won(self, visits: u32) -> Tally {
        let Stats { visits: so_far, half_wins } = self.0;
        Tally(Stats { visits: so_far + visits, half_wins: half_wins + 2 * visits })
    }

    fn lost(self, visits: u32) -> Tally {
        Tally(Stats { visits: self.0.visits + visits, ..self.0 })
    }

    fn stats(self) -> Stats {
        self.0
    }
}

/// The moves that take or save some chain in atari, with the size of the largest such chain.
fn ataris<const W: usize>(board: &Board<W>, color: Color) -> SmallVec<[(Point, usize); 16]> {
    let mut found: SmallVec<[(Point, usize); 16]> = SmallVec::new();
    let mut seen = SmallVec::<[_; 16]>::new();
    for (_, stone) in board.stones() {
        if board.liberty_count(stone) != 1 || seen.contains(&board.chain_at(stone)) {
            continue;
        }
        seen.push(board.chain_at(stone));
        let mut proposals = SmallVec::new();
        propose_atari(board, color, stone, &mut proposals);
        let size = board.chain_size(stone);
        for point in proposals {
            match found.iter_mut().find(|(known, _)| *known == point) {
                Some(known) => known.1 = known.1.max(size),
                None => found.push((point, size)),
            }
        }
    }
    found
}

/// The distance of every point from one point, up to 3, where stones of one chain are one step
/// ("common fate graph", Graepel and others 2001).
fn distances<const W: usize>(board: &Board<W>, from: Point) -> PointMap<u8, W> {
    let mut distance = PointMap::new(FAR);
    let mut here: SmallVec<[Point; 64]> = SmallVec::new();
    reach(board, from, 0, &mut distance, &mut here);
    for steps in 1..=3 {
        let mut next = SmallVec::new();
        for point in here {
            for neighbour in board.neighbours(point) {
                reach(board, neighbour, steps, &mut distance, &mut next);
            }
        }
        here = next;
    }
    distance
}

/// Marks a point, or all of its chain, as reached.
fn reach<const W: usize>(
    board: &Board<W>,
    point: Point,
    steps: u8,
    distance: &mut PointMap<u8, W>,
    reached: &mut SmallVec<[Point; 64]>,
) {
    if distance[point] != FAR {
        return;
    }
    if board.is_empty(point) {
        distance[point] = steps;
        reached.push(point);
        return;
    }
    for stone in board.chain_stones(point) {
        distance[stone] = steps;
        reached.push(stone);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Diagram;
    use crate::search::params::Params;

    #[test]
    fn a_capture_beside_the_last_move_is_liked_best() {
        let diagram = Diagram::parse(
            ". . . . .
             . . . . .
             . X X . .
             X O O a .
             b X X . .",
        );
        let board: Board<2> = diagram.board();
        let params = Params::default();
        let priors =
            Priors::new(&board, Color::Black, Some(diagram.size.point(2, 1)), &params.prior);
        let winrate = |point| priors.of(point).winrate();
        let best = diagram.mark('a');
        let empty = board.empty_points().iter().filter(|&&point| point != best);
        assert!(empty.clone().all(|&point| winrate(point) < winrate(best)));
        assert!(priors.of_pass().winrate() < 0.5);
        assert!(priors.of(diagram.mark('b')).visits >= params.prior.even);
    }

    #[test]
    fn chains_shorten_distances() {
        let diagram = Diagram::parse(
            "a X X X b
             . . . . .
             . . . . .
             . . . . c
             . . . . .",
        );
        let board: Board<2> = diagram.board();
        let distance = distances(&board, diagram.mark('a'));
        assert_eq!(distance[diagram.mark('b')], 2);
        assert_eq!(distance[diagram.mark('c')], FAR);
    }
}
