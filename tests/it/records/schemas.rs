//! The wei7 material in `docs/`, in particular the schemas: they accept conforming files and the output of this
//! program, and reject other files except those that the manual lists as beyond a schema.
//!
//! The schema of 3.0 is checked completely, the schema of 2.2 by xmllint, if installed.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use tianyuan::records::charset::Charset;
use tianyuan::records::format::{self, Format};
use tianyuan::records::record::{Record, Writing};
use tianyuan::records::{wei7_json, wei7_xml};

use super::conformance::{folder, index};
use crate::support::folder::empty_folder;
use crate::support::json_schema::check;
use crate::support::random_record::{random_record, random_size};
use crate::support::random_wei7::{Takebacks, random_wei7};
use crate::support::seeded::with_seeds;

/// Rules about the text of a file, which its parser checks before a schema, and about its name.
const OF_TEXT: &str = "3.1";

/// Conforming files that libxml2 rejects: it does not trim whitespace around a `dateTime`.
const LIBXML2_REFUSES: [&str; 2] = ["valid/game.wei7", "valid/time-with-blanks.wei7"];

fn read(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The invalid files that a section of the manual lists as accepted by a schema.
fn beyond_schema(heading: &str) -> BTreeSet<String> {
    let page = read("docs/reference/wei7.md");
    let section = page.split_once(&format!("\n### {heading}\n")).expect("a section").1;
    let section = section.split_once("\n#").map_or(section, |(section, _)| section);
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    let names = rows.filter_map(|row| row.split(" | ").next());
    let names = names.flat_map(|names| names.split('`').skip(1).step_by(2));
    names.map(|name| format!("invalid/{name}.wei7")).collect()
}

/// Returns the errors of a text according to the schema of 3.0.
fn check_json(text: &[u8]) -> Result<(), String> {
    let schema: Value = serde_json::from_str(&read("docs/wei7-3.0.schema.json")).expect("JSON");
    let text = text.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(text);
    check(&schema, &serde_json::from_slice(text).map_err(|error| error.to_string())?)
}

#[test]
fn json_schema_accepts_valid_and_rejects_invalid_files() {
    let mut passed = BTreeSet::new();
    for entry in index("wei7-3.0") {
        let text = fs::read(folder("wei7-3.0").join(&entry.file)).expect(&entry.file);
        let judged = check_json(&text);
        match (&*entry.verdict, judged) {
            ("invalid", Ok(())) if entry.clause != OF_TEXT => {
                passed.insert(entry.file);
            }
            ("invalid", _) => {}
            (_, judged) => assert_eq!(judged, Ok(()), "{}", entry.file),
        }
    }
    assert_eq!(passed, beyond_schema("Limits of the JSON Schema"));
}

/// Returns the records of the suite in all formats.
fn records_of_suite() -> Vec<Record> {
    let formats = [("wei7-3.0", Format::Wei7), ("wei7-2.2", Format::Wei7Xml), ("sgf", Format::Sgf)];
    let read = |(name, format): (&str, Format)| -> Vec<Record> {
        let texts = index(name).into_iter().map(|entry| {
            fs::read(folder(name).join(&entry.file))
                .unwrap_or_else(|error| panic!("{}: {error}", entry.file))
        });
        texts.flat_map(|text| format::read(&text, format).records).collect()
    };
    formats.into_iter().flat_map(read).collect()
}

#[test]
fn written_wei7_json_matches_schema() {
    let mut written = 0;
    let mut try_one = |record: &Record| {
        let writing = wei7_json::write(std::slice::from_ref(record));
        if writing.is_valid() {
            written += 1;
            let text = String::from_utf8_lossy(&writing.bytes);
            assert_eq!(check_json(&writing.bytes), Ok(()), "{text}");
        }
    };
    records_of_suite().iter().for_each(&mut try_one);
    with_seeds(|rng| {
        for _ in 0..20 {
            try_one(&random_record(random_size(rng), rng));
            try_one(&random_wei7(Takebacks::Some, rng));
        }
    });
    assert!(written > 500, "{written}");
}

/// Returns the files that the schema of 2.2 accepts; `None` without xmllint.
fn allowed_by_xmllint(files: &[PathBuf]) -> Option<BTreeSet<PathBuf>> {
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/wei7-2.2.xsd");
    let mut command = Command::new("xmllint");
    let Ok(said) = command.arg("--noout").arg("--schema").arg(schema).args(files).output() else {
        eprintln!("skipped: xmllint is not installed");
        return None;
    };
    let told = String::from_utf8_lossy(&said.stderr);
    let allowed = told.lines().filter_map(|line| line.strip_suffix(" validates"));
    Some(allowed.map(PathBuf::from).collect())
}

#[test]
fn xml_schema_accepts_valid_and_rejects_invalid_files() {
    let beyond = beyond_schema("Limits of the XML Schema");
    let entries = index("wei7-2.2");
    let path = |file: &str| folder("wei7-2.2").join(file);
    let files: Vec<PathBuf> = entries.iter().map(|entry| path(&entry.file)).collect();
    let Some(allowed) = allowed_by_xmllint(&files) else { return };
    let mut passed = BTreeSet::new();
    for entry in entries {
        let is_allowed = allowed.contains(&path(&entry.file));
        match &*entry.verdict {
            "invalid" if is_allowed && entry.clause != OF_TEXT => {
                passed.insert(entry.file);
            }
            "invalid" => {}
            _ => assert_eq!(is_allowed, !LIBXML2_REFUSES.contains(&&*entry.file), "{}", entry.file),
        }
    }
    assert_eq!(passed, beyond);
}

#[test]
fn written_wei7_xml_matches_schema() {
    let folder = empty_folder("schema-of-2-2");
    let mut records = records_of_suite();
    with_seeds(|rng| records.push(random_wei7(Takebacks::Some, rng)));
    let writings = records.iter().map(|record| wei7_xml::write(std::slice::from_ref(record)));
    let mut files = Vec::new();
    for (number, writing) in writings.filter(Writing::is_valid).enumerate() {
        files.push(folder.join(format!("{number}.wei7")));
        fs::write(&files[number], writing.bytes).expect("it is written");
    }
    assert!(files.len() > 300, "{}", files.len());
    let Some(allowed) = allowed_by_xmllint(&files) else { return };
    let refused: Vec<_> = files.iter().filter(|file| !allowed.contains(*file)).collect();
    assert!(refused.is_empty(), "{refused:?}");
}

/// Returns the first code block of a language on the wei7 page.
fn example(language: &str) -> String {
    let page = read("docs/reference/wei7.md");
    let block = page.split_once(&format!("```{language}\n")).expect("a block").1;
    block.split_once("```").expect("an end").0.into()
}

#[test]
fn manual_examples_describe_same_record() {
    let json = example("json");
    let reading = wei7_json::check(json.as_bytes());
    assert!(reading.findings.is_empty(), "{:?}", reading.findings);
    let xml = example("xml");
    assert!(wei7_xml::check(xml.as_bytes()).findings.is_empty());
    // The version of the program changes.
    let without_program = |sgf: &str| -> String {
        let (before, rest) = sgf.split_once("AP[").expect("a program");
        before.to_owned() + rest.split_once(']').expect("its end").1
    };
    let written = |format| {
        let bytes = format::write(&reading.records, format, Charset::Utf8).bytes;
        String::from_utf8(bytes).expect("UTF-8").trim_end().to_owned()
    };
    assert_eq!(written(Format::Wei7), json.trim_end());
    assert_eq!(written(Format::Wei7Xml), xml.trim_end());
    assert_eq!(without_program(&written(Format::Sgf)), without_program(example("sgf").trim_end()));
}

#[test]
fn manual_lists_every_private_property() {
    let source = read("crates/records/src/sgf/private_properties.rs");
    let rows = source.lines().filter_map(|line| line.strip_prefix("//! | `XW"));
    let names: Vec<&str> = rows.filter_map(|row| row.split('`').next()).collect();
    assert!(names.len() > 15, "{names:?}");
    for page in ["docs/reference/wei7.md", "docs/reference/wei7.zh.md"] {
        let text = read(page);
        for name in &names {
            assert!(text.contains(&format!("\n| `XW{name}` | ")), "XW{name} is missing in {page}");
        }
    }
}
