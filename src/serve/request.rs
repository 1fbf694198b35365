//! Parses an HTTP/1 request within limits, from any stream.

use std::io::{self, Read};

/// The maximum size of the head in bytes.
pub(super) const MOST_HEAD: usize = 8 << 10;

/// The maximum number of headers.
const MOST_HEADERS: usize = 64;

/// The maximum size of the body in bytes, unless a site accepts more.
pub(super) const MOST_BODY: usize = 64 << 10;

/// A well-formed request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Request {
    pub(super) method: String,
    /// The request target as sent.
    pub(super) target: String,
    headers: Vec<(String, Vec<u8>)>,
    pub(super) body: Vec<u8>,
}

/// The reason why a request was rejected: status and message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Refusal(pub(super) u16, pub(super) &'static str);

const MALFORMED: Refusal = Refusal(400, "not an HTTP/1 request");

impl Request {
    /// Returns the value of a header; an error if it occurs more than once. Header names are case-insensitive.
    pub(super) fn header(&self, name: &str) -> Result<Option<&[u8]>, Refusal> {
        let mut found = self.headers.iter().filter(|(known, _)| known.eq_ignore_ascii_case(name));
        let first = found.next().map(|(_, value)| &**value);
        match found.next() {
            Some(_) => Err(Refusal(400, "duplicate header")),
            None => Ok(first),
        }
    }

    /// Reads a request with a body of at most `most_body` bytes. Returns `None` if the stream ends before it starts.
    ///
    /// # Errors
    /// Returns the response for a request that is malformed, too large or too late.
    pub(super) fn read(
        stream: &mut impl Read,
        most_body: usize,
    ) -> Result<Option<Request>, Refusal> {
        let mut bytes = Vec::new();
        let (mut request, end) = loop {
            if let Some(read) = read_head(&bytes)? {
                break read;
            }
            if bytes.len() >= MOST_HEAD {
                return Err(Refusal(431, "request headers too large"));
            }
            let room = MOST_HEAD - bytes.len();
            if !read_some(stream, &mut bytes, room)? {
                return if bytes.is_empty() { Ok(None) } else { Err(MALFORMED) };
            }
        };
        let length = request.body_length(most_body)?;
        let mut body = bytes.split_off(end);
        while body.len() < length {
            let room = length - body.len();
            if !read_some(stream, &mut body, room)? {
                return Err(Refusal(400, "incomplete request body"));
            }
        }
        // Data after the request is ignored: a connection has one request.
        body.truncate(length);
        request.body = body;
        Ok(Some(request))
    }

    fn body_length(&self, most: usize) -> Result<usize, Refusal> {
        if self.header("transfer-encoding")?.is_some() {
            return Err(Refusal(501, "missing Content-Length"));
        }
        let Some(value) = self.header("content-length")? else { return Ok(0) };
        let text = std::str::from_utf8(value).ok().filter(|text| {
            !text.is_empty() && text.len() <= 20 && text.bytes().all(|byte| byte.is_ascii_digit())
        });
        let length: u128 = text.and_then(|text| text.parse().ok()).ok_or(MALFORMED)?;
        let length = usize::try_from(length).ok().filter(|&length| length <= most);
        length.ok_or(Refusal(413, "request body too large"))
    }
}

/// Parses the head. Returns it with its length, or `None` if it is incomplete.
fn read_head(bytes: &[u8]) -> Result<Option<(Request, usize)>, Refusal> {
    let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
    let mut head = httparse::Request::new(&mut headers);
    let end = match head.parse(bytes) {
        Ok(httparse::Status::Complete(end)) => end,
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(httparse::Error::TooManyHeaders) => {
            return Err(Refusal(431, "too many request headers"));
        }
        Err(_) => return Err(MALFORMED),
    };
    let (Some(method), Some(target)) = (head.method, head.path) else { return Err(MALFORMED) };
    let headers = head.headers.iter();
    let request = Request {
        method: method.into(),
        target: target.into(),
        headers: headers.map(|header| (header.name.into(), header.value.into())).collect(),
        body: Vec::new(),
    };
    Ok(Some((request, end)))
}

/// Reads available data, at most `room` bytes. Returns `false` at the end of the stream.
fn read_some(stream: &mut impl Read, bytes: &mut Vec<u8>, room: usize) -> Result<bool, Refusal> {
    let mut buffer = [0; 4096];
    let room = room.min(buffer.len());
    loop {
        match stream.read(&mut buffer[..room]) {
            Ok(count) => {
                bytes.extend_from_slice(&buffer[..count]);
                return Ok(count > 0);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return Err(Refusal(408, "request timeout")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(bytes: &[u8]) -> u16 {
        Request::read(&mut &bytes[..], MOST_BODY).expect_err("it is refused").0
    }

    #[test]
    fn request_is_parsed_from_slow_reader() {
        struct Slow<'a>(&'a [u8]);
        impl Read for Slow<'_> {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                let count = 1.min(buffer.len()).min(self.0.len());
                self.0.read(&mut buffer[..count])
            }
        }
        let bytes = b"POST /a HTTP/1.1\r\nHost: b\r\ncontent-length: 3\r\n\r\nxyzrest";
        let read =
            Request::read(&mut Slow(bytes), MOST_BODY).expect("well formed").expect("a request");
        assert_eq!((&*read.method, &*read.target, &*read.body), ("POST", "/a", &b"xyz"[..]));
        assert_eq!(read.header("HOST"), Ok(Some(&b"b"[..])));
        assert_eq!(Request::read(&mut &b""[..], MOST_BODY), Ok(None));
    }

    #[test]
    fn invalid_or_oversized_request_is_rejected() {
        let long = format!("GET /{} HTTP/1.1\r\n\r\n", "a".repeat(MOST_HEAD));
        let many = format!("GET / HTTP/1.1\r\n{}\r\n", "a: b\r\n".repeat(MOST_HEADERS + 1));
        assert_eq!([status(long.as_bytes()), status(many.as_bytes())], [431, 431]);
        for wrong in ["x", "GET\r\n\r\n", "GET / HTTP/9\r\n\r\n", "GET / HTTP/1.1\r\na\r\n\r\n"] {
            assert_eq!(status(wrong.as_bytes()), 400, "{wrong}");
        }
        let with =
            |header: &str| status(format!("POST / HTTP/1.1\r\n{header}\r\n\r\nx").as_bytes());
        assert_eq!(with("content-length: 65537"), 413);
        assert_eq!(with("content-length: 99999999999999999999"), 413);
        for wrong in ["-1", "+1", "0x1", "1 1", "", "999999999999999999999999"] {
            assert_eq!(with(&format!("content-length: {wrong}")), 400, "{wrong}");
        }
        assert_eq!(with("content-length: 1\r\ncontent-length: 1"), 400);
        assert_eq!(with("content-length: 2"), 400, "it ends too early");
        assert_eq!(with("transfer-encoding: chunked"), 501);
    }
}
