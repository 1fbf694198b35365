//! The engine to enter, and the reasons why settings cannot be changed.

/// The engine to enter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineEntry {
    /// The path of the program, which must be valid Unicode.
    pub program: String,
    /// Options of the engine, as on a command line; may be empty.
    pub options: String,
    /// `true` if the settings belong to a program for Windows.
    pub is_windows: bool,
}

/// The reason why a settings file cannot be changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    /// The file is not valid JSON.
    #[error("not valid JSON: {0}")]
    Json(String),
    /// A key is missing or has an unexpected type, as in an unknown version of the program.
    #[error("no list of engines under `{0}`: the version of the program is unknown")]
    Unknown(&'static str),
    /// The path or an option contains a character that the file format does not allow.
    #[error("the settings cannot contain the character {0:?}")]
    Character(char),
}
