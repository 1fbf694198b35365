//! The meaning of wei7 3.0: examples as records, output, and conversion to other formats.

mod examples;
mod random;
mod replaced;
mod specification;

use std::fs;
use std::path::Path;

use tianyuan::go::Color;
use tianyuan::records::charset::Charset;
use tianyuan::records::format::{self, Format};
use tianyuan::records::record::replay::position_at;
use tianyuan::records::record::{Language, Point, Reading, Record, Writing};

/// The only record of an example.
fn example(path: &str) -> Record {
    let file =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/conformance/wei7-3.0").join(path);
    only(format::read(&fs::read(file.with_extension("wei7")).expect("readable"), Format::Wei7))
}

fn only(mut reading: Reading) -> Record {
    assert_eq!(reading.records.len(), 1, "{:#?}", said(&reading));
    reading.records.remove(0)
}

fn said(reading: &Reading) -> Vec<String> {
    reading.findings.iter().map(|finding| finding.text(Language::English)).collect()
}

fn written(record: &Record, format: Format) -> Writing {
    format::write(std::slice::from_ref(record), format, Charset::Utf8)
}

/// Returns a record after a round trip through a format.
fn through(record: &Record, format: Format) -> Record {
    only(format::read(&written(record, format).bytes, format))
}

fn warnings(writing: &Writing) -> Vec<String> {
    writing.findings.iter().map(|finding| finding.rule.name()).collect()
}

fn end(record: &Record) -> Vec<(Point, Color)> {
    let last = record.tree.main_line(record.tree.root()).last().expect("a root");
    position_at(record, last).stones().collect()
}
