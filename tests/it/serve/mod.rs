//! Served pages: requests of browsers and of other clients.

mod board;
mod http_abuse;
mod live;
mod pages;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::time::Duration;

use crate::support::folder::empty_folder;
use crate::support::process::{self, program_in};

/// A running server and its address.
struct Server {
    child: Child,
    /// `127.0.0.1:PORT`.
    host: String,
    token: String,
}

/// A response: status, headers and body.
#[derive(Debug)]
struct Answered {
    status: u16,
    head: String,
    body: String,
}

impl Server {
    /// Reviews a small game and serves its page.
    fn start(name: &str) -> Server {
        let folder = reviewed(name);
        let arguments = ["review", "--serve", "-o", "out", "--jobs", "1", "--no-net"];
        let mut command = program_in(&folder, &arguments);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("it starts");
        let mut line = String::new();
        let output = child.stdout.take().expect("a pipe");
        BufReader::new(output).read_line(&mut line).expect("it tells its address");
        let address = line.trim().strip_prefix("open ").expect(&line);
        Server::at(child, address)
    }

    fn at(child: Child, address: &str) -> Server {
        let rest = address.strip_prefix("http://").expect(address);
        let (host, token) = rest.trim_end_matches('/').split_once('/').expect(address);
        Server { child, host: host.into(), token: token.into() }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.host).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a socket");
        stream
    }

    /// Sends bytes and reads to the end; returns `None` if the connection was closed without a response.
    fn send(&self, bytes: &[u8]) -> Option<Answered> {
        let mut stream = self.connect();
        // The server may respond before it has read everything.
        let _ = stream.write_all(bytes);
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer);
        let (head, body) = answer.split_once("\r\n\r\n")?;
        let status = head.split(' ').nth(1)?.parse().ok()?;
        Some(Answered { status, head: head.into(), body: body.into() })
    }

    fn ask(&self, method: &str, path: &str, body: &str) -> Answered {
        let Server { host, token, .. } = self;
        let length = body.len();
        let request = format!(
            "{method} /{token}/{path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: {length}\r\n\r\n{body}"
        );
        self.send(request.as_bytes()).expect("an answer")
    }

    fn get(&self, path: &str) -> Answered {
        self.ask("GET", path, "")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns a folder with a reviewed game.
fn reviewed(name: &str) -> PathBuf {
    let folder = empty_folder(format!("serve/{name}"));
    fs::write(folder.join("对局 1.sgf"), "(;GM[1]FF[4]SZ[5]KM[0];B[cc];W[cb];B[bb])")
        .expect("written");
    let arguments = ["review", "对局 1.sgf", "-o", "out", "--playouts", "20", "--no-net"];
    let said = process::run(&mut program_in(&folder, &arguments), b"");
    assert_eq!((said.status, &*said.errors), (0, ""));
    folder
}

/// Returns a position of the game as a page requests it.
fn position(moves: &str) -> String {
    format!(r#"{{"boardXSize":5,"boardYSize":5,"rules":"chinese","komi":0,"moves":{moves}}}"#)
}
