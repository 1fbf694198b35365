//! Original texts of rules, komi, result and handicap in a file.
//!
//! The reader preserves a text that contains more than the parsed value. The writer reuses it if it still matches the
//! record, and otherwise writes the value in FF\[4\] syntax.

use std::borrow::Cow;

use super::fox;
use super::ruleset_names::{rules, rules_text};
use super::words::{Conventions, KomiReading, komi, result, stones};
use crate::adapt::property_text::simple_text;
use crate::record::{Property, Record, RulesName};
use tianyuan_go::{Komi, Rules};

/// The properties whose texts may be preserved.
pub(super) const NAMES: [&str; 4] = ["RU", "KM", "RE", "HA"];

/// Returns the komi conventions of a record.
pub(super) fn conventions(record: &Record) -> Conventions {
    // Chinese rules count in 子; so may rules without a name.
    let may_count_stones = matches!(record.info.rules.name, None | Some(RulesName::Chinese));
    Conventions { may_count_stones, is_fox: fox::is_named(record) }
}

/// Returns the text that is written for a property.
pub(super) fn written(name: &str, record: &Record) -> Option<String> {
    let info = &record.info;
    match name {
        "RU" => info.rules.name.as_ref().map(|name| rules_text(name).to_string()),
        "KM" => info.rules.komi.map(komi_text),
        "RE" => info.result.map(|result| result.to_string()),
        _ => {
            record.handicap().filter(|_| !info.states_no_handicap).map(|stones| stones.to_string())
        }
    }
}

fn komi_text(komi: Komi) -> String {
    // Without a decimal point, values from 100 would be read as hundredths.
    let halves = komi.half_points();
    let point = if halves.abs() >= 200 && halves % 2 == 0 { ".0" } else { "" };
    format!("{komi}{point}")
}

/// Returns `true` if a text differs from the one that is written for its meaning.
pub(super) fn is_other(name: &str, text: &str, record: &Record) -> bool {
    written(name, record).as_deref() != Some(text)
}

/// Returns the record without texts whose entire meaning is stored in its fields, as needed by other formats.
pub(super) fn without_spellings(record: &Record) -> Cow<'_, Record> {
    let root = record.tree.root();
    let is_spelling = |kept: &Property| is_whole(kept, record);
    if !record.tree.node(root).notes().properties.iter().any(is_spelling) {
        return Cow::Borrowed(record);
    }
    let mut without = record.clone();
    without.tree.node_mut(root).notes_mut().properties.retain(|kept| !is_spelling(kept));
    Cow::Owned(without)
}

/// Returns `true` if the record has everything that a preserved property states.
fn is_whole(kept: &Property, record: &Record) -> bool {
    let Some(raw) = kept.values.first().filter(|_| NAMES.contains(&&*kept.name)) else {
        return false;
    };
    let text = simple_text(raw);
    let is_understood = match &*kept.name {
        "RU" => Rules::nearest(&text).is_some(),
        "KM" => komi(&text, conventions(record)).is_some(),
        "RE" => result(&text, false).is_some_and(|reading| reading.is_all),
        _ => stones(&text).is_some(),
    };
    is_understood && matches_record(kept, record)
}

/// Returns `true` if a preserved property matches the current value in the record.
pub(super) fn matches_record(kept: &Property, record: &Record) -> bool {
    let Some(raw) = kept.values.first() else { return false };
    let (text, info) = (simple_text(raw), &record.info);
    match &*kept.name {
        "RU" => info.rules.name == Some(rules(text.trim()).0),
        "KM" => {
            let in_stones = says_komi(&text, record);
            // With a komi in 子, a margin in points would be read as 子.
            let has_margin = info.result.is_some_and(|result| result.margin().is_some());
            let says_result = |text: &str| says_result(text, true, record);
            match in_stones {
                Some(true) if has_margin => {
                    kept_text(record, "RE").is_some_and(|text| says_result(&text))
                }
                in_stones => in_stones.is_some(),
            }
        }
        "RE" => {
            margins_are_in_stones(record) && says_result(&text, true, record)
                || says_result(&text, false, record)
        }
        "HA" => stones(&text).is_none_or(|stones| record.handicap() == Some(stones)),
        _ => true,
    }
}

/// Returns `true` if a property below the root has the text that would be written for the record.
pub(super) fn is_of_record(below: &Property, record: &Record) -> bool {
    if !NAMES.contains(&&*below.name) || !matches_record(below, record) {
        return false;
    }
    let of_root = &record.tree.node(record.tree.root()).notes().properties;
    match of_root.iter().find(|kept| kept.name == below.name) {
        Some(kept) => kept.values == below.values,
        None => below
            .values
            .first()
            .is_some_and(|raw| !is_other(&below.name, &simple_text(raw), record)),
    }
}

/// Returns the preserved text of a game property in the root.
fn kept_text(record: &Record, name: &str) -> Option<String> {
    let properties = &record.tree.node(record.tree.root()).notes().properties;
    let kept = properties.iter().find(|kept| kept.name == name)?;
    Some(simple_text(kept.values.first()?).into_owned())
}

/// Returns `true` if a komi is in 子, so that the margin is too. Returns `None` if it differs from the record's komi.
fn says_komi(text: &str, record: &Record) -> Option<bool> {
    let rules = &record.info.rules;
    let reading = komi(text, conventions(record));
    let is_same = reading.map(|reading| reading.komi) == rules.komi;
    is_same.then_some(reading.is_some_and(|reading| counts_stones(&reading, record)))
}

/// Returns `true` if a game with this komi was counted in 子.
pub(super) fn counts_stones(komi: &KomiReading, record: &Record) -> bool {
    komi.in_stones && record.info.rules.name == Some(RulesName::Chinese)
}

/// Returns `true` if margins without a unit are in 子, as the preserved komi is.
pub(super) fn margins_are_in_stones(record: &Record) -> bool {
    kept_text(record, "KM").is_some_and(|text| says_komi(&text, record) == Some(true))
}

/// Returns `true` if a text means the result of the record.
fn says_result(text: &str, in_stones: bool, record: &Record) -> bool {
    result(text, in_stones).map(|reading| reading.outcome) == record.info.result
}
