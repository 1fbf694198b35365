//! A naive oracle of Go, written to be read: plain vectors, flood fill, every position remembered.
//!
//! It shares no code with the fast board but the colours. Points are numbers here, row by row from
//! the bottom left. A ko is what its definition says: a move that brings back the position before
//! the opponent's last stone.

use std::collections::{BTreeSet, HashSet};

use tianyuan::go::{Color, KoRule, Rules};

/// The stones of a position.
pub type Stones = Vec<Option<Color>>;

/// A game played by the letter of the rules.
pub struct Oracle {
    pub lines: usize,
    pub stones: Stones,
    /// Stones lost so far, by colour.
    pub prisoners: [usize; 2],
    pub rules: Rules,
    /// Every position so far, and who was to play then.
    seen: HashSet<(Stones, Color)>,
    /// Who played the last stone, if the last turn was one, and the position before it.
    last: Option<(Color, Stones)>,
}

impl Oracle {
    pub fn new(lines: usize, rules: Rules) -> Oracle {
        let stones = vec![None; lines * lines];
        let seen = HashSet::from([(stones.clone(), Color::Black)]);
        Oracle { lines, stones, prisoners: [0, 0], rules, seen, last: None }
    }

    /// A game that begins with stones on the board.
    #[allow(dead_code)] // most tests begin on the empty board
    pub fn with_stones(lines: usize, rules: Rules, stones: Stones, to_play: Color) -> Oracle {
        let seen = HashSet::from([(stones.clone(), to_play)]);
        Oracle { stones, seen, ..Oracle::new(lines, rules) }
    }

    pub fn neighbours(&self, at: usize) -> Vec<usize> {
        let (column, row, n) = (at % self.lines, at / self.lines, self.lines);
        let beside = [(row + 1 < n, n), (column + 1 < n, 1)];
        let up = beside.iter().filter(|(inside, _)| *inside).map(|(_, step)| at + step);
        let beside = [(row > 0, n), (column > 0, 1)];
        up.chain(beside.iter().filter(|(inside, _)| *inside).map(|(_, step)| at - step)).collect()
    }

    /// The points that hang together with `at` by having the same on them, and those around them.
    pub fn flood(&self, stones: &Stones, at: usize) -> (BTreeSet<usize>, BTreeSet<usize>) {
        let (mut part, mut around) = (BTreeSet::from([at]), BTreeSet::new());
        let mut open = vec![at];
        while let Some(here) = open.pop() {
            for next in self.neighbours(here) {
                if stones[next] != stones[at] {
                    around.insert(next);
                } else if part.insert(next) {
                    open.push(next);
                }
            }
        }
        (part, around)
    }

    /// The stones and the liberties of the chain on a point.
    pub fn chain(&self, stones: &Stones, at: usize) -> (BTreeSet<usize>, BTreeSet<usize>) {
        let (chain, around) = self.flood(stones, at);
        (chain, around.into_iter().filter(|&p| stones[p].is_none()).collect())
    }

    /// Takes off the chains of a colour without liberties among those on some points.
    fn take_off(&self, stones: &mut Stones, color: Color, points: &[usize]) -> usize {
        let mut taken = 0;
        for &at in points {
            if stones[at] == Some(color) {
                let (chain, liberties) = self.chain(stones, at);
                if liberties.is_empty() {
                    taken += chain.len();
                    chain.iter().for_each(|&stone| stones[stone] = None);
                }
            }
        }
        taken
    }

    /// The position after a stone on an empty point, the captures, and the own stones lost.
    pub fn after(&self, color: Color, at: usize) -> (Stones, usize, usize) {
        let mut stones = self.stones.clone();
        stones[at] = Some(color);
        let captured = self.take_off(&mut stones, !color, &self.neighbours(at));
        let lost = self.take_off(&mut stones, color, &[at]);
        (stones, captured, lost)
    }

    /// Whether the move brings back the position before the opponent's last stone.
    pub fn is_ko(&self, color: Color, after: &Stones) -> bool {
        self.last.as_ref().is_some_and(|(by, before)| *by == !color && before == after)
    }

    /// Whether the rules allow a stone on a point.
    pub fn is_legal(&self, color: Color, at: usize) -> bool {
        if self.stones[at].is_some() {
            return false;
        }
        let (after, _, lost) = self.after(color, at);
        let seen = |next: Color| self.seen.contains(&(after.clone(), next));
        let repeats = match self.rules.ko {
            KoRule::Simple => false,
            KoRule::Positional => seen(Color::Black) || seen(Color::White),
            KoRule::Situational => seen(!color),
        };
        let suicide = lost == 1 || lost > 1 && !self.rules.multi_stone_suicide;
        !suicide && !repeats && !self.is_ko(color, &after)
    }

    /// Plays a legal move, or a pass where `at` is `None`.
    pub fn play(&mut self, color: Color, at: Option<usize>) {
        self.last = None;
        if let Some(at) = at {
            let (stones, captured, lost) = self.after(color, at);
            self.prisoners[(!color).index()] += captured;
            self.prisoners[color.index()] += lost;
            self.last = Some((color, std::mem::replace(&mut self.stones, stones)));
        }
        self.seen.insert((self.stones.clone(), !color));
    }

    /// A colour gives up; the stones stay.
    #[allow(dead_code)] // not every test plays games to their end
    pub fn resign(&mut self, color: Color) {
        self.seen.insert((self.stones.clone(), !color));
    }

    /// Black's and White's points: stones, and empty regions that touch one colour only.
    #[allow(dead_code)] // not every test counts what stands
    pub fn area(&self) -> [usize; 2] {
        self.area_of(&self.stones)
    }

    /// The same for stones of which some were taken off.
    pub fn area_of(&self, stones: &Stones) -> [usize; 2] {
        let mut area = [0, 0];
        for at in 0..stones.len() {
            let owners: HashSet<Color> = match stones[at] {
                Some(color) => HashSet::from([color]),
                None => {
                    let (_, around) = self.flood(stones, at);
                    around.iter().filter_map(|&p| stones[p]).collect()
                }
            };
            if owners.len() == 1 {
                owners.iter().for_each(|color| area[color.index()] += 1);
            }
        }
        area
    }
}
