//! What a node of a record holds: one event, and what is said of it.
//!
//! It does not know its place in the tree. A node is what wei7 3.0 has as a `pre` or a step, wei7 2.2
//! as a `pre` or a stone, and SGF as a node: one pause of whoever looks at the record.

use crate::go::Color;

use super::{Outcome, Point, Property};

/// What happens at a node.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Event {
    /// Nothing: the start, a heading or a place for a comment.
    #[default]
    Nothing,
    /// Points are filled or emptied beside the rules. Also wei7's `pre` without stones, which is a
    /// pause where [`Nothing`](Event::Nothing) is none.
    Setup(Box<Setup>),
    /// 手: a stone, or a pass where there is no point.
    Move {
        /// Whose it is.
        color: Color,
        /// Where the stone goes.
        point: Option<Point>,
    },
    /// 撤回: so many of the last moves on the way here are taken back.
    Takeback(u32),
    /// 声称: somebody says that this is the result.
    Claim(Outcome),
    /// A mark made while the record was on.
    Mark(Box<Mark>),
    /// Words said while the record was on.
    Message(Box<str>),
}

impl Event {
    /// Whether it happens beside the moves, while the record is on.
    pub fn is_live(&self) -> bool {
        matches!(self, Event::Claim(_) | Event::Mark(_) | Event::Message(_))
    }
}

/// Points that are filled or emptied. Their order has no meaning: they are sorted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Setup {
    points: Vec<(Point, Option<Color>)>,
}

impl Setup {
    /// Points with their new colours, `None` where one is emptied. The last word on a point counts.
    pub fn new(mut points: Vec<(Point, Option<Color>)>) -> Setup {
        points.reverse();
        points.sort_by_key(|(point, _)| *point);
        points.dedup_by_key(|(point, _)| *point);
        Setup { points }
    }

    /// Each point with its new colour, `None` where it is emptied.
    pub fn points(&self) -> &[(Point, Option<Color>)] {
        &self.points
    }

    /// The stones that are put, without the points that are emptied.
    pub fn stones(&self) -> impl Iterator<Item = (Point, Color)> {
        self.points.iter().filter_map(|&(point, color)| Some((point, color?)))
    }
}

/// What is said of a node's event or of the position after it. Most nodes have none of this.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Notes {
    /// The heading: of a branch in wei7 3.0, of any node in the others.
    pub title: Option<String>,
    /// The comment, with `\n` for line breaks.
    pub comment: Option<String>,
    /// The marks on the board. Their order has no meaning: readers sort them.
    pub marks: Vec<Mark>,
    /// What the move is worth.
    pub evaluation: Option<Evaluation>,
    /// This position is a problem, and who is to play in it.
    pub problem: Option<Color>,
    /// Who is to play next, where the record says so (SGF `PL`).
    pub to_play: Option<Color>,
    /// How far this move is set off from the one before.
    pub splitter: Splitter,
    /// When it happened, in seconds since the start of the game: 0 up to less than 86400.
    pub time: Option<f64>,
    /// Who did it: an index into the participants.
    pub actor: Option<u32>,
    /// The record sets this node off from the line above: a branch of its own, even as the only
    /// child (wei7 3.0) or as the first (`moves` at the end of `moves` in wei7 2.2).
    pub set_apart: bool,
    /// The properties of SGF that have no field of their own, in the order of the file.
    pub properties: Vec<Property>,
}

impl Notes {
    /// No notes.
    pub const NONE: Notes = Notes {
        title: None,
        comment: None,
        marks: Vec::new(),
        evaluation: None,
        problem: None,
        to_play: None,
        splitter: Splitter::Small,
        time: None,
        actor: None,
        set_apart: false,
        properties: Vec::new(),
    };

    /// Adds a paragraph to the comment.
    pub fn add_comment(&mut self, text: &str) {
        match &mut self.comment {
            Some(comment) if !comment.is_empty() => {
                comment.push_str("\n\n");
                comment.push_str(text);
            }
            comment => *comment = Some(text.to_string()),
        }
    }

    /// Adds what was said of another node of the same position. What there can be only one of stays
    /// as it is, where it is there, and the other's title goes into the comment.
    pub fn add_remarks(&mut self, other: &Notes) {
        let heading = other.title.iter().map(|title| format!("【{title}】"));
        let text: String = heading.chain(other.comment.clone()).collect();
        if !text.is_empty() && self.comment.as_ref() != Some(&text) {
            self.add_comment(&text);
        }
        self.marks.extend(other.marks.iter().cloned());
        self.marks.sort();
        self.marks.dedup();
        self.evaluation = self.evaluation.or(other.evaluation);
        self.problem = self.problem.or(other.problem);
        self.to_play = self.to_play.or(other.to_play);
        self.properties.extend(other.properties.iter().cloned());
    }
}

/// A mark on a point.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mark {
    /// Where it is.
    pub point: Point,
    /// What it looks like.
    pub symbol: Symbol,
}

/// What a mark looks like.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Symbol {
    /// Text: one character in wei7, any in SGF (`LB`).
    Label(String),
    /// A circle (SGF `CR`).
    Circle,
    /// A cross (SGF `MA`).
    Cross,
    /// A square (SGF `SQ`).
    Square,
    /// A triangle (SGF `TR`).
    Triangle,
    /// The point is selected (SGF `SL`).
    Selected,
}

impl Symbol {
    /// All shapes.
    pub const SHAPES: [Symbol; 5] =
        [Symbol::Circle, Symbol::Cross, Symbol::Square, Symbol::Triangle, Symbol::Selected];

    /// The two letters that SGF has for a shape, and programs with it; `None` for a label.
    pub fn shape(&self) -> Option<&'static str> {
        match self {
            Symbol::Label(_) => None,
            Symbol::Circle => Some("CR"),
            Symbol::Cross => Some("MA"),
            Symbol::Square => Some("SQ"),
            Symbol::Triangle => Some("TR"),
            Symbol::Selected => Some("SL"),
        }
    }
}

/// What a move is worth. None is what wei7 2.2 calls normal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Evaluation {
    /// A good move.
    Good,
    /// A very good move (SGF `TE[2]`).
    VeryGood,
    /// A bad move.
    Bad,
    /// A very bad move (SGF `BM[2]`).
    VeryBad,
    /// An interesting move (SGF `IT`).
    Interesting,
    /// A doubtful move (SGF `DO`).
    Doubtful,
    /// 诱着: bad against the right answer.
    Trick,
    /// 有争议: opinions differ.
    Controversial,
}

/// The space between two moves in wei7 2.2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Splitter {
    /// None beyond the usual.
    #[default]
    Small,
    /// Another fight begins.
    Medium,
    /// Another stage of the game begins.
    Large,
}
