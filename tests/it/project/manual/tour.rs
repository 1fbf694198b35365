//! Whether the tour of CONTRIBUTING names files that exist.

use std::fs;
use std::path::Path;

use super::page::{Page, ROOT};

/// The names in the tour that are neither below the folder that their row names first nor paths.
fn unknown_files(page: &Page) -> Vec<String> {
    let tour = page.section("Where things are").expect("there is a tour");
    let rows =
        tour.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| to change"));
    let mut unknown = Vec::new();
    for row in rows {
        let spans = Page::of("row", row).spans();
        let folder = spans.first().filter(|first| first.ends_with('/'));
        let names = spans.iter().filter(|span| !span.contains(['/', '.']));
        let missing = names.filter(|name| folder.is_none_or(|folder| !has_module(folder, name)));
        unknown.extend(missing.map(|name| format!("{name} in {row}")));
    }
    unknown
}

/// Whether a folder has a file or a folder of a module.
fn has_module(folder: &str, name: &str) -> bool {
    let folder = Path::new(ROOT).join(folder);
    folder.join(name).is_dir() || folder.join(format!("{name}.rs")).is_file()
}

#[test]
fn the_tour_names_files_that_exist() {
    assert_eq!(unknown_files(&Page::read("CONTRIBUTING.md")), [""; 0]);
}

#[test]
fn the_tour_knows_every_folder() {
    let tour = Page::read("CONTRIBUTING.md").section("Where things are").expect("there is a tour");
    let folders = fs::read_dir(Path::new(ROOT).join("src")).expect("readable").flatten();
    let folders = folders.filter(|entry| entry.path().is_dir()).map(|entry| entry.file_name());
    let missing =
        folders.filter(|name| !tour.contains(&format!("`src/{}/", name.to_string_lossy())));
    let missing: Vec<_> = missing.collect();
    assert!(missing.is_empty(), "the tour has no row for {missing:?}");
}

#[test]
fn architecture_page_names_existing_lines() {
    let page = Page::read("docs/dev/architecture.md");
    let section = page.section("Where to start").expect("a section");
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
fn unknown_files_are_found() {
    let rows = "| a rule | `crates/go/src/`: `board`, `none` |\n| two | `src/lib.rs`, `crates/search/src/`, `tree` |\n";
    let page =
        Page::of("page.md", &format!("# P\n\n## Where things are\n\n{rows}\n## Next\n\n| `x` |\n"));
    let found = unknown_files(&page);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].starts_with("none in ") && found[1].starts_with("tree in "), "{found:?}");
}
