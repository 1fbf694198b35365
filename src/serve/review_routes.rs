//! Serves the pages of a review folder, with live analysis.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::analysis_routes::{self, is_analysis};
use super::position_analyzer::PositionAnalyzer;
use super::request::Request;
use super::response::Response;
use super::server::{Handler, Server, new_nonce};
use crate::analysis::Options;
use crate::job_error::JobError;
use crate::records::storage::Storage;
use crate::review::{Service, render_served_page};

/// The start page.
const INDEX: &str = "index.html";

/// The maximum size of a page in bytes.
const MOST_PAGE: usize = 64 << 20;

/// The pages and the analyzer.
struct ReviewSite {
    folder: PathBuf,
    /// The page names; no other file of the folder is served.
    pages: Vec<String>,
    analyst: PositionAnalyzer,
}

/// Serves the pages of a folder on a port of localhost until the program exits; port 0 selects a free port. Returns
/// the address of the start page. `options` apply to the analysis.
///
/// # Errors
/// Returns [`JobError`] if the folder has no pages, or the port is unavailable.
pub fn serve_review(port: u16, folder: &Path, options: Options) -> Result<String, JobError> {
    let pages = pages(folder).map_err(JobError::file(folder))?;
    if pages.is_empty() {
        let reason = format!("{}: no pages to serve", folder.display());
        return Err(JobError::Input(reason));
    }
    let server = Server::open(port).map_err(JobError::io(format!("port {port}")))?;
    let address = server.address();
    let analyst = PositionAnalyzer::start(options);
    server.start(Arc::new(ReviewSite { folder: folder.into(), pages, analyst }));
    Ok(address)
}

/// Returns the page names of a folder, the index first.
fn pages(folder: &Path) -> std::io::Result<Vec<String>> {
    let entries = folder.read_dir()?.collect::<Result<Vec<_>, _>>()?;
    let names = entries.into_iter().filter_map(|entry| entry.file_name().into_string().ok());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".html")).collect();
    names.sort_by_key(|name| (name != INDEX, name.clone()));
    Ok(names)
}

impl Handler for ReviewSite {
    fn answer(&self, path: &str, request: &Request) -> Response {
        match (&*request.method, path) {
            (method, path) if is_analysis(method, path) => {
                analysis_routes::answer(&self.analyst, path, &request.body)
            }
            ("GET", "") => self.page(&self.pages[0]),
            ("GET", path) => self.named(path),
            ("POST", _) => Response::error(404, "not found"),
            _ => Response::error(405, "method not allowed"),
        }
    }
}

impl ReviewSite {
    fn named(&self, path: &str) -> Response {
        let name = decoded(path);
        match self.pages.iter().find(|page| Some(page.as_str()) == name.as_deref()) {
            Some(page) => self.page(page),
            None => Response::error(404, "not found"),
        }
    }

    /// Returns a page as it is on the disk now.
    fn page(&self, name: &str) -> Response {
        let bytes = match Storage::default().read(&self.folder.join(name), MOST_PAGE) {
            Ok(bytes) => bytes,
            Err(error) => return Response::error(404, &error.to_string()),
        };
        let nonce = new_nonce();
        match render_served_page(&String::from_utf8_lossy(&bytes), Service::Trying, &nonce) {
            Ok(page) => Response::page(page.into_bytes(), &nonce),
            Err(error) => Response::error(404, &error.to_string()),
        }
    }
}

/// Decodes a percent-encoded name; `None` if it is malformed.
fn decoded(path: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut parts = path.split('%');
    bytes.extend_from_slice(parts.next().unwrap_or_default().as_bytes());
    for part in parts {
        let (digits, rest) = part.split_at_checked(2)?;
        bytes.push(u8::from_str_radix(digits, 16).ok().filter(|_| !digits.contains('+'))?);
        bytes.extend_from_slice(rest.as_bytes());
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decoded_decodes_percent_escapes_once() {
        let name = decoded("%E5%AF%B9%e5%b1%80%20a.html");
        assert_eq!(name.as_deref(), Some("对局 a.html"));
        assert_eq!(decoded("%2e%2e%2Fa").as_deref(), Some("../a"));
        assert_eq!(decoded("%252e").as_deref(), Some("%2e"));
        for wrong in ["%", "%1", "%zz", "%ff"] {
            assert_eq!(decoded(wrong), None, "{wrong}");
        }
    }
}
