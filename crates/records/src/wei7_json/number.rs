//! Exact JSON numbers: `19`, `19.0` and `1.9e1` are equal.
//!
//! Floating point would accept 6.50000000000000001 as 6.5.

use std::borrow::Cow;

/// A number as `0.DIGITS` times a power of ten, without zeros at either end of the digits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Number<'t> {
    negative: bool,
    digits: Cow<'t, str>,
    /// The power of ten.
    point: i64,
}

impl<'t> Number<'t> {
    /// Parses a number that conforms to JSON's grammar.
    pub(super) fn parse(text: &'t str) -> Number<'t> {
        Number::plain(text).unwrap_or_else(|| Number::of_parts(text))
    }

    /// Parses a number of digits only, which covers nearly all numbers.
    fn plain(text: &'t str) -> Option<Number<'t>> {
        let is_plain = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
        let length = text.bytes().rposition(|byte| byte != b'0')? + 1;
        let digits = Cow::Borrowed(&text[..length]);
        is_plain.then_some(Number { negative: false, digits, point: text.len() as i64 })
    }

    fn of_parts(text: &'t str) -> Number<'t> {
        let (negative, text) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let trimmed = whole.trim_start_matches('0');
        let digits = match (trimmed, fraction) {
            (whole, "") => Cow::Borrowed(whole.trim_end_matches('0')),
            ("", fraction) => Cow::Borrowed(fraction.trim_matches('0')),
            (whole, fraction) => {
                Cow::Owned([whole, fraction].concat().trim_end_matches('0').into())
            }
        };
        let behind_point = fraction.len() - fraction.trim_start_matches('0').len();
        let leading = if trimmed.is_empty() { behind_point } else { 0 };
        // No number of digits compensates for an exponent beyond 32 bits.
        let huge = if exponent.starts_with('-') { i32::MIN } else { i32::MAX };
        let exponent = i64::from(exponent.parse().unwrap_or(huge));
        let point = trimmed.len() as i64 - leading as i64 + exponent;
        Number { negative, digits, point }
    }

    fn is_zero(&self) -> bool {
        self.digits.is_empty()
    }

    /// Returns `true` for -0.
    pub(super) fn is_minus_zero(&self) -> bool {
        self.negative && self.is_zero()
    }

    /// Returns the number of decimals.
    fn decimals(&self) -> i64 {
        self.digits.len() as i64 - self.point
    }

    /// Returns `true` if the number is at least 0 and below `limit`.
    pub(super) fn is_below(&self, limit: u32) -> bool {
        let whole = || {
            let digits = self.digits.get(..usize::try_from(self.point).ok()?)?;
            digits.parse::<u64>().ok()
        };
        match self.decimals() {
            _ if self.is_zero() => true,
            _ if self.negative => false,
            _ if self.point <= 0 => limit > 0,
            1.. => whole().is_some_and(|whole| whole < u64::from(limit)),
            _ => self.as_integer().is_some_and(|whole| whole < i64::from(limit)),
        }
    }

    /// Returns the value if it is an integer, clamped to ±10^18.
    pub(super) fn as_integer(&self) -> Option<i64> {
        const LARGE: i64 = 1_000_000_000_000_000_000;
        if self.is_zero() {
            return Some(0);
        }
        let zeros = -self.decimals();
        if zeros < 0 {
            return None;
        }
        let value = if self.point > 18 {
            LARGE
        } else {
            self.digits.parse::<i64>().ok()? * 10_i64.pow(zeros as u32)
        };
        Some(if self.negative { -value } else { value })
    }

    /// Returns twice the value if it is a multiple of 0.5.
    pub(super) fn half_points(&self) -> Option<i64> {
        match self.decimals() {
            1 if self.digits.ends_with('5') => {
                let tenfold = Number { point: self.point.saturating_add(1), ..self.clone() };
                Some(tenfold.as_integer()? / 5)
            }
            _ => self.as_integer().map(|whole| whole * 2),
        }
    }

    /// Returns `true` if the number is a multiple of 0.25 but not of 0.5.
    pub(super) fn looks_like_stones(&self) -> bool {
        self.decimals() == 2 && (self.digits.ends_with("25") || self.digits.ends_with("75"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_values_are_exact() {
        for (text, whole, halves) in [
            ("19", Some(19), Some(38)),
            ("19.0", Some(19), Some(38)),
            ("1.9e1", Some(19), Some(38)),
            ("0.0019E+4", Some(19), Some(38)),
            ("190000e-4", Some(19), Some(38)),
            ("-3", Some(-3), Some(-6)),
            ("0", Some(0), Some(0)),
            ("-0.00e5", Some(0), Some(0)),
            ("6.5", None, Some(13)),
            ("-0.5", None, Some(-1)),
            ("65e-1", None, Some(13)),
            ("0.05", None, None),
            ("6.50000000000000000000000001", None, None),
            ("3.75", None, None),
            ("9.4", None, None),
            ("1e-400", None, None),
            ("1e-99999999999", None, None),
            ("1e17", Some(100_000_000_000_000_000), Some(200_000_000_000_000_000)),
            ("-1e99999999999", Some(-1_000_000_000_000_000_000), Some(-2_000_000_000_000_000_000)),
        ] {
            let number = Number::parse(text);
            assert_eq!((number.as_integer(), number.half_points()), (whole, halves), "{text}");
        }
        for (text, is_below) in [
            ("0", true),
            ("-0", true),
            ("86399", true),
            ("86400", false),
            ("8.64e4", false),
            ("86399.99999999999999999", true),
            ("86400.00000000000000001", false),
            ("1e-400", true),
            ("-1e-400", false),
            ("1e400", false),
            ("99999999999999999999.5", false),
        ] {
            assert_eq!(Number::parse(text).is_below(86_400), is_below, "{text}");
        }
        assert!(Number::parse("-0.0").is_minus_zero() && !Number::parse("0").is_minus_zero());
        assert!(
            Number::parse("3.750").looks_like_stones() && Number::parse("0.25").looks_like_stones()
        );
        assert!(
            !Number::parse("3.5").looks_like_stones()
                && !Number::parse("0.075").looks_like_stones()
        );
    }
}
