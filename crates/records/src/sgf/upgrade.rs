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
    /// All values must be those of FF\[4\]; `minutes` says that times are counted in minutes (FF\[1\]).
    Whole { minutes: bool },
    /// Only values that can be converted to FF\[4\] without loss.
    WhereCertain,
}

impl Extent {
    /// How much a game is changed whose root states a version, or none. A file that states none is checked
    /// as FF\[4\], so that what is not understood stays as it is.
    pub(super) fn of(format: Option<u8>) -> Extent {
        match format {
            Some(4) => Extent::None,
            Some(version) => Extent::Whole { minutes: version <= 2 },
            None => Extent::WhereCertain,
        }
    }
}

/// A value in FF\[4\], and whether it says all that the old one did.
struct New {
    value: Option<String>,
    is_all: bool,
}

/// Rewrites what a file says of time, days, komi, result and handicap: at the root, and where each variation
/// is another game.
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
        // The record has the meaning of most, which the writer says in its own words.
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
    // Without the other's old words those of komi or result may mean something else.
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
            // What the root does not say any more would be taken for what it says.
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

/// Puts properties whose names have digits, which FF\[4\] does not allow, into the comments of their nodes.
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
            // As text that comes back as it is: line breaks of one kind, blanks for other white space.
            let values: Vec<_> =
                values.iter().map(|raw| escaped(&text(raw)).into_owned()).collect();
            let values = values.join("][");
            findings.add(&FOLDED, SourceLocation::path(&name), [&name, &ellipsize(&values)]);
            notes.add_comment(&format!("{name}[{values}]"));
        }
    }
}

/// The facts of a record on which the meaning of a value depends.
#[derive(Debug, Clone, Copy)]
struct Context {
    extent: Extent,
    conventions: Conventions,
    /// `true` if margins without a unit are in 子.
    in_stones: bool,
}

/// An upgrade under way.
struct Upgrade<'f> {
    context: Context,
    findings: &'f mut Findings,
    /// Lines for the comment on the game.
    comments: Vec<String>,
    /// The names of what is not said any more.
    gone: Vec<String>,
}

impl Upgrade<'_> {
    /// Whether a value is to be replaced; tells it then.
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

    /// Whether a property was there and is not any more: another may be taken for it.
    fn lacks(&self, name: &str) -> bool {
        self.gone.iter().any(|gone| gone == name)
    }

    fn fold(&mut self, name: &str, old: &str) {
        self.findings.add(&FOLDED, SourceLocation::path(name), [name, &ellipsize(old)]);
        self.comments.push(line(name, old));
    }

    /// Rewrites a property; false where it is not kept as one. Of what is rewritten `stays` tells which is.
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

/// Where a node below the root stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Where {
    /// All variations have it.
    Trunk,
    /// On the main line, below the first fork.
    MainLine,
    /// In a variation.
    Beside,
}

/// The nodes below the root that have properties.
struct Below {
    nodes: Vec<(NodeId, Where)>,
    /// What the main line says below the first fork. The root has the same words, but not of its own.
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

/// The first value of a property as text of one line.
fn first_text(kept: &Property) -> Cow<'_, str> {
    kept.values.first().map_or("".into(), |raw| simple_text(raw))
}

fn line(name: &str, old: &str) -> String {
    format!("{name}: {old}")
}

/// What a kept property becomes; `None` where it is good as it is.
fn new(name: &str, old: &str, context: &Context) -> Option<New> {
    let Context { extent, conventions, in_stones } = *context;
    let said = |value: String| New { value: Some(value), is_all: true };
    let unsaid = New { value: None, is_all: false };
    let is_old = extent != Extent::WhereCertain;
    match name {
        "TM" => match old.trim().parse::<f64>() {
            Ok(minutes) if extent == (Extent::Whole { minutes: true }) => {
                Some(said((minutes * 60.0).to_string()))
            }
            Ok(_) if is_real(old) => None,
            _ => Some(seconds(old).map_or(unsaid, |seconds| said(seconds.to_string()))),
        },
        "RE" if !is_result(old) => Some(match result(old, in_stones) {
            Some(ResultReading { outcome, rule, is_all }) => {
                let is_certain = rule.is_none_or(|rule| *rule != RESULT_CONVERTED);
                New { value: Some(outcome.to_string()), is_all: is_all && is_certain }
            }
            None => unsaid,
        }),
        "KM" if !is_real(old) => {
            let komi = komi(old, conventions);
            Some(komi.map_or(unsaid, |reading| said(reading.komi.to_string())))
        }
        "HA" if old.trim().parse::<u32>().is_err() => {
            Some(stones(old).map_or(unsaid, |stones| said(stones.to_string())))
        }
        "DT" if !are_dates(old) => Some(days(old).map_or(unsaid, said)),
        // Who played, a person (0) or a program, and the name of the file.
        "BS" | "WS" if is_old && old.trim() == "0" => Some(New { value: None, is_all: true }),
        "BS" | "WS" | "ID" if is_old => Some(unsaid),
        _ => None,
    }
}

/// Adds a line to the comment on the game at a node.
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
            // Words that are kept beside their meaning stand behind all else, as they are read.
            let is_wording = |kept: &Property| {
                kept.name == DOUBLED_KOMI || original_text::NAMES.contains(&&*kept.name)
            };
            let at = properties.iter().rposition(|kept| !is_wording(kept)).map_or(0, |at| at + 1);
            let comment = Property { name: "GC".into(), values: vec![line.into_owned()] };
            properties.insert(at, comment);
        }
    }
}
