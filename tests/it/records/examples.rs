//! Game records as whole files: the findings of each example, and round trips.
//!
//! `valid` in the folder of a format has files without findings; for the other folders, named after the kind of
//! error, `expected-messages.txt` contains every message in both languages. `TIANYUAN_BLESS=1` writes that file;
//! check the difference before committing it.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use tianyuan::records::charset::Charset;
use tianyuan::records::format::{self, Format};
use tianyuan::records::record::{DiagnosticRule, Findings, Language, Reading};
use tianyuan::records::{sgf, wei7_json, wei7_xml};

use crate::support::random_record::{random_record, random_size};
use crate::support::seeded::with_seeds;

/// A format's folder, the format and the rules that need an example.
const FORMATS: &[(&str, Format, &[&DiagnosticRule])] = &[
    ("conformance/sgf", Format::Sgf, sgf::RULES),
    ("conformance/wei7-3.0", Format::Wei7, wei7_json::RULES),
    ("conformance/wei7-2.2", Format::Wei7Xml, wei7_xml::RULES),
];

/// The rules of each format's reader and writer.
const RULES: &[[&[&DiagnosticRule]; 2]] = &[
    [sgf::RULES, sgf::WRITING_RULES],
    [wei7_json::RULES, wei7_json::WRITING_RULES],
    [wei7_xml::RULES, wei7_xml::WRITING_RULES],
];

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

/// The folders whose files have findings.
const ODD: &[&str] = &["invalid", "limit", "warning"];

/// The example files of a format in some folders, sorted.
fn examples(format: &str, kinds: &[&str]) -> Vec<PathBuf> {
    let inside = |kind| fs::read_dir(folder(format).join(kind)).into_iter().flatten();
    let entries = kinds.iter().flat_map(inside);
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort_by(|one, other| one.file_name().cmp(&other.file_name()));
    assert!(files.len() > 10, "{files:?}");
    files
}

fn checked(file: &Path, format: Format) -> Reading {
    let mut reading = format::check(&fs::read(file).expect("readable"), format);
    format::check_name(&file.to_string_lossy(), format, &mut reading.findings);
    reading
}

fn stem(file: &Path) -> &str {
    file.file_stem().and_then(|stem| stem.to_str()).expect("a name")
}

fn texts(findings: &Findings, language: Language) -> impl Iterator<Item = String> {
    findings.iter().map(move |finding| finding.text(language))
}

#[test]
fn valid_files_have_no_findings() {
    for &(name, format, _) in FORMATS {
        for file in examples(name, &["valid"]) {
            let reading = checked(&file, format);
            let said: Vec<String> = texts(&reading.findings, Language::English).collect();
            assert!(said.is_empty(), "{}: {said:#?}", file.display());
            assert!(!reading.records.is_empty(), "{}", file.display());
        }
    }
}

#[test]
fn messages_match_expected_files() {
    for &(name, format, _) in FORMATS {
        let mut said = String::new();
        for file in examples(name, ODD) {
            let findings = checked(&file, format).findings;
            let _ = writeln!(said, "{}", stem(&file));
            for language in [Language::English, Language::Chinese] {
                texts(&findings, language).for_each(|text| {
                    let _ = writeln!(said, "    {text}");
                });
            }
        }
        let written = folder(name).join("expected-messages.txt");
        if std::env::var_os("TIANYUAN_BLESS").is_some() {
            fs::write(&written, &said).expect("writable");
        }
        assert_eq!(said, fs::read_to_string(&written).expect("readable"));
    }
}

#[test]
fn rules_and_examples_correspond() {
    for &(name, format, rules) in FORMATS {
        let mut spoken = BTreeSet::new();
        for file in examples(name, ODD) {
            let findings = checked(&file, format).findings;
            assert!(!findings.is_empty(), "nothing is said of {}", file.display());
            spoken.extend(findings.iter().map(|finding| finding.rule.name()));
        }
        for rule in rules {
            assert!(spoken.contains(&rule.name()), "no example for {} in {name}", rule.name());
        }
    }
}

#[test]
fn rules_have_same_details_in_both_languages() {
    let details = |text: &str| -> BTreeSet<String> {
        text.split('{').skip(1).filter_map(|part| Some(part.split_once('}')?.0.into())).collect()
    };
    for of_format in RULES {
        let mut names = BTreeSet::new();
        for rule in of_format.iter().copied().flatten() {
            assert_eq!(details(rule.chinese), details(rule.english), "{}", rule.name());
            assert!(names.insert(rule.name()), "{} is there twice", rule.name());
        }
    }
}

#[test]
fn sgf_examples_roundtrip() {
    for file in examples("conformance/sgf", &["valid", "warning", "invalid"]) {
        let records = checked(&file, Format::Sgf).records;
        for charset in [Charset::Utf8, Charset::Gb18030] {
            let writing = format::write(&records, Format::Sgf, charset);
            let text = charset.decode(&writing.bytes);
            let again = format::read(&writing.bytes, Format::Sgf);
            assert_eq!(again.records, records, "{}\n{text}", file.display());
        }
    }
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn random_records_roundtrip_through_sgf() {
    with_seeds(|rng| {
        for _ in 0..300 {
            let sizes = [random_size(rng), random_size(rng)];
            let records = sizes.map(|size| random_record(size, rng));
            for charset in [Charset::Utf8, Charset::Gb18030] {
                let writing = format::write(&records, Format::Sgf, charset);
                let text = charset.decode(&writing.bytes);
                let again = format::read(&writing.bytes, Format::Sgf);
                let said: Vec<String> = texts(&again.findings, Language::English).collect();
                for (was, is) in records.iter().zip(&again.records) {
                    assert!(was == is, "{text}\n{said:#?}\n{was:#?}\n{is:#?}");
                }
                assert_eq!(again.records.len(), 2);
            }
        }
    });
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn large_and_deep_files_are_supported() {
    const MANY: usize = 1_000_000;
    let nodes = |text: String| -> usize {
        let reading = format::check(text.as_bytes(), Format::Sgf);
        reading.records.iter().map(|record| record.tree.len()).sum()
    };
    assert_eq!(nodes("(;".repeat(MANY)), MANY);
    assert_eq!(nodes("(;".repeat(MANY) + &")".repeat(MANY)), MANY);
    assert_eq!(nodes(format!("(;{})", ";B[aa]".repeat(MANY))), MANY + 1);
    assert_eq!(nodes(format!("(;{})", "(;B[aa])".repeat(MANY))), MANY + 1);
    assert_eq!(nodes("(;)".repeat(MANY)), MANY);
    for piece in ["(", ")", "[", "]", "C[", "C[]]", "B", "B[aa:ZZ]", ";AB[aa:ss]", "\\", "C[\\"] {
        let _ = format::check(format!("(;{}", piece.repeat(MANY)).as_bytes(), Format::Sgf);
    }
}
