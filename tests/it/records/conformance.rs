//! The conformance suite in `tests/data/conformance`: the verdict on each file, and the completeness of the suite.
//! Formats without a folder are skipped.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use tianyuan::records::format::{self, Format};
use tianyuan::records::record::{DiagnosticRule, Findings, Severity};
use tianyuan::records::{sgf, wei7_json, wei7_xml};

/// A format of the suite.
struct Suite {
    folder: &'static str,
    format: Format,
    rules: &'static [&'static DiagnosticRule],
    /// The clauses that need a file.
    clauses: &'static str,
}

const SUITES: [Suite; 3] = [
    Suite {
        folder: "wei7-3.0",
        format: Format::Wei7,
        rules: wei7_json::RULES,
        clauses: "3.1 3.2 3.3 3.4 3.5 3.6 3.7 3.8 3.9 3.10 3.10.1 3.10.2 3.10.3 3.10.4 3.10.5.1 \
                  3.10.5.2 3.10.5.3 3.10.6 3.10.7 3.10.8 3.10.9 3.11 3.12 3.13 3.14 3.15 3.16 3.16.1 \
                  3.16.2 3.16.2.1 3.16.2.2 3.16.2.3 3.16.2.4 3.16.2.5 3.16.2.6 3.16.3 3.16.3.1 \
                  3.16.3.2 3.16.3.2.1 3.16.3.2.1.1 3.16.3.2.1.2 3.16.3.2.1.3 3.16.3.2.1.4 3.16.3.2.2 \
                  3.16.3.2.3 3.16.3.2.3.1 3.16.3.2.3.2 3.16.3.2.3.3 3.16.3.2.4 3.16.3.2.5 3.16.3.3 \
                  3.16.3.4 3.16.3.5 3.16.4 3.16.5 3.17 4.13",
    },
    Suite {
        folder: "wei7-2.2",
        format: Format::Wei7Xml,
        rules: wei7_xml::RULES,
        clauses: "3.1 3.2 3.3 3.4 3.5 3.6 3.7 3.8 3.9 3.10 3.11 3.12 3.13 3.14 3.15 3.16 3.16.1 3.16.2 \
                  3.16.3 3.16.4 3.17.1.1 3.17.1.2 3.17.1.3 3.17.2 3.18 3.19 3.20 3.21",
    },
    Suite {
        folder: "sgf",
        format: Format::Sgf,
        rules: sgf::RULES,
        clauses: "EBNF collection variation escape private \
                  None Number Real Double Color SimpleText Text Point Move Stone Compose List EList Rectangle \
                  root info setup move execute annotation markup inherit \
                  B KO MN W AB AE AW PL C DM GB GW HO N UC V BM DO IT TE AR CR DD LB LN MA SL SQ TR \
                  AP CA FF GM ST SZ AN BR BT CP DT EV GN GC ON OT PB PC PW RE RO RU SO TM US WR WT \
                  BL OB OW WL FG PM VW HA KM TB TW \
                  FF1 FF2 FF3 FF4 L M RG SC CH EL EX BS WS KI SE SI TC OM OP OV LT ID",
    },
];

/// Rules without an example file, with the reason.
const WITHOUT_FILE: &[(&str, &str)] = &[];

/// A line of an index.
pub(super) struct Entry {
    pub(super) file: String,
    pub(super) clause: String,
    pub(super) verdict: String,
    pub(super) rule: String,
}

/// A folder of the suite.
pub(super) fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/conformance").join(name)
}

/// The index of a folder of the suite.
pub(super) fn index(name: &str) -> Vec<Entry> {
    let text = fs::read_to_string(folder(name).join("index.tsv")).expect("an index");
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("file\tclause\tverdict\trule\twhat it shows"));
    let entry = |line: &str| {
        let columns: Vec<&str> = line.split('\t').collect();
        let [file, clause, verdict, rule, what] = columns[..] else { panic!("{line}") };
        assert!(!what.is_empty() && !clause.is_empty(), "{line}");
        let [file, clause, verdict, rule] = [file, clause, verdict, rule].map(String::from);
        Entry { file, clause, verdict, rule }
    };
    lines.map(entry).collect()
}

impl Suite {
    fn folder(&self) -> PathBuf {
        folder(self.folder)
    }

    fn index(&self) -> Vec<Entry> {
        index(self.folder)
    }

    fn findings(&self, entry: &Entry) -> Findings {
        let bytes = fs::read(self.folder().join(&entry.file)).expect(&entry.file);
        let mut findings = format::check(&bytes, self.format).findings;
        format::check_name(&entry.file, self.format, &mut findings);
        findings
    }

    /// Returns the files in the folders of the suite.
    fn files(&self) -> BTreeSet<String> {
        let inside = |folder: &Path| -> Vec<PathBuf> {
            let entries = fs::read_dir(folder).expect("a folder");
            entries.map(|entry| entry.expect("an entry").path()).collect()
        };
        let root = self.folder();
        let name = |path: &Path| {
            let path = path.strip_prefix(&root).expect("inside").to_string_lossy();
            path.replace('\\', "/")
        };
        let folders = inside(&root).into_iter().filter(|path| path.is_dir());
        folders.flat_map(|folder| inside(&folder)).map(|file| name(&file)).collect()
    }
}

fn suites() -> impl Iterator<Item = &'static Suite> {
    SUITES.iter().filter(|suite| suite.folder().is_dir())
}

fn verdict(findings: &Findings) -> &'static str {
    let has = |kind: Severity| findings.iter().any(|found| found.rule.kind == kind);
    match () {
        () if has(Severity::Error) => "invalid",
        () if has(Severity::Limit) || findings.is_empty() => "valid",
        () => "warning",
    }
}

#[test]
fn every_suite_file_gets_expected_verdict() {
    let mut files = 0;
    for suite in suites() {
        for entry in suite.index() {
            let findings = suite.findings(&entry);
            let file = format!("{}/{}: {findings:#?}", suite.folder, entry.file);
            assert_eq!(verdict(&findings), entry.verdict, "{file}");
            let mut found = findings.iter().map(|found| (found.rule.name(), found.clause));
            match &*entry.rule {
                "-" => assert!(findings.is_empty() && entry.verdict == "valid", "{file}"),
                rule => assert!(
                    found.any(|(name, clause)| name == rule && clause == entry.clause),
                    "{rule} of {} in {file}",
                    entry.clause
                ),
            }
            files += 1;
        }
    }
    assert!(files > 800, "{files}");
}

#[test]
fn suite_index_covers_files_rules_and_clauses() {
    for suite in suites() {
        let index = suite.index();
        let listed: BTreeSet<String> = index.iter().map(|entry| entry.file.clone()).collect();
        assert_eq!(listed.len(), index.len(), "a file is listed twice");
        assert_eq!(listed, suite.files());
        let has = |rule: &str| index.iter().any(|entry| entry.rule == rule);
        for rule in suite.rules {
            let name = rule.name();
            let is_without = WITHOUT_FILE.iter().any(|(without, _)| *without == name);
            assert_eq!(has(&name), !is_without, "{name} in {}", suite.folder);
        }
        for clause in suite.clauses.split_whitespace() {
            let is_there = index.iter().any(|entry| entry.clause == clause);
            assert!(is_there, "no file about {clause} in {}", suite.folder);
        }
    }
}

/// Every SGF finding has a clause, and a line and a column unless it concerns the whole file.
#[test]
fn sgf_findings_have_locations_and_clauses() {
    for suite in suites().filter(|suite| suite.format == Format::Sgf) {
        for entry in suite.index() {
            for found in suite.findings(&entry).iter() {
                let has_place = found.place.line > 0 && found.place.column > 0;
                let is_of_file = found.clause == "CA" || found.rule.name() == "no-game-tree";
                assert!(has_place || is_of_file, "{}: {found:?}", entry.file);
                assert!(!found.clause.is_empty(), "{}: {found:?}", entry.file);
            }
        }
    }
}

/// Every wei7 finding has a line, a column, a path and a clause.
#[test]
fn wei7_findings_have_locations_and_clauses() {
    let mut rules = BTreeSet::new();
    for suite in suites().filter(|suite| suite.format != Format::Sgf) {
        for entry in suite.index() {
            for found in suite.findings(&entry).iter() {
                let place = &found.place;
                let has_place = place.line > 0 && place.column > 0 && place.path.is_some();
                assert!(has_place && !found.clause.is_empty(), "{}: {found:?}", entry.file);
                rules.insert((suite.folder, found.rule.name()));
            }
        }
        for rule in suite.rules {
            assert!(rules.contains(&(suite.folder, rule.name())), "{}", rule.name());
        }
    }
}

/// The manual mentions each of SGFC's 75 messages, and names existing rules.
#[test]
fn manual_lists_every_sgfc_message() {
    let manual = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference/sgf-checks.md");
    let manual = fs::read_to_string(manual).expect("a manual");
    let rows = manual.lines().filter_map(|line| line.strip_prefix("| "));
    let rows = rows.filter(|row| row.starts_with(|c: char| c.is_ascii_digit()));
    let mut numbers = BTreeSet::new();
    for row in rows {
        let columns: Vec<&str> = row.split(" | ").collect();
        let told = columns[0].split(':').next().expect("numbers");
        for range in told.split(", ") {
            let (from, to) = range.split_once('–').unwrap_or((range, range));
            let [from, to]: [usize; 2] = [from, to].map(|text| text.parse().expect("a number"));
            numbers.extend(from..=to);
        }
        if columns[0].contains(':') {
            let valid =
                |name: &&str| SUITES[2].folder().join(format!("valid/{name}.sgf")).is_file();
            let names = columns[1].split('`').skip(1).step_by(2);
            names.for_each(|name| assert!(valid(&name), "{name}"));
            continue;
        }
        let names = columns[2].split('`').skip(1).step_by(2);
        for name in names {
            assert!(sgf::RULES.iter().any(|rule| rule.name() == name), "{name}");
        }
    }
    assert_eq!(numbers, (1..=75).collect());
}
