//! What of an SGF file breaks the rules of its version, beside what the reader stumbles over.
//!
//! | module | contents |
//! | --- | --- |
//! | `node` | properties of a node and their combinations |
//! | `value` | property values |
//! | `points` | points that a node may list once |
//! | `moves` | replays the moves |
//!
//! It changes nothing: the [reader](super::read) takes what it can of each file.

mod moves;
mod node;
mod points;
mod value;

use super::diagnostics::*;
use super::property::{Property, place_of};
use crate::charset::FileCharset;
use crate::record::diagnostic::Findings;
use crate::record::{Record, Size};

use points::Points;

pub(super) use value::{are_dates, is_real, is_result};

/// The newest version.
const NEWEST: u8 = 4;

/// A check of the games of a file, one after the other.
pub(super) struct Checker {
    /// What the root of the present game says.
    root: Root,
    /// What the root of the first game says.
    first: Option<Root>,
    /// Whether information about the game has been met on the way from the root.
    informed: bool,
    /// The same for each open parenthesis.
    open: Vec<bool>,
    points: Points,
}

/// The properties of a root on which the meaning of the others depends.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Root {
    /// The version by whose rules the game is checked.
    format: u8,
    /// Whether the version is stated.
    is_stated: bool,
    game: String,
    charset: String,
    size: Size,
}

impl Root {
    fn of(properties: &[Property<'_>], size: Size) -> Root {
        let text = |name: &str| {
            let found = properties.iter().find(|property| property.name == name);
            found.map(|property| property.values[0].trim().to_string())
        };
        let stated = text("FF").and_then(|text| text.parse::<u8>().ok());
        let charset = text("CA").unwrap_or_default();
        Root {
            format: stated.filter(|format| (1..=NEWEST).contains(format)).unwrap_or(NEWEST),
            is_stated: stated.is_some(),
            // A number may have leading zeros.
            game: text("GM").map_or("1".into(), |game| {
                game.parse::<u32>().map_or(game.clone(), |number| number.to_string())
            }),
            charset: FileCharset::from_name(&charset)
                .map_or(charset, |known| known.name().to_string()),
            size,
        }
    }
}

impl Checker {
    pub(super) fn new() -> Checker {
        let root = Root::of(&[], Size::STANDARD);
        let points = Points::default();
        Checker { root, first: None, informed: false, open: Vec::new(), points }
    }

    /// A variation begins.
    pub(super) fn open(&mut self) {
        self.open.push(self.informed);
    }

    /// A variation ends.
    pub(super) fn close(&mut self) {
        self.informed = self.open.pop().unwrap_or(false);
    }

    /// Checks the root, with the size of its board. The games of a file should be alike.
    pub(super) fn root(
        &mut self,
        properties: &[Property<'_>],
        size: Size,
        findings: &mut Findings,
    ) {
        self.informed = false;
        self.root = Root::of(properties, size);
        let place = place_of(properties);
        if !self.root.is_stated {
            findings.add(&NO_FORMAT, place.clone(), []);
        }
        match &self.first {
            None => self.first = Some(self.root.clone()),
            Some(first) => {
                let differing = [
                    ("FF", first.format != self.root.format),
                    ("GM", first.game != self.root.game),
                    ("CA", first.charset != self.root.charset),
                ];
                for (name, _) in differing.into_iter().filter(|(_, differs)| *differs) {
                    findings.add(&MIXED, place.clone(), [name]);
                }
            }
        }
        self.node(true, properties, findings);
    }

    /// Checks a game as a whole. `places` has the byte of each node.
    pub(super) fn game(&self, record: &Record, places: &[u32], findings: &mut Findings) {
        moves::check(record, places, findings);
    }
}
