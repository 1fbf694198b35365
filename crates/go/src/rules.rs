//! Rules of Go and named rule sets.
//!
//! The default is Chinese: area scoring without suicide, with positional superko. This is the strictest reading of
//! 禁止全局同形 ("相同的局面不可以在一局中出现两次") and satisfies the milder ones. Clients can select simple ko by name and value.

use std::fmt;

/// Komi in half points, exact: 7.5 points are 15.
///
/// All values are in points (目); clients that use 子 double them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Komi(i32);

impl Komi {
    /// The maximum komi in half points, beyond the area of any board.
    pub const LIMIT: i32 = 2000;

    /// Returns a komi in half points, or `None` unless it is within ±1000 points.
    pub const fn from_half_points(half_points: i32) -> Option<Komi> {
        if half_points >= -Self::LIMIT && half_points <= Self::LIMIT {
            Some(Komi(half_points))
        } else {
            None
        }
    }

    /// Returns the half points, positive in White's favour.
    pub const fn half_points(self) -> i32 {
        self.0
    }
}

/// Formats points with one decimal if there is a half point: `7.5`, `0`, `-3`.
impl fmt::Display for Komi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt_half_points(f, self.0)
    }
}

/// Formats half points as a decimal: 15 as `7.5`, -6 as `-3`.
pub(super) fn fmt_half_points(f: &mut fmt::Formatter<'_>, halves: i32) -> fmt::Result {
    let sign = if halves < 0 { "-" } else { "" };
    let fraction = if halves % 2 == 0 { "" } else { ".5" };
    write!(f, "{sign}{}{fraction}", halves.abs() / 2)
}

/// The ko rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KoRule {
    /// Only the immediate recapture of a ko is forbidden.
    Simple,
    /// No position of the game may be repeated (positional superko, 禁止全局同形).
    Positional,
    /// No position may be repeated with the same player to move (situational superko).
    Situational,
}

/// The scoring rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scoring {
    /// Area scoring: stones and surrounded points (数子).
    Area,
    /// Territory scoring: surrounded points and prisoners (数目).
    Territory,
}

/// Points that do not count as territory.
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
    /// One point per handicap stone except the first.
    StonesLessOne,
    /// One point per handicap stone.
    Stones,
}

impl HandicapBonus {
    /// Returns White's points for a number of handicap stones.
    pub fn points(self, stones: usize) -> i32 {
        match self {
            HandicapBonus::Zero => 0,
            HandicapBonus::StonesLessOne => (stones as i32 - 1).max(0),
            HandicapBonus::Stones => stones as i32,
        }
    }
}

/// The rules of a [`Game`](super::Game).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    /// The ko rule.
    pub ko: KoRule,
    /// Area or territory scoring.
    pub scoring: Scoring,
    /// Points that do not count.
    pub tax: Tax,
    /// Whether multi-stone suicide is legal.
    pub multi_stone_suicide: bool,
    /// White's points for handicap stones.
    pub handicap_bonus: HandicapBonus,
    /// Whether players may pass before dead stones are captured; see
    /// [`counts_all_stones_alive`](Rules::counts_all_stones_alive).
    pub friendly_pass_ok: bool,
    /// White's compensation in half points.
    pub komi: Komi,
}

impl Default for Rules {
    fn default() -> Self {
        Rules::CHINESE
    }
}

impl Rules {
    /// Area scoring, positional superko, no suicide, one point per handicap stone; komi 0.
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

    /// Ing's and GOE rules: New Zealand rules with positional superko.
    pub(super) const ING: Rules = Rules { ko: KoRule::Positional, ..Rules::NEW_ZEALAND };

    pub(super) const ANCIENT_TERRITORY: Rules = Rules { tax: Tax::All, ..Rules::JAPANESE };

    /// Returns `true` if two passes end the game with all stones alive, so that dead stones must be captured before:
    /// area scoring without friendly passes, as in Tromp-Taylor rules. Under territory scoring, where captures would
    /// cost points, dead stones are always removed.
    pub fn counts_all_stones_alive(&self) -> bool {
        self.scoring == Scoring::Area && !self.friendly_pass_ok
    }
}

/// The error message for rules with a button: half a point for the first player to pass.
pub const NO_BUTTON: &str = "rules with a button are not supported; use the same rules without it, such as aga, or hasButton false";

/// The supported rules that correspond to a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Nearest {
    /// The rules, with komi 0.
    pub rules: Rules,
    /// `true` if the named rules have a [button](NO_BUTTON), which is not supported.
    pub has_button: bool,
    /// `true` if the named rules have Spight's ko rule, which is approximated by situational superko.
    pub has_spight_ko: bool,
}

impl Nearest {
    pub(super) const fn exactly(rules: Rules) -> Nearest {
        Nearest { rules, has_button: false, has_spight_ko: false }
    }

    /// Returns `true` if the rules are exactly the named ones.
    pub fn is_exact(&self) -> bool {
        !self.has_button && !self.has_spight_ko
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn komi_display_is_exact() {
        let text = |halves| Komi::from_half_points(halves).expect("in range").to_string();
        assert_eq!([15, 0, -6, -1, 1].map(text), ["7.5", "0", "-3", "-0.5", "0.5"]);
        assert_eq!(Komi::from_half_points(2001), None);
    }
}
