//! Dates in words.

use super::{Form, distinct, file, fixed, full_width, numerals};

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Positional numerals: 2016 as 二〇一六.
fn digits(number: u32) -> String {
    let of =
        |c: char| "〇一二三四五六七八九".chars().nth(c.to_digit(10).expect("a digit") as usize);
    number.to_string().chars().filter_map(of).collect()
}

fn of_day(year: u32, month: u32, day: u32) -> Vec<Form> {
    let meaning = format!("{year}-{month:02}-{day:02}");
    let name = MONTHS[month as usize - 1];
    let ordinal = match day {
        1 | 21 | 31 => "st",
        2 | 22 => "nd",
        3 | 23 => "rd",
        _ => "th",
    };
    let mut texts = vec![
        format!("{year}年{month}月{day}日"),
        format!("{year}年{month:02}月{day:02}日"),
        format!("{year}年{month}月{day}号"),
        format!("{}年{}月{}日", digits(year), numerals(month), numerals(day)),
        full_width(&format!("{year}年{month}月{day}日")),
        format!("{year}년 {month}월 {day}일"),
        format!("{year}/{month}/{day}"),
        format!("{year}.{month:02}.{day:02}"),
        format!("{year}{month:02}{day:02}"),
        format!("{day} {name} {year}"),
        format!("{day}{ordinal} of {name}, {year}"),
        format!("{name} {day}, {year}"),
        format!("{} {day}{ordinal} {year}", &name[..3]),
        format!("{day}-{}-{year}", &name[..3]),
    ];
    for (era, before) in [("昭和", 1925), ("平成", 1988), ("令和", 2018)] {
        let is_of_era = match era {
            "昭和" => year < 1989,
            "平成" => (1990..2019).contains(&year),
            _ => year > 2019,
        };
        if is_of_era {
            texts.push(format!("{era}{}年{month}月{day}日", year - before));
            texts.push(format!(
                "{era}{}年{}月{}日",
                numerals(year - before),
                numerals(month),
                numerals(day)
            ));
        }
    }
    if day > 12 {
        texts.push(format!("{day}/{month}/{year}"));
    }
    texts.into_iter().map(|text| Form::new(text, &meaning)).collect()
}

/// A day and the next one in the same month.
fn of_two_days(year: u32, month: u32, day: u32) -> Vec<Form> {
    let (next, name) = (day + 1, MONTHS[month as usize - 1]);
    let meaning = format!("{year}-{month:02}-{day:02},{next:02}");
    [
        format!("{year}年{month}月{day}日、{next}日"),
        format!("{year}年{month}月{day}日-{next}日"),
        format!("{year}年{month}月{day}日～{month}月{next}日")
            .replace(&format!("～{month}月"), "～"),
        format!("{year}年{month}月{day}、{next}日"),
        format!("{day}-{next} {name} {year}"),
        format!("{name} {day}-{next}, {year}"),
        format!("{name} {day} and {next}, {year}"),
    ]
    .map(|text| Form::new(text, &meaning))
    .into()
}

#[test]
fn generated_dates_are_parsed() {
    let mut forms = Vec::new();
    for (year, month, day) in [
        (1926, 5, 8),
        (1968, 2, 29),
        (1984, 12, 25),
        (1996, 5, 6),
        (2003, 1, 1),
        (2008, 7, 22),
        (2016, 3, 13),
        (2016, 10, 30),
        (2020, 9, 3),
        (2024, 11, 21),
    ] {
        forms.extend(of_day(year, month, day));
        if day < 29 {
            forms.extend(of_two_days(year, month, day));
        }
        let month_alone = format!("{year}-{month:02}");
        forms.extend([
            Form::new(format!("{year}年{month}月"), &month_alone),
            Form::new(format!("{} {year}", MONTHS[month as usize - 1]), &month_alone),
            Form::new(format!("{year}年{month}月30日、{}月1日", month % 12 + 1), ""),
        ]);
        forms.push(Form::new(format!("{year}年"), year.to_string()));
        forms.retain(|form| !form.meaning.is_empty());
    }
    forms.push(Form::new("2016年3月31日、4月1日", "2016-03-31,04-01"));
    let forms = distinct(forms);
    assert!(forms.len() >= 240, "{}", forms.len());
    for form in forms {
        let fixed = fixed(&file("DT", &form.text, ""), "DT");
        assert_eq!(fixed.as_ref(), Some(&form.meaning), "{}", form.text);
    }
}

#[test]
fn ff4_dates_preserve_spelling() {
    for text in ["1996-05-06", "1996-05-06,07", "1996-05", "1996", "1996-05-06,07,06-01"] {
        assert_eq!(fixed(&file("DT", text, ""), "DT").as_deref(), Some(text));
    }
}
