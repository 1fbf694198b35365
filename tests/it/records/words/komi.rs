//! Komi in words.

use tianyuan::records::record::Record;

use super::margins::{decimal, english, korean, points, stones};
use super::{Form, assert_meanings, distinct, full_width, traditional};

/// Phrases for a komi given by Black and by White, in Chinese and Japanese.
const GIVEN_BY_BLACK: [&str; 10] = [
    "{m}",
    "贴{m}",
    "黑贴{m}",
    "黑方贴{m}",
    "黑贴白{m}",
    "贴目{m}",
    "コミ{m}",
    "コミ出し{m}",
    "黒{m}",
    "コミ：{m}",
];
const GIVEN_BY_WHITE: [&str; 8] = [
    "倒贴{m}",
    "倒贴目{m}",
    "白倒贴{m}",
    "白贴{m}",
    "白贴黑{m}",
    "反贴{m}",
    "逆コミ{m}",
    "逆コミ{m}出し",
];

fn komi(record: &Record) -> Option<String> {
    record.info.rules.komi.map(|komi| komi.to_string())
}

fn forms() -> Vec<Form> {
    let mut forms = Vec::new();
    let mut add = |phrases: &[&str], sign: &str, amounts: &[(String, u32)]| {
        for phrase in phrases {
            forms.extend(amounts.iter().map(|(text, halves)| {
                Form::new(phrase.replace("{m}", text), format!("{sign}{}", decimal(*halves)))
            }));
        }
    };
    for halves in [1, 7, 13, 16] {
        add(&GIVEN_BY_BLACK, "", &points(halves));
        add(&GIVEN_BY_WHITE, "-", &points(halves));
        add(&GIVEN_BY_BLACK[1..6], "", &stones(halves));
        add(&GIVEN_BY_WHITE[..6], "-", &stones(halves));
        add(&["{m}", "덤 {m}", "덤{m}"], "", &korean(halves));
        add(&["역덤 {m}"], "-", &korean(halves));
        let mut worded = english(halves);
        worded.retain(|(text, _)| text.contains(|c: char| !c.is_ascii_digit() && c != '.'));
        add(&["{m}", "Komi {m}", "Komi: {m}", "komi={m}"][..3], "", &worded);
        add(&["-{m}", "−{m}", "reverse komi {m}", "Reverse {m}"], "-", &worded);
        let number = [(decimal(halves), halves)];
        add(&["−{m}", "－{m}", "–{m}"], "-", &number);
        add(&["＋{m}"], "", &number);
    }
    forms
}

#[test]
fn generated_komi_values_are_parsed() {
    let mut forms = forms();
    let others: Vec<Form> = forms
        .iter()
        .filter(|form| !form.text.contains(','))
        .flat_map(|form| {
            [traditional(&form.text), full_width(&form.text)]
                .map(|text| Form { text, ..form.clone() })
        })
        .step_by(5)
        .collect();
    forms.extend(others);
    forms.extend(
        ["不贴目", "不貼目", "无贴目", "コミなし", "No komi", "덤 없음"]
            .map(|text| Form::new(text, "0")),
    );
    let forms = distinct(forms);
    assert!(forms.len() >= 600, "{}", forms.len());
    assert_meanings("KM", "", &forms, komi);
}

/// Numbers preserve their spelling in fixed files too, in the conventions of servers.
#[test]
fn numeric_komi_preserves_spelling() {
    let numbers = |list: &[(&str, &str)]| -> Vec<Form> {
        list.iter().map(|(text, meaning)| Form::new(*text, *meaning).doubtful()).collect()
    };
    let any = [
        ("6.5", "6.5"),
        ("6.50", "6.5"),
        ("-5.5", "-5.5"),
        ("3.75", "7.5"),
        ("375", "7.5"),
        ("50", "50"),
    ];
    assert_meanings("KM", "", &numbers(&any), komi);
    let fox = [
        ("50", "0.5"),
        ("0", "0"),
        ("375", "7.5"),
        ("325", "6.5"),
        ("650", "6.5"),
        ("750", "7.5"),
        ("6.5", "6.5"),
    ];
    assert_meanings("KM", "HA[2]AP[foxwq]", &numbers(&fox), komi);
}
