//! What is told of a line of a client, for people and as JSON.

use std::time::Duration;

use serde::Serialize;

use super::violation::Violation;
use crate::protocol::Protocol;
use crate::records::record::Language;

/// Something that a client did, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClientDiagnostic {
    /// The number of the line, from 1; that of the last one at the end of the input.
    pub line: usize,
    /// When it came, since the beginning.
    pub at: Duration,
    /// What is wrong with it.
    pub complaint: Violation,
    /// The line, or the beginning of it.
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
    /// The remark as a line for people.
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

    /// Returns `true` if bytes begin like a file of remarks.
    pub fn is_json(bytes: &[u8]) -> bool {
        bytes.starts_with(br#"{"line":"#)
    }

    /// The remark as a line of JSON.
    pub fn json(&self, protocol: &Protocol, language: Language) -> String {
        let remark = JsonRemark {
            line: self.line,
            seconds: self.at.as_secs_f64(),
            clause: self.complaint.clause(protocol),
            violation: self.complaint.is_violation(protocol),
            what: self.complaint.text(language),
            text: &self.text,
        };
        serde_json::to_string(&remark).expect("texts and numbers are JSON")
    }
}
