//! Requests of browsers.

use std::fs;

use serde_json::Value;

use super::{Server, position, reviewed};
use crate::support::process::{self, program_in};

#[test]
fn page_is_served_with_strict_csp() {
    let server = Server::start("page");
    let page = server.get("");
    assert_eq!(page.status, 200);
    let nonce = page.head.split("script-src 'nonce-").nth(1).expect(&page.head);
    let nonce = &nonce[..32];
    let scripts = page.body.matches(&format!("<script nonce=\"{nonce}\">")).count();
    assert_eq!((scripts, page.body.contains("<script>")), (2, false));
    for header in ["default-src 'none'", "connect-src 'self'", "frame-ancestors 'none'", "nosniff"]
    {
        assert!(page.head.contains(header), "{header}");
    }
    assert!(!page.head.to_lowercase().contains("access-control"), "no other site may read it");
    assert_ne!(server.get("").head, page.head, "each response has a nonce of its own");
    let same = server.get("%E5%AF%B9%E5%B1%80%201.html");
    assert_eq!((same.status, same.body.len()), (200, page.body.len()));
}

#[test]
fn analysis_improves_while_polled() {
    let server = Server::start("ask");
    let asked = server.ask("POST", "ask", &position(r#"[["B","C3"]]"#));
    assert_eq!(asked.status, 200, "{}", asked.body);
    let first: Value = serde_json::from_str(&asked.body).expect("JSON");
    assert_eq!(
        (&first["number"], &first["answer"]["rootInfo"]["currentPlayer"]),
        (&1.into(), &"W".into())
    );
    let visits = |said: &Value| said["answer"]["rootInfo"]["visits"].as_u64().expect("a number");
    let look = || serde_json::from_str::<Value>(&server.get("answer/1").body).expect("JSON");
    let start = std::time::Instant::now();
    while visits(&look()) <= visits(&first) {
        assert!(start.elapsed().as_secs() < 60, "it gets no better");
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    assert_eq!(look()["answer"]["ownership"].as_array().map(Vec::len), Some(25));
    assert_eq!(server.ask("POST", "stop", "").status, 200);
    assert_eq!(server.ask("POST", "ask", &position("[]")).status, 200);
    let other = server.get("answer/1").body;
    assert_eq!(other, r#"{"number":1,"replaced":true}"#, "another position was asked for");
}

#[test]
fn illegal_move_is_reported() {
    let server = Server::start("illegal");
    for (moves, sentence) in [
        (r#"[["B","C3"],["W","C3"]]"#, "Illegal move 1: C3"),
        (r#"[["B","Z9"]]"#, "board location: Z9"),
        (r#"[["X","C3"]]"#, ""),
        ("3", "Must be"),
    ] {
        let said = server.ask("POST", "ask", &position(moves));
        assert_eq!(said.status, 400, "{moves}: {}", said.body);
        let said: Value = serde_json::from_str(&said.body).expect("JSON");
        let error = said["error"].as_str().expect("a sentence");
        assert!(error.contains(sentence) && !error.contains('\n'), "{moves}: {error}");
    }
    assert_eq!(server.ask("POST", "ask", &position("[]")).status, 200, "and it goes on");
}

#[test]
fn only_own_pages_are_served() {
    let folder = reviewed("others");
    fs::write(folder.join("out/other.html"), "<script>alert(1)</script>").expect("written");
    fs::create_dir(folder.join("empty")).expect("a folder");
    let arguments = ["review", "--serve", "-o", "empty", "--no-net"];
    let said = process::run(&mut program_in(&folder, &arguments), b"");
    assert_eq!(said.status, 2);
    assert_eq!(&*said.errors, "tianyuan review: empty: no pages to serve\n");
}

#[cfg(unix)]
#[test]
fn interrupt_exits_cleanly() {
    let mut server = Server::start("interrupt");
    assert_eq!(server.ask("POST", "ask", &position("[]")).status, 200);
    let id = server.child.id().to_string();
    let sent = std::process::Command::new("sh").args(["-c", &format!("kill -INT {id}")]).status();
    assert!(sent.expect("a shell").success());
    assert_eq!(server.child.wait().expect("ours").code(), Some(0));
}
