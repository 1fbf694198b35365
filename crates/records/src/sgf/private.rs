//! The private properties by which our SGF files carry what SGF has no words for.
//!
//! FF\[4\] allows any name of capitals, and programs that do not know one keep it. So a record of wei7
//! comes back from SGF as it was:
//!
//! | name | value | says |
//! | --- | --- | --- |
//! | `XWD` | `domain:…`, `id:…` | what identifies the game; `name:` and `place:` where they are blank or have line breaks |
//! | `XWT` | `2013-03-06T10:10Z` | when it began, `DT` being only a date |
//! | `XWC` | `area`, `territory`, `none` | what counts, where `RU` says something else |
//! | `XWO` | `ko=simple tax=none` | the options of the rules that `RU` does not say |
//! | `XWU` | `0:`, `0.name:…` | the participants, where `PB` and its like cannot say all |
//! | `XWV` | `0:B`, `1:W`, `2:` | which of them played what colour |
//! | `XWN` | text | a title of several lines |
//! | `XWE` | `trick`, `controversial` | what the move is worth |
//! | `XWL` | `B`, `W` | who is to play after a move, beside which `PL` cannot stand |
//! | `XWP` | `B`, `W` | the position is a problem, and who is to play |
//! | `XWS` | `medium`, `large` | the space before the move |
//! | `XWK` | seconds | when it happened |
//! | `XWA` | number | which participant did it |
//! | `XWM` | `12.5 0 C:…`, `12.5 0 LB dd:a` | messages and marks made while it was on |
//! | `XWR` | `12.5 0:B+R` | results claimed while it was on |
//! | `XWB` | | the node begins a branch of its own |
//! | `XWQ` | | the node is a pause: a `pre` without stones |

use super::property::Property;
use super::rules::BAD_PRIVATE;
use super::values::composed;
use crate::adapt::property_text::text;
use crate::record::finding::{Findings, shortened};
use crate::record::rule_words::are_words;
use crate::record::{Evaluation, Event, NodeId, Participant, Player, Record, Splitter, Time};
use tianyuan_go::{Color, Scoring};

/// The most participants that an index makes room for at once; one after the other there may be more.
const MOST_PARTICIPANTS: usize = 10_000;

/// Whether a property is one of these.
pub(super) fn is_private(name: &str) -> bool {
    matches!(name.strip_prefix("XW"), Some(last) if last.len() == 1 && "DTOUVNELPSKABQ".contains(last))
}

/// Reads a private property of a node. Information about the game counts at the root only.
pub(super) fn read(
    record: &mut Record,
    id: NodeId,
    property: &Property<'_>,
    findings: &mut Findings,
) {
    for raw in &property.values {
        if read_value(record, id, &property.name, raw).is_none() {
            let details = [&*property.name, &shortened(raw)];
            findings.add(&BAD_PRIVATE, property.place(), details);
        }
    }
}

/// Takes a value in; `None` where it is none.
fn read_value(record: &mut Record, id: NodeId, name: &str, raw: &str) -> Option<()> {
    match name {
        "XWD" | "XWT" | "XWO" | "XWU" | "XWV" if id == record.tree.root() => {
            return read_info(record, name, raw);
        }
        "XWQ" => {
            let event = &mut record.tree.node_mut(id).event;
            if *event == Event::Nothing {
                *event = Event::Setup(Box::default());
            }
            return Some(());
        }
        _ => {}
    }
    let notes = record.tree.node_mut(id).notes_mut();
    match name {
        "XWN" => notes.title = Some(text(raw).into_owned()),
        "XWE" if raw == "trick" => notes.evaluation = Some(Evaluation::Trick),
        "XWE" if raw == "controversial" => notes.evaluation = Some(Evaluation::Controversial),
        "XWL" => notes.to_play = Some(color(raw)?),
        "XWP" => notes.problem = Some(color(raw)?),
        "XWS" if raw == "medium" => notes.splitter = Splitter::Medium,
        "XWS" if raw == "large" => notes.splitter = Splitter::Large,
        "XWK" => {
            let is_time = |time: &f64| (0.0..86400.0).contains(time) && !raw.starts_with('-');
            notes.time = Some(raw.parse().ok().filter(is_time)?);
        }
        "XWA" => notes.actor = Some(raw.parse().ok()?),
        "XWB" => notes.set_apart = true,
        _ => return None,
    }
    Some(())
}

fn read_info(record: &mut Record, name: &str, raw: &str) -> Option<()> {
    let info = &mut record.info;
    match name {
        "XWT" => info.time = Some(Time::parse(raw)?),
        "XWO" => info.rules.options = Some(raw).filter(|raw| are_words(raw))?.into(),
        _ => {
            let (key, value) = composed(raw)?;
            let value = text(value).into_owned();
            match (name, key) {
                ("XWD", "domain") => info.domain = Some(value),
                ("XWD", "id") => info.id = Some(value),
                ("XWD", "name") => info.name = Some(value),
                ("XWD", "place") => info.place = Some(value),
                ("XWU", key) => read_participant(&mut info.participants, key, value)?,
                ("XWV", key) => {
                    let color = if value.is_empty() { None } else { Some(color(&value)?) };
                    info.players.push(Player { participant: key.parse().ok()?, color });
                }
                _ => return None,
            }
        }
    }
    Some(())
}

fn read_participant(all: &mut Vec<Participant>, key: &str, value: String) -> Option<()> {
    let (index, field) = key.split_once('.').unwrap_or((key, ""));
    let most = MOST_PARTICIPANTS.max(all.len() + 1);
    let index: usize = index.parse().ok().filter(|index| *index < most)?;
    if all.len() <= index {
        all.resize_with(index + 1, Participant::default);
    }
    let fields = fields_mut(&mut all[index]);
    let named = fields.into_iter().find(|(name, _)| *name == field);
    match named {
        Some((_, slot)) => *slot = Some(value),
        None if field.is_empty() => {}
        None => return None,
    }
    Some(())
}

fn fields_mut(of: &mut Participant) -> [(&'static str, &mut Option<String>); 6] {
    [
        ("domain", &mut of.domain),
        ("id", &mut of.id),
        ("name", &mut of.name),
        ("title", &mut of.title),
        ("rank", &mut of.rank),
        ("team", &mut of.team),
    ]
}

/// The values of `XWU` for all participants, keys and texts apart.
pub(super) fn participants(all: &[Participant]) -> Vec<(String, String)> {
    let mut values = Vec::new();
    for (i, participant) in all.iter().enumerate() {
        values.push((i.to_string(), String::new()));
        for (name, text) in fields_mut(&mut participant.clone()) {
            values.extend(text.take().map(|text| (format!("{i}.{name}"), text)));
        }
    }
    values
}

fn color(raw: &str) -> Option<Color> {
    Color::BOTH.into_iter().find(|color| raw == color.letter().to_string())
}

/// What `XWC` says; the outer `None` where that is nothing known.
pub(super) fn scoring(raw: &str) -> Option<Option<Scoring>> {
    match raw {
        "area" => Some(Some(Scoring::Area)),
        "territory" => Some(Some(Scoring::Territory)),
        "none" => Some(None),
        _ => None,
    }
}
