//! Generated completions and man pages, and the table of dependencies.

use std::fs;
use std::path::Path;

use crate::support::process::{program_in, run};

/// Returns the program's output.
fn printed(arguments: &[&str]) -> String {
    let said = run(&mut program_in(Path::new("."), arguments), b"");
    assert!(said.status == 0 && said.errors.is_empty(), "{arguments:?}");
    said.text().into()
}

/// Returns the names of the subcommands in the help.
fn jobs() -> Vec<String> {
    let help = printed(&["--help"]);
    let (_, commands) = help.split_once("Play and analyse:\n").expect("a list of commands");
    let (commands, _) = commands.split_once("Options:\n").expect("options");
    let lines = commands.lines().filter(|line| line.starts_with("  "));
    let names = lines.map(|line| line.split_whitespace().next().unwrap_or_default().to_owned());
    names.filter(|name| name != "help").collect()
}

#[test]
fn completions_and_man_page_cover_every_subcommand() {
    let jobs = jobs();
    assert!(jobs.len() > 8, "{jobs:?}");
    let manual = printed(&["man"]);
    let scripts = ["bash", "zsh", "fish", "powershell", "elvish"]
        .map(|shell| printed(&["completions", shell]));
    for job in jobs {
        // roff escapes hyphens.
        let title = format!(".TH tianyuan-{job} ");
        assert!(manual.contains(&title), "no page has the title {title}");
        assert!(scripts.iter().all(|script| script.contains(&job)), "{job}");
    }
    assert!(
        manual.contains("no\\-files") && scripts.iter().all(|script| script.contains("no-files"))
    );
}

/// Returns the packages that a manifest lists as dependencies.
fn dependencies(manifest: &str) -> Vec<String> {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(manifest));
    let mut is_list = false;
    let mut packages = Vec::new();
    for line in text.expect("a manifest").lines() {
        if line.starts_with('[') {
            is_list = line.ends_with("dependencies]");
        } else if let (true, Some((name, _))) =
            (is_list && !line.starts_with('#'), line.split_once([' ', '.']))
        {
            packages.push(name.to_owned());
        }
    }
    packages
}

#[test]
fn dependencies_page_lists_every_package() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("docs/dev/dependencies.md")).expect("a page");
    let crates =
        ["go", "nn", "search", "records", "solver"].map(|name| format!("crates/{name}/Cargo.toml"));
    let manifests = crates.iter().map(String::as_str).chain(["Cargo.toml"]);
    let packages: Vec<String> = manifests.flat_map(dependencies).collect();
    assert!(packages.len() > 25, "{packages:?}");
    for package in packages.into_iter().filter(|name| !name.starts_with("tianyuan")) {
        let row = format!("| `{package}` | ");
        assert!(page.contains(&row), "dependencies.md has no row for {package}");
    }
}
