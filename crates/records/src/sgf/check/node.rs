//! Checks of the properties of a node and their combinations.

use super::value::{ValueCheck, verdict};
use super::{Checker, NEWEST};
use crate::record::diagnostic::{Findings, ellipsize};
use crate::sgf::diagnostics::*;
use crate::sgf::property::{Property, Spelling};
use crate::sgf::property_definitions::{self, Class, Count, Kind};

/// Properties that are mutually exclusive in a node.
const EXCLUSIVE: [&[&str]; 2] = [&["TE", "BM", "DO", "IT"], &["GB", "GW", "DM", "UC"]];

/// Properties that annotate the move of their node.
const OF_MOVE: [&str; 5] = ["TE", "BM", "DO", "IT", "KO"];

impl Checker {
    /// Checks the properties of a node.
    pub(in super::super) fn node(
        &mut self,
        is_root: bool,
        properties: &[Property<'_>],
        findings: &mut Findings,
    ) {
        let mut is_informed_here = false;
        for property in properties {
            self.name(property, findings);
            let Some(definition) = property_definitions::of(&property.name) else { continue };
            self.version(property, definition, findings);
            self.values(property, definition, findings);
            if definition.class == Class::Info {
                is_informed_here = true;
                // Only FF[4] requires that it appear at most once on each path.
                if self.informed && self.root.format == NEWEST {
                    findings.add(&INFO_TWICE, property.place(), [&property.name]);
                } else if !is_root {
                    findings.add(&INFO_BELOW_ROOT, property.place(), [&property.name]);
                }
            }
        }
        self.informed |= is_informed_here;
        together(is_root, self.root.format, properties, findings);
        self.points.check(properties, self.root.size, findings);
    }

    fn name(&self, property: &Property<'_>, findings: &mut Findings) {
        let newest = match property.spelling {
            Spelling::Capitals => NEWEST,
            Spelling::Decorated => 3,
            Spelling::WithDigit => 1,
        };
        if self.root.format > newest {
            let rule = if newest == 3 { &LOWER_CASE } else { &DIGIT };
            findings.add(rule, property.place(), [&property.name]);
        }
        if self.root.format < NEWEST && property.name.len() > 2 {
            findings.add(&LONGER_NAME, property.place(), [&property.name]);
        } else if self.root.format == 1 && property.spelling == Spelling::WithDigit {
            findings.add(&DIGIT_NAME, property.place(), [&property.name]);
        }
    }

    fn version(
        &self,
        property: &Property<'_>,
        definition: &property_definitions::Definition,
        findings: &mut Findings,
    ) {
        let format = self.root.format;
        if !definition.is_of(format) {
            let details = [&*property.name, &format.to_string()];
            let rule = if definition.newest() < format { &OBSOLETE } else { &NOT_YET_DEFINED };
            findings.add_in(of_version(format), rule, || property.place(), details);
        }
    }

    fn values(
        &self,
        property: &Property<'_>,
        definition: &property_definitions::Definition,
        findings: &mut Findings,
    ) {
        let (format, size) = (self.root.format, self.root.size);
        let alone = property.values.len() == 1;
        if property.name == "VW" && format < NEWEST && !matches!(property.values.len(), 1 | 2) {
            findings.add_in(of_version(format), &VIEW_OF_POINTS, || property.place(), []);
        }
        for value in &property.values {
            if value.contains('\0') {
                findings.add(&NUL, value.place(), [&property.name]);
            }
            let is_text = matches!(
                definition.kind,
                Kind::Text | Kind::SimpleText | Kind::Dates | Kind::Result
            );
            if value.trim().is_empty() {
                let may_be_empty = match definition.count {
                    Count::ListOrNone => alone,
                    Count::List => false,
                    Count::One => matches!(definition.kind, Kind::None | Kind::Move | Kind::Figure),
                };
                let mut add = |clause, rule| {
                    findings.add_in(clause, rule, || value.place(), [&property.name]);
                };
                if is_text {
                    add(definition.clause(), &EMPTY_VALUE);
                } else if !may_be_empty || !value.is_empty() {
                    add(definition.clause(), &NO_EMPTY_VALUE);
                } else if definition.kind == Kind::Move && format < NEWEST {
                    add(of_version(format), &EMPTY_PASS);
                }
                continue;
            }
            let (clause, rule) = match verdict(value, definition, size, format) {
                ValueCheck::Good => continue,
                ValueCheck::Bad => (definition.clause(), &BAD_VALUE),
                ValueCheck::OutOfOrder => (CORNERS.clause, &CORNERS),
                ValueCheck::NotYetDefined => (of_version(format), &NOT_YET_WRITTEN_SO),
            };
            let details = [&*property.name, &*ellipsize(value), &format.to_string()];
            findings.add_in(clause, rule, || value.place(), details);
        }
    }
}

/// Returns the clause of a finding about a version: the name of the version.
fn of_version(format: u8) -> &'static str {
    match format {
        1 => "FF1",
        2 => "FF2",
        3 => "FF3",
        _ => "FF4",
    }
}

/// Checks which properties appear together. Before FF\[4\], nodes had no classes, and TE with BM had a meaning.
fn together(is_root: bool, format: u8, properties: &[Property<'_>], findings: &mut Findings) {
    let is_new = format == NEWEST;
    let has = |name: &str| properties.iter().any(|property| property.name == name);
    let has_move = has("B") || has("W");
    let class = |property: &Property<'_>| property_definitions::class(&property.name);
    let of_class = |wanted| properties.iter().find(move |property| class(property) == wanted);
    if is_root
        && is_new
        && let Some(found) = of_class(Class::Move)
    {
        findings.add(&MOVE_IN_ROOT, found.place(), [&found.name]);
    }
    if let (Some(setup), Some(of_move)) = (of_class(Class::Setup), of_class(Class::Move))
        && is_new
    {
        let later = if setup.at > of_move.at { setup } else { of_move };
        findings.add(&SETUP_AND_MOVE, later.place(), [&setup.name, &of_move.name]);
    }
    let mut seen: [Option<&str>; 2] = [None, None];
    for property in properties {
        if !has_move && OF_MOVE.contains(&&*property.name) {
            findings.add(&WITHOUT_MOVE, property.place(), [&property.name]);
        }
        for (group, seen) in EXCLUSIVE.iter().zip(&mut seen) {
            if !group.contains(&&*property.name) {
                continue;
            }
            match *seen {
                Some("TE" | "BM") if !is_new && matches!(&*property.name, "TE" | "BM") => {}
                Some(before) => {
                    findings.add(&CONTRADICTION, property.place(), [before, &property.name]);
                }
                None => *seen = Some(&property.name),
            }
        }
    }
}
