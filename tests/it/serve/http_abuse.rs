//! Requests from other clients: wrong hosts, tokens, paths and methods; too large, too slow, too many, and malformed.

use std::io::{Read, Write};
use std::thread;
use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::{Answered, Server, position};

fn status(answered: Option<Answered>) -> u16 {
    answered.map_or(0, |answered| answered.status)
}

#[test]
fn wrong_hosts_tokens_paths_and_methods_are_rejected() {
    let server = Server::start("access");
    let Server { host, token, .. } = &server;
    let ask = |request: &str| status(server.send(request.as_bytes()));
    let get = |path: &str, host: &str| ask(&format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n"));
    let port = host.split(':').nth(1).expect("a port");
    assert_eq!(get(&format!("/{token}/"), host), 200);
    assert_eq!(get(&format!("/{token}/"), &format!("localhost:{port}")), 200);
    for other in ["evil.example", "127.0.0.1", "", &format!("evil.example:{port}")] {
        assert_eq!(get(&format!("/{token}/"), other), 421, "{other}");
    }
    for path in ["/", "//", "/index.html", "/ask", "/0/", &format!("/{}/", &token[..31])] {
        assert_eq!(get(path, host), 404, "{path}");
    }
    for path in [
        "../",
        "..",
        "../../etc/passwd",
        "%2e%2e/",
        "..%2f",
        "/etc/passwd",
        "%00",
        ".",
        "a.html",
        "%",
        "answer",
        ".tianyuan-review.jsonl",
    ] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
    for number in ["x", "-1", "99999999999999999999999999"] {
        assert_eq!(server.get(&format!("answer/{number}")).status, 400, "{number}");
    }
    for method in ["PUT", "DELETE", "OPTIONS", "TRACE", "HEAD", "PATCH"] {
        assert_eq!(server.ask(method, "", "").status, 405, "{method}");
    }
    assert_eq!(server.ask("POST", "", "").status, 404);
    let from = |header: &str| {
        ask(&format!("POST /{token}/stop HTTP/1.1\r\nHost: {host}\r\n{header}\r\n\r\n"))
    };
    assert_eq!(from(&format!("Origin: http://{host}")), 200);
    assert_eq!([from("Origin: http://evil.example"), from("Origin: null")], [403, 403]);
    assert_eq!(from("Sec-Fetch-Site: cross-site"), 403);
}

#[test]
fn oversized_or_invalid_requests_are_rejected() {
    let server = Server::start("sizes");
    let Server { host, token, .. } = &server;
    let ask = |request: &str| status(server.send(request.as_bytes()));
    let long = "a".repeat(100_000);
    assert_eq!(ask(&format!("GET /{long} HTTP/1.1\r\nHost: {host}\r\n\r\n")), 431);
    assert_eq!(ask(&format!("GET / HTTP/1.1\r\nHost: {host}\r\nX: {long}\r\n\r\n")), 431);
    assert_eq!(
        ask(&format!("GET / HTTP/1.1\r\nHost: {host}\r\n{}\r\n", "a: b\r\n".repeat(500))),
        431
    );
    let with = |header: &str| {
        ask(&format!("POST /{token}/ask HTTP/1.1\r\nHost: {host}\r\n{header}\r\n\r\n{long}"))
    };
    assert_eq!(with("Content-Length: 100000"), 413);
    assert_eq!(with("Content-Length: 18446744073709551615"), 413);
    assert_eq!(with("Transfer-Encoding: chunked"), 501);
    assert_eq!(with("Content-Length: 5\r\nContent-Length: 6"), 400);
    for wrong in [
        "",
        "{",
        "[]",
        "null",
        "\u{0}",
        &"[".repeat(60_000),
        r#"{"id":"x","action":"terminate_all"}"#,
    ] {
        let said = server.ask("POST", "ask", wrong);
        assert_eq!(said.status, 400, "{}", said.body);
        assert!(said.body.starts_with("{\"error\":\"") && said.body.len() < 1000, "{}", said.body);
    }
    let many = format!("[{}]", [r#"["B","pass"]"#; 5_000].join(","));
    let said = server.ask("POST", "ask", &position(&many));
    assert!([200, 400].contains(&said.status), "{}", said.body);
    assert_eq!(server.ask("POST", "ask", &position("[]")).status, 200, "and it goes on");
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn slow_client_is_disconnected() {
    let server = Server::start("slow");
    let begun = Instant::now();
    let mut slow: Vec<_> = (0..40).map(|_| server.connect()).collect();
    for stream in &mut slow {
        stream.write_all(b"GET / HT").expect("it listens");
    }
    assert_eq!(server.get("").status, 200);
    assert!(begun.elapsed() < Duration::from_secs(4), "others do not wait for them");
    for stream in &mut slow {
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer);
        assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
    }
}

#[test]
fn hundred_parallel_requests_are_answered() {
    let server = Server::start("many");
    thread::scope(|scope| {
        let asking: Vec<_> = (0..100).map(|_| scope.spawn(|| server.get("").status)).collect();
        for asked in asking {
            assert_eq!(asked.join().expect("no panic"), 200);
        }
    });
    // Clients that disconnect in the middle leak nothing.
    for _ in 0..200 {
        let mut stream = server.connect();
        let _ = stream.write_all(b"POST /");
    }
    assert_eq!(server.get("").status, 200);
}

#[test]
fn idle_connections_are_closed_for_new_requests() {
    let server = Server::start("idle");
    let idle: Vec<_> = (0..250).map(|_| server.connect()).collect();
    let begun = Instant::now();
    assert_eq!(server.get("").status, 200);
    assert!(begun.elapsed() < Duration::from_secs(4), "the idle ones are not waited for");
    let mut newest = idle.last().expect("there are some");
    newest.write_all(b"GET / HTTP/1.1\r\n\r\n").expect("it is open");
    let mut answer = Vec::new();
    let _ = newest.read_to_end(&mut answer);
    assert!(answer.starts_with(b"HTTP/1.1 "), "only the oldest ones were closed");
}

/// Returns requests with a few bytes or parts changed, removed or duplicated.
fn spoilt(draws: &mut StdRng, request: &[u8]) -> Vec<u8> {
    let mut bytes = request.to_vec();
    for _ in 0..=draws.random_range(0..4_usize) {
        let place = draws.random_range(0..bytes.len().max(1));
        match draws.random_range(0..5_u8) {
            0 if !bytes.is_empty() => bytes[place] = draws.random(),
            1 if !bytes.is_empty() => drop(bytes.remove(place)),
            2 => bytes.insert(place.min(bytes.len()), draws.random()),
            3 => bytes.truncate(place),
            _ => {
                let part = bytes[place.min(bytes.len())..].to_vec();
                bytes.extend_from_slice(&part);
            }
        }
    }
    bytes
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn ten_thousand_malformed_requests_do_no_harm() {
    let server = Server::start("spoilt");
    let Server { host, token, .. } = &server;
    let body = position(r#"[["B","C3"],["W","B2"]]"#);
    let length = body.len();
    let requests = [
        format!("GET /{token}/ HTTP/1.1\r\nHost: {host}\r\nAccept: */*\r\n\r\n"),
        format!("GET /{token}/answer/1 HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n\r\n"),
        format!(
            "POST /{token}/ask HTTP/1.1\r\nHost: {host}\r\nContent-Length: {length}\r\n\r\n{body}"
        ),
    ];
    let before = memory(server.child.id());
    let known = [0, 200, 400, 403, 404, 405, 408, 413, 421, 431, 501];
    thread::scope(|scope| {
        for worker in 0..4_u64 {
            let (server, requests) = (&server, &requests);
            scope.spawn(move || {
                let mut draws = StdRng::seed_from_u64(worker);
                for round in 0..2_500 {
                    // A position is searched until the first report, so most requests are for something else.
                    let request = &requests[if round % 25 == 0 { 2 } else { round % 2 }];
                    let bytes = spoilt(&mut draws, request.as_bytes());
                    let answered = status(server.send(&bytes));
                    assert!(known.contains(&answered), "{answered}: {}", bytes.escape_ascii());
                }
            });
        }
    });
    assert_eq!(server.get("").status, 200, "it lives");
    if let (Some(before), Some(after)) = (before, memory(server.child.id())) {
        assert!(after < before + 300_000, "it takes {before} kB before and {after} kB after");
    }
}

/// Returns the memory of a process in kB, if the system reports it.
fn memory(id: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
