//! WTP's `rule` (3.9, 5.1.2.4): a name, name-value pairs, or both, separated by commas.
//!
//! The specification requires that unsupported rules fail and unsupported options are ignored. Here an unknown rule
//! name fails. An unknown option, or an unsupported value of the correct form, is skipped with a log message. A
//! malformed value is a syntax error.
//!
//! Nothing changes on failure. A name sets everything except komi, wherever it appears, and options apply on top of
//! it. Full-width `，` and `：` are accepted.

use crate::go::Rules;
use crate::protocol::command::{Answer, CommandContext};
use crate::protocol::rule_option::{self, OptionError};

use crate::protocol::response::{CommandResponse, Failure};

/// Sets the rules.
pub(crate) fn rule(call: &mut CommandContext) -> Answer {
    let Read { rules, name, has_komi } = read(call.argument, *call.engine.game().rules())?;
    call.engine.set_rules(rules);
    if let Some(name) = name {
        call.engine.set_rules_name(&name);
    }
    if has_komi {
        call.engine.set_komi(rules.komi);
    }
    Ok(CommandResponse::Done)
}

/// Returns the rules in force, in the syntax of `rule`.
pub(crate) fn get_rule(call: &mut CommandContext) -> Answer {
    Ok(CommandResponse::Text(words(call.engine.game().rules())))
}

/// Returns rules, including komi, as name-value pairs in the syntax of `rule`.
pub fn words(rules: &Rules) -> String {
    let words = rule_option::words(rules);
    format!(
        "Ko: {}, Score: {}, Tax: {}, WhiteHandicapBonus: {}, Komi: {}, AllowMultiStoneSuicide: {}, \
         FriendPassOk: {}",
        words.ko,
        words.score,
        words.tax,
        words.bonus,
        rules.komi,
        rules.multi_stone_suicide,
        rules.friendly_pass_ok
    )
}

/// Parsed rules.
#[derive(Debug, PartialEq)]
struct Read {
    rules: Rules,
    /// The last name.
    name: Option<String>,
    /// `true` if komi is among the options.
    has_komi: bool,
}

/// Parses a text and applies it to the rules in force.
fn read(text: &str, in_force: Rules) -> Result<Read, Failure> {
    let text = text.replace('，', ",").replace('：', ":");
    // A name replaces all options, so options are applied after all names are read.
    let mut rules = in_force;
    let mut name = None;
    let mut options = Vec::new();
    for item in text.split(',') {
        let (key, value) = item.split_once(':').unwrap_or(("Name", item));
        let (key, value) = (key.trim(), value.trim());
        if key.is_empty() || value.is_empty() {
            return Err(Failure::Syntax);
        }
        if key.eq_ignore_ascii_case("name") {
            rules = Rules::from_name(value, in_force.komi).ok_or(Failure::UnsupportedRule)?;
            name = Some(value.to_string());
        } else {
            options.push((key, value));
        }
    }
    let mut has_komi = false;
    for (key, value) in options {
        match rule_option::set(&mut rules, key, value) {
            Ok(()) => has_komi |= key.eq_ignore_ascii_case("komi"),
            Err(OptionError::Malformed) => return Err(Failure::Syntax),
            Err(reason) => log::warn!("rule option {key}: {value} is ignored: {reason}"),
        }
    }
    Ok(Read { rules, name, has_komi })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{KoRule, Komi, Scoring};

    #[test]
    fn names_apply_before_options_and_keep_komi() {
        let komi = Komi::from_half_points(15).expect("7.5");
        let in_force = Rules { komi, ..Rules::CHINESE };
        let rules = read("Ko: Situational, Name: Japanese", in_force).expect("rules").rules;
        assert_eq!(
            (rules.ko, rules.scoring, rules.komi),
            (KoRule::Situational, Scoring::Territory, komi)
        );
        let read = read("日本，Komi：6.5", in_force).expect("rules");
        assert_eq!((read.name.as_deref(), read.has_komi), (Some("日本"), true));
        let rules = read.rules;
        assert_eq!((rules.scoring, rules.komi.half_points()), (Scoring::Territory, 13));
    }

    #[test]
    fn unknown_names_fail_and_unknown_options_are_ignored() {
        for (text, failure) in [
            ("", Failure::Syntax),
            ("Chinese,", Failure::Syntax),
            ("Komi: x", Failure::Syntax),
            (": 7", Failure::Syntax),
            ("Ko:", Failure::Syntax),
            ("Klingon", Failure::UnsupportedRule),
            ("Name: Klingon", Failure::UnsupportedRule),
        ] {
            assert_eq!(read(text, Rules::CHINESE), Err(failure), "{text:?}");
        }
        for ignored in ["Ko: Eternal", "Weather: fine", "Komi: 7.3", "hasButton: true"] {
            let unchanged = Read { rules: Rules::CHINESE, name: None, has_komi: false };
            assert_eq!(read(ignored, Rules::CHINESE), Ok(unchanged), "{ignored:?}");
        }
    }
}
