//! A record without its timeline, for formats that know moves and variations but no clock.
//!
//! It does not know these formats. What was taken back becomes a variation, and the line that stood
//! at the end is the main one; what was said, marked and claimed while the record was on goes into
//! comments.

use std::borrow::Cow;

use super::finding::{Findings, Place, rules};
use super::sgf_result::result_text;
use super::standing::Standing;
use super::{Event, Node, NodeId, Path, Record, Symbol, Tree};

rules! {
    TAKEN_BACK = Approximated("", "撤回写作变化", "takebacks become variations");
    LIVE_EVENT = Folded("", "即时的行为归入评论", "what happened live goes into the comment");
}

/// The record as such formats can say it: itself, where nothing was taken back or live.
pub(super) fn timeless<'r>(record: &'r Record, findings: &mut Findings) -> Cow<'r, Record> {
    let is_plain =
        |node: &Node| matches!(node.event, Event::Nothing | Event::Setup(_) | Event::Move { .. });
    let tree = &record.tree;
    if tree.preorder().all(|id| is_plain(tree.node(id))) {
        return Cow::Borrowed(record);
    }
    let mut lines = Lines::new(record);
    for id in tree.preorder() {
        let above = tree.parent(id).map_or(tree.root(), |parent| lines.now[parent.index()]);
        let follows = tree.parent(id).is_some_and(|parent| lines.follows[parent.index()]);
        lines.add(id, above, follows, findings);
    }
    lines.put_the_last_first();
    Cow::Owned(Record { size: record.size, info: record.info.clone(), tree: lines.made })
}

struct Lines<'r> {
    record: &'r Record,
    standing: Standing,
    made: Tree,
    /// By node of the record: where the record then is in the new tree.
    now: Vec<NodeId>,
    /// By node of the record: whether it is where something was taken back, or goes on from there as
    /// was tried before.
    follows: Vec<bool>,
}

impl<'r> Lines<'r> {
    fn new(record: &'r Record) -> Lines<'r> {
        let (tree, nodes) = (&record.tree, record.tree.len());
        let made = Tree::new();
        let (now, follows) = (vec![made.root(); nodes], vec![false; nodes]);
        Lines { record, standing: Standing::of(tree), made, now, follows }
    }

    fn add(&mut self, id: NodeId, above: NodeId, follows: bool, findings: &mut Findings) {
        let tree = &self.record.tree;
        let node = tree.node(id);
        let place = || Place::node(&Path::to(id, tree));
        let (now, follows) = match &node.event {
            event if id == tree.root() => {
                self.made.node_mut(above).event = event.clone();
                (above, false)
            }
            Event::Takeback(_) => {
                findings.add_at(&TAKEN_BACK, place, []);
                (self.now[self.standing.maker(id).index()], true)
            }
            event @ Event::Move { .. } if follows => {
                let same = |child: &NodeId| self.made.node(*child).event == *event;
                let tried = self.made.children(above).find(same);
                (tried.unwrap_or_else(|| self.made.add(above, event.clone())), tried.is_some())
            }
            event @ (Event::Nothing | Event::Setup(_) | Event::Move { .. }) => {
                (self.made.add(above, event.clone()), false)
            }
            event => {
                findings.add_at(&LIVE_EVENT, place, []);
                let text = self.told(id, event);
                self.made.node_mut(above).notes_mut().add_comment(&text);
                (above, follows)
            }
        };
        self.now[id.index()] = now;
        self.follows[id.index()] = follows;
        let notes = node.notes();
        if matches!(node.event, Event::Nothing | Event::Setup(_) | Event::Move { .. }) && !follows {
            if *notes != super::Notes::NONE {
                *self.made.node_mut(now).notes_mut() = notes.clone();
            }
        } else {
            self.made.node_mut(now).notes_mut().add_remarks(notes);
        }
    }

    /// What happened live as a comment has it: `[t=12.5 Ada] hello`.
    fn told(&self, id: NodeId, event: &Event) -> String {
        let text = match event {
            Event::Claim(outcome) => result_text(*outcome),
            Event::Mark(mark) => match &mark.symbol {
                Symbol::Label(label) => format!("{} {label}", mark.point),
                _ => mark.point.to_string(),
            },
            Event::Message(text) => text.to_string(),
            _ => String::new(),
        };
        let notes = self.record.tree.node(id).notes();
        let time = notes.time.map(|time| format!("t={time}"));
        let participants = &self.record.info.participants;
        let actor = notes.actor.map(|actor| {
            let name = participants.get(actor as usize).and_then(|one| one.name.clone());
            name.unwrap_or_else(|| actor.to_string())
        });
        let who: Vec<String> = time.into_iter().chain(actor).collect();
        if who.is_empty() { text } else { format!("[{}] {text}", who.join(" ")) }
    }

    /// Makes the line that stands at the end of each branch its main one.
    fn put_the_last_first(&mut self) {
        let tree = &self.record.tree;
        let mut has_main_line = vec![false; self.made.len()];
        for leaf in tree.preorder().filter(|&id| tree.first_child(id).is_none()) {
            let end = self.now[leaf.index()];
            let mut at = end;
            while let Some(above) = self.made.parent(at) {
                if std::mem::replace(&mut has_main_line[above.index()], true) {
                    break;
                }
                self.made.put_first(at);
                at = above;
            }
            // What was taken back last is not the continuation of what stands.
            let taken_back = self.made.first_child(end).filter(|_| self.follows[leaf.index()]);
            if let Some(child) = taken_back.filter(|_| !has_main_line[end.index()]) {
                has_main_line[end.index()] = true;
                self.made.node_mut(child).notes_mut().set_apart = true;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Color;
    use crate::record::{Size, sgf};

    fn play(tree: &mut Tree, above: NodeId, color: Color, x: u8) -> NodeId {
        let point = Size::STANDARD.point(x.into(), 0);
        tree.add(above, Event::Move { color, point })
    }

    /// The new tree in SGF, from its first move on.
    fn text(record: &Record) -> String {
        let record = timeless(record, &mut Findings::default());
        let bytes = sgf::write(&[record.into_owned()], crate::charset::Charset::Utf8).bytes;
        let text = String::from_utf8(bytes).expect("UTF-8").replace('\n', "");
        text.split_once("SZ[19]").map(|(_, tree)| tree.to_string()).expect("a size")
    }

    #[test]
    fn what_stands_at_the_end_is_the_main_line() {
        let mut record = Record::new(Size::STANDARD);
        let tree = &mut record.tree;
        let a = play(tree, tree.root(), Color::Black, 0);
        let b = play(tree, a, Color::White, 1);
        let back = tree.add(b, Event::Takeback(1));
        let c = play(tree, back, Color::White, 2);
        let back = tree.add(c, Event::Takeback(2));
        let again = play(tree, back, Color::Black, 0);
        let said = tree.add(again, Event::Message("hm".into()));
        tree.node_mut(said).notes_mut().time = Some(1.5);
        assert_eq!(text(&record), ";B[aa]C[[t=1.5\\] hm](;W[ba])(;W[ca]))");
        play(&mut record.tree, said, Color::White, 2);
        assert_eq!(text(&record), ";B[aa]C[[t=1.5\\] hm](;W[ca])(;W[ba]))");
    }

    #[test]
    fn variations_stay_as_they_are() {
        let mut record = Record::new(Size::STANDARD);
        let tree = &mut record.tree;
        let root = tree.root();
        let a = play(tree, root, Color::Black, 0);
        play(tree, root, Color::Black, 0);
        let back = tree.add(a, Event::Takeback(1));
        play(tree, back, Color::Black, 1);
        assert_eq!(text(&record), "(;B[ba])(;B[aa])(;B[aa]))");
    }
}
