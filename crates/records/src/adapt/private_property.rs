//! Values of the private properties `XW*`, which hold data for which SGF has no property, in SGF files and comments.
//!
//! All values are plain text without SGF escapes. `sgf::private_properties` has the table of names.

use tianyuan_go::Color;

use crate::record::rule_text::is_valid;
use crate::record::{Evaluation, Info, Notes, Participant, Player, Splitter, Time};

/// Participant indices up to this limit may skip others.
const MAX_SKIPPED_PARTICIPANTS: usize = 10_000;

/// The seconds per day.
const DAY: f64 = 86400.0;

/// The property name and value of each evaluation.
const EVALUATIONS: [(Evaluation, &str, &str); 8] = [
    (Evaluation::Good, "TE", "1"),
    (Evaluation::VeryGood, "TE", "2"),
    (Evaluation::Bad, "BM", "1"),
    (Evaluation::VeryBad, "BM", "2"),
    (Evaluation::Interesting, "IT", ""),
    (Evaluation::Doubtful, "DO", ""),
    (Evaluation::Trick, "XWE", "trick"),
    (Evaluation::Controversial, "XWE", "controversial"),
];

/// Returns the property of an evaluation.
pub(crate) fn evaluation_property(evaluation: Evaluation) -> (&'static str, &'static str) {
    let found = EVALUATIONS.into_iter().find(|(known, ..)| *known == evaluation);
    found.map_or(("", ""), |(_, name, value)| (name, value))
}

/// Returns the evaluation of a property, or `None` if no evaluation has it.
pub(crate) fn evaluation(name: &str, value: &str) -> Option<Evaluation> {
    EVALUATIONS.into_iter().find(|known| (known.1, known.2) == (name, value)).map(|known| known.0)
}

/// Returns the value of a colour.
pub(crate) fn color_value(color: Color) -> String {
    color.letter().to_string()
}

/// Reads a colour, `B` or `W`.
pub(crate) fn color(value: &str) -> Option<Color> {
    Color::BOTH.into_iter().find(|color| color_value(*color) == value)
}

/// Returns the value of `XWS`, or `None` for the default splitter.
pub(crate) fn splitter_value(splitter: Splitter) -> Option<&'static str> {
    match splitter {
        Splitter::Small => None,
        Splitter::Medium => Some("medium"),
        Splitter::Large => Some("large"),
    }
}

/// Parses a time of day in seconds.
pub(crate) fn seconds(value: &str) -> Option<f64> {
    value.parse().ok().filter(|time: &f64| (0.0..DAY).contains(time) && time.is_sign_positive())
}

/// Restores a node's private property. Returns `None`, with the notes unchanged, for other names and invalid values.
pub(crate) fn set_of_node(notes: &mut Notes, name: &str, value: &str) -> Option<()> {
    match name {
        "XWN" => notes.title = Some(value.to_owned()),
        "XWE" => notes.evaluation = Some(evaluation(name, value)?),
        "XWL" => notes.to_play = Some(color(value)?),
        "XWP" => notes.problem = Some(color(value)?),
        "XWS" => {
            let splitters = [Splitter::Medium, Splitter::Large];
            let named = |splitter: &Splitter| splitter_value(*splitter) == Some(value);
            notes.splitter = splitters.into_iter().find(named)?;
        }
        "XWK" => notes.time = Some(seconds(value)?),
        "XWA" => notes.actor = Some(value.parse().ok()?),
        "XWB" => notes.set_apart = true,
        _ => return None,
    }
    Some(())
}

/// Restores a private property of the game that has no key. Returns `None`, with the information unchanged, for other
/// names and invalid values.
pub(crate) fn set_of_game(info: &mut Info, name: &str, value: &str) -> Option<()> {
    match name {
        "XWT" => info.time = Some(Time::parse(value)?),
        "XWO" => info.rules.options = Some(value).filter(|value| is_valid(value))?.into(),
        _ => return None,
    }
    Some(())
}

/// Reads a value of `XWU`, split into key and text: a participant (`0`) or one of its fields (`0.name`).
pub(crate) fn set_participant(all: &mut Vec<Participant>, key: &str, text: String) -> Option<()> {
    let (index, field) = key.split_once('.').unwrap_or((key, ""));
    let limit = MAX_SKIPPED_PARTICIPANTS.max(all.len() + 1);
    let index: usize = index.parse().ok().filter(|index| *index < limit)?;
    let is_known = field.is_empty()
        || Participant::default().fields_mut().iter().any(|(name, _)| *name == field);
    if !is_known {
        return None;
    }
    if all.len() <= index {
        all.resize_with(index + 1, Participant::default);
    }
    let fields = all[index].fields_mut();
    if let Some((_, slot)) = fields.into_iter().find(|(name, _)| *name == field) {
        *slot = Some(text);
    }
    Some(())
}

/// Returns the values of `XWU` for all participants as pairs of key and text.
pub(crate) fn participant_values(all: &[Participant]) -> Vec<(String, String)> {
    let mut values = Vec::new();
    for (i, participant) in all.iter().enumerate() {
        values.push((i.to_string(), String::new()));
        for (name, text) in participant.clone().fields_mut() {
            values.extend(text.take().map(|text| (format!("{i}.{name}"), text)));
        }
    }
    values
}

/// Reads a value of `XWV`: the index of a participant, and a colour or nothing.
pub(crate) fn player(key: &str, value: &str) -> Option<Player> {
    let color = if value.is_empty() { None } else { Some(color(value)?) };
    Some(Player { participant: key.parse().ok()?, color })
}

/// Returns the values of `XWV` for all players as pairs of key and text.
pub(crate) fn player_values(all: &[Player]) -> impl Iterator<Item = (String, String)> {
    let color = |player: &Player| player.color.map_or(String::new(), color_value);
    all.iter().map(move |player| (player.participant.to_string(), color(player)))
}
