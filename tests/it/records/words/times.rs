//! Times in words.

use super::{Form, distinct, file, fixed, full_width, numerals, traditional};

/// The same time in many forms: hours and minutes.
fn of_time(hours: u32, minutes: u32) -> Vec<Form> {
    let seconds = hours * 3600 + minutes * 60;
    let mut texts = Vec::new();
    let mut add = |text: String| {
        texts.extend([full_width(&text), traditional(&text)]);
        texts.extend([format!("各{text}"), format!("每方{text}"), format!("{text} each")]);
        texts.push(text);
    };
    match (hours, minutes) {
        (0, _) => {
            for unit in ["分", "分钟", "분", " min", " minutes", "m"] {
                add(format!("{minutes}{unit}"));
            }
            add(format!("{}分钟", numerals(minutes)));
            add(format!("{seconds} seconds"));
            add(format!("{seconds}秒"));
        }
        (_, 0) => {
            for unit in ["小时", "个小时", "時間", "시간", " hours", " hrs", "h"] {
                add(format!("{hours}{unit}"));
            }
            add(format!("{}小时", numerals(hours)));
            add(format!("{} minutes", hours * 60));
        }
        _ => {
            add(format!("{hours}小时{minutes}分"));
            add(format!("{}小时{}分钟", numerals(hours), numerals(minutes)));
            add(format!("{hours}時間{minutes}分"));
            add(format!("{hours}시간 {minutes}분"));
            add(format!("{hours} hours {minutes} minutes"));
            add(format!("{hours} hours and {minutes} minutes"));
            add(format!("{hours}h{minutes}m"));
            add(format!("{hours}:{minutes:02}:00"));
        }
    }
    if minutes == 30 && hours > 0 {
        add(format!("{hours}小时半"));
        add(format!("{}个半小时", numerals(hours)));
        add(format!("{hours}時間半"));
        add(format!("{hours}.5 hours"));
        add(format!("{hours}½ hours"));
    }
    texts.into_iter().map(|text| Form::new(text, seconds.to_string())).collect()
}

#[test]
fn generated_times_are_parsed() {
    let mut forms = Vec::new();
    for (hours, minutes) in
        [(0, 10), (0, 45), (0, 90), (1, 0), (3, 0), (8, 0), (1, 30), (2, 15), (2, 30), (5, 30)]
    {
        forms.extend(of_time(hours, minutes));
    }
    forms.extend([
        Form::new("半小时", "1800"),
        Form::new("half an hour", "1800"),
        Form::new("一小时", "3600"),
    ]);
    let forms = distinct(forms);
    assert!(forms.len() >= 300, "{}", forms.len());
    for form in forms {
        let fixed = fixed(&file("TM", &form.text, ""), "TM");
        assert_eq!(fixed.as_ref(), Some(&form.meaning), "{}", form.text);
    }
}
