//! Item lines for game information that wei7 cannot represent.

use std::mem;

use super::super::item_line::{Line, is_name};
use crate::adapt::private_property::{
    participant_values, player, player_values, set_of_game, set_participant,
};
use crate::record::{Format, Info, Outcome, Participant, Player, RulesName, Time, WinReason};
use tianyuan_go::{Color, Komi};

/// An item of the game information.
pub(in super::super) struct GameItem {
    /// The names of its lines.
    pub(in super::super) names: &'static [&'static str],
    /// Adds lines for data that the format cannot represent, and removes it unless the file holds an approximation.
    pub(in super::super) keep: fn(&mut Info, Format, &mut Vec<Line>),
    /// Restores the field from a line, given its name and text. Returns `None` if the text is invalid.
    pub(in super::super) take: fn(&mut Info, &str, &str) -> Option<()>,
}

/// All game items, in the order of their lines.
pub(in super::super) const ITEMS: [GameItem; 11] = [
    GameItem { names: &["DT"], keep: keep_dates, take: |info, _, text| put(&mut info.dates, text) },
    GameItem { names: &["RU"], keep: keep_rules, take: take_rules },
    GameItem { names: &["KM"], keep: keep_komi, take: take_komi },
    GameItem { names: &["XWO"], keep: keep_options, take: set_of_game },
    GameItem { names: &["BT", "WT", "XWU", "XWV"], keep: keep_people, take: take_people },
    GameItem { names: &["HA"], keep: keep_handicap, take: take_handicap },
    GameItem { names: &["RE"], keep: keep_result, take: take_result },
    GameItem {
        names: &["GN"],
        keep: |info, _, lines| keep_long("GN", &info.name, lines),
        take: |info, _, text| put(&mut info.name, text),
    },
    GameItem {
        names: &["place"],
        keep: keep_place,
        take: |info, _, text| put(&mut info.place, text),
    },
    GameItem { names: &["domain", "id"], keep: keep_identity, take: take_identity },
    GameItem { names: &["time"], keep: keep_time, take: take_time },
];

/// The maximum komi, in half points. The minimum is 0.
const MOST_KOMI: i32 = 19;

/// The maximum margin, in half points.
pub(in super::super) const MOST_MARGIN: u16 = 1023;

fn put(field: &mut Option<String>, text: &str) -> Option<()> {
    *field = Some(text.into());
    Some(())
}

/// Embeds a name that exceeds wei7's limits. The field keeps the name, so that the file contains it shortened.
fn keep_long(name: &str, field: &Option<String>, lines: &mut Vec<Line>) {
    let long = field.as_ref().filter(|text| !is_name(text));
    lines.extend(long.map(|text| match name.starts_with(|c: char| c.is_ascii_uppercase()) {
        true => Line::sgf(name, text),
        false => Line::wei7(name, text),
    }));
}

fn keep_dates(info: &mut Info, _: Format, lines: &mut Vec<Line>) {
    lines.extend(info.dates.take().map(|dates| Line::sgf("DT", dates)));
}

fn keep_rules(info: &mut Info, _: Format, lines: &mut Vec<Line>) {
    let other = info.rules.name.take_if(|name| matches!(name, RulesName::Other(_)));
    if let Some(RulesName::Other(name)) = other {
        lines.push(Line::sgf("RU", name));
    }
}

fn take_rules(info: &mut Info, _: &str, text: &str) -> Option<()> {
    info.rules.name = Some(RulesName::Other(text.into()));
    Some(())
}

fn keep_komi(info: &mut Info, format: Format, lines: &mut Vec<Line>) {
    let rules = &mut info.rules;
    let komi = rules.komi.take_if(|komi| !(0..=MOST_KOMI).contains(&komi.half_points()));
    match komi {
        Some(komi) => lines.push(Line::sgf("KM", komi.to_string())),
        // wei7 2.2 reads a missing komi as 0.
        None if format == Format::Wei7Xml
            && rules.komi.is_none()
            && (rules.scoring.is_some() || rules.name.is_some()) =>
        {
            lines.push(Line::sgf("KM", ""));
        }
        None => {}
    }
}

/// Parses a komi that is a multiple of 0.5; empty means unknown.
fn take_komi(info: &mut Info, _: &str, text: &str) -> Option<()> {
    if text.is_empty() {
        info.rules.komi = None;
        return Some(());
    }
    let halves = text.parse::<f64>().ok()? * 2.0;
    let is_possible = halves.fract() == 0.0 && halves.abs() <= f64::from(Komi::LIMIT);
    info.rules.komi = Some(Komi::from_half_points(halves as i32).filter(|_| is_possible)?);
    Some(())
}

fn keep_options(info: &mut Info, _: Format, lines: &mut Vec<Line>) {
    let options = mem::take(&mut info.rules.options);
    lines.extend(Some(options).filter(|text| !text.is_empty()).map(|text| Line::sgf("XWO", text)));
}

fn keep_handicap(info: &mut Info, _: Format, lines: &mut Vec<Line>) {
    let states_none = mem::take(&mut info.states_no_handicap).then(String::new);
    let stated = info.handicap.take().map(|stones| stones.to_string()).or(states_none);
    lines.extend(stated.map(|stones| Line::sgf("HA", stones)));
}

fn take_handicap(info: &mut Info, _: &str, text: &str) -> Option<()> {
    if text.is_empty() {
        info.states_no_handicap = true;
        return Some(());
    }
    info.handicap = Some(text.parse().ok()?);
    Some(())
}

fn keep_result(info: &mut Info, _: Format, lines: &mut Vec<Line>) {
    let Some(result) = info.result else { return };
    match result {
        Outcome::Draw
        | Outcome::Win {
            by: WinReason::HalfPoints(1..=MOST_MARGIN) | WinReason::Resignation,
            ..
        } => {
            return;
        }
        // wei7 writes them as wins by resignation.
        Outcome::Win { .. } => {}
        Outcome::Void | Outcome::Unknown => info.result = None,
    }
    lines.push(Line::sgf("RE", result.to_string()));
}

fn take_result(info: &mut Info, _: &str, text: &str) -> Option<()> {
    info.result = Some(text.parse().ok()?);
    Some(())
}

fn keep_place(info: &mut Info, format: Format, lines: &mut Vec<Line>) {
    match format {
        Format::Wei7 | Format::Sgf => keep_long("place", &info.place, lines),
        Format::Wei7Xml => lines.extend(info.place.take().map(|place| Line::wei7("place", place))),
    }
}

fn keep_identity(info: &mut Info, _: Format, lines: &mut Vec<Line>) {
    keep_long("domain", &info.domain, lines);
    keep_long("id", &info.id, lines);
}

fn take_identity(info: &mut Info, name: &str, text: &str) -> Option<()> {
    put(if name == "id" { &mut info.id } else { &mut info.domain }, text)
}

fn keep_time(info: &mut Info, format: Format, lines: &mut Vec<Line>) {
    let is_said = |time: &Time| match format {
        Format::Wei7 | Format::Sgf => {
            let has_zone = time.zone == Some(0) && (0..=9999).contains(&time.year);
            has_zone && time.hour < 24 && time.fraction.len() <= 9
        }
        Format::Wei7Xml => time.second.is_some_and(|second| second < 60) && time.year != 0,
    };
    let odd = info.time.as_ref().filter(|time| !is_said(time));
    lines.extend(odd.map(|time| Line::wei7("time", time.to_string())));
}

fn take_time(info: &mut Info, _: &str, text: &str) -> Option<()> {
    info.time = Some(Time::parse(text)?);
    Some(())
}

/// Embeds the teams of two players, or all participants if wei7 cannot represent them otherwise.
fn keep_people(info: &mut Info, format: Format, lines: &mut Vec<Line>) {
    let people = info.participants.len();
    let is_there = |player: &Player| (player.participant as usize) < people;
    let names =
        info.participants.iter_mut().flat_map(Participant::fields_mut).map(|(_, text)| &*text);
    let are_names = names.flatten().all(|text| is_name(text));
    let colors: Vec<Option<Color>> = info.players.iter().map(|player| player.color).collect();
    let in_order = info.players.iter().enumerate().all(|(i, p)| p.participant as usize == i);
    let are_two = in_order
        && people == colors.len()
        && matches!(colors[..], [] | [Some(_)] | [Some(Color::Black), Some(Color::White)]);
    let has_team = info.participants.iter().any(|one| one.team.is_some());
    let fits = are_two || format == Format::Wei7 && info.players.iter().all(is_there) && !has_team;
    if !(are_names && fits) {
        return keep_all_people(info, lines);
    }
    for (player, one) in info.players.iter().zip(&mut info.participants).filter(|_| are_two) {
        let name = if player.color == Some(Color::White) { "WT" } else { "BT" };
        lines.extend(one.team.take().map(|team| Line::sgf(name, team)));
    }
}

fn keep_all_people(info: &mut Info, lines: &mut Vec<Line>) {
    lines.push(Line::sgf("XWU", ""));
    let line = |name, (key, text)| Line::sgf(name, format!("{key}:{text}"));
    lines.extend(participant_values(&info.participants).into_iter().map(|it| line("XWU", it)));
    lines.extend(player_values(&info.players).map(|it| line("XWV", it)));
    info.participants.iter_mut().for_each(|one| one.team = None);
    let people = info.participants.len();
    info.players.retain(|player| (player.participant as usize) < people);
}

fn take_people(info: &mut Info, name: &str, text: &str) -> Option<()> {
    match name {
        "XWU" if text.is_empty() => {
            info.participants.clear();
            info.players.clear();
        }
        "XWU" => {
            let (key, value) = text.split_once(':')?;
            // Unlike SGF properties, which other programs may sort, these lines are complete and in order.
            let (index, is_new) = match key.split_once('.') {
                Some((index, _)) => (index, false),
                None => (key, true),
            };
            let (index, people) = (index.parse::<usize>().ok()?, info.participants.len());
            let is_in_order = if is_new { index == people } else { index < people };
            if !is_in_order {
                return None;
            }
            set_participant(&mut info.participants, key, value.into())?;
        }
        "XWV" => {
            let (key, value) = text.split_once(':')?;
            info.players.push(player(key, value)?);
        }
        team => {
            let color = if team == "BT" { Color::Black } else { Color::White };
            let player = info.players.iter().find(|player| player.color == Some(color))?;
            put(&mut info.participants.get_mut(player.participant as usize)?.team, text)?;
        }
    }
    Some(())
}
