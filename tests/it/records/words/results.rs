//! Results in Chinese, Japanese, Korean and English words.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tianyuan::records::record::Record;

use super::margins::{Amount, decimal, english, korean, points, stones};
use super::{Form, assert_meanings, distinct, full_width, traditional};

/// The names of Black and White in a language.
type Colors = &'static [[&'static str; 2]];

/// Phrases for a win, `{c}` for the winner, `{o}` for the other colour, `{m}` for the margin.
struct Language {
    colors: Colors,
    resignation: &'static [&'static str],
    time: &'static [&'static str],
    forfeit: &'static [&'static str],
    unstated: &'static [&'static str],
    margin: &'static [&'static str],
    margins: fn(u32) -> Vec<Amount>,
    draw: &'static [&'static str],
    void: &'static [&'static str],
}

const CHINESE: Language = Language {
    colors: &[["黑", "白"], ["黑方", "白方"], ["执黑", "执白"]],
    resignation: &[
        "{c}中盘胜",
        "{c}中盘获胜",
        "{c}不计点胜",
        "{o}中盘负",
        "{o}认输",
        "{o}投子认负",
        "{c}胜，{o}认输",
        "{c}中盘胜({o}认输)",
        "{c}中盘胜（{o}投子）",
        "{c}胜(中盘)",
        "{c}中盘胜，{o}负",
        "{o}认输，{c}胜",
    ],
    time: &[
        "{o}超时负",
        "{o}超时",
        "{c}超时胜",
        "{c}胜（{o}超时负）",
        "{c}胜({o}超时)",
        "{c}胜，{o}超时判负。",
        "{o}读秒超时负",
    ],
    forfeit: &["{c}不战胜", "{o}弃权", "{o}弃权负", "{c}胜({o}弃权)"],
    unstated: &[
        "{c}胜",
        "{c}获胜",
        "{o}负",
        "{o}败",
        "{c}胜{o}负",
        "{c}胜、{o}负",
        "{o}负{c}胜",
        "{c}赢",
    ],
    margin: &[
        "{c}胜{m}",
        "{c}{m}胜",
        "{o}负{m}",
        "{o}{m}负",
        "{c}胜{o}{m}",
        "{c}以{m}获胜",
        "{c}胜({m})",
        "{c}胜{m}，{o}负",
    ],
    margins: points,
    draw: &["和棋", "和局", "和", "双方和棋", "平局"],
    void: &["无效", "无胜负", "无结果"],
};

const JAPANESE: Language = Language {
    colors: &[["黒", "白"], ["黒番", "白番"]],
    resignation: &[
        "{c}中押し勝ち",
        "{c}中押勝",
        "{c}の中押し勝ち",
        "{o}中押し負け",
        "{o}投了",
        "{c}勝ち（{o}投了）",
    ],
    time: &["{o}時間切れ負け", "{c}時間切れ勝ち", "{c}勝ち（{o}時間切れ）", "{o}時間切れ"],
    forfeit: &["{c}不戦勝", "{o}不戦敗"],
    unstated: &["{c}勝ち", "{c}勝", "{o}負け", "{c}の勝ち"],
    margin: &["{c}{m}勝ち", "{c}{m}勝", "{c}の{m}勝ち", "{o}{m}負け", "{c}勝ち（{m}）"],
    margins: points,
    draw: &["持碁", "ジゴ"],
    void: &["無勝負", "ノーゲーム"],
};

const KOREAN: Language = Language {
    colors: &[["흑", "백"], ["흑번 ", "백번 "]],
    resignation: &["{c} 불계승", "{c}불계승", "{o} 불계패"],
    time: &["{c} 시간승", "{o} 시간패", "{o} 시간초과"],
    forfeit: &["{c} 기권승", "{o} 기권패", "{c} 부전승"],
    unstated: &["{c} 승", "{o} 패", "{c} 승리", "{c}이 이김"],
    margin: &["{c} {m}승", "{c} {m} 승", "{o} {m}패"],
    margins: korean,
    draw: &["무승부"],
    void: &["무효"],
};

const ENGLISH: Language = Language {
    colors: &[["Black", "White"], ["B", "W"], ["black", "white"], ["BLACK", "WHITE"]],
    resignation: &[
        "{c} wins by resignation",
        "{c} won by resignation",
        "{o} resigns",
        "{o} resigned",
        "{c} wins ({o} resigned)",
        "{c} by resignation",
        "{c}+R ({o} resigns)",
        "{o} loses by resignation",
    ],
    time: &[
        "{c} wins on time",
        "{c} won by time",
        "{o} lost on time",
        "{o} ran out of time",
        "{c} wins, {o} timed out",
    ],
    forfeit: &[
        "{c} wins by forfeit",
        "{o} forfeits",
        "{o} forfeited the game",
        "{c} wins by default",
    ],
    unstated: &[
        "{c} wins",
        "{c} won",
        "{o} loses",
        "{o} lost",
        "{c} won the game",
        "{c} beats {o}",
    ],
    margin: &[
        "{c} wins by {m}",
        "{c} won by {m}",
        "{c} by {m}",
        "{o} loses by {m}",
        "{o} lost by {m}",
        "{c} defeats {o} by {m}",
        "{c} + {m}",
        "{c} wins ({m})",
    ],
    margins: english,
    draw: &["Jigo", "drawn", "a draw", "Tie"],
    void: &["no result", "No Result", "VOID"],
};

impl Language {
    /// All forms of a language, with some of the margins.
    fn forms(&self, rng: &mut StdRng) -> Vec<Form> {
        let mut forms = Vec::new();
        for names in self.colors {
            for winner in 0..2 {
                let letter = ["B", "W"][winner];
                let phrase = |phrase: &&str, margin: &str| {
                    let named =
                        phrase.replace("{c}", names[winner]).replace("{o}", names[1 - winner]);
                    named.replace("{m}", margin)
                };
                for (phrases, how) in [
                    (self.resignation, "R"),
                    (self.time, "T"),
                    (self.forfeit, "F"),
                    (self.unstated, ""),
                ] {
                    let meaning = format!("{letter}+{how}");
                    forms.extend(phrases.iter().map(|it| Form::new(phrase(it, ""), &meaning)));
                }
                for it in self.margin {
                    let halves = [1, rng.random_range(2..60)];
                    let margins = halves.into_iter().flat_map(self.margins);
                    forms.extend(margins.map(|(text, halves)| {
                        Form::new(phrase(it, &text), format!("{letter}+{}", decimal(halves)))
                    }));
                }
            }
        }
        forms.extend(self.draw.iter().map(|text| Form::new(*text, "0")));
        forms.extend(self.void.iter().map(|text| Form::new(*text, "Void")));
        // Adjudication is more than a result.
        let is_more = |form: &Form| form.text.contains('判');
        forms.into_iter().map(|form| if is_more(&form) { form.doubtful() } else { form }).collect()
    }
}

/// Results in 子, which are read as points and preserved.
fn in_stones(rng: &mut StdRng) -> Vec<Form> {
    let mut forms = Vec::new();
    for (winner, letter, other) in [("黑", "B", "白"), ("白", "W", "黑")] {
        for quarters in [1, 2, 3, 5, 7, rng.random_range(8..100)] {
            for (text, halves) in stones(quarters) {
                let meaning = format!("{letter}+{}", decimal(halves));
                forms.extend([
                    Form::new(format!("{winner}胜{text}"), &meaning).doubtful(),
                    Form::new(format!("{winner}{text}胜"), &meaning).doubtful(),
                    Form::new(format!("{other}负{text}"), &meaning).doubtful(),
                ]);
            }
        }
    }
    forms
}

/// Results with remarks. The remarks are preserved.
fn with_remarks(forms: &[Form]) -> Vec<Form> {
    let plain = forms
        .iter()
        .filter(|form| form.is_certain && !form.text.contains(['(', '（', ',', '，', '、']));
    let remark = |form: &Form| {
        [
            Form::new(format!("{} (unofficial)", form.text), &form.meaning).doubtful(),
            Form::new(format!("共257手、{}", form.text), &form.meaning).doubtful(),
        ]
    };
    plain.step_by(7).flat_map(remark).collect()
}

fn result(record: &Record) -> Option<String> {
    record.info.result.map(|result| result.to_string())
}

/// The forms of a language, also in other characters and with remarks.
fn all_forms(language: &Language) -> Vec<Form> {
    let mut forms = language.forms(&mut StdRng::seed_from_u64(55));
    let traditional =
        forms.iter().step_by(7).map(|form| Form { text: traditional(&form.text), ..form.clone() });
    let wide = forms.iter().filter(|form| !form.text.contains(',')).step_by(5);
    let wide = wide.map(|form| Form { text: full_width(&form.text), ..form.clone() });
    let others: Vec<Form> = traditional.chain(wide).chain(with_remarks(&forms)).collect();
    forms.extend(others);
    distinct(forms)
}

#[test]
fn chinese_results_are_parsed() {
    assert_meanings("RE", "", &all_forms(&CHINESE), result);
}

#[test]
fn japanese_results_are_parsed() {
    assert_meanings("RE", "", &all_forms(&JAPANESE), result);
}

#[test]
fn korean_results_are_parsed() {
    assert_meanings("RE", "", &all_forms(&KOREAN), result);
}

#[test]
fn english_results_are_parsed() {
    assert_meanings("RE", "", &all_forms(&ENGLISH), result);
}

#[test]
fn results_in_stones_are_parsed() {
    let forms = distinct(in_stones(&mut StdRng::seed_from_u64(55)));
    assert_meanings("RE", "", &forms, result);
}

#[test]
fn at_least_2000_results_are_generated() {
    let languages = [CHINESE, JAPANESE, KOREAN, ENGLISH];
    let counts = languages.map(|language| all_forms(&language).len());
    assert!(counts.iter().sum::<usize>() >= 2000, "{counts:?}");
}

/// Valid values preserve their spelling, also in a fixed file.
#[test]
fn ff4_results_preserve_spelling() {
    let forms: Vec<Form> = [
        ("B+R", "B+R"),
        ("W+Resign", "W+R"),
        ("B+Time", "B+T"),
        ("W+Forfeit", "W+F"),
        ("B+", "B+"),
        ("W+3.50", "W+3.5"),
        ("Draw", "0"),
        ("0", "0"),
        ("Void", "Void"),
        ("?", "?"),
    ]
    .into_iter()
    .map(|(text, meaning)| Form::new(text, meaning).doubtful())
    .collect();
    assert_meanings("RE", "", &forms, result);
}
