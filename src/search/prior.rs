//! What is known of a move before its first playout, as visits and wins taken for granted.
//!
//! The kinds of knowledge and their weights follow michi (Baudiš 2015).

use smallvec::SmallVec;

use crate::go::{Board, Color, Point, PointMap, PointSet, ladder};
use crate::model::Model;

use super::params::PriorParams;
use super::pattern::Patterns;
use super::proposals::Proposals;
use super::tactics::propose_atari;
use super::tree::Stats;

/// Distance to the last moves beyond which it does not matter.
const FAR: u8 = u8::MAX;

/// The knowledge of one position, for the player to move.
pub struct Priors<'a, const W: usize> {
    board: &'a Board<W>,
    color: Color,
    params: &'a PriorParams,
    distance: PointMap<u8, W>,
    tactics: Tactics,
    likelihood: Likelihood<W>,
}

impl<'a, const W: usize> Priors<'a, W> {
    /// Looks at a position.
    pub fn new(
        board: &'a Board<W>,
        color: Color,
        last: [Option<Point>; 2],
        params: &'a PriorParams,
    ) -> Self {
        let distance = last[0].map_or(PointMap::new(FAR), |last| distances(board, last));
        let likelihood = if params.model > 0 {
            Likelihood::of(board, color, last)
        } else {
            Likelihood { scores: PointMap::new(0), best: 0 }
        };
        Priors { board, color, params, distance, tactics: Tactics::of(board, color), likelihood }
    }

    /// The prior of a pass: as if it had lost.
    pub fn of_pass(&self) -> Stats {
        Prior::new(self.params.even).lost(self.params.pass).stats()
    }

    /// The prior of a legal move.
    pub fn of(&self, point: Point) -> Stats {
        let (board, params) = (self.board, self.params);
        let likely = self.likelihood.root_share(point) * params.model as f32;
        let mut prior = Prior::new(params.even).won(likely as u32);
        match self.tactics.gain(point) {
            0 => {}
            1 => prior = prior.won(params.atari_one),
            _ => prior = prior.won(params.atari_more),
        }
        if self.tactics.futile.contains(&point) {
            prior = prior.lost(params.ladder);
        }
        if Patterns::new().matches(board.neighbourhood(point)) {
            prior = prior.won(params.prior_pattern);
        }
        if board.is_self_atari(self.color, point) {
            prior = prior.lost(params.self_atari);
        }
        prior = prior.won(match self.distance[point] {
            1 => params.distance_one,
            2 => params.distance_two,
            3 => params.distance_three,
            _ => 0,
        });
        let edge = board.size().edge_distance(point);
        if edge <= 2 && self.is_empty_area(point) {
            prior = match edge {
                2 => prior.won(params.empty_area),
                _ => prior.lost(params.empty_area),
            };
        }
        prior.stats()
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
struct Prior(Stats);

impl Prior {
    /// So many visits, half of them won.
    fn new(even: u32) -> Prior {
        Prior(Stats { visits: even, half_wins: even })
    }

    fn won(self, visits: u32) -> Prior {
        let Stats { visits: so_far, half_wins } = self.0;
        Prior(Stats { visits: so_far + visits, half_wins: half_wins + 2 * visits })
    }

    fn lost(self, visits: u32) -> Prior {
        Prior(Stats { visits: self.0.visits + visits, ..self.0 })
    }

    fn stats(self) -> Stats {
        self.0
    }
}

/// How likely strong players are to choose each move.
struct Likelihood<const W: usize> {
    scores: PointMap<i32, W>,
    best: i32,
}

impl<const W: usize> Likelihood<W> {
    fn of(board: &Board<W>, color: Color, last: [Option<Point>; 2]) -> Self {
        let scores = Model::embedded().scores(board, color, last);
        let playable = board.empty_points().iter().filter(|&&v| board.is_playable(color, v));
        let best = playable.map(|&v| scores[v]).max().unwrap_or(0);
        Likelihood { scores, best }
    }

    /// The root of a move's likelihood in comparison to the likeliest one.
    fn root_share(&self, point: Point) -> f32 {
        Model::embedded().root_share(self.best - self.scores[point])
    }
}

/// What the fights of a position come to, chain by chain.
#[derive(Debug, Default)]
struct Tactics {
    /// The moves that take or save a chain, with the size of the largest one.
    gains: SmallVec<[(Point, usize); 16]>,
    /// The moves that run from a ladder which works.
    futile: SmallVec<[Point; 4]>,
}

impl Tactics {
    fn of<const W: usize>(board: &Board<W>, color: Color) -> Tactics {
        let mut tactics = Tactics::default();
        let mut seen = PointSet::<W>::EMPTY;
        for (owner, stone) in board.stones() {
            if board.liberty_count(stone) > 2 || seen.contains(stone) {
                continue;
            }
            seen |= board.chain_stones(stone).collect();
            match board.liberty_count(stone) {
                1 => tactics.add_atari(board, color, stone),
                _ if owner != color => {
                    let atari = ladder::catching_atari(board, stone);
                    atari.into_iter().for_each(|point| tactics.add(point, board.chain_size(stone)));
                }
                _ => {}
            }
        }
        tactics
    }

    /// A chain in atari: what takes it or saves it.
    fn add_atari<const W: usize>(&mut self, board: &Board<W>, color: Color, stone: Point) {
        let mut proposals = Proposals::new();
        propose_atari(board, color, stone, &mut proposals);
        let own = board.color_at(stone) == Some(color);
        let caught = own && !proposals.is_empty() && !ladder::escapes(board, stone);
        for &point in proposals.points() {
            match caught && board.liberties(stone).contains(point) {
                true => self.futile.push(point),
                false => self.add(point, board.chain_size(stone)),
            }
        }
    }

    fn add(&mut self, point: Point, size: usize) {
        match self.gains.iter_mut().find(|(known, _)| *known == point) {
            Some(known) => known.1 = known.1.max(size),
            None => self.gains.push((point, size)),
        }
    }

    /// The stones that a move takes or saves.
    fn gain(&self, point: Point) -> usize {
        self.gains.iter().find(|(known, _)| *known == point).map_or(0, |&(_, size)| size)
    }
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
        let priors = Priors::new(
            &board,
            Color::Black,
            [Some(diagram.size.point(2, 1)), None],
            &params.prior,
        );
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
