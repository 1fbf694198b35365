//! KataGo's compact rule strings, as in its SGF files: `koSIMPLEscoreTERRITORYtaxSEKIsui0`.

use super::rules::{HandicapBonus, KoRule, Nearest, Rules, Scoring, Tax};

/// Parses a compact rule string, ignoring case. `tax` defaults to the usual tax of the scoring; `ko` and `score` are
/// required.
pub(super) fn read(text: &str) -> Option<Nearest> {
    let text = text.trim().to_ascii_lowercase();
    let start = Rules {
        multi_stone_suicide: true,
        friendly_pass_ok: false,
        handicap_bonus: HandicapBonus::Zero,
        ..Rules::CHINESE
    };
    let mut found = Nearest::exactly(start);
    let (mut seen, mut rest) = (Vec::new(), text.as_str());
    while !rest.is_empty() {
        let part = PARTS.iter().find(|part| rest.starts_with(part.name))?;
        let is_new = !seen.contains(&part.name);
        rest = (part.take)(&mut found, &rest[part.name.len()..]).filter(|_| is_new)?;
        seen.push(part.name);
    }
    if !seen.contains(&"tax") {
        let by_territory = found.rules.scoring == Scoring::Territory;
        found.rules.tax = if by_territory { Tax::Seki } else { Tax::None };
    }
    (seen.contains(&"ko") && seen.contains(&"score")).then_some(found)
}

/// A component of the string: its name, and a function that consumes its value and returns the rest.
struct Part {
    name: &'static str,
    take: for<'t> fn(&mut Nearest, &'t str) -> Option<&'t str>,
}

const PARTS: [Part; 7] = [
    Part {
        name: "ko",
        take: |found, text| {
            let ((ko, is_spight), rest) = value(text, &KO)?;
            (found.rules.ko, found.has_spight_ko) = (ko, is_spight);
            Some(rest)
        },
    },
    Part { name: "score", take: |found, text| set(&mut found.rules.scoring, text, &SCORE) },
    Part { name: "tax", take: |found, text| set(&mut found.rules.tax, text, &TAX) },
    Part {
        name: "sui",
        take: |found, text| set(&mut found.rules.multi_stone_suicide, text, &TRUTH),
    },
    Part { name: "button", take: |found, text| set(&mut found.has_button, text, &TRUTH) },
    Part { name: "whb", take: |found, text| set(&mut found.rules.handicap_bonus, text, &BONUS) },
    Part { name: "fpok", take: |found, text| set(&mut found.rules.friendly_pass_ok, text, &TRUTH) },
];

const KO: [(&str, (KoRule, bool)); 4] = [
    ("simple", (KoRule::Simple, false)),
    ("positional", (KoRule::Positional, false)),
    ("situational", (KoRule::Situational, false)),
    ("spight", (KoRule::Situational, true)),
];

const SCORE: [(&str, Scoring); 2] = [("area", Scoring::Area), ("territory", Scoring::Territory)];

const TAX: [(&str, Tax); 3] = [("none", Tax::None), ("seki", Tax::Seki), ("all", Tax::All)];

/// Longer values first.
const BONUS: [(&str, HandicapBonus); 3] = [
    ("n-1", HandicapBonus::StonesLessOne),
    ("n", HandicapBonus::Stones),
    ("0", HandicapBonus::Zero),
];

const TRUTH: [(&str, bool); 2] = [("1", true), ("0", false)];

fn value<'t, T: Copy>(text: &'t str, table: &[(&str, T)]) -> Option<(T, &'t str)> {
    table.iter().find_map(|(word, meant)| Some((*meant, text.strip_prefix(word)?)))
}

fn set<'t, T: Copy>(field: &mut T, text: &'t str, table: &[(&str, T)]) -> Option<&'t str> {
    let (found, rest) = value(text, table)?;
    *field = found;
    Some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compact_rules_components_are_parsed() {
        let japanese = read("koSIMPLEscoreTERRITORYtaxSEKIsui0").expect("rules").rules;
        assert_eq!(Rules { komi: japanese.komi, ..Rules::JAPANESE }, japanese);
        let chinese = read("koPOSITIONALscoreAREAtaxNONEsui0whbNfpok1").expect("rules").rules;
        assert_eq!(chinese, Rules::CHINESE);
        let aga = read("koSITUATIONALscoreAREAtaxNONEsui0whbN-1fpok1").expect("rules").rules;
        assert_eq!(aga, Rules::AGA);
        let old = read("koSIMPLEscoreTERRITORYsui0").expect("rules of an older version").rules;
        assert_eq!(old.tax, Tax::Seki);
    }

    #[test]
    fn unsupported_rules_are_not_exact() {
        let button = read("koSITUATIONALscoreAREAtaxNONEsui0button1whbN-1").expect("rules");
        assert!(button.has_button && !button.is_exact());
        let spight = read("koSPIGHTscoreAREAtaxNONEsui0").expect("rules");
        assert!(spight.has_spight_ko && spight.rules.ko == KoRule::Situational);
        assert!(read("koSIMPLEscoreAREAsui0button0whb0fpok0").expect("rules").is_exact());
    }

    #[test]
    fn malformed_compact_rules_are_rejected() {
        for text in [
            "",
            "ko",
            "koSIMPLE",
            "koSIMPLEscoreAREAx",
            "koSIMPLEkoSIMPLEscoreAREA",
            "koshoboscore",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
