//! Who may use whom: the arrows between the modules of this crate.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::import_graph::ImportGraph;
use crate::support::rust_paths::paths;

/// Each module and those that it may use. The binary and `lib.rs` may use all.
const ARROWS: &[(&str, &[&str])] = &[
    // The ground: nothing of ours below.
    ("go", &[]),
    ("rng", &[]),
    ("tuning", &[]),
    ("charset", &[]),
    ("usage", &[]),
    ("cancel", &[]),
    ("progress", &[]),
    ("shard", &[]),
    // A database in which workers take the units of a job.
    ("claims", &["cancel"]),
    ("printable", &[]),
    ("lines", &[]),
    ("processor", &[]),
    ("storage", &[]),
    ("streams", &["printable"]),
    // The player.
    ("model", &["go"]),
    // The move model plays the positions that a net is calibrated with.
    ("net", &["go", "rng", "model"]),
    ("search", &["go", "rng", "tuning", "model", "net"]),
    ("clock", &["tuning"]),
    // Game records.
    ("record", &["go"]),
    // A moment is dated as records write it.
    ("calendar", &["record"]),
    ("adapt", &["go", "record"]),
    ("sgf", &["go", "charset", "record", "adapt"]),
    ("wei7_json", &["go", "charset", "record", "adapt"]),
    ("wei7_xml", &["go", "charset", "record", "adapt"]),
    ("format", &["charset", "record", "sgf", "wei7_json", "wei7_xml"]),
    // Files are no business of `format`, which is bytes in and bytes out.
    ("record_file", &["record", "format", "storage", "streams"]),
    // Ranks that evaluate leaves for the search of one; the search knows nothing of them.
    ("cluster", &["go", "net", "search"]),
    // The engine and those that talk with it.
    ("engine", &["go", "tuning", "model", "net", "search", "clock", "record", "usage"]),
    // A game is saved in a charset, as records are written.
    (
        "protocol",
        &["go", "engine", "calendar", "charset", "record", "format", "record_file", "storage"],
    ),
    ("session", &["charset", "protocol", "engine", "streams", "lines"]),
    // A person instead of a client: the same engine and files, without a protocol between.
    ("play", &["go", "engine", "protocol", "record", "printable", "streams"]),
    // The other protocol needs no game of its own: it searches positions.
    ("analysis", &["go", "rng", "charset", "lines", "model", "net", "search", "protocol"]),
    // Jobs over many games.
    (
        "arena",
        &[
            "go", "rng", "clock", "calendar", "charset", "record", "format", "storage", "protocol",
            "engine", "usage", "cancel", "progress", "streams", "shard", "claims",
        ],
    ),
    // Engines are judged by dialogues with their processes, clients by a session of this program.
    (
        "conform",
        &[
            "go", "lines", "charset", "record", "storage", "protocol", "engine", "session",
            "cancel", "arena",
        ],
    ),
    // Its own game is an engine that never thinks; the other one is a process, as those of matches are.
    (
        "bridge",
        &[
            "go", "clock", "charset", "format", "storage", "engine", "protocol", "session",
            "arena", "cancel",
        ],
    ),
    (
        "review",
        &[
            "go",
            "charset",
            "printable",
            "net",
            "record",
            "format",
            "record_file",
            "storage",
            "shard",
            "claims",
            // A page names the rules as clients of analysis engines do.
            "protocol",
            "engine",
            "cancel",
            "progress",
        ],
    ),
    // Browsers of this machine look at pages of reviews, and ask an analysis engine.
    ("serve", &["go", "net", "record", "storage", "engine", "analysis", "review"]),
    ("training", &["go", "model", "net", "storage", "streams", "progress", "shard"]),
    // It has the samples of training, and reads the points of matches as protocols do.
    (
        "label",
        &[
            "go",
            "rng",
            "net",
            "search",
            "record",
            "format",
            "record_file",
            "storage",
            "shard",
            "protocol",
            "cancel",
            "progress",
            "training",
        ],
    ),
    // The command line, which alone knows clap.
    (
        "cli",
        &[
            "go",
            "charset",
            "net",
            "search",
            "clock",
            "calendar",
            "record",
            "format",
            "record_file",
            "storage",
            "usage",
            "shard",
            "claims",
            "printable",
            "streams",
            "cancel",
            "progress",
            "engine",
            "protocol",
            "session",
            "analysis",
            "arena",
            "conform",
            "bridge",
            "lines",
            "play",
            "review",
            "serve",
            "training",
            "label",
            "cluster",
        ],
    ),
];

/// What the game must not even name: it has no input, no output, no clock and no chance.
const NOT_IN_GO: &[&[&str]] = &[&["std", "io"], &["std", "time"], &["std", "fs"], &["rand"]];

/// What starts other programs, and the one module that may: no command of a protocol can.
const PROGRAMS: (&[&str], &str) = (&["std", "process", "Command"], "arena");

/// The clock of the calendar, and the one module that may ask it, for a date: it jumps when somebody
/// sets it, and nothing that thinks may notice.
const CALENDAR: (&[&str], &str) = (&["std", "time", "SystemTime"], "calendar");

/// The packages of the program, and the one module that may use them.
const PROGRAM: (&[&str], &str) = (
    &["clap", "clap_complete", "clap_mangen", "ctrlc", "env_logger", "indicatif", "rustyline"],
    "cli",
);

/// Packages with one module that may use each: the database, and the parser of requests.
const OWNED: &[(&str, &str)] = &[("postgres", "claims"), ("httparse", "serve")];

/// The package of MPI, and the one file that may use it.
const MPI: (&str, &str) = ("mpi", "cluster/mpi_link.rs");

/// The one macro that is exported, which the compiler puts at the root.
const MACROS: &[(&str, &str)] = &[("with_words", "go")];

/// What a file of a module does against the table; `path` is relative to `src`.
fn violations(path: &str, source: &str) -> Vec<String> {
    let parts: Vec<&str> = path.trim_end_matches(".rs").split('/').collect();
    let module = parts[0];
    if module == "main" || module == "lib" {
        return Vec::new();
    }
    let Some((_, allowed)) = ARROWS.iter().find(|(name, _)| *name == module) else {
        return vec![format!("{path}: the module {module} is not in the table of arrows")];
    };
    let depth = if parts.last() == Some(&"mod") { parts.len() - 1 } else { parts.len() };
    let mut found = Vec::new();
    for named in paths(source) {
        let used = used_module(&named, depth);
        if used.is_some_and(|used| used != module && !allowed.contains(&used)) {
            found.push(format!("{path}: {module} must not use {}", named.join("::")));
        }
        let starts = |prefix: &&[&str]| named.iter().take(prefix.len()).eq(prefix.iter());
        if module != PROGRAMS.1 && starts(&PROGRAMS.0) {
            found.push(format!("{path}: {module} must not start programs"));
        }
        if module != CALENDAR.1 && starts(&CALENDAR.0) {
            found.push(format!("{path}: {module} must not ask what day it is"));
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
        if module == "go" && NOT_IN_GO.iter().any(starts) {
            found.push(format!("{path}: the game must not name {}", named.join("::")));
        }
    }
    found
}

/// The module that a path leads to by way of this crate's root, from a module so many levels below
/// it. Modules within a file go unnoticed there: more `super`s than levels may still end in it, so
/// that only the names of the table count after them.
fn used_module(named: &[String], depth: usize) -> Option<&str> {
    let ups = named.iter().take_while(|segment| *segment == "super").count();
    if named[0] == "crate" || named[0] == "tianyuan" {
        let first = named.get(1)?;
        let exported = MACROS.iter().find(|(name, _)| name == first);
        Some(exported.map_or(first, |(_, module)| module))
    } else if ups >= depth {
        ARROWS.iter().map(|(name, _)| *name).find(|name| named.get(ups).is_some_and(|s| s == name))
    } else {
        None
    }
}

/// All Rust files below a folder.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the sources can be read");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths
        .flat_map(|path| if path.is_dir() { rust_files(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect()
}

#[test]
fn the_arrows_hold() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = rust_files(&src);
    assert!(files.len() > 10, "{files:?}");
    let found: Vec<String> = files
        .iter()
        .flat_map(|file| {
            let inside = file.strip_prefix(&src).expect("below src");
            let parts: Vec<_> = inside.iter().map(|part| part.to_string_lossy()).collect();
            violations(&parts.join("/"), &fs::read_to_string(file).expect("readable text"))
        })
        .collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// A graph of files given as path and text.
fn graph<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> ImportGraph {
    let mut graph = ImportGraph::default();
    for (path, source) in files {
        graph.add(path, source);
    }
    graph
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut graph = ImportGraph::default();
    for file in rust_files(&src) {
        let inside = file.strip_prefix(&src).expect("below src");
        let parts: Vec<_> = inside.iter().map(|part| part.to_string_lossy()).collect();
        graph.add(&parts.join("/"), &fs::read_to_string(&file).expect("readable text"));
    }
    let circles = graph.circles();
    assert!(circles.is_empty(), "imports that form circles:\n{}", circles.join("\n"));
}

#[test]
fn circles_of_files_are_found() {
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
fn what_is_no_circle_is_left_alone() {
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
fn what_breaks_an_arrow_is_found() {
    let count = |path: &str, source: &str| violations(path, source).len();
    assert_eq!(count("go/board.rs", "use crate::search::Report;"), 1);
    assert_eq!(count("search/tree.rs", "use crate::{go::Board, engine::{Engine, Answer}};"), 2);
    assert_eq!(count("search/tree.rs", "fn f() { let _ = crate::protocol::gtp::NAME; }"), 1);
    assert_eq!(count("go/board.rs", "use super::super::search::Report;"), 1);
    assert_eq!(count("go/mod.rs", "use super::engine;"), 1);
    assert_eq!(count("engine.rs", "use super::protocol;"), 1);
    assert_eq!(count("record/tree.rs", "m!($crate::engine::Engine);"), 1);
    assert_eq!(count("protocol/gtp.rs", "use tianyuan::search::Report;"), 1);
    assert_eq!(
        count("go/clock.rs", "use std::{fmt, time::Instant}; type R = rand::rngs::StdRng;"),
        2
    );
    assert_eq!(count("go/clock.rs", "use std::io;"), 1);
    assert_eq!(count("engine/mod.rs", "use std::process::{self, Command};"), 1);
    assert_eq!(count("search/clock.rs", "use std::time::{Duration, SystemTime};"), 1);
    assert_eq!(count("review/run.rs", "use indicatif::ProgressBar;"), 1);
    assert_eq!(count("extra/mod.rs", ""), 1, "a module that nobody thought about");
}

#[test]
fn what_keeps_the_arrows_is_left_alone() {
    let none: [(&str, &str); 7] = [
        ("search/tree.rs", "use crate::go::{Board, Point}; use std::time::Instant;"),
        ("engine.rs", "use crate::{go, search::{self, Report}};"),
        ("go/board.rs", "use crate::with_words; mod tests { use super::super::Diagram; }"),
        ("go/board.rs", "//! [`crate::search`] and std::io\n/* rand::random() */ fn a() {}"),
        ("go/board.rs", r##"const A: &str = "crate::search \" rand::x"; const B: char = '"';"##),
        ("go/board.rs", "const A: &str = r#\"use std::io; \" rand::x\"#; fn f<'a>(_: &'a u8) {}"),
        ("main.rs", "use tianyuan::{arguments, session};"),
    ];
    for (path, source) in none {
        assert_eq!(violations(path, source), Vec::<String>::new());
    }
}
