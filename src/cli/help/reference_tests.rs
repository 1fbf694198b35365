//! Compares `docs/reference/cli.md` with the definitions of the command line.
//!
//! `TIANYUAN_BLESS=1 cargo test --lib reference` writes the page.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use clap::{Arg, Command, CommandFactory};

use crate::cli::arguments::Arguments;

/// The part of the page before the generated sections.
const INTRODUCTION: &str = "\
# Command line

Without a subcommand, `tianyuan` runs the engine on standard input and output. `--help` after a subcommand prints its
options with all details, `-h` prints a summary; both are in Chinese under a Chinese locale. `tianyuan man` prints the
manual page, `tianyuan completions` a completion script for a shell.

A test generates this page from the definitions in `src/cli`.
";

/// Returns the Markdown text for a cell of a table, on one line.
fn cell(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}

/// Returns the left cell of an argument: its names and values in code.
fn names(argument: &Arg) -> String {
    let values: Vec<String> = argument
        .get_value_names()
        .filter(|_| argument.get_action().takes_values())
        .map(|names| names.iter().map(|name| format!("<{name}>")).collect())
        .unwrap_or_default();
    let values = values.join(" ");
    let name = match (argument.get_short(), argument.get_long()) {
        (Some(short), Some(long)) => format!("-{short}, --{long} {values}"),
        (Some(short), None) => format!("-{short} {values}"),
        (None, Some(long)) => format!("--{long} {values}"),
        (None, None) => format!("[{}]", argument.get_id().as_str().to_uppercase()),
    };
    format!("`{}`", name.trim_end())
}

/// Returns the right cell of an argument: description, possible values and default.
fn description(argument: &Arg) -> String {
    let mut text = argument.get_help().map(ToString::to_string).unwrap_or_default();
    let values = argument.get_possible_values();
    let is_listed = values.iter().all(|value| text.contains(value.get_name()));
    if argument.get_action().takes_values() && !is_listed {
        let names: Vec<String> = values
            .iter()
            .filter(|it| !it.is_hide_set())
            .map(|it| format!("`{}`", it.get_name()))
            .collect();
        let _ = write!(text, ": {}", names.join(", "));
    }
    let defaults: Vec<_> =
        argument.get_default_values().iter().map(|it| it.to_string_lossy().into_owned()).collect();
    match argument.get_id().as_str() {
        // Its default is the number of cores of this machine.
        "threads" | "jobs" if !defaults.is_empty() => text.push_str(" [default: number of cores]"),
        _ if !argument.get_action().takes_values() || defaults.is_empty() => {}
        _ => {
            let _ = write!(text, " [default: {}]", defaults.join(" "));
        }
    }
    text
}

/// Appends the section of a command and the sections of its subcommands.
fn add_sections(page: &mut String, command: &Command, path: &str) {
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    let _ = write!(page, "\n## {path}\n\n{}.\n", cell(&about).trim_end_matches('.'));
    let shown = |argument: &&Arg| {
        !argument.is_hide_set() && !matches!(argument.get_id().as_str(), "help" | "version")
    };
    let arguments: Vec<&Arg> = command.get_arguments().filter(shown).collect();
    let mut headings: Vec<Option<&str>> = Vec::new();
    for argument in &arguments {
        let heading = argument.get_help_heading();
        if !headings.contains(&heading) {
            headings.push(heading);
        }
    }
    for heading in headings {
        if let Some(heading) = heading {
            let _ = write!(page, "\n### {heading}: {path}\n");
        }
        page.push_str("\n| argument | description |\n| --- | --- |\n");
        for argument in arguments.iter().filter(|it| it.get_help_heading() == heading) {
            let _ =
                writeln!(page, "| {} | {} |", cell(&names(argument)), cell(&description(argument)));
        }
    }
    for job in command.get_subcommands().filter(|it| it.get_name() != "help") {
        add_sections(page, job, &format!("{path} {}", job.get_name()));
    }
}

#[test]
fn cli_reference_matches_definitions() {
    let mut expected = INTRODUCTION.to_owned();
    add_sections(&mut expected, &Arguments::command(), "tianyuan");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference/cli.md");
    if env::var_os("TIANYUAN_BLESS").is_some() {
        fs::write(&path, &expected).expect("the page is writable");
    }
    let page = fs::read_to_string(&path).expect("the page exists");
    assert!(page == expected, "docs/reference/cli.md is outdated; write it with TIANYUAN_BLESS=1");
    assert!(expected.contains("| `--playouts <N>`"), "{expected}");
}
