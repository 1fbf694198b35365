//! Conversion between a line of a record and a [`Game`] that can be continued.
//!
//! [`replay`](super::replay) plays moves that no ruleset allows; the game restarts from the position after such a move.
//! Boards that are not square or too large are rejected.

use super::replay::apply;
use super::takebacks::MoveHistory;
use super::{
    Event, NodeId, Outcome, Path, Point, Position, Record, RulesInfo, RulesName, Setup, Size,
    WinReason, rule_text,
};
use tianyuan_go::{Action, Color, Game, KoRule, Komi, Move, Rules, SetupError};

/// Reason why a line of a record cannot be converted to a game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotPlayableError {
    /// The board is not square, or its size is not 2 to 25 lines.
    #[error("board size {0} is not playable (square, 2 to 25 lines)")]
    Size(Size),
    /// Setup stones of the initial position have no liberties.
    #[error("invalid initial stones: {0}")]
    Setup(SetupError),
    /// The line has more moves than [a game may have](Game::MOST_TURNS).
    #[error("more than {} moves", Game::MOST_TURNS)]
    TooLong,
    /// Setup stones at a later node have no liberties.
    #[error("invalid setup at node {0}: {1}")]
    SetupLater(Path, SetupError),
}

/// Names of rulesets in records that denote exactly these rules.
const NAMES: [&str; 4] = ["AGA", "New Zealand", "Tromp-Taylor", "Stone Scoring"];

impl RulesInfo {
    /// Returns the description of complete rules.
    pub fn of(rules: &Rules) -> RulesInfo {
        RulesInfo::describe(None, rules)
    }

    /// Returns the description of complete rules, under `name` if it denotes them. Several names may denote the same
    /// rules.
    pub fn describe(name: Option<RulesName>, rules: &Rules) -> RulesInfo {
        let own = [RulesName::Chinese, RulesName::Japanese].into_iter();
        let others = NAMES.into_iter().map(|name| RulesName::Other(name.into()));
        let ruling = |name| RulesInfo {
            scoring: Some(rules.scoring),
            komi: Some(rules.komi),
            name: Some(name),
            options: String::new(),
        };
        let mut named = name.into_iter().chain(own).chain(others).map(ruling);
        named.find(|ruling| ruling.named(rules.komi) == Some(*rules)).unwrap_or_else(|| RulesInfo {
            scoring: Some(rules.scoring),
            komi: Some(rules.komi),
            name: None,
            options: rule_text::words(rules),
        })
    }

    /// Updates this description to the rules in force. Values that agree with these rules are preserved, and values
    /// that are not stated remain unset. An unknown name is preserved together with the options.
    pub(super) fn continued(&self, rules: &Rules) -> RulesInfo {
        let komi = self.komi.map(|_| rules.komi);
        let scores_so = self.scoring.is_none_or(|scoring| scoring == rules.scoring);
        let in_force = RulesInfo { komi, ..RulesInfo::of(rules) };
        let means = |named: Option<Rules>| {
            named.map(|named| Rules {
                scoring: self.scoring.unwrap_or(named.scoring),
                ..rule_text::with(named, &self.options)
            })
        };
        match self.named(rules.komi) {
            None if self.name.is_none() && scores_so && means(Some(*rules)) == Some(*rules) => {
                RulesInfo { komi, ..self.clone() }
            }
            None if self.name.is_some() => {
                RulesInfo { name: self.name.clone(), options: rule_text::words(rules), ..in_force }
            }
            named if means(named) == Some(*rules) => RulesInfo { komi, ..self.clone() },
            _ => in_force,
        }
    }

    /// Returns the rules of the name, or the closest supported rules, if the name is known.
    fn named(&self, komi: Komi) -> Option<Rules> {
        let name = match self.name.as_ref()? {
            RulesName::Chinese => "chinese",
            RulesName::Japanese => "japanese",
            RulesName::Korean => "korean",
            RulesName::Other(name) => name,
        };
        Rules::nearest(name).map(|nearest| Rules { komi, ..nearest.rules })
    }
}

impl Record {
    /// Creates the record of a game: initial position, moves, rules and resignation.
    pub fn of(game: &Game) -> Record {
        Record::record_with_nodes(game).0
    }

    /// Creates the record of a game, and returns the node of each move as well.
    pub fn record_with_nodes(game: &Game) -> (Record, Vec<NodeId>) {
        let size = game.size();
        let lines = Size::new(size.lines(), size.lines()).expect("records have more lines");
        let mut record = Record::new(lines);
        record.info.rules = RulesInfo::of(game.rules());
        let mut start = game.clone();
        // A game stores its setup only as its first position.
        while start.undo().is_some() {}
        let tree = &mut record.tree;
        let mut last = tree.root();
        let stones = start.board().stones();
        let stones: Vec<_> =
            stones.map(|(color, point)| (Point::of(point, size), Some(color))).collect();
        if !stones.is_empty() {
            tree.node_mut(last).event = Event::Setup(Box::new(Setup::new(stones)));
        }
        if game.turns().is_empty() && game.to_play() == Color::White {
            tree.node_mut(last).notes_mut().to_play = Some(Color::White);
        }
        let mut nodes = Vec::with_capacity(game.turns().len());
        for turn in game.turns() {
            if let Action::Move(mv) = turn.action {
                let point = mv.point().map(|point| Point::of(point, size));
                last = tree.add(last, Event::Move { color: turn.color, point });
                nodes.push(last);
            }
        }
        record.info.result = game
            .resigned()
            .map(|loser| Outcome::Win { winner: !loser, by: WinReason::Resignation });
        (record, nodes)
    }

    /// Returns the game from the start to a node under the given rules, with takebacks resolved.
    /// [`Info::rules`](super::Info::rules) returns the record's own rules.
    ///
    /// Recorded moves are accepted even if the given rules forbid them. A move that is illegal under every ruleset of
    /// the engine, or stones set up during play, restart the game from the resulting position. The game then omits
    /// earlier turns.
    ///
    /// # Errors
    /// Returns [`NotPlayableError`] if the engine does not support the board, or setup stones have no liberties.
    ///
    /// # Panics
    /// Panics if the node does not belong to this record.
    pub fn game_to(&self, id: NodeId, rules: Rules) -> Result<Game, NotPlayableError> {
        let makers = MoveHistory::of(&self.tree).line_to(id);
        let mut game = self.game_along(&makers, rules)?;
        game.set_rules(rules);
        if let Some(color) = self.named_to_play(id, makers.last().copied()) {
            game.set_to_play(color);
        }
        Ok(game)
    }

    /// Returns the player to move at a node, as set by the node or by preceding nodes without a move.
    fn named_to_play(&self, id: NodeId, maker: Option<NodeId>) -> Option<Color> {
        let mut at = id;
        loop {
            let node = self.tree.node(at);
            if node.notes().to_play.is_some() {
                return node.notes().to_play;
            }
            // A player set before a takeback does not apply after it.
            let goes_on = Some(at) != maker && !matches!(node.event, Event::Takeback(_));
            at = self.tree.parent(at).filter(|_| goes_on)?;
        }
    }

    /// Returns the game along the nodes of a line from the root, with the most lenient ko and suicide rules.
    pub fn game_along(&self, line: &[NodeId], rules: Rules) -> Result<Game, NotPlayableError> {
        let mut replay = Replay::of(self, rules)?;
        line.iter().try_for_each(|&maker| replay.replay_node(maker))?;
        replay.advance_game(None)?;
        Ok(replay.game)
    }

    /// Returns the nodes of a line after which the game starts or restarts, as far as it can be played.
    pub(super) fn starts_along(&self, line: &[NodeId], rules: Rules) -> Vec<NodeId> {
        let Ok(mut replay) = Replay::of(self, rules) else { return Vec::new() };
        let played = line.iter().try_for_each(|&maker| replay.replay_node(maker));
        let _ = played.and_then(|()| replay.advance_game(None));
        replay.starts
    }

    /// Returns the rules that the record states; `otherwise` supplies those that it does not state.
    pub fn rules(&self, otherwise: Rules) -> Rules {
        let ruling = &self.info.rules;
        let komi = ruling.komi.unwrap_or(otherwise.komi);
        let rules = ruling.named(komi).unwrap_or(Rules { komi, ..otherwise });
        let rules = rule_text::with(rules, &ruling.options);
        Rules { scoring: ruling.scoring.unwrap_or(rules.scoring), ..rules }
    }

    /// Returns the player who starts: the one who makes the first move, else the one that the record names, else
    /// White after a handicap.
    fn to_play_at_start(&self, first: Option<Color>) -> Color {
        let notes = self.tree.node(self.tree.root()).notes();
        let named = first.or(notes.to_play).or(notes.problem);
        let after_handicap = self.handicap().is_some_and(|stones| stones > 1);
        named.unwrap_or(if after_handicap { Color::White } else { Color::Black })
    }
}

/// Replay of a record along a line, which advances the game as far as possible.
struct Replay<'r> {
    record: &'r Record,
    game: Game,
    position: Position,
    /// The node with the current position if the game has not caught up with it. Several nodes may set up stones, so
    /// their liberties are checked only when play resumes.
    behind: Option<NodeId>,
    /// The player of the last move.
    last: Option<Color>,
    /// The nodes after which the game started or restarted.
    starts: Vec<NodeId>,
}

impl Replay<'_> {
    fn of(record: &Record, rules: Rules) -> Result<Replay<'_>, NotPlayableError> {
        let size = record.size.playable().ok_or(NotPlayableError::Size(record.size))?;
        // Recorded moves were legal under the rules of the time, so the most lenient rules apply.
        let lenient = Rules { ko: KoRule::Simple, multi_stone_suicide: true, ..rules };
        let behind = Some(record.tree.root());
        let (game, position) = (Game::new(size, lenient), Position::new(record.size));
        Ok(Replay { record, game, position, behind, last: None, starts: Vec::new() })
    }

    fn replay_node(&mut self, maker: NodeId) -> Result<(), NotPlayableError> {
        let event = &self.record.tree.node(maker).event;
        match event {
            &Event::Move { color, point } => self.play(maker, color, point)?,
            Event::Setup(setup) if !setup.points().is_empty() => self.behind = Some(maker),
            _ => {}
        }
        apply(event, &mut self.position);
        Ok(())
    }

    fn play(
        &mut self,
        maker: NodeId,
        color: Color,
        at: Option<Point>,
    ) -> Result<(), NotPlayableError> {
        let is_free = at.is_none_or(|point| self.position.color_at(point).is_none());
        // A game that restarts after this move does not need the preceding position.
        if is_free || self.last.is_none() {
            self.advance_game(Some(color))?;
        }
        if self.game.turns().len() == Game::MOST_TURNS {
            return Err(NotPlayableError::TooLong);
        }
        let mv = at.map_or(Move::Pass, |point| Move::Play(point.on(self.game.size())));
        if !is_free || self.game.play(color, mv).is_err() {
            self.behind = Some(maker);
        }
        self.last = Some(color);
        Ok(())
    }

    /// Advances the game to the current position, with the next player to move if known.
    fn advance_game(&mut self, next: Option<Color>) -> Result<(), NotPlayableError> {
        let Some(node) = self.behind.take() else { return Ok(()) };
        let (record, size) = (self.record, self.game.size());
        let stones: Vec<(Color, tianyuan_go::Point)> =
            self.position.stones().map(|(point, color)| (color, point.on(size))).collect();
        let begun = match self.last {
            None => {
                let to_play = record.to_play_at_start(next);
                Game::setup(size, *self.game.rules(), &stones, to_play)
            }
            Some(last) => {
                let to_play = next.or(record.tree.node(node).notes().to_play).unwrap_or(!last);
                let lost = Color::BOTH.map(|color| self.position.captured(color) as usize);
                self.game.with_stones(&stones, to_play, lost)
            }
        };
        self.game = begun.map_err(|why| match node == record.tree.root() {
            true => NotPlayableError::Setup(why),
            false => NotPlayableError::SetupLater(Path::to(node, &record.tree), why),
        })?;
        self.starts.push(node);
        Ok(())
    }
}
