//! `tianyuan analysis` on the command line: options and streams.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::query;
use crate::support::folder::empty_folder;
use crate::support::process::{Said, program_in, run};

/// Returns the result of a line on standard input, with options separated by spaces.
fn analysis(folder: &Path, options: &str, line: &str) -> Said {
    let options = options.split(' ').filter(|option| !option.is_empty());
    let arguments: Vec<&str> = ["analysis"].into_iter().chain(options).collect();
    run(&mut program_in(folder, &arguments), line.as_bytes())
}

fn visits(said: &Said) -> Value {
    let answer: Value = serde_json::from_str(said.lines()[0]).expect("JSON");
    answer["rootInfo"]["visits"].clone()
}

/// A query without `maxVisits`.
fn open_query() -> String {
    let mut query = query("a", json!({}));
    query.as_object_mut().expect("an object").remove("maxVisits");
    query.to_string()
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn katago_options_are_accepted() {
    let folder = empty_folder("analysis-options");
    fs::write(folder.join("a.cfg"), "# settings\nmaxVisits = 12\nlogDir = x\n").expect("written");
    let said = analysis(&folder, "-config a.cfg -model none.bin.gz -threads 1", &open_query());
    assert_eq!((said.status, visits(&said)), (0, json!(12)));
    let lines: Vec<&str> = said.errors.lines().collect();
    assert!(lines[0].contains("none.bin.gz"), "{lines:?}");
    assert!(lines[1].ends_with("ready to begin handling requests"), "{lines:?}");
    let options = "-config a.cfg -override-config maxVisits=7,x=1 -analysis-threads 1 --no-net";
    let said = analysis(&folder, options, &open_query());
    assert_eq!((said.status, visits(&said)), (0, json!(7)));
    assert!(said.errors.contains("settings without effect: x"), "{}", said.errors);
    let said = analysis(&folder, "-override-config maxVisits", "");
    assert_eq!((said.status, said.output.len()), (2, 0));
}

#[test]
fn unreadable_configuration_is_ignored() {
    let folder = empty_folder("analysis-configuration");
    let made = std::process::Command::new("mkfifo").arg(folder.join("pipe")).status();
    assert!(made.expect("mkfifo is there").success());
    for (name, reason) in
        [("pipe", "not a regular file"), (".", "director"), ("none", "no such file")]
    {
        let said = analysis(&folder, &format!("--no-net -config {name}"), "");
        assert_eq!((said.status, said.output.len()), (0, 0), "{name}");
        assert!(said.errors.contains(reason), "{name}: {}", said.errors);
    }
}

#[test]
fn end_of_input_exits_analysis() {
    let folder = empty_folder("analysis-input");
    for input in ["", "\n\n", "no JSON", "{\"id\":\"a\""] {
        let said = analysis(&folder, "--no-net", input);
        assert_eq!(said.status, 0, "{input}");
    }
    let endless = query("a", json!({"maxVisits": 1_000_000_000})).to_string();
    let said = analysis(&folder, "--no-net -quit-without-waiting", &endless);
    assert_eq!((said.status, said.output.len()), (0, 0));
}
