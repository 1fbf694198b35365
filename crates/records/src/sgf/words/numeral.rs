//! Unsigned numbers: in digits, and in Chinese, Korean and English numerals.

use super::letters::{after, longest};

/// One, in thousandths. Every fraction in game values is a multiple of a thousandth.
pub(super) const WHOLE: i32 = 1000;

/// Chinese digits. `两` is read as 2.
const DIGITS: &[(&str, u32)] = &[
    ("零", 0),
    ("〇", 0),
    ("一", 1),
    ("二", 2),
    ("两", 2),
    ("三", 3),
    ("四", 4),
    ("五", 5),
    ("六", 6),
    ("七", 7),
    ("八", 8),
    ("九", 9),
    ("壹", 1),
    ("贰", 2),
    ("叁", 3),
    ("肆", 4),
    ("伍", 5),
    ("陆", 6),
    ("柒", 7),
    ("捌", 8),
    ("玖", 9),
];

const UNITS: &[(&str, u32)] =
    &[("千", 1000), ("仟", 1000), ("百", 100), ("佰", 100), ("十", 10), ("拾", 10), ("万", 10_000)];

/// Numerals that are single words.
const WORDS: &[(&str, u32)] = &[
    ("廿", 20),
    ("卅", 30),
    ("한", 1),
    ("두", 2),
    ("세", 3),
    ("네", 4),
    ("다섯", 5),
    ("여섯", 6),
    ("일곱", 7),
    ("여덟", 8),
    ("아홉", 9),
    ("열", 10),
    ("one", 1),
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
    ("eleven", 11),
    ("twelve", 12),
    ("thirteen", 13),
    ("fourteen", 14),
    ("fifteen", 15),
    ("sixteen", 16),
    ("seventeen", 17),
    ("eighteen", 18),
    ("nineteen", 19),
    ("twenty", 20),
    ("thirty", 30),
];

/// Proper fractions (halves and quarters), in thousandths.
const FRACTIONS: &[(&str, i32)] = &[
    ("½", 500),
    ("¼", 250),
    ("¾", 750),
    ("1/2", 500),
    ("1/4", 250),
    ("2/4", 500),
    ("3/4", 750),
    ("二分之一", 500),
    ("四分之一", 250),
    ("四分之三", 750),
    ("二分の一", 500),
    ("四分の一", 250),
    ("四分の三", 750),
    ("2分の1", 500),
    ("4分の1", 250),
    ("4分の3", 750),
    ("one half", 500),
    ("a quarter", 250),
    ("one quarter", 250),
    ("three quarters", 750),
];

/// Parses a number at the start of a text: `3.5`, `3½`, `3又1/2`, `三`. Returns it in thousandths, with the rest of the
/// text.
pub(super) fn number(text: &str) -> Option<(i32, &str)> {
    if let Some(found) = fraction(text) {
        return Some(found);
    }
    let (whole, rest) = decimal(text)?;
    let Some((part, rest)) = joined_fraction(rest).filter(|_| whole % WHOLE == 0) else {
        return Some((whole, rest));
    };
    Some((whole.checked_add(part)?, rest))
}

/// Parses a fraction after an integer.
fn joined_fraction(text: &str) -> Option<(i32, &str)> {
    let unspaced = text.trim_start();
    let joint = ["又", "と", "and a half", "and "].iter().find(|word| unspaced.starts_with(**word));
    match joint {
        Some(&"and a half") => Some((500, after(unspaced, "and a half")?)),
        Some(joint) => fraction(unspaced[joint.len()..].trim_start()),
        // Adjacent digits would be part of the integer: `21/2`.
        None if text.len() > unspaced.len() || text.starts_with(['½', '¼', '¾']) => {
            fraction(unspaced)
        }
        None => None,
    }
}

/// Parses a fraction at the start of a text. `1/20` is not accepted.
pub(super) fn fraction(text: &str) -> Option<(i32, &str)> {
    longest(text, FRACTIONS).filter(|(_, rest)| !rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Parses a number with up to three decimals after a point or a comma. `1,000` is not accepted.
fn decimal(text: &str) -> Option<(i32, &str)> {
    let digits = ascii_digits(text);
    if digits == 0 && !text.starts_with('.') {
        let (number, rest) = numeral(text)?;
        let whole = i32::try_from(number).ok()?.checked_mul(WHOLE)?;
        return Some(decimals_in_numerals(whole, rest).unwrap_or((whole, rest)));
    }
    let whole = if digits == 0 { 0 } else { text[..digits].parse::<i32>().ok()? };
    let whole = whole.checked_mul(WHOLE)?;
    let rest = &text[digits..];
    let Some(behind) = rest.strip_prefix(['.', ',']) else { return Some((whole, rest)) };
    let decimals = ascii_digits(behind);
    match decimals {
        0 if digits == 0 => None,
        0 => Some((whole, rest)),
        3.. if rest.starts_with(',') => None,
        _ => {
            let kept = behind[..decimals].trim_end_matches('0');
            let part = (kept.len() <= 3).then(|| format!("{kept:0<3}").parse::<i32>().ok())??;
            Some((whole.checked_add(part)?, &behind[decimals..]))
        }
    }
}

/// Parses `点五` after a numeral: the numerals after the point are decimals.
fn decimals_in_numerals(whole: i32, rest: &str) -> Option<(i32, &str)> {
    let (first, rest) = longest(rest.strip_prefix('点')?, DIGITS)?;
    let (second, rest) = longest(rest, DIGITS).unwrap_or((0, rest));
    Some((whole.checked_add((first * 100 + second * 10) as i32)?, rest))
}

fn ascii_digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// Parses an integer at the start of a text, in digits or numerals, and returns it with the rest of the text.
pub(super) fn whole(text: &str) -> Option<(u32, &str)> {
    match ascii_digits(text) {
        0 => numeral(text),
        digits => Some((text[..digits].parse().ok()?, &text[digits..])),
    }
}

/// Parses a number in numerals: `百二十三`, `二〇一六`, `twelve`.
fn numeral(text: &str) -> Option<(u32, &str)> {
    let tens = longest(text, WORDS);
    if let Some((number, rest)) = tens {
        let is_latin = text.starts_with(|c: char| c.is_ascii());
        let one = if number % 10 == 0 && !is_latin {
            longest(rest, DIGITS).or_else(|| longest(rest, &WORDS[2..11]))
        } else {
            None
        };
        return Some(one.map_or((number, rest), |(one, rest)| (number + one, rest)));
    }
    let (mut sum, mut section, mut rest) = (0u32, None, text);
    let mut last_unit = u32::MAX;
    let mut digits = 0;
    loop {
        if let Some((digit, behind)) = longest(rest, DIGITS) {
            section = match section {
                // Consecutive digits: 二〇一六.
                Some(number) if last_unit == u32::MAX => {
                    Some(u32::checked_mul(number, 10)?.checked_add(digit)?)
                }
                // 百〇五
                Some(0) | None => Some(digit),
                Some(_) => return None,
            };
            digits += 1;
            rest = behind;
        } else if let Some((unit, behind)) = longest(rest, UNITS) {
            if unit >= last_unit || digits > 1 && last_unit == u32::MAX {
                return None;
            }
            sum = sum.checked_add(section.unwrap_or(1).checked_mul(unit)?)?;
            (section, last_unit, rest) = (None, unit, behind);
        } else {
            break;
        }
    }
    (rest.len() < text.len()).then(|| (sum + section.unwrap_or(0), rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_notations_are_parsed() {
        for (text, thousandths, rest) in [
            ("7.5", 7500, ""),
            ("7.50", 7500, ""),
            ("6,5", 6500, ""),
            (".5", 500, ""),
            ("5 1/2", 5500, ""),
            ("3½目", 3500, "目"),
            ("3又3/4子", 3750, "子"),
            ("3又四分之三", 3750, ""),
            ("1/4", 250, ""),
            ("四分之三子", 750, "子"),
            ("三", 3000, ""),
            ("十", 10_000, ""),
            ("十一目", 11_000, "目"),
            ("二十三", 23_000, ""),
            ("廿三", 23_000, ""),
            ("百二", 102_000, ""),
            ("一百零五", 105_000, ""),
            ("二〇一六", 2_016_000, ""),
            ("三点五", 3500, ""),
            ("열두집", 12_000, "집"),
            ("three and a half points", 3500, " points"),
            ("twelve", 12_000, ""),
            ("3.", 3000, "."),
        ] {
            assert_eq!(number(text), Some((thousandths, rest)), "{text}");
        }
        for text in ["", "目", "1.2345", "99999999999", "9999999", "1,000", "十百", "tenth"] {
            assert_eq!(number(text), None, "{text}");
        }
    }
}
