//! The state of a game between the user and the engine.

use super::error::TerminalPlayError;
use super::messages::Messages;
use super::{board, score_text};
use crate::engine::Engine;
use crate::go::{Action, Color, Game, PointSet, Rules};
use crate::protocol::ProtocolContext;
use crate::records::record::Language;

/// Options of the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerOptions {
    /// The user's colour.
    pub person: Color,
    /// The name of the rules as the user specified it.
    pub rules: String,
    /// The language of all texts.
    pub language: Language,
    /// Whether the board is drawn in colour.
    pub in_color: bool,
}

/// A game between a person and the engine.
#[derive(Debug)]
pub struct PlaySession {
    pub(super) engine: Engine,
    pub(super) environment: ProtocolContext,
    pub(super) person: Color,
    pub(super) words: Messages,
    rules: String,
    in_color: bool,
    pub(super) stage: GamePhase,
    /// The last saved position: its key and number of turns.
    pub(super) saved: Option<(u64, usize)>,
}

/// The phase of the game.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum GamePhase {
    /// Moves are being played.
    Playing,
    /// Both players have passed; the marked dead stones await confirmation.
    Agreeing(PointSet),
    /// The game is over by resignation, or was scored without these stones.
    Over(PointSet),
}

/// The output of a command, or its error.
pub(super) type Answer = Result<String, TerminalPlayError>;

impl PlaySession {
    /// Creates a session for an engine with a new game. The context provides file access and the date.
    pub fn new(engine: Engine, environment: ProtocolContext, seat: PlayerOptions) -> PlaySession {
        let PlayerOptions { person, rules, language, in_color } = seat;
        let words = Messages { language };
        let (stage, saved) = (GamePhase::Playing, None);
        PlaySession { engine, environment, person, words, rules, in_color, stage, saved }
    }

    /// Returns the game.
    pub fn game(&self) -> &Game {
        self.engine.game()
    }

    pub(super) fn is_engines_turn(&self) -> bool {
        self.stage == GamePhase::Playing && self.game().to_play() != self.person
    }

    /// Returns the introduction, with the board if the user moves first.
    pub(super) fn welcome(&self) -> String {
        let game = self.game();
        let level = self.engine.settings().level;
        let rules = Rules::display_name(&self.rules).unwrap_or(&self.rules);
        let compensation = score_text::compensation(game, self.words);
        let welcome = self.words.welcome(game, [rules, &compensation], level, self.person);
        if self.is_engines_turn() { welcome } else { welcome + "\n" + &self.position() }
    }

    /// Returns the prompt.
    pub(super) fn prompt(&self) -> String {
        match self.stage {
            GamePhase::Over(_) => "> ".into(),
            _ => format!("{}> ", self.words.color(self.person)),
        }
    }

    /// Returns the board under a line with the last move, the player to move and the prisoners, after a blank line.
    pub(super) fn position(&self) -> String {
        let game = self.game();
        let dead = match self.stage {
            GamePhase::Agreeing(dead) => dead,
            _ => PointSet::EMPTY,
        };
        let drawing = board::draw(game.board(), game.last_points()[0], &dead, self.in_color);
        format!("\n{}\n{drawing}", self.words.headline(game))
    }

    /// Returns the result of a game that was scored without these stones.
    pub(super) fn result(&self, dead: &PointSet) -> String {
        let game = self.game();
        let mut lines = match game.resigned() {
            Some(loser) => vec![self.words.turn(game, loser, Action::Resign)],
            None => score_text::lines(game, dead, self.words),
        };
        lines.push(self.words.end());
        lines.join("\n")
    }
}
