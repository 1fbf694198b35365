//! Parsers for numbers: integers, decimals, seconds, komi and levels.
//!
//! Large numbers are clamped to the largest useful value, so that nothing overflows later.

use std::time::Duration;

use super::response::Failure;
use crate::engine::Level;
use crate::go::Komi;

/// The maximum time in seconds, about 30 years. Longer times are clamped.
const LONGEST: f64 = 1e9;

/// Parses an integer of digits only, clamped to the range of `usize`.
///
/// # Errors
/// Returns a syntax error for any other text, including numbers with a sign.
pub fn integer(text: &str) -> Result<usize, Failure> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Failure::Syntax);
    }
    Ok(text.parse().unwrap_or(usize::MAX))
}

/// Parses an integer of digits only, clamped to the range of `u32`.
///
/// # Errors
/// Returns a syntax error for any other text, including numbers with a sign.
pub fn count(text: &str) -> Result<u32, Failure> {
    Ok(u32::try_from(integer(text)?).unwrap_or(u32::MAX))
}

/// Parses a finite number, with or without an exponent.
///
/// # Errors
/// Returns a syntax error for any other text, including infinities and NaN.
pub fn float(text: &str) -> Result<f64, Failure> {
    text.parse().ok().filter(|number: &f64| number.is_finite()).ok_or(Failure::Syntax)
}

/// Parses a decimal in WTP notation (十进制小数, clause 3.4): digits, a point and digits, without an exponent.
///
/// # Errors
/// Returns a syntax error for any other text.
pub fn decimal(text: &str) -> Result<f64, Failure> {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, "0"));
    integer(whole)?;
    integer(fraction)?;
    text.parse().map_err(|_| Failure::Syntax)
}

/// Converts points to a komi.
///
/// # Errors
/// Returns [`Failure::Komi`] if the number is not a multiple of 0.5, or exceeds [`Komi::LIMIT`].
pub fn komi(points: f64) -> Result<Komi, Failure> {
    let halves = 2.0 * points;
    if halves.fract() != 0.0 || halves.abs() > f64::from(Komi::LIMIT) {
        return Err(Failure::Komi);
    }
    Komi::from_half_points(halves as i32).ok_or(Failure::Komi)
}

/// Converts seconds to a duration. Negative values, which clients send for clocks that ran out, become zero.
pub fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds.clamp(0.0, LONGEST)).unwrap_or_default()
}

/// Parses a time in seconds, with or without a fraction.
///
/// # Errors
/// Returns a syntax error if the text is not a finite number.
pub fn seconds(text: &str) -> Result<Duration, Failure> {
    float(text).map(duration)
}

/// Parses a level: a number from 1 to 10, or a rank.
pub(super) fn level(text: &str) -> Result<Level, Failure> {
    text.parse().or_else(|_| {
        // Numbers and ranks out of range are not syntax errors.
        integer(text.trim_end_matches(['k', 'K', 'd', 'D', '级', '段']))?;
        Err(Failure::Value)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integer_requires_digits() {
        assert_eq!(integer("19"), Ok(19));
        assert_eq!(integer(&"9".repeat(1000)), Ok(usize::MAX));
        assert_eq!(count("4294967296"), Ok(u32::MAX));
        for wrong in ["", "-1", "+1", "1.0", "１９", "a"] {
            assert_eq!(integer(wrong), Err(Failure::Syntax), "{wrong:?}");
        }
    }

    #[test]
    fn decimal_rejects_exponent() {
        assert_eq!([decimal("7"), decimal("7.5"), decimal("-3.5")], [Ok(7.0), Ok(7.5), Ok(-3.5)]);
        for wrong in ["", "-", ".5", "7.", "7.5e0", "inf", "nan", "+1", "--1", "1.-5"] {
            assert_eq!(decimal(wrong), Err(Failure::Syntax), "{wrong:?}");
        }
    }

    #[test]
    fn extreme_numbers_are_clamped_or_rejected() {
        assert_eq!(seconds("1e300"), Ok(Duration::from_secs(1_000_000_000)));
        assert_eq!(seconds("-5"), Ok(Duration::ZERO));
        assert_eq!(seconds("NaN"), Err(Failure::Syntax));
        assert_eq!(float("1e999"), Err(Failure::Syntax));
        let huge = decimal(&"9".repeat(1000)).expect("digits are a decimal");
        assert_eq!(komi(huge), Err(Failure::Komi));
        assert_eq!(komi(6.25), Err(Failure::Komi));
        assert_eq!(komi(-0.5).map(Komi::half_points), Ok(-1));
    }
}
