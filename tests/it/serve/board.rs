//! The board: its page, sessions and messages over HTTP.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

use serde_json::{Value, json};

use super::Server;
use crate::support::folder::empty_folder;
use crate::support::process::{self, program_in};

/// Starts the program in a folder with a cache folder of its own.
fn start(folder: &str, more: &[&str]) -> Server {
    let folder = empty_folder(format!("serve/{folder}"));
    start_in(&folder, more)
}

fn start_in(folder: &std::path::Path, more: &[&str]) -> Server {
    let arguments = [&["board", "--no-open", "--no-net", "--threads", "1", "--size", "5"], more];
    let mut command = program_in(folder, &arguments.concat());
    command.env("TIANYUAN_CACHE", folder.join("cache"));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().expect("it starts");
    let mut line = String::new();
    let output = child.stdout.take().expect("a pipe");
    BufReader::new(output).read_line(&mut line).expect("it prints its address");
    Server::at(child, line.trim().strip_prefix("open ").expect(&line))
}

fn read(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

fn session(server: &Server) -> String {
    let started = server.ask("POST", "start", "");
    assert_eq!(started.status, 200, "{}", started.body);
    read(&started.body)["session"].as_str().expect("an identifier").into()
}

fn act(server: &Server, id: &str, command: Value) -> u16 {
    server.ask("POST", &format!("{id}/command"), &command.to_string()).status
}

fn state(server: &Server, id: &str) -> Value {
    read(&server.get(&format!("{id}/state/0")).body)
}

#[test]
fn board_page_has_strict_csp_and_initial_board() {
    let server = start("board-page", &["--port", "0"]);
    let page = server.get("");
    assert_eq!(page.status, 200);
    let nonce = page.head.split("script-src 'nonce-").nth(1).expect(&page.head);
    let script = format!("<script nonce=\"{}\">", &nonce[..32]);
    assert_eq!(page.body.matches("<script").count(), page.body.matches(&script).count());
    assert!(page.body.contains("data-size=\"5\"") && page.body.contains("<svg id=\"board\""));
    assert!(page.body.len() < 400_000, "{} bytes", page.body.len());
    assert_eq!(server.get("board/9").status, 200);
    assert_eq!([server.get("board/26").status, server.get("board/x").status], [400, 400]);
}

#[test]
fn pages_have_separate_games() {
    let server = start("board-pages", &["--port", "0"]);
    let [one, two] = [session(&server), session(&server)];
    assert_eq!(act(&server, &one, json!({"do": "play", "cell": 12})), 200);
    let boards = [&one, &two].map(|id| state(&server, id)["number"].clone());
    assert_eq!(boards, [json!(1), json!(0)]);
    let sgf = server.get(&format!("{one}/sgf"));
    assert!(sgf.status == 200 && sgf.body.contains(";B[cc]"), "{}", sgf.body);
    let opened = server.ask("POST", &format!("{two}/open"), &sgf.body);
    assert_eq!(
        (opened.status, state(&server, &two)["tree"]["nodes"][1][2].clone()),
        (200, json!(12))
    );
}

#[test]
fn rejected_messages_name_the_error_in_both_languages() {
    let server = start("board-errors", &["--port", "0"]);
    let id = session(&server);
    let command = format!("{id}/command");
    let before = state(&server, &id);
    for (body, error, chinese) in [
        (
            r#"{"do":"play","cell":25}"#,
            "invalid point 25 (0 to 24)",
            "point 的值“25”无效（0 to 24）",
        ),
        (
            r#"{"do":"agree"}"#,
            "dead stones are marked after two passes",
            "双方连续虚着之后才确认死子",
        ),
    ] {
        let answer = server.ask("POST", &command, body);
        let said = read(&answer.body);
        assert_eq!(
            (answer.status, &said["error"], &said["zh"]),
            (400, &json!(error), &json!(chinese))
        );
    }
    for body in ["", "{", "[]", r#"{"do":"play","cell":1e9}"#, "\u{0}"] {
        assert_eq!(server.ask("POST", &command, body).status, 400, "{body}");
    }
    assert_eq!(server.ask("POST", &format!("{id}/open"), "no record").status, 400);
    assert_eq!(server.get("0123456789abcdef/state/0").status, 410);
    for path in ["x/state/0", "../", &format!("{id}/x"), &format!("{id}/review")] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
    assert_eq!(server.get(&format!("{id}/state/x")).status, 400);
    assert_eq!(server.ask("DELETE", &command, "").status, 405);
    assert_eq!(state(&server, &id), before);
}

#[test]
fn token_survives_restart_and_is_required() {
    let folder = empty_folder("serve/board-token");
    let first = start_in(&folder, &["--port", "0"]);
    let (host, token) = (first.host.clone(), first.token.clone());
    for path in ["/", "/start", "/0123456789abcdef/state/0", "/x/start"] {
        for method in ["GET", "POST"] {
            let request = format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\n\r\n");
            assert_eq!(first.send(request.as_bytes()).expect("an answer").status, 404, "{path}");
        }
    }
    drop(first);
    let second = start_in(&folder, &["--port", "0"]);
    assert_eq!(second.token, token);
    drop(second);
    fs::write(folder.join("cache/board-token"), "damaged").expect("written");
    let third = start_in(&folder, &["--port", "0"]);
    assert!(third.token != token && third.token.len() == 32);
}

#[test]
fn record_of_command_line_is_opened() {
    let folder = empty_folder("serve/board-file");
    fs::write(folder.join("game.sgf"), "(;GM[1]FF[4]SZ[9];B[ee];W[ec])").expect("written");
    let server = start_in(&folder, &["--port", "0", "game.sgf"]);
    let id = session(&server);
    assert_eq!(state(&server, &id)["size"], 9);
    fs::write(folder.join("text.sgf"), "no record").expect("written");
    for (file, error) in [
        ("text.sgf", "tianyuan board: text.sgf: not a game record (neither wei7 nor sgf)\n"),
        ("missing.sgf", "tianyuan board: missing.sgf: no such file or directory\n"),
    ] {
        let said = process::run(&mut program_in(&folder, &["board", "--no-open", file]), b"");
        assert_eq!((said.status, &*said.errors.to_lowercase()), (2, error));
    }
}
