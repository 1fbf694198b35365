//! Checks of README, the manual in `docs/` and CONTRIBUTING against the program and the project.

mod command_lines;
mod dialogues;
mod gtp;
mod languages;
mod links;
mod page;
mod settings;
mod shell;
mod source_map;
mod wtp;

use std::fs;
use std::path::{Path, PathBuf};

use self::command_lines::{unknown_options, wrong_commands};
use self::links::{dead_links, dead_paths, target};
use self::page::{Page, ROOT};

/// The maximum number of words in README.
const WORDS: usize = 1100;
/// The maximum number of columns of a line.
const COLUMNS: usize = 120;

/// README in both languages, CONTRIBUTING and the pages of the manual.
fn pages() -> Vec<Page> {
    let mut pages: Vec<Page> =
        ["README.md", "README.zh.md", "CONTRIBUTING.md"].map(Page::read).into();
    pages.extend(manual());
    pages
}

/// The pages of the manual, by name.
fn manual() -> Vec<Page> {
    let mut names: Vec<PathBuf> = Vec::new();
    for folder in ["docs", "docs/guides", "docs/reference", "docs/results", "docs/dev"] {
        let files = fs::read_dir(Path::new(ROOT).join(folder)).expect("there is a manual");
        let files = files.map(|file| Path::new(folder).join(file.expect("readable").file_name()));
        names.extend(files.filter(|name| name.extension().is_some_and(|it| it == "md")));
    }
    names.sort();
    assert!(names.len() > 8, "{names:?}");
    names.iter().map(Page::read).collect()
}

/// Fails with the errors that a check finds on all pages.
fn nothing_on(pages: &[Page], check: impl Fn(&Page) -> Vec<String>) {
    let found: Vec<String> = pages.iter().flat_map(check).collect();
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn links_have_targets() {
    let mut pages = pages();
    let others = [
        "CHANGELOG.md",
        "SECURITY.md",
        "crates/nn/README.md",
        "crates/nn/src/move_model/README.md",
        "protocol-transcripts/README.md",
        "tests/data/conformance/README.md",
        "training/README.md",
        "training/RUNS.md",
    ];
    pages.extend(others.map(Page::read));
    nothing_on(&pages, dead_links);
}

#[test]
fn mentioned_paths_exist() {
    nothing_on(&pages(), dead_paths);
}

#[test]
fn command_lines_parse() {
    nothing_on(&pages(), wrong_commands);
}

#[test]
fn mentioned_options_exist() {
    // These pages contain options of cargo and of other programs.
    let others = ["profiling.md", "release.md", "testing.md"];
    let is_checked = |page: &Page| !others.iter().any(|name| page.path.ends_with(name));
    let pages: Vec<Page> = manual().into_iter().filter(is_checked).collect();
    nothing_on(&pages, unknown_options);
}

#[test]
fn lines_are_at_most_120_columns() {
    nothing_on(&manual(), |page| long_lines(&page.path.display().to_string(), &page.prose()));
    let readmes = ["README.md", "README.zh.md"].map(Page::read);
    nothing_on(&readmes, |page| long_lines(&page.path.display().to_string(), &page.text));
}

#[test]
fn readme_is_short() {
    let words = Page::read("README.md").text.split_whitespace().count();
    assert!(words <= WORDS, "{words} words");
}

#[test]
fn index_links_to_every_page() {
    assert!(Page::read("README.md").links().iter().any(|link| link == "docs/README.md"));
    let (chinese, english): (Vec<Page>, Vec<Page>) =
        manual().into_iter().partition(|page| page.path.to_string_lossy().ends_with(".zh.md"));
    assert_eq!(not_in_index(&Page::read("docs/README.md"), &english), [""; 0]);
    assert_eq!(not_in_index(&Page::read("docs/README.zh.md"), &chinese), [""; 0]);
}

/// Returns the lines that are too long, except rows of tables, which cannot be broken.
fn long_lines(name: &str, text: &str) -> Vec<String> {
    let long = text.lines().filter(|line| columns(line) > COLUMNS && !line.starts_with('|'));
    long.map(|line| format!("{name}: {line}")).collect()
}

/// Returns the number of columns of a line; East Asian characters take two columns.
fn columns(line: &str) -> usize {
    line.chars()
        .map(|c| if c >= '\u{1100}' && !matches!(c, '\u{2000}'..='\u{2BFF}') { 2 } else { 1 })
        .sum()
}

/// Returns the pages to which an index has no link.
fn not_in_index(index: &Page, pages: &[Page]) -> Vec<String> {
    let targets: Vec<_> = index.links().iter().map(|link| target(index, link)).collect();
    let missing =
        pages.iter().filter(|page| page.path != index.path && !targets.contains(&page.path));
    missing.map(|page| page.path.display().to_string()).collect()
}

#[test]
fn long_lines_are_found() {
    let (fits, wide) = ("a".repeat(120), "围".repeat(61));
    let text = format!("{fits}\n{fits}b\n{wide}\n|{fits}|\n");
    assert_eq!(long_lines("page", &text), [format!("page: {fits}b"), format!("page: {wide}")]);
}

#[test]
fn pages_outside_the_index_are_found() {
    let index = Page::of("docs/README.md", "[a](a.md) [b](../b.md)\n");
    let pages = ["docs/README.md", "docs/a.md", "docs/b.md"].map(|path| Page::of(path, ""));
    assert_eq!(not_in_index(&index, &pages), ["docs/b.md"]);
}
