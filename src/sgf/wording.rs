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
            let reading = komi(&text, may_count_stones(info.rules.name.as_ref()));
            reading.map(|reading| reading.komi) == info.rules.komi
        }
        "RE" => {
            let meant = [false, true].map(|in_stones| result(&text, in_stones));
            meant.iter().any(|meant| meant.map(|(outcome, _)| outcome) == info.result)
        }
        "HA" => text.trim().parse().map_or(true, |stones: u32| record.handicap() == Some(stones)),
        _ => true,
    }
}
