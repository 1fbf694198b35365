//! Writes wei7 2.2: what it cannot say is left out, or replaced by what is nearest, and told.
//!
//! A variation is written before the step that it replaces, and marks right before their step.

use super::page::{Attributes, Page};
use super::read::SIZES;
use super::sayable::sayable;
use super::write_game;
use super::write_notes::{marks, notes};
use crate::go::Color;
use crate::record::finding::{Findings, Place, rules};
use crate::record::{Event, NodeId, Notes, Path, Point, Record, Setup, Splitter};

rules! {
    OTHER_SIZE = Error("3.4", "不能表示{0}的棋盘", "there is no board of {0} here");
    OTHER_RECORDS = Dropped("3.2", "一个文件只有一局:其余{0}局未写出", "a file holds one record: {0} more are not written");
    LEFT_OUT = Dropped("", "不能表示{0},已略去", "{0} cannot be said: it is left out");
    BAD_CHARACTERS = Approximated("3.1", "{0}含XML中不可有的字符(以U+FFFD代替)", "{0} has characters that XML does not allow: U+FFFD stands for them");
    LINE_BREAKS = Approximated("3.8", "{0}只能是单行:换行以空格代替", "{0} has one line: line breaks become blanks");
    CUT = Approximated("3.8", "{0}最多128个字符:其余略去", "{0} has at most 128 characters: the rest is left out");
    TEAM_NAMES = Approximated("3.8", "一方有多人,姓名以“&”相连", "several players of a colour: their names are joined by `&`");
    BOTH_COLORS = Approximated("3.8", "一人执双方,写作同名两人", "one person plays both colours: it becomes two of the same name");
    NAMED_BY_EVENT = Approximated("3.8", "没有比赛名称,以EV代之", "the game has no name: EV stands for it");
    KOMI_UNKNOWN = Assumed("3.6", "没有写明贴目,读作不贴目", "the komi is not stated, which reads as none");
    TIME_CHANGED = Approximated("3.7", "时刻{0}写作{1}", "the time {0} is written {1}");
    WON_OTHERWISE = Approximated("3.9", "{0}读作中盘胜", "{0} reads as a win by resignation");
    LESS_EMPHASIS = Approximated("3.16.1", "评价的程度略去", "the evaluation loses its emphasis");
    PROBLEM_ASSUMED = Assumed("3.16.4", "写明了轮到谁,视为一道题", "who is to play is stated: it is taken for a problem");
    SYMBOL_SHORTENED = Approximated("3.18", "标记“{0}”写作“{1}”", "the mark `{0}` is written `{1}`");
    NO_MAIN_LINE = Approximated("3.12", "主变化以pre开头,只能与其他变化并列", "the main line begins with a pre, and can only stand among the variations");
}

/// The text of the first of some records; empty where its board has another size.
pub(super) fn write(records: &[Record], findings: &mut Findings) -> String {
    let Some((record, others)) = records.split_first() else { return String::new() };
    if !others.is_empty() {
        findings.add(&OTHER_RECORDS, Place::default(), [&others.len().to_string()]);
    }
    let size = record.size;
    if size.width() != size.height() || !SIZES.contains(&size.width()) {
        findings.add(&OTHER_SIZE, Place::default(), [&size.to_string()]);
        return String::new();
    }
    let record = sayable(record, findings);
    let mut page = Page::new(findings);
    page.open("wei7", &vec![("version", "2.2".into())]);
    page.value("size", &size.width().to_string());
    write_game::write(&mut page, &record);
    moves(&mut page, &record);
    page.close("wei7");
    page.text
}

/// What is still to be written of a tree.
enum Next {
    /// A `moves` that begins with this node.
    Open(NodeId),
    /// A step with all that follows it in its `moves`.
    Step(NodeId),
    Close,
}

fn moves(page: &mut Page<'_>, record: &Record) {
    let tree = &record.tree;
    let mut next = vec![Next::Open(tree.root())];
    while let Some(now) = next.pop() {
        let id = match now {
            Next::Close => {
                page.close("moves");
                continue;
            }
            Next::Open(id) => {
                page.open("moves", &Attributes::new());
                next.push(Next::Close);
                id
            }
            Next::Step(id) => id,
        };
        let main = main_continuation(page, record, id);
        step(page, record, id, main.is_some());
        next.extend(main.map(Next::Step));
        let first = next.len();
        next.extend(tree.children(id).skip(usize::from(main.is_some())).map(Next::Open));
        next[first..].reverse();
    }
}

/// The node that goes on in the same `moves`: a `pre` cannot, nor what is set apart.
fn main_continuation(page: &mut Page<'_>, record: &Record, id: NodeId) -> Option<NodeId> {
    let tree = &record.tree;
    let first = tree.first_child(id)?;
    let is_move = matches!(tree.node(first).event, Event::Move { .. });
    let is_set_apart = tree.node(first).notes().set_apart;
    if !is_move && !is_set_apart && tree.forks(id) {
        page.findings.add_at(&NO_MAIN_LINE, || Place::node(&Path::to(first, tree)), []);
    }
    Some(first).filter(|_| is_move && !is_set_apart)
}

fn step(page: &mut Page<'_>, record: &Record, id: NodeId, goes_on: bool) {
    let node = record.tree.node(id);
    match &node.event {
        &Event::Move { color, point } => {
            let marks = marks(page, record, id);
            marks.iter().for_each(|mark| page.leaf("mark", mark));
            let mut attributes = match point {
                Some(point) => at(point),
                None => vec![("type", "pass".into())],
            };
            match node.notes().splitter {
                Splitter::Small => {}
                Splitter::Medium => attributes.push(("splitter", "medium".into())),
                Splitter::Large => attributes.push(("splitter", "large".into())),
            }
            attributes.extend(notes(page, record, id));
            page.leaf(element(color), &attributes);
        }
        Event::Setup(setup) => pre(page, record, id, Some(setup)),
        _ => {
            let is_root = id == record.tree.root();
            if !is_root || !goes_on || *node.notes() != Notes::NONE {
                pre(page, record, id, None);
            }
        }
    }
}

fn pre(page: &mut Page<'_>, record: &Record, id: NodeId, setup: Option<&Setup>) {
    let mut attributes = notes(page, record, id);
    let marks = marks(page, record, id);
    let has_stones = setup.is_some_and(|setup| !setup.points().is_empty());
    if has_stones || !marks.is_empty() {
        page.open("pre", &attributes);
        for (point, color) in setup.into_iter().flat_map(Setup::stones) {
            page.leaf(element(color), &at(point));
        }
        marks.iter().for_each(|mark| page.leaf("mark", mark));
        return page.close("pre");
    }
    // The default tells a position to stop at from a heading, which the reader takes it for if it
    // has no more than a title.
    if setup.is_some() && attributes.iter().all(|(name, _)| *name == "title") {
        attributes.push(("problem", "no".into()));
    }
    page.leaf("pre", &attributes);
}

fn element(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// The attributes that say where something is.
pub(super) fn at(point: Point) -> Attributes {
    vec![("x", point.x.to_string()), ("y", point.y.to_string())]
}
