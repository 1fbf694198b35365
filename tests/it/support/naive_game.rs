//! A game that the naive oracle replays from the start for every query.

use tianyuan::go::{Color, HandicapBonus, Rules, Scoring, Tax};

use super::oracle::{Oracle, Stones};

/// The action of a turn, with the number of the point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    Play(usize),
    Pass,
    Resign,
}

/// A start position, rules and turns.
#[derive(Debug, Clone)]
pub struct NaiveGame {
    pub lines: usize,
    pub rules: Rules,
    /// The stones at the start, and the player to move then.
    start: (Stones, Color),
    /// The initial moves that cannot be taken back.
    series: Vec<(Color, Act)>,
    pub turns: Vec<(Color, Act)>,
}

impl NaiveGame {
    pub fn new(lines: usize, rules: Rules) -> NaiveGame {
        let start = (vec![None; lines * lines], Color::Black);
        NaiveGame { lines, rules, start, series: Vec::new(), turns: Vec::new() }
    }

    /// Returns the same board and rules with setup stones, or `None` if they are invalid.
    pub fn with_stones(&self, stones: &[(Color, usize)], to_play: Color) -> Option<NaiveGame> {
        let mut game = NaiveGame::new(self.lines, self.rules);
        for &(color, at) in stones {
            if game.start.0[at].replace(color).is_some() {
                return None;
            }
        }
        game.start.1 = to_play;
        let oracle = game.oracle();
        let lives = |at: usize| {
            oracle.stones[at].is_none() || !oracle.chain(&oracle.stones, at).1.is_empty()
        };
        (0..oracle.stones.len()).all(lives).then_some(game)
    }

    /// Returns the same board and rules after initial moves, or `None` if one is illegal.
    pub fn after_series(&self, series: &[(Color, Act)]) -> Option<NaiveGame> {
        let mut game = NaiveGame::new(self.lines, self.rules);
        for &(color, act) in series {
            if !game.is_legal(color, act) {
                return None;
            }
            game.series.push((color, act));
        }
        Some(game)
    }

    /// Returns the same game under other rules from here on.
    pub fn under(&self, rules: Rules) -> NaiveGame {
        NaiveGame { rules, ..self.clone() }
    }

    /// Returns `true` if the game starts with a move sequence.
    pub fn has_series(&self) -> bool {
        !self.series.is_empty()
    }

    /// Replays the game.
    pub fn oracle(&self) -> Oracle {
        let (stones, to_play) = &self.start;
        let mut oracle = Oracle::with_stones(self.lines, self.rules, stones.clone(), *to_play);
        for &(color, act) in self.series.iter().chain(&self.turns) {
            match act {
                Act::Play(at) => oracle.play(color, Some(at)),
                Act::Pass => oracle.play(color, None),
                Act::Resign => oracle.resign(color),
            }
        }
        oracle
    }

    pub fn is_legal(&self, color: Color, act: Act) -> bool {
        match act {
            Act::Play(at) => self.oracle().is_legal(color, at),
            Act::Pass | Act::Resign => true,
        }
    }

    pub fn to_play(&self) -> Color {
        let last = self.turns.last().or(self.series.last());
        last.map_or(self.start.1, |&(color, _)| !color)
    }

    /// Returns the state of the game for the board header; empty if the game continues.
    pub fn ending(&self) -> Option<&'static str> {
        match self.turns[..] {
            [.., (Color::Black, Act::Resign)] => Some("Black has resigned"),
            [.., (Color::White, Act::Resign)] => Some("White has resigned"),
            [.., (_, Act::Pass), (_, Act::Pass)] => Some("Both have passed"),
            _ => None,
        }
    }

    /// Returns the part that a file stores: no resignation, up to a number of moves.
    pub fn saved(&self, moves: usize) -> NaiveGame {
        let mut game = self.clone();
        game.turns.retain(|&(_, act)| act != Act::Resign);
        game.turns.truncate(moves);
        // The first player to move is the player at the start.
        if let Some(&(first, _)) = game.turns.first() {
            game.start.1 = first;
        }
        game
    }

    /// Sets the player to move at the start.
    pub fn begin_with(&mut self, color: Color) {
        self.start.1 = color;
    }

    /// Returns the number of handicap stones.
    pub fn handicap(&self) -> usize {
        let begun = NaiveGame { turns: Vec::new(), ..self.clone() };
        let stones = begun.oracle().stones;
        let count = |color| stones.iter().filter(|&&stone| stone == Some(color)).count();
        match (count(Color::Black), count(Color::White)) {
            (black @ 2.., 0) => black,
            _ => 0,
        }
    }

    /// Returns the result in half points, positive for Black, with these dead stones; `None` under rules with a tax,
    /// which are not scored here.
    pub fn score(&self, dead: &[usize]) -> Option<i32> {
        if self.rules.tax != Tax::None {
            return None;
        }
        let oracle = self.oracle();
        let mut rest = oracle.stones.clone();
        dead.iter().for_each(|&at| rest[at] = None);
        let area = oracle.area_of(&rest);
        let of =
            |stones: &Stones, color| stones.iter().filter(|&&stone| stone == Some(color)).count();
        let counted = Color::BOTH.map(|color| match self.rules.scoring {
            Scoring::Area => area[color.index()],
            Scoring::Territory => {
                let taken = of(&oracle.stones, !color) - of(&rest, !color);
                area[color.index()] - of(&rest, color) + taken + oracle.prisoners[(!color).index()]
            }
        });
        let bonus = match (self.rules.scoring, self.rules.handicap_bonus) {
            (Scoring::Territory, _) | (_, HandicapBonus::Zero) => 0,
            (_, HandicapBonus::StonesLessOne) => self.handicap().saturating_sub(1),
            (_, HandicapBonus::Stones) => self.handicap(),
        };
        let margin = 2 * (counted[0] as i32 - counted[1] as i32);
        Some(margin - self.rules.komi.half_points() - 2 * bonus as i32)
    }
}
