//! Checks that links have targets and paths exist.

use std::path::{Component, Path, PathBuf};

use super::page::{Page, ROOT};

/// The folders whose files pages mention by path.
const FOLDERS: [&str; 12] = [
    "crates/",
    "src/",
    "tests/",
    "benches/",
    "examples/",
    "docs/",
    "training/",
    "protocol-transcripts/",
    "fuzz/",
    ".ci/",
    ".cargo/",
    "target/",
];

/// Returns the links of a page without a target.
pub fn dead_links(page: &Page) -> Vec<String> {
    let links = page.links();
    let local = links.iter().filter(|link| !link.starts_with("https://"));
    let dead = local.filter(|link| !is_alive(page, link));
    dead.map(|link| format!("{}: {link} leads nowhere", page.path.display())).collect()
}

fn is_alive(page: &Page, link: &str) -> bool {
    let (path, anchor) = link.split_once('#').map_or((link, None), |(path, it)| (path, Some(it)));
    if path.is_empty() {
        return anchor.is_some_and(|anchor| page.anchors().iter().any(|it| it == anchor));
    }
    let target = target(page, path);
    Path::new(ROOT).join(&target).exists()
        && anchor.is_none_or(|anchor| Page::read(target).anchors().iter().any(|it| it == anchor))
}

/// Returns the target of a link, relative to the project root.
pub fn target(page: &Page, path: &str) -> PathBuf {
    let mut target = page.path.parent().unwrap_or(Path::new("")).to_path_buf();
    for component in Path::new(path).components() {
        match component {
            Component::ParentDir => drop(target.pop()),
            component => target.push(component),
        }
    }
    target
}

/// Returns the paths in code spans that do not exist, without build outputs and paths with placeholders.
pub fn dead_paths(page: &Page) -> Vec<String> {
    let spans = page.spans();
    let words = spans.iter().flat_map(|span| span.split(' '));
    let paths = words.filter(|word| FOLDERS.iter().any(|folder| word.starts_with(folder)));
    let known = paths.filter(|path| !path.starts_with("target/") && !path.contains(['*', '…']));
    let dead = known.filter(|path| !Path::new(ROOT).join(path.trim_end_matches(',')).exists());
    dead.map(|path| format!("{}: there is no {path}", page.path.display())).collect()
}

#[test]
fn dead_links_are_found() {
    let page = Page::of(
        "docs/page.md",
        "# Here\n[a](../README.md#licence) [b](../README.md#fame) [c](none.md) [d](#here) [e](#there)\n\
         ![f](none.png) [g](https://example.org/none)\n",
    );
    let expected = ["../README.md#fame", "none.md", "#there", "none.png"];
    assert_eq!(
        dead_links(&page),
        expected.map(|link| format!("docs/page.md: {link} leads nowhere"))
    );
}

#[test]
fn dead_paths_are_found() {
    let page = Page::of(
        "page.md",
        "`crates/go/src/board.rs` `crates/go/src/none.rs` `python3 tests/none.py target/none` `tests/data/*/none`\n",
    );
    let expected = ["crates/go/src/none.rs", "tests/none.py"];
    assert_eq!(dead_paths(&page), expected.map(|path| format!("page.md: there is no {path}")));
}
