//! A game in progress: its record, and the engine's evaluations before its moves.
//!
//! Observing causes no searches, so the engine plays the same moves as without it.

use super::request::Request;
use super::response::Response;
use super::server::{Handler, Server, new_nonce};
use crate::engine::{Engine, Uncounted};
use crate::nn::Nets;
use crate::records::record::{Outcome, Record};
use crate::review::{Service, ShownEvaluation, live_page, render_served_page};
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A game in progress.
#[derive(Debug)]
pub struct LiveGame(Mutex<State>);

#[derive(Debug)]
struct State {
    /// Identifies the state of the game: position keys, length, and komi in half points.
    mark: Mark,
    seen: Seen,
}

type Mark = (u64, u64, usize, i32);

/// A version of the game.
#[derive(Debug, Clone)]
pub(super) struct Seen {
    /// The number of the version.
    pub(super) version: u64,
    pub(super) record: Record,
    /// The game, if it is over and not yet scored.
    pub(super) uncounted: Option<Uncounted>,
    pub(super) thoughts: Vec<ShownEvaluation>,
    pub(super) nets: Nets,
}

impl LiveGame {
    /// Creates the live game of an engine.
    pub fn new(engine: &Engine) -> LiveGame {
        let (record, uncounted) = engine.record_at_once();
        let seen = Seen {
            version: 0,
            record,
            uncounted,
            thoughts: Vec::new(),
            nets: engine.settings().nets.clone(),
        };
        LiveGame(Mutex::new(State { mark: mark(engine), seen }))
    }

    /// Copies changes from an engine.
    pub fn observe(&self, engine: &Engine) {
        let new = mark(engine);
        let mut state = self.state();
        if state.mark == new {
            return;
        }
        let turns = engine.game().turns().len();
        let State { mark, seen } = &mut *state;
        let is_same_game = (mark.0, mark.3) == (new.0, new.3);
        seen.thoughts.retain(|thought| is_same_game && thought.turn < turns.min(mark.2));
        if let Some(thought) = turns.checked_sub(1).and_then(|turn| thought(engine, turn)) {
            seen.thoughts.retain(|known| known.turn < thought.turn);
            seen.thoughts.push(thought);
        }
        (seen.record, seen.uncounted) = engine.record_at_once();
        seen.version += 1;
        *mark = new;
    }

    /// Returns the number of the current version.
    pub(super) fn version(&self) -> u64 {
        self.state().seen.version
    }

    /// Returns the current version. Finished games are scored here, not by the thread that plays.
    pub(super) fn seen(&self) -> Seen {
        let mut seen = self.state().seen.clone();
        if let Some(uncounted) = seen.uncounted.take() {
            let outcome = uncounted.outcome();
            seen.record.info.result = Some(outcome);
            self.store_score(seen.version, outcome);
        }
        seen
    }

    /// Stores the score of a version.
    fn store_score(&self, version: u64, outcome: Outcome) {
        let seen = &mut self.state().seen;
        if seen.version == version {
            seen.record.info.result = Some(outcome);
            seen.uncounted = None;
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn mark(engine: &Engine) -> Mark {
    let game = engine.game();
    (game.start_key(), game.key(), game.turns().len(), game.rules().komi.half_points())
}

/// Returns the engine's evaluation before the last turn, if the engine chose it.
fn thought(engine: &Engine, turn: usize) -> Option<ShownEvaluation> {
    let winrate = engine.last_winrate().filter(|_| engine.chose_last_move())?;
    let (score, playouts) = (engine.last_score_lead().unwrap_or(0.0), engine.last_playouts());
    Some(ShownEvaluation { turn, winrate, score, playouts })
}

struct LiveSite(Arc<LiveGame>);

/// Serves the page of a game on a port of localhost until the program exits; port 0 selects a free port. Returns the
/// address.
///
/// # Errors
/// Returns an error if the port is unavailable.
pub fn serve_live(port: u16, game: &Arc<LiveGame>) -> io::Result<String> {
    let server = Server::open(port)?;
    let address = server.address();
    server.start(Arc::new(LiveSite(game.clone())));
    Ok(address)
}

impl Handler for LiveSite {
    fn answer(&self, path: &str, request: &Request) -> Response {
        match (&*request.method, path) {
            ("GET", "") => self.page(),
            ("GET", "version") => {
                let body = format!(r#"{{"version":{}}}"#, self.0.version());
                Response::json(200, body.into_bytes())
            }
            ("GET" | "POST", _) => Response::error(404, "not found"),
            _ => Response::error(405, "read-only page"),
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
        match render_served_page(&String::from_utf8_lossy(&page), Service::Live(version), &nonce) {
            Ok(page) => Response::page(page.into_bytes(), &nonce),
            Err(error) => Response::error(404, &error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Settings;
    use crate::go::{BoardSize, Color, Move, Rules};

    #[test]
    fn finished_game_is_scored_for_page() {
        let settings = Settings { seed: Some(1), memory: 16, ..Settings::default() };
        let size = BoardSize::new(9).expect("a size");
        let mut engine = Engine::new(settings, size, Rules::CHINESE);
        let game = LiveGame::new(&engine);
        engine.play(Color::Black, Move::Play(size.point(4, 4))).expect("it is empty");
        for color in [Color::White, Color::Black] {
            engine.play(color, Move::Pass).expect("a pass is legal");
        }
        game.observe(&engine);
        let at_once = game.state().seen.clone();
        assert!(at_once.record.info.result.is_none() && at_once.uncounted.is_some());
        assert_eq!(game.seen().record.info.result, engine.record().info.result);
        let kept = game.state().seen.clone();
        assert!(kept.record.info.result.is_some() && kept.uncounted.is_none());
    }

    #[test]
    fn live_game_follows_moves_and_takebacks() {
        let size = BoardSize::new(9).expect("a size");
        let settings =
            Settings { playouts: Some(30), seed: Some(1), memory: 16, ..Settings::default() };
        let mut engine = Engine::new(settings, size, Rules::CHINESE);
        let game = LiveGame::new(&engine);
        game.observe(&engine);
        assert_eq!(game.version(), 0, "nothing has changed");
        engine.play(Color::Black, Move::Play(size.point(4, 4))).expect("it is empty");
        game.observe(&engine);
        assert_eq!((game.version(), game.seen().thoughts.len()), (1, 0));
        engine.genmove(Color::White, &mut || false);
        game.observe(&engine);
        game.observe(&engine);
        let Seen { version, record, thoughts, .. } = game.seen();
        assert_eq!((version, thoughts.len(), thoughts[0].turn), (2, 1, 1));
        assert_eq!(record.tree.main_line(record.tree.root()).count(), 3);
        engine.undo(1).expect("there is a move");
        game.observe(&engine);
        assert_eq!((game.version(), game.seen().thoughts.len()), (3, 0));
    }
}
