//! Writes the information about the game as the element `game` of wei7 2.2.

use super::values::{self, MOST_KOMI, MOST_MARGIN};
use super::write_diagnostics::{
    BOTH_COLORS, KOMI_UNKNOWN, NAMED_BY_EVENT, TEAM_NAMES, TIME_CHANGED, WON_OTHERWISE,
};
use super::xml_writer::{AttributeWriter, XmlWriter};
use crate::record::diagnostic::SourceLocation;
use crate::record::{
    Info, NodeId, Outcome, Participant, Player, Record, RulesInfo, RulesName, Time, WinReason,
};
use tianyuan_go::{Color, Scoring};

/// Writes `game`, unless it would be empty.
pub(super) fn write(page: &mut XmlWriter<'_>, record: &Record) {
    let info = &record.info;
    let attributes = name(page, record);
    let players: Vec<(&str, AttributeWriter)> = [(Color::Black, "black"), (Color::White, "white")]
        .into_iter()
        .filter_map(|(color, name)| Some((name, player(page, info, color, name)?)))
        .collect();
    let rules = rules(page, &info.rules);
    let time = info.time.as_ref().and_then(|time| date_time(page, time));
    let result = info.result.and_then(|outcome| result(page, outcome));
    leave_out_the_rest(page, record);
    let has_children = !players.is_empty() || rules.is_some() || time.is_some() || result.is_some();
    if !has_children {
        if !attributes.is_empty() {
            page.leaf("game", &attributes);
        }
        return;
    }
    page.open("game", &attributes);
    if let Some(attributes) = rules {
        page.leaf("rules", &attributes);
    }
    if let Some(time) = time {
        page.value("time", &time);
    }
    players.iter().for_each(|(name, attributes)| page.leaf(name, attributes));
    if let Some(attributes) = result {
        page.leaf("result", &attributes);
    }
    page.close("game");
}

/// Adds a single-line attribute, unless it would be empty.
fn add(
    page: &mut XmlWriter<'_>,
    attributes: &mut AttributeWriter,
    element: &str,
    name: &'static str,
    text: Option<&str>,
) {
    if let Some(text) = text {
        let what = format!("{element}@{name}");
        attributes.push((name, page.line(&what, text, SourceLocation::default)));
    }
}

fn name(page: &mut XmlWriter<'_>, record: &Record) -> AttributeWriter {
    let info = &record.info;
    let mut attributes = AttributeWriter::new();
    add(page, &mut attributes, "game", "domain", info.domain.as_deref());
    add(page, &mut attributes, "game", "id", info.id.as_deref());
    let event = record.event_name();
    if event.is_some() {
        page.findings.add(&NAMED_BY_EVENT, SourceLocation::default(), []);
    }
    add(page, &mut attributes, "game", "name", info.name.as_deref().or(event.as_deref()));
    attributes
}

/// Returns `true` if a property of a node is the event used as the name of the game.
pub(super) fn is_named_by(record: &Record, id: NodeId, property: &str) -> bool {
    id == record.tree.root() && property == "EV" && record.event_name().is_some()
}

/// Returns the attributes of `black` or `white` if there is a player of the colour.
fn player(
    page: &mut XmlWriter<'_>,
    info: &Info,
    color: Color,
    element: &str,
) -> Option<AttributeWriter> {
    let players: Vec<&Participant> = info.players_of(color).collect();
    let first = *players.first()?;
    let is_team = players.len() > 1;
    if is_team {
        page.findings.add(&TEAM_NAMES, SourceLocation::path(element), []);
    }
    let mut attributes = AttributeWriter::new();
    for (name, text) in [("domain", &first.domain), ("id", &first.id)] {
        // The names of a team can be joined, but a joined identifier would identify no player.
        if !is_team {
            add(page, &mut attributes, element, name, text.as_deref());
        } else if text.is_some() {
            page.leave_out(name, || SourceLocation::path(element));
        }
    }
    for name in ["name", "title", "rank"] {
        let text = |one: &&Participant| match name {
            "name" => one.name.clone(),
            "title" => one.title.clone(),
            _ => one.rank.clone(),
        };
        let all: Vec<String> = players.iter().filter_map(text).collect();
        let joined = Some(all.join(" & ")).filter(|_| !all.is_empty());
        add(page, &mut attributes, element, name, joined.as_deref());
    }
    if players.iter().any(|one| one.team.is_some()) {
        page.leave_out("team", || SourceLocation::path(element));
    }
    Some(attributes)
}

/// Returns the attributes of `rules`, or `None` if no terms are known. Without the element the komi is unspecified;
/// with it, a missing komi is 0.
fn rules(page: &mut XmlWriter<'_>, ruling: &RulesInfo) -> Option<AttributeWriter> {
    let place = || SourceLocation::path("rules");
    let mut attributes = AttributeWriter::new();
    match ruling.scoring {
        Some(Scoring::Area) => attributes.push(("scoring", "area".into())),
        Some(Scoring::Territory) => attributes.push(("scoring", "territory".into())),
        None => {}
    }
    let halves = ruling.komi.map(|komi| komi.half_points());
    let representable = halves.filter(|halves| (0..=MOST_KOMI as i32).contains(halves));
    if let Some(komi) = ruling.komi.filter(|_| representable.is_some_and(|halves| halves > 0)) {
        attributes.push(("komi", komi.to_string()));
    }
    match &ruling.name {
        Some(RulesName::Chinese) => attributes.push(("type", "Chinese".into())),
        Some(RulesName::Japanese) => attributes.push(("type", "Japanese".into())),
        Some(RulesName::Korean) => attributes.push(("type", "Korean".into())),
        Some(RulesName::Other(name)) => page.leave_out(&format!("RU[{name}]"), place),
        None => {}
    }
    if !ruling.options.is_empty() {
        page.leave_out(&format!("XWO[{}]", ruling.options), place);
    }
    match ruling.komi {
        Some(komi) if representable.is_none() => page.leave_out(&format!("KM[{komi}]"), place),
        None if !attributes.is_empty() => page.findings.add(&KOMI_UNKNOWN, place(), []),
        _ => {}
    }
    if attributes.is_empty() && representable.is_none() { None } else { Some(attributes) }
}

/// Returns a time with seconds, which XML requires, or `None` if XML cannot represent it.
fn date_time(page: &mut XmlWriter<'_>, time: &Time) -> Option<String> {
    // XML Schema has no leap seconds.
    let second = time.second.unwrap_or(0).min(59);
    let written = Time { second: Some(second), ..time.clone() }.to_string();
    if values::date_time(&written).is_none() {
        page.leave_out(&written, || SourceLocation::path("time"));
        return None;
    }
    if time.second != Some(second) {
        let details = [&*time.to_string(), &written];
        page.findings.add(&TIME_CHANGED, SourceLocation::path("time"), details);
    }
    Some(written)
}

/// Returns the attributes of `result`, if there is one.
fn result(page: &mut XmlWriter<'_>, outcome: Outcome) -> Option<AttributeWriter> {
    let place = || SourceLocation::path("result");
    let text = outcome.to_string();
    let (winner, by) = match outcome {
        Outcome::Win { winner, by } => (winner, by),
        Outcome::Draw => return Some(vec![("winner", "neither".into())]),
        Outcome::Void | Outcome::Unknown => {
            page.leave_out(&format!("RE[{text}]"), place);
            return None;
        }
    };
    let winner = if winner == Color::Black { "black" } else { "white" };
    let mut attributes = vec![("winner", winner.to_string())];
    match by {
        WinReason::HalfPoints(halves) if u32::from(halves) <= MOST_MARGIN => {
            let fraction = if halves % 2 == 0 { "" } else { ".5" };
            attributes.push(("margin", format!("{}{fraction}", halves / 2)));
        }
        WinReason::Resignation => {}
        _ => page.findings.add(&WON_OTHERWISE, place(), [&text]),
    }
    Some(attributes)
}

fn leave_out_the_rest(page: &mut XmlWriter<'_>, record: &Record) {
    let info = &record.info;
    let mut colors = vec![0; info.participants.len()];
    for one in info.players.iter().filter(|one| one.color.is_some()) {
        if let Some(colors) = colors.get_mut(one.participant as usize) {
            *colors += 1;
        }
    }
    // A player without a colour and without further data is dropped as a participant.
    let is_unsaid = |player: &Player| match colors.get(player.participant as usize) {
        Some(colors) => player.color.is_none() && *colors > 0,
        None => true,
    };
    let has_unsaid = info.players.iter().any(is_unsaid);
    for (i, colors) in colors.into_iter().enumerate() {
        let place = || SourceLocation::path(format!("participants/{i}"));
        match colors {
            0 => page.leave_out("participant", place),
            1 => {}
            _ => page.findings.add_at(&BOTH_COLORS, place, []),
        }
    }
    for (name, is_there) in [
        ("players", has_unsaid),
        ("DT", info.dates.is_some()),
        ("PC", info.place.is_some()),
        ("HA", record.hides_handicap()),
    ] {
        if is_there {
            page.leave_out(name, SourceLocation::default);
        }
    }
}
