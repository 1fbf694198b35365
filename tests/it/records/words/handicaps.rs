//! Handicaps in words.

use tianyuan::records::record::Record;

use super::{Form, assert_meanings, distinct, full_width, numerals, traditional};

const ENGLISH: [&str; 10] =
    ["", "", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

const STONES: [&str; 10] = ["", "", "[dp]", "[dd]", "[pp]", "[jj]", "[dj]", "[pj]", "[jd]", "[jp]"];

fn of_stones(stones: u32) -> Vec<Form> {
    let meaning = stones.to_string();
    let mut texts = Vec::new();
    for number in [meaning.clone(), full_width(&meaning), numerals(stones)] {
        for phrase in [
            "让{n}子",
            "受{n}子",
            "受让{n}子",
            "{n}子",
            "{n}子局",
            "{n}子置碁",
            "{n}점",
            "让{n}",
            "{n}个子",
        ] {
            texts.push(phrase.replace("{n}", &number));
        }
    }
    for number in [meaning.as_str(), ENGLISH[stones as usize]] {
        for phrase in [
            "{n} stones",
            "{n} Stones",
            "{n}-stone handicap",
            "Handicap {n}",
            "Handicap: {n}",
            "handicap of {n}",
            "{n} handicap stones",
        ] {
            texts.push(phrase.replace("{n}", number));
        }
    }
    texts.extend([format!("H{stones}"), full_width(&format!("H{stones}"))]);
    let other: Vec<String> = texts.iter().map(|text| traditional(text)).collect();
    texts.extend(other);
    texts.into_iter().map(|text| Form::new(text, &meaning)).collect()
}

fn handicap(record: &Record) -> Option<String> {
    record.handicap().map(|stones| stones.to_string())
}

#[test]
fn generated_handicaps_are_parsed() {
    let mut count = 0;
    for stones in 2..=9 {
        let forms = distinct(of_stones(stones));
        count += forms.len();
        // With the stones on the board, so that both agree.
        let setup = format!("AB[pd]{}", STONES[2..=stones as usize].concat());
        let forms: Vec<Form> = forms.into_iter().filter(|form| form.text != form.meaning).collect();
        assert_meanings("HA", &setup, &forms, handicap);
    }
    assert!(count >= 400, "{count}");
    let none = ["无", "分先", "互先", "不让子", "none", "even game", "호선"]
        .map(|text| Form::new(text, "0"));
    assert_meanings("HA", "", &none, handicap);
}
