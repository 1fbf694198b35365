//! Times as people write them, in seconds: `1:30:00`, `90 minutes`, `5h`, `3時間`.

/// Units with their seconds, the longer words first.
const UNITS: [(&str, u32); 17] = [
    ("seconds", 1),
    ("minutes", 60),
    ("minute", 60),
    ("hours", 3600),
    ("hour", 3600),
    ("mins", 60),
    ("sec", 1),
    ("min", 60),
    ("hrs", 3600),
    ("hr", 3600),
    ("小时", 3600),
    ("時間", 3600),
    ("分钟", 60),
    ("分", 60),
    ("h", 3600),
    ("m", 60),
    ("s", 1),
];

/// The seconds that a text means; `None` where it is not certainly a time alone.
pub(super) fn seconds(text: &str) -> Option<u32> {
    let text = text.trim().to_ascii_lowercase();
    let text = text.strip_suffix("each").unwrap_or(&text).trim_end();
    if text.contains(':') {
        return by_colons(text);
    }
    let (mut sum, mut rest) = (0u32, text);
    while !rest.is_empty() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let number: u32 = rest[..digits].parse().ok()?;
        let behind = rest[digits..].trim_start();
        let (unit, seconds) = UNITS.iter().find(|(unit, _)| behind.starts_with(unit))?;
        sum = sum.checked_add(number.checked_mul(*seconds)?)?;
        rest = behind[unit.len()..].trim_start();
    }
    Some(sum).filter(|sum| *sum > 0)
}

/// `h:mm:ss`, and `h:mm` where the hours are few: `10:00` could be minutes and seconds.
fn by_colons(text: &str) -> Option<u32> {
    let parts: Option<Vec<u32>> = text.split(':').map(|part| part.parse().ok()).collect();
    match parts?[..] {
        [hours @ ..100, minutes @ ..60, seconds @ ..60] => {
            Some(hours * 3600 + minutes * 60 + seconds)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_in_all_their_forms() {
        for (text, meant) in [
            ("5 hours", Some(18_000)),
            ("5h", Some(18_000)),
            ("5 hours each", Some(18_000)),
            ("90 minutes", Some(5400)),
            ("1 hour 30 min", Some(5400)),
            ("1:30:00", Some(5400)),
            ("3600 sec", Some(3600)),
            ("3時間", Some(10_800)),
            ("10:00", None),
            ("10/5", None),
            ("unlimited", None),
            ("5x30", None),
            ("60 minutes + 5 min", None),
            ("3600", None),
            ("", None),
        ] {
            assert_eq!(seconds(text), meant, "{text}");
        }
    }
}
