//! The language of help and messages: from the locale or the command line.

use std::env;

use clap::{Args, ValueEnum};

use super::help::error_translations::chinese;
use crate::records::record::Language;

/// The locale variables in POSIX order of precedence.
const VARIABLES: [&str; 3] = ["LC_ALL", "LC_MESSAGES", "LANG"];

/// A language name on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum LanguageName {
    /// 中文.
    Zh,
    /// English.
    En,
}

/// The option for the language of messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Args)]
pub(super) struct LanguageOption {
    /// Language of messages [default: from the environment]
    #[arg(long, value_enum)]
    lang: Option<LanguageName>,
}

impl LanguageOption {
    /// Returns the chosen language, or the language of the locale.
    pub(super) fn language(self) -> Language {
        language(self.lang)
    }
}

/// Returns the chosen language, or the language of the locale. It applies to all user output.
pub(super) fn language(chosen: Option<LanguageName>) -> Language {
    chosen.map_or_else(|| of_locale(|name| env::var(name).ok()), Language::from)
}

/// Returns an error message in the language of `--lang` on the command line, or of the locale.
pub(super) fn localized(error: &str) -> String {
    let words: Vec<String> =
        env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    match language(chosen(&words)) {
        Language::Chinese => chinese(error),
        Language::English => error.into(),
    }
}

/// Returns the value of the last `--lang` of a command line.
fn chosen(words: &[String]) -> Option<LanguageName> {
    let joined = words.iter().filter_map(|word| word.strip_prefix("--lang="));
    let separate = words.iter().zip(words.iter().skip(1));
    let separate = separate.filter(|(name, _)| *name == "--lang").map(|(_, value)| value.as_str());
    let value = joined.chain(separate).last()?;
    LanguageName::from_str(value, true).ok()
}

/// Returns the language of the first non-empty locale variable.
fn of_locale(variable: impl Fn(&str) -> Option<String>) -> Language {
    let locale = VARIABLES.iter().find_map(|name| variable(name).filter(|it| !it.is_empty()));
    match locale {
        Some(locale) if locale.starts_with("zh") => Language::Chinese,
        _ => Language::English,
    }
}

impl From<LanguageName> for Language {
    fn from(name: LanguageName) -> Language {
        match name {
            LanguageName::Zh => Language::Chinese,
            LanguageName::En => Language::English,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn last_language_option_is_chosen() {
        let of = |line: &str| chosen(&line.split(' ').map(String::from).collect::<Vec<_>>());
        assert_eq!(of("check a.sgf"), None);
        assert_eq!(of("check a.sgf --lang zh"), Some(LanguageName::Zh));
        assert_eq!(of("check --lang=en a.sgf"), Some(LanguageName::En));
        assert_eq!(of("check --lang"), None);
    }

    #[test]
    fn first_nonempty_locale_variable_decides() {
        let of = |locale: [&str; 3]| {
            of_locale(|name| {
                let place = VARIABLES.iter().position(|it| *it == name)?;
                Some(locale[place].into())
            })
        };
        for chinese in [["zh_CN.UTF-8", "C", "C"], ["", "zh_TW", "C"], ["", "", "zh_CN.UTF-8"]] {
            assert_eq!(of(chinese), Language::Chinese, "{chinese:?}");
        }
        for english in [["C", "zh_CN", "zh_CN"], ["", "en_GB", "zh_CN"], ["", "", ""]] {
            assert_eq!(of(english), Language::English, "{english:?}");
        }
        assert_eq!(of_locale(|_| None), Language::English);
    }
}
