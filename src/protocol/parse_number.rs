//! Numbers as text: integers, decimals, seconds, komi and levels.
//!
//! No number is too large to be read: one beyond all use is taken for the largest useful one, so that
//! nothing overflows later.

use std::time::Duration;

use super::response::Failure;
use crate::engine::Level;
use crate::go::Komi;

/// The longest time in seconds, 30 years; longer ones are cut to it.
const LONGEST: f64 = 1e9;

/// Reads an integer of digits only; a larger one than `usize` has is cut to its largest.
///
/// # Errors
/// A syntax error for any other text, one with a sign among them.
pub fn integer(text: &str) -> Result<usize, Failure> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Failure::Syntax);
    }
    Ok(text.parse().unwrap_or(usize::MAX))
}

/// Reads an integer of digits only; a larger one than `u32` has is cut to its largest.
///
/// # Errors
/// A syntax error for any other text, one with a sign among them.
pub fn count(text: &str) -> Result<u32, Failure> {
    Ok(u32::try_from(integer(text)?).unwrap_or(u32::MAX))
}

/// Reads a finite number in any usual notation, with or without an exponent.
///
/// # Errors
/// A syntax error for any other text, infinities and NaN among them.
pub fn float(text: &str) -> Result<f64, Failure> {
    text.parse().ok().filter(|number: &f64| number.is_finite()).ok_or(Failure::Syntax)
}

/// Reads a decimal as WTP writes it (十进制小数, clause 3.4): digits, a point and digits, without an
/// exponent.
///
/// # Errors
/// A syntax error for any other text.
pub fn decimal(text: &str) -> Result<f64, Failure> {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, "0"));
    integer(whole)?;
    integer(fraction)?;
    text.parse().map_err(|_| Failure::Syntax)
}

/// The komi of a number of points.
///
/// # Errors
/// An unacceptable komi where the number is no multiple of 0.5, or is larger than any board.
pub fn komi(points: f64) -> Result<Komi, Failure> {
    let halves = 2.0 * points;
    if halves.fract() != 0.0 || halves.abs() > f64::from(Komi::LIMIT) {
        return Err(Failure::Komi);
    }
    Komi::from_half_points(halves as i32).ok_or(Failure::Komi)
}

/// The time of a number of seconds. Negative ones, which clients send for clocks that ran out, are
/// zero.
pub fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds.clamp(0.0, LONGEST)).unwrap_or_default()
}

/// Reads a time in seconds, with or without a fraction.
///
/// # Errors
/// A syntax error where the text is no finite number.
pub fn seconds(text: &str) -> Result<Duration, Failure> {
    float(text).map(duration)
}

/// Reads a level: a number from 1 to 10, or a rank.
pub(super) fn level(text: &str) -> Result<Level, Failure> {
    text.parse().or_else(|_| {
        // Numbers and ranks that do not exist are no mistakes in the syntax.
        integer(text.trim_end_matches(['k', 'K', 'd', 'D', '级', '段']))?;
        Err(Failure::Value)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_digits() {
        assert_eq!(integer("19"), Ok(19));
        assert_eq!(integer(&"9".repeat(1000)), Ok(usize::MAX));
        assert_eq!(count("4294967296"), Ok(u32::MAX));
        for wrong in ["", "-1", "+1", "1.0", "１９", "a"] {
            assert_eq!(integer(wrong), Err(Failure::Syntax), "{wrong:?}");
        }
    }

    #[test]
    fn decimals_have_no_exponent() {
        assert_eq!([decimal("7"), decimal("7.5"), decimal("-3.5")], [Ok(7.0), Ok(7.5), Ok(-3.5)]);
        for wrong in ["", "-", ".5", "7.", "7.5e0", "inf", "nan", "+1", "--1", "1.-5"] {
            assert_eq!(decimal(wrong), Err(Failure::Syntax), "{wrong:?}");
        }
    }

    #[test]
    fn absurd_numbers_do_no_harm() {
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
