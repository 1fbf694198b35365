//! The XML declaration at the start of a document: `<?xml version="1.0" encoding="utf-8"?>`.

use super::char_refs::shortened;
use super::diagnostics::{BAD_DECLARATION, OTHER_ENCODING, OTHER_XML};
use super::scanner::Scan;
use crate::record::diagnostic::{Findings, SourceLocation};

/// Checks the content of a declaration after `<?xml` and reports violations.
pub(super) fn declared(inside: &str, findings: &mut Findings) {
    let place = || SourceLocation::offset(0);
    let Some((version, encoding)) = parts(inside) else {
        return findings.add_at(&BAD_DECLARATION, place, []);
    };
    if version != "1.0" {
        findings.add_at(&OTHER_XML, place, [&shortened(version)]);
    }
    if let Some(encoding) = encoding.filter(|name| !name.eq_ignore_ascii_case("utf-8")) {
        findings.add_at(&OTHER_ENCODING, place, [&shortened(encoding)]);
    }
}

/// Returns the version and the encoding, or `None` if the declaration is malformed.
fn parts(inside: &str) -> Option<(&str, Option<&str>)> {
    let mut scan = Scan { text: inside, at: 0 };
    let version = part("version", &mut scan)?;
    let encoding = part("encoding", &mut scan);
    let standalone = part("standalone", &mut scan);
    scan.skip_blanks();
    let is_well = scan.rest().is_empty() && standalone.is_none_or(|it| it == "yes" || it == "no");
    is_well.then_some((version, encoding))
}

/// Reads blanks, the expected name, and its value.
fn part<'t>(name: &str, scan: &mut Scan<'t>) -> Option<&'t str> {
    let start = scan.at;
    let has_blank = scan.skip_blanks();
    let is_it = has_blank && scan.name() == name;
    scan.skip_blanks();
    let value = if is_it && scan.take('=') {
        scan.skip_blanks();
        let quote = scan.rest().chars().next().filter(|c| matches!(c, '"' | '\''));
        quote.and_then(|quote| {
            scan.take(quote);
            let value = scan.until(quote);
            scan.take(quote).then_some(value)
        })
    } else {
        None
    };
    if value.is_none() {
        scan.at = start;
    }
    value
}
