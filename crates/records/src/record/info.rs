//! The information of a record about the game as a whole: names, people, rules, time and result.
//!
//! It does not know the moves. A missing field is not the same as an empty one: wei7 can say either.

use tianyuan_go::{Color, Komi, Rules, Scoring};

use super::{Outcome, Time};

/// Information about the game as a whole, except for the size of its board.
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
    /// The name space of [`id`](Info::id).
    pub domain: Option<String>,
    /// The identifier of the game in the name space.
    pub id: Option<String>,
    /// The game's name.
    pub name: Option<String>,
    /// The rules, komi included.
    pub rules: RulesInfo,
    /// When the game began.
    pub time: Option<Time>,
    /// The days on which it was played, as SGF lists them: `1996-05-06,07`.
    pub dates: Option<String>,
    /// Where the game was played.
    pub place: Option<String>,
    /// The people who took part, players or not.
    pub participants: Vec<Participant>,
    /// Which participants played, and their colours.
    pub players: Vec<Player>,
    /// The number of handicap stones, where it is not what the stones show by themselves; ask
    /// [`Record::handicap`](super::Record::handicap).
    pub handicap: Option<u32>,
    /// `true` if the record states no handicap although its stones look like one, as an SGF file without `HA`
    /// does: it may be a problem.
    pub states_no_handicap: bool,
    /// The result of the game.
    pub result: Option<Outcome>,
}

/// What a record says about the rules, often less than complete [`Rules`](tianyuan_go::Rules).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RulesInfo {
    /// Area or territory scoring.
    pub scoring: Option<Scoring>,
    /// White's compensation. `None` means unknown, which is not 0.
    pub komi: Option<Komi>,
    /// The name of the rules.
    pub name: Option<RulesName>,
    /// Options that the name does not imply, as `ko=simple tax=none`; empty if there are none.
    pub options: String,
}

/// The name of rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RulesName {
    /// Chinese rules (中国).
    Chinese,
    /// Japanese rules (日本).
    Japanese,
    /// Korean rules (韩国).
    Korean,
    /// Other rules, by the name that the file gives: `AGA`, `GOE`, `NZ`...
    Other(String),
}

impl RulesName {
    /// The name of rules that are meant by a text, as [`Rules::from_name`] reads it; `None` for rules
    /// that are unknown.
    pub fn of_text(text: &str) -> Option<RulesName> {
        Some(match Rules::display_name(text)? {
            "Chinese" => RulesName::Chinese,
            "Japanese" => RulesName::Japanese,
            "Korean" => RulesName::Korean,
            other => RulesName::Other(other.into()),
        })
    }
}

/// A person who took part.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Participant {
    /// The name space of [`id`](Participant::id).
    pub domain: Option<String>,
    /// The identifier of the person in the name space.
    pub id: Option<String>,
    /// The name.
    pub name: Option<String>,
    /// The title.
    pub title: Option<String>,
    /// The rank, as `9d` or 九段.
    pub rank: Option<String>,
    /// The team (SGF `BT`, `WT`).
    pub team: Option<String>,
}

/// A participant who played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Player {
    /// The index among the participants.
    pub participant: u32,
    /// The colour, if it is known.
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
    /// The participants who played a colour: several in a game of teams.
    pub fn players_of(&self, color: Color) -> impl Iterator<Item = &Participant> {
        let of_color = self.players.iter().filter(move |player| player.color == Some(color));
        of_color.filter_map(|player| self.participants.get(player.participant as usize))
    }
}
