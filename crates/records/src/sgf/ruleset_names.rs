//! The names of rule sets in SGF, and their scoring methods.

use crate::record::RulesName;
use tianyuan_go::{Rules, Scoring};

/// Returns the rule set that a name denotes, and its scoring method.
pub(super) fn rules(text: &str) -> (RulesName, Option<Scoring>) {
    let scoring = Rules::nearest(text).map(|nearest| nearest.rules.scoring);
    match RulesName::of_text(text) {
        // Other names are preserved as written in the file.
        Some(name) if !matches!(name, RulesName::Other(_)) => (name, scoring),
        _ if scoring.is_some() => (RulesName::Other(text.into()), scoring),
        _ => by_start(text),
    }
}

/// Recognises a rule set by the start of its name: `Chinese rules of 1988`.
fn by_start(text: &str) -> (RulesName, Option<Scoring>) {
    let lower = text.to_ascii_lowercase();
    let is = |names: &[&str]| names.iter().any(|name| lower.starts_with(name));
    if is(&["chinese", "cn", "中国", "中國", "数子"]) {
        (RulesName::Chinese, Some(Scoring::Area))
    } else if is(&["japanese", "jp", "日本"]) {
        (RulesName::Japanese, Some(Scoring::Territory))
    } else if is(&["korean", "kr", "韩国", "韓國", "韓国", "한국"]) {
        (RulesName::Korean, Some(Scoring::Territory))
    } else if is(&["aga", "nz", "new zealand", "goe", "ing", "tromp"]) {
        (RulesName::Other(text.into()), Some(Scoring::Area))
    } else {
        (RulesName::Other(text.into()), None)
    }
}

/// Returns the name of a rule set in SGF.
pub(super) fn rules_text(name: &RulesName) -> &str {
    match name {
        RulesName::Chinese => "Chinese",
        RulesName::Japanese => "Japanese",
        RulesName::Korean => "Korean",
        RulesName::Other(name) => name,
    }
}

/// Returns the scoring method that the reader infers from this name.
pub(super) fn scoring_of(name: &RulesName) -> Option<Scoring> {
    rules(rules_text(name)).1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ruleset_name_variants_are_recognized() {
        let other = |text: &str| RulesName::Other(text.into());
        for (text, name, scoring) in [
            ("chinese", RulesName::Chinese, Some(Scoring::Area)),
            ("Chinese rules of 1988", RulesName::Chinese, Some(Scoring::Area)),
            ("日本規則", RulesName::Japanese, Some(Scoring::Territory)),
            ("AGA rules", other("AGA rules"), Some(Scoring::Area)),
            ("Ing", other("Ing"), Some(Scoring::Area)),
            ("GOE", other("GOE"), Some(Scoring::Area)),
            (
                "koSIMPLEscoreTERRITORYtaxSEKIsui0",
                other("koSIMPLEscoreTERRITORYtaxSEKIsui0"),
                Some(Scoring::Territory),
            ),
            ("klingon", other("klingon"), None),
        ] {
            assert_eq!(rules(text), (name, scoring), "{text}");
        }
    }
}
