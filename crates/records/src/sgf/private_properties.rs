//! Private properties for information that SGF cannot represent.
//!
//! FF\[4\] permits private properties, and programs preserve unknown ones. A wei7 record therefore survives a round
//! trip through SGF:
//!
//! | name | value | meaning |
//! | --- | --- | --- |
//! | `XWD` | `domain:…`, `id:…` | the identity of the game; `name:` and `place:` if they are blank or have line breaks |
//! | `XWT` | `2013-03-06T10:10Z` | the start time, since `DT` is only a date |
//! | `XWC` | `area`, `territory`, `none` | the scoring, if `RU` implies a different one |
//! | `XWO` | `ko=simple tax=none` | the rule options that `RU` does not imply |
//! | `XWU` | `0:`, `0.name:…` | the participants, if `PB` and related properties cannot represent them |
//! | `XWV` | `0:B`, `1:W`, `2:` | the colour of each player |
//! | `XWN` | text | a title with several lines |
//! | `XWE` | `trick`, `controversial` | the evaluation of the move |
//! | `XWL` | `B`, `W` | the player to move after a move, with which `PL` cannot be combined |
//! | `XWP` | `B`, `W` | the position is a problem, with the player to move |
//! | `XWS` | `medium`, `large` | the gap before the move |
//! | `XWK` | seconds | the time of the event |
//! | `XWA` | number | the participant who caused the event |
//! | `XWM` | `12.5 0 C:…`, `12.5 0 LB dd:a` | live messages and marks |
//! | `XWR` | `12.5 0:B+R` | live claims of results |
//! | `XWB` | | the node begins a branch of its own |
//! | `XWQ` | | the node is a pause: a `pre` without stones |

use super::diagnostics::BAD_PRIVATE;
use super::property::Property;
use super::values::composed;
use crate::adapt::private_property;
use crate::adapt::property_text::text;
use crate::record::diagnostic::{Findings, ellipsize};
use crate::record::{Event, Info, NodeId, Record};
use tianyuan_go::Scoring;

/// Returns `true` if [`read`] reads the property. `XWC` is read with the rules, `XWM` and `XWR` by `live_events`.
pub(super) fn is_read_here(name: &str) -> bool {
    matches!(name.strip_prefix("XW"), Some(last) if last.len() == 1 && "DTOUVNELPSKABQ".contains(last))
}

/// Reads a private property of a node. Game information is only read at the root.
pub(super) fn read(
    record: &mut Record,
    id: NodeId,
    property: &Property<'_>,
    findings: &mut Findings,
) {
    for raw in &property.values {
        if read_value(record, id, &property.name, raw).is_none() {
            let details = [&*property.name, &ellipsize(raw)];
            findings.add(&BAD_PRIVATE, property.place(), details);
        }
    }
}

/// Reads a value. Returns `None` if it is invalid.
fn read_value(record: &mut Record, id: NodeId, name: &str, raw: &str) -> Option<()> {
    match name {
        "XWD" | "XWT" | "XWO" | "XWU" | "XWV" if id == record.tree.root() => {
            return read_info(&mut record.info, name, raw);
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
    private_property::set_of_node(record.tree.node_mut(id).notes_mut(), name, &text(raw))
}

fn read_info(info: &mut Info, name: &str, raw: &str) -> Option<()> {
    if matches!(name, "XWT" | "XWO") {
        return private_property::set_of_game(info, name, raw);
    }
    let (key, value) = composed(raw)?;
    let value = text(value).into_owned();
    match (name, key) {
        ("XWD", "domain") => info.domain = Some(value),
        ("XWD", "id") => info.id = Some(value),
        ("XWD", "name") => info.name = Some(value),
        ("XWD", "place") => info.place = Some(value),
        ("XWU", key) => private_property::set_participant(&mut info.participants, key, value)?,
        ("XWV", key) => info.players.push(private_property::player(key, &value)?),
        _ => return None,
    }
    Some(())
}

/// Reads the value of `XWC`. Returns `None` if it is unknown.
pub(super) fn scoring(raw: &str) -> Option<Option<Scoring>> {
    match raw {
        "area" => Some(Some(Scoring::Area)),
        "territory" => Some(Some(Scoring::Territory)),
        "none" => Some(None),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documented_private_properties_are_read() {
        let rows = include_str!("private_properties.rs")
            .lines()
            .filter_map(|line| line.strip_prefix("//! | `XW"));
        let names: Vec<String> =
            rows.filter_map(|row| Some(format!("XW{}", row.split_once('`')?.0))).collect();
        let elsewhere = names.iter().filter(|name| !is_read_here(name));
        assert_eq!(elsewhere.collect::<Vec<_>>(), ["XWC", "XWM", "XWR"]);
        assert_eq!(names.len(), 17);
        assert!(!is_read_here("XWZ") && !is_read_here("XW") && !is_read_here("XWDT"));
    }
}
