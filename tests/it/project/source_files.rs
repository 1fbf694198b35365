//! Checks of all source files: each public type name is declared once, and SECURITY.md lists every
//! place with `unsafe` code.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Names of public types that are declared several times; the module distinguishes them.
const SAME_NAMES: &[&str] = &[
    // A KataGo net, or a net in the built-in format.
    "Net",
    "Evaluator",
    // The move model; the layers of a KataGo net, which KataGo calls a model.
    "Model",
    // The options of a session, a bridge or an analysis engine.
    "Options",
    // A point of a playable board; a point of a record, whose board may be larger.
    "Point",
];

/// Returns the source files of all packages, with their paths relative to the root.
fn source_files() -> Vec<(String, String)> {
    let mut folders: Vec<PathBuf> = ["src", "crates"].map(|name| Path::new(ROOT).join(name)).into();
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path.strip_prefix(ROOT).expect("below the root").display().to_string();
                files.push((name, fs::read_to_string(&path).expect("a source file")));
            }
        }
    }
    assert!(files.len() > 100, "{} source files", files.len());
    files
}

/// Returns the names of the public types that a file declares, outside of functions and tests.
fn public_types(source: &str) -> impl Iterator<Item = &str> {
    source.lines().filter_map(|line| {
        let declaration = line.strip_prefix("pub ")?;
        let (kind, rest) = declaration.split_once(' ')?;
        let is_type = ["struct", "enum", "trait", "type", "union"].contains(&kind);
        is_type.then(|| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next())?
    })
}

/// Returns the names that are declared more than once, with their files.
fn repeated_types(files: &[(String, String)]) -> Vec<String> {
    let mut declared: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (path, source) in files {
        public_types(source).for_each(|name| declared.entry(name).or_default().push(path));
    }
    let repeated = declared.into_iter().filter(|(name, paths)| {
        let is_conditional = paths.iter().all(|path| path == &paths[0]);
        paths.len() > 1 && !is_conditional && !SAME_NAMES.contains(name)
    });
    repeated.map(|(name, paths)| format!("{name}: {}", paths.join(", "))).collect()
}

#[test]
fn public_type_name_is_declared_once() {
    assert_eq!(repeated_types(&source_files()), [""; 0]);
}

#[test]
fn repeated_type_name_is_found() {
    let file = |path: &str, source: &str| (path.to_owned(), source.to_owned());
    let files = [
        file("a.rs", "pub struct Fault;\npub(super) enum Place {}\n    pub struct Inner;\n"),
        file("b.rs", "pub enum Fault {}\npub enum Place {}\npub struct Inner<T>(T);\n"),
    ];
    assert_eq!(repeated_types(&files), ["Fault: a.rs, b.rs"]);
}

/// Returns the files with `unsafe` code outside the listed paths, and the listed paths that contain no `unsafe` code.
fn unlisted_unsafe(files: &[(String, String)], text: &str) -> Vec<String> {
    let is_unsafe = |source: &str| source.contains("allow(unsafe_code");
    let mut items = text.split("\n\n").flat_map(|list| list.split("\n- "));
    let item = items.find(|item| item.starts_with("`unsafe`")).unwrap_or_default();
    let spans = item.split('`').skip(1).step_by(2);
    let listed: Vec<&str> = spans.filter(|span| span.contains('/')).collect();
    let with_unsafe: Vec<&str> =
        files.iter().filter(|(_, source)| is_unsafe(source)).map(|(path, _)| &**path).collect();
    let missing = with_unsafe.iter().filter(|path| !listed.iter().any(|it| path.starts_with(it)));
    let unused = listed.iter().filter(|it| !with_unsafe.iter().any(|path| path.starts_with(**it)));
    missing.chain(unused).map(|path| (*path).to_owned()).collect()
}

#[test]
fn security_page_lists_every_place_with_unsafe_code() {
    let text = fs::read_to_string(Path::new(ROOT).join("SECURITY.md")).expect("a page");
    assert_eq!(unlisted_unsafe(&source_files(), &text), [""; 0]);
}

#[test]
fn unlisted_unsafe_code_is_found() {
    let file = |path: &str| (path.to_owned(), "#![allow(unsafe_code)]".to_owned());
    let text = "\n- `unsafe` code: `src/net/`, `src/old.rs`.\n\nOthers: `src/a.rs`.\n";
    let found = unlisted_unsafe(&[file("src/net/a.rs"), file("src/a.rs")], text);
    assert_eq!(found, ["src/a.rs", "src/old.rs"]);
}
