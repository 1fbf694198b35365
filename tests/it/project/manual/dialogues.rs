//! Checks that dialogues with a seed match the program's output on every machine.

use std::env;
use std::ffi::OsString;
use std::path::Path;

use super::page::Page;
use super::shell::{Said, dialogues};

/// Returns the commands of a page with a seed.
fn seeded(page: &Page) -> Vec<Said> {
    dialogues(page).into_iter().filter(|said| said.command.contains("--seed ")).collect()
}

#[test]
fn seeded_dialogues_are_found() {
    let page = Page::of(
        "page.md",
        "```console\n$ printf 'name\\n' |\n    tianyuan --seed 1\n= x\n\n$ tianyuan\n```\n",
    );
    let commands: Vec<Said> = seeded(&page);
    let command = "printf 'name\\n' |\n    tianyuan --seed 1";
    assert_eq!(commands, [Said { command: command.into(), answers: "= x\n\n".into() }]);
    let changed = with_answers(&page.text, &commands[0], "= y\n\n");
    assert!(changed.contains("--seed 1\n= y\n\n$ tianyuan\n"), "{changed}");
}

/// Returns the page with other output for a command.
fn with_answers(text: &str, said: &Said, answers: &str) -> String {
    let old = format!("$ {}\n{}", said.command, said.answers);
    assert_eq!(text.matches(&old).count(), 1, "it stands there once, without indentation: {old}");
    text.replace(&old, &format!("$ {}\n{answers}", said.command))
}

/// Returns the output of a command in a shell with the program in its path.
#[cfg(unix)]
fn run(command: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_tianyuan"));
    let folder = program.parent().expect("it is in a folder").to_path_buf();
    let others = env::var_os("PATH").unwrap_or_default();
    let path: OsString = env::join_paths([folder].into_iter().chain(env::split_paths(&others)))
        .expect("folders have no colon in their names");
    let mut shell = std::process::Command::new("sh");
    shell.arg("-c").arg(command).env("PATH", path).env("LC_ALL", "C.UTF-8");
    let output = shell.output().expect("there is a shell");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{command}\n{errors}");
    String::from_utf8(output.stdout).expect("the answers are in UTF-8")
}

/// `TIANYUAN_BLESS=1` writes the program's output into the pages.
#[cfg(unix)]
#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn seeded_dialogues_match_program_output() {
    let mut count = 0;
    for page in super::pages() {
        let mut text = page.text.clone();
        for said in seeded(&page) {
            count += 1;
            let answers = run(&said.command);
            if env::var_os("TIANYUAN_BLESS").is_some() {
                text = with_answers(&text, &said, &answers);
            } else {
                assert_eq!(said.answers, answers, "{}: {}", page.path.display(), said.command);
            }
        }
        if text != page.text {
            std::fs::write(Path::new(super::ROOT).join(&page.path), text).expect("it is written");
        }
    }
    assert!(count >= 3, "only {count} dialogues have a seed");
}
