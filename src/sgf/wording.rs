//! The words in which a file states rules, komi, result and handicap.
//!
//! The reader keeps them beside their meaning where they say more than that. The writer writes them
//! again as long as the record means what they say, and says it in the words of FF\[4\] otherwise.

use super::check::is_result;
use super::komi::komi;
use super::result::result;
use super::rules_name::{rules, rules_text};
use crate::adapt::property_text::simple_text;
use crate::record::{Property, Record, RulesName};

/// The properties whose words may be kept.
pub(super) const NAMES: [&str; 4] = ["RU", "KM", "RE", "HA"];

/// Whether 子 may be meant by a komi: under Chinese rules, and under those that nobody names.
pub(super) fn may_count_stones(name: Option<&RulesName>) -> bool {
    matches!(name, None | Some(RulesName::Chinese))
}

/// Whether a text says more than the record has understood of it.
pub(super) fn says_more(name: &str, text: &str, record: &Record) -> bool {
    let info = &record.info;
    match name {
        "RU" => !info
            .rules
            .name
            .as_ref()
            .is_some_and(|name| rules_text(name).eq_ignore_ascii_case(text.trim())),
        "KM" => {
            let points = text.trim().parse::<f64>().ok();
            let komi = info.rules.komi.map(|komi| f64::from(komi.half_points()) / 2.0);
            points.is_none() || points != komi
        }
        "RE" => match info.result {
            Some(outcome) => {
                let is_exact = result(text, false) == Some((outcome, None));
                !is_exact || !is_result(text.trim())
            }
            None => true,
        },
        _ => text.trim().parse::<u32>().map_or(true, |stones| Some(stones) != record.handicap()),
    }
}

/// Whether a property that was kept says what the record means now.
pub(super) fn is_current(kept: &Property, record: &Record) -> bool {
    let Some(raw) = kept.values.first() else { return false };
    let (text, info) = (simple_text(raw), &record.info);
    match &*kept.name {
        "RU" => info.rules.name == Some(rules(text.trim()).0),
        "KM" => {
            let in_stones = says_komi(&text, record);
            // Beside a komi in 子 a margin in points would be taken for one in 子.
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
            let komi = kept_text(record, "KM");
            let in_stones = komi.is_some_and(|komi| says_komi(&komi, record) == Some(true));
            in_stones && says_result(&text, true, record) || says_result(&text, false, record)
        }
        "HA" => text.trim().parse().map_or(true, |stones: u32| record.handicap() == Some(stones)),
        _ => true,
    }
}

/// Whether a property below the root has the words in which the record would be written and read.
pub(super) fn is_of_record(below: &Property, record: &Record) -> bool {
    if !NAMES.contains(&&*below.name) || !is_current(below, record) {
        return false;
    }
    let of_root = &record.tree.node(record.tree.root()).notes().properties;
    match of_root.iter().find(|kept| kept.name == below.name) {
        Some(kept) => kept.values == below.values,
        None => below
            .values
            .first()
            .is_some_and(|raw| !says_more(&below.name, &simple_text(raw), record)),
    }
}

/// The words of the root for a property of the game, where they are kept.
fn kept_text(record: &Record, name: &str) -> Option<String> {
    let properties = &record.tree.node(record.tree.root()).notes().properties;
    let kept = properties.iter().find(|kept| kept.name == name)?;
    Some(simple_text(kept.values.first()?).into_owned())
}

/// Whether a komi is in 子, so that the margin is too; `None` where it is not that of the record.
fn says_komi(text: &str, record: &Record) -> Option<bool> {
    let rules = &record.info.rules;
    let reading = komi(text, may_count_stones(rules.name.as_ref()));
    let in_stones = reading.is_some_and(|reading| reading.in_stones);
    let is_same = reading.map(|reading| reading.komi) == rules.komi;
    is_same.then_some(in_stones && rules.name == Some(RulesName::Chinese))
}

/// Whether a text means the result of the record.
fn says_result(text: &str, in_stones: bool, record: &Record) -> bool {
    result(text, in_stones).map(|(outcome, _)| outcome) == record.info.result
}
