//! What a record says of the game as a whole: names, people, rules, time and result.
//!
//! It does not know the moves. Every field may be missing, and a missing one is not the same as an
//! empty one: wei7 can say either.

use crate::go::{Color, Komi, Scoring};

use super::{Outcome, Time};

/// What is known of the game besides the size of its board.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Info {
    /// The name space of [`id`](Info::id).
    pub domain: Option<String>,
    /// What identifies the game there.
    pub id: Option<String>,
    /// The game's name.
    pub name: Option<String>,
    /// The rules, komi included.
    pub rules: Ruling,
    /// When it began.
    pub time: Option<Time>,
    /// The days on which it was played, as SGF lists them: `1996-05-06,07`.
    pub dates: Option<String>,
    /// Where.
    pub place: Option<String>,
    /// Those who took part, players or not.
    pub participants: Vec<Participant>,
    /// Which of them played.
    pub players: Vec<Player>,
    /// The number of handicap stones, where it is not what the stones show by themselves; ask
    /// [`Record::handicap`](super::Record::handicap).
    pub handicap: Option<u32>,
    /// The result.
    pub result: Option<Outcome>,
}

/// What a record says of the rules; a whole [`Rules`](crate::go::Rules) is more.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ruling {
    /// What counts at the end.
    pub scoring: Option<Scoring>,
    /// White's compensation. None is unknown, which is not 0.
    pub komi: Option<Komi>,
    /// Whose rules they are.
    pub name: Option<RulesName>,
    /// What the name does not say, option by option: `ko=simple tax=none`. Empty where nothing is said.
    pub options: String,
}

/// Whose rules they are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RulesName {
    /// 中国.
    Chinese,
    /// 日本.
    Japanese,
    /// 韩国.
    Korean,
    /// As SGF calls others: `AGA`, `GOE`, `NZ`...
    Other(String),
}

/// Somebody who took part.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Participant {
    /// The name space of [`id`](Participant::id).
    pub domain: Option<String>,
    /// What identifies them there.
    pub id: Option<String>,
    /// Their name.
    pub name: Option<String>,
    /// Their title.
    pub title: Option<String>,
    /// Their rank, `9d` or 九段.
    pub rank: Option<String>,
    /// Their team (SGF `BT`, `WT`).
    pub team: Option<String>,
}

/// A participant who played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Player {
    /// An index into the participants.
    pub participant: u32,
    /// Their colour, if it is known.
    pub color: Option<Color>,
}

impl Info {
    /// The participants who played a colour: several in a game of teams.
    pub fn players_of(&self, color: Color) -> impl Iterator<Item = &Participant> {
        let of_color = self.players.iter().filter(move |player| player.color == Some(color));
        of_color.filter_map(|player| self.participants.get(player.participant as usize))
    }
}
