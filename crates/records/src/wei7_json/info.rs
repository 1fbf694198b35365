//! The information about the game in a wei7 3.0 file: clause 3.10.

use super::diagnostics::*;
use super::document::Value;
use super::schema;
use super::values::Values;
use crate::record::{Info, Participant, Player, RulesInfo, RulesName, Time};
use tianyuan_go::{Komi, Scoring};

impl Values<'_> {
    /// Reads `info` and stores the number of participants for later checks.
    pub(super) fn info(&mut self, value: Value<'_, '_>) -> Info {
        let Some(members) = schema::INFO.members(value, self.findings) else {
            return Info::default();
        };
        let [domain, id, name, rules, time, place, participants, players, result] = members;
        let [domain, id, name, place] =
            [domain, id, name, place].map(|text| text.and_then(|text| self.short_string(text)));
        // Participants are read first because players refer to them.
        let participants = participants.map_or(Vec::new(), |people| self.people(people));
        self.participants = participants.len();
        Info {
            domain,
            id,
            name,
            rules: rules.map_or(RulesInfo::default(), |rules| self.ruling(rules)),
            time: time.and_then(|time| self.time(time)),
            dates: None,
            place,
            participants,
            players: players.map_or(Vec::new(), |players| self.players(players)),
            handicap: None,
            states_no_handicap: false,
            result: result.and_then(|result| self.result(result)),
        }
    }

    fn ruling(&mut self, value: Value<'_, '_>) -> RulesInfo {
        const SCORINGS: [(&str, Scoring); 2] =
            [("area", Scoring::Area), ("territory", Scoring::Territory)];
        const TYPES: [(&str, Scoring); 3] = [
            ("Chinese", Scoring::Area),
            ("Japanese", Scoring::Territory),
            ("Korean", Scoring::Territory),
        ];
        let clause = schema::RULING.clause;
        let Some([scoring, komi, name]) = schema::RULING.members(value, self.findings) else {
            return RulesInfo::default();
        };
        let scoring = scoring.and_then(|scoring| self.one_of(scoring, &SCORINGS, clause));
        let komi = komi.and_then(|komi| self.half_points(komi, &BAD_KOMI, 0..=19));
        let usual = name.and_then(|name| self.one_of(name, &TYPES, clause));
        if scoring.is_some() && usual.is_some() && scoring != usual {
            self.report(&RULES_DIFFER, value, []);
        }
        let name = name.filter(|_| usual.is_some()).map(|name| match &*name.text() {
            "Chinese" => RulesName::Chinese,
            "Japanese" => RulesName::Japanese,
            _ => RulesName::Korean,
        });
        let komi = komi.and_then(|halves| Komi::from_half_points(halves as i32));
        RulesInfo { scoring, komi, name, options: String::new() }
    }

    /// Reads a time in UTC, in one of three forms.
    fn time(&mut self, value: Value<'_, '_>) -> Option<Time> {
        let text = self.string(value, "3.10.2")?;
        let has_form = text.as_bytes().get(4) == Some(&b'-') && text.ends_with('Z');
        let time = Time::parse(&text).filter(|time| has_form && is_allowed(time));
        match &time {
            None => self.report(&BAD_TIME, value, []),
            Some(time) if time.second == Some(60) => self.report(&LEAP_SECOND, value, []),
            Some(_) => {}
        }
        time
    }

    fn people(&mut self, value: Value<'_, '_>) -> Vec<Participant> {
        if !self.is_array(value, "3.10.4") {
            return Vec::new();
        }
        // An invalid participant keeps its slot, since participants are referenced by index.
        value.elements().map(|person| self.person(person).unwrap_or_default()).collect()
    }

    fn person(&mut self, value: Value<'_, '_>) -> Option<Participant> {
        let fields = schema::PARTICIPANT.members(value, self.findings)?;
        let [domain, id, name, title, rank] =
            fields.map(|text| text.and_then(|text| self.short_string(text)));
        Some(Participant { domain, id, name, title, rank, team: None })
    }

    fn players(&mut self, value: Value<'_, '_>) -> Vec<Player> {
        let mut players: Vec<Player> = Vec::new();
        if !self.is_array(value, schema::PLAYER.clause) {
            return players;
        }
        let mut plays = vec![false; self.participants];
        for element in value.elements() {
            let Some([participant, color]) = schema::PLAYER.members(element, self.findings) else {
                continue;
            };
            let color = color.and_then(|color| self.color(color));
            let Some(participant) = participant.and_then(|index| self.participant(index)) else {
                continue;
            };
            if std::mem::replace(&mut plays[participant as usize], true) {
                self.report(&PLAYS_TWICE, element, [&participant.to_string()]);
            }
            players.push(Player { participant, color });
        }
        players
    }
}

/// Returns `true` if 3.0 can represent a time: UTC, a four-digit year, at most nine decimals, and not 24:00.
pub(super) fn is_allowed(time: &Time) -> bool {
    let year_has_four_digits = (0..=9999).contains(&time.year);
    let digits = time.fraction.len();
    year_has_four_digits && time.zone == Some(0) && time.hour < 24 && digits <= 9
}
