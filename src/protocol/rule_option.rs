//! Text form of rule options: keys, values and their keywords.
//!
//! The keys are those of WTP's `rule` (WTP 3.9) and of GTP analysis clients, which have the same meaning. They are
//! case-insensitive.

use super::parse_number;
use crate::go::{HandicapBonus, KoRule, Komi, NO_BUTTON, Rules, Scoring, Tax};

const KO: [(&str, KoRule); 3] = [
    ("Simple", KoRule::Simple),
    ("Positional", KoRule::Positional),
    ("Situational", KoRule::Situational),
];

const SCORE: [(&str, Scoring); 2] = [("Area", Scoring::Area), ("Territory", Scoring::Territory)];

const TAX: [(&str, Tax); 3] = [("None", Tax::None), ("Seki", Tax::Seki), ("All", Tax::All)];

const BONUS: [(&str, HandicapBonus); 3] = [
    ("0", HandicapBonus::Zero),
    ("N-1", HandicapBonus::StonesLessOne),
    ("N", HandicapBonus::Stones),
];

/// The reason why a rule option was not set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// There is no option with this name.
    #[error("unknown option")]
    UnknownKey,
    /// The value does not have the option's type.
    #[error("wrong type of value")]
    Malformed,
    /// The engine does not support the value.
    #[error("unsupported value")]
    Unsupported,
    /// The rules have a button.
    #[error("{NO_BUTTON}")]
    Button,
}

/// The reason why a text does not specify rules.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    /// There are no rules with this name.
    #[error("unknown rules '{0}'")]
    UnknownName(String),
    /// The rules have a button.
    #[error("{NO_BUTTON}")]
    Button,
    /// An option was not set.
    #[error("{item}: {error}")]
    Option {
        /// The option, such as `ko: simple`.
        item: String,
        /// The reason.
        error: OptionError,
    },
}

/// Parses rules: a name, then options, separated by commas. `komi` applies unless an option sets it.
///
/// ```
/// use tianyuan::go::{KoRule, Komi};
/// use tianyuan::protocol::rule_option;
///
/// let rules = rule_option::rules("chinese, ko: simple", Komi::default())?;
/// assert_eq!(rules.ko, KoRule::Simple);
/// # Ok::<(), rule_option::RulesError>(())
/// ```
///
/// # Errors
/// Returns [`RulesError`] for the first part of the text that is invalid.
pub fn rules(text: &str, komi: Komi) -> Result<Rules, RulesError> {
    let mut items = text.split(',').map(str::trim);
    let name = items.next().unwrap_or_default();
    let mut rules = match Rules::from_name(name, komi) {
        Some(rules) => rules,
        None if has_button(name) => return Err(RulesError::Button),
        None => return Err(RulesError::UnknownName(name.into())),
    };
    for item in items {
        let (key, value) = item.split_once(':').unwrap_or((item, ""));
        set(&mut rules, key.trim(), value.trim())
            .map_err(|error| RulesError::Option { item: item.into(), error })?;
    }
    Ok(rules)
}

/// Returns `true` if the rules of a name have a button.
pub fn has_button(name: &str) -> bool {
    Rules::nearest(name).is_some_and(|nearest| nearest.has_button)
}

/// Sets an option by its key and value, ignoring case.
///
/// # Errors
/// Returns an error if there is no such option or value. The rules are then unchanged.
pub fn set(rules: &mut Rules, key: &str, value: &str) -> Result<(), OptionError> {
    match key.to_ascii_lowercase().as_str() {
        "ko" => rules.ko = named(&KO, value)?,
        "score" | "scoring" => rules.scoring = named(&SCORE, value)?,
        "tax" => rules.tax = named(&TAX, value)?,
        "whitehandicapbonus" => rules.handicap_bonus = named(&BONUS, value)?,
        "allowmultistonesuicide" | "suicide" => rules.multi_stone_suicide = truth(value)?,
        "friendpassok" | "friendlypassok" => rules.friendly_pass_ok = truth(value)?,
        "hasbutton" if truth(value)? => return Err(OptionError::Button),
        "hasbutton" => {}
        "komi" => {
            let points = parse_number::decimal(value).map_err(|_| OptionError::Malformed)?;
            rules.komi = parse_number::komi(points).map_err(|_| OptionError::Unsupported)?;
        }
        _ => return Err(OptionError::UnknownKey),
    }
    Ok(())
}

fn named<T: Copy>(table: &[(&str, T)], text: &str) -> Result<T, OptionError> {
    if text.is_empty() || text.contains(' ') {
        return Err(OptionError::Malformed);
    }
    let found = table.iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
    found.map(|&(_, value)| value).ok_or(OptionError::Unsupported)
}

fn truth(text: &str) -> Result<bool, OptionError> {
    text.to_ascii_lowercase().parse().map_err(|_| OptionError::Malformed)
}

/// The keywords for the option values of a rule set.
pub struct Named {
    /// The keyword of the ko rule.
    pub ko: &'static str,
    /// The keyword of the scoring method: area or territory.
    pub score: &'static str,
    /// The keyword for the groups that are taxed.
    pub tax: &'static str,
    /// The keyword of White's compensation for handicap stones.
    pub bonus: &'static str,
}

/// Returns the keywords for the option values of a rule set.
pub fn words(rules: &Rules) -> Named {
    Named {
        ko: name(&KO, rules.ko),
        score: name(&SCORE, rules.scoring),
        tax: name(&TAX, rules.tax),
        bonus: name(&BONUS, rules.handicap_bonus),
    }
}

fn name<T: PartialEq>(table: &[(&'static str, T)], value: T) -> &'static str {
    table.iter().find(|entry| entry.1 == value).expect("the tables contain every value").0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn option_keys_and_values_ignore_case() {
        let mut rules = Rules::CHINESE;
        for (key, value) in [("KO", "SIMPLE"), ("scoring", "Territory"), ("Tax", "seki")] {
            assert_eq!(set(&mut rules, key, value), Ok(()));
        }
        for (key, value) in [("WhiteHandicapBonus", "n-1"), ("suicide", "True"), ("komi", "6.5")] {
            assert_eq!(set(&mut rules, key, value), Ok(()));
        }
        assert_eq!(
            (rules.ko, rules.scoring, rules.tax),
            (KoRule::Simple, Scoring::Territory, Tax::Seki)
        );
        assert_eq!(words(&rules).bonus, "N-1");
        assert!(rules.multi_stone_suicide);
        assert_eq!(rules.komi.half_points(), 13);
    }

    #[test]
    fn rules_with_button_are_rejected_with_remedy() {
        for name in ["aga-button", "koSITUATIONALscoreAREAtaxNONEsui0button1whbN-1fpok1"] {
            let error = rules(name, Komi::default()).expect_err("it has a button");
            assert_eq!(error.to_string(), NO_BUTTON);
        }
        assert!(rules("aga, hasButton: false", Komi::default()).is_ok());
    }

    #[test]
    fn invalid_option_leaves_rules_unchanged() {
        use OptionError::{Button, Malformed, UnknownKey, Unsupported};
        let cases = [
            ("klingon", "1", UnknownKey),
            ("ko", "", Malformed),
            ("ko", "eternal", Unsupported),
            ("suicide", "maybe", Malformed),
            ("komi", "x", Malformed),
            ("komi", "7.25", Unsupported),
            ("hasButton", "true", Button),
        ];
        for (key, value, error) in cases {
            let mut rules = Rules::CHINESE;
            assert_eq!(set(&mut rules, key, value), Err(error), "{key}: {value}");
            assert_eq!(rules, Rules::CHINESE);
        }
    }
}
