//! Diagnostics about a client's lines, as text and as JSON.

use std::time::Duration;

use serde::Serialize;

use super::violation::Violation;
use crate::protocol::Protocol;
use crate::records::record::Language;

/// A diagnostic about a line of the client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClientDiagnostic {
    /// The number of the line, from 1; at the end of input, the number of the last line.
    pub line: usize,
    /// The time since the start.
    pub at: Duration,
    /// The violation or remark.
    pub complaint: Violation,
    /// The line, possibly truncated.
    pub text: String,
}

#[derive(Serialize)]
struct JsonRemark<'a> {
    line: usize,
    seconds: f64,
    clause: &'static str,
    violation: bool,
    what: &'static str,
    text: &'a str,
}

impl ClientDiagnostic {
    /// Formats the diagnostic as text.
    pub fn line(&self, protocol: &Protocol, language: Language) -> String {
        let ClientDiagnostic { line, complaint, text, .. } = self;
        let (clause, what) = (complaint.clause(protocol), complaint.text(language));
        let kind = match (language, complaint.is_violation(protocol)) {
            (Language::Chinese, true) => "违反",
            (Language::Chinese, false) => "注意",
            (Language::English, true) => "not allowed",
            (Language::English, false) => "note",
        };
        format!("{line}: {clause}: {kind}: {what}: {text:?}")
    }

    /// Returns `true` if `bytes` look like the beginning of a diagnostics file.
    pub fn is_json(bytes: &[u8]) -> bool {
        bytes.starts_with(br#"{"line":"#)
    }

    /// Formats the diagnostic as a JSON line.
    pub fn json(&self, protocol: &Protocol, language: Language) -> String {
        let remark = JsonRemark {
            line: self.line,
            seconds: self.at.as_secs_f64(),
            clause: self.complaint.clause(protocol),
            violation: self.complaint.is_violation(protocol),
            what: self.complaint.text(language),
            text: &self.text,
        };
        serde_json::to_string(&remark).expect("strings and numbers are valid JSON")
    }
}
