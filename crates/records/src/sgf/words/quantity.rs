//! Amounts as people write them in SGF: `7.5`, `3 3/4`, `6目半`, `1又3/4子`.
//!
//! Used for both komi and margins.

use super::letters::{after, longest};
use super::numeral::number;

/// A number with its unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Quantity {
    /// The number, in thousandths.
    pub(super) thousandths: i32,
    /// The unit of the number.
    pub(super) unit: Unit,
}

/// The unit of an amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    /// Points: 目 or 点.
    Points,
    /// Stones: 子, each worth two points.
    Stones,
    /// No unit specified.
    None,
}

impl Quantity {
    /// Parses an unsigned amount at the start of a text, and returns it with the rest of the text.
    pub(super) fn read(text: &str) -> Option<(Quantity, &str)> {
        if let Some((unit, rest)) = longest(text, HALVES) {
            return Some((Quantity { thousandths: 500, unit }, rest));
        }
        let (mut thousandths, mut rest) = number(text)?;
        let unit = match longest(rest.trim_start(), UNITS) {
            Some((unit, behind)) => {
                rest = behind;
                unit
            }
            None => Unit::None,
        };
        let half = ["半", "반"].iter().find_map(|half| after(rest, half));
        if let Some(behind) = half.filter(|_| unit != Unit::None && thousandths % 1000 == 0) {
            (thousandths, rest) = (thousandths + 500, behind);
        }
        Some((Quantity { thousandths, unit }, rest))
    }

    /// Returns `true` if another amount may be equal. An amount without a unit may be in points or in 子.
    pub(super) fn agrees_with(self, other: Quantity) -> bool {
        let meanings = |amount: Quantity| match amount.unit {
            Unit::None => [Unit::Points, Unit::Stones].map(|unit| amount.half_points(unit)),
            unit => [amount.half_points(unit); 2],
        };
        self == other
            || meanings(self).iter().flatten().any(|it| meanings(other).contains(&Some(*it)))
    }

    /// Returns the amount in half points, or `None` if it is not a multiple of 0.5 points. Amounts in 子 count double.
    pub(super) fn half_points(self, unit: Unit) -> Option<i32> {
        let per_half = if unit == Unit::Stones { 250 } else { 500 };
        if self.thousandths % per_half == 0 { Some(self.thousandths / per_half) } else { None }
    }
}

/// Half units.
const HALVES: &[(&str, Unit)] = &[
    ("半目", Unit::Points),
    ("半点", Unit::Points),
    ("半子", Unit::Stones),
    ("半个子", Unit::Stones),
    ("반집", Unit::Points),
    ("half a point", Unit::Points),
    ("a half point", Unit::Points),
    ("half point", Unit::Points),
    ("one half point", Unit::Points),
    ("half moku", Unit::Points),
];

const UNITS: &[(&str, Unit)] = &[
    ("子", Unit::Stones),
    ("zi", Unit::Stones),
    ("目", Unit::Points),
    ("点", Unit::Points),
    ("집", Unit::Points),
    ("호", Unit::Points),
    ("point", Unit::Points),
    ("points", Unit::Points),
    ("pt", Unit::Points),
    ("pts", Unit::Points),
    ("moku", Unit::Points),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantity_notations_are_parsed() {
        for (text, thousandths, unit) in [
            ("7.5", 7500, Unit::None),
            ("0", 0, Unit::None),
            ("375", 375_000, Unit::None),
            ("3 3/4", 3750, Unit::None),
            ("6目半", 6500, Unit::Points),
            ("3집반", 3500, Unit::Points),
            ("半目", 500, Unit::Points),
            ("3又3/4子", 3750, Unit::Stones),
            ("1/4子", 250, Unit::Stones),
            ("半子", 500, Unit::Stones),
            ("5.5目", 5500, Unit::Points),
            ("3½ points", 3500, Unit::Points),
            ("half a point", 500, Unit::Points),
        ] {
            assert_eq!(Quantity::read(text), Some((Quantity { thousandths, unit }, "")), "{text}");
        }
        for text in ["", "目", "1.2345", "-3"] {
            assert_eq!(Quantity::read(text), None, "{text}");
        }
    }

    #[test]
    fn quantities_agree_by_value() {
        let read = |text| Quantity::read(text).expect("an amount").0;
        for (one, other, is_same) in [
            ("3.5", "3目半", true),
            ("1又3/4子", "3目半", true),
            ("1.75", "3目半", true),
            ("3.5目", "3.5子", false),
            ("3.5", "4.5", false),
        ] {
            assert_eq!(read(one).agrees_with(read(other)), is_same, "{one} {other}");
        }
    }

    #[test]
    fn half_points_of_stones_are_doubled() {
        let amount = Quantity { thousandths: 3750, unit: Unit::None };
        assert_eq!(amount.half_points(Unit::Stones), Some(15));
        assert_eq!(amount.half_points(Unit::Points), None);
    }
}
