//! What wei7 cannot say of the game as a whole: what becomes lines, and how it comes back.

use std::mem;

use super::line::Line;
use super::version::{Version, is_name};
use crate::record::{Info, Manner, Outcome, Participant, Player, RulesName, Time, rule_words};
use tianyuan_go::{Color, Komi};

/// An item of the game.
pub(super) struct GameItem {
    /// The names of its lines.
    pub(super) names: &'static [&'static str],
    /// Adds lines for what cannot be said, and removes that, unless the file has something like it.
    pub(super) keep: fn(&mut Info, Version, &mut Vec<Line>),
    /// Takes in the text of a line of a name; `None` where it makes no sense.
    pub(super) take: fn(&mut Info, &str, &str) -> Option<()>,
}

/// All items of the game, in the order of their lines.
pub(super) const ITEMS: [GameItem; 11] = [
    GameItem { names: &["DT"], keep: keep_dates, take: |info, _, text| put(&mut info.dates, text) },
    GameItem { names: &["RU"], keep: keep_rules, take: take_rules },
    GameItem { names: &["KM"], keep: keep_komi, take: take_komi },
    GameItem { names: &["XWO"], keep: keep_options, take: take_options },
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

/// The largest komi, in half points; 0 is the smallest.
const MOST_KOMI: i32 = 19;

/// The largest margin, in half points.
pub(super) const MOST_MARGIN: u16 = 1023;

fn put(field: &mut Option<String>, text: &str) -> Option<()> {
    *field = Some(text.into());
    Some(())
}

/// A name that is cut stays, for those who read the file.
fn keep_long(name: &str, field: &Option<String>, lines: &mut Vec<Line>) {
    let long = field.as_ref().filter(|text| !is_name(text));
    lines.extend(long.map(|text| match name.starts_with(|c: char| c.is_ascii_uppercase()) {
        true => Line::sgf(name, text),
        false => Line::wei7(name, text),
    }));
}

fn keep_dates(info: &mut Info, _: Version, lines: &mut Vec<Line>) {
    lines.extend(info.dates.take().map(|dates| Line::sgf("DT", dates)));
}

fn keep_rules(info: &mut Info, _: Version, lines: &mut Vec<Line>) {
    let other = info.rules.name.take_if(|name| matches!(name, RulesName::Other(_)));
    if let Some(RulesName::Other(name)) = other {
        lines.push(Line::sgf("RU", name));
    }
}

fn take_rules(info: &mut Info, _: &str, text: &str) -> Option<()> {
    info.rules.name = Some(RulesName::Other(text.into()));
    Some(())
}

fn keep_komi(info: &mut Info, version: Version, lines: &mut Vec<Line>) {
    let rules = &mut info.rules;
    let komi = rules.komi.take_if(|komi| !(0..=MOST_KOMI).contains(&komi.half_points()));
    match komi {
        Some(komi) => lines.push(Line::sgf("KM", komi.to_string())),
        // There it would be read as none.
        None if version == Version::Xml
            && rules.komi.is_none()
            && (rules.scoring.is_some() || rules.name.is_some()) =>
        {
            lines.push(Line::sgf("KM", ""));
        }
        None => {}
    }
}

/// A komi of whole or half points; nothing where it is not known.
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

fn keep_options(info: &mut Info, _: Version, lines: &mut Vec<Line>) {
    let options = mem::take(&mut info.rules.options);
    lines.extend(Some(options).filter(|text| !text.is_empty()).map(|text| Line::sgf("XWO", text)));
}

fn take_options(info: &mut Info, _: &str, text: &str) -> Option<()> {
    rule_words::are_words(text).then(|| info.rules.options = text.into())
}

fn keep_handicap(info: &mut Info, _: Version, lines: &mut Vec<Line>) {
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

fn keep_result(info: &mut Info, _: Version, lines: &mut Vec<Line>) {
    let Some(result) = info.result else { return };
    match result {
        Outcome::Draw
        | Outcome::Win { by: Manner::HalfPoints(1..=MOST_MARGIN) | Manner::Resignation, .. } => {
            return;
        }
        // They are written as wins by resignation.
        Outcome::Win { .. } => {}
        Outcome::Void | Outcome::Unknown => info.result = None,
    }
    lines.push(Line::sgf("RE", result.to_string()));
}

fn take_result(info: &mut Info, _: &str, text: &str) -> Option<()> {
    info.result = Some(text.parse().ok()?);
    Some(())
}

fn keep_place(info: &mut Info, version: Version, lines: &mut Vec<Line>) {
    match version {
        Version::Json => keep_long("place", &info.place, lines),
        Version::Xml => lines.extend(info.place.take().map(|place| Line::wei7("place", place))),
    }
}

fn keep_identity(info: &mut Info, _: Version, lines: &mut Vec<Line>) {
    keep_long("domain", &info.domain, lines);
    keep_long("id", &info.id, lines);
}

fn take_identity(info: &mut Info, name: &str, text: &str) -> Option<()> {
    put(if name == "id" { &mut info.id } else { &mut info.domain }, text)
}

fn keep_time(info: &mut Info, version: Version, lines: &mut Vec<Line>) {
    let is_said = |time: &Time| match version {
        Version::Json => {
            let has_zone = time.zone == Some(0) && (0..=9999).contains(&time.year);
            has_zone && time.hour < 24 && time.fraction.len() <= 9
        }
        Version::Xml => time.second.is_some_and(|second| second < 60) && time.year != 0,
    };
    let odd = info.time.as_ref().filter(|time| !is_said(time));
    lines.extend(odd.map(|time| Line::wei7("time", time.to_string())));
}

fn take_time(info: &mut Info, _: &str, text: &str) -> Option<()> {
    info.time = Some(Time::parse(text)?);
    Some(())
}

/// The teams of the two players, or all that is known of all people where that is more than wei7 can say.
fn keep_people(info: &mut Info, version: Version, lines: &mut Vec<Line>) {
    let people = info.participants.len();
    let is_there = |player: &Player| (player.participant as usize) < people;
    let names = info.participants.iter_mut().flat_map(texts_mut).map(|(_, text)| &*text);
    let are_names = names.flatten().all(|text| is_name(text));
    let colors: Vec<Option<Color>> = info.players.iter().map(|player| player.color).collect();
    let in_order = info.players.iter().enumerate().all(|(i, p)| p.participant as usize == i);
    let are_two = in_order
        && people == colors.len()
        && matches!(colors[..], [] | [Some(_)] | [Some(Color::Black), Some(Color::White)]);
    let has_team = info.participants.iter().any(|one| one.team.is_some());
    let fits =
        are_two || version == Version::Json && info.players.iter().all(is_there) && !has_team;
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
    for (i, one) in info.participants.iter_mut().enumerate() {
        lines.push(Line::sgf("XWU", format!("{i}:")));
        for (name, text) in texts_mut(one) {
            lines.extend(text.as_ref().map(|text| Line::sgf("XWU", format!("{i}.{name}:{text}"))));
        }
        one.team = None;
    }
    for player in &info.players {
        let color = player.color.map_or(String::new(), |color| color.letter().to_string());
        lines.push(Line::sgf("XWV", format!("{}:{color}", player.participant)));
    }
    let people = info.participants.len();
    info.players.retain(|player| (player.participant as usize) < people);
}

fn take_people(info: &mut Info, name: &str, text: &str) -> Option<()> {
    match name {
        "XWU" if text.is_empty() => {
            info.participants.clear();
            info.players.clear();
            Some(())
        }
        "XWU" => take_participant(&mut info.participants, text),
        "XWV" => {
            let (participant, color) = text.split_once(':')?;
            let color = match color {
                "" => None,
                "B" => Some(Color::Black),
                "W" => Some(Color::White),
                _ => return None,
            };
            info.players.push(Player { participant: participant.parse().ok()?, color });
            Some(())
        }
        team => {
            let color = if team == "BT" { Color::Black } else { Color::White };
            let player = info.players.iter().find(|player| player.color == Some(color))?;
            put(&mut info.participants.get_mut(player.participant as usize)?.team, text)
        }
    }
}

/// Takes in `0:`, a participant, or `0.name:…`, what is known of the last one.
fn take_participant(all: &mut Vec<Participant>, text: &str) -> Option<()> {
    let (key, value) = text.split_once(':')?;
    let Some((index, field)) = key.split_once('.') else {
        let is_next = key.parse() == Ok(all.len());
        return is_next.then(|| all.push(Participant::default()));
    };
    let one = all.get_mut(index.parse::<usize>().ok()?)?;
    let (_, slot) = texts_mut(one).into_iter().find(|(name, _)| *name == field)?;
    put(slot, value)
}

fn texts_mut(of: &mut Participant) -> [(&'static str, &mut Option<String>); 6] {
    [
        ("domain", &mut of.domain),
        ("id", &mut of.id),
        ("name", &mut of.name),
        ("title", &mut of.title),
        ("rank", &mut of.rank),
        ("team", &mut of.team),
    ]
}
