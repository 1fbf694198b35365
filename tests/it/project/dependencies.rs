//! Allowed dependencies between the modules of each crate, and no cycles between files.
//!
//! The compiler enforces the dependencies between crates.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::import_graph::ImportGraph;
use crate::support::rust_paths::paths;

use super::allowed_modules::*;

/// Returns the rule violations in a file of a crate; `path` is relative to the folder of the crate.
fn violations(package: &Crate, path: &str, source: &str) -> Vec<String> {
    let parts: Vec<&str> = path.trim_end_matches(".rs").split('/').collect();
    let module = parts[0];
    let mut found = Vec::new();
    if module != "main" && module != "lib" {
        let depth = if parts.last() == Some(&"mod") { parts.len() - 1 } else { parts.len() };
        found.extend(forbidden_modules(package, path, module, depth, source));
    }
    // Modules without a crate are modules of the root package.
    let module = if package.name == ROOT { module } else { package.name };
    if module == "main" || module == "lib" {
        return found;
    }
    for named in paths(source) {
        let starts = |prefix: &&[&str]| named.iter().take(prefix.len()).eq(prefix.iter());
        if module != PROGRAMS.1 && starts(&PROGRAMS.0) {
            found.push(format!("{path}: {module} must not start programs"));
        }
        if module != CALENDAR.1 && starts(&CALENDAR.0) {
            found.push(format!("{path}: {module} must not read the calendar clock"));
        }
        if module != PROGRAM.1 && PROGRAM.0.contains(&&*named[0]) && named.len() > 1 {
            found.push(format!("{path}: {module} must not use the package {}", named[0]));
        }
        let is_owned = |&&(package, owner): &&(&str, &str)| named[0] == package && module != owner;
        if named.len() > 1 && OWNED.iter().any(|owned| is_owned(&owned)) {
            found.push(format!("{path}: {module} must not use the package {}", named[0]));
        }
        if path != MPI.1 && named[0] == MPI.0 && named.len() > 1 {
            found.push(format!("{path}: {module} must not use the package {}", named[0]));
        }
        if package.name == "tianyuan_go" && NOT_IN_GO.iter().any(starts) {
            found.push(format!("{path}: the game must not name {}", named.join("::")));
        }
    }
    found
}

/// Returns the uses of modules that the table of the crate does not allow.
fn forbidden_modules(
    package: &Crate,
    path: &str,
    module: &str,
    depth: usize,
    source: &str,
) -> Vec<String> {
    let Some(table) = package.modules else { return Vec::new() };
    let Some((_, allowed)) = table.iter().find(|(name, _)| *name == module) else {
        return vec![format!("{path}: the module {module} is not in the table")];
    };
    let paths = paths(source);
    let used = paths.iter().filter_map(|named| Some((named, used_module(table, named, depth)?)));
    used.filter(|(_, used)| *used != module && !allowed.contains(used))
        .map(|(named, _)| format!("{path}: {module} must not use {}", named.join("::")))
        .collect()
}

/// Returns the module that a path refers to, or the workspace crate, for a module at `depth`. Inline modules are not
/// resolved: surplus `super`s may stay in the same file, so only names in the table are compared after them.
fn used_module<'p>(
    table: &[(&'static str, &[&str])],
    named: &'p [String],
    depth: usize,
) -> Option<&'p str> {
    let ups = named.iter().take_while(|segment| *segment == "super").count();
    if let Some((_, module)) = REEXPORTS.iter().find(|(name, _)| *name == named[0]) {
        (named.len() > 1).then_some(module)
    } else if named[0] == "crate" || named[0] == "tianyuan" {
        named.get(1).map(String::as_str)
    } else if ups >= depth {
        let name = named.get(ups)?;
        table.iter().any(|(module, _)| module == name).then_some(name)
    } else {
        None
    }
}

/// Returns all Rust files below a folder.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the sources can be read");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths
        .flat_map(|path| if path.is_dir() { rust_files(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect()
}

/// Returns the files of a crate as paths relative to its folder, and their texts.
fn sources(package: &Crate) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(package.folder);
    let files = rust_files(&folder);
    assert!(files.len() > 10, "{files:?}");
    let source = |file: PathBuf| {
        let inside = file.strip_prefix(&folder).expect("below the folder");
        let parts: Vec<_> = inside.iter().map(|part| part.to_string_lossy()).collect();
        (parts.join("/"), fs::read_to_string(&file).expect("readable text"))
    };
    files.into_iter().map(source).collect()
}

#[test]
fn modules_use_only_allowed_modules() {
    let found: Vec<String> = CRATES
        .iter()
        .flat_map(|package| {
            let check = |(path, text): (String, String)| violations(package, &path, &text);
            sources(package).into_iter().flat_map(check).collect::<Vec<String>>()
        })
        .collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Returns the child modules of a `mod.rs` or `lib.rs` that its documentation does not name in code.
fn unlisted_children(source: &str) -> Vec<&str> {
    let description: String = source.lines().take_while(|line| line.starts_with("//!")).collect();
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let listed: Vec<&str> = description.split(|c| !is_part(c)).collect();
    let declared = source.lines().filter_map(|line| {
        let (before, name) = line.split_once("mod ")?;
        let is_declaration = before.is_empty() || before.starts_with("pub");
        name.strip_suffix(';').filter(|_| is_declaration)
    });
    declared.filter(|name| !listed.contains(name)).collect()
}

#[test]
fn every_folder_lists_its_modules() {
    for package in CRATES {
        for (path, text) in sources(package) {
            if path == "lib.rs" || path.ends_with("mod.rs") {
                let folder = package.folder;
                assert_eq!(unlisted_children(&text), [""; 0], "missing in {folder}/{path}");
            }
        }
    }
}

#[test]
fn unlisted_child_is_found() {
    let source =
        "//! | `one`, `two` | x |\n\nmod one;\npub mod two;\npub(super) mod three;\n// mod x;\n";
    assert_eq!(unlisted_children(source), ["three"]);
}

/// An import graph of files, given as path and text.
fn graph<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> ImportGraph {
    let mut graph = ImportGraph::default();
    for (path, source) in files {
        graph.add(path, source);
    }
    graph
}

#[test]
fn files_of_a_crate_form_no_import_cycle() {
    for package in CRATES {
        let mut graph = ImportGraph::default();
        let sources = sources(package);
        sources.iter().for_each(|(path, text)| graph.add(path, text));
        let circles = graph.circles();
        assert!(circles.is_empty(), "cycles in {}:\n{}", package.folder, circles.join("\n"));
    }
}

#[test]
fn import_cycles_are_found() {
    let face = ("go/mod.rs", "mod a; mod b; pub use a::A; pub use b::{B as C};");
    let plain = graph([face, ("go/a.rs", "use super::C;"), ("go/b.rs", "use crate::go::A;")]);
    assert_eq!(plain.circles(), ["go::a -> go::b", "go::b -> go::a"], "through re-exports");
    let long = [
        ("a.rs", "use crate::b;"),
        ("b.rs", "fn f() { crate::c::f() }"),
        ("c.rs", "use super::a::A;"),
    ];
    assert_eq!(graph(long).circles().len(), 3);
    let parent = [("go/mod.rs", "mod a; use a::A; struct G(A);"), ("go/a.rs", "use super::G;")];
    assert_eq!(graph(parent).circles(), ["go -> go::a", "go::a -> go"]);
    let used = [("go/mod.rs", "mod a; pub use a::A; struct G(A);"), ("go/a.rs", "use super::G;")];
    assert_eq!(graph(used).circles().len(), 2, "a name that is handed on and used");
    let named = [
        ("go/mod.rs", "mod a; mod b;"),
        ("go/a.rs", "use super::b; fn f() { b::f() }"),
        ("go/b.rs", "use super::a::{self};"),
    ];
    assert_eq!(graph(named).circles().len(), 2, "modules by their names");
}

#[test]
fn acyclic_imports_are_accepted() {
    let face = ("go/mod.rs", "mod a; mod b; pub use a::A; pub use b::B; struct G;");
    let down =
        [face, ("go/a.rs", "use super::{B, G};"), ("go/b.rs", "pub(super) fn f(a: super::G) {}")];
    assert_eq!(graph(down).circles(), Vec::<String>::new(), "a face only hands on");
    let tests = [
        ("go/mod.rs", "mod a; mod b;"),
        ("go/a.rs", "use super::b::B;"),
        ("go/b.rs", "struct B;\n#[cfg(test)]\nmod tests { use crate::go::a::A; }"),
    ];
    assert_eq!(graph(tests).circles(), Vec::<String>::new(), "tests may look up");
}

#[test]
fn forbidden_uses_are_found() {
    let of = |package: usize, path: &str, source: &str| violations(&CRATES[package], path, source);
    let count = |path: &str, source: &str| of(0, path, source).len();
    let records = |path: &str, source: &str| of(4, path, source).len();
    assert_eq!(records("record/tree.rs", "use crate::sgf::Document;"), 1);
    assert_eq!(records("sgf/mod.rs", "use super::format;"), 1);
    assert_eq!(records("charset/hz.rs", "use super::super::record::Record;"), 1);
    assert_eq!(records("charset/hz.rs", "use tianyuan_go::Color;"), 1);
    assert_eq!(count("engine/tree.rs", "use crate::{go::Board, session::{run, Reply}};"), 2);
    assert_eq!(count("engine/tree.rs", "fn f() { let _ = crate::protocol::gtp::NAME; }"), 1);
    assert_eq!(count("streams.rs", "use tianyuan_go::Board;"), 1);
    assert_eq!(count("engine.rs", "use super::protocol;"), 1);
    assert_eq!(count("usage.rs", "m!($crate::engine::Engine);"), 1);
    assert_eq!(count("engine/gtp.rs", "use tianyuan::review::Report;"), 1);
    let clock = "use std::{fmt, time::Instant}; type R = rand::rngs::StdRng;";
    assert_eq!(of(1, "clock.rs", clock).len(), 2);
    assert_eq!(of(1, "clock.rs", "use std::io;").len(), 1);
    assert_eq!(count("engine/mod.rs", "use std::process::{self, Command};"), 1);
    assert_eq!(of(3, "clock.rs", "use std::time::{Duration, SystemTime};").len(), 1);
    assert_eq!(count("review/run.rs", "use indicatif::ProgressBar;"), 1);
    assert_eq!(count("extra/mod.rs", ""), 1, "a module without a row");
}

#[test]
fn allowed_uses_are_accepted() {
    let cases = [
        (0, "engine/tree.rs", "use crate::go::{Board, Point}; use std::time::Instant;"),
        (0, "engine.rs", "use crate::{go, search::{self, Report}};"),
        (0, "training/a.rs", "use crate::go::with_words; mod tests { use super::super::Diagram; }"),
        (1, "board.rs", "//! [`crate::search`] and std::io\n/* rand::random() */ fn a() {}"),
        (1, "board.rs", r##"const A: &str = "std::io \" rand::x"; const B: char = '"';"##),
        (1, "board.rs", "const A: &str = r#\"use std::io; \" rand::x\"#; fn f<'a>(_: &'a u8) {}"),
        (4, "sgf/a.rs", "use tianyuan_go::Color; use crate::record::Record;"),
        (0, "main.rs", "use tianyuan::{arguments, session};"),
    ];
    for (package, path, source) in cases {
        assert_eq!(violations(&CRATES[package], path, source), Vec::<String>::new());
    }
}
