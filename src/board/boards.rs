//! The sessions of all pages, within a limit.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::command::{NewGame, Person};
use super::error::BoardError;
use super::game_tree::GameTree;
use super::perform::read_record;
use super::problem_set::ProblemSet;
use super::session::BoardSession;
use crate::engine::Settings;
use crate::go::BoardSize;

/// The maximum number of sessions.
const MOST_SESSIONS: usize = 8;

/// How long a session without a page is preserved if another page needs its place.
const PATIENCE: Duration = Duration::from_secs(60);

/// Options of all sessions.
#[derive(Debug, Clone)]
pub struct BoardOptions {
    /// The settings of the engines.
    settings: Settings,
    /// The record that new pages open.
    file: Option<Vec<u8>>,
    /// The board size of the first game, 2 to 25 lines.
    size: usize,
    /// The problems of all pages.
    problems: Arc<ProblemSet>,
}

impl BoardOptions {
    /// Returns options without a record.
    pub fn new(settings: Settings, size: BoardSize) -> BoardOptions {
        BoardOptions { settings, file: None, size: size.lines(), problems: Arc::default() }
    }

    /// Sets the problems of all pages.
    pub fn set_problems(&mut self, problems: ProblemSet) {
        self.problems = Arc::new(problems);
    }

    /// Sets the file that new pages open.
    ///
    /// # Errors
    /// Returns [`BoardError`] if it contains no record of a supported game. The options are unchanged then.
    pub fn open(&mut self, file: Vec<u8>) -> Result<(), BoardError> {
        GameTree::open(read_record(&file)?, false)?;
        self.file = Some(file);
        Ok(())
    }
}

/// The sessions of all pages.
#[derive(Debug)]
pub struct Boards {
    options: BoardOptions,
    sessions: Mutex<BTreeMap<String, Arc<BoardSession>>>,
}

impl Boards {
    /// Creates an empty set of sessions.
    pub fn new(options: BoardOptions) -> Boards {
        Boards { options, sessions: Mutex::default() }
    }

    /// Returns the board size of the first game in lines.
    pub fn size(&self) -> usize {
        self.options.size
    }

    /// Returns the settings of the engines.
    pub fn settings(&self) -> &Settings {
        &self.options.settings
    }

    /// Returns the problems.
    pub fn problems(&self) -> &ProblemSet {
        &self.options.problems
    }

    /// Starts a session. Returns its identifier. A session whose page has not polled for a minute makes room for it.
    ///
    /// # Errors
    /// Returns [`BoardError`] if all sessions are in use, or the file of the options has no supported game.
    pub fn start(&self) -> Result<String, BoardError> {
        let mut sessions = self.lock();
        if sessions.len() >= MOST_SESSIONS {
            let idlest = sessions.iter().max_by_key(|(_, session)| session.idle());
            let idlest = idlest.filter(|(_, session)| session.idle() > PATIENCE);
            let id = idlest.map(|(id, _)| id.clone());
            sessions.remove(&id.ok_or(BoardError::TooManyBoards(MOST_SESSIONS))?);
        }
        let terms = self.first_game().terms()?;
        let session = BoardSession::start(
            self.options.settings.clone(),
            terms,
            self.options.problems.clone(),
        );
        if let Some(file) = &self.options.file {
            session.open(file)?;
        }
        let id = format!("{:016x}", rand::random::<u64>());
        sessions.insert(id.clone(), Arc::new(session));
        Ok(id)
    }

    /// Returns the session with an identifier.
    pub fn find(&self, id: &str) -> Option<Arc<BoardSession>> {
        self.lock().get(id).cloned()
    }

    /// Returns the game of a page before its user starts one: both colours are played by the user.
    fn first_game(&self) -> NewGame {
        NewGame {
            size: self.options.size,
            rules: "chinese".into(),
            komi: None,
            handicap: 0,
            person: Person::Both,
            level: "10".into(),
            profile: None,
            seconds: self.options.settings.move_time.as_secs_f64().clamp(0.1, 600.0),
            teaching: None,
            results: None,
            clock: None,
        }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Arc<BoardSession>>> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
