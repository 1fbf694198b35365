//! The live page of a game.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use super::Server;
use crate::support::folder::empty_folder;
use crate::support::process::{self, program_in};

const GAME: &str = "boardsize 9\nkomi 7\nplay B E5\ngenmove W\nplay B C3\ngenmove W\n";
const OPTIONS: [&str; 7] = ["--no-net", "--threads", "1", "--playouts", "60", "--seed", "1"];

#[test]
fn live_page_follows_game_without_changing_responses() {
    let folder = empty_folder("serve/live");
    let alone = process::run(&mut program_in(&folder, &OPTIONS), GAME.as_bytes());
    let options = [&OPTIONS[..], &["--live"]].concat();
    let mut command = program_in(&folder, &options);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    let mut line = String::new();
    let errors = child.stderr.take().expect("a pipe");
    BufReader::new(errors).read_line(&mut line).expect("it tells its address");
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    let server = Server::at(child, line.trim().strip_prefix("open ").expect(&line));
    assert!(server.get("").body.contains("const VERSION = 0;"));

    input.write_all(GAME.as_bytes()).expect("it reads");
    let mut said = String::new();
    while said.matches("\n\n").count() < 6 {
        assert!(output.read_line(&mut said).expect("it answers") > 0, "{said}");
    }
    assert_eq!(said, alone.text(), "the standard output is the protocol's, and the same");
    input.write_all(b"name\n").expect("it reads");
    while said.matches("\n\n").count() < 7 {
        assert!(output.read_line(&mut said).expect("it answers") > 0, "{said}");
    }
    let page = server.get("").body;
    assert!(page.contains("id=\"slider\" type=\"range\" min=\"0\" max=\"4\""), "four moves");
    assert!(server.get("version").body.contains("\"version\":"));
    assert_eq!([server.get("ask").status, server.ask("POST", "ask", "{}").status], [404, 404]);
    drop(input);
}
