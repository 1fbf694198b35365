//! A game with all that was found, and how it becomes a file of each form.
//!
//! It does not know where files go.

use super::arguments::{Form, ReviewArguments};
use super::assessment::Assessment;
use super::findings::Finding;
use super::subject::Subject;
use super::summary::Summary;
use super::{annotated, csv, json_lines, page};
use crate::charset::Charset;
use crate::format::{self, Format};
use crate::record::Findings;
use crate::record_commands;

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
    pub(super) fn written(&self, form: Form) -> Vec<u8> {
        match form {
            Form::Html => page::write(self),
            Form::Sgf => self.annotated(Format::Sgf),
            Form::Wei7 => self.annotated(Format::Wei7),
            Form::Json => json_lines::write(self),
            Form::Csv => csv::write(self),
        }
    }

    fn annotated(&self, format: Format) -> Vec<u8> {
        let language = self.arguments.language();
        let mut findings = Findings::default();
        let record = annotated::annotated(self, format, language, &mut findings);
        let writing = format::write(&[record], format, Charset::Utf8);
        findings.append(writing.findings);
        for line in record_commands::lines(&self.subject.name, &findings, language) {
            log::info!("{line}");
        }
        writing.bytes
    }
}
