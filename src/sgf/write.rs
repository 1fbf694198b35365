//! Writes SGF: FF\[4\], in UTF-8 or GB 18030, with private properties for what SGF has no words for.
//!
//! In GB 18030 the finished text is encoded, escapes and all, as every program expects that reads
//! such files; see [`charset`](super::charset).

use std::fmt::Write;

use super::values::point_text;
use super::{live, write_info};
use crate::adapt::unfold;
use crate::charset::Charset;
use crate::go::Color;
use crate::record::finding::{Findings, Place, rules};
use crate::record::live::with_plain_breaks;
use crate::record::property::escaped;
use crate::record::{
    Evaluation, Event, Mark, NodeId, Notes, Path, Point, Record, Setup, Splitter, Symbol, Visit,
};

/// Lines are broken before a node where they would get longer than this.
const LINE: usize = 72;

rules! {
    TAKEBACKS = Approximated("", "撤回改为变化,重下的着手只留第一次的时间", "takebacks become variations; of a move that is played again the first time counts");
    LIVE_EVENTS = Folded("", "即时的消息、标记和声称写入评论", "live messages, marks and claims go into the comment");
    CLAIM_DIFFERS = Warning("", "声称的结果{0}与RE不同", "the claimed result {0} is not that of RE");
    BLANKS = Approximated("", "文字中的制表符等以空格代替", "tabs and their like in text become blanks");
    PLAIN_BREAKS = Approximated("", "文字中的回车符写作换行", "carriage returns in text become line breaks");
    LINE_BREAKS = Approximated("", "{0}只能是单行,换行以空格代替", "{0} has one line: line breaks become blanks");
    TEAM_NAMES = Approximated("", "一方有多人,姓名以“&”相连", "several players of a colour: their names are joined by `&`");
    NO_BYTES = Approximated("", "有GB 18030不能还原的字符", "some characters do not come back from GB 18030");
}

/// The text of a file that grows property by property.
pub(super) struct Page<'f> {
    pub(super) text: String,
    pub(super) findings: &'f mut Findings,
    line_start: usize,
}

/// The bytes of a collection of records.
pub(super) fn write(records: &[Record], charset: Charset, findings: &mut Findings) -> Vec<u8> {
    let mut page = Page { text: String::new(), findings, line_start: 0 };
    for record in records {
        match unfold::without_takebacks(record) {
            Some(unfolded) => {
                page.findings.add(&TAKEBACKS, Place::default(), []);
                page.record(&unfolded, charset);
            }
            None => page.record(record, charset),
        }
    }
    let Page { text, findings, .. } = page;
    let bytes = charset.encode(&text).into_owned();
    // Only characters for private use have no way back.
    let is_private = |c: char| ('\u{E000}'..='\u{F8FF}').contains(&c);
    if text.contains(is_private) && charset.decode(&bytes) != text {
        findings.add(&NO_BYTES, Place::default(), []);
    }
    bytes
}

impl Page<'_> {
    fn record(&mut self, record: &Record, charset: Charset) {
        let tree = &record.tree;
        for visit in tree.walk() {
            let (Visit::Enter(id) | Visit::Leave(id)) = visit;
            let branches = tree.parent(id).is_none_or(|parent| tree.forks(parent));
            match visit {
                Visit::Enter(_) => {
                    if branches {
                        self.begin_branch();
                    }
                    if !live::is_folded(tree, id) {
                        self.node(record, id, charset);
                    }
                }
                Visit::Leave(_) if branches => self.text.push(')'),
                Visit::Leave(_) => {}
            }
        }
        self.text.push('\n');
    }

    fn begin_branch(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.break_line();
        }
        self.text.push('(');
    }

    fn break_line(&mut self) {
        self.text.push('\n');
        self.line_start = self.text.len();
    }

    fn node(&mut self, record: &Record, id: NodeId, charset: Charset) {
        let start = self.text.len();
        let node = record.tree.node(id);
        self.text.push(';');
        if id == record.tree.root() {
            self.game_info(record, charset);
        }
        self.event(&node.event);
        let place = || Place::node(&Path::to(id, &record.tree));
        let told = live::told_by(&record.tree, id);
        if told.is_empty() {
            self.notes(node.notes(), place);
        } else {
            self.live(record, id, &told);
        }
        if self.text.len() - self.line_start > LINE && self.text[..start].ends_with([']', ';']) {
            self.text.insert(start, '\n');
            self.line_start = start + 1;
        }
    }

    fn event(&mut self, event: &Event) {
        match event {
            Event::Setup(setup) => self.setup(setup),
            Event::Move { color, point } => {
                let at = point.map_or(String::new(), point_text);
                self.text.push(color.letter());
                self.bracketed(&at);
            }
            _ => {}
        }
    }

    /// Writes what is said of a node that tells live events.
    fn live(&mut self, record: &Record, id: NodeId, told: &[NodeId]) {
        let (tree, place) = (&record.tree, || Place::node(&Path::to(id, &record.tree)));
        let mut notes = tree.node(id).notes().clone();
        let own = notes.comment.map_or(String::new(), |own| with_plain_breaks(&own) + "\n");
        notes.comment = Some(own + &record.live_lines(told));
        if told[0] == id {
            (notes.time, notes.actor) = (None, None);
        }
        self.notes(&notes, place);
        self.findings.add_at(&LIVE_EVENTS, place, []);
        for &claim in told {
            if let Event::Claim(outcome) = tree.node(claim).event
                && record.info.result.is_some_and(|result| result != outcome)
            {
                self.findings.add_at(&CLAIM_DIFFERS, place, [&outcome.to_string()]);
            }
        }
        let is_claim = |id: &&NodeId| matches!(tree.node(**id).event, Event::Claim(_));
        let claims = told.iter().filter(is_claim).map(|id| live::value(record, *id));
        let others = told.iter().filter(|id| !is_claim(id));
        self.pairs("XWM", others.map(|id| live::value(record, *id)));
        self.pairs("XWR", claims);
    }

    fn setup(&mut self, setup: &Setup) {
        if setup.points().is_empty() {
            self.property("XWQ", "");
        }
        for (name, wanted) in [("AB", Some(Color::Black)), ("AW", Some(Color::White)), ("AE", None)]
        {
            let of_color = setup.points().iter().filter(|(_, color)| *color == wanted);
            self.points(name, of_color.map(|(point, _)| *point).collect());
        }
    }

    fn notes(&mut self, notes: &Notes, place: impl Fn() -> Place) {
        if let Some(color) = notes.to_play.or(notes.problem) {
            self.property("PL", &color.letter().to_string());
        }
        if let Some(title) = &notes.title {
            let several_lines = title.contains(['\n', '\r']);
            self.text_property(if several_lines { "XWN" } else { "N" }, title, &place);
        }
        if let Some(comment) = &notes.comment {
            self.text_property("C", comment, &place);
        }
        self.marks(&notes.marks);
        self.evaluation(notes.evaluation);
        for property in &notes.properties {
            self.text.push_str(&property.name);
            property.values.iter().for_each(|value| self.bracketed(value));
        }
        self.private(notes);
    }

    fn marks(&mut self, marks: &[Mark]) {
        let mut labels: Vec<(Point, &str)> = Vec::new();
        let mut shapes = [const { Vec::new() }; 5];
        for mark in marks {
            let shape = match &mark.symbol {
                Symbol::Label(text) => {
                    labels.push((mark.point, text));
                    continue;
                }
                Symbol::Circle => 0,
                Symbol::Cross => 1,
                Symbol::Square => 2,
                Symbol::Triangle => 3,
                Symbol::Selected => 4,
            };
            shapes[shape].push(mark.point);
        }
        for (name, points) in ["CR", "MA", "SQ", "TR", "SL"].into_iter().zip(shapes) {
            self.points(name, points);
        }
        let labels =
            labels.into_iter().map(|(point, label)| (point_text(point), label.to_string()));
        self.pairs("LB", labels);
    }

    fn evaluation(&mut self, evaluation: Option<Evaluation>) {
        let Some(evaluation) = evaluation else { return };
        let (name, value) = match evaluation {
            Evaluation::Good => ("TE", "1"),
            Evaluation::VeryGood => ("TE", "2"),
            Evaluation::Bad => ("BM", "1"),
            Evaluation::VeryBad => ("BM", "2"),
            Evaluation::Interesting | Evaluation::Trick => ("IT", ""),
            Evaluation::Doubtful | Evaluation::Controversial => ("DO", ""),
        };
        self.property(name, value);
        match evaluation {
            Evaluation::Trick => self.property("XWE", "trick"),
            Evaluation::Controversial => self.property("XWE", "controversial"),
            _ => {}
        }
    }

    fn private(&mut self, notes: &Notes) {
        if let Some(color) = notes.problem {
            self.property("XWP", &color.letter().to_string());
        }
        match notes.splitter {
            Splitter::Small => {}
            Splitter::Medium => self.property("XWS", "medium"),
            Splitter::Large => self.property("XWS", "large"),
        }
        if let Some(time) = notes.time {
            self.property("XWK", &time.to_string());
        }
        if let Some(actor) = notes.actor {
            self.property("XWA", &actor.to_string());
        }
        if notes.set_apart {
            self.property("XWB", "");
        }
    }

    // --- properties ---------------------------------------------------------------------------

    fn bracketed(&mut self, value: &str) {
        let _ = write!(self.text, "[{value}]");
    }

    /// A property with a value that needs no escapes.
    pub(super) fn property(&mut self, name: &str, value: &str) {
        self.text.push_str(name);
        self.bracketed(value);
    }

    /// A property with text.
    pub(super) fn text_property(&mut self, name: &str, text: &str, place: impl Fn() -> Place) {
        self.tell_changes(text, place);
        self.property(name, &escaped(text));
    }

    /// A property with a line of text, whose line breaks become blanks.
    pub(super) fn line_property(&mut self, name: &str, text: &str) {
        let place = || Place::path(name);
        if text.contains(['\n', '\r']) {
            self.findings.add_at(&LINE_BREAKS, place, [name]);
        }
        self.text_property(name, &text.replace(['\n', '\r'], " "), place);
    }

    /// Tells which characters of a text SGF changes.
    fn tell_changes(&mut self, text: &str, place: impl Fn() -> Place) {
        if text.contains(['\t', '\u{B}', '\u{C}']) {
            self.findings.add_at(&BLANKS, &place, []);
        }
        if text.contains('\r') {
            self.findings.add_at(&PLAIN_BREAKS, place, []);
        }
    }

    /// A property with a list of `key:text`; nothing where the list is empty.
    pub(super) fn pairs(&mut self, name: &str, pairs: impl IntoIterator<Item = (String, String)>) {
        let mut pairs = pairs.into_iter().peekable();
        if pairs.peek().is_some() {
            self.text.push_str(name);
        }
        for (key, text) in pairs {
            self.tell_changes(&text, || Place::path(name));
            let text = escaped(&text).replace(':', "\\:");
            let _ = write!(self.text, "[{key}:{text}]");
        }
    }

    fn points(&mut self, name: &str, points: Vec<Point>) {
        if !points.is_empty() {
            self.text.push_str(name);
        }
        points.into_iter().for_each(|point| self.bracketed(&point_text(point)));
    }

    fn game_info(&mut self, record: &Record, charset: Charset) {
        write_info::write(self, record, charset);
        self.break_line();
    }
}
