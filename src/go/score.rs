//! Who owns what: area, territory, and the chains that live without an answer (pass-alive).

use std::fmt;

use super::rules::write_halves;
use super::{Board, Color, Komi, Point, PointSet, Rules, Scoring, Tax};

/// The result in half points, positive where Black wins.
///
/// Half points because shared points count half a 子 for each side and komi comes in halves.
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
                write_halves(f, self.0.abs())
            }
        }
    }
}

/// The points of each side after the dead stones are off: its stones and the empty points that
/// reach only them. What is in neither set is shared.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Area<const W: usize> {
    /// Black's and White's points, by [`Color::index`].
    pub points: [PointSet<W>; 2],
    /// The same without the empty points: the stones that stay.
    pub stones: [PointSet<W>; 2],
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
        Area { points, stones, stride }
    }

    /// Black's points less White's, in points.
    pub fn margin(&self) -> i32 {
        self.points[0].len() as i32 - self.points[1].len() as i32
    }

    /// The points that a tax takes from one side.
    ///
    /// A group is what hangs together by its stones and the points that they surround. It is in
    /// seki where it touches a shared point and has no room for two eyes: fewer than two separate
    /// regions of surrounded points, and none of three points or more.
    fn tax(&self, tax: Tax, color: Color, board_points: &PointSet<W>) -> i32 {
        let own = self.points[color.index()];
        let shared = *board_points - self.points[0] - self.points[1];
        let of_group = |group: PointSet<W>| {
            let territory = group - self.stones[color.index()];
            let regions: Vec<usize> = territory.components(self.stride).map(|r| r.len()).collect();
            let narrow = regions.len() < 2 && regions.iter().all(|&size| size < 3);
            let points = territory.len() as i32;
            if narrow && group.neighbours(self.stride, board_points).intersects(&shared) {
                points
            } else if tax == Tax::All {
                points.min(2)
            } else {
                0
            }
        };
        match tax {
            Tax::None => 0,
            Tax::Seki | Tax::All => own.components(self.stride).map(of_group).sum(),
        }
    }
}

/// The score of a finished position under the rules, komi included.
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
    let area = Area::of(board, dead);
    let full = PointSet::full(board.size());
    let points = |color: Color| {
        let counted = match rules.scoring {
            Scoring::Area => area.points[color.index()].len() as i32,
            Scoring::Territory => {
                let territory = area.points[color.index()] - area.stones[color.index()];
                let taken = *dead & board.stones_of(!color);
                (territory.len() + taken.len() + prisoners[(!color).index()]) as i32
            }
        };
        counted - area.tax(rules.tax, color, &full)
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
    Komi::half_points(rules.komi) + 2 * bonus
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
pub fn final_margin<const W: usize>(board: &Board<W>) -> i32 {
    let stones = board.stone_count(Color::Black) as i32 - board.stone_count(Color::White) as i32;
    board.empty_points().iter().fold(stones, |margin, &point| margin + eye_owner(board, point))
}

/// +1, -1 or 0 for an empty point that only black, only white or both kinds of stones surround.
#[inline]
pub fn eye_owner<const W: usize>(board: &Board<W>, point: Point) -> i32 {
    let around = board.neighbourhood(point);
    i32::from(around.is_surrounded_by(Color::Black))
        - i32::from(around.is_surrounded_by(Color::White))
}

#[cfg(test)]
mod tests {
    use super::super::Diagram;
    use super::*;

    fn board(text: &str) -> (Diagram, Board<2>) {
        let diagram = Diagram::parse(text);
        let board = diagram.board();
        (diagram, board)
    }

    #[test]
    fn shared_points_count_for_nobody() {
        let (_, board) = board(
            ". X . O .
             X X . O O
             . X . O .
             X X . O O
             . X . O .",
        );
        let area = Area::of(&board, &PointSet::EMPTY);
        assert_eq!(area.points.map(|points| points.len()), [10, 10]);
        let rules = Rules { komi: Komi::from_half_points(15).expect("7.5"), ..Rules::CHINESE };
        assert_eq!(score(&board, &PointSet::EMPTY, &rules, [0, 0], 0).to_string(), "W+7.5");
        let all_white = board.stones_of(Color::White);
        assert_eq!(score(&board, &all_white, &rules, [0, 0], 0).to_string(), "B+17.5");
    }

    #[test]
    fn the_empty_board_is_shared() {
        let (_, board) = board(". .\n. .");
        assert_eq!(score(&board, &PointSet::EMPTY, &Rules::CHINESE, [0, 0], 0).to_string(), "0");
    }

    #[test]
    fn territory_counts_prisoners_and_the_dead() {
        let (diagram, board) = board(
            ". X O . .
             . X O . .
             . X O . X
             . X O . .
             . X O . .",
        );
        let rules = Rules { scoring: Scoring::Territory, ..Rules::CHINESE };
        let dead: PointSet<2> = std::iter::once(diagram.size.point(4, 2)).collect();
        assert_eq!(score(&board, &dead, &rules, [0, 3], 0), Score(2 * (5 + 3 - (10 + 1))));
    }

    #[test]
    fn two_eyes_live_and_one_does_not() {
        let (diagram, two) = board(
            ". X . X O
             X X X X O
             O O O O O
             . . . . .
             . . . . .",
        );
        let alive = pass_alive(&two, Color::Black);
        assert_eq!(alive.len(), 8, "six stones and two eyes");
        assert!(alive.contains(diagram.size.point(0, 4)));
        assert!(pass_alive(&two, Color::White).is_empty());
        let (_, one) = board(
            ". X X X O
             X X X X O
             O O O O O
             . . . . .
             . . . . .",
        );
        assert!(pass_alive(&one, Color::Black).is_empty());
    }
}
