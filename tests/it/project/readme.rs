//! The dialogue of the README that is the same on every machine is what the engine says.

use std::io::Write;
use std::process::{Command, Stdio};

#[test]
fn the_dialogue_with_a_seed_is_real() {
    let readme = include_str!("../../../README.md").replace("\r\n", "\n");
    let blocks = readme.split("```").filter(|block| block.starts_with("console\n"));
    let seeded: Vec<&str> = blocks.filter(|block| block.contains("--seed")).collect();
    let [block] = seeded[..] else { panic!("one dialogue with a seed, not {}", seeded.len()) };
    let (command, answers) = block["console\n$ printf '".len()..].split_once('\n').expect("lines");
    let (input, rest) = command.split_once("' | ").expect("a pipe");
    let (_, arguments) = rest.split_once(" -- ").expect("arguments");
    let said = run(&input.replace("\\n", "\n"), arguments.split(' '));
    if std::env::var_os("TIANYUAN_BLESS").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/README.md");
        std::fs::write(path, readme.replace(answers, &said)).expect("README is written");
    } else {
        assert_eq!(answers, said);
    }
}

/// What the engine prints for an input.
fn run<'a>(input: &str, arguments: impl Iterator<Item = &'a str>) -> String {
    let mut engine = Command::new(env!("CARGO_BIN_EXE_tianyuan"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the engine starts");
    let mut stdin = engine.stdin.take().expect("it is piped");
    stdin.write_all(input.as_bytes()).expect("the engine reads");
    drop(stdin);
    let output = engine.wait_with_output().expect("the engine ends");
    String::from_utf8(output.stdout).expect("GTP answers in ASCII")
}
