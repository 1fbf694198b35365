//! A line of a record as a [`Game`] that can be continued.
//!
//! [`replay`](super::replay) plays what no rules allow; a game begins anew after that. Boards that are
//! not square or too large are refused.

use super::replay::apply;
use super::takebacks::MoveHistory;
use super::{
    Event, NodeId, Outcome, Path, Point, Position, Record, RulesInfo, RulesName, Setup, Size,
    WinReason, rule_text,
};
use tianyuan_go::{Action, Color, Game, KoRule, Komi, Move, Rules, SetupError};

/// Why a line of a record is not a game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotPlayableError {
    /// The board is not square, or not of 2 to 25 lines.
    #[error("a board of {0} cannot be played on: square ones of 2 to 25 lines can")]
    Size(Size),
    /// Stones at the start have no liberties.
    #[error("the stones at the start cannot stand: {0}")]
    Setup(SetupError),
    /// The line has more moves than [a game may have](Game::MOST_TURNS).
    #[error("it has more than {} moves", Game::MOST_TURNS)]
    TooLong,
    /// Stones at a later node have no liberties.
    #[error("the stones at node {0} cannot stand: {1}")]
    SetupLater(Path, SetupError),
}

/// The names of rules in records, for rules that are exactly these.
const NAMES: [&str; 4] = ["AGA", "New Zealand", "Tromp-Taylor", "Stone Scoring"];

impl RulesInfo {
    /// The description of complete rules.
    pub fn of(rules: &Rules) -> RulesInfo {
        RulesInfo::describe(None, rules)
    }

    /// The description of complete rules, by the name that is given if that means them: two names
    /// may mean the same rules.
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

    /// The description of rules in force. What this one says stays if it means these rules, and what
    /// it does not say stays unsaid. An unknown name stays too, beside the options.
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

    /// The rules of the name or the nearest to them, if it is known.
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
    /// The record of a game: its start, its moves, its rules, and who resigned.
    pub fn of(game: &Game) -> Record {
        Record::record_with_nodes(game).0
    }

    /// The record of a game, with the node of each move.
    pub fn record_with_nodes(game: &Game) -> (Record, Vec<NodeId>) {
        let size = game.size();
        let lines = Size::new(size.lines(), size.lines()).expect("records have more lines");
        let mut record = Record::new(lines);
        record.info.rules = RulesInfo::of(game.rules());
        let mut start = game.clone();
        // The setup of a game is kept only as its first position.
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

    /// The game from the start to a node, under rules that are given; the record's own are
    /// [`Info::rules`](super::Info::rules). Takebacks are resolved.
    ///
    /// What is recorded was allowed then, whatever would forbid it here: a move that no rules of the
    /// engine allow, or stones that are set up when the game is under way, begin it anew with the
    /// position that they lead to. The turns before are not in the game then.
    ///
    /// # Errors
    /// Where the engine has no such board, or stones cannot stand on it.
    ///
    /// # Panics
    /// Where the node is not of this record.
    pub fn game_to(&self, id: NodeId, rules: Rules) -> Result<Game, NotPlayableError> {
        let makers = MoveHistory::of(&self.tree).line_to(id);
        let mut game = self.game_along(&makers, rules)?;
        game.set_rules(rules);
        if let Some(color) = self.named_to_play(id, makers.last().copied()) {
            game.set_to_play(color);
        }
        Ok(game)
    }

    /// Who is to play at a node, as it or those without moves above it name the colour.
    fn named_to_play(&self, id: NodeId, maker: Option<NodeId>) -> Option<Color> {
        let mut at = id;
        loop {
            let node = self.tree.node(at);
            if node.notes().to_play.is_some() {
                return node.notes().to_play;
            }
            // What was named before a takeback is not what is named here.
            let goes_on = Some(at) != maker && !matches!(node.event, Event::Takeback(_));
            at = self.tree.parent(at).filter(|_| goes_on)?;
        }
    }

    /// The game along the makers of a position from the root on, under the most lenient ko rule and
    /// the most lenient rule of suicide.
    pub fn game_along(&self, line: &[NodeId], rules: Rules) -> Result<Game, NotPlayableError> {
        let mut replay = Replay::of(self, rules)?;
        line.iter().try_for_each(|&maker| replay.go_on(maker))?;
        replay.catch_up(None)?;
        Ok(replay.game)
    }

    /// The nodes of a line of makers after which the game along it begins or begins anew, as far as
    /// it can be played.
    pub(super) fn starts_along(&self, line: &[NodeId], rules: Rules) -> Vec<NodeId> {
        let Ok(mut replay) = Replay::of(self, rules) else { return Vec::new() };
        let played = line.iter().try_for_each(|&maker| replay.go_on(maker));
        let _ = played.and_then(|()| replay.catch_up(None));
        replay.starts
    }

    /// The rules that it names, with others for what it does not say.
    pub fn rules(&self, otherwise: Rules) -> Rules {
        let ruling = &self.info.rules;
        let komi = ruling.komi.unwrap_or(otherwise.komi);
        let rules = ruling.named(komi).unwrap_or(Rules { komi, ..otherwise });
        let rules = rule_text::with(rules, &ruling.options);
        Rules { scoring: ruling.scoring.unwrap_or(rules.scoring), ..rules }
    }

    /// Who begins: whoever does, else whom the record names, else White after a handicap.
    fn to_play_at_start(&self, first: Option<Color>) -> Color {
        let notes = self.tree.node(self.tree.root()).notes();
        let named = first.or(notes.to_play).or(notes.problem);
        let after_handicap = self.handicap().is_some_and(|stones| stones > 1);
        named.unwrap_or(if after_handicap { Color::White } else { Color::Black })
    }
}

/// A record played along a line, with a game that follows as far as it can.
struct Replay<'r> {
    record: &'r Record,
    game: Game,
    position: Position,
    /// The node that made the position, where the game does not have that yet: stones may be set up
    /// by several nodes, and need to stand only when play goes on.
    behind: Option<NodeId>,
    /// The colour that moved last.
    last: Option<Color>,
    /// The nodes after which the game began, and began anew.
    starts: Vec<NodeId>,
}

impl Replay<'_> {
    fn of(record: &Record, rules: Rules) -> Result<Replay<'_>, NotPlayableError> {
        let size = record.size.playable().ok_or(NotPlayableError::Size(record.size))?;
        // Moves of the record were allowed by the rules of their time, whatever these rules say.
        let lenient = Rules { ko: KoRule::Simple, multi_stone_suicide: true, ..rules };
        let behind = Some(record.tree.root());
        let (game, position) = (Game::new(size, lenient), Position::new(record.size));
        Ok(Replay { record, game, position, behind, last: None, starts: Vec::new() })
    }

    fn go_on(&mut self, maker: NodeId) -> Result<(), NotPlayableError> {
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
        // A game that begins anew after this move need not be given the position before it.
        if is_free || self.last.is_none() {
            self.catch_up(Some(color))?;
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

    /// Gives the game the position, with whoever plays next where that is known.
    fn catch_up(&mut self, next: Option<Color>) -> Result<(), NotPlayableError> {
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
