//! The rules of a query: a name, or an object with one entry per rule.
//!
//! Unsupported rules are replaced by the closest supported ones, with a warning.

use serde_json::{Map, Value};

use super::coordinates::shown;
use super::json_fields::{FieldError, Fields};
use crate::go::{Komi, NO_BUTTON, Rules, Scoring, Tax};
use crate::protocol::parse_number;
use crate::protocol::rule_option::{self, OptionError};

/// The field of the rules.
const RULES: &str = "rules";

/// Rules, with their unsupported parts.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Ruleset {
    pub(super) rules: Rules,
    pub(super) warnings: Vec<FieldError>,
}

impl Ruleset {
    /// Parses the rules of a query, with the default komi of their scoring method.
    pub(super) fn read(fields: Fields) -> Result<Ruleset, FieldError> {
        let read = match fields.get(RULES) {
            Some(Value::String(name)) => Ruleset::named(name),
            Some(Value::Object(entries)) => Ruleset::of_entries(entries),
            Some(other) => Err(cannot_parse(&shown(other))),
            None => {
                let example = "such as \"chinese\" or \"tromp-taylor\"";
                Err(format!("Must specify rules: a name, {example}, or an object"))
            }
        };
        read.map_err(|message| FieldError::new(RULES, message))
    }

    fn of(rules: Rules) -> Ruleset {
        Ruleset { rules: Rules { komi: usual_komi(&rules), ..rules }, warnings: Vec::new() }
    }

    fn named(name: &str) -> Result<Ruleset, String> {
        let nearest = Rules::nearest(name).ok_or_else(|| cannot_parse(name))?;
        if nearest.has_button {
            return Err(NO_BUTTON.into());
        }
        let mut ruleset = Ruleset::of(nearest.rules);
        if nearest.has_spight_ko {
            ruleset.warnings.push(spight_is_situational());
        }
        Ok(ruleset)
    }

    /// Rules that an object omits default to Tromp-Taylor.
    fn of_entries(entries: &Map<String, Value>) -> Result<Ruleset, String> {
        let mut rules = Rules::from_name("tromp-taylor", Komi::default()).expect("a known name");
        let mut komi = None;
        let mut warnings = Vec::new();
        let mut has_tax = false;
        for (key, value) in entries {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let text = match (key.as_str(), text.as_str()) {
                ("ko", "SPIGHT") => {
                    warnings.push(spight_is_situational());
                    "SITUATIONAL".into()
                }
                _ => text,
            };
            has_tax |= key == "tax";
            let done = match (key.as_str(), text.as_str()) {
                ("komi", text) => {
                    komi =
                        Some(of_text(text).ok_or_else(|| cannot_parse(&format!("komi {text}")))?);
                    Ok(())
                }
                (key, text) => rule_option::set(&mut rules, key, text),
            };
            match done {
                Ok(()) => {}
                Err(OptionError::Button) => return Err(NO_BUTTON.into()),
                Err(OptionError::UnknownKey) => {
                    warnings.push(FieldError::new(
                        RULES,
                        format!("Unknown rule: {}", shown(&key.as_str().into())),
                    ));
                }
                Err(error) => {
                    return Err(cannot_parse(&format!("{key} {}: {error}", shown(value))));
                }
            }
        }
        if !has_tax && rules.scoring == Scoring::Territory {
            rules.tax = Tax::Seki;
        }
        let mut ruleset = Ruleset { warnings, ..Ruleset::of(rules) };
        ruleset.rules.komi = komi.unwrap_or(ruleset.rules.komi);
        Ok(ruleset)
    }
}

fn spight_is_situational() -> FieldError {
    FieldError::new(RULES, "Spight's ko rule is treated as SITUATIONAL")
}

fn cannot_parse(what: &str) -> String {
    format!("Could not parse rules: {}", shown(&what.into()))
}

/// Parses a komi in whole or half points.
pub(super) fn of_text(text: &str) -> Option<Komi> {
    parse_number::komi(parse_number::decimal(text).ok()?).ok()
}

/// Returns the default komi: 7.5 for area scoring, 6.5 for territory scoring.
fn usual_komi(rules: &Rules) -> Komi {
    let half_points = match rules.scoring {
        Scoring::Area => 15,
        Scoring::Territory => 13,
    };
    Komi::from_half_points(half_points).expect("the value is small")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{HandicapBonus, KoRule};
    use serde_json::json;

    fn read(rules: Value) -> Result<Ruleset, FieldError> {
        let query = json!({ "rules": rules });
        Ruleset::read(Fields(query.as_object().expect("an object")))
    }

    fn komi(half_points: i32) -> Komi {
        Komi::from_half_points(half_points).expect("in range")
    }

    #[test]
    fn common_ruleset_names_are_accepted() {
        let area = [
            "chinese",
            "chinese-ogs",
            "Chinese_KGS",
            "aga",
            "bga",
            "french",
            "new zealand",
            "tromp-taylor",
            "stone-scoring",
            "ancient-area",
            "goe",
            "ing",
        ];
        for name in area {
            let ruleset = read(json!(name)).expect(name);
            assert_eq!((ruleset.rules.komi, ruleset.rules.scoring), (komi(15), Scoring::Area));
            assert_eq!(ruleset.warnings, []);
        }
        for name in ["japanese", "korean", "ancient-territory"] {
            assert_eq!(read(json!(name)).expect(name).rules.komi, komi(13));
        }
        let compact = read(json!("koSIMPLEscoreTERRITORYtaxSEKIsui0")).expect("KataGo's form");
        assert_eq!((compact.rules.komi, compact.rules.ko), (komi(13), KoRule::Simple));
        let spight = read(json!("koSPIGHTscoreAREAtaxNONEsui0")).expect("KataGo's form");
        assert_eq!(spight.warnings.len(), 1);
        let options = read(json!("koPOSITIONALscoreAREAtaxALLsui1button0whbN-1fpok1"));
        let Rules { tax, handicap_bonus, friendly_pass_ok, .. } = options.expect("options").rules;
        let found = (tax, handicap_bonus, friendly_pass_ok);
        assert_eq!(found, (Tax::All, HandicapBonus::StonesLessOne, true));
        let compact = json!("koSITUATIONALscoreAREAtaxNONEsui0button1");
        for button in [json!("aga-button"), compact, json!({"hasButton": true})] {
            assert_eq!(read(button), Err(FieldError::new("rules", NO_BUTTON)));
        }
        for wrong in [json!("klingon"), json!(3), json!([]), json!({"ko": "NEVER"}), json!(null)] {
            assert_eq!(read(wrong).expect_err("no rules").field, "rules");
        }
    }

    #[test]
    fn rule_object_defaults_to_tromp_taylor() {
        let none = read(json!({})).expect("an object").rules;
        assert_eq!((none.ko, none.multi_stone_suicide), (KoRule::Positional, true));
        let all = json!({
            "ko": "SIMPLE", "scoring": "TERRITORY", "tax": "ALL", "suicide": false,
            "hasButton": false, "whiteHandicapBonus": "N-1", "friendlyPassOk": true, "komi": 0.5,
        });
        let Ruleset { rules, warnings } = read(all).expect("an object");
        let expected = Rules {
            ko: KoRule::Simple,
            scoring: Scoring::Territory,
            tax: Tax::All,
            multi_stone_suicide: false,
            handicap_bonus: HandicapBonus::StonesLessOne,
            friendly_pass_ok: true,
            komi: komi(1),
        };
        assert_eq!((rules, warnings), (expected, vec![]));
        let near = read(json!({"ko": "SPIGHT", "hasButton": false, "x": 1})).expect("an object");
        assert_eq!((near.rules.ko, near.warnings.len()), (KoRule::Situational, 2));
        assert_eq!(read(json!({"scoring": "TERRITORY"})).expect("an object").rules.tax, Tax::Seki);
    }
}
