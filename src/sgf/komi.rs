//! SGF's komi: in points as it should be, in 子, or in the hundredths of one large server.

use super::amount::{Amount, Unit};
use crate::go::Komi;

/// A komi as it was meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct KomiReading {
    pub(super) komi: Komi,
    /// Whether it was given in 子, so that margins probably are too.
    pub(super) in_stones: bool,
    /// Whether it was not simply a number of points.
    pub(super) converted: bool,
}

/// Reads a komi. A number may be one of 子 where `may_count_stones`.
pub(super) fn komi(text: &str, may_count_stones: bool) -> Option<KomiReading> {
    let (amount, rest) = Amount::find(text)?;
    if !rest.trim().is_empty() {
        return None;
    }
    // With a decimal point they are points, however many.
    let hundredths = amount.thousandths.abs() >= 100_000 && !text.contains('.');
    let in_stones = match amount.unit {
        Unit::Stones => true,
        Unit::None if hundredths => amount.thousandths < 400_000,
        Unit::None => amount.thousandths % 500 != 0 && may_count_stones,
        Unit::Points => false,
    };
    let number = if hundredths { amount.thousandths / 100 } else { amount.thousandths };
    let whole = !hundredths
        || amount.thousandths % 1000 == 0 && (0..1_000_000).contains(&amount.thousandths);
    let amount = Amount { thousandths: number, ..amount };
    let half_points = amount.half_points(if in_stones { Unit::Stones } else { Unit::Points })?;
    let plain = text.trim().trim_start_matches(['+', '-']);
    let plain = plain.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    // What is larger in 子 nobody gives.
    let sensible = whole && (half_points.abs() < 200 || !in_stones);
    let komi = Komi::from_half_points(half_points).filter(|_| sensible)?;
    Some(KomiReading { komi, in_stones, converted: in_stones || hundredths || !plain })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn half_points(text: &str) -> Option<i32> {
        komi(text, true).map(|reading| reading.komi.half_points())
    }

    #[test]
    fn points_stones_and_hundredths_are_told_apart() {
        for (text, halves) in [
            ("7.5", 15),
            ("0", 0),
            ("0.5", 1),
            ("-5.5", -11),
            ("3.75", 15),
            ("2.75", 11),
            ("375", 15),
            ("750", 15),
            ("650", 13),
            ("325", 13),
            ("550", 11),
            ("275", 11),
            ("700", 14),
            ("350", 14),
            ("黒6目半", 13),
            ("3又3/4子", 15),
            ("5 1/2", 11),
            ("150.0", 300),
            ("-1000.0", -2000),
            ("375.5", 751),
        ] {
            assert_eq!(half_points(text), Some(halves), "{text}");
        }
        for text in ["", "abc", "6.7", "6.5 or 7.5", "377", "1000", "99999", "93.75"] {
            assert_eq!(half_points(text), None, "{text}");
        }
    }

    #[test]
    fn territory_knows_no_stones() {
        assert_eq!(komi("3.75", false), None);
        assert!(komi("3.75", true).is_some_and(|reading| reading.in_stones && reading.converted));
        assert!(komi("750", false).is_some_and(|reading| !reading.in_stones && reading.converted));
        assert!(komi("7.5", false).is_some_and(|reading| !reading.converted));
    }
}
