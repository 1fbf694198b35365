//! Rules: the messages that a format may report about a file, in Chinese and English.

/// Effect of a finding on the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Severity {
    /// The file violates its format.
    Error,
    /// The file exceeds a limit of this program, whether or not it conforms to its format.
    Limit,
    /// The file is valid, or was read as if it were, but contains something unusual.
    Warning,
    /// Information was omitted because the target format cannot represent it.
    Dropped,
    /// Information was moved to a comment because the target format has no field for it.
    Folded,
    /// Information was replaced by the closest value that the target format can represent.
    Approximated,
    /// A value that the file does not specify was assumed.
    Assumed,
}

impl Severity {
    /// Returns `true` if a file with such a finding cannot be used without correction.
    pub fn is_fault(self) -> bool {
        matches!(self, Severity::Error | Severity::Limit)
    }
}

/// Language of messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Language {
    /// Chinese (中文).
    Chinese,
    /// English (英文).
    English,
}

impl Language {
    /// Returns the value for this language.
    pub fn choose<T>(self, english: T, chinese: T) -> T {
        match self {
            Language::Chinese => chinese,
            Language::English => english,
        }
    }
}

/// A message that a format may report about a file.
#[derive(Debug, PartialEq, Eq)]
pub struct DiagnosticRule {
    /// The name of the constant, from which [`DiagnosticRule::name`] is derived.
    pub constant: &'static str,
    /// The effect of the finding on the record.
    pub kind: Severity,
    /// The clause of the format's specification; empty if there is none.
    pub clause: &'static str,
    /// The message in Chinese; `{0}` and `{1}` are placeholders for details.
    pub chinese: &'static str,
    /// The message in English, with the same placeholders as `chinese`.
    pub english: &'static str,
}

impl DiagnosticRule {
    /// Returns the machine-readable name, such as `missing-semicolon`.
    pub fn name(&self) -> String {
        self.constant.to_ascii_lowercase().replace('_', "-")
    }
}

/// Defines a table of rules: one constant per rule, and `RULES` with all of them.
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
