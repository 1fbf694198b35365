//! Checks for violations of an SGF version that the reader itself does not report.
//!
//! | module | contents |
//! | --- | --- |
//! | `node` | properties of a node and their combinations |
//! | `value` | property values |
//! | `points` | points that a node may list once |
//! | `moves` | replays the moves |
//!
//! The checks do not modify the record: the [reader](super::read) reads as much as possible from each file.

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

/// The newest version of SGF.
const NEWEST: u8 = 4;

/// Checker for the games of a file, in sequence.
pub(super) struct Checker {
    /// The root properties of the current game.
    root: Root,
    /// The root properties of the first game.
    first: Option<Root>,
    /// `true` if a node on the path from the root contains game information.
    informed: bool,
    /// The value of `informed` at each open parenthesis.
    open: Vec<bool>,
    points: Points,
}

/// Root properties that affect the interpretation of other properties.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Root {
    /// The version against which the game is checked.
    format: u8,
    /// `true` if the file states the version.
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

    /// Enters a variation.
    pub(super) fn open(&mut self) {
        self.open.push(self.informed);
    }

    /// Leaves a variation.
    pub(super) fn close(&mut self) {
        self.informed = self.open.pop().unwrap_or(false);
    }

    /// Checks the root and the board size, and compares them with the first game of the file.
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

    /// Checks the complete game. `places` contains the byte offset of each node.
    pub(super) fn game(&self, record: &Record, places: &[u32], findings: &mut Findings) {
        moves::check(record, places, findings);
    }
}
