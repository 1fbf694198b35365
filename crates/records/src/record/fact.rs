//! Facts of a game or a position that only some formats can express.
//!
//! A program that makes a record adds them by [`Notes::add_fact`](super::Notes::add_fact).

use std::time::Duration;

use tianyuan_go::Color;

/// A fact of a game or a position that only some formats can express.
///
/// ```
/// use std::time::Duration;
/// use tianyuan_records::format::Format;
/// use tianyuan_records::record::{Fact, Record, Size};
///
/// let mut record = Record::new(Size::STANDARD);
/// let root = record.tree.root();
/// let time = Fact::MainTime(Duration::from_secs(3600));
/// record.tree.node_mut(root).notes_mut().add_fact(&time);
/// let sgf = record.write(Format::Sgf).bytes;
/// assert!(String::from_utf8_lossy(&sgf).contains("TM[3600]"));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum Fact {
    /// The main time of each player.
    MainTime(Duration),
    /// What follows the main time.
    Overtime(Overtime),
    /// What is left on a colour's clock after its move.
    TimeLeft(Color, Duration),
    /// The moves or periods of byo-yomi that a colour has left after its move.
    PeriodsLeft(Color, u32),
    /// A comment on the game as a whole.
    GameComment(String),
    /// Black's winrate in this position, 0 to 1, by an engine.
    BlackWinrate(f64),
    /// Black's lead in this position, in points, by an engine.
    BlackLead(f64),
}

/// The time after the main time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Overtime {
    /// Periods for a move each; one that is exceeded is lost.
    ByoYomi {
        /// The length of a period.
        period: Duration,
        /// How many there are.
        periods: u32,
    },
    /// Periods for some stones each.
    Canadian {
        /// The length of a period.
        period: Duration,
        /// The stones to be played within it.
        stones: u32,
    },
    /// Time that is added after each move.
    Fischer {
        /// The time that is added.
        increment: Duration,
    },
}
