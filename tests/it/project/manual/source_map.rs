//! Checks that the architecture page names existing modules and lines, and all folders of the program.

use std::fs;
use std::path::Path;

use super::page::{Page, ROOT};

const PAGE: &str = "docs/dev/architecture.md";
const MODULES: &str = "Modules of the crates";

/// Returns the section of the architecture page with a heading.
fn section(heading: &str) -> String {
    Page::read(PAGE).section(heading).expect("a section")
}

/// Returns the modules in a section that are neither paths nor in the folder at the start of their row.
fn unknown_modules(section: &str) -> Vec<String> {
    let mut unknown = Vec::new();
    for row in section.lines().filter(|line| line.starts_with("| `")) {
        let spans = Page::of("row", row).spans();
        let folder = spans.first().filter(|first| first.ends_with('/'));
        let names = spans.iter().filter(|span| !span.contains(['/', '.']));
        let missing = names.filter(|name| folder.is_none_or(|folder| !has_module(folder, name)));
        unknown.extend(missing.map(|name| format!("{name} in {row}")));
    }
    unknown
}

/// Returns `true` if a folder contains the file or folder of a module.
fn has_module(folder: &str, name: &str) -> bool {
    let folder = Path::new(ROOT).join(folder);
    folder.join(name).is_dir() || folder.join(format!("{name}.rs")).is_file()
}

#[test]
fn architecture_page_names_existing_modules() {
    let modules = section(MODULES);
    assert!(modules.lines().filter(|line| line.starts_with("| `")).count() >= 4, "{modules}");
    assert_eq!(unknown_modules(&modules), [""; 0]);
}

#[test]
fn architecture_page_lists_every_folder_of_the_program() {
    let spans = Page::of("section", &section("The program")).spans();
    let folders = fs::read_dir(Path::new(ROOT).join("src")).expect("readable").flatten();
    let folders = folders.filter(|entry| entry.path().is_dir()).map(|entry| entry.file_name());
    let names = folders.map(|name| format!("{}/", name.to_string_lossy()));
    let missing: Vec<String> = names.filter(|name| !spans.contains(name)).collect();
    assert_eq!(missing, [""; 0]);
}

#[test]
fn architecture_page_names_existing_lines() {
    let section = section("Where to start");
    let rows: Vec<&str> = section.lines().filter(|line| line.starts_with("| ")).skip(2).collect();
    assert_eq!(rows.len(), 6, "{rows:?}");
    for row in rows {
        let spans = Page::of("row", row).spans();
        let file = Path::new(ROOT).join(&spans[0]);
        let text = fs::read_to_string(&file).unwrap_or_default();
        assert!(text.contains(&spans[1]), "{} has no {}", spans[0], spans[1]);
    }
}

#[test]
fn unknown_modules_are_found() {
    let rows = "| folder | x |\n| `crates/go/src/` | `board`, `none` |\n| `src/lib.rs`, `crates/search/src/` | `tree` |\n";
    let found = unknown_modules(rows);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].starts_with("none in ") && found[1].starts_with("tree in "), "{found:?}");
}

/// The maximum number of terms in the glossary.
const TERMS: usize = 60;

#[test]
fn glossary_is_short_and_defines_terms_once() {
    let glossary = Page::read("docs/dev/glossary.md").text;
    let rows = glossary.lines().filter(|line| line.starts_with("| "));
    let rows = rows.filter(|line| !line.starts_with("| ---") && !line.starts_with("| term |"));
    let mut terms: Vec<&str> = rows.filter_map(|row| row.split(" | ").next()).collect();
    assert!((20..=TERMS).contains(&terms.len()), "{} terms", terms.len());
    terms.sort_unstable();
    terms.dedup_by(|a, b| a == b && panic!("{a} is defined twice"));
}

#[test]
fn contributing_page_is_short() {
    let bytes = Page::read("CONTRIBUTING.md").text.len();
    assert!(bytes <= 4096, "{bytes} bytes");
}
