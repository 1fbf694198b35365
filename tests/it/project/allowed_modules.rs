//! The crates, the modules that each module may use, and the modules that may use some packages.

/// The name of the root package.
pub(super) const ROOT: &str = "tianyuan";

/// The crates: folder, name and table of modules. Modules without a table may use all of their crate.
pub(super) const CRATES: &[Crate] = &[
    Crate { folder: "src", name: ROOT, modules: Some(PROGRAM_MODULES) },
    Crate { folder: "crates/go/src", name: "tianyuan_go", modules: None },
    Crate { folder: "crates/nn/src", name: "tianyuan_nn", modules: None },
    Crate { folder: "crates/search/src", name: "tianyuan_search", modules: None },
    Crate { folder: "crates/records/src", name: "tianyuan_records", modules: Some(RECORD_MODULES) },
];

pub(super) struct Crate {
    pub(super) folder: &'static str,
    pub(super) name: &'static str,
    pub(super) modules: Option<&'static [(&'static str, &'static [&'static str])]>,
}

/// Each module of `records` and the modules that it may use, those of other crates included. `lib.rs` may use all.
pub(super) const RECORD_MODULES: &[(&str, &[&str])] = &[
    ("charset", &[]),
    ("storage", &[]),
    ("record", &["go"]),
    ("adapt", &["go", "record"]),
    ("sgf", &["go", "charset", "record", "adapt"]),
    ("wei7_json", &["go", "charset", "record", "adapt"]),
    ("wei7_xml", &["go", "charset", "record", "adapt"]),
    ("format", &["charset", "record", "sgf", "wei7_json", "wei7_xml"]),
];

/// Each module of the root package and the modules that it may use, those of other crates included. The binary
/// and `lib.rs` may use all.
pub(super) const PROGRAM_MODULES: &[(&str, &[&str])] = &[
    // Modules without dependencies.
    ("resource_usage", &[]),
    ("cancellation", &[]),
    ("progress", &[]),
    // The errors of jobs, which decide the exit status.
    ("job_error", &["records"]),
    ("sanitize", &[]),
    ("line_reader", &[]),
    ("stdio", &["sanitize"]),
    // The table of all settings, in which engine, protocols and command line look names up.
    ("settings", &["search"]),
    // A moment is dated as records write it.
    ("wall_clock", &["records"]),
    // `format` converts bytes; this module reads and writes files.
    ("record_file", &["records", "stdio", "job_error"]),
    // Shards, the work queue in a database, and ranks that evaluate leaves; the search knows none of them.
    ("distributed", &["go", "nn", "search", "cancellation", "progress", "job_error"]),
    // The engine and those that talk with it.
    ("engine", &["go", "settings", "nn", "search", "records", "resource_usage"]),
    // A game is saved in a charset, as records are written.
    ("protocol", &["go", "search", "settings", "engine", "wall_clock", "records", "record_file"]),
    ("session", &["records", "protocol", "engine", "stdio", "line_reader"]),
    // A person instead of a client: the same engine and files, without a protocol between.
    ("terminal_play", &["go", "engine", "protocol", "records", "sanitize", "stdio"]),
    // The other protocol needs no game of its own: it searches positions.
    ("analysis", &["go", "search", "settings", "records", "line_reader", "nn", "protocol"]),
    // Other engines: processes behind pipes.
    (
        "engine_process",
        &[
            "go",
            "records",
            "protocol",
            "engine",
            "resource_usage",
            "cancellation",
            "stdio",
            "job_error",
        ],
    ),
    // Jobs over many games.
    (
        "tournament",
        &[
            "go",
            "search",
            "wall_clock",
            "records",
            "protocol",
            "engine",
            "engine_process",
            "resource_usage",
            "cancellation",
            "progress",
            "distributed",
            "job_error",
        ],
    ),
    // Engines are judged by dialogues with their processes, clients by a session of this program.
    (
        "conform",
        &[
            "go",
            "line_reader",
            "records",
            "protocol",
            "engine",
            "session",
            "cancellation",
            "engine_process",
            "job_error",
        ],
    ),
    // Its own game is an engine that never thinks; the other one is a process, as those of matches are.
    (
        "bridge",
        &[
            "go",
            "search",
            "records",
            "engine",
            "protocol",
            "session",
            "engine_process",
            "cancellation",
            "job_error",
        ],
    ),
    (
        "review",
        &[
            "go",
            "records",
            "sanitize",
            "nn",
            "record_file",
            "distributed",
            "job_error",
            "protocol",
            "engine",
            "cancellation",
            "progress",
        ],
    ),
    // Browsers of this machine look at pages of reviews, and ask an analysis engine.
    ("serve", &["go", "nn", "records", "engine", "analysis", "review", "job_error"]),
    ("training", &["go", "nn", "records", "stdio", "progress", "distributed", "job_error"]),
    // It has the samples of training, and reads the points of matches as protocols do.
    (
        "label",
        &[
            "go",
            "nn",
            "search",
            "records",
            "record_file",
            "distributed",
            "job_error",
            "protocol",
            "cancellation",
            "progress",
            "training",
        ],
    ),
    // The command line, which alone knows clap.
    (
        "cli",
        &[
            "go",
            "records",
            "nn",
            "search",
            "wall_clock",
            "record_file",
            "resource_usage",
            "distributed",
            "job_error",
            "sanitize",
            "stdio",
            "cancellation",
            "progress",
            "engine",
            "protocol",
            "session",
            "analysis",
            "engine_process",
            "tournament",
            "conform",
            "bridge",
            "line_reader",
            "terminal_play",
            "review",
            "serve",
            "training",
            "label",
        ],
    ),
];

/// What the game must not even name: it has no input, no output, no clock and no chance.
pub(super) const NOT_IN_GO: &[&[&str]] =
    &[&["std", "io"], &["std", "time"], &["std", "fs"], &["rand"]];

/// What starts other programs, and the one module that may: no command of a protocol can.
pub(super) const PROGRAMS: (&[&str], &str) = (&["std", "process", "Command"], "engine_process");

/// The clock of the calendar, and the one module that may ask it, for a date: it jumps when somebody
/// sets it, and nothing that thinks may notice.
pub(super) const CALENDAR: (&[&str], &str) = (&["std", "time", "SystemTime"], "wall_clock");

/// The packages of the program, and the one module that may use them.
pub(super) const PROGRAM: (&[&str], &str) = (
    &["clap", "clap_complete", "clap_mangen", "ctrlc", "env_logger", "indicatif", "rustyline"],
    "cli",
);

/// Packages with one module that may use each: the database, and the parser of requests.
pub(super) const OWNED: &[(&str, &str)] = &[("postgres", "distributed"), ("httparse", "serve")];

/// The package of MPI, and the one file that may use it.
pub(super) const MPI: (&str, &str) = ("mpi", "distributed/cluster/mpi_transport.rs");

/// The crates and the modules under which the root package re-exports them.
pub(super) const REEXPORTS: &[(&str, &str)] = &[
    ("tianyuan_go", "go"),
    ("tianyuan_nn", "nn"),
    ("tianyuan_records", "records"),
    ("tianyuan_search", "search"),
];
