//! Rule commands of analysis clients and servers: by name, or as a flat JSON object.
//!
//! Unlike WTP's `rule`, all unsupported values fail, because such clients probe for support.

use crate::go::{NO_BUTTON, Rules};
use crate::protocol::command::{Answer, CommandContext};
use crate::protocol::response::{CommandResponse, Failure};
use crate::protocol::rule_option::{self, OptionError};

/// Returns the rules in force as JSON on one line.
pub(crate) fn get_rules(call: &mut CommandContext) -> Answer {
    Ok(CommandResponse::Text(json(call.engine.game().rules())))
}

/// Returns rules as a JSON object on one line, without komi.
pub fn json(rules: &Rules) -> String {
    let words = rule_option::words(rules);
    let [ko, score, tax] = [words.ko, words.score, words.tax].map(str::to_uppercase);
    format!(
        r#"{{"hasButton":false,"ko":"{ko}","scoring":"{score}","suicide":{},"tax":"{tax}","whiteHandicapBonus":"{}","friendlyPassOk":{}}}"#,
        rules.multi_stone_suicide, words.bonus, rules.friendly_pass_ok
    )
}

/// Sets the rules, by name or as JSON. Options missing from the JSON and komi are unchanged.
pub(crate) fn set_rules(call: &mut CommandContext) -> Answer {
    let mut rules = *call.engine.game().rules();
    if call.argument.starts_with('{') {
        for (key, value) in pairs(call.argument).ok_or(Failure::Syntax)? {
            set(&mut rules, key, value)?;
        }
    } else if call.argument.is_empty() {
        return Err(Failure::Syntax);
    } else {
        return put_in_force(call, call.argument);
    }
    call.engine.set_rules(rules);
    Ok(CommandResponse::Done)
}

/// Sets one rule option.
pub(crate) fn set_rule(call: &mut CommandContext) -> Answer {
    let [key, value] = call.expect_args()?;
    let mut rules = *call.engine.game().rules();
    set(&mut rules, key, value)?;
    call.engine.set_rules(rules);
    Ok(CommandResponse::Done)
}

/// Sets the rules of a game server by name.
pub(crate) fn kgs_rules(call: &mut CommandContext) -> Answer {
    let [name] = call.expect_args()?;
    put_in_force(call, name)
}

fn put_in_force(call: &mut CommandContext, name: &str) -> Answer {
    let komi = call.engine.game().rules().komi;
    let rules =
        Rules::from_name(name, komi).ok_or_else(|| match rule_option::has_button(name) {
            true => no_button(),
            false => Failure::UnsupportedRule,
        })?;
    call.engine.set_rules(rules);
    call.engine.set_rules_name(name);
    Ok(CommandResponse::Done)
}

/// Sets a rule option. Komi is not accepted, since it has its own command.
fn set(rules: &mut Rules, key: &str, value: &str) -> Result<(), Failure> {
    // The key is compared too. Otherwise setting komi to its current value would be accepted.
    let before = rules.komi;
    rule_option::set(rules, key, value).map_err(|reason| {
        log::info!("rule {key}: {reason}");
        if reason == OptionError::Button { no_button() } else { Failure::UnsupportedRule }
    })?;
    if rules.komi != before || key.eq_ignore_ascii_case("komi") {
        return Err(Failure::UnsupportedRule);
    }
    Ok(())
}

fn no_button() -> Failure {
    Failure::Argument(NO_BUTTON.into())
}

/// Splits a flat JSON object with scalar values into names and values, which is sufficient for rules.
fn pairs(json: &str) -> Option<Vec<(&str, &str)>> {
    let inside = json.trim().strip_prefix('{')?.strip_suffix('}')?.trim();
    let items = inside.split(',').filter(|_| !inside.is_empty());
    items
        .map(|item| item.split_once(':'))
        .map(|pair| {
            let (key, value) = pair?;
            Some((unquoted(key)?, unquoted(value).unwrap_or(value.trim())))
        })
        .collect()
}

fn unquoted(text: &str) -> Option<&str> {
    text.trim().strip_prefix('"')?.strip_suffix('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flat_json_objects_are_parsed() {
        assert_eq!(
            pairs(r#"{"ko": "SIMPLE","suicide":false}"#),
            Some(vec![("ko", "SIMPLE"), ("suicide", "false")])
        );
        assert_eq!(pairs("{ }"), Some(vec![]));
        for wrong in ["{", "{ko:1}", r#"{"ko"}"#, r#"{"ko":"SIMPLE",}"#, ""] {
            assert_eq!(pairs(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn set_rule_rejects_komi() {
        let mut rules = Rules::CHINESE;
        assert_eq!(set(&mut rules, "komi", "0"), Err(Failure::UnsupportedRule));
        assert_eq!(set(&mut rules, "ko", "Simple"), Ok(()));
        assert_eq!(set(&mut rules, "hasButton", "true"), Err(no_button()));
    }
}
