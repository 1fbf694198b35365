//! A naive, readable Go oracle: plain vectors, flood fill, and all positions stored.
//!
//! It shares only the colours with the fast board. Points are numbers, row by row from the bottom left. Ko follows
//! its definition: a move that restores the position before the opponent's last move.

use std::collections::{BTreeSet, HashSet};

use tianyuan::go::{Color, KoRule, Rules};

/// The stones of a position.
pub type Stones = Vec<Option<Color>>;

/// A game that follows the rules literally.
pub struct Oracle {
    pub lines: usize,
    pub stones: Stones,
    /// The captured stones by colour.
    pub prisoners: [usize; 2],
    pub rules: Rules,
    /// All positions so far, with the player to move.
    seen: HashSet<(Stones, Color)>,
    /// The player of the last stone, if the last turn was a move, and the position before it.
    last: Option<(Color, Stones)>,
}

impl Oracle {
    pub fn new(lines: usize, rules: Rules) -> Oracle {
        let stones = vec![None; lines * lines];
        let seen = HashSet::from([(stones.clone(), Color::Black)]);
        Oracle { lines, stones, prisoners: [0, 0], rules, seen, last: None }
    }

    /// Returns a game that starts with stones on the board.
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

    /// Returns the points connected to `at` with the same content, and their neighbours.
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

    /// Returns the stones and the liberties of the chain at a point.
    pub fn chain(&self, stones: &Stones, at: usize) -> (BTreeSet<usize>, BTreeSet<usize>) {
        let (chain, around) = self.flood(stones, at);
        (chain, around.into_iter().filter(|&p| stones[p].is_none()).collect())
    }

    /// Removes the chains of a colour without liberties at some points.
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

    /// Returns the position after a move on an empty point, the captures, and the player's own lost stones.
    pub fn after(&self, color: Color, at: usize) -> (Stones, usize, usize) {
        let mut stones = self.stones.clone();
        stones[at] = Some(color);
        let captured = self.take_off(&mut stones, !color, &self.neighbours(at));
        let lost = self.take_off(&mut stones, color, &[at]);
        (stones, captured, lost)
    }

    /// Returns `true` if the move restores the position before the opponent's last stone.
    pub fn is_ko(&self, color: Color, after: &Stones) -> bool {
        self.last.as_ref().is_some_and(|(by, before)| *by == !color && before == after)
    }

    /// Returns `true` if a move is legal.
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

    /// Plays a legal move, or a pass if `at` is `None`.
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

    /// A player resigns; the stones remain.
    #[allow(dead_code)] // not every test plays games to their end
    pub fn resign(&mut self, color: Color) {
        self.seen.insert((self.stones.clone(), !color));
    }

    /// Returns the points of Black and White: stones, and empty regions that touch one colour only.
    #[allow(dead_code)] // not every test counts what stands
    pub fn area(&self) -> [usize; 2] {
        self.area_of(&self.stones)
    }

    /// Returns the same after the removal of some stones.
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
