//! Parser for dates in common notations, converted to FF\[4\]: `6 May 1996` becomes `1996-05-06`.

use super::letters::{after, longest, plain};
use super::numeral::whole;

/// The first three letters of the months.
const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// The century of a two-digit year after a month name. All such games are older than 2000.
const TWO_DIGITS: u32 = 1900;

/// The year before the first year of each Japanese era.
const ERAS: &[(&str, u32)] =
    &[("明治", 1867), ("大正", 1911), ("昭和", 1925), ("平成", 1988), ("令和", 2018)];

/// Returns days, a month or a year in FF\[4\] notation.
///
/// Returns `None` if the text is not certainly a date and nothing else, or contains a day that does not exist.
pub(in super::super) fn days(text: &str) -> Option<String> {
    let text = plain(text).replace('년', "年").replace('월', "月").replace('일', "日");
    let text = text.trim_end_matches([',', '、']).trim_end();
    let days = if text.contains('年') { in_characters(text)? } else { in_words(text)? };
    days.text()
}

/// A year, with optional months and days.
struct Days {
    year: u32,
    /// The months with their days. A month without days must be the only one.
    months: Vec<(u32, Vec<u32>)>,
}

impl Days {
    fn text(&self) -> Option<String> {
        let Days { year, months } = self;
        let days = months.iter().flat_map(|(month, days)| days.iter().map(|day| (*month, *day)));
        let exists = |(month, day): (u32, u32)| day >= 1 && day <= length(*year, month);
        let is_good = (1..=9999).contains(year)
            && months.iter().all(|(month, _)| (1..=12).contains(month))
            && days.clone().all(exists)
            && days.clone().zip(days.skip(1)).all(|(one, next)| one < next);
        let mut text = format!("{year:04}");
        for (index, (month, days)) in months.iter().enumerate() {
            text += &format!("{}{month:02}", if index == 0 { '-' } else { ',' });
            for (index, day) in days.iter().enumerate() {
                text += &format!("{}{day:02}", if index == 0 { '-' } else { ',' });
            }
        }
        is_good.then_some(text)
    }
}

/// Returns the number of days of a month.
fn length(year: u32, month: u32) -> u32 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// The separator between two days of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Between {
    /// A comma or a word: a list.
    And,
    /// A dash: a range.
    To,
}

const BETWEEN: &[(&str, Between)] = &[
    (",", Between::And),
    ("、", Between::And),
    ("&", Between::And),
    ("and", Between::And),
    ("和", Between::And),
    ("及", Between::And),
    ("-", Between::To),
    ("~", Between::To),
    ("至", Between::To),
    ("到", Between::To),
];

/// Adds a day to a list. A dash is only accepted between consecutive days, since other ranges are ambiguous.
fn add_day(days: &mut Vec<u32>, between: Between, day: u32) -> Option<()> {
    let is_next = days.last().is_some_and(|last| last + 1 == day);
    (between == Between::And || is_next).then(|| days.push(day))
}

// --- 1996年5月6日 ------------------------------------------------------------------------------

/// Parses `1996年5月6日` or `平成八年五月六日、七日`. The entire text must belong to the date.
fn in_characters(text: &str) -> Option<Days> {
    let (era, rest) = longest(text, ERAS).map_or((None, text), |(era, rest)| (Some(era), rest));
    let (number, rest) = match rest.strip_prefix('元').filter(|_| era.is_some()) {
        Some(rest) => (1, rest),
        None => whole(rest)?,
    };
    let year = match era {
        Some(before) => (1..100).contains(&number).then_some(before + number)?,
        // Two digits could refer to any century or era.
        None => (number >= 1000).then_some(number)?,
    };
    let mut rest = rest.trim_start().strip_prefix('年')?.trim_start();
    let mut days = Days { year, months: Vec::new() };
    let mut between = Between::And;
    while !rest.is_empty() {
        let (number, behind) = whole(rest)?;
        let behind = behind.trim_start();
        if let Some(behind) = behind.strip_prefix('月') {
            if between == Between::To {
                return None;
            }
            days.months.push((number, Vec::new()));
            rest = behind.trim_start();
            continue;
        }
        let (_, in_month) = days.months.last_mut()?;
        add_day(in_month, between, number)?;
        let behind = behind.strip_prefix(['日', '号']).unwrap_or(behind).trim_start();
        if behind.is_empty() {
            break;
        }
        (between, rest) = longest(behind, BETWEEN)?;
        rest = rest.trim_start();
        whole(rest)?;
    }
    // A month without days must be the only one.
    let is_whole = days.months.len() < 2 || days.months.iter().all(|(_, days)| !days.is_empty());
    is_whole.then_some(days)
}

// --- 6 May 1996, 1996-5-6 ----------------------------------------------------------------------

/// A token of a date.
#[derive(Debug, Clone, Copy)]
enum Word {
    /// A number and the number of its digits.
    Number(u32, usize),
    /// A month name.
    Month(u32),
}

fn in_words(text: &str) -> Option<Days> {
    let mut words = words(text)?;
    let listed = listed(&mut words)?;
    let words: Vec<Word> = words.into_iter().map(|(_, word)| word).collect();
    let (year, month, day) = match words[..] {
        [Word::Number(year, 4)] => (year, None, None),
        [Word::Number(year, 4), month] => (year, Some(month_of(month)?), None),
        [Word::Month(month), Word::Number(year, 4)] => (year, Some(month), None),
        // The year is first, or last after a month name. The order of numbers alone is ambiguous.
        [Word::Number(year, 4), month, Word::Number(day, _)] => {
            (year, Some(month_of(month)?), Some(day))
        }
        [Word::Number(day, 1 | 2), Word::Month(month), Word::Number(year, digits)]
        | [Word::Month(month), Word::Number(day, 1 | 2), Word::Number(year, digits)] => {
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
    let mut days: Vec<u32> = day.into_iter().collect();
    for (between, day) in listed {
        days.last()?;
        add_day(&mut days, between, day)?;
    }
    let months = month.map(|month| (month, days)).into_iter().collect();
    Some(Days { year, months })
}

/// Removes the days that follow another day of the same month: `6-7 May`, `May 6, 7`, `1996-05-06,07`.
fn listed(words: &mut Vec<(Option<Between>, Word)>) -> Option<Vec<(Between, u32)>> {
    let is_day = |word: &(_, Word)| matches!(word.1, Word::Number(1..=31, 1 | 2));
    let first = match words[..] {
        [(_, Word::Number(_, 4)), _, _, ..] => 2,
        [(_, Word::Month(_)), ..] => 1,
        _ if words.iter().any(|(_, word)| matches!(word, Word::Month(_))) => 0,
        _ => return Some(Vec::new()),
    };
    // A two-digit year follows a month, not a day.
    let has_long_year = words.iter().any(|(_, word)| matches!(word, Word::Number(_, 4)));
    let mut days = Vec::new();
    while has_long_year
        && words.get(first).is_some_and(is_day)
        && words.get(first + 1).is_some_and(is_day)
    {
        let (between, word) = words.remove(first + 1);
        let Word::Number(day, _) = word else { return None };
        days.push((between?, day));
    }
    Some(days)
}

fn month_of(word: Word) -> Option<u32> {
    match word {
        Word::Number(month, 1 | 2) | Word::Month(month) => Some(month),
        Word::Number(..) => None,
    }
}

/// Splits a text into numbers and months, each with its separator. Returns `None` for anything else.
fn words(text: &str) -> Option<Vec<(Option<Between>, Word)>> {
    let (mut words, mut rest) = (Vec::new(), text);
    while !rest.is_empty() {
        let unspaced = rest.trim_start_matches([' ', '/', '.']);
        let (between, behind) = longest(unspaced, BETWEEN)
            .map_or((None, unspaced), |(between, behind)| (Some(between), behind));
        let behind = behind.trim_start();
        let length = behind.bytes().take_while(u8::is_ascii_alphanumeric).count();
        words.push((between, word(&behind[..length])?));
        rest = &behind[length..];
        if let Some(behind) = after(rest.trim_start(), "of") {
            rest = behind;
        }
    }
    (words.len() <= 12 && !words.is_empty()).then_some(words)
}

fn word(text: &str) -> Option<Word> {
    let ordinal = ["st", "nd", "rd", "th"].iter().find_map(|end| text.strip_suffix(end));
    let is_number = |text: &&str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let digits = ordinal.filter(is_number).unwrap_or(text);
    if is_number(&digits) && digits.len() <= 8 {
        return Some(Word::Number(digits.parse().ok()?, digits.len()));
    }
    let is_name = text.len() >= 3 && text.bytes().all(|b| b.is_ascii_lowercase());
    let month = MONTHS.iter().position(|month| text.starts_with(month)).filter(|_| is_name)?;
    Some(Word::Month(month as u32 + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn date_notations_are_parsed() {
        for (text, meant) in [
            ("6 May 1996", "1996-05-06"),
            ("May 6, 1996", "1996-05-06"),
            ("6th of May", "none"),
            ("6th of May, 1996", "1996-05-06"),
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
            ("二〇一六年三月三日", "2016-03-03"),
            ("２０１６年３月１０日、１１日", "2016-03-10,11"),
            ("2016年3月31日、4月1日", "2016-03-31,04-01"),
            ("2016年3月3日~4日", "2016-03-03,04"),
            ("平成8年5月6日", "1996-05-06"),
            ("令和元年五月一日", "2019-05-01"),
            ("2016년 3월 3일", "2016-03-03"),
            ("6-7 May 1996", "1996-05-06,07"),
            ("May 6 and 7, 1996", "1996-05-06,07"),
            ("1996-5-6,7", "1996-05-06,07"),
            ("1996年", "1996"),
            ("05/06/1996", "none"),
            ("96-05-06", "none"),
            ("96年5月6日", "none"),
            ("1996-05-06 12:30", "none"),
            ("6-9 May 1996", "none"),
            ("yesterday", "none"),
            ("2016年3月3日(木)", "none"),
            ("1996-13-06", "none"),
            ("30 February 1996", "none"),
            ("1996-05-06,05", "none"),
            ("", "none"),
        ] {
            assert_eq!(days(text).as_deref().unwrap_or("none"), meant, "{text}");
        }
    }
}
