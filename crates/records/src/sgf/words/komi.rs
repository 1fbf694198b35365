//! Parser for SGF komi: in points, in 子, in words, or in hundredths as on the Fox server.

use super::letters::{after, longest, plain};
use super::quantity::{Quantity, Unit};
use tianyuan_go::Komi;

/// A parsed komi.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) struct KomiReading {
    pub(in super::super) komi: Komi,
    /// `true` if it is in 子, so that margins probably are too.
    pub(in super::super) in_stones: bool,
    /// `true` if it is in hundredths, as on one large server.
    pub(in super::super) in_hundredths: bool,
    /// `true` if it is not simply a number of points.
    pub(in super::super) converted: bool,
}

/// The conventions for numbers without a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) struct Conventions {
    /// `true` if a number with quarters may be in 子.
    pub(in super::super) may_count_stones: bool,
    /// `true` if the file is from the server that uses hundredths.
    pub(in super::super) is_fox: bool,
}

/// A word that states which colour gives the komi.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Word {
    Black,
    White,
    /// 贴: the colour that is named, or Black.
    Gives,
    /// 倒贴: White.
    Reverse,
}

const WORDS: &[(&str, Word)] = &[
    ("黑", Word::Black),
    ("黑方", Word::Black),
    ("黑棋", Word::Black),
    ("black", Word::Black),
    ("흑", Word::Black),
    ("白", Word::White),
    ("白方", Word::White),
    ("白棋", Word::White),
    ("white", Word::White),
    ("백", Word::White),
    ("贴", Word::Gives),
    ("贴目", Word::Gives),
    ("贴还", Word::Gives),
    ("贴出", Word::Gives),
    ("コミ", Word::Gives),
    ("コミ出し", Word::Gives),
    ("込み", Word::Gives),
    ("덤", Word::Gives),
    ("komi", Word::Gives),
    ("gives", Word::Gives),
    ("倒贴", Word::Reverse),
    ("倒贴目", Word::Reverse),
    ("反贴", Word::Reverse),
    ("逆贴", Word::Reverse),
    ("逆コミ", Word::Reverse),
    ("逆コミ出し", Word::Reverse),
    ("逆込み", Word::Reverse),
    ("역덤", Word::Reverse),
    ("reverse", Word::Reverse),
    ("reverse komi", Word::Reverse),
];

/// Texts that denote a komi of 0.
const NONE: [&str; 12] = [
    "不贴目",
    "不贴",
    "不贴子",
    "无贴目",
    "无贴",
    "コミなし",
    "コミ无し",
    "无コミ",
    "덤 없음",
    "덤없음",
    "no komi",
    "none",
];

/// Parses a komi. It is negative if White gives it.
///
/// Returns `None` if the text is not understood completely.
pub(in super::super) fn komi(text: &str, by: Conventions) -> Option<KomiReading> {
    let plain = plain(text);
    if NONE.contains(&plain.as_str()) {
        return Some(KomiReading {
            komi: Komi::default(),
            in_stones: false,
            in_hundredths: false,
            converted: true,
        });
    }
    let (is_negative, amount) = signed(&plain)?;
    let is_plain = |c: char| c.is_ascii_digit() || c == '.';
    let is_plain = text.trim().trim_start_matches(['+', '-']).chars().all(is_plain);
    // A number with a decimal point is in points, however large.
    let is_whole = amount.unit == Unit::None && !plain.contains('.');
    let fox_half = by.is_fox && amount.thousandths == 50_000;
    let in_hundredths = is_whole && (amount.thousandths >= 100_000 || fox_half);
    let in_stones = match amount.unit {
        Unit::Stones => true,
        Unit::None if in_hundredths => (100_000..400_000).contains(&amount.thousandths),
        Unit::None => amount.thousandths % 500 != 0 && by.may_count_stones,
        Unit::Points => false,
    };
    let number = if in_hundredths { amount.thousandths / 100 } else { amount.thousandths };
    let is_exact = !in_hundredths || !is_negative && amount.thousandths < 1_000_000;
    let amount = Quantity { thousandths: number, ..amount };
    let half_points = amount.half_points(if in_stones { Unit::Stones } else { Unit::Points })?;
    // No game has a larger komi in 子.
    let is_sensible = is_exact && (half_points < 200 || !in_stones);
    let half_points = if is_negative { -half_points } else { half_points };
    let komi = Komi::from_half_points(half_points).filter(|_| is_sensible)?;
    let converted = in_stones || in_hundredths || !is_plain;
    Some(KomiReading { komi, in_stones, in_hundredths, converted })
}

/// Splits off the sign of a komi. Returns `true` if it is negative.
fn signed(text: &str) -> Option<(bool, Quantity)> {
    let (mut words, mut rest) = (Vec::new(), text);
    take_words(&mut rest, &mut words);
    let sign = rest.chars().next().filter(|c| matches!(c, '+' | '-'));
    let (amount, behind) = Quantity::read(rest.trim_start_matches(['+', '-']).trim_start())?;
    let signs = rest.len() - rest.trim_start_matches(['+', '-']).len();
    rest = behind.trim_start();
    rest = after(rest, "出し").unwrap_or(rest);
    take_words(&mut rest, &mut words);
    let is_negative = match words[..] {
        [] | [Word::Black] | [Word::Gives] | [Word::Black, Word::Gives] => false,
        [Word::Black, Word::Gives, Word::White] => false,
        [Word::Reverse]
        | [Word::White, Word::Gives | Word::Reverse]
        | [Word::Reverse, Word::Gives]
        | [Word::White, Word::Gives | Word::Reverse, Word::Black] => true,
        _ => return None,
    };
    // With a word for the colour that gives the komi, a sign is redundant or contradictory.
    let is_signed = sign == Some('-');
    let is_doubled = is_signed && words.iter().any(|word| *word != Word::Gives);
    let is_understood = rest.is_empty() && signs <= 1 && !is_doubled;
    is_understood.then_some((is_negative || is_signed, amount))
}

/// Removes words and the colons after them from the start of a text.
fn take_words(text: &mut &str, words: &mut Vec<Word>) {
    while let Some((word, rest)) = longest(text, WORDS) {
        words.push(word);
        *text = rest.trim_start_matches([' ', ':']);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANY: Conventions = Conventions { may_count_stones: true, is_fox: false };
    const FOX: Conventions = Conventions { is_fox: true, ..ANY };

    fn half_points(text: &str, by: Conventions) -> Option<i32> {
        komi(text, by).map(|reading| reading.komi.half_points())
    }

    #[test]
    fn komi_units_are_distinguished() {
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
            ("50", 100),
        ] {
            assert_eq!(half_points(text, ANY), Some(halves), "{text}");
        }
        for text in ["", "abc", "6.7", "6.5 or 7.5", "377", "1000", "99999", "93.75", "-375"] {
            assert_eq!(half_points(text, ANY), None, "{text}");
        }
    }

    #[test]
    fn komi_given_by_white_is_negative() {
        for text in
            ["倒贴6目半", "逆コミ6目半", "−6.5", "－６．５", "白贴6.5目", "reverse komi 6.5", "-6½"]
        {
            assert_eq!(half_points(text, ANY), Some(-13), "{text}");
        }
        for text in [
            "贴6目半",
            "黑贴六目半",
            "コミ6目半",
            "+6.5",
            "Komi: 6.5 points",
            "黑贴3又1/4子",
            "덤 6집반",
        ] {
            assert_eq!(half_points(text, ANY), Some(13), "{text}");
        }
        for text in ["倒贴-6.5", "黑倒贴6目半", "白6目半", "--6.5", "贴"] {
            assert_eq!(half_points(text, ANY), None, "{text}");
        }
        assert_eq!(half_points("不貼目", ANY), Some(0));
        assert_eq!(half_points("黑贴375", ANY), Some(15), "in hundredths");
        assert_eq!(half_points("倒贴375", ANY), None);
    }

    #[test]
    fn fox_komi_of_50_is_half_a_point() {
        assert_eq!(half_points("50", FOX), Some(1));
        assert_eq!(half_points("375", FOX), Some(15));
        assert_eq!(half_points("0", FOX), Some(0));
        assert_eq!(half_points("6.5", FOX), Some(13));
    }

    #[test]
    fn quarter_point_komi_requires_stone_counting() {
        let by = |text, may_count_stones| komi(text, Conventions { may_count_stones, ..ANY });
        assert_eq!(by("3.75", false), None);
        assert!(by("3.75", true).is_some_and(|reading| reading.in_stones && reading.converted));
        assert!(by("750", false).is_some_and(|reading| !reading.in_stones && reading.converted));
        assert!(by("7.5", false).is_some_and(|reading| !reading.converted));
    }
}
