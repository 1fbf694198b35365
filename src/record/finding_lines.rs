//! Findings as lines of text for a user.

use std::fmt;

use super::finding::Findings;
use super::rule::{Kind, Language};

impl Kind {
    /// The word for this kind of finding.
    pub fn name(self, language: Language) -> &'static str {
        let (chinese, english) = match self {
            Kind::Error => ("错误", "error"),
            Kind::Limit => ("超限", "limit"),
            Kind::Warning => ("警告", "warning"),
            Kind::Dropped => ("略去", "dropped"),
            Kind::Folded => ("归并", "folded"),
            Kind::Approximated => ("近似", "approximated"),
            Kind::Assumed => ("推定", "assumed"),
        };
        match language {
            Language::Chinese => chinese,
            Language::English => english,
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
            lines.push(match language {
                Language::Chinese => format!("{name}: 同类的另有{count}处"),
                Language::English => format!("{name}: {count} more of these"),
            });
        }
        lines
    }
}
