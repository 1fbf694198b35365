//! Game information of a record: names, people, rules, time and result.
//!
//! A missing field differs from an empty one: wei7 can represent both.

use tianyuan_go::{Color, Komi, Rules, Scoring};

use super::{Outcome, Time};

/// Information about the whole game, except the board size.
///
/// ```
/// use tianyuan_go::Color;
/// use tianyuan_records::record::{Info, Participant, Player};
///
/// let mut info = Info::default();
/// let name = Some("Shusaku".to_owned());
/// info.participants.push(Participant { name, ..Participant::default() });
/// // A player is a participant, by its index.
/// info.players.push(Player { participant: 0, color: Some(Color::Black) });
/// assert_eq!(info.result, None, "not known, which is not a draw");
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Info {
    /// The namespace of [`id`](Info::id).
    pub domain: Option<String>,
    /// The identifier of the game in its namespace.
    pub id: Option<String>,
    /// The name of the game.
    pub name: Option<String>,
    /// The rules, including komi.
    pub rules: RulesInfo,
    /// The start time of the game.
    pub time: Option<Time>,
    /// The days on which the game was played, in SGF notation: `1996-05-06,07`.
    pub dates: Option<String>,
    /// The location of the game.
    pub place: Option<String>,
    /// The people involved, including those who are not players.
    pub participants: Vec<Participant>,
    /// Which participants played, and their colours.
    pub players: Vec<Player>,
    /// The number of handicap stones, if it differs from what the stones show.
    /// [`Record::handicap`](super::Record::handicap) returns the effective value.
    pub handicap: Option<u32>,
    /// `true` if the record states no handicap although its setup resembles one, like an SGF file without `HA`.
    /// The position may be a problem.
    pub states_no_handicap: bool,
    /// The result of the game.
    pub result: Option<Outcome>,
}

/// Rules stated in a record, often incomplete compared with [`Rules`](tianyuan_go::Rules).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RulesInfo {
    /// Area or territory scoring.
    pub scoring: Option<Scoring>,
    /// White's compensation. `None` means unknown, not 0.
    pub komi: Option<Komi>,
    /// The name of the rules.
    pub name: Option<RulesName>,
    /// Options that the name does not imply, such as `ko=simple tax=none`; empty if there are none.
    pub options: String,
}

/// Name of a ruleset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RulesName {
    /// Chinese rules (中国).
    Chinese,
    /// Japanese rules (日本).
    Japanese,
    /// Korean rules (韩国).
    Korean,
    /// Other rules, under the name used in the file: `AGA`, `GOE`, `NZ`...
    Other(String),
}

impl RulesName {
    /// Returns the name of the rules that a text denotes, parsed like [`Rules::from_name`]. Returns `None` if the rules
    /// are unknown.
    pub fn of_text(text: &str) -> Option<RulesName> {
        Some(match Rules::display_name(text)? {
            "Chinese" => RulesName::Chinese,
            "Japanese" => RulesName::Japanese,
            "Korean" => RulesName::Korean,
            other => RulesName::Other(other.into()),
        })
    }
}

/// A person involved in the game.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Participant {
    /// The namespace of [`id`](Participant::id).
    pub domain: Option<String>,
    /// The identifier of the person in its namespace.
    pub id: Option<String>,
    /// The name.
    pub name: Option<String>,
    /// The title.
    pub title: Option<String>,
    /// The rank, such as `9d` or 九段.
    pub rank: Option<String>,
    /// The team (SGF `BT`, `WT`).
    pub team: Option<String>,
}

/// A participant who is a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Player {
    /// The index into the participants.
    pub participant: u32,
    /// The colour, if known.
    pub color: Option<Color>,
}

impl Participant {
    /// Returns all fields with their names in wei7.
    pub(crate) fn fields_mut(&mut self) -> [(&'static str, &mut Option<String>); 6] {
        [
            ("domain", &mut self.domain),
            ("id", &mut self.id),
            ("name", &mut self.name),
            ("title", &mut self.title),
            ("rank", &mut self.rank),
            ("team", &mut self.team),
        ]
    }
}

impl Info {
    /// Returns the participants who played a colour: several in a team game.
    pub fn players_of(&self, color: Color) -> impl Iterator<Item = &Participant> {
        let of_color = self.players.iter().filter(move |player| player.color == Some(color));
        of_color.filter_map(|player| self.participants.get(player.participant as usize))
    }
}
