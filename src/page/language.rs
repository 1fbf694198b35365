//! The language selection of a page.

use crate::records::record::Language;

/// The language selection of a page.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PageLanguage {
    /// The code of the initial language, `zh` or `en`.
    pub language: &'static str,
    /// `true` if the user chose it; otherwise the page follows the reader's browser.
    is_asked: bool,
}

impl PageLanguage {
    /// The script that selects a language of the reader's browser.
    pub(crate) const SCRIPT: &str = include_str!("language.js");

    /// Returns the requested language, or English with the browser's choice.
    pub(crate) fn of(asked: Option<Language>) -> PageLanguage {
        let language = if asked == Some(Language::Chinese) { "zh" } else { "en" };
        PageLanguage { language, is_asked: asked.is_some() }
    }

    /// Returns the language switch, which works without scripts.
    pub(crate) fn choice(&self) -> String {
        let asked = if self.is_asked { "yes" } else { "no" };
        let choice = |code: &str, name: &str| {
            let checked = if code == self.language { " checked" } else { "" };
            format!(
                r#"<input type="radio" name="language" id="{code}"{checked}><label for="{code}">{name}</label>"#
            )
        };
        format!(
            r#"<fieldset class="language-choice" data-asked="{asked}"><legend class="hidden"><span lang="zh">语言</span><span lang="en">Language</span></legend>{}{}</fieldset>"#,
            choice("zh", "中文"),
            choice("en", "English")
        )
    }
}
