//! The content of a node: one event, and notes on it.
//!
//! It does not know its place in the tree. A node is a `pre` or a step of wei7 3.0, a `pre` or a stone
//! of wei7 2.2, and a node of SGF: one step of a person who goes through the record.

use super::{Outcome, Point};
use std::time::Duration;
use tianyuan_go::Color;

/// The event of a node.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Event {
    /// No event: the start, a heading or a place for a comment.
    #[default]
    Nothing,
    /// Points are filled or emptied outside the rules. A setup without points is wei7's `pre` without
    /// stones, which is a step, unlike [`Nothing`](Event::Nothing).
    Setup(Box<Setup>),
    /// A move (手): a stone, or a pass if there is no point.
    Move {
        /// The colour that moves.
        color: Color,
        /// The point of the stone; `None` for a pass.
        point: Option<Point>,
    },
    /// A takeback (撤回) of so many of the last moves on the path to this node.
    Takeback(u32),
    /// A claim (声称) that this is the result.
    Claim(Outcome),
    /// A mark made while the record was on.
    Mark(Box<Mark>),
    /// Words said while the record was on.
    Message(Box<str>),
}

impl Event {
    /// Whether the event is live: beside the moves, while the record was made.
    pub fn is_live(&self) -> bool {
        matches!(self, Event::Claim(_) | Event::Mark(_) | Event::Message(_))
    }
}

/// Points that are filled or emptied, sorted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Setup {
    points: Vec<(Point, Option<Color>)>,
}

impl Setup {
    /// A setup of points with their new colours, `None` for an emptied point. The last colour given
    /// for a point counts.
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

    /// The points that are filled, with their colours.
    pub fn stones(&self) -> impl Iterator<Item = (Point, Color)> {
        self.points.iter().filter_map(|&(point, color)| Some((point, color?)))
    }
}

/// Notes on the event of a node or the position after it. Most nodes have none.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Notes {
    /// The heading: of a branch in wei7 3.0, of any node in the others.
    pub title: Option<String>,
    /// The comment, with `\n` for line breaks.
    pub comment: Option<String>,
    /// The marks on the board. Their order has no meaning: readers sort them.
    pub marks: Vec<Mark>,
    /// The quality of the move.
    pub evaluation: Option<Evaluation>,
    /// The position is a problem, with this colour to play.
    pub problem: Option<Color>,
    /// The colour to play next, if the record says so (SGF `PL`).
    pub to_play: Option<Color>,
    /// The space between this move and the one before.
    pub splitter: Splitter,
    /// The time of the event, in seconds since the start of the game: 0 up to less than 86400.
    pub time: Option<f64>,
    /// The person who caused the event: an index among the participants.
    pub actor: Option<u32>,
    /// Whether the node begins a branch of its own, even as the only child (wei7 3.0) or as the first
    /// one (`moves` at the end of `moves` in wei7 2.2).
    pub set_apart: bool,
    /// The properties of SGF that have no field of their own, in the order of the file.
    pub properties: Vec<Property>,
}

impl Notes {
    /// Empty notes.
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

    /// Sets the time of the event, to the millisecond, if it is less than a day since the game began.
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

    /// Adds the notes on another node of the same position. A field that can have one value only keeps
    /// the value that it has. The other title goes into the comment.
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
    /// All shapes but the label.
    pub const SHAPES: [Symbol; 5] =
        [Symbol::Circle, Symbol::Cross, Symbol::Square, Symbol::Triangle, Symbol::Selected];

    /// The two letters of SGF for a shape; `None` for a label.
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

/// The quality of a move. No evaluation is what wei7 2.2 calls normal.
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
    /// A trick move (诱着): bad against the right answer.
    Trick,
    /// A disputed move (有争议).
    Controversial,
}

/// The space between two moves in wei7 2.2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Splitter {
    /// The usual space.
    #[default]
    Small,
    /// A larger space: another fight begins.
    Medium,
    /// The largest space: another stage of the game begins.
    Large,
}

/// A property of SGF without a field of its own.
///
/// Its values keep the escapes of SGF, so that it is written back unchanged whatever it means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Property {
    /// The name, in capitals.
    pub name: String,
    /// The values as they stand between the brackets, escaped.
    pub values: Vec<String>,
}
