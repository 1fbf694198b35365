//! What may differ from one set of rules to another, and the named sets.
//!
//! Chinese is the default, read as area scoring without suicide and with positional superko: the
//! rule 禁止全局同形 in its strictest wording ("相同的局面不可以在一局中出现两次"), which satisfies the
//! milder ones too. Clients that mean the simple-ko reading can ask for it by name and value.

use std::fmt;

/// White's compensation in half points, exact: 7.5 points are 15.
///
/// Points (目) everywhere; a client that speaks of 子 doubles them at the edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Komi(i32);

impl Komi {
    /// The largest komi taken, in half points: more than any board holds.
    pub const LIMIT: i32 = 2000;

    /// A komi of so many half points, if it is within ±1000 points.
    pub const fn from_half_points(half_points: i32) -> Option<Komi> {
        if half_points >= -Self::LIMIT && half_points <= Self::LIMIT {
            Some(Komi(half_points))
        } else {
            None
        }
    }

    /// Half points, positive in White's favour.
    pub const fn half_points(self) -> i32 {
        self.0
    }
}

/// Points with one decimal where there is a half: `7.5`, `0`, `-3`.
impl fmt::Display for Komi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt_half_points(f, self.0)
    }
}

/// Writes a number of halves as a decimal: 15 as `7.5`, -6 as `-3`.
pub(super) fn fmt_half_points(f: &mut fmt::Formatter<'_>, halves: i32) -> fmt::Result {
    let sign = if halves < 0 { "-" } else { "" };
    let fraction = if halves % 2 == 0 { "" } else { ".5" };
    write!(f, "{sign}{}{fraction}", halves.abs() / 2)
}

/// The rule that forbids repetition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KoRule {
    /// Only the immediate recapture of a ko is forbidden.
    Simple,
    /// No position of the game may be repeated (positional superko, 禁止全局同形).
    Positional,
    /// No position may be repeated with the same player to move (situational superko).
    Situational,
}

/// What is counted at the end of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scoring {
    /// Stones and surrounded points (数子).
    Area,
    /// Surrounded points and prisoners (数目).
    Territory,
}

/// Which surrounded points are not counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tax {
    /// All surrounded points count.
    None,
    /// Points surrounded by groups in seki do not count.
    Seki,
    /// Points in seki do not count, and every group pays two points for its eyes (还棋头).
    All,
}

/// White's compensation for handicap stones under area scoring.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HandicapBonus {
    /// No points for handicap stones.
    Zero,
    /// One point a handicap stone but the first.
    StonesLessOne,
    /// One point a handicap stone.
    Stones,
}

impl HandicapBonus {
    /// Points for White against so many handicap stones.
    pub fn points(self, stones: usize) -> i32 {
        match self {
            HandicapBonus::Zero => 0,
            HandicapBonus::StonesLessOne => (stones as i32 - 1).max(0),
            HandicapBonus::Stones => stones as i32,
        }
    }
}

/// The rules that a [`Game`](super::Game) obeys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    /// Which repetitions are forbidden.
    pub ko: KoRule,
    /// What is counted: area or territory.
    pub scoring: Scoring,
    /// Which surrounded points are not counted.
    pub tax: Tax,
    /// Whether a chain of two or more stones may be played off the board by its owner.
    pub multi_stone_suicide: bool,
    /// White's points for handicap stones.
    pub handicap_bonus: HandicapBonus,
    /// Whether passing before the dead stones are captured is in order; what follows from it is
    /// [`counts_all_stones_alive`](Rules::counts_all_stones_alive).
    pub friendly_pass_ok: bool,
    /// White's compensation, in half points.
    pub komi: Komi,
}

impl Default for Rules {
    fn default() -> Self {
        Rules::CHINESE
    }
}

impl Rules {
    /// Area scoring, positional superko, no suicide, a point a handicap stone; komi 0.
    pub const CHINESE: Rules = Rules {
        ko: KoRule::Positional,
        scoring: Scoring::Area,
        tax: Tax::None,
        multi_stone_suicide: false,
        handicap_bonus: HandicapBonus::Stones,
        friendly_pass_ok: true,
        komi: Komi(0),
    };

    pub(super) const JAPANESE: Rules = Rules {
        ko: KoRule::Simple,
        scoring: Scoring::Territory,
        tax: Tax::Seki,
        handicap_bonus: HandicapBonus::Zero,
        friendly_pass_ok: false,
        ..Rules::CHINESE
    };

    pub(super) const AGA: Rules = Rules {
        ko: KoRule::Situational,
        handicap_bonus: HandicapBonus::StonesLessOne,
        ..Rules::CHINESE
    };

    pub(super) const TROMP_TAYLOR: Rules = Rules {
        multi_stone_suicide: true,
        handicap_bonus: HandicapBonus::Zero,
        friendly_pass_ok: false,
        ..Rules::CHINESE
    };

    pub(super) const NEW_ZEALAND: Rules = Rules {
        ko: KoRule::Situational,
        multi_stone_suicide: true,
        handicap_bonus: HandicapBonus::Zero,
        ..Rules::CHINESE
    };

    pub(super) const STONE_SCORING: Rules = Rules {
        ko: KoRule::Simple,
        tax: Tax::All,
        handicap_bonus: HandicapBonus::Zero,
        ..Rules::CHINESE
    };

    /// The rules of Ing and of the GOE: as in New Zealand, with positional superko.
    pub(super) const ING: Rules = Rules { ko: KoRule::Positional, ..Rules::NEW_ZEALAND };

    pub(super) const ANCIENT_TERRITORY: Rules = Rules { tax: Tax::All, ..Rules::JAPANESE };

    /// Whether two passes end the game with every stone alive, so that dead stones have to be captured
    /// before: area scoring without friendly passes, as by Tromp and Taylor's rules. By territory,
    /// where a capture would cost points, dead stones are taken off whatever is said of passes.
    pub fn counts_all_stones_alive(&self) -> bool {
        self.scoring == Scoring::Area && !self.friendly_pass_ok
    }
}

/// The rules of a name, as far as the engine has them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Nearest {
    /// The rules, with komi 0.
    pub rules: Rules,
    /// `true` if the rules that are named have a button, which the engine does not have.
    pub has_button: bool,
    /// `true` if the rules that are named have Spight's ko rule, which is read as situational superko.
    pub has_spight_ko: bool,
}

impl Nearest {
    pub(super) const fn exactly(rules: Rules) -> Nearest {
        Nearest { rules, has_button: false, has_spight_ko: false }
    }

    /// Returns `true` if the rules are exactly the ones that are named.
    pub fn is_exact(&self) -> bool {
        !self.has_button && !self.has_spight_ko
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn komi_prints_exactly() {
        let text = |halves| Komi::from_half_points(halves).expect("in range").to_string();
        assert_eq!([15, 0, -6, -1, 1].map(text), ["7.5", "0", "-3", "-0.5", "0.5"]);
        assert_eq!(Komi::from_half_points(2001), None);
    }
}
