//! The game as it stands between a person and the engine, and what is shown of it.

use super::error::TerminalPlayError;
use super::messages::Messages;
use super::{board, score_text};
use crate::engine::Engine;
use crate::go::{Action, Color, Game, PointSet, Rules};
use crate::protocol::ProtocolContext;
use crate::records::record::Language;

/// Who sits where, and how the game is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerOptions {
    /// The person's colour.
    pub person: Color,
    /// The name by which the rules of the game were asked for.
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
    /// The position that was last saved: its key and its turns.
    pub(super) saved: Option<(u64, usize)>,
}

/// How far the game is.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum GamePhase {
    /// Moves are played.
    Playing,
    /// Both have passed; these stones are taken for dead until the person agrees.
    Agreeing(PointSet),
    /// There is a result: somebody has resigned, or the game is counted without these stones.
    Over(PointSet),
}

/// What a command has to say, or why it was not obeyed.
pub(super) type Answer = Result<String, TerminalPlayError>;

impl PlaySession {
    /// A table with an engine whose game is ready to begin. The environment says which files may be
    /// written, and what day it is.
    pub fn new(engine: Engine, environment: ProtocolContext, seat: PlayerOptions) -> PlaySession {
        let PlayerOptions { person, rules, language, in_color } = seat;
        let words = Messages { language };
        let (stage, saved) = (GamePhase::Playing, None);
        PlaySession { engine, environment, person, words, rules, in_color, stage, saved }
    }

    /// The game.
    pub fn game(&self) -> &Game {
        self.engine.game()
    }

    pub(super) fn is_engines_turn(&self) -> bool {
        self.stage == GamePhase::Playing && self.game().to_play() != self.person
    }

    /// The first lines, with the board where the person begins.
    pub(super) fn welcome(&self) -> String {
        let game = self.game();
        let level = self.engine.settings().level;
        let rules = Rules::display_name(&self.rules).unwrap_or(&self.rules);
        let compensation = score_text::compensation(game, self.words);
        let welcome = self.words.welcome(game, [rules, &compensation], level, self.person);
        if self.is_engines_turn() { welcome } else { welcome + "\n" + &self.position() }
    }

    /// What the person is asked with.
    pub(super) fn prompt(&self) -> String {
        match self.stage {
            GamePhase::Over(_) => "> ".into(),
            _ => format!("{}> ", self.words.color(self.person)),
        }
    }

    /// The board under a line that tells the last move, whose turn it is and the prisoners, behind a blank line.
    pub(super) fn position(&self) -> String {
        let game = self.game();
        let dead = match self.stage {
            GamePhase::Agreeing(dead) => dead,
            _ => PointSet::EMPTY,
        };
        let drawing = board::draw(game.board(), game.last_points()[0], &dead, self.in_color);
        format!("\n{}\n{drawing}", self.words.headline(game))
    }

    /// The lines that tell the result of a game that is counted without these stones.
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
