//! Authentication: a request needs the token and must come from a page of this server.
//!
//! Other users of the machine do not know the token. Browsers report the origin of a request: DNS rebinding changes
//! `Host`, and forms or scripts of other sites have another `Origin`.

use super::request::{Refusal, Request};

/// The token and the host names of a server.
#[derive(Debug)]
pub(super) struct Auth {
    token: String,
    /// Accepted values of `Host`, with the port.
    hosts: [String; 2],
}

const NOT_HERE: Refusal = Refusal(404, "not found");

impl Auth {
    /// Requires this token.
    pub(super) fn with_token(port: u16, token: String) -> Auth {
        let hosts = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{port}"));
        Auth { token, hosts }
    }

    /// Returns the address of the start page.
    pub(super) fn address(&self) -> String {
        format!("http://{}/{}/", self.hosts[0], self.token)
    }

    /// Returns the path of a request after the token, without parameters.
    ///
    /// # Errors
    /// Returns the response for a request that is not authorised.
    pub(super) fn path<'a>(&self, request: &'a Request) -> Result<&'a str, Refusal> {
        let is_ours = |host: &[u8]| self.hosts.iter().any(|own| own.as_bytes() == host);
        if !request.header("host")?.is_some_and(is_ours) {
            return Err(Refusal(421, "unknown host name"));
        }
        let is_own_page = |origin: &[u8]| origin.strip_prefix(b"http://").is_some_and(is_ours);
        if !request.header("origin")?.is_none_or(is_own_page) {
            return Err(Refusal(403, "requests from other sites are not allowed"));
        }
        let is_own_site = |site: &[u8]| [&b"same-origin"[..], b"none"].contains(&site);
        let is_page = request.method == "GET";
        if !is_page && !request.header("sec-fetch-site")?.is_none_or(is_own_site) {
            return Err(Refusal(403, "requests from other sites are not allowed"));
        }
        let path = request.target.split('?').next().unwrap_or_default();
        let (token, rest) =
            path.strip_prefix('/').and_then(|path| path.split_once('/')).ok_or(NOT_HERE)?;
        if is_same(token.as_bytes(), self.token.as_bytes()) { Ok(rest) } else { Err(NOT_HERE) }
    }
}

/// Returns a random token.
pub(super) fn new_token() -> String {
    format!("{:032x}", rand::random::<u128>())
}

/// Compares two texts in constant time.
fn is_same(one: &[u8], two: &[u8]) -> bool {
    let differences = one.iter().zip(two).fold(0, |sum, (a, b)| sum | (a ^ b));
    one.len() == two.len() && differences == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answered(access: &Auth, request: &str) -> Result<String, u16> {
        let request = Request::read(&mut request.as_bytes(), 0).expect("well formed");
        let request = request.expect("a request");
        access.path(&request).map(str::to_owned).map_err(|refusal| refusal.0)
    }

    #[test]
    fn requests_require_token() {
        let access = Auth::with_token(80, new_token());
        let token = access.token.clone();
        assert_eq!((token.len(), access.token == new_token()), (32, false));
        let get = |path: &str| {
            answered(&access, &format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:80\r\n\r\n"))
        };
        assert_eq!(get(&format!("/{token}/")), Ok(String::new()));
        assert_eq!(get(&format!("/{token}/a?b/c")), Ok("a".into()));
        let (short, upper) = (&token[..31], token.to_uppercase() + "X");
        for wrong in ["/", "//", "/x/", "*", &format!("/{short}/"), &format!("/{upper}/")] {
            assert_eq!(get(wrong), Err(404), "{wrong}");
        }
        for wrong in ["/{}", "//{}/", "/{}x/", "/x/{}/", "/../{}/", "/%2e/{}/", "http://h/{}/"] {
            assert_eq!(get(&wrong.replace("{}", &token)), Err(404), "{wrong}");
        }
    }

    #[test]
    fn requests_require_own_host_and_origin() {
        let access = Auth::with_token(80, new_token());
        let ask = |method: &str, headers: &str| {
            let line = format!("{method} /{}/a HTTP/1.1\r\n", access.token);
            answered(&access, &format!("{line}{headers}\r\n"))
        };
        for host in ["127.0.0.1:80", "localhost:80"] {
            assert!(ask("GET", &format!("Host: {host}\r\n")).is_ok(), "{host}");
        }
        for host in ["evil.example", "127.0.0.1", "127.0.0.1:81", "127.0.0.1:80.evil", "[::1]:80"] {
            assert_eq!(ask("GET", &format!("Host: {host}\r\n")), Err(421), "{host}");
        }
        assert_eq!(ask("GET", ""), Err(421));
        assert_eq!(ask("GET", "Host: 127.0.0.1:80\r\nHost: evil\r\n"), Err(400));
        let from = |origin: &str| ask("POST", &format!("Host: localhost:80\r\n{origin}\r\n"));
        assert!(from("Origin: http://localhost:80").is_ok());
        assert!(from("Sec-Fetch-Site: same-origin").is_ok());
        for wrong in ["Origin: null", "Origin: http://evil", "Sec-Fetch-Site: cross-site"] {
            assert_eq!(from(wrong), Err(403), "{wrong}");
        }
    }
}
