//! Values of older versions in the form of FF\[4\], which is what is written.
//!
//! What has no form there stands in the comment on the game, so that nothing is lost and no file says
//! FF\[4\] of what is none.

use super::check::{are_dates, is_real, is_result};
use super::rules::RESULT_IN_WORDS;
use super::writing_rules::{FOLDED, REWORDED};
use super::{dates, result, seconds, wording};
use crate::adapt::property_text::{escaped, simple_text};
use crate::record::finding::{Findings, Place, shortened};
use crate::record::{Path, Property, Record};

/// How much is changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// Nothing: the values are those of FF\[4\], or are meant to be.
    None,
    /// All values must be those of FF\[4\]; `minutes` says that times are counted in minutes (FF\[1\]).
    Whole { minutes: bool },
    /// Only what can be said in FF\[4\] without losing a word.
    WhereCertain,
}

impl Extent {
    /// How much a game is changed of which the root states a version, or none. A file that states none is
    /// one of FF\[1\], but its times are seconds: real ones are newer.
    pub(super) fn of(format: Option<u8>) -> Extent {
        match format {
            Some(4) => Extent::None,
            _ => Extent::Whole { minutes: matches!(format, Some(1 | 2)) },
        }
    }
}

/// A value in FF\[4\], and whether it says all that the old one did.
struct New {
    value: Option<String>,
    is_all: bool,
}

/// Rewrites what the root says of time, days, komi, result and handicap.
pub(super) fn upgrade(record: &mut Record, extent: Extent, findings: &mut Findings) {
    if extent == Extent::None {
        return;
    }
    let mut comments = Vec::new();
    let mut gone: Vec<String> = Vec::new();
    let mut change = |name: &str, old: &str, new: &New| -> bool {
        let is_wanted = new.is_all || extent != Extent::WhereCertain;
        if is_wanted {
            if let Some(value) = &new.value {
                findings.add(&REWORDED, Place::path(name), [name, &shortened(old), value]);
            }
            if !new.is_all {
                findings.add(&FOLDED, Place::path(name), [name, &shortened(old)]);
                comments.push(format!("{name}: {old}"));
            }
            if new.value.is_none() {
                gone.push(name.into());
            }
        }
        is_wanted
    };
    if let Some(old) = record.info.dates.clone().filter(|dates| !are_dates(dates)) {
        let value = dates::day(&old);
        let new = New { is_all: value.is_some(), value };
        if change("DT", &old, &new) {
            record.info.dates = new.value;
        }
    }
    let root = record.tree.root();
    if !record.tree.node(root).notes().properties.is_empty() {
        record.tree.node_mut(root).notes_mut().properties.retain_mut(|kept| {
            let Some(old) = kept.values.first().map(|raw| simple_text(raw).into_owned()) else {
                return true;
            };
            match new(&kept.name, &old, extent) {
                Some(new) if change(&kept.name, &old, &new) => {
                    // The record has the meaning of the others, which the writer says in its own words.
                    let stays = kept.name == "TM" && new.value.is_some();
                    kept.values = new.value.into_iter().collect();
                    stays
                }
                _ => true,
            }
        });
    }
    // Without the other's old words those of komi or result may mean something else.
    let properties = &record.tree.node(root).notes().properties;
    let is_stale = |kept: &&Property| !wording::is_current(kept, record);
    let stale: Vec<String> =
        properties.iter().filter(is_stale).map(|kept| kept.name.clone()).collect();
    if !stale.is_empty() {
        let properties = &mut record.tree.node_mut(root).notes_mut().properties;
        properties.retain(|kept| !stale.contains(&kept.name));
    }
    comments.extend(repeated_on_trunk(record, &gone, findings));
    comments.iter().for_each(|line| add_comment(record, line));
}

/// Takes what the root does not say any more from the nodes below it that all variations have: lines for
/// the comment on the game.
fn repeated_on_trunk(record: &mut Record, gone: &[String], findings: &mut Findings) -> Vec<String> {
    let mut lines = Vec::new();
    if gone.is_empty() {
        return lines;
    }
    let mut at = record.tree.root();
    while let Some(next) = record.tree.first_child(at).filter(|_| !record.tree.forks(at)) {
        at = next;
        if record.tree.node(at).notes().properties.is_empty() {
            continue;
        }
        let place = Place::node(&Path::to(at, &record.tree));
        record.tree.node_mut(at).notes_mut().properties.retain(|kept| {
            let is_repeated = gone.contains(&kept.name);
            if is_repeated {
                let old = kept.values.first().map_or("".into(), |raw| simple_text(raw));
                findings.add(&FOLDED, place.clone(), [&kept.name, &shortened(&old)]);
                lines.push(format!("{}: {old}", kept.name));
            }
            !is_repeated
        });
    }
    lines
}

/// What a kept property becomes; `None` where it is good as it is.
fn new(name: &str, old: &str, extent: Extent) -> Option<New> {
    let said = |value: String| New { value: Some(value), is_all: true };
    let unsaid = New { value: None, is_all: false };
    let is_old = extent != Extent::WhereCertain;
    match name {
        "TM" => match old.trim().parse::<f64>() {
            Ok(minutes) if extent == (Extent::Whole { minutes: true }) => {
                Some(said((minutes * 60.0).to_string()))
            }
            Ok(_) if is_real(old) => None,
            _ => Some(seconds::seconds(old).map_or(unsaid, |seconds| said(seconds.to_string()))),
        },
        "RE" if !is_result(old) => Some(match result::result(old, false) {
            Some((outcome, rule)) => {
                let is_told = rule.is_none_or(|rule| *rule == RESULT_IN_WORDS);
                let has_remark = old.contains(['(', '（', ',', '，', '、']);
                New { value: Some(outcome.to_string()), is_all: is_told && !has_remark }
            }
            None => unsaid,
        }),
        "KM" if !is_real(old) => {
            let komi = super::komi::komi(old, true);
            Some(komi.map_or(unsaid, |reading| said(reading.komi.to_string())))
        }
        "HA" if old.trim().parse::<u32>().is_err() => Some(unsaid),
        // Who played, a person (0) or a program, and the name of the file.
        "BS" | "WS" if is_old && old.trim() == "0" => Some(New { value: None, is_all: true }),
        "BS" | "WS" | "ID" if is_old => Some(unsaid),
        _ => None,
    }
}

/// Adds a line to the comment on the game.
fn add_comment(record: &mut Record, line: &str) {
    let root = record.tree.root();
    let properties = &mut record.tree.node_mut(root).notes_mut().properties;
    let line = escaped(line);
    match properties.iter_mut().find(|property| property.name == "GC") {
        Some(Property { values, .. }) => {
            let text = values.first_mut().filter(|text| !text.trim().is_empty());
            match text {
                Some(text) => *text += &format!("\n{line}"),
                None => *values = vec![line.into_owned()],
            }
        }
        None => {
            // Words that are kept beside their meaning stand behind all else, as they are read.
            let is_wording = |kept: &Property| wording::NAMES.contains(&&*kept.name);
            let at = properties.iter().rposition(|kept| !is_wording(kept)).map_or(0, |at| at + 1);
            let comment = Property { name: "GC".into(), values: vec![line.into_owned()] };
            properties.insert(at, comment);
        }
    }
}
