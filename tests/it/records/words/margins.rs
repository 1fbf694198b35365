//! Amounts in points and in 子, each with its value in half points.

use super::{full_width, numerals};

/// An amount in words, and its half points.
pub(super) type Amount = (String, u32);

/// Half points as a decimal: 5 as `2.5`.
pub(super) fn decimal(halves: u32) -> String {
    format!("{}{}", halves / 2, if halves.is_multiple_of(2) { "" } else { ".5" })
}

/// Amounts with Chinese and Japanese units: `3目半`, `三目半`, `3½目`.
pub(super) fn points(halves: u32) -> Vec<Amount> {
    let (whole, is_half) = (halves / 2, halves % 2 == 1);
    let mut texts = vec![format!("{}目", decimal(halves)), full_width(&decimal(halves)) + "目"];
    match (whole, is_half) {
        (0, _) => texts.extend(["半目", "½目", "1/2目"].map(String::from)),
        (_, true) => {
            let numeral = numerals(whole);
            texts.extend([
                format!("{whole}目半"),
                format!("{}目半", full_width(&whole.to_string())),
                format!("{numeral}目半"),
                format!("{whole}½目"),
                format!("{whole}又1/2目"),
                format!("{whole} 1/2目"),
                format!("{numeral}点五目"),
            ]);
        }
        (_, false) => texts.extend([format!("{}目", numerals(whole)), format!("{whole}点")]),
    }
    texts.into_iter().map(|text| (text, halves)).collect()
}

/// Amounts in 子, given in quarters; each quarter is half a point.
pub(super) fn stones(quarters: u32) -> Vec<Amount> {
    let (whole, part) = (quarters / 4, (quarters % 4) as usize);
    let decimals = ["", ".25", ".5", ".75"][part];
    let fraction = ["", "1/4", "1/2", "3/4"][part];
    let numerals_of_part = ["", "四分之一", "二分之一", "四分之三"][part];
    let mut texts = vec![format!("{whole}{decimals}子")];
    match (whole, part) {
        (_, 0) => texts.push(format!("{}子", numerals(whole))),
        (0, _) => texts.extend([format!("{fraction}子"), format!("{numerals_of_part}子")]),
        _ => texts.extend([
            format!("{whole}又{fraction}子"),
            format!("{whole} {fraction}子"),
            format!("{}又{numerals_of_part}子", numerals(whole)),
        ]),
    }
    texts.into_iter().map(|text| (text, quarters)).collect()
}

/// Amounts with Korean units: `3집반`.
pub(super) fn korean(halves: u32) -> Vec<Amount> {
    let (whole, is_half) = (halves / 2, halves % 2 == 1);
    let text = match (whole, is_half) {
        (0, _) => "반집".into(),
        (_, true) => format!("{whole}집반"),
        (_, false) => format!("{whole}집"),
    };
    vec![(text, halves), (format!("{}집", decimal(halves)), halves)]
}

/// Amounts in English: `3½ points`, `half a point`.
pub(super) fn english(halves: u32) -> Vec<Amount> {
    const WORDS: [&str; 7] = ["", "one", "two", "three", "four", "five", "six"];
    let (whole, is_half) = (halves / 2, halves % 2 == 1);
    let number = decimal(halves);
    let mut texts = vec![number.clone(), format!("{number} points"), format!("{number} pts")];
    match (whole, is_half) {
        (0, _) => texts.extend(["half a point", "a half point", "½"].map(String::from)),
        (_, true) => {
            texts.extend([
                format!("{whole}½ points"),
                format!("{whole} 1/2"),
                format!("{whole},5"),
            ]);
            if let Some(word) = WORDS.get(whole as usize) {
                texts.push(format!("{word} and a half points"));
            }
        }
        (_, false) => {
            let word = WORDS.get(whole as usize);
            texts.extend(word.map(|word| format!("{word} points")));
        }
    }
    texts.into_iter().map(|text| (text, halves)).collect()
}
