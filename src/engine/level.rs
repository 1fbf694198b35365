//! Levels: weaker play, from beginners upward.
//!
//! A level is a rank: 25k plays nearly at random, and from 23k each rank is about one handicap stone stronger than
//! the previous one; 8k corresponds to GNU Go. `docs/results/levels.md` has the measurements. The numbers 1 to 9 are
//! every third rank; 10 is full strength.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A playing strength: a rank from 25k to 5d, or full strength.
///
/// ```
/// use tianyuan::engine::Level;
///
/// let level = |text: &str| text.parse::<Level>();
/// assert_eq!(level("10"), Ok(Level::FULL));
/// assert_eq!(level("2"), level("22k"));
/// assert!(level("25k")? < level("1d")?);
/// assert!(level("26k").is_err());
/// # Ok::<(), tianyuan::engine::ParseLevelError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

/// A text that is not a level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("expected 1 to 10, or a rank from 25k to {highest}", highest = Level::HIGHEST_RANK)]
pub struct ParseLevelError;

/// How the moves of a level are chosen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum LevelStrategy {
    /// Sampled from the policy with this softmax temperature: above 1 is more random than the policy.
    Drawn(f32),
    /// Searched with this number of playouts; with a net, of evaluated leaves.
    Searched(u64),
}

use LevelStrategy::{Drawn, Searched};

/// The ranks from 25k to 1k.
const KYU_RANKS: u8 = 25;

/// The number of dan ranks; the highest is [`Level::HIGHEST_RANK`].
const HIGHEST_DAN: u8 = 5;

/// The number of ranks between two numbered levels.
const RANKS_PER_NUMBER: u8 = 3;

/// The levels from 25k to 1k and from 1d to 5d with a net for the board size.
#[rustfmt::skip]
const WITH_NET: [LevelStrategy; 30] = [
    Drawn(50.0), Drawn(4.0), Drawn(2.1), Drawn(2.03), Drawn(1.95), Drawn(1.87), Drawn(1.77), Drawn(1.66), Drawn(1.56),
    Drawn(1.5), Drawn(1.43), Drawn(1.37), Drawn(1.31), Drawn(1.25), Drawn(1.2), Drawn(1.12), Drawn(1.06), Drawn(1.0),
    Drawn(0.94), Drawn(0.89), Drawn(0.84), Drawn(0.72), Drawn(0.61), Drawn(0.51), Drawn(0.25),
    Searched(1), Searched(4), Searched(6), Searched(10), Searched(15),
];

/// The levels without a net: the policy is that of the move model.
#[rustfmt::skip]
const WITHOUT_NET: [LevelStrategy; 30] = [
    Drawn(2.1), Drawn(1.9), Drawn(1.7), Drawn(1.5), Drawn(1.2), Drawn(0.99), Drawn(0.8), Drawn(0.61), Drawn(0.46),
    Searched(25), Searched(37), Searched(54), Searched(80), Searched(120), Searched(170), Searched(250),
    Searched(370), Searched(540), Searched(800), Searched(1200), Searched(1700), Searched(2500), Searched(3700),
    Searched(5400), Searched(8000),
    Searched(12_000), Searched(17_000), Searched(25_000), Searched(37_000), Searched(55_000),
];

/// The maximum playouts or evaluated leaves of the search for sampled moves, which decides on passes and resignation.
const JUDGED: [u64; 2] = [100, 16];

impl Level {
    /// The highest named rank.
    pub const HIGHEST_RANK: &str = "5d";

    /// Full strength.
    pub const FULL: Level = Level(KYU_RANKS + HIGHEST_DAN);

    /// Returns the level of a number from 1 to 10; `None` for other numbers.
    pub fn new(number: u32) -> Option<Level> {
        match number {
            1..=9 => Some(Level((number as u8 - 1) * RANKS_PER_NUMBER)),
            10 => Some(Level::FULL),
            _ => None,
        }
    }

    /// Returns the next stronger level; `None` at full strength.
    pub fn next(self) -> Option<Level> {
        (self < Level::FULL).then(|| Level(self.0 + 1))
    }

    /// Returns the next weaker level; `None` at 25k.
    pub fn previous(self) -> Option<Level> {
        self.0.checked_sub(1).map(Level)
    }

    /// Returns the rank, such as `25k` or `1d`; `None` at full strength.
    pub fn rank(self) -> Option<String> {
        match self.0 {
            rung if rung < KYU_RANKS => Some(format!("{}k", KYU_RANKS - rung)),
            rung if self < Level::FULL => Some(format!("{}d", rung - KYU_RANKS + 1)),
            _ => None,
        }
    }

    /// Returns how moves are chosen, with or without a net for the board size; `None` at full strength.
    pub(super) fn choice(self, has_net: bool) -> Option<LevelStrategy> {
        let ladder = if has_net { &WITH_NET } else { &WITHOUT_NET };
        ladder.get(usize::from(self.0)).copied()
    }

    /// Returns the maximum playouts for a move, or evaluated leaves with a net for the board size; `None` at full
    /// strength.
    pub fn playouts(self, has_net: bool) -> Option<u64> {
        self.choice(has_net).map(|choice| match choice {
            Drawn(_) => JUDGED[usize::from(has_net)],
            Searched(playouts) => playouts,
        })
    }
}

impl FromStr for Level {
    type Err = ParseLevelError;

    /// Parses a number from 1 to 10 or a rank: `12k` or `12级`, `1d` or `1段`.
    fn from_str(text: &str) -> Result<Level, ParseLevelError> {
        let number = |digits: &str| digits.parse().ok().filter(|_| digits.as_bytes()[0] != b'+');
        let ends = |ends: [&'static str; 3]| ends.into_iter().find_map(|it| text.strip_suffix(it));
        let level = if let Some(kyu) = ends(["k", "K", "级"]).map(number) {
            kyu.filter(|kyu| (1..=KYU_RANKS).contains(kyu)).map(|kyu| Level(KYU_RANKS - kyu))
        } else if let Some(dan) = ends(["d", "D", "段"]).map(number) {
            dan.filter(|dan| (1..=HIGHEST_DAN).contains(dan)).map(|dan| Level(KYU_RANKS + dan - 1))
        } else {
            number(text).and_then(|number| Level::new(u32::from(number)))
        };
        level.ok_or(ParseLevelError)
    }
}

impl fmt::Display for Level {
    /// Formats the number if there is one, otherwise the rank.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.rank() {
            None => f.write_str("10"),
            Some(_) if self.0.is_multiple_of(RANKS_PER_NUMBER) && self.0 < KYU_RANKS => {
                write!(f, "{}", self.0 / RANKS_PER_NUMBER + 1)
            }
            Some(rank) => f.write_str(&rank),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> impl Iterator<Item = Level> {
        (0..=KYU_RANKS + HIGHEST_DAN).map(Level)
    }

    #[test]
    fn level_display_roundtrip() {
        for level in all() {
            assert_eq!(level.to_string().parse(), Ok(level));
            assert!(level.rank().is_none_or(|rank| rank.parse() == Ok(level)));
            assert!(level.next().is_none_or(|next| next.previous() == Some(level)));
        }
        let same = ["4 16k 16K 16级", "9 1k 1级", "1d 1D 1段", "10"];
        for names in same {
            let levels = names.split(' ').map(|name| name.parse::<Level>().expect(name));
            let mut levels = levels.collect::<Vec<_>>();
            levels.dedup();
            assert_eq!(levels.len(), 1, "{names}");
        }
        for wrong in [
            "", "0", "11", "-1", "+5", "05k x", "26k", "0k", "k", "d", "6d", "0d", "300k", "5x",
            "级",
        ] {
            assert_eq!(wrong.parse::<Level>(), Err(ParseLevelError), "{wrong}");
        }
    }

    #[test]
    fn levels_increase_in_strength() {
        for has_net in [false, true] {
            let choices = all().filter_map(|level| level.choice(has_net)).collect::<Vec<_>>();
            assert_eq!(choices.len(), WITH_NET.len());
            let rises = |pair: &[LevelStrategy]| match (pair[0], pair[1]) {
                (Drawn(below), Drawn(above)) => below > above && above > 0.0,
                (Searched(below), Searched(above)) => below < above,
                (below, above) => matches!((below, above), (Drawn(_), Searched(1..))),
            };
            assert!(choices.windows(2).all(rises), "{choices:?}");
            let playouts = (1..=10).map(|n| Level::new(n).and_then(|it| it.playouts(has_net)));
            assert_eq!(
                playouts.filter(Option::is_none).count(),
                1,
                "only the highest has no limit"
            );
        }
    }
}
