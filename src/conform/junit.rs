//! The report on an engine as JUnit XML, for continuous integration.

use std::time::Duration;

use super::check::SpecClause;
use super::handshake::EngineInfo;
use super::report::{Counts, lines};
use super::runner::{CheckResult, Verdict};
use crate::records::record::Language;

/// Returns `true` if `bytes` look like the beginning of a JUnit XML file.
pub fn is_junit(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    text.trim_start().starts_with('<') && text.contains("<testsuite")
}

/// Formats the report as JUnit XML, with one test case per check.
pub fn junit(about: &EngineInfo, findings: &[CheckResult], language: Language) -> String {
    let counts = Counts::of(findings);
    let time: Duration = findings.iter().map(|it| it.slowest).sum();
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\" time=\"{:.3}\">\n",
        escaped(&about.name),
        findings.len(),
        counts.fails,
        counts.not_supported + counts.reads_otherwise,
        time.as_secs_f64(),
    );
    for finding in findings {
        text += &case(finding, language);
    }
    text + "</testsuite>\n"
}

fn case(finding: &CheckResult, language: Language) -> String {
    let check = finding.check;
    let name = format!("{} {} {}", check.number, check.clause, check.title_in(language));
    let inside = match (finding.verdict, check.basis) {
        (Verdict::Holds, _) => String::new(),
        (Verdict::Fails, _) => {
            let details = lines(finding, language).join("\n");
            let what = finding.trouble.as_ref().map(|trouble| trouble.came.to_string());
            let what = escaped(&what.unwrap_or_default());
            format!("<failure message=\"{what}\">{}</failure>", escaped(&details))
        }
        (verdict, SpecClause::Reading(Some(number))) => {
            format!("<skipped message=\"{} ({number})\"/>", verdict.word(language))
        }
        (verdict, _) => format!("<skipped message=\"{}\"/>", verdict.word(language)),
    };
    let (class, time) = (escaped(&check.class), finding.slowest.as_secs_f64());
    let name = escaped(&name);
    format!(
        "<testcase classname=\"{class}\" name=\"{name}\" time=\"{time:.3}\">{inside}</testcase>\n"
    )
}

/// Escapes text for XML; characters that XML cannot represent become U+FFFD.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\n' | '\t' => escaped += &format!("&#{};", c as u32),
            '\0'..' ' | '\u{fffe}' | '\u{ffff}' => escaped.push(char::REPLACEMENT_CHARACTER),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaped_handles_markup_and_control_characters() {
        assert_eq!(
            escaped("<a b=\"1\">&\n\u{1}围"),
            "&lt;a b=&quot;1&quot;&gt;&amp;&#10;\u{fffd}围"
        );
    }
}
