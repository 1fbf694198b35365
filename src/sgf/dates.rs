//! Days as people write them, as FF\[4\] has them: `6 May 1996` as `1996-05-06`.

/// The first three letters of the months.
const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// The last years that an even number of two digits at the end may mean: all games before it are older.
const TWO_DIGITS: u32 = 1900;

/// One day, month or year in the form of FF\[4\]; `None` where the text is not certainly that alone.
pub(super) fn day(text: &str) -> Option<String> {
    let text = text.trim().trim_end_matches(',').trim_end();
    let words = words(text)?;
    let (year, month, day) = match words[..] {
        [Word::Number(year, 4)] => (year, None, None),
        [Word::Number(year, 4), month] => (year, Some(month_of(month)?), None),
        [Word::Name(month), Word::Number(year, 4)] => (year, Some(month), None),
        // The year first, or last behind a month in letters: numbers alone could stand either way round.
        [Word::Number(year, 4), month, Word::Number(day, _)] => {
            (year, Some(month_of(month)?), Some(day))
        }
        [Word::Number(day, 1 | 2), Word::Name(month), Word::Number(year, digits)]
        | [Word::Name(month), Word::Number(day, 1 | 2), Word::Number(year, digits)] => {
            let century = if digits == 2 { TWO_DIGITS } else { 0 };
            (year + century, Some(month), Some(day))
        }
        [Word::Number(day, 1 | 2), Word::Number(month @ 1..=12, 1 | 2), Word::Number(year, 4)]
            if day > 12 =>
        {
            (year, Some(month), Some(day))
        }
        [Word::Number(compact, 8)] => {
            (compact / 10_000, Some(compact / 100 % 100), Some(compact % 100))
        }
        _ => return None,
    };
    let is_good = (1..=9999).contains(&year)
        && month.is_none_or(|month| (1..=12).contains(&month))
        && day.is_none_or(|day| (1..=31).contains(&day));
    let parts = [Some(format!("{year:04}")), month.map(two_digits), day.map(two_digits)];
    is_good.then(|| parts.into_iter().flatten().collect::<Vec<String>>().join("-"))
}

fn two_digits(number: u32) -> String {
    format!("{number:02}")
}

/// A part of a date.
#[derive(Debug, Clone, Copy)]
enum Word {
    /// A number and how many digits it has.
    Number(u32, usize),
    /// A month by its name.
    Name(u32),
}

fn month_of(word: Word) -> Option<u32> {
    match word {
        Word::Number(month, 1 | 2) | Word::Name(month) => Some(month),
        Word::Number(..) => None,
    }
}

/// The numbers and months of a text; `None` where it has anything else.
fn words(text: &str) -> Option<Vec<Word>> {
    let is_between = |c: char| " ,-/.年月日".contains(c);
    let parts = text.split(is_between).filter(|part| !part.is_empty());
    let words: Option<Vec<Word>> = parts.map(word).collect();
    words.filter(|words| words.len() <= 3)
}

fn word(text: &str) -> Option<Word> {
    let ordinal = ["st", "nd", "rd", "th"].iter().find_map(|end| text.strip_suffix(end));
    let digits = ordinal.filter(|rest| rest.bytes().all(|b| b.is_ascii_digit())).unwrap_or(text);
    if digits.bytes().all(|b| b.is_ascii_digit()) && (1..=8).contains(&digits.len()) {
        return Some(Word::Number(digits.parse().ok()?, digits.len()));
    }
    let lower = text.to_ascii_lowercase();
    let is_name = lower.len() >= 3 && lower.bytes().all(|b| b.is_ascii_lowercase());
    let month = MONTHS.iter().position(|month| lower.starts_with(month)).filter(|_| is_name)?;
    Some(Word::Name(month as u32 + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_read_in_all_their_forms() {
        for (text, meant) in [
            ("6 May 1996", "1996-05-06"),
            ("May 6, 1996", "1996-05-06"),
            ("6th of May", "none"),
            ("May 6th, 1996", "1996-05-06"),
            ("September 1996", "1996-09"),
            ("1996-5-6", "1996-05-06"),
            ("1996/05/06", "1996-05-06"),
            ("1996.5.6", "1996-05-06"),
            ("1996年5月6日", "1996-05-06"),
            ("1996年5月", "1996-05"),
            ("19960506", "1996-05-06"),
            ("27-12-1996", "1996-12-27"),
            ("14 apr 97", "1997-04-14"),
            ("1996-05-06,", "1996-05-06"),
            ("05/06/1996", "none"),
            ("96-05-06", "none"),
            ("1996-05-06 12:30", "none"),
            ("yesterday", "none"),
            ("平成8年5月6日", "none"),
            ("1996-13-06", "none"),
            ("", "none"),
        ] {
            assert_eq!(day(text).as_deref().unwrap_or("none"), meant, "{text}");
        }
    }
}
