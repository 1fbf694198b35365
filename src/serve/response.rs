//! An HTTP/1 response with restrictive security headers.

use std::io::{self, Write};

/// An HTTP response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Response {
    pub(super) status: u16,
    kind: &'static str,
    policy: String,
    body: Vec<u8>,
}

/// The content security policy of responses that are not pages.
const NO_RIGHTS: &str = "default-src 'none'; frame-ancestors 'none'";

impl Response {
    /// Creates the response for a page; only scripts with the nonce may run.
    pub(super) fn page(body: Vec<u8>, nonce: &str) -> Response {
        let policy = format!(
            "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'unsafe-inline'; img-src data:; \
             connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        );
        Response { status: 200, kind: "text/html; charset=utf-8", policy, body }
    }

    /// Creates the response for a game record to be saved by the page.
    pub(super) fn record(body: Vec<u8>) -> Response {
        let kind = "text/plain; charset=utf-8";
        Response { status: 200, kind, policy: NO_RIGHTS.into(), body }
    }

    /// Creates a JSON response.
    pub(super) fn json(status: u16, body: Vec<u8>) -> Response {
        Response { status, kind: "application/json", policy: NO_RIGHTS.into(), body }
    }

    /// Creates an error response, as JSON with the field `error`.
    pub(super) fn error(status: u16, message: &str) -> Response {
        let body = serde_json::json!({ "error": message }).to_string();
        Response::json(status, body.into_bytes())
    }

    /// Writes the response and closes the connection.
    ///
    /// # Errors
    /// Returns an error if the stream fails.
    pub(super) fn write(&self, stream: &mut impl Write) -> io::Result<()> {
        let Response { status, kind, policy, body } = self;
        let (reason, length) = (reason(*status), body.len());
        let allow = if *status == 405 { "Allow: GET, POST\r\n" } else { "" };
        let head = format!(
            "HTTP/1.1 {status} {reason}\r\n\
             Content-Type: {kind}\r\n\
             Content-Length: {length}\r\n\
             Content-Security-Policy: {policy}\r\n\
             X-Content-Type-Options: nosniff\r\n\
             Cross-Origin-Resource-Policy: same-origin\r\n\
             Cross-Origin-Opener-Policy: same-origin\r\n\
             Referrer-Policy: no-referrer\r\n\
             Cache-Control: no-store\r\n\
             {allow}Connection: close\r\n\r\n"
        );
        stream.write_all(head.as_bytes())?;
        stream.write_all(body)?;
        stream.flush()
    }
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        410 => "Gone",
        413 => "Content Too Large",
        421 => "Misdirected Request",
        431 => "Request Header Fields Too Large",
        501 => "Not Implemented",
        503 => "Service Unavailable",
        _ => "Error",
    }
}
