//! Game information of an SGF file: names, rules, komi and result, in the dialects of different sites.
//!
//! Komi and result depend on each other, so they are interpreted after the entire game has been read.

use super::diagnostics::*;
use super::game::GameReader;
use super::property::{InfoText, PEOPLE, Property};
use super::property_definitions::{self, Class};
use super::ruleset_names::rules;
use super::words::{Conventions, KomiReading, ResultReading, komi, result};
use super::{fox, handicap, original_text};
use crate::record::diagnostic::{Findings, SourceLocation, ellipsize};
use crate::record::outcome::half_points_text;
use crate::record::{self, Participant, Player, Record, RulesName, Size};
use tianyuan_go::{Color, Komi, Rules};

impl GameReader {
    /// Reads the root-only properties, and renames private properties of sites.
    pub(super) fn read_root(
        &mut self,
        properties: &mut Vec<Property<'_>>,
        findings: &mut Findings,
    ) {
        self.has_root = true;
        let stated =
            properties.iter().filter(|p| is_move(&p.name) || !p.values[0].trim().is_empty());
        let names: Vec<String> = stated.map(|property| property.name.to_string()).collect();
        let has = |name: &str| names.iter().any(|other| other == name);
        let mut renamed = Vec::new();
        for property in properties.iter_mut() {
            let value = property.values[0].trim().to_string();
            let place = property.place();
            let site_name = site_name(&property.name, &value);
            let site_name = site_name.filter(|name| !has("B") && !has("W") && !has(name));
            match &*property.name {
                "SZ" => self.read_size(&value, place, findings),
                // A number may have leading zeros.
                "GM" if !matches!(value.parse(), Ok(1)) && !value.is_empty() => {
                    findings.add(&OTHER_GAME, place, [&ellipsize(&value)]);
                    self.is_go = false;
                }
                "FF" if matches!(value.parse(), Ok(1..=4)) => self.format = value.parse().ok(),
                "FF" if !value.is_empty() => {
                    findings.add(&UNKNOWN_FORMAT, place, [&ellipsize(&value)]);
                }
                _ => {
                    if let Some(name) = site_name {
                        findings.add(&SITE_PROPERTY, place, [&property.name, name]);
                        property.name = name.into();
                        renamed.push(name);
                    }
                }
            }
        }
        // A property without a value was already reported.
        properties.retain(|property| {
            !renamed.contains(&&*property.name) || !property.values[0].trim().is_empty()
        });
    }

    fn read_size(&mut self, value: &str, place: SourceLocation, findings: &mut Findings) {
        let lines = |text: &str| text.trim().parse::<usize>().ok();
        let size = match value.split_once(':') {
            None => lines(value).and_then(|lines| Size::new(lines, lines)),
            Some((width, height)) => {
                let size = lines(width).zip(lines(height)).and_then(|(w, h)| Size::new(w, h));
                if size.is_some_and(|size| size.width() == size.height()) {
                    findings.add(&SQUARE_RECTANGLE, place.clone(), [width.trim()]);
                }
                size
            }
        };
        match size {
            Some(size) => self.record.size = size,
            // Without a board size the game cannot be interpreted.
            None if !value.is_empty() => {
                findings.add(&BAD_SIZE, place, [&ellipsize(value)]);
                self.is_go = false;
                // Points are not reported as off the board if the size is unknown.
                self.record.size = Size::LARGEST;
            }
            None => {}
        }
    }

    /// Returns the record if the game is Go.
    pub(super) fn finish(mut self, findings: &mut Findings) -> Option<Record> {
        if !self.is_go || !self.has_root() {
            return None;
        }
        self.lift_info();
        self.read_names();
        self.remove_live_lines();
        self.read_rules(findings);
        let komi = self.read_komi(findings);
        let in_stones = komi.is_some_and(|komi| original_text::counts_stones(&komi, &self.record));
        self.read_result(in_stones, findings);
        let in_hundredths = komi.is_some_and(|komi| komi.in_hundredths);
        handicap::read(&mut self, in_hundredths, findings);
        self.keep_wording();
        if self.komi_is_doubtful() {
            findings.add(
                &KOMI_ZERO,
                self.info_text("KM").map_or(SourceLocation::default(), InfoText::place),
                [],
            );
        }
        Some(self.record)
    }

    /// Moves game information from nodes shared by all variations to the root.
    fn lift_info(&mut self) {
        if !self.is_informed_below {
            return;
        }
        let has_komi = self.info_text("KM").is_some();
        let tree = &mut self.record.tree;
        let root = tree.root();
        let mut at = root;
        while let Some(next) = tree.first_child(at).filter(|_| !tree.has_variations(at)) {
            at = next;
            if tree.node(at).notes().properties.is_empty() {
                continue;
            }
            let there = tree.node(root).notes().properties.clone();
            let mut lifted: Vec<record::Property> = Vec::new();
            tree.node_mut(at).notes_mut().properties.retain(|kept| {
                if property_definitions::class(&kept.name) != Class::Info {
                    return true;
                }
                // Values that differ from the root remain in place, as does `KI` if there is a `KM`.
                if kept.name == "KI" && has_komi {
                    return true;
                }
                if InfoText::is_read(&kept.name) {
                    let is_it = |info: &InfoText| {
                        info.node == at && info.name == kept.name && kept.values[..] == [&*info.raw]
                    };
                    return !self.info.iter().any(is_it);
                }
                match there.iter().chain(&lifted).find(|other| other.name == kept.name) {
                    Some(other) => other != kept,
                    None => {
                        lifted.push(kept.clone());
                        false
                    }
                }
            });
            tree.node_mut(root).notes_mut().properties.extend(lifted);
        }
    }

    /// Returns the text of a game property if it is not empty.
    pub(super) fn info_text(&self, name: &str) -> Option<&InfoText> {
        info_text(&self.info, name)
    }

    /// Returns `true` if the private properties of the root already contain the value of this property of a later node.
    /// This applies to the players.
    pub(super) fn is_in_private_properties(&self, name: &str) -> bool {
        let of_people = PEOPLE.iter().any(|names| names.contains(&name));
        of_people && !self.record.info.participants.is_empty()
    }

    fn text(&self, name: &str) -> Option<String> {
        self.info_text(name).map(|info| info.text.clone())
    }

    /// Preserves a value that was not understood verbatim.
    pub(super) fn keep_text(&mut self, name: &str) {
        let root = self.record.tree.root();
        let kept = self.info_text(name).map(|info| record::Property {
            name: info.name.clone(),
            values: vec![info.raw.clone()],
        });
        self.record.tree.node_mut(root).notes_mut().properties.extend(kept);
    }

    /// Returns `true` if a node below the root preserves a game property.
    fn is_kept_below(&self, name: &str) -> bool {
        let tree = &self.record.tree;
        let is_kept = |info: &InfoText| {
            let properties = &tree.node(info.node).notes().properties;
            info.node != tree.root() && properties.iter().any(|kept| kept.name == name)
        };
        self.info_text(name).is_some_and(is_kept)
    }

    fn read_names(&mut self) {
        // Private properties may contain more about the players than these can represent.
        let has_people = !self.record.info.participants.is_empty();
        for (color, names) in Color::BOTH.into_iter().zip(PEOPLE) {
            let [name, rank, team] = names.map(|name| self.text(name));
            if !has_people && (name.is_some() || rank.is_some() || team.is_some()) {
                let info = &mut self.record.info;
                let participant = info.participants.len() as u32;
                info.players.push(Player { participant, color: Some(color) });
                info.participants.push(Participant { name, rank, team, ..Participant::default() });
            }
        }
        // Names that are empty or contain line breaks are stored in a private property.
        for (name, text) in [("GN", self.text("GN")), ("PC", self.text("PC"))] {
            let info = &mut self.record.info;
            let field = if name == "GN" { &mut info.name } else { &mut info.place };
            let private = field.take();
            let is_same =
                |private: &String| text.as_deref() == Some(private.replace('\n', " ").as_str());
            *field = if private.as_ref().is_some_and(is_same) { private } else { text.or(private) };
        }
        // If the full time is known, the writer also writes its date, which adds nothing.
        let day = self.record.info.time.as_ref().map(|time| time.date());
        self.record.info.dates = self.text("DT").filter(|dates| Some(dates) != day.as_ref());
    }

    fn read_rules(&mut self, findings: &mut Findings) {
        let ruling = &mut self.record.info.rules;
        if let Some(stated) = info_text(&self.info, "RU") {
            let text = stated.text.trim();
            let (name, scoring) = rules(text);
            let is_other = matches!(name, RulesName::Other(_));
            let rule = match Rules::nearest(text) {
                None if is_other => Some(&RULES_UNKNOWN),
                Some(nearest) if !nearest.is_exact() => Some(&RULES_APPROXIMATED),
                _ => None,
            };
            if let Some(rule) = rule {
                findings.add(rule, stated.place(), [&ellipsize(text)]);
            }
            (ruling.name, ruling.scoring) = (Some(name), scoring);
        }
        if let Some(scoring) = self.scoring {
            ruling.scoring = scoring;
        }
    }

    /// Reads `KM`, or `KI` if it is missing, and returns how `KM` was interpreted.
    fn read_komi(&mut self, findings: &mut Findings) -> Option<KomiReading> {
        let is_fox = fox::is_source(self);
        let conventions = Conventions { is_fox, ..original_text::conventions(&self.record) };
        if self.info_text("KM").is_some() && !self.is_kept_below("KI") {
            self.keep_text("KI");
        }
        let stated = self.info_text("KM").or_else(|| self.info_text("KI"))?;
        let name = stated.name.clone();
        match komi(&stated.text, conventions) {
            None => {
                findings.add(&KOMI_UNREADABLE, stated.place(), [&ellipsize(&stated.text)]);
                if name == "KI" && !self.is_kept_below("KI") {
                    self.keep_text("KI");
                }
                None
            }
            Some(reading) if name == "KI" => {
                // `KI` is twice the komi, so its points are half points.
                let halves = reading.komi.half_points() / 2;
                self.record.info.rules.komi = Komi::from_half_points(halves);
                None
            }
            Some(reading) => {
                if reading.converted {
                    let points = reading.komi.to_string();
                    let details = [&*ellipsize(&stated.text), &points];
                    findings.add(&KOMI_CONVERTED, stated.place(), details);
                }
                self.record.info.rules.komi = Some(reading.komi);
                Some(reading)
            }
        }
    }

    fn read_result(&mut self, in_stones: bool, findings: &mut Findings) {
        let Some(stated) = self.info_text("RE") else { return };
        let shown = ellipsize(&stated.text);
        match result(&stated.text, in_stones) {
            None => findings.add(&RESULT_UNREADABLE, stated.place(), [&shown]),
            Some(ResultReading { outcome, rule, .. }) => {
                match rule {
                    Some(rule) if *rule == RESULT_NO_MARGIN => {
                        findings.add(rule, stated.place(), [&shown]);
                    }
                    Some(rule) if *rule == RESULT_CONVERTED => {
                        let halves = outcome.margin().unwrap_or(0);
                        let points = half_points_text(halves.into());
                        findings.add(rule, stated.place(), [&shown, &points]);
                    }
                    Some(rule) => {
                        findings.add(rule, stated.place(), [&shown, &outcome.to_string()])
                    }
                    None => {}
                }
                self.record.info.result = Some(outcome);
            }
        }
    }

    /// Preserves texts that differ from the ones that would be written, as long as their meaning is the same.
    fn keep_wording(&mut self) {
        let is_other = |name: &str, info: &InfoText, record: &Record| {
            let values = vec![info.raw.clone()];
            let kept = record::Property { name: name.into(), values };
            original_text::is_other(name, &info.text, record)
                && original_text::matches_record(&kept, record)
        };
        for name in original_text::NAMES {
            if self.info_text(name).is_some_and(|info| is_other(name, info, &self.record)) {
                self.keep_text(name);
            }
        }
    }

    /// Returns `true` if the komi may be unknown: a large server writes komi 0 in that case.
    fn komi_is_doubtful(&self) -> bool {
        let even = self.record.handicap().unwrap_or(0) == 0;
        even && self.record.info.rules.komi.is_some_and(|komi| komi.half_points() == 0)
    }
}

fn is_move(name: &str) -> bool {
    matches!(name, "B" | "W")
}

fn info_text<'i>(info: &'i [InfoText], name: &str) -> Option<&'i InfoText> {
    info.iter().find(|info| info.name == name && !info.text.trim().is_empty())
}

/// Returns the standard property for a server's private root property, unless the root contains both.
pub(super) fn site_name(name: &str, value: &str) -> Option<&'static str> {
    match name {
        "TE" if !matches!(value, "" | "1" | "2") => Some("EV"),
        "RD" => Some("DT"),
        "KO" if !value.is_empty() => Some("KM"),
        _ => None,
    }
}
