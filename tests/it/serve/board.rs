//! The board: its page, sessions and messages over HTTP.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{Server, position};
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
        (r#"{"do":"play","cell":25}"#, "invalid point 25 (0 to 24)", "位置“25”无效（0 至 24）"),
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
    for path in ["x/state/0", "../", &format!("{id}/x"), &format!("{id}/review-1")] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
    assert_eq!(server.get(&format!("{id}/state/x")).status, 400);
    assert_eq!(server.ask("DELETE", &command, "").status, 405);
    assert_eq!(state(&server, &id), before);
}

/// Waits for a state.
fn until(server: &Server, id: &str, is_wanted: impl Fn(&Value) -> bool) -> Value {
    let start = Instant::now();
    loop {
        let state = state(server, id);
        if is_wanted(&state) {
            return state;
        }
        assert!(start.elapsed() < Duration::from_secs(60), "{state}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn new_game(clock: Value) -> Value {
    json!({"do": "new", "game": {
        "size": 5, "rules": "chinese", "komi": null, "handicap": 0, "person": "both",
        "level": "25k", "seconds": 0.2, "teaching": null, "results": null, "clock": clock,
    }})
}

#[test]
fn server_decides_losses_on_time() {
    let server = start("board-clock", &["--port", "0"]);
    let id = session(&server);
    let terms = json!({"kind": "byo-yomi", "main": 0, "period": 1, "periods": 1});
    assert_eq!(act(&server, &id, new_game(terms)), 200);
    assert_eq!(act(&server, &id, json!({"do": "play", "cell": 12})), 200);
    // The poll ends when the time of White is over.
    let version = state(&server, &id)["version"].clone();
    let begin = Instant::now();
    let over = read(&server.get(&format!("{id}/state/{version}")).body);
    assert!(begin.elapsed() < Duration::from_secs(4), "{:?}", begin.elapsed());
    assert_eq!((&over["phase"], &over["result"][1]), (&json!("over"), &json!("B+T")));
    let late = server.ask("POST", &format!("{id}/command"), r#"{"do":"play","cell":0}"#);
    assert_eq!((late.status, &read(&late.body)["error"]), (400, &json!("the game is over")));
    let command = format!("{id}/command");
    for clock in [
        "-1",
        "[]",
        r#"{"kind":"absolute"}"#,
        r#"{"kind":"absolute","main":-1}"#,
        r#"{"kind":"fischer","main":1e400,"increment":1}"#,
        r#"{"kind":"byo-yomi","main":1,"period":1,"periods":99999999999999999999}"#,
    ] {
        let body = new_game(Value::Null).to_string();
        let body = body.replace(r#""clock":null"#, &format!(r#""clock":{clock}"#));
        assert_eq!(server.ask("POST", &command, &body).status, 400, "{clock}");
    }
}

#[test]
fn moves_are_tried_in_review_of_earlier_game() {
    let server = start("board-review", &["--port", "0"]);
    let id = session(&server);
    for cell in [12, 7] {
        assert_eq!(act(&server, &id, json!({"do": "play", "cell": cell})), 200);
    }
    assert_eq!(act(&server, &id, json!({"do": "review"})), 200);
    until(&server, &id, |state| state["review"] == 1);
    assert_eq!(act(&server, &id, new_game(Value::Null)), 200);
    let page = server.get(&format!("{id}/review-1"));
    assert!(page.status == 200 && page.body.contains("Try moves, and analyse"));
    let asked = server.ask("POST", &format!("{id}/ask"), &position(r#"[["B","C3"]]"#));
    assert_eq!(asked.status, 200, "{}", asked.body);
    let number = read(&asked.body)["number"].clone();
    let begin = Instant::now();
    loop {
        let answer = read(&server.get(&format!("{id}/answer/{number}")).body);
        if answer["answer"]["rootInfo"]["visits"].as_u64() > Some(0) {
            break;
        }
        assert!(begin.elapsed() < Duration::from_secs(60), "{answer}");
    }
    assert_eq!(server.ask("POST", &format!("{id}/stop"), "").status, 200);
    assert_eq!(server.ask("POST", &format!("{id}/ask"), "{").status, 400);
    for path in ["review-2", "review-x", "review-", "answer/x"] {
        let status = server.get(&format!("{id}/{path}")).status;
        assert!([400, 404].contains(&status), "{path}: {status}");
    }
}

#[test]
fn problems_of_folder_are_listed_and_solved() {
    let folder = empty_folder("serve/board-problems");
    fs::create_dir(folder.join("set")).expect("created");
    let problem = "(;GM[1]FF[4]SZ[5]PL[B]AB[aa]AW[bb](;B[ab]TE[1];W[cc])(;B[ee]BM[1];W[dd]))";
    fs::write(folder.join("set/one.sgf"), problem).expect("written");
    fs::write(folder.join("game.sgf"), "(;GM[1]FF[4]SZ[5];B[cc])").expect("written");
    let server = start_in(&folder, &["--port", "0", "--problems", "set"]);
    assert!(server.get("").body.contains("data-problems=\"1\""));
    let list = read(&server.get("problems").body);
    assert_eq!((&list[0]["title"], &list[0]["color"]), (&json!("one"), &json!(1)));
    let id = session(&server);
    assert_eq!(act(&server, &id, json!({"do": "problem", "index": 0})), 200);
    assert_eq!(act(&server, &id, json!({"do": "play", "cell": 5})), 200);
    let solved = until(&server, &id, |state| state["problem"]["verdict"].is_string());
    assert_eq!((&solved["problem"]["verdict"], &solved["number"]), (&json!("right"), &json!(2)));
    for index in [json!(1), json!(-1), json!(1e300), json!("x")] {
        assert_eq!(act(&server, &id, json!({"do": "problem", "index": index})), 400, "{index}");
    }
    for (path, error) in [
        ("game.sgf", "game.sgf: no problems (records that begin with a setup position)"),
        ("missing", "missing: no such file or directory"),
    ] {
        let arguments = ["board", "--no-open", "--problems", path];
        let said = process::run(&mut program_in(&folder, &arguments), b"");
        assert_eq!(said.errors.to_lowercase(), format!("tianyuan board: {error}\n"));
    }
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
