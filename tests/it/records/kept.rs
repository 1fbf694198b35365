//! What wei7 has no field for is kept in comments and comes back: whole records are the same then.

use rand::rngs::StdRng;
use tianyuan::charset::Charset;
use tianyuan::format::{self, Format};
use tianyuan::go::Color;
use tianyuan::record::{Event, Findings, Language, Reading, Record};

use crate::support::random_record::{color, point, random_record, random_size};
use crate::support::random_wei7::{Takebacks, random_wei7};
use crate::support::seeded::with_seeds;

fn only(mut reading: Reading) -> Record {
    assert_eq!(reading.records.len(), 1);
    reading.records.remove(0)
}

fn of_sgf(text: &str) -> Record {
    only(format::read(text.as_bytes(), Format::Sgf))
}

/// The file of a record of which everything is kept. It must be one that `tianyuan check` finds valid.
fn kept(record: &Record, to: Format) -> Vec<u8> {
    let mut record = record.clone();
    record.keep_in_comments(to == Format::Wei7Xml, false, &mut Findings::default());
    let bytes = format::write(&[record], to, Charset::Utf8).bytes;
    let findings = format::check(&bytes, to).findings;
    let text = String::from_utf8_lossy(&bytes);
    let said: Vec<String> = findings.iter().map(|one| one.text(Language::English)).collect();
    assert!(!findings.has_errors(), "{said:#?}\n{text}");
    bytes
}

fn taken(bytes: &[u8], from: Format) -> Record {
    let mut record = only(format::read(bytes, from));
    record.take_from_comments();
    record
}

/// Asserts that a record comes back from wei7, and that what is kept once more is not kept twice.
fn comes_back(record: &Record, by: Format) {
    let bytes = kept(record, by);
    let text = String::from_utf8_lossy(&bytes);
    let back = taken(&bytes, by);
    assert!(back == *record, "{record:#?}\n{text}\n{back:#?}");
    assert!(kept(&back, by) == bytes, "{text}");
}

/// A record as SGF has it: what it cannot say in its way is gone.
fn by_sgf(record: Record) -> Record {
    let sgf = format::write(&[record], Format::Sgf, Charset::Utf8).bytes;
    only(format::read(&sgf, Format::Sgf))
}

#[test]
fn random_records_of_sgf_come_back() {
    with_seeds(|rng| {
        for _ in 0..200 {
            let record = by_sgf(random_record(random_size(rng), rng));
            comes_back(&record, Format::Wei7);
        }
    });
}
