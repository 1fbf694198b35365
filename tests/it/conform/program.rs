//! `tianyuan conform` on the command line, with this program and two small Python engines.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::support::folder::empty_folder;
use crate::support::process::{Said, program_in, run};

/// The command line that runs this program as a fast engine.
fn this_program() -> String {
    let program = env!("CARGO_BIN_EXE_tianyuan");
    format!("\"{program}\" --no-net --threads 1 --playouts 30 --memory 16 --seed 1")
}

fn conform(arguments: &[&str]) -> Said {
    let arguments = [&["conform"], arguments].concat();
    run(&mut program_in(Path::new(env!("CARGO_MANIFEST_DIR")), &arguments), b"")
}

fn assert_all_hold(said: &Said) {
    assert_eq!((said.status, &*said.errors), (0, ""), "{}", said.text());
    let lines = said.lines();
    // On a busy machine a response may be late, which only affects checks of speed.
    let other = lines.iter().filter(|line| line.contains(": ") && !line.starts_with("      "));
    let other = other.filter(|line| !line.ends_with(": passed") && !line.contains(" speed "));
    assert_eq!(other.count(), 3, "more than head, counts and time: {}", said.text());
    assert!(lines[lines.len() - 2].contains("passed, 0 failed, "), "{}", said.text());
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn tianyuan_conforms_to_wtp() {
    assert_all_hold(&conform(&[&this_program()]));
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn tianyuan_conforms_to_gtp() {
    assert_all_hold(&conform(&["--gtp", &this_program()]));
}

#[test]
fn reports_have_three_formats() {
    let file = empty_folder("conform-reports").join("report.xml");
    let name = file.to_str().expect("a name");
    let engine = this_program();
    let said = conform(&["--only", "ids,802", "--json", "--junit", name, "--lang", "zh", &engine]);
    assert_eq!(said.status, 0, "{}", said.errors);
    let report: Value = serde_json::from_str(said.text()).expect("JSON");
    let checks = report["checks"].as_array().expect("a list");
    assert!(checks.iter().all(|check| check["class"] == "ids" || check["number"] == 802));
    assert_eq!(report["holds"], checks.len());
    assert_eq!(checks[0]["talk"][0]["sent"], "7 play B D4");
    assert_eq!(checks[0]["title"], "编号原样返回");
    let xml = fs::read_to_string(&file).expect("it was written");
    assert_eq!(xml.matches("<testcase ").count(), checks.len());
}

#[test]
fn custom_checks_are_run() {
    let folder = empty_folder("conform-checks");
    let text = "@ check 1 It is called Nobody\n@ clause 5.1.1.2\n> name\n< = Nobody\n";
    fs::write(folder.join("names.txt"), text).expect("writable");
    let folder = folder.to_str().expect("a name");
    let said = conform(&["--checks", folder, &this_program()]);
    assert_eq!(said.status, 1);
    for part in ["1  5.1.1.2  names", "FAILED", "expected: = Nobody", "came: = Tianyuan", "line 4"]
    {
        assert!(said.text().contains(part), "{part}: {}", said.text());
    }
    let said = conform(&["--checks", folder, "--list"]);
    assert_eq!((said.status, said.lines().len()), (0, 1));
}

#[test]
fn invalid_conform_options_are_errors() {
    for (arguments, part) in [
        (&["no-such-engine"][..], "cannot start"),
        (&["--only", "9999", "x"], "9999"),
        (&["--checks", "no-such-folder", "x"], "no-such-folder"),
        (&["--limit", "0", "x"], "--limit"),
    ] {
        let said = conform(arguments);
        assert!(said.status == 2 && said.errors.contains(part), "{arguments:?}: {}", said.errors);
    }
}

/// Returns the command line of a Python engine; prints a message and returns `None` without Python 3.
fn in_python(name: &str) -> Option<String> {
    let found =
        Command::new("python3").arg("--version").output().is_ok_and(|it| it.status.success());
    if !found {
        eprintln!("skipped: there is no python3");
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clients").join(name);
    found.then(|| format!("python3 -B \"{}\"", script.display()))
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn independent_engine_conforms_to_wtp() {
    let Some(engine) = in_python("wtp_engine.py") else { return };
    let said = conform(&[&engine]);
    assert!(said.status == 0 && said.text().contains(", 0 failed,"), "{}", said.text());
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn three_errors_of_independent_engine_are_found() {
    let Some(wrong) = in_python("wtp_engine_with_faults.py") else { return };
    let said = conform(&["--json", "--limit", "5", &wrong]);
    assert_eq!(said.status, 1, "{}", said.errors);
    let report: Value = serde_json::from_str(said.text()).expect("JSON");
    let checks = report["checks"].as_array().expect("a list");
    let fails = checks.iter().filter(|check| check["verdict"] == "fails");
    let mut classes: Vec<&str> = fails.filter_map(|check| check["class"].as_str()).collect();
    classes.dedup();
    assert_eq!(classes, ["ids", "ko", "undo"]);
}
