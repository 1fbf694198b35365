//! Random records through wei7 3.0 and other formats.

use tianyuan::records::charset::Charset;
use tianyuan::records::format::{self, Format};
use tianyuan::records::record::{Event, Language, Severity};

use super::{end, only, said, through, warnings, written};
use crate::support::random_record::{random_record, random_size};
use crate::support::random_wei7::{Takebacks, random_wei7};
use crate::support::seeded::with_seeds;

#[test]
fn random_records_roundtrip() {
    with_seeds(|rng| {
        for _ in 0..200 {
            let record = random_wei7(Takebacks::Some, rng);
            let writing = written(&record, Format::Wei7);
            let text = String::from_utf8_lossy(&writing.bytes);
            assert_eq!(warnings(&writing), [""; 0], "{text}");
            let reading = format::check(&writing.bytes, Format::Wei7);
            let findings = said(&reading);
            assert!(!reading.findings.has_errors(), "{text}\n{findings:#?}");
            assert!(only(reading) == record, "{text}\n{record:#?}");
        }
    });
}

#[test]
fn random_records_roundtrip_through_sgf() {
    with_seeds(|rng| {
        for _ in 0..200 {
            let record = random_wei7(Takebacks::None, rng);
            for charset in [Charset::Utf8, Charset::Gb18030] {
                let records = std::slice::from_ref(&record);
                let sgf = format::write(records, Format::Sgf, charset).bytes;
                let back = only(format::read(&sgf, Format::Sgf));
                let text = charset.decode(&sgf);
                assert!(back == record, "{text}\n{record:#?}\n{back:#?}");
            }
        }
    });
}

#[test]
fn random_timelines_have_same_end_in_sgf() {
    with_seeds(|rng| {
        for _ in 0..200 {
            let record = random_wei7(Takebacks::Some, rng);
            let back = through(&record, Format::Sgf);
            let is_takeback = |id| matches!(back.tree.node(id).event, Event::Takeback(_));
            assert!(!back.tree.preorder().any(is_takeback));
            assert_eq!(end(&back), end(&record), "{record:#?}\n{back:#?}");
            assert!(through(&back, Format::Sgf) == back, "{record:#?}");
        }
    });
}

/// Any converted record is readable without errors except illegal moves, and round-trips from then on.
#[test]
fn any_record_is_written_validly() {
    with_seeds(|rng| {
        for _ in 0..200 {
            let record = random_record(random_size(rng), rng);
            let writing = written(&record, Format::Wei7);
            let text = String::from_utf8_lossy(&writing.bytes);
            let unplayable = ["dead-stones"];
            for error in writing.findings.iter().filter(|found| found.rule.kind == Severity::Error)
            {
                let what = error.text(Language::English);
                assert!(unplayable.contains(&&*error.rule.name()), "{what}\n{text}");
            }
            let back = only(format::read(&writing.bytes, Format::Wei7));
            let again = written(&back, Format::Wei7).bytes;
            assert!(again == writing.bytes, "{text}\n{}", String::from_utf8_lossy(&again));
        }
    });
}
