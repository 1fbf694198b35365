//! Random records that wei7 3.0 can represent, in the form that its reader returns.

use rand::RngExt;
use rand::rngs::StdRng;
use tianyuan::go::{Komi, Scoring};
use tianyuan::records::record::replay::position_at;
use tianyuan::records::record::{
    Evaluation, Event, Info, Mark, NodeId, Notes, Outcome, Position, Record, RulesInfo, RulesName,
    Setup, Size, Symbol, Time, WinReason,
};

use super::random_record::{color, maybe, name, one_of, people, point, text};

/// Whether takebacks are allowed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Takebacks {
    Some,
    None,
}

/// A record with legal moves and any data of wei7 3.0.
pub fn random_wei7(takebacks: Takebacks, rng: &mut StdRng) -> Record {
    let lines = [1, 2, 5, 9, 19, 52];
    let size = Size::new(*one_of(&lines, rng), *one_of(&lines, rng)).expect("a size");
    let mut record = Record::new(size);
    record.info = info(rng);
    let mut making = Making { record, takebacks, rng };
    making.branch(None, false, false, 3);
    making.record
}

struct Making<'r> {
    record: Record,
    takebacks: Takebacks,
    rng: &'r mut StdRng,
}

impl Making<'_> {
    fn branch(&mut self, parent: Option<NodeId>, is_only: bool, mut touched: bool, depth: usize) {
        let root = self.record.tree.root();
        let mut last = parent.unwrap_or(root);
        let mut first = None;
        if parent.is_none() {
            first = Some(root);
        }
        if self.rng.random_bool(0.4) {
            let setup = self.setup(touched);
            touched |= !setup.points().is_empty();
            let event = Event::Setup(Box::new(setup));
            last = match parent {
                Some(parent) => self.record.tree.add(parent, event),
                None => {
                    self.record.tree.node_mut(root).event = event;
                    root
                }
            };
            first = Some(last);
            let notes = self.notes(false);
            *self.record.tree.node_mut(last).notes_mut() =
                Notes { time: None, actor: None, evaluation: None, ..notes };
        }
        for _ in 0..self.rng.random_range(0..7) {
            let Some(event) = self.event(last) else { continue };
            let is_move = matches!(event, Event::Move { .. });
            touched |= is_move;
            last = self.record.tree.add(last, event);
            if self.rng.random_bool(0.4) {
                let notes = self.notes(is_move);
                *self.record.tree.node_mut(last).notes_mut() = notes;
            }
            first = first.or(Some(last));
        }
        let first = first.unwrap_or_else(|| {
            last = self.record.tree.add(last, Event::Nothing);
            last
        });
        let title = maybe(self.rng, |rng| text(rng, true));
        let notes = self.record.tree.node_mut(first).notes_mut();
        notes.title = title;
        notes.set_apart = is_only;
        let branches = if depth == 0 { 0 } else { self.rng.random_range(0..4) };
        for _ in 0..branches {
            self.branch(Some(last), branches == 1, touched, depth - 1);
        }
    }

    fn event(&mut self, last: NodeId) -> Option<Event> {
        let size = self.record.size;
        Some(match self.rng.random_range(0..10) {
            0 => Event::Message(text(self.rng, true).into()),
            1 => Event::Mark(Box::new(self.mark())),
            2 => Event::Claim(outcome(self.rng)),
            3 => Event::Move { color: color(self.rng), point: None },
            4 if self.takebacks == Takebacks::Some => {
                let line = self.record.tree.ancestors(last);
                let of = |id: NodeId| match self.record.tree.node(id).event {
                    Event::Move { .. } => 1,
                    Event::Takeback(moves) => -i64::from(moves),
                    _ => 0,
                };
                let there: i64 = line.map(of).sum();
                Event::Takeback((there > 0).then(|| self.rng.random_range(1..=there as u32))?)
            }
            _ => {
                let (color, point) = (color(self.rng), point(size, self.rng));
                let free = position_at(&self.record, last).color_at(point).is_none();
                free.then_some(Event::Move { color, point: Some(point) })?
            }
        })
    }

    /// Stones that leave no chain without liberties; none if there were some before.
    fn setup(&mut self, touched: bool) -> Setup {
        let size = self.record.size;
        let stones = if touched { 0 } else { self.rng.random_range(0..8) };
        let stones = (0..stones).map(|_| (point(size, self.rng), Some(color(self.rng))));
        let setup = Setup::new(stones.collect());
        let mut position = Position::new(size);
        if position.set_up(&setup).is_some() { Setup::default() } else { setup }
    }

    fn mark(&mut self) -> Mark {
        let symbol = *one_of(&["a", "Z", "0", "@", "#", "$", "%", "&", "*", "?"], self.rng);
        let point = point(self.record.size, self.rng);
        Mark { point, symbol: Symbol::Label(symbol.into()) }
    }

    fn notes(&mut self, is_move: bool) -> Notes {
        const EVALUATIONS: [Evaluation; 4] =
            [Evaluation::Good, Evaluation::Bad, Evaluation::Trick, Evaluation::Controversial];
        let people = self.record.info.participants.len() as u32;
        let mut marks: Vec<Mark> = (0..self.rng.random_range(0..3)).map(|_| self.mark()).collect();
        marks.sort();
        let rng = &mut *self.rng;
        Notes {
            comment: maybe(rng, |rng| text(rng, true)),
            marks,
            evaluation: maybe(rng, |rng| *one_of(&EVALUATIONS, rng)).filter(|_| is_move),
            problem: maybe(rng, color).filter(|_| is_move),
            time: maybe(rng, |rng| f64::from(rng.random_range(0..86_400_000)) / 1000.0),
            actor: maybe(rng, |rng| rng.random_range(0..people.max(1))).filter(|_| people > 0),
            ..Notes::NONE
        }
    }
}

fn info(rng: &mut StdRng) -> Info {
    const TIMES: [&str; 3] =
        ["2013-03-06T10:10Z", "0000-01-01T00:00:59Z", "9999-12-31T23:59:60.123456789Z"];
    let scorings = [Scoring::Area, Scoring::Territory];
    let names = [RulesName::Chinese, RulesName::Japanese, RulesName::Korean];
    let (mut participants, players) = people(rng);
    participants.iter_mut().for_each(|participant| participant.team = None);
    Info {
        domain: name(rng),
        id: name(rng),
        name: blank_or_name(rng),
        rules: RulesInfo {
            scoring: maybe(rng, |rng| *one_of(&scorings, rng)),
            komi: maybe(rng, |rng| rng.random_range(0..20)).and_then(Komi::from_half_points),
            name: maybe(rng, |rng| one_of(&names, rng).clone()),
            options: String::new(),
        },
        time: maybe(rng, |rng| Time::parse(one_of::<&str>(&TIMES, rng)).expect("a time")),
        place: blank_or_name(rng),
        participants,
        players,
        result: maybe(rng, outcome),
        ..Info::default()
    }
}

/// Some programs write unknown values as an empty string.
fn blank_or_name(rng: &mut StdRng) -> Option<String> {
    if rng.random_bool(0.2) { Some(" ".repeat(rng.random_range(0..3))) } else { name(rng) }
}

fn outcome(rng: &mut StdRng) -> Outcome {
    let by = match rng.random_range(0..3) {
        0 => WinReason::Resignation,
        _ => WinReason::HalfPoints(rng.random_range(1..1024)),
    };
    if rng.random_bool(0.2) { Outcome::Draw } else { Outcome::Win { winner: color(rng), by } }
}
