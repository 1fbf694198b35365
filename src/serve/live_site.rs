//! The page of a game that is being played. It is made anew whenever a browser asks for it.

use std::io;
use std::sync::Arc;

use super::live_game::{LiveGame, Seen};
use super::request::Request;
use super::response::Response;
use super::server::{Server, Site, new_nonce};
use crate::review::{Service, live_page, served};

struct LiveSite(Arc<LiveGame>);

/// Serves the page of a game from now on, until the program ends: on a port of this machine, or any that is free
/// where it is 0. Answers its address.
///
/// # Errors
/// Where the port cannot be used.
pub fn serve_live(port: u16, game: &Arc<LiveGame>) -> io::Result<String> {
    let server = Server::open(port)?;
    let address = server.address();
    server.start(Arc::new(LiveSite(game.clone())));
    Ok(address)
}

impl Site for LiveSite {
    fn answer(&self, path: &str, request: &Request) -> Response {
        match (&*request.method, path) {
            ("GET", "") => self.page(),
            ("GET", "version") => {
                let body = format!(r#"{{"version":{}}}"#, self.0.version());
                Response::json(200, body.into_bytes())
            }
            ("GET" | "POST", _) => Response::error(404, "there is nothing here"),
            _ => Response::error(405, "this is only looked at"),
        }
    }
}

impl LiveSite {
    fn page(&self) -> Response {
        let Seen { version, record, thoughts, nets, .. } = self.0.seen();
        let page = match live_page(record, &thoughts, &nets) {
            Ok(page) => page,
            Err(error) => return Response::error(404, &error.to_string()),
        };
        let nonce = new_nonce();
        match served(&String::from_utf8_lossy(&page), Service::Live(version), &nonce) {
            Ok(page) => Response::page(page.into_bytes(), &nonce),
            Err(error) => Response::error(404, &error.to_string()),
        }
    }
}
