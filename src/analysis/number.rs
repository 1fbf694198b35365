//! Numbers of an answer: eight significant digits, and never one that JSON cannot hold.

use serde::{Serialize, Serializer};

/// A number of an answer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Number(pub(super) f64);

/// A list of numbers.
pub(super) fn numbers(list: impl Iterator<Item = f64>) -> Vec<Number> {
    list.map(Number).collect()
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(rounded(self.0))
    }
}

/// The number with eight significant digits; 0 for NaN, infinities and what is nearly 0.
fn rounded(number: f64) -> f64 {
    if number.abs() < 1e-100 || !number.is_finite() {
        // Without the sign of a negative zero.
        return 0.0;
    }
    let digits = 7 - number.abs().log10().floor() as i32;
    // A number is multiplied or divided by a power that is exact as far as possible, so that few digits
    // stay few.
    let scale = 10f64.powi(digits.abs().min(300));
    if digits >= 0 { (number * scale).round() / scale } else { (number / scale).round() * scale }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_digits_are_told() {
        let text = |number| serde_json::to_string(&Number(number)).expect("a number");
        assert_eq!(text(1.0 / 3.0), "0.33333333");
        assert_eq!(text(-1234.56789012), "-1234.5679");
        assert_eq!(text(123_456_789_012.0), "123456790000.0");
        assert_eq!([text(0.5), text(1.0), text(-0.0)], ["0.5", "1.0", "0.0"]);
        assert_eq!([text(f64::NAN), text(f64::INFINITY)], ["0.0", "0.0"]);
        assert_eq!(text(1.0 / 3.0 * 1e-5), "3.3333333e-6");
        assert_eq!(text(f64::MIN_POSITIVE), "0.0");
    }
}
