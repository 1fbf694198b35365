//! A game with all that was found, and how it becomes a file of each form.
//!
//! It does not know where files go.

use super::arguments::{Form, ReviewArguments};
use super::assessment::Assessment;
use super::findings::Finding;
use super::output::{annotated, csv, json_lines, page};
use super::subject::Subject;
use super::summary::Summary;
use crate::charset::Charset;
use crate::cli::records;
use crate::format::{self, Format};
use crate::record::{Findings, Kind};

/// A game with all that was found.
#[derive(Clone, Copy)]
pub struct Review<'a> {
    /// The game.
    pub subject: &'a Subject,
    /// What the engine says of its situations.
    pub assessments: &'a [Assessment],
    /// What its moves did.
    pub findings: &'a [Finding<'a>],
    /// What that comes to.
    pub summary: &'a Summary,
    /// What was asked for.
    pub arguments: &'a ReviewArguments,
}

impl Review<'_> {
    /// The review in a form.
    ///
    /// # Errors
    /// Why the format cannot say it.
    pub(super) fn written(&self, form: Form) -> Result<Vec<u8>, String> {
        match form {
            Form::Html => Ok(page::write(self)),
            Form::Sgf => self.annotated(Format::Sgf),
            Form::Wei7 => self.annotated(Format::Wei7),
            Form::Json => Ok(json_lines::write(self)),
            Form::Csv => Ok(csv::write(self)),
        }
    }

    fn annotated(&self, format: Format) -> Result<Vec<u8>, String> {
        let language = self.arguments.language();
        let mut findings = Findings::default();
        let record = annotated::annotated(self, format, language, &mut findings);
        let writing = format::write(&[record], format, Charset::Utf8);
        let is_valid = writing.is_valid();
        let error = writing.findings.iter().find(|found| found.rule.kind == Kind::Error);
        let reason = error.map_or(String::new(), |found| found.text(language));
        findings.append(writing.findings);
        for line in records::lines(&self.subject.name, &findings, language) {
            log::info!("{line}");
        }
        if is_valid { Ok(writing.bytes) } else { Err(reason) }
    }
}
