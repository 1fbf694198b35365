//! Text form of rule options that the name of the rules does not imply: `ko=simple tax=none`.
//!
//! Scoring and komi are omitted because all formats have fields for them.

use tianyuan_go::{HandicapBonus, KoRule, Rules, Tax};

/// A rule option.
struct RuleOption {
    name: &'static str,
    /// Returns the word for the current value.
    word: fn(&Rules) -> &'static str,
    /// Sets the value for a known word.
    set: fn(&mut Rules, &str),
}

macro_rules! option {
    ($name:literal, $field:ident, $words:ident) => {
        RuleOption {
            name: $name,
            word: |rules| word(&$words, rules.$field),
            set: |rules, word| rules.$field = value(&$words, word).unwrap_or(rules.$field),
        }
    };
}

/// All options.
const OPTIONS: [RuleOption; 5] = [
    option!("ko", ko, KO),
    option!("tax", tax, TAX),
    option!("suicide", multi_stone_suicide, TRUTH),
    option!("handicap-bonus", handicap_bonus, BONUS),
    option!("friendly-pass", friendly_pass_ok, TRUTH),
];

const KO: [(&str, KoRule); 3] = [
    ("simple", KoRule::Simple),
    ("positional", KoRule::Positional),
    ("situational", KoRule::Situational),
];

const TAX: [(&str, Tax); 3] = [("none", Tax::None), ("seki", Tax::Seki), ("all", Tax::All)];

const BONUS: [(&str, HandicapBonus); 3] = [
    ("0", HandicapBonus::Zero),
    ("N-1", HandicapBonus::StonesLessOne),
    ("N", HandicapBonus::Stones),
];

const TRUTH: [(&str, bool); 2] = [("yes", true), ("no", false)];

fn word<T: PartialEq>(words: &[(&'static str, T)], value: T) -> &'static str {
    words.iter().find(|(_, other)| *other == value).expect("every value has a name").0
}

fn value<T: Copy>(words: &[(&str, T)], word: &str) -> Option<T> {
    words.iter().find(|(name, _)| *name == word).map(|(_, value)| *value)
}

/// Returns the words for all options of the given rules.
pub(super) fn words(rules: &Rules) -> String {
    let words = OPTIONS.iter().map(|option| format!("{}={}", option.name, (option.word)(rules)));
    words.collect::<Vec<_>>().join(" ")
}

/// Applies the options given as words to the rules; unknown options are ignored.
pub(super) fn with(mut rules: Rules, words: &str) -> Rules {
    for (name, word) in words.split(' ').filter_map(|word| word.split_once('=')) {
        if let Some(option) = OPTIONS.iter().find(|option| option.name == name) {
            (option.set)(&mut rules, word);
        }
    }
    rules
}

/// Returns `true` if the text has the syntax of option words, known or not, so that every format can store it.
pub(crate) fn is_valid(text: &str) -> bool {
    let is_plain = |part: &str| {
        !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
    };
    let mut words = text.split(' ').map(|word| word.split_once('='));
    text.len() <= 1000 && words.all(|word| word.is_some_and(|(a, b)| is_plain(a) && is_plain(b)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tianyuan_go::Komi;

    #[test]
    fn rule_text_roundtrip() {
        let names = ["chinese", "japanese", "aga", "tromp-taylor", "new zealand", "stone scoring"];
        for name in names {
            let rules = Rules::from_name(name, Komi::default()).expect("known");
            let text = words(&rules);
            assert!(is_valid(&text), "{text}");
            let start = Rules { scoring: rules.scoring, ..Rules::CHINESE };
            assert_eq!(with(start, &text), rules, "{text}");
        }
        let text = "ko=simple tax=none suicide=no handicap-bonus=N friendly-pass=yes";
        assert_eq!(words(&Rules { ko: KoRule::Simple, ..Rules::CHINESE }), text);
    }

    #[test]
    fn unknown_rule_options_are_ignored() {
        assert_eq!(with(Rules::CHINESE, "ko=eternal button=yes ko"), Rules::CHINESE);
        assert!(is_valid("button=yes ko=eternal"));
        assert!(["", "ko", "ko=a]b", "ko=a  b=c", "a=b\n"].iter().all(|text| !is_valid(text)));
    }
}
