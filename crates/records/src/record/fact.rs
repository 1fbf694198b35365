//! Facts about a game or position that only some formats can represent.
//!
//! Programs that create records add them with [`Notes::add_fact`](super::Notes::add_fact).

use std::time::Duration;

use tianyuan_go::Color;

/// A fact about a game or position that only some formats can represent.
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
    /// The overtime after the main time.
    Overtime(Overtime),
    /// The time remaining on a player's clock after their move.
    TimeLeft(Color, Duration),
    /// The byo-yomi moves or periods that a player has left after their move.
    PeriodsLeft(Color, u32),
    /// A comment on the game as a whole.
    GameComment(String),
    /// Black's winrate in this position according to an engine, 0 to 1.
    BlackWinrate(f64),
    /// Black's lead in this position according to an engine, in points.
    BlackLead(f64),
}

/// Overtime system.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Overtime {
    /// One period per move; a period that is exceeded is lost.
    ByoYomi {
        /// The length of a period.
        period: Duration,
        /// The number of periods.
        periods: u32,
    },
    /// A fixed number of stones per period.
    Canadian {
        /// The length of a period.
        period: Duration,
        /// The number of stones to play within a period.
        stones: u32,
    },
    /// Time added after each move.
    Fischer {
        /// The time added.
        increment: Duration,
    },
}
