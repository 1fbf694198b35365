//! Rules: the sentences that a format may report about a file, in Chinese and English. Each format has a table of
//! them.

/// What a finding means for the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Severity {
    /// The file breaks a rule of its format.
    Error,
    /// The file goes beyond what this program supports, whether it conforms or not.
    Limit,
    /// The file conforms, or was read as if it did, but something in it is unusual.
    Warning,
    /// Something was left out, since the target format cannot say it.
    Dropped,
    /// Something was moved into a comment, since the target format has no field for it.
    Folded,
    /// Something was replaced by the nearest thing that the target format can say.
    Approximated,
    /// Something that the file does not say was assumed.
    Assumed,
}

impl Severity {
    /// Whether a file of which this is found cannot be used as it is.
    pub fn is_fault(self) -> bool {
        matches!(self, Severity::Error | Severity::Limit)
    }
}

/// The language of messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Language {
    /// Chinese (中文).
    Chinese,
    /// English (英文).
    English,
}

impl Language {
    /// Returns the one of two texts that is in this language.
    pub fn choose<T>(self, english: T, chinese: T) -> T {
        match self {
            Language::Chinese => chinese,
            Language::English => english,
        }
    }
}

/// One sentence that a format may report about a file.
#[derive(Debug, PartialEq, Eq)]
pub struct DiagnosticRule {
    /// The constant's name, from which [`DiagnosticRule::name`] is made.
    pub constant: &'static str,
    /// What the finding means for the record.
    pub kind: Severity,
    /// The clause of the format's specification, empty where there is none.
    pub clause: &'static str,
    /// The sentence in Chinese; `{0}` and `{1}` are details.
    pub chinese: &'static str,
    /// The sentence in English; `{0}` and `{1}` are details, as in `chinese`.
    pub english: &'static str,
}

impl DiagnosticRule {
    /// The name for programs: `missing-semicolon`.
    pub fn name(&self) -> String {
        self.constant.to_ascii_lowercase().replace('_', "-")
    }
}

/// Makes a table of rules: constants, and `RULES` with all of them.
macro_rules! rules {
    ($($name:ident = $kind:ident($clause:literal, $chinese:literal, $english:literal $(,)?);)+) => {
        $(
            pub(crate) const $name: $crate::record::DiagnosticRule = $crate::record::DiagnosticRule {
                constant: stringify!($name),
                kind: $crate::record::Severity::$kind,
                clause: $clause,
                chinese: $chinese,
                english: $english,
            };
        )+

        /// All rules of this table.
        #[allow(dead_code, unreachable_pub, reason = "not every table is public")]
        pub const RULES: &[&$crate::record::DiagnosticRule] = &[$(&$name),+];
    };
}
pub(crate) use rules;
