//! Amounts as people write them in SGF: `7.5`, `3 3/4`, `黒6目半`, `1又3/4子`.
//!
//! It does not know whether an amount is a komi or a margin.

/// A number, in thousandths, with the unit behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Amount {
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
    /// No unit is given.
    None,
}

impl Amount {
    /// The first amount in a text, and what stands behind it.
    pub(super) fn find(text: &str) -> Option<(Amount, &str)> {
        let start = text.find(|c: char| c.is_ascii_digit())?;
        let negative = text[..start].ends_with('-');
        let (mut thousandths, mut rest) = decimal(&text[start..])?;
        if let Some((fraction, behind)) = fraction(rest, thousandths) {
            (thousandths, rest) = (fraction, behind);
        }
        let mut unit = Unit::None;
        for (word, meant) in UNITS {
            if let Some(behind) = rest.trim_start().strip_prefix(word) {
                (unit, rest) = (meant, behind);
            }
        }
        if let Some(behind) = rest.strip_prefix('半') {
            (thousandths, rest) = (thousandths + 500, behind);
        }
        let thousandths = if negative { -thousandths } else { thousandths };
        Some((Amount { thousandths, unit }, rest))
    }

    /// Half points, if the amount is so many exactly; 子 count double.
    pub(super) fn half_points(self, unit: Unit) -> Option<i32> {
        let per_half = if unit == Unit::Stones { 250 } else { 500 };
        if self.thousandths % per_half == 0 { Some(self.thousandths / per_half) } else { None }
    }
}

const UNITS: [(&str, Unit); 5] = [
    ("子", Unit::Stones),
    ("目", Unit::Points),
    ("点", Unit::Points),
    ("點", Unit::Points),
    ("집", Unit::Points),
];

/// Digits with up to three behind a point, in thousandths.
fn decimal(text: &str) -> Option<(i32, &str)> {
    let (whole, rest) = digits(text);
    let mut thousandths = whole.parse::<i32>().ok()?.checked_mul(1000)?;
    let Some(behind) = rest.strip_prefix(['.', ',']) else { return Some((thousandths, rest)) };
    let (decimals, behind) = digits(behind);
    // A comma is that of a number only before a fraction as games have them.
    if rest.starts_with(',') && !matches!(decimals.len(), 1 | 2) {
        return Some((thousandths, rest));
    }
    let rest = behind;
    let kept = decimals.trim_end_matches('0');
    if kept.len() > 3 {
        return None;
    }
    thousandths += format!("{kept:0<3}").parse::<i32>().ok()?;
    Some((thousandths, rest))
}

fn digits(text: &str) -> (&str, &str) {
    text.split_at(text.bytes().take_while(u8::is_ascii_digit).count())
}

/// `/4` behind a number that is the upper part, or ` 3/4` and `又3/4` behind one to be added to.
fn fraction(rest: &str, before: i32) -> Option<(i32, &str)> {
    if let Some((lower, behind)) = lower_part(rest) {
        return Some((before / lower, behind));
    }
    let rest = rest.trim_start();
    let (upper, behind) = digits(rest.strip_prefix('又').unwrap_or(rest).trim_start());
    let (lower, behind) = lower_part(behind)?;
    let upper = upper.parse::<i32>().ok().filter(|upper| *upper < 1000)?;
    Some((before.checked_add(upper * 1000 / lower)?, behind))
}

fn lower_part(text: &str) -> Option<(i32, &str)> {
    let (lower, behind) = digits(text.strip_prefix('/')?);
    match lower {
        "2" => Some((2, behind)),
        "4" => Some((4, behind)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_in_all_their_forms() {
        for (text, thousandths, unit) in [
            ("7.5", 7500, Unit::None),
            ("7.50", 7500, Unit::None),
            ("6,5", 6500, Unit::None),
            ("0", 0, Unit::None),
            ("-5.5", -5500, Unit::None),
            ("375", 375_000, Unit::None),
            ("5 1/2", 5500, Unit::None),
            ("3 3/4", 3750, Unit::None),
            ("黒6目半", 6500, Unit::Points),
            ("6目半", 6500, Unit::Points),
            ("3又3/4子", 3750, Unit::Stones),
            ("1/4子", 250, Unit::Stones),
            ("5.5目", 5500, Unit::Points),
            ("2.75子", 2750, Unit::Stones),
        ] {
            let (amount, rest) = Amount::find(text).expect(text);
            assert_eq!(amount, Amount { thousandths, unit }, "{text}");
            assert_eq!(rest, "", "{text}");
        }
        for text in ["", "目", "1.2345", "99999999999", "9999999"] {
            assert_eq!(Amount::find(text), None, "{text}");
        }
    }

    #[test]
    fn stones_count_double() {
        let amount = Amount { thousandths: 3750, unit: Unit::None };
        assert_eq!(amount.half_points(Unit::Stones), Some(15));
        assert_eq!(amount.half_points(Unit::Points), None);
    }
}
