//! Conversion between the engine's game and game records.
//!
//! Independent of file formats and file access.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::dead_stones::DeadStones;
use super::game_info::{GameInfo, TurnInfo};
use super::state::Engine;
use super::time::time_record as time_facts;
use crate::go::{Color, Game, PointSet, Score};
use crate::nn::Nets;
use crate::records::record::takebacks::MoveHistory;
use crate::records::record::{
    Info, NodeId, NotPlayableError, Outcome, Participant, Player, Record, RulesInfo, Time,
    WinReason,
};

/// The reason why the engine cannot load a record.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The board size is outside the caller's range.
    #[error("unsupported board size {0}")]
    Size(usize),
    /// The moves cannot be played.
    #[error("{0}")]
    NoGame(NotPlayableError),
}

/// A game ended by two passes but not scored yet.
#[derive(Debug, Clone)]
pub struct Uncounted {
    game: Game,
    nets: Nets,
}

impl Uncounted {
    /// Scores the game, which requires a search for dead stones.
    pub fn outcome(&self) -> Outcome {
        outcome(self.game.score(&DeadStones::estimate(&self.game, &self.nets).dead))
    }
}

impl Engine {
    /// Loads the game of a record: rules, komi and the moves of its main line. Rules or komi that the record does not
    /// state are taken from the current settings.
    ///
    /// If `before` is given, only the moves before that move number (from 1) are played. `sizes` is the range of
    /// allowed board sizes in lines. The clocks are reset.
    ///
    /// # Errors
    /// Returns [`RecordError`] if the record has no playable game on a board of an allowed size. The engine's game is
    /// unchanged in this case.
    pub fn load_record(
        &mut self,
        mut record: Record,
        sizes: &RangeInclusive<usize>,
        before: Option<u32>,
    ) -> Result<(), RecordError> {
        // Data without a field in the format was saved in the comment.
        record.take_terms_from_comment();
        let record = record.without_takebacks();
        let rules = record.rules(self.chosen_rules);
        let node = before.map_or_else(|| end(&record), |before| node_before(&record, before));
        let game = record.game_to(node, rules).map_err(RecordError::NoGame)?;
        let size = game.size();
        if !sizes.contains(&size.lines()) {
            return Err(RecordError::Size(size.lines()));
        }
        // No errors beyond this point: until now the engine's own game is unchanged.
        self.set_size(size);
        self.sheet = GameInfo::of_record(record.info.rules.name.clone());
        self.game = game;
        if node == end(&record) {
            self.sheet.loaded_result =
                record.info.result.map(|result| (result, self.position_id()));
        }
        self.loaded = Some(Arc::new(record));
        Ok(())
    }

    /// Sets the date of the game once the game has started. A loaded game keeps the date of its record, if any.
    pub fn set_game_date(&mut self, now: &Time) {
        let has_begun = !self.game.turns().is_empty() && self.loaded.is_none();
        if has_begun && self.sheet.date.is_none() {
            self.sheet.date = Some(now.clone());
        }
    }

    /// Sets the name of a colour's player. It applies to subsequent games until a record is loaded.
    pub fn set_player_name(&mut self, color: Color, name: &str) {
        self.sheet.names[color.index()] = Some(name.into());
    }

    /// Sets the name of the engine's opponent, unless a name is set for its colour.
    pub fn set_opponent_name(&mut self, name: &str) {
        self.sheet.opponent = [Some(name.into()).filter(|_| !name.is_empty()), None];
    }

    /// Sets the rank of the engine's opponent.
    pub fn set_opponent_rank(&mut self, rank: &str) {
        self.sheet.opponent[1] = Some(rank.into()).filter(|_| !rank.is_empty());
    }

    /// Returns the name of a colour's player for the game's record: the name that was set, the name in a loaded
    /// record, or the engine's name with its version if it chose the colour's moves. Returns `None` if the name is
    /// unknown.
    pub fn player_name(&self, color: Color) -> Option<String> {
        let loaded = self.loaded.as_ref().and_then(|record| {
            record.info.players_of(color).find_map(|player| player.name.clone())
        });
        let name = || self.player(color).and_then(|player| player.name);
        self.sheet.names[color.index()].clone().or(loaded).or_else(name)
    }

    /// Sets a result that the board does not show, such as a loss on time. Applies to the current position.
    pub fn set_result(&mut self, result: Outcome) {
        self.sheet.told_result = Some((result, self.position_id()));
    }

    /// Sets the result to the score after removal of the agreed dead stones. Applies to the current
    /// position.
    pub fn set_counted_result(&mut self, dead: &PointSet) {
        self.set_result(outcome(self.game.score(dead)));
    }

    /// Returns the result of the game: as set, by resignation, or by score after two passes played in this session.
    /// Returns `None` if the game is in progress or was over when it was loaded.
    pub fn ending(&self) -> Option<Outcome> {
        let counted = || self.is_passed_out().then(|| outcome(self.final_score()));
        self.stated_ending().or_else(counted)
    }

    /// Returns the result that was set, or the resignation.
    fn stated_ending(&self) -> Option<Outcome> {
        let here = self.position_id();
        let told = self.sheet.told_result.filter(|(_, of)| *of == here).map(|(told, _)| told);
        let resigned = self.sheet.resignation.filter(|(_, of)| *of == here).map(|(loser, _)| loser);
        let resigned = self.game.resigned().or(resigned);
        let resigned =
            resigned.map(|loser| Outcome::Win { winner: !loser, by: WinReason::Resignation });
        told.or(resigned)
    }

    /// Returns `true` if two passes played in this session end the game.
    fn is_passed_out(&self) -> bool {
        let last = self.game.turns().len().checked_sub(1);
        self.game.passes() >= 2 && last.is_some_and(|last| self.sheet.turn(last).at.is_some())
    }

    /// Returns the [`ending`](Self::ending), or the result of the loaded record while its last position is current.
    pub fn result(&self) -> Option<Outcome> {
        let here = self.position_id();
        let loaded = self.sheet.loaded_result.filter(|(_, of)| *of == here);
        self.ending().or(loaded.map(|(result, _)| result))
    }

    /// Returns the game as a record with all known data. A loaded game preserves the facts, comments and variations
    /// of its record. Rules and komi that the record does not state are omitted until a command sets them.
    pub fn record(&self) -> Record {
        self.record_ended_by(|| self.ending())
    }

    /// Returns the game as a record without a search for its score. If the score is unknown, also returns the game
    /// for scoring in another thread.
    pub fn record_at_once(&self) -> (Record, Option<Uncounted>) {
        let mut uncounted = None;
        let record = self.record_ended_by(|| {
            let stated = self.stated_ending();
            if stated.is_some() || !self.is_passed_out() {
                return stated;
            }
            let known = self.known_judgement();
            if known.is_none() {
                let (game, nets) = (self.game.clone(), self.settings.nets.clone());
                uncounted = Some(Uncounted { game, nets });
            }
            known.map(|judgement| outcome(self.game.score(&judgement.dead)))
        });
        (record, uncounted)
    }

    fn record_ended_by(&self, ending: impl FnOnce() -> Option<Outcome>) -> Record {
        let (mut record, nodes) = match &self.loaded {
            Some(record) => record.append_to_line(&self.game),
            None => Record::record_with_nodes(&self.game),
        };
        let is_new = self.loaded.is_none();
        let set = &self.sheet.set;
        let rules = &mut record.info.rules;
        let in_force = RulesInfo::describe(self.sheet.rules_name.clone(), self.game.rules());
        if is_new || set.rules {
            *rules = RulesInfo { komi: rules.komi, ..in_force.clone() };
        }
        if is_new || set.komi {
            rules.komi = in_force.komi;
        }
        Color::BOTH.into_iter().for_each(|color| self.name_player(&mut record.info, color));
        if is_new {
            record.info.time = self.sheet.date.clone();
        }
        let is_said = self.sheet.told_result.is_some() || self.sheet.resignation.is_some();
        if record.info.result.is_none() || is_said {
            record.info.result = ending().or(record.info.result);
        }
        if is_new || set.time {
            let facts = time_facts(self.time_control());
            let root = record.tree.root();
            facts.iter().for_each(|fact| record.tree.node_mut(root).notes_mut().add_fact(fact));
        }
        let times_are_wanted = is_new && self.has_clock();
        for (turn, (id, acted)) in nodes.into_iter().zip(self.game.turns()).enumerate() {
            let TurnInfo { at, left, .. } = self.sheet.turn(turn);
            if let Some(at) = at.filter(|_| times_are_wanted) {
                record.tree.node_mut(id).notes_mut().set_time(at);
            }
            if let Some(left) = left {
                record.tree.node_mut(id).notes_mut().add_time_left(acted.color, left);
            }
        }
        record
    }

    /// Adds the name of a colour's player to a record's info, unless it has one.
    fn name_player(&self, info: &mut Info, color: Color) {
        let is_named = info.players_of(color).any(|player| player.name.is_some());
        let set = &self.sheet.names[color.index()];
        let Some(player) = self.player(color).filter(|_| !is_named || set.is_some()) else {
            return;
        };
        let there = info.players.iter().find(|one| one.color == Some(color));
        let there = there.map(|one| one.participant as usize);
        if let Some(there) = there.and_then(|index| info.participants.get_mut(index)) {
            there.name = player.name;
            return;
        }
        let participant = info.participants.len() as u32;
        info.players.push(Player { participant, color: Some(color) });
        info.participants.push(player);
    }

    /// Returns a colour's player if a loaded record does not state it.
    fn player(&self, color: Color) -> Option<Participant> {
        let named = |name: &str| Participant { name: Some(name.into()), ..Participant::default() };
        if let Some(name) = &self.sheet.names[color.index()] {
            return Some(named(name));
        }
        let chosen = |color| {
            let turns = self.game.turns().iter().enumerate();
            let resigned = self.sheet.resignation.is_some_and(|(loser, _)| loser == color);
            resigned
                || turns
                    .filter(|(_, turn)| turn.color == color)
                    .any(|(i, _)| self.sheet.turn(i).is_own)
        };
        if chosen(color) {
            return Some(named(NAME_AND_VERSION));
        }
        let [name, rank] = &self.sheet.opponent;
        let is_opponent = chosen(!color) && (name.is_some() || rank.is_some());
        is_opponent.then(|| Participant {
            name: name.clone(),
            rank: rank.clone(),
            ..Participant::default()
        })
    }
}

/// The engine's name in records of its games.
const NAME_AND_VERSION: &str = concat!("Tianyuan ", env!("CARGO_PKG_VERSION"));

fn outcome(score: Score) -> Outcome {
    let by = WinReason::HalfPoints(score.0.unsigned_abs().try_into().unwrap_or(u16::MAX));
    score.winner().map_or(Outcome::Draw, |winner| Outcome::Win { winner, by })
}

fn end(record: &Record) -> NodeId {
    let root = record.tree.root();
    record.tree.main_line(root).last().unwrap_or(root)
}

/// Returns the last main-line node before a move, so that setup stones there are on the board, or the last node if
/// there are fewer moves.
fn node_before(record: &Record, number: u32) -> NodeId {
    let standing = MoveHistory::of(&record.tree);
    let root = record.tree.root();
    let line = record.tree.main_line(root);
    let wanted = number.saturating_sub(1);
    line.take_while(|&id| standing.moves(id) <= wanted).last().unwrap_or(root)
}
