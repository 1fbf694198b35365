//! Writes a review in any of its formats.

use super::{annotated, csv, json_lines, page};
use crate::job_error::JobError;
use crate::records::charset::Charset;
use crate::records::format::{self, Format};
use crate::records::record::Findings;
use crate::review::game::review::GameReview;
use crate::review::options::Form;

impl GameReview<'_> {
    /// Returns the review in a format, as bytes.
    ///
    /// # Errors
    /// Returns [`JobError`] with the format's first error if it cannot represent the record.
    pub(crate) fn written(&self, form: Form) -> Result<Vec<u8>, JobError> {
        match form {
            Form::Html => Ok(page::write(self)),
            Form::Sgf => self.annotated(Format::Sgf),
            Form::Wei7 => self.annotated(Format::Wei7),
            Form::Json => Ok(json_lines::write(self)),
            Form::Csv => Ok(csv::write(self)),
        }
    }

    fn annotated(&self, format: Format) -> Result<Vec<u8>, JobError> {
        let language = self.options.language;
        let mut findings = Findings::default();
        let record = annotated::annotated(self, format, language, &mut findings);
        let writing = format::write(&[record], format, Charset::Utf8);
        let is_valid = writing.is_valid();
        let error = writing.findings.iter().find(|found| found.rule.kind.is_fault());
        let reason = error.map_or(String::new(), |found| found.text(language));
        findings.append(writing.findings);
        for line in findings.lines(&self.input.name, language) {
            log::info!("{line}");
        }
        if is_valid { Ok(writing.bytes) } else { Err(JobError::Input(reason)) }
    }
}
