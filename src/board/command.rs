//! Messages from the page.

use std::time::Duration;

use serde::Deserialize;

use super::error::BoardError;
use super::game_clock::ClockTerms;
use super::teaching::LevelLadder;
use crate::engine::{HumanProfile, Level, TimeControl};
use crate::go::{BoardSize, Color, Game, Komi, handicap};
use crate::protocol::{parse_number, rule_option};

/// A command of the page, as a JSON object whose field `do` is the name in kebab case.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum Command {
    /// Starts a new game.
    New { game: NewGame },
    /// Restores a game that the page has stored, after the program was started again.
    Restore { game: NewGame, record: String },
    /// Plays a move of the user.
    Play { cell: usize },
    /// Passes for the user.
    Pass,
    /// Resigns for the user.
    Resign,
    /// Goes back to the user's last turn.
    Undo,
    /// Lets the engine move for the player to move.
    EngineMove,
    /// Goes to a node of the record.
    Go { node: usize },
    /// Sets the comment of the current node.
    Comment { text: String },
    /// Toggles a chain between dead and alive.
    Dead { cell: usize },
    /// Ends the game with the score without the dead stones.
    Agree,
    /// Switches the analysis of the current position on or off.
    Analyze { on: bool },
    /// Analyses the current position once.
    Look,
    /// Accepts a move that lost much.
    Keep,
    /// Selects the user's colour.
    Side { person: Person },
    /// Reviews the main line.
    Review,
    /// Solves the problem in a region; without cells the group near the last move.
    Solve { cells: Vec<usize> },
    /// Opens a problem of the program's list.
    Problem { index: usize },
    /// Shows the answer of the problem.
    Answer,
}

impl Command {
    /// Parses a message.
    ///
    /// # Errors
    /// Returns [`BoardError::Message`] if it is not a command.
    pub(super) fn read(body: &[u8]) -> Result<Command, BoardError> {
        serde_json::from_slice(body).map_err(|error| BoardError::Message(error.to_string()))
    }
}

/// The user's side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Person {
    Black,
    White,
    /// The user plays both colours.
    Both,
}

impl Person {
    /// Returns the user's colour; `None` for both.
    pub(super) fn color(self) -> Option<Color> {
        match self {
            Person::Black => Some(Color::Black),
            Person::White => Some(Color::White),
            Person::Both => None,
        }
    }
}

/// The settings of a new game.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NewGame {
    /// Lines of the board, 2 to 25.
    pub(super) size: usize,
    /// Rules, such as `chinese` or `japanese`.
    pub(super) rules: String,
    /// Points; `None` for 7.5, or 0 with handicap stones.
    pub(super) komi: Option<f64>,
    /// Handicap stones, 0 or at least 2.
    pub(super) handicap: usize,
    pub(super) person: Person,
    /// A level, such as `12k` or `10`.
    pub(super) level: String,
    /// The human profile that the engine imitates, such as `rank_5k`; `None` for the engine's own style.
    #[serde(default)]
    pub(super) profile: Option<String>,
    /// The engine's time per move, 0.1 to 600 s.
    pub(super) seconds: f64,
    /// The loss in points that a teaching game points out; `None` for other games.
    pub(super) teaching: Option<f64>,
    /// The last results at this level, such as `WLW`, if the level follows the results.
    pub(super) results: Option<String>,
    /// The clocks; `None` for none.
    #[serde(default)]
    pub(super) clock: Option<ClockTerms>,
}

/// The checked settings of a game.
#[derive(Debug, Clone)]
pub(super) struct Terms {
    pub(super) game: Game,
    pub(super) rules: String,
    pub(super) person: Option<Color>,
    pub(super) level: Level,
    pub(super) profile: Option<HumanProfile>,
    pub(super) time: Duration,
    /// The limit of losses in a teaching game, in 1/100 point.
    pub(super) teaching: Option<i32>,
    pub(super) ladder: Option<LevelLadder>,
    pub(super) clock: Option<TimeControl>,
}

/// The default komi of an even game, in half points.
const KOMI: i32 = 15;

fn invalid(name: &'static str, value: impl ToString, accepted: impl Into<String>) -> BoardError {
    BoardError::Field(name, value.to_string(), accepted.into())
}

impl NewGame {
    /// Checks the settings, and creates the game.
    ///
    /// # Errors
    /// Returns [`BoardError::Field`] for the first invalid field.
    pub(super) fn terms(&self) -> Result<Terms, BoardError> {
        let level: Level = self.level.parse().map_err(|_| {
            invalid("level", &self.level, format!("1 to 10, 25k to {}", Level::HIGHEST_RANK))
        })?;
        let profile = self.profile.as_ref().map(|name| name.parse());
        let profile = profile.transpose().map_err(|_| {
            let accepted =
                "rank_20k to rank_9d, preaz_20k to preaz_9d, proyear_1800 to proyear_2023";
            let name: String = self.profile.iter().flat_map(|name| name.chars()).take(40).collect();
            invalid("profile", name, accepted)
        })?;
        let is_time = (0.1..=600.0).contains(&self.seconds);
        let time = is_time.then(|| Duration::from_secs_f64(self.seconds));
        let is_loss = |limit: &f64| (0.0..=100.0).contains(limit);
        let teaching = match self.teaching {
            Some(limit) if !is_loss(&limit) => return Err(invalid("teaching", limit, "0 to 100")),
            limit => limit.map(|limit| (limit * 100.0).round() as i32),
        };
        let results = self.results.as_deref();
        Ok(Terms {
            game: self.game()?,
            rules: self.rules.clone(),
            person: self.person.color(),
            level,
            profile,
            time: time.ok_or_else(|| invalid("seconds", self.seconds, "0.1 to 600"))?,
            teaching: teaching.filter(|_| self.person != Person::Both),
            ladder: results.map(|results| LevelLadder::new(level, results)),
            clock: self.clock.map(ClockTerms::control).transpose()?,
        })
    }

    /// Returns the game at its start.
    fn game(&self) -> Result<Game, BoardError> {
        let size = BoardSize::new(self.size);
        let size = size.ok_or_else(|| invalid("size", self.size, "2 to 25"))?;
        let default = Komi::from_half_points(if self.handicap == 0 { KOMI } else { 0 });
        let komi = match self.komi {
            Some(points) => parse_number::komi(points)
                .map_err(|_| invalid("komi", points, "a multiple of 0.5 from -1000 to 1000"))?,
            None => default.unwrap_or_default(),
        };
        let rules = rule_option::rules(&self.rules, komi)
            .map_err(|error| invalid("rules", &self.rules, error.to_string()))?;
        if self.handicap == 0 {
            return Ok(Game::new(size, rules));
        }
        let most = size.area() / 2;
        let stones = handicap::free(size, self.handicap)
            .ok_or_else(|| invalid("handicap", self.handicap, format!("0, or 2 to {most}")))?;
        let stones: Vec<_> = stones.into_iter().map(|point| (Color::Black, point)).collect();
        Game::setup(size, rules, &stones, Color::White)
            .map_err(|error| invalid("handicap", self.handicap, error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = r#"{"size":9,"rules":"chinese","komi":null,"handicap":0,"person":"black",
        "level":"12k","seconds":1,"teaching":null,"results":null}"#;

    fn field(change: (&str, &str)) -> Result<Terms, BoardError> {
        let changed = GAME.replace(change.0, change.1);
        assert!(changed != GAME || change.0 == change.1);
        serde_json::from_str::<NewGame>(&changed).expect("a message").terms()
    }

    #[test]
    fn terms_follow_message() {
        let terms = field((GAME, GAME)).expect("valid");
        let komi = |terms: &Terms| terms.game.rules().komi.half_points();
        assert_eq!((terms.game.size().lines(), komi(&terms)), (9, 15));
        assert_eq!((terms.person, terms.level.rank()), (Some(Color::Black), Some("12k".into())));
        let given = field(("\"handicap\":0", "\"handicap\":3")).expect("valid");
        assert_eq!((given.game.handicap(), komi(&given)), (3, 0));
        assert_eq!(given.game.to_play(), Color::White);
        let taught = field(("\"teaching\":null", "\"teaching\":2.5")).expect("valid");
        assert_eq!(taught.teaching, Some(250));
    }

    #[test]
    fn invalid_field_is_named() {
        for (name, change) in [
            ("size", ("\"size\":9", "\"size\":26")),
            ("komi", ("\"komi\":null", "\"komi\":0.3")),
            ("rules", ("chinese", "klingon")),
            ("handicap", ("\"handicap\":0", "\"handicap\":1")),
            ("level", ("12k", "99k")),
            ("seconds", ("\"seconds\":1", "\"seconds\":0")),
            ("teaching", ("\"teaching\":null", "\"teaching\":-1")),
        ] {
            let error = field(change).expect_err(name);
            assert!(matches!(error, BoardError::Field(named, ..) if named == name), "{error:?}");
        }
    }

    #[test]
    fn unknown_message_is_rejected() {
        assert_eq!(Command::read(br#"{"do":"play","cell":3}"#), Ok(Command::Play { cell: 3 }));
        assert_eq!(Command::read(br#"{"do":"engine-move"}"#), Ok(Command::EngineMove));
        for wrong in [
            "",
            "{}",
            r#"{"do":"fly"}"#,
            r#"{"do":"play"}"#,
            r#"{"do":"play","cell":-1}"#,
            r#"{"do":"play","cell":1,"x":2}"#,
            "[1]",
        ] {
            assert!(
                matches!(Command::read(wrong.as_bytes()), Err(BoardError::Message(_))),
                "{wrong}"
            );
        }
    }
}
