//! Content of a node: one event with annotations.
//!
//! A node corresponds to a `pre` or a step in wei7 3.0, a `pre` or a stone in wei7 2.2, and a node in SGF.
//! It does not store its position in the tree.

use super::{Outcome, Point};
use std::time::Duration;
use tianyuan_go::Color;

/// The event of a node.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Event {
    /// No event: the root, a heading, or a node for a comment.
    #[default]
    Nothing,
    /// Stones added or removed outside the rules. A setup without points is wei7's `pre` without stones, which counts
    /// as a step, unlike [`Nothing`](Event::Nothing).
    Setup(Box<Setup>),
    /// A move (手): a stone, or a pass if there is no point.
    Move {
        /// The player.
        color: Color,
        /// The point of the stone; `None` for a pass.
        point: Option<Point>,
    },
    /// A takeback (撤回) of this number of moves, counted back along the path to this node.
    Takeback(u32),
    /// A claim (声称) of a result.
    Claim(Outcome),
    /// A mark made during the recording.
    Mark(Box<Mark>),
    /// A message sent during the recording.
    Message(Box<str>),
}

impl Event {
    /// Returns `true` if the event is live: it occurred alongside the moves during the recording.
    pub fn is_live(&self) -> bool {
        matches!(self, Event::Claim(_) | Event::Mark(_) | Event::Message(_))
    }
}

/// Points where stones are added or removed, sorted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Setup {
    points: Vec<(Point, Option<Color>)>,
}

impl Setup {
    /// Creates a setup from points and their new colours; `None` removes a stone. The last entry for a point takes
    /// effect.
    pub fn new(mut points: Vec<(Point, Option<Color>)>) -> Setup {
        points.reverse();
        points.sort_by_key(|(point, _)| *point);
        points.dedup_by_key(|(point, _)| *point);
        Setup { points }
    }

    /// Returns each point with its new colour; `None` for a removed stone.
    pub fn points(&self) -> &[(Point, Option<Color>)] {
        &self.points
    }

    /// Returns the stones that are added.
    pub fn stones(&self) -> impl Iterator<Item = (Point, Color)> {
        self.points.iter().filter_map(|&(point, color)| Some((point, color?)))
    }
}

/// Annotations of a node's event or of the position after it. Most nodes have none.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Notes {
    /// The heading: of a branch in wei7 3.0, of any node in other formats.
    pub title: Option<String>,
    /// The comment, with `\n` for line breaks.
    pub comment: Option<String>,
    /// The marks on the board. Their order is not significant: readers sort them.
    pub marks: Vec<Mark>,
    /// The quality of the move.
    pub evaluation: Option<Evaluation>,
    /// The player to move if the position is a problem.
    pub problem: Option<Color>,
    /// The next player to move, if the record specifies it (SGF `PL`).
    pub to_play: Option<Color>,
    /// The gap between this move and the previous one.
    pub splitter: Splitter,
    /// The time of the event in seconds since the start of the game, in 0.0..86400.0.
    pub time: Option<f64>,
    /// The person who caused the event, as an index into the participants.
    pub actor: Option<u32>,
    /// `true` if the node starts its own branch, even as the only child (wei7 3.0) or as the first child (`moves` at
    /// the end of `moves` in wei7 2.2).
    pub set_apart: bool,
    /// The SGF properties without a field of their own, in file order.
    pub properties: Vec<Property>,
}

impl Notes {
    /// Empty annotations.
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

    /// Sets the time of the event, with millisecond precision, if it is less than one day after the start of the game.
    pub fn set_time(&mut self, since_start: Duration) {
        const DAY: Duration = Duration::from_secs(86_400);
        let milliseconds = (since_start < DAY).then_some(since_start.as_millis());
        self.time = milliseconds.map(|milliseconds| milliseconds as f64 / 1000.0);
    }

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

    /// Merges the annotations of another node with the same position. Single-valued fields that are already set are
    /// preserved; the other title is appended to the comment.
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
    /// The marked point.
    pub point: Point,
    /// The shape of the mark.
    pub symbol: Symbol,
}

/// The shape of a mark.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Symbol {
    /// A label: one character in wei7, any text in SGF (`LB`).
    Label(String),
    /// A circle (SGF `CR`).
    Circle,
    /// A cross (SGF `MA`).
    Cross,
    /// A square (SGF `SQ`).
    Square,
    /// A triangle (SGF `TR`).
    Triangle,
    /// A selected point (SGF `SL`).
    Selected,
}

impl Symbol {
    /// All shapes except the label.
    pub const SHAPES: [Symbol; 5] =
        [Symbol::Circle, Symbol::Cross, Symbol::Square, Symbol::Triangle, Symbol::Selected];

    /// Returns the SGF property name of a shape. Returns `None` for a label.
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

/// Quality of a move. A missing evaluation corresponds to "normal" in wei7 2.2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Evaluation {
    /// A good move (SGF `TE`).
    Good,
    /// A very good move (SGF `TE[2]`).
    VeryGood,
    /// A bad move (SGF `BM`).
    Bad,
    /// A very bad move (SGF `BM[2]`).
    VeryBad,
    /// An interesting move (SGF `IT`).
    Interesting,
    /// A doubtful move (SGF `DO`).
    Doubtful,
    /// A trick move (诱着): bad if answered correctly.
    Trick,
    /// A disputed move (有争议).
    Controversial,
}

/// Gap between two moves in wei7 2.2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Splitter {
    /// The default gap.
    #[default]
    Small,
    /// A larger gap: a new fight begins.
    Medium,
    /// The largest gap: a new stage of the game begins.
    Large,
}

/// An SGF property without a field of its own.
///
/// Its values are stored with SGF escapes, so that it is written back unchanged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Property {
    /// The name, in uppercase.
    pub name: String,
    /// The escaped values, as they appear between the brackets.
    pub values: Vec<String>,
}
