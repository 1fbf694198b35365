//! `review --open`, and the offer to review a record that is given without a subcommand.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::review;
use crate::support::folder::empty_folder;
use crate::support::process::{self, program_in};

const SHORT: &str = "(;GM[1]FF[4]SZ[5]KM[0];B[cc];W[cb])";

/// Writes an `xdg-open` that stores its argument in `opened`.
fn write_opener(folder: &Path) {
    let script = format!("#!/bin/sh\necho \"$1\" > {}\n", folder.join("opened").display());
    let file = folder.join("xdg-open");
    fs::write(&file, script).expect("written");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).expect("executable");
}

/// Waits for the target that the opener stored.
fn opened(folder: &Path) -> String {
    let deadline = Instant::now() + Duration::from_secs(20);
    loop {
        let target = fs::read_to_string(folder.join("opened")).unwrap_or_default();
        if target.ends_with('\n') || Instant::now() > deadline {
            return target.trim_end().into();
        }
        sleep(Duration::from_millis(20));
    }
}

#[test]
fn open_starts_browser_with_page_or_index() {
    for (files, page) in [(&["a.sgf"][..], "a.html"), (&["a.sgf", "b.sgf"], "index.html")] {
        let folder = empty_folder(format!("review/open-{page}"));
        write_opener(&folder);
        files.iter().for_each(|name| fs::write(folder.join(name), SHORT).expect("written"));
        let options = ["-o", "out", "--no-net", "--playouts", "2", "--open"];
        let mut command = review(&folder, &[files, &options].concat());
        let said = process::run(command.env("PATH", &folder), b"");
        assert_eq!((said.status, said.errors.as_str()), (0, ""));
        assert_eq!(opened(&folder), folder.join("out").join(page).display().to_string());
    }
}

#[test]
fn missing_browser_is_reported_and_review_succeeds() {
    let folder = empty_folder("review/open-nothing");
    fs::write(folder.join("a.sgf"), SHORT).expect("written");
    let options = ["a.sgf", "-o", "out", "--no-net", "--playouts", "2", "--open"];
    let said = process::run(review(&folder, &options).env("PATH", &folder), b"");
    assert_eq!(said.status, 0);
    assert!(said.errors.starts_with("tianyuan review: cannot open /"), "{}", said.errors);
    assert!(said.errors.contains("a.html in the browser: xdg-open: "), "{}", said.errors);
}

#[test]
fn record_without_subcommand_names_review_command() {
    let folder = empty_folder("review/offer");
    fs::write(folder.join("a.SGF"), SHORT).expect("written");
    let said = |word: &str, locale: &str| {
        let mut command = program_in(&folder, &[word]);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        process::run(command.env("LC_ALL", locale), b"")
    };
    let english = said("a.SGF", "C");
    assert_eq!(english.status, 2);
    assert!(english.errors.contains("To review it: tianyuan review 'a.SGF'"), "{}", english.errors);
    assert!(said("a.SGF", "zh_CN.UTF-8").errors.contains("要复盘请用：tianyuan review 'a.SGF'"));
    let missing = said("b.sgf", "C");
    assert_eq!(missing.status, 2);
    assert!(missing.errors.contains("unrecognized subcommand 'b.sgf'"), "{}", missing.errors);
}
