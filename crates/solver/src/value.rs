//! Proof and disproof numbers of a position, and the conditions under which a result holds.
//!
//! A solved value is valid on the path on which it was found. [`Value::dependency`] and the flags determine on which
//! other paths it may be reused; the rules are in [`Value::holds`].

use tianyuan_go::{Color, KoRule};

/// The proof or disproof number of a position that cannot be proved or disproved.
pub(crate) const INFINITE: u32 = u32::MAX / 4;

/// A flag: black stones are captured in the tree or on the path.
pub(crate) const REMOVES_BLACK: u8 = 1;
/// A flag: white stones are captured in the tree or on the path.
pub(crate) const REMOVES_WHITE: u8 = 2;
/// A flag: a player is forbidden to retake a ko in the tree or on the path.
pub(crate) const HAS_KO: u8 = 4;
/// A flag: the ko rule forbids a move of the losing side in the tree.
pub(crate) const FORBIDS: u8 = 8;
/// A flag: the losing side loses a line of the tree because a position is repeated.
pub(crate) const REPEATS: u8 = 16;

/// All flags.
pub(crate) const FLAGS: u8 = 31;

const REMOVES_BOTH: u8 = REMOVES_BLACK | REMOVES_WHITE;

/// Returns the flag for captured stones of a colour.
#[inline]
pub(crate) fn removes(color: Color) -> u8 {
    match color {
        Color::Black => REMOVES_BLACK,
        Color::White => REMOVES_WHITE,
    }
}

/// The result of a search below a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Value {
    /// The minimum number of leaves to prove that the goal is achieved; 0 if it is proved.
    pub(crate) pn: u32,
    /// The minimum number of leaves to prove that the goal fails; 0 if this is proved.
    pub(crate) dn: u32,
    /// Properties of the tree that proves a solved value.
    pub(crate) flags: u8,
    /// The depth of the first position of the path that a repetition in the tree refers to.
    pub(crate) dependency: u16,
    /// The [zone](crate::zone) of a solved value, one bit per point of the region; all bits if it is not known.
    pub(crate) zone: u64,
}

impl Value {
    /// The dependency of a result without references to the path.
    pub(crate) const INDEPENDENT: u16 = u16::MAX;

    pub(crate) const UNKNOWN: Value =
        Value { pn: 1, dn: 1, flags: 0, dependency: Value::INDEPENDENT, zone: u64::MAX };
    pub(crate) const ACHIEVED: Value = Value { pn: 0, dn: INFINITE, ..Value::UNKNOWN };
    pub(crate) const FAILED: Value = Value { pn: INFINITE, dn: 0, ..Value::UNKNOWN };

    #[inline]
    pub(crate) fn is_solved(&self) -> bool {
        self.pn == 0 || self.dn == 0
    }

    /// Returns `true` if an independent solved value, stored on one path, is valid on another path with these flags.
    ///
    /// Under simple ko a repetition is a failure of the player who has to achieve something. A proof therefore never
    /// needs a repetition, and a refutation refers to the path only by its dependency.
    ///
    /// Under superko a move of the winning side may be illegal on the other path. Every cycle of moves removes stones
    /// of both colours. If tree and path together do not, no position of the tree is on the path.
    /// Otherwise, under situational superko, a tree without refused repetitions has a finite height for all
    /// continuations; the winning side can always choose the position of lowest height and never repeats one.
    /// The same argument for positional superko needs that the positions with either side to move differ only by the
    /// side, so that no ko is forbidden.
    #[inline]
    pub(crate) fn holds(&self, rule: KoRule, path_flags: u8) -> bool {
        let cannot_repeat = || (self.flags | path_flags) & REMOVES_BOTH != REMOVES_BOTH;
        match rule {
            KoRule::Simple => true,
            KoRule::Situational => self.flags & REPEATS == 0 || cannot_repeat(),
            KoRule::Positional => {
                self.flags & (REPEATS | HAS_KO) == 0 && path_flags & HAS_KO == 0 || cannot_repeat()
            }
        }
    }
}
