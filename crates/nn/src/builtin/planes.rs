//! The input of a Tianyuan net: binary planes and four global inputs.
//!
//! | plane | ones at | source |
//! | --- | --- | --- |
//! | 0, 1 | the stones of the player to move, the opponent's | the board |
//! | 2, 3, 4 | own stones of chains with one, two, three liberties | the board |
//! | 5, 6, 7 | the opponent's stones of chains with one, two, three liberties | the board |
//! | 8 | the point forbidden to the player to move by simple ko | the board |
//! | 9 to 13 | the last five moves, latest first; empty for a pass | the game |
//! | 14, 15 | own stones that a ladder captures, the opponent's | [`ladder`](tianyuan_go::ladder) |
//! | 16 | every point: marks the board against its zero border | |
//!
//! | global input | value | source |
//! | --- | --- | --- |
//! | 0 | komi in points for the player to move, divided by 15; under territory scoring with the stone balance | the rules |
//! | 1, 2 | 1 if the last move, or the move before it, was a pass | the game |
//! | 3 | 1 under area scoring, 0 under territory scoring | the rules |
//!
//! Points are ordered row by row from the top left.

use tianyuan_go::{BoardSize, Color, Game, Move, Point, PointSet, Scoring, with_words};

use super::features::{Features, LAST_MOVES, NonSpatialFeatures};

/// The number of planes.
pub const PLANES: usize = 17;
/// The number of global inputs.
pub const GLOBALS: usize = 4;
/// The scale of the komi input, in points.
const KOMI_SCALE: f32 = 15.0;

const LIBERTIES: [usize; 2] = [2, 5];
const KO: usize = 8;
const LAST: usize = 9;
const CAUGHT: [usize; 2] = [14, 15];
const ONES: usize = 16;

/// The input of a net.
///
/// ```
/// use tianyuan_go::{Board, BoardSize, Color, Scoring};
/// use tianyuan_nn::{NonSpatialFeatures, Features, Planes, point_index};
///
/// let size = BoardSize::new(9).expect("boards have 2 to 25 lines");
/// let mut board = Board::<2>::new(size);
/// board.play(Color::Black, size.point(2, 2));
/// let non_spatial = NonSpatialFeatures { last: [None; 5], komi: 15, scoring: Scoring::Area };
/// let planes = Planes::of(&Features::of(&board, Color::White, &non_spatial));
///
/// assert_eq!(planes.komi(), 7.5);
/// assert_eq!(planes.points()[point_index(size, size.point(2, 2))][..2], [0, 1]);
/// assert_eq!(planes.points()[point_index(size, size.point(0, 8))][..2], [0, 0]);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Planes {
    size: BoardSize,
    points: Vec<[u8; PLANES]>,
    globals: [f32; GLOBALS],
}

impl Planes {
    /// Returns the planes and global inputs of the features.
    pub fn of<const W: usize>(features: &Features<W>) -> Planes {
        let mut blank = [0; PLANES];
        blank[ONES] = 1;
        let mut planes = Planes {
            size: features.size,
            points: vec![blank; features.size.area()],
            globals: globals(features),
        };
        for (side, stones) in [features.own, features.opponent].into_iter().enumerate() {
            planes.mark(side, stones);
            planes.mark(CAUGHT[side], stones & features.caught);
            for (count, chains) in features.liberties.into_iter().enumerate() {
                planes.mark(LIBERTIES[side] + count, stones & chains);
            }
        }
        planes.mark::<W>(KO, features.ko.into_iter().collect());
        for (age, played) in features.last.into_iter().enumerate() {
            planes.mark::<W>(LAST + age, played.and_then(Move::point).into_iter().collect());
        }
        planes
    }

    /// Returns the planes for the current position of a game with `color` to move.
    pub fn of_game(game: &Game, color: Color) -> Planes {
        let beside = NonSpatialFeatures::of(game);
        with_words!(game.size(), W => {
            Planes::of(&Features::of(&game.board().resized::<W>(), color, &beside))
        })
    }

    /// Creates planes from their values, with `points` row by row from the top left. Returns `None` if the number of
    /// points does not match the board.
    pub fn from_parts(
        size: BoardSize,
        points: &[[u8; PLANES]],
        globals: [f32; GLOBALS],
    ) -> Option<Planes> {
        (points.len() == size.area()).then(|| Planes { size, points: points.to_vec(), globals })
    }

    /// Returns the board size.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// Returns the planes of each point, row by row from the top left.
    pub fn points(&self) -> &[[u8; PLANES]] {
        &self.points
    }

    /// Returns the global inputs.
    pub fn globals(&self) -> [f32; GLOBALS] {
        self.globals
    }

    /// Returns `true` under area scoring.
    pub fn counts_area(&self) -> bool {
        self.globals[3] == 1.0
    }

    /// Returns the planes of the same position under area scoring, with the komi that makes the result the same on
    /// average.
    ///
    /// The komi already includes the stones so far, each of which costs a point under territory scoring. For the rest
    /// of the game the player to move loses half a point, because that player plays one stone more in half of all
    /// games.
    pub fn under_area_scoring(&self) -> Planes {
        match self.counts_area() {
            true => self.clone(),
            false => {
                let mut planes = self.with_more_komi(-0.5);
                planes.globals[3] = 1.0;
                planes
            }
        }
    }

    /// Returns the komi of the player to move in points: negative if the opponent receives it.
    pub fn komi(&self) -> f32 {
        self.globals[0] * KOMI_SCALE
    }

    /// Returns a copy with the komi of the player to move increased by `points`.
    pub fn with_more_komi(&self, points: f32) -> Planes {
        let mut planes = self.clone();
        planes.globals[0] += points / KOMI_SCALE;
        planes
    }

    fn mark<const W: usize>(&mut self, plane: usize, set: PointSet<W>) {
        for point in set.iter() {
            self.points[point_index(self.size, point)][plane] = 1;
        }
    }
}

fn globals<const W: usize>(features: &Features<W>) -> [f32; GLOBALS] {
    // A longer history would overlap the ladder planes.
    const { assert!(LAST_MOVES == 5 && LAST + LAST_MOVES == CAUGHT[0]) };
    let passed = |age: usize| f32::from(features.last[age] == Some(Move::Pass));
    let area = f32::from(features.scoring == Scoring::Area);
    // Komi is in half points in the features.
    [features.komi as f32 / (2.0 * KOMI_SCALE), passed(0), passed(1), area]
}

/// Returns the index of a point in planes, policy and ownership: row by row from the top left.
pub fn point_index(size: BoardSize, point: Point) -> usize {
    // `BoardSize` counts rows from the bottom, nets count them from the top.
    (size.lines() - 1 - size.row(point)) * size.lines() + size.column(point)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tianyuan_go::{Komi, Rules};

    #[test]
    fn territory_komi_becomes_area_komi() {
        let komi = Komi::from_half_points(13).expect("a komi");
        let rules = Rules::from_name("japanese", komi).expect("rules");
        let mut game = Game::new(BoardSize::STANDARD, rules);
        let komi_of =
            |game: &Game| Planes::of_game(game, game.to_play()).under_area_scoring().komi();
        // In an even game the same komi of 7 points applies to both players.
        assert!((komi_of(&game) + 7.0).abs() < 1e-5);
        game.play(Color::Black, Move::Play(game.size().point(3, 3))).expect("legal");
        assert!((komi_of(&game) - 7.0).abs() < 1e-5);
        game.play(Color::White, Move::Pass).expect("legal");
        assert!((komi_of(&game) + 8.0).abs() < 1e-5, "the stone costs a point");
        let planes = Planes::of_game(&game, game.to_play());
        assert!(!planes.counts_area() && planes.under_area_scoring().counts_area());
    }
}
