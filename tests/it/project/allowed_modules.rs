//! Tables of the crates, the allowed imports of each module, and the modules that may use certain packages.

/// The name of the root package.
pub(super) const ROOT: &str = "tianyuan";

/// The crates: folder, name and module table. Modules without a table may use their whole crate.
pub(super) const CRATES: &[Crate] = &[
    Crate { folder: "src", name: ROOT, modules: Some(PROGRAM_MODULES) },
    Crate { folder: "crates/go/src", name: "tianyuan_go", modules: None },
    Crate { folder: "crates/nn/src", name: "tianyuan_nn", modules: None },
    Crate { folder: "crates/search/src", name: "tianyuan_search", modules: None },
    Crate { folder: "crates/records/src", name: "tianyuan_records", modules: Some(RECORD_MODULES) },
    Crate { folder: "crates/solver/src", name: "tianyuan_solver", modules: None },
];

pub(super) struct Crate {
    pub(super) folder: &'static str,
    pub(super) name: &'static str,
    pub(super) modules: Option<&'static [(&'static str, &'static [&'static str])]>,
}

/// The modules of `records` and their allowed imports, including other crates. `lib.rs` may use all modules.
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

/// The modules of the root package and their allowed imports, including other crates. The binary and `lib.rs` may use
/// all modules.
pub(super) const PROGRAM_MODULES: &[(&str, &[&str])] = &[
    // Modules without dependencies.
    ("resource_usage", &[]),
    ("cancellation", &[]),
    ("progress", &[]),
    // The errors of jobs, which determine the exit status.
    ("job_error", &["records"]),
    ("sanitize", &[]),
    ("line_reader", &[]),
    ("stdio", &["sanitize"]),
    // The table of all settings, used by engine, protocols and command line.
    ("settings", &["search"]),
    // Dates have the format of records.
    ("wall_clock", &["records"]),
    // `format` converts bytes; this module reads and writes files.
    ("record_file", &["records", "stdio", "job_error"]),
    // Shards, the work queue in a database, and ranks that evaluate leaves. The search does not depend on them.
    ("distributed", &["go", "nn", "search", "cancellation", "progress", "job_error"]),
    // The engine and its interfaces.
    ("engine", &["go", "settings", "nn", "search", "records", "resource_usage"]),
    // Requests to solve problems, for protocols and command line.
    ("local_problem", &["go", "solver", "records"]),
    // Games are saved in a charset, as records are written.
    (
        "protocol",
        &[
            "go",
            "search",
            "settings",
            "engine",
            "net_models",
            "local_problem",
            "solver",
            "wall_clock",
            "records",
            "record_file",
        ],
    ),
    ("session", &["records", "protocol", "engine", "stdio", "line_reader"]),
    // Play by a user instead of a client: the same engine and files without a protocol.
    ("terminal_play", &["go", "engine", "protocol", "records", "sanitize", "stdio"]),
    // The JSON protocol searches positions and has no game of its own.
    (
        "analysis",
        &[
            "go",
            "search",
            "settings",
            "records",
            "line_reader",
            "nn",
            "net_models",
            "local_problem",
            "solver",
            "protocol",
        ],
    ),
    ("net_models", &["nn"]),
    ("gui_settings", &[]),
    // External engines: processes connected by pipes.
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
    // Engines are checked by dialogues with their processes, clients by a session of this program.
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
    // The bridge's own game is an engine without search; the other engine is a process as in matches.
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
    // The parts of all pages: style, scripts, boards.
    ("page", &["go", "records", "sanitize"]),
    (
        "review",
        &[
            "go",
            "page",
            "search",
            "records",
            "nn",
            "record_file",
            "distributed",
            "job_error",
            "protocol",
            "engine",
            "solver",
            "cancellation",
            "progress",
        ],
    ),
    // Boards in a browser: the logic of their sessions, without HTTP.
    (
        "board",
        &[
            "go",
            "nn",
            "records",
            "engine",
            "protocol",
            "terminal_play",
            "local_problem",
            "solver",
            "review",
            "cancellation",
            "progress",
        ],
    ),
    // Local browsers view review pages and boards, and query an analysis engine.
    (
        "serve",
        &["go", "nn", "records", "engine", "analysis", "review", "page", "board", "job_error"],
    ),
    ("training", &["go", "nn", "records", "stdio", "progress", "distributed", "job_error"]),
    // Uses the training samples, and parses points as protocols do.
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
    // The command line, the only user of clap.
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
            "board",
            "review",
            "serve",
            "training",
            "label",
            "gui_settings",
            "local_problem",
            "solver",
        ],
    ),
];

/// Names that the game crate must not use: input, output, clocks and randomness.
pub(super) const NOT_IN_GO: &[&[&str]] =
    &[&["std", "io"], &["std", "time"], &["std", "fs"], &["rand"]];

/// The ability to start programs, and the only module that may use it; no protocol command can.
pub(super) const PROGRAMS: (&[&str], &str) = (&["std", "process", "Command"], "engine_process");

/// The wall clock, and the only module that may use it, for dates: users may change it, and the search must not
/// depend on it.
pub(super) const CALENDAR: (&[&str], &str) = (&["std", "time", "SystemTime"], "wall_clock");

/// External packages, each with the only module that may use it.
pub(super) const PROGRAM: (&[&str], &str) = (
    &["clap", "clap_complete", "clap_mangen", "ctrlc", "env_logger", "indicatif", "rustyline"],
    "cli",
);

/// Packages with one module each: the database client and the request parser.
pub(super) const OWNED: &[(&str, &str)] = &[("postgres", "distributed"), ("httparse", "serve")];

/// The MPI package, and the only file that may use it.
pub(super) const MPI: (&str, &str) = ("mpi", "distributed/cluster/mpi_transport.rs");

/// The crates and the modules that re-export them in the root package.
pub(super) const REEXPORTS: &[(&str, &str)] = &[
    ("tianyuan_go", "go"),
    ("tianyuan_nn", "nn"),
    ("tianyuan_records", "records"),
    ("tianyuan_search", "search"),
    ("tianyuan_solver", "solver"),
];
