//! The area of both colours as in the inputs of KataGo nets.
//!
//! The basic area is computed from pass-alive chains by Benson's algorithm with the points they surround, then empty
//! regions of one colour, then all other stones. With a tax or under territory scoring, only the area of groups with
//! independent life counts: groups that touch no dame and have no chain in atari.

use tianyuan_go::{Board, BoardSize, Color, PointSet, Rules, Scoring, Tax};

/// The computation of areas for a net.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AreaOptions {
    /// `true` if areas are computed as if multi-stone suicide were legal, regardless of the rules.
    pub under_suicide: bool,
    /// `true` if empty points next to a chain in atari are not territory, under territory scoring without a tax.
    pub exclude_territory_near_atari: bool,
}

/// Returns the area of each colour under the rules, indexed by [`Color::index`].
pub(super) fn input_areas<const W: usize>(
    board: &Board<W>,
    rules: &Rules,
    options: AreaOptions,
) -> [PointSet<W>; 2] {
    let basic = basic_areas(board, rules.multi_stone_suicide || options.under_suicide);
    if (rules.scoring, rules.tax) == (Scoring::Area, Tax::None) {
        return basic;
    }
    let stones = Color::BOTH.map(|color| board.stones_of(color));
    let mut areas = Color::BOTH.map(|color| independent_area(board, color, &basic));
    match (rules.scoring, rules.tax) {
        (Scoring::Area, _) => {
            for color in Color::BOTH {
                areas[color.index()] |= basic[color.index()] & stones[color.index()];
            }
        }
        (Scoring::Territory, tax) => {
            if tax == Tax::None {
                let excluded = excluded_territory(board, options);
                for color in Color::BOTH {
                    areas[color.index()] |= basic[color.index()] - stones[color.index()] - excluded;
                }
            }
            let marked = areas[0] | areas[1];
            for color in Color::BOTH {
                areas[color.index()] |= stones[color.index()] - marked;
            }
        }
    }
    areas
}

/// Returns the empty points that are not territory because they are next to a chain in atari.
fn excluded_territory<const W: usize>(board: &Board<W>, options: AreaOptions) -> PointSet<W> {
    if !options.exclude_territory_near_atari {
        return PointSet::EMPTY;
    }
    let in_atari = board.stones().filter(|&(_, point)| board.liberty_count(point) == 1);
    in_atari.fold(PointSet::EMPTY, |all, (_, point)| all | *board.liberties(point))
}

/// Returns the area of the groups of one colour that touch no dame and have no chain in atari.
fn independent_area<const W: usize>(
    board: &Board<W>,
    color: Color,
    basic: &[PointSet<W>; 2],
) -> PointSet<W> {
    let size = board.size();
    let own = board.stones_of(color);
    let dame = PointSet::full(size) - basic[0] - basic[1];
    let groups = basic[color.index()].components(size.stride());
    let is_independent = |group: &PointSet<W>| {
        group.neighbours(size.stride(), &dame).is_empty()
            && (*group & own).iter().all(|stone| board.liberty_count(stone) > 1)
    };
    groups.filter(is_independent).fold(PointSet::EMPTY, |all, group| all | group)
}

/// Returns the basic area of each colour, indexed by [`Color::index`].
fn basic_areas<const W: usize>(board: &Board<W>, is_suicide_legal: bool) -> [PointSet<W>; 2] {
    let stones = Color::BOTH.map(|color| board.stones_of(color));
    let mut area = [PointSet::EMPTY; 2];
    for color in Color::BOTH {
        let of_color = Regions::of(board.size(), color, &stones, is_suicide_legal);
        of_color.mark(color, &mut area);
    }
    let marked = area[0] | area[1];
    for color in Color::BOTH {
        area[color.index()] |= stones[color.index()] - marked;
    }
    area
}

/// A region of points without stones of a colour, with the adjacent chains.
struct Region<const W: usize> {
    points: PointSet<W>,
    /// The indices of the adjacent chains.
    chains: Vec<usize>,
    has_opponent: bool,
}

/// The regions of one colour, with a flag per chain for pass-alive chains.
struct Regions<const W: usize> {
    regions: Vec<Region<W>>,
    is_alive: Vec<bool>,
    own: PointSet<W>,
    stride: usize,
}

impl<const W: usize> Regions<W> {
    fn of(
        size: BoardSize,
        color: Color,
        stones: &[PointSet<W>; 2],
        is_suicide_legal: bool,
    ) -> Regions<W> {
        let stride = size.stride();
        let full = PointSet::full(size);
        let (own, opponent) = (stones[color.index()], stones[(!color).index()]);
        let empty = full - own - opponent;
        let chains: Vec<PointSet<W>> = own.components(stride).collect();
        let liberties: Vec<PointSet<W>> =
            chains.iter().map(|chain| chain.neighbours(stride, &full)).collect();
        let touching = |points: &PointSet<W>| -> Vec<usize> {
            (0..chains.len()).filter(|&chain| liberties[chain].intersects(points)).collect()
        };
        let regions: Vec<Region<W>> = (full - own)
            .components(stride)
            .filter(|points| points.intersects(&empty))
            .map(|points| Region {
                points,
                chains: touching(&points),
                has_opponent: points.intersects(&opponent),
            })
            .collect();
        let is_vital = |region: &Region<W>, chain: usize| {
            let must_touch = if is_suicide_legal { region.points } else { region.points & empty };
            must_touch.is_subset(&liberties[chain])
        };
        let mut is_alive = vec![true; chains.len()];
        loop {
            let is_sound = |region: &&Region<W>| region.chains.iter().all(|&chain| is_alive[chain]);
            let dies = |&chain: &usize| {
                let vital = regions.iter().filter(is_sound).filter(|r| is_vital(r, chain));
                is_alive[chain] && vital.count() < 2
            };
            let dying: Vec<usize> = (0..chains.len()).filter(dies).collect();
            if dying.is_empty() {
                break;
            }
            dying.into_iter().for_each(|chain| is_alive[chain] = false);
        }
        Regions { regions, is_alive, own, stride }
    }

    /// Marks the area of the colour. Points already marked for the opponent are reassigned only if all chains around
    /// them are pass-alive.
    fn mark(&self, color: Color, area: &mut [PointSet<W>; 2]) {
        if self.own.is_empty() {
            return;
        }
        let [mine, theirs] = [color.index(), (!color).index()];
        for chain in self.own.components(self.stride).zip(&self.is_alive) {
            if let (stones, true) = chain {
                area[mine] |= stones;
            }
        }
        for region in &self.regions {
            let beside = self.own.neighbours(self.stride, &region.points);
            let inner = (region.points - beside).len();
            let is_alive = region.chains.iter().all(|&chain| self.is_alive[chain]);
            if is_alive && (inner <= 1 || !region.has_opponent) {
                area[mine] |= region.points;
                area[theirs] = area[theirs] - region.points;
            } else if !region.has_opponent {
                let unmarked = region.points - area[theirs];
                area[mine] |= unmarked;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tianyuan_go::{Diagram, Komi};

    fn counts(text: &str, rules: &str, exclude_territory_near_atari: bool) -> [usize; 2] {
        let rules = Rules::from_name(rules, Komi::default()).expect("rules");
        let options = AreaOptions { exclude_territory_near_atari, ..AreaOptions::default() };
        let board: Board<2> = Diagram::parse(text).board();
        input_areas(&board, &rules, options).map(|area| area.len())
    }

    const UNTAXED: &str = "koSIMPLEscoreTERRITORYtaxNONEsui0";

    #[test]
    fn groups_next_to_dame_are_not_independent() {
        let text = "
            . X . O .
            X X . O O
            . X . O .
            X X . O O
            . X . O .";
        assert_eq!(counts(text, "chinese", false), [10, 10]);
        assert_eq!(counts(text, "japanese", false), [7, 7], "the stones");
        assert_eq!(counts(text, UNTAXED, false), [10, 10]);
    }

    #[test]
    fn groups_with_chain_in_atari_are_not_independent() {
        // White's stone at the bottom is in atari; its liberty is surrounded by White.
        let text = "
            . X X O .
            X X X O O
            . X X O .
            X X X O O
            . X O . O";
        assert_eq!(counts(text, "chinese", false), [14, 11]);
        assert_eq!(counts(text, "koSIMPLEscoreAREAtaxSEKIsui0", false), [14, 8]);
        assert_eq!(counts(text, "japanese", false), [14, 8]);
        assert_eq!(counts(text, UNTAXED, false), [14, 11]);
        assert_eq!(counts(text, UNTAXED, true), [14, 10], "without the liberty");
    }
}
