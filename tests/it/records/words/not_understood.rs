//! Contradictory or uncertain values: they have no meaning, and are preserved in every written SGF file.

use tianyuan::records::record::Record;

use super::{converted, file, fixed, only_record};

/// Asserts that values have no meaning, and are unchanged when a file is written and fixed.
fn assert_kept(name: &str, texts: &[String], meaning: impl Fn(&Record) -> bool) {
    for text in texts {
        for version in ["FF[4]", ""] {
            let sgf = file(name, text, "").replace("FF[4]", version);
            assert!(!meaning(&only_record(sgf.as_bytes())), "{name}[{text}] has a meaning");
            assert_eq!(converted(&sgf, name).as_ref(), Some(text), "{sgf} is written");
            assert_eq!(fixed(&sgf, name).as_ref(), Some(text), "{sgf} is fixed");
        }
    }
}

#[test]
fn contradictory_results_are_preserved() {
    let wins = [
        "{c}胜",
        "{c}中盘胜",
        "{o}认输",
        "{o}超时负",
        "{c}胜3目半",
        "{c} wins",
        "{o} resigns",
        "{c}+R",
    ];
    let named = |text: &str, black_wins: bool| {
        let (winner, other) = if black_wins { ("黑", "白") } else { ("白", "黑") };
        let english = if black_wins { ("Black", "White") } else { ("White", "Black") };
        let (c, o) = if text.is_ascii() { english } else { (winner, other) };
        text.replace("{c}", c).replace("{o}", o)
    };
    let mut texts = Vec::new();
    for one in wins {
        for other in wins {
            for (before, after) in [("", ""), ("(", ")")] {
                let separator = if before.is_empty() { "、" } else { "" };
                texts.push(format!(
                    "{}{separator}{before}{}{after}",
                    named(one, true),
                    named(other, false)
                ));
            }
        }
    }
    texts.extend(
        ["黑胜3目半、黑胜4目半", "黑胜、和棋", "和棋、无效", "B+3.5、B+R3", "黑中盘胜3目"]
            .map(String::from),
    );
    texts.retain(|text| text != "B+3.5、B+R3");
    assert!(texts.len() > 120);
    assert_kept("RE", &texts, |record| record.info.result.is_some());
}

#[test]
fn unrecognized_results_are_preserved() {
    let texts = [
        "双方皆输",
        "黑白皆负",
        "不分胜负",
        "胜负未定",
        "Both lost",
        "Black did not win",
        "unfinished",
        "打ち掛け",
        "黑",
        "白3目半",
        "胜3目半",
        "(黑胜",
        "黑185子、白176子",
        "Black was ahead",
        "若黑胜",
    ];
    assert_kept("RE", &texts.map(String::from), |record| record.info.result.is_some());
}

#[test]
fn unrecognized_values_are_preserved() {
    let komi = [
        "倒贴-6.5",
        "黑倒贴6目半",
        "6.5 or 7.5",
        "六目多",
        "白6目半",
        "--6.5",
        "6.7目",
        "some",
        "贴",
    ];
    assert_kept("KM", &komi.map(String::from), |record| record.info.rules.komi.is_some());
    let handicaps = ["定先", "先相先", "2 or 3", "三子多", "many", "-2"];
    assert_kept("HA", &handicaps.map(String::from), |record| record.handicap().is_some());
    let rules = ["house rules", "桌面规则", "koSIMPLE", "?"];
    assert_kept("RU", &rules.map(String::from), |record| record.info.rules.scoring.is_some());
    // Times and dates are stored as text.
    let times = ["10:00", "3小时、60秒5次", "unlimited", "60 min + 5 min", "约三小时", "30分1小时"];
    assert_kept("TM", &times.map(String::from), |_| false);
    let overtimes = ["5x30 byo-yomi", "读秒30秒3次", "秒読み1分"];
    assert_kept("OT", &overtimes.map(String::from), |_| false);
    let days =
        ["05/06/1996", "96年5月6日", "2016年2月30日", "去年", "6-9 May 1996", "2016年3月3日(木)"];
    assert_kept("DT", &days.map(String::from), |_| false);
}
