//! Conversion of values from older versions to FF\[4\], the version that is written.
//!
//! Values without an FF\[4\] equivalent are moved to the game comment, so that nothing is lost and the output is valid.

use std::borrow::Cow;
use std::collections::HashSet;
use std::mem;

use super::check::{are_dates, is_real, is_result};
use super::diagnostics::RESULT_CONVERTED;
use super::info::site_name;
use super::original_text;
use super::words::{Conventions, ResultReading, days, komi, result, seconds, stones};
use super::write_diagnostics::{FOLDED, REWORDED};
use crate::adapt::property_text::{escaped, simple_text, text};
use crate::record::diagnostic::{Findings, SourceLocation, ellipsize};
use crate::record::{NodeId, Property, Record};

/// Twice the komi: used if `KM` is missing.
const DOUBLED_KOMI: &str = "KI";

/// Extent of the conversion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// No conversion: the values are FF\[4\], or intended to be.
    None,
    /// All values must be FF\[4\]; `minutes` if times are in minutes (FF\[1\]).
    Whole { minutes: bool },
    /// Only values that can be converted to FF\[4\] without loss.
    WhereCertain,
}

impl Extent {
    /// Returns the extent for a game whose root states this version, or none. A file without a version is checked as
    /// FF\[4\], so values that are not understood remain unchanged.
    pub(super) fn of(format: Option<u8>) -> Extent {
        match format {
            Some(4) => Extent::None,
            Some(version) => Extent::Whole { minutes: version <= 2 },
            None => Extent::WhereCertain,
        }
    }
}

/// An FF\[4\] value, and whether it has the entire meaning of the old one.
struct New {
    value: Option<String>,
    is_all: bool,
}

/// Rewrites time, dates, komi, result and handicap at the root, and in variations that are separate games.
pub(super) fn upgrade(record: &mut Record, extent: Extent, findings: &mut Findings) {
    if extent == Extent::None {
        return;
    }
    fold_names_with_digits(record, findings);
    let context = Context {
        extent,
        conventions: original_text::conventions(record),
        in_stones: original_text::margins_are_in_stones(record),
    };
    let mut upgrade = Upgrade { context, findings, comments: Vec::new(), gone: Vec::new() };
    let below = Below::of(record);
    if let Some(old) = record.info.dates.clone()
        && let Some(new) = new("DT", &old, &context)
        && upgrade.change("DT", &old, &new)
    {
        record.info.dates = new.value;
    }
    let root = record.tree.root();
    if !record.tree.node(root).notes().properties.is_empty() {
        // The meaning of most properties is in the record, from which the writer derives its own text.
        let stays = |name: &str| name == "TM";
        let properties = &mut record.tree.node_mut(root).notes_mut().properties;
        properties.retain_mut(|kept| upgrade.keeps(kept, stays));
        properties.retain(|kept| {
            let value = first_text(kept);
            let name = match &*kept.name {
                DOUBLED_KOMI => Some("KM"),
                name => site_name(name, value.trim()),
            };
            let stays = name.is_none_or(|name| !upgrade.lacks(name));
            if !stays {
                upgrade.fold(&kept.name, &value);
            }
            stays
        });
    }
    // Without the original text of one property, the text of komi or result may have a different meaning.
    let properties = &record.tree.node(root).notes().properties;
    let is_stale = |kept: &&Property| !original_text::matches_record(kept, record);
    let stale: Vec<String> =
        properties.iter().filter(is_stale).map(|kept| kept.name.clone()).collect();
    if !stale.is_empty() {
        let properties = &mut record.tree.node_mut(root).notes_mut().properties;
        properties.retain(|kept| !stale.contains(&kept.name));
    }
    let mut comments = mem::take(&mut upgrade.comments);
    comments.retain(|line| !below.lines.contains(line));
    let gone = mem::take(&mut upgrade.gone);
    for (id, place) in below.nodes {
        record.tree.node_mut(id).notes_mut().properties.retain_mut(|kept| {
            // Without the root's property, this one would be taken for it.
            let name = if kept.name == DOUBLED_KOMI { "KM" } else { &*kept.name };
            if place != Where::Beside && gone.iter().any(|gone| gone == name) {
                upgrade.fold(&kept.name, &first_text(kept));
                return false;
            }
            upgrade.keeps(kept, |_| true)
        });
        let folded = mem::take(&mut upgrade.comments);
        match place {
            Where::Trunk => comments.extend(folded),
            _ => folded.iter().for_each(|line| add_comment(record, id, line)),
        }
    }
    comments.iter().for_each(|line| add_comment(record, root, line));
}

/// Moves properties whose names contain digits, which FF\[4\] does not allow, to the comments of their nodes.
fn fold_names_with_digits(record: &mut Record, findings: &mut Findings) {
    let has_digit = |kept: &Property| kept.name.bytes().any(|b| b.is_ascii_digit());
    let ids: Vec<NodeId> = record.tree.ids().collect();
    for id in ids {
        if !record.tree.node(id).notes().properties.iter().any(has_digit) {
            continue;
        }
        let notes = record.tree.node_mut(id).notes_mut();
        let folded: Vec<Property> =
            notes.properties.extract_if(.., |kept| has_digit(kept)).collect();
        for Property { name, values } in folded {
            // Normalised to a form that round-trips: `\n` for line breaks, spaces for other white space.
            let values: Vec<_> =
                values.iter().map(|raw| escaped(&text(raw)).into_owned()).collect();
            let values = values.join("][");
            findings.add(&FOLDED, SourceLocation::path(&name), [&name, &ellipsize(&values)]);
            notes.add_comment(&format!("{name}[{values}]"));
        }
    }
}

/// The properties of a record that affect the meaning of a value.
#[derive(Debug, Clone, Copy)]
struct Context {
    extent: Extent,
    conventions: Conventions,
    /// `true` if margins without a unit are in 子.
    in_stones: bool,
}

/// The state of an upgrade.
struct Upgrade<'f> {
    context: Context,
    findings: &'f mut Findings,
    /// Lines for the game comment.
    comments: Vec<String>,
    /// The names of properties that were removed.
    gone: Vec<String>,
}

impl Upgrade<'_> {
    /// Returns `true` if a value is to be replaced, and reports the replacement.
    fn change(&mut self, name: &str, old: &str, new: &New) -> bool {
        let is_wanted = new.is_all || self.context.extent != Extent::WhereCertain;
        if is_wanted {
            if let Some(value) = &new.value {
                self.findings.add(
                    &REWORDED,
                    SourceLocation::path(name),
                    [name, &ellipsize(old), value],
                );
            }
            if !new.is_all {
                self.fold(name, old);
            }
            if new.value.is_none() {
                self.gone.push(name.into());
            }
        }
        is_wanted
    }

    /// Returns `true` if a property was removed, so that another one may be taken for it.
    fn lacks(&self, name: &str) -> bool {
        self.gone.iter().any(|gone| gone == name)
    }

    fn fold(&mut self, name: &str, old: &str) {
        self.findings.add(&FOLDED, SourceLocation::path(name), [name, &ellipsize(old)]);
        self.comments.push(line(name, old));
    }

    /// Rewrites a property. Returns `false` if it is no longer a property; `stays` selects the rewritten properties
    /// that remain.
    fn keeps(&mut self, kept: &mut Property, stays: impl Fn(&str) -> bool) -> bool {
        let old = first_text(kept).into_owned();
        match new(&kept.name, &old, &self.context) {
            Some(new) if self.change(&kept.name, &old, &new) => {
                let is_kept = new.value.is_some() && stays(&kept.name);
                kept.values = new.value.into_iter().collect();
                is_kept
            }
            _ => true,
        }
    }
}

/// The place of a node below the root.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Where {
    /// Common to all variations.
    Trunk,
    /// On the main line, below the first fork.
    MainLine,
    /// In a variation.
    Beside,
}

/// The nodes below the root that have properties.
struct Below {
    nodes: Vec<(NodeId, Where)>,
    /// The properties of the main line below the first fork as comment lines. The root repeats them.
    lines: HashSet<String>,
}

impl Below {
    fn of(record: &Record) -> Below {
        let tree = &record.tree;
        let mut main_line = tree.main_line(tree.root()).skip(1).peekable();
        let mut below = Below { nodes: Vec::new(), lines: HashSet::new() };
        let mut place =
            if tree.has_variations(tree.root()) { Where::MainLine } else { Where::Trunk };
        for id in tree.preorder().skip(1) {
            let is_main = main_line.next_if_eq(&id).is_some();
            let properties = &tree.node(id).notes().properties;
            if !properties.is_empty() {
                below.nodes.push((id, if is_main { place } else { Where::Beside }));
            }
            if is_main && place == Where::MainLine {
                below
                    .lines
                    .extend(properties.iter().map(|kept| line(&kept.name, &first_text(kept))));
            }
            if is_main && tree.has_variations(id) {
                place = Where::MainLine;
            }
        }
        below
    }
}

/// Returns the first value of a property as single-line text.
fn first_text(kept: &Property) -> Cow<'_, str> {
    kept.values.first().map_or("".into(), |raw| simple_text(raw))
}

fn line(name: &str, old: &str) -> String {
    format!("{name}: {old}")
}

/// Returns the conversion of a property, or `None` if it needs none.
fn new(name: &str, old: &str, context: &Context) -> Option<New> {
    let Context { extent, conventions, in_stones } = *context;
    let replaced = |value: String| New { value: Some(value), is_all: true };
    let removed = New { value: None, is_all: false };
    let is_old = extent != Extent::WhereCertain;
    match name {
        "TM" => match old.trim().parse::<f64>() {
            Ok(minutes) if extent == (Extent::Whole { minutes: true }) => {
                Some(replaced((minutes * 60.0).to_string()))
            }
            Ok(_) if is_real(old) => None,
            _ => Some(seconds(old).map_or(removed, |seconds| replaced(seconds.to_string()))),
        },
        "RE" if !is_result(old) => Some(match result(old, in_stones) {
            Some(ResultReading { outcome, rule, is_all }) => {
                let is_certain = rule.is_none_or(|rule| *rule != RESULT_CONVERTED);
                New { value: Some(outcome.to_string()), is_all: is_all && is_certain }
            }
            None => removed,
        }),
        "KM" if !is_real(old) => {
            let komi = komi(old, conventions);
            Some(komi.map_or(removed, |reading| replaced(reading.komi.to_string())))
        }
        "HA" if old.trim().parse::<u32>().is_err() => {
            Some(stones(old).map_or(removed, |stones| replaced(stones.to_string())))
        }
        "DT" if !are_dates(old) => Some(days(old).map_or(removed, replaced)),
        // The type of the players, a person (0) or a program, and the name of the file.
        "BS" | "WS" if is_old && old.trim() == "0" => Some(New { value: None, is_all: true }),
        "BS" | "WS" | "ID" if is_old => Some(removed),
        _ => None,
    }
}

/// Adds a line to the game comment at a node.
fn add_comment(record: &mut Record, id: NodeId, line: &str) {
    let properties = &mut record.tree.node_mut(id).notes_mut().properties;
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
            // Original texts follow all other properties, in the order in which they are read.
            let is_wording = |kept: &Property| {
                kept.name == DOUBLED_KOMI || original_text::NAMES.contains(&&*kept.name)
            };
            let at = properties.iter().rposition(|kept| !is_wording(kept)).map_or(0, |at| at + 1);
            let comment = Property { name: "GC".into(), values: vec![line.into_owned()] };
            properties.insert(at, comment);
        }
    }
}
