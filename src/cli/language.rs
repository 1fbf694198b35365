//! The language of messages about records.

use clap::ValueEnum;

use crate::record::Language;

/// A language by its name on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LanguageName {
    /// 中文.
    Zh,
    /// English.
    En,
}

impl LanguageName {
    /// The chosen language, or else that of the locale in the environment.
    pub fn or_of_environment(chosen: Option<LanguageName>) -> Language {
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"];
        let locale =
            names.iter().find_map(|name| std::env::var(name).ok().filter(|l| !l.is_empty()));
        let of_environment = match locale {
            Some(locale) if locale.starts_with("zh") => Language::Chinese,
            _ => Language::English,
        };
        chosen.map_or(of_environment, Language::from)
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
