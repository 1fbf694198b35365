//! Findings as lines of text for a user.

use std::fmt;

use super::finding::Findings;
use super::rule::{Kind, Language};

impl Kind {
    /// The word for this kind of finding.
    pub fn name(self, language: Language) -> &'static str {
        match self {
            Kind::Error => language.choose("error", "错误"),
            Kind::Limit => language.choose("limit", "超限"),
            Kind::Warning => language.choose("warning", "警告"),
            Kind::Dropped => language.choose("dropped", "略去"),
            Kind::Folded => language.choose("folded", "归并"),
            Kind::Approximated => language.choose("approximated", "近似"),
            Kind::Assumed => language.choose("assumed", "推定"),
        }
    }
}

impl Findings {
    /// The findings of a file of this name, one line each.
    pub fn lines(&self, name: &str, language: Language) -> Vec<String> {
        let line = |kind: &str, text: &dyn fmt::Display| format!("{name}: {kind}: {text}");
        let mut lines: Vec<String> = self
            .iter()
            .map(|found| line(found.rule.kind.name(language), &found.text(language)))
            .collect();
        if self.left_out() > 0 {
            let count = self.left_out();
            lines.push(language.choose(
                format!("{name}: {count} more of these"),
                format!("{name}: 同类的另有{count}处"),
            ));
        }
        lines
    }
}
