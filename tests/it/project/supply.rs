//! What comes with the program: completions and a manual made from its arguments, and a reason for
//! each package that it uses.

use std::fs;
use std::path::Path;

use crate::support::process::{program_in, run};

/// What the program prints.
fn printed(arguments: &[&str]) -> String {
    let said = run(&mut program_in(Path::new("."), arguments), b"");
    assert!(said.status == 0 && said.errors.is_empty(), "{arguments:?}");
    said.text().into()
}

/// The names of the jobs, by the help.
fn jobs() -> Vec<String> {
    let help = printed(&["--help"]);
    let (_, commands) = help.split_once("Play and analyse:\n").expect("a list of commands");
    let (commands, _) = commands.split_once("Options:\n").expect("options");
    let lines = commands.lines().filter(|line| line.starts_with("  "));
    let names = lines.map(|line| line.split_whitespace().next().unwrap_or_default().to_owned());
    names.filter(|name| name != "help").collect()
}

#[test]
fn completions_and_manual_know_every_job() {
    let jobs = jobs();
    assert!(jobs.len() > 8, "{jobs:?}");
    let manual = printed(&["man"]);
    let scripts = ["bash", "zsh", "fish", "powershell", "elvish"]
        .map(|shell| printed(&["completions", shell]));
    for job in jobs {
        // A minus is written with a backslash.
        let title = format!(".TH tianyuan-{job} ");
        assert!(manual.contains(&title), "no page has the title {title}");
        assert!(scripts.iter().all(|script| script.contains(&job)), "{job}");
    }
    assert!(
        manual.contains("no\\-files") && scripts.iter().all(|script| script.contains("no-files"))
    );
}

#[test]
fn each_package_has_a_reason() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = fs::read_to_string(root.join("Cargo.toml")).expect("readable");
    let contributing = fs::read_to_string(root.join("CONTRIBUTING.md")).expect("readable");
    let mut is_list = false;
    let mut packages = Vec::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            is_list = line.ends_with("dependencies]");
        } else if let (true, Some((name, _))) =
            (is_list && !line.starts_with('#'), line.split_once([' ', '.']))
        {
            packages.push(name);
        }
    }
    assert!(packages.len() > 15, "{packages:?}");
    for package in packages.into_iter().filter(|name| !name.starts_with("tianyuan")) {
        let row = format!("| `{package}` | ");
        assert!(contributing.contains(&row), "CONTRIBUTING.md has no reason for {package}");
    }
}
