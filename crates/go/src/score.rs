//! Scoring: area, territory, the tax on groups, and pass-alive chains.

use std::fmt;

use super::rules::fmt_half_points;
use super::{Board, Color, Point, PointMap, PointSet, Rules, Scoring, Tax};

/// The result in half points, positive where Black wins.
///
/// Half points are exact: a shared point counts half a 子 for each side, and komi comes in halves.
///
/// ```
/// use tianyuan_go::{Color, Score};
///
/// assert_eq!(Score(7).to_string(), "B+3.5");
/// assert_eq!(Score(-24).winner(), Some(Color::White));
/// assert_eq!(Score(0).winner(), None, "jigo");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Hash)]
pub struct Score(pub i32);

impl Score {
    /// The winner, `None` where the game is drawn (jigo).
    pub fn winner(self) -> Option<Color> {
        match self.0 {
            0 => None,
            ..0 => Some(Color::White),
            _ => Some(Color::Black),
        }
    }
}

/// As GTP writes it: `B+3.5`, `W+12`, `0`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner() {
            None => f.write_str("0"),
            Some(winner) => {
                write!(f, "{}+", winner.letter())?;
                fmt_half_points(f, self.0.abs())
            }
        }
    }
}

/// The points of each side after the dead stones are off: its stones and the empty points that
/// reach only them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Area<const W: usize> {
    /// Black's and White's points, by [`Color::index`].
    pub points: [PointSet<W>; 2],
    /// Black's and White's stones that stay on the board, by [`Color::index`].
    pub stones: [PointSet<W>; 2],
    /// The empty points that reach both colours or none.
    pub shared: PointSet<W>,
    stride: usize,
}

impl<const W: usize> Area<W> {
    /// The area of a position, without the stones in `dead`.
    pub fn of(board: &Board<W>, dead: &PointSet<W>) -> Area<W> {
        let stride = board.size().stride();
        let stones = Color::BOTH.map(|color| board.stones_of(color) - *dead);
        let empty = PointSet::full(board.size()) - stones[0] - stones[1];
        let reached = stones.map(|own| own.flood(stride, &(empty | own)));
        let points = [reached[0] - reached[1], reached[1] - reached[0]];
        let shared = empty - points[0] - points[1];
        Area { points, stones, shared, stride }
    }

    /// Black's points less White's, in points.
    pub fn margin(&self) -> i32 {
        self.points[0].len() as i32 - self.points[1].len() as i32
    }

    /// Black's and White's count in 子, shared points halved.
    pub fn count(&self) -> AreaCount {
        let [black, white] = self.points.map(|points| 2 * points.len() as u32);
        let shared = self.shared.len() as u32;
        AreaCount { black_halves: black + shared, white_halves: white + shared }
    }

    /// The points that a tax takes from one side, group by group. A group is what hangs together by
    /// its stones and the points that they surround.
    pub fn tax(&self, tax: Tax, color: Color) -> i32 {
        if tax == Tax::None {
            return 0;
        }
        let of_group = |group: PointSet<W>| {
            let points = (group - self.stones[color.index()]).len() as i32;
            match tax {
                Tax::None => 0,
                Tax::Seki | Tax::All if self.is_in_seki(group, color) => points,
                Tax::Seki => 0,
                Tax::All => points.min(2),
            }
        };
        self.points[color.index()].components(self.stride).map(of_group).sum()
    }

    /// Returns the surrounded points of one side that count as territory under the tax rule: all, or only those of
    /// groups not in seki.
    pub fn territory(&self, tax: Tax, color: Color) -> PointSet<W> {
        let groups = self.points[color.index()].components(self.stride);
        let counted = groups.filter(|&group| tax == Tax::None || !self.is_in_seki(group, color));
        counted.fold(PointSet::EMPTY, |all, group| all | group) - self.stones[color.index()]
    }

    /// Returns the number of points that groups of one side in seki surround, counting only groups with stones in
    /// `seki`.
    pub fn taxed_eyes(&self, seki: &PointSet<W>, color: Color) -> i32 {
        let groups = self.points[color.index()].components(self.stride);
        let taxed = groups.filter(|group| group.intersects(seki) && self.is_in_seki(*group, color));
        taxed.map(|group| (group - self.stones[color.index()]).len() as i32).sum()
    }

    /// Returns `true` if a group, with the points that it surrounds, lives by shared liberties.
    fn is_in_seki(&self, group: PointSet<W>, color: Color) -> bool {
        let stones = group & self.stones[color.index()];
        !group.neighbours(self.stride, &self.shared).is_empty()
            && !self.has_two_eyes(stones, group - stones)
    }

    /// Whether a group lives without shared liberties. A group beside a neutral point that does is an
    /// ordinary group; one that does not is in seki.
    ///
    /// The algorithm is Benson's for pass-alive groups, with weaker eyes: a region of one or two points
    /// is an eye, a larger one is two, because its owner can divide it. An eye is false if a chain
    /// around it lives by no other eye. Two errors remain, since players settle both cases before they
    /// pass: a region of three points that cannot be divided in time counts as two eyes, and a group
    /// connected to its other eye by neutral points alone counts as seki.
    fn has_two_eyes(&self, stones: PointSet<W>, territory: PointSet<W>) -> bool {
        let mut chains: Vec<PointSet<W>> = stones.components(self.stride).collect();
        let mut regions: Vec<PointSet<W>> = territory.components(self.stride).collect();
        loop {
            let before = chains.len();
            chains.retain(|chain| {
                let beside = chain.neighbours(self.stride, &territory);
                let own = regions.iter().filter(|region| region.intersects(&beside));
                own.map(|region| if region.len() < 3 { 1 } else { 2 }).sum::<i32>() >= 2
            });
            let alive = chains.iter().fold(PointSet::EMPTY, |all, &chain| all | chain);
            regions.retain(|region| region.neighbours(self.stride, &stones).is_subset(&alive));
            if chains.len() == before {
                return !chains.is_empty();
            }
        }
    }
}

/// The count of 数子法, in halves of a 子, exact: the two always add up to twice the points of the
/// board, and a side with more than 归本数 (N² halves) is ahead on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct AreaCount {
    /// Black's stones and points, and half of the shared ones.
    pub black_halves: u32,
    /// White's stones and points, and half of the shared ones.
    pub white_halves: u32,
}

/// The score of a finished position under the rules, komi included: without the stones in `dead`,
/// but under rules that [count all stones as alive](Rules::counts_all_stones_alive) none is removed.
///
/// `prisoners` are the stones captured so far, by the colour that lost them; `handicap` is the
/// number of handicap stones.
pub fn score<const W: usize>(
    board: &Board<W>,
    dead: &PointSet<W>,
    rules: &Rules,
    prisoners: [usize; 2],
    handicap: usize,
) -> Score {
    let dead = if rules.counts_all_stones_alive() { &PointSet::EMPTY } else { dead };
    let area = Area::of(board, dead);
    let points = |color: Color| {
        let counted = match rules.scoring {
            Scoring::Area => area.points[color.index()].len() as i32,
            Scoring::Territory => {
                let territory = area.points[color.index()] - area.stones[color.index()];
                let taken = *dead & board.stones_of(!color);
                (territory.len() + taken.len() + prisoners[(!color).index()]) as i32
            }
        };
        counted - area.tax(rules.tax, color)
    };
    let margin = points(Color::Black) - points(Color::White);
    Score(2 * margin - compensation(rules, handicap))
}

/// What White receives beside the board, in half points: komi, and under area scoring the bonus
/// for handicap stones.
pub fn compensation(rules: &Rules, handicap: usize) -> i32 {
    let bonus = match rules.scoring {
        Scoring::Area => rules.handicap_bonus.points(handicap),
        Scoring::Territory => 0,
    };
    rules.komi.half_points() + 2 * bonus
}

/// Returns twice the number of stones that Black has placed minus White's, including captured stones; 0 under area
/// scoring. `prisoners` are the captured stones, by the colour that lost them.
///
/// Territory scores are area scores minus this number, because a stone on the board adds one point to the area and a
/// prisoner takes one point of territory (KataGo calls it "chilling by one point").
pub fn stone_balance<const W: usize>(
    board: &Board<W>,
    rules: &Rules,
    prisoners: [usize; 2],
) -> i32 {
    let placed = |color: Color| (board.stone_count(color) + prisoners[color.index()]) as i32;
    match rules.scoring {
        Scoring::Area => 0,
        Scoring::Territory => 2 * (placed(Color::Black) - placed(Color::White)),
    }
}

/// The stones of a colour that no sequence of moves can capture even if their owner always passes,
/// and the regions that they enclose without room for the opponent to live (Benson 1976).
pub fn pass_alive<const W: usize>(board: &Board<W>, color: Color) -> PointSet<W> {
    let stride = board.size().stride();
    let full = PointSet::full(board.size());
    let own = board.stones_of(color);
    let empty: PointSet<W> = board.empty_points().iter().copied().collect();
    let mut chains: Vec<PointSet<W>> = own.components(stride).collect();
    let mut regions: Vec<PointSet<W>> = (full - own).components(stride).collect();
    loop {
        let is_vital = |region: &PointSet<W>, chain: &PointSet<W>| {
            (*region & empty).is_subset(&chain.neighbours(stride, &full))
        };
        let before = (chains.len(), regions.len());
        chains.retain(|chain| regions.iter().filter(|r| is_vital(r, chain)).count() >= 2);
        let alive = chains.iter().fold(PointSet::EMPTY, |all, &chain| all | chain);
        regions.retain(|r| (r.neighbours(stride, &own)).is_subset(&alive));
        if before == (chains.len(), regions.len()) {
            let closed = regions.iter().filter(|r| chains.iter().any(|chain| is_vital(r, chain)));
            return closed.fold(alive, |all, &region| all | region);
        }
    }
}

/// Black's margin in points where the game was played out: every empty point is an eye or shared.
#[inline]
pub fn final_margin<const W: usize, const ATARI: bool>(board: &Board<W, ATARI>) -> i32 {
    let stones = board.stone_count(Color::Black) as i32 - board.stone_count(Color::White) as i32;
    board.empty_points().iter().fold(stones, |margin, &point| margin + eye_owner(board, point))
}

/// Adds +1 to every point that is Black's at the end of a playout and -1 to White's.
///
/// Over the whole board at once, pads included: the compiler makes that as many points a time as
/// a register holds, while the few empty ones are looked at one by one.
#[inline]
pub fn add_owners<const W: usize>(board: &Board<W>, sums: &mut PointMap<i32, W>) {
    for (sum, &cell) in sums.values_mut().iter_mut().zip(board.cells.values()) {
        *sum += i32::from(cell == Color::Black as u8) - i32::from(cell == Color::White as u8);
    }
    for &point in board.empty_points() {
        sums[point] += eye_owner(board, point);
    }
}

/// Adds +1 to every point that is Black's and -1 to White's in a position that is counted as it
/// stands, where regions may still be open.
pub fn add_stones_as_owners<const W: usize>(board: &Board<W>, sums: &mut PointMap<i32, W>) {
    let area = Area::of(board, &PointSet::EMPTY);
    for color in Color::BOTH {
        for point in area.points[color.index()].iter() {
            sums[point] += color.sign();
        }
    }
}

/// +1, -1 or 0 for an empty point that only black, only white or both kinds of stones surround.
#[inline]
fn eye_owner<const W: usize, const ATARI: bool>(board: &Board<W, ATARI>, point: Point) -> i32 {
    let around = board.neighbourhood(point);
    i32::from(around.is_surrounded_by(Color::Black))
        - i32::from(around.is_surrounded_by(Color::White))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;
    use crate::{BoardSize, Game, Komi, Move};

    #[test]
    fn territory_score_is_area_margin_minus_stone_balance() {
        let (mut rng, mut prisoners) = (Rng::new(59), 0);
        for lines in [3, 5, 9] {
            let komi = Komi::from_half_points(13).expect("a komi");
            let rules = Rules { tax: Tax::None, komi, ..Rules::JAPANESE };
            let mut game = Game::new(BoardSize::new(lines).expect("a size"), rules);
            let points: Vec<Point> = game.size().points().collect();
            for _ in 0..4 * points.len() {
                let mv = match rng.below(8) {
                    0 => Move::Pass,
                    _ => Move::Play(points[rng.below(points.len())]),
                };
                let _ = game.play(game.to_play(), mv);
                let chains = game.board().stones_of(Color::White).components(game.size().stride());
                let dead = chains.filter(|_| rng.below(3) == 0);
                let dead = dead.fold(PointSet::EMPTY, |all, chain| all | chain);
                let margin = Area::of(game.board(), &dead).margin();
                assert_eq!(game.score(&dead).0, 2 * margin - game.area_compensation());
            }
            prisoners += Color::BOTH.map(|color| game.prisoners(color)).into_iter().sum::<usize>();
        }
        assert!(prisoners > 0, "captures are included");
    }
}
