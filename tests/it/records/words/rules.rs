//! The names of rules, in words and in KataGo's form.

use tianyuan::go::{HandicapBonus, KoRule, Komi, Rules, Scoring, Tax};
use tianyuan::records::record::Record;

use super::{Form, assert_meanings, distinct, file, full_width, only_record};

/// Names with words for "rules", and the canonical name for `Rules::from_name`.
fn names() -> Vec<Form> {
    let mut forms = Vec::new();
    for (spellings, proper, suffixes) in [
        (
            &["Chinese", "chinese", "CHINESE"][..],
            "Chinese",
            &["", " Rules", " rules", " ruleset"][..],
        ),
        (&["中国", "中國", "中国围棋"], "Chinese", &["", "规则", "規則"]),
        (&["Japanese", "japanese"], "Japanese", &["", " Rules", " rules", "-rules"]),
        (&["日本", "日本囲碁"][..1], "Japanese", &["", "规则", "規則", "ルール", "規約"]),
        (&["Korean", "korean"], "Korean", &["", " Rules", " rules"]),
        (&["韩国", "韓國"], "Korean", &["", "规则", "規則"]),
        (&["한국"], "Korean", &["", " 룰"]),
        (&["AGA", "aga"], "AGA", &["", " Rules", " rules"]),
        (&["BGA"], "BGA", &["", " rules"]),
        (&["French", "FFG"], "French", &["", " rules"]),
        (&["NZ", "New Zealand", "new-zealand", "NewZealand"], "New Zealand", &["", " rules"]),
        (&["Tromp-Taylor", "Tromp Taylor", "tromptaylor"], "Tromp-Taylor", &["", " rules"]),
        (&["Ing", "ing", "Ing's", "应氏", "應氏"], "Ing", &["", " rules"]),
        (&["应氏", "應氏"], "Ing", &["规则", "規則", "计点制", "計點制"]),
        (&["GOE", "goe"], "GOE", &["", " rules"]),
        (&["Stone Scoring", "ancient-area"], "Stone Scoring", &["", " rules"]),
        (&["ancient-territory", "Ancient Territory"], "Ancient Territory", &["", " rules"]),
    ] {
        for spelling in spellings {
            forms.extend(
                suffixes.iter().map(|suffix| Form::new(format!("{spelling}{suffix}"), proper)),
            );
        }
    }
    forms
}

/// The rules of a record, without komi, as text.
fn text(rules: &Rules) -> String {
    format!("{:?}", Rules { komi: Komi::default(), ..*rules })
}

fn rules(record: &Record) -> Option<String> {
    // Options that the record does not specify would differ from all named rules.
    let odd = Rules {
        ko: KoRule::Situational,
        tax: Tax::All,
        multi_stone_suicide: true,
        ..Rules::CHINESE
    };
    Some(text(&record.rules(odd)))
}

#[test]
fn generated_rule_names_are_parsed() {
    let forms: Vec<Form> = names()
        .into_iter()
        .flat_map(|form| {
            let meant = Rules::from_name(&form.meaning, Komi::default()).expect("a proper name");
            let wide = Form { text: form.text.to_uppercase(), ..form.clone() };
            [form, wide].map(|form| Form { meaning: text(&meant), ..form }.doubtful())
        })
        .collect();
    let forms = distinct(forms);
    assert!(forms.len() > 90, "{}", forms.len());
    assert_meanings("RU", "", &forms, rules);
}

#[test]
fn compact_rules_are_parsed() {
    let mut forms = Vec::new();
    for (ko, ko_text) in [
        (KoRule::Simple, "SIMPLE"),
        (KoRule::Positional, "POSITIONAL"),
        (KoRule::Situational, "SITUATIONAL"),
    ] {
        for (scoring, score_text) in [(Scoring::Area, "AREA"), (Scoring::Territory, "TERRITORY")] {
            for (tax, tax_text) in [(Tax::None, "NONE"), (Tax::Seki, "SEKI"), (Tax::All, "ALL")] {
                for (bonus, bonus_text) in [
                    (HandicapBonus::Zero, ""),
                    (HandicapBonus::Zero, "whb0"),
                    (HandicapBonus::Stones, "whbN"),
                    (HandicapBonus::StonesLessOne, "whbN-1"),
                ] {
                    for options in 0..8 {
                        let [sui, fpok, button] = [1, 2, 4].map(|bit| options & bit != 0);
                        let mut compact = format!(
                            "ko{ko_text}score{score_text}tax{tax_text}sui{}",
                            u8::from(sui)
                        );
                        compact += if button { "button0" } else { "" };
                        compact += bonus_text;
                        compact += if fpok { "fpok1" } else { "" };
                        let meant = Rules {
                            ko,
                            scoring,
                            tax,
                            multi_stone_suicide: sui,
                            handicap_bonus: bonus,
                            friendly_pass_ok: fpok,
                            komi: Komi::default(),
                        };
                        forms.push(Form::new(compact, text(&meant)).doubtful());
                    }
                }
            }
        }
    }
    assert!(forms.len() > 500, "{}", forms.len());
    assert_meanings("RU", "", &forms, rules);
    // No other values affect them.
    let spaced = full_width("koSIMPLEscoreAREAtaxNONEsui0");
    let record = only_record(file("RU", &spaced, "").as_bytes());
    assert_eq!(record.info.rules.scoring, None, "only as programs write it");
}
