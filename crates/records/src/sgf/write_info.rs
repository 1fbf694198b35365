//! Writes the game information to the root of an SGF file.

use super::original_text;
use super::property::PEOPLE;
use super::ruleset_names::scoring_of;
use super::text_writer::TextWriter;
use super::write_diagnostics::TEAM_NAMES;
use crate::adapt::private_property::{participant_values, player_values};
use crate::adapt::property_text::simple_text;
use crate::charset::Charset;
use crate::record::diagnostic::SourceLocation;
use crate::record::{Info, NodeId, Participant, Property, Record};
use tianyuan_go::{Color, Scoring};

/// The start of `AP` in files written only by this program. The reader does not preserve it.
pub(super) const PROGRAM: &str = "Tianyuan:";

/// Writes the properties of the root.
pub(super) fn write(page: &mut TextWriter<'_>, record: &Record, charset: Charset) {
    let (info, size) = (&record.info, record.size);
    let root = record.tree.node(record.tree.root());
    page.said_below = said_below(record);
    page.property("FF", "4");
    page.property("GM", "1");
    page.property("CA", charset.name());
    let is_kept = |name: &str| {
        let kept = root.notes().properties.iter().find(|kept| kept.name == name);
        kept.is_some_and(|kept| original_text::matches_record(kept, record))
    };
    if !is_kept("AP") {
        page.property("AP", &format!("{PROGRAM}{}", env!("CARGO_PKG_VERSION")));
    }
    let (width, height) = (size.width(), size.height());
    let lines = if width == height { width.to_string() } else { format!("{width}:{height}") };
    page.property("SZ", &lines);
    line(page, "GN", info.name.as_deref());
    for (color, names) in Color::BOTH.into_iter().zip(PEOPLE) {
        side(page, info, color, names);
    }
    let words = |name: &str| original_text::written(name, record).filter(|_| !is_kept(name));
    line(page, "RU", words("RU").as_deref());
    terms(page, info, words("KM").as_deref());
    for name in ["HA", "RE"] {
        if let Some(text) = words(name) {
            page.root_property(name, &text);
        }
    }
    let date = info.time.as_ref().map(|time| time.date());
    line(page, "DT", info.dates.as_deref().or(date.as_deref()));
    line(page, "PC", info.place.as_deref());
    private(page, info);
}

/// Returns the properties of the record's information that nodes of the main line below the root set to the same
/// value.
fn said_below(record: &Record) -> Vec<String> {
    let (tree, info) = (&record.tree, &record.info);
    let of_people = Color::BOTH.into_iter().zip(PEOPLE).flat_map(|(color, names)| {
        let fields = info.players_of(color).next().map(fields);
        names.into_iter().zip(fields.into_iter().flatten())
    });
    let of_game = [("GN", &info.name), ("PC", &info.place), ("DT", &info.dates)];
    let of_game = of_game.map(|(name, text)| (name, text.as_deref()));
    let written: Vec<(&str, Option<&str>)> = of_people.chain(of_game).collect();
    let is_the_same = |kept: &Property| match written.iter().find(|(name, _)| *name == kept.name) {
        Some((_, written)) => {
            kept.values.first().map(|raw| simple_text(raw)).as_deref() == *written
        }
        None => original_text::is_of_record(kept, record),
    };
    // Before the first fork there is only one game, and the root holds its information.
    let mut of_all: Vec<NodeId> = tree.main_line(tree.root()).collect();
    let fork = of_all.iter().position(|id| tree.has_variations(*id)).unwrap_or(of_all.len() - 1);
    let below = of_all.split_off(fork + 1);
    let kept = |ids: Vec<NodeId>| {
        ids.into_iter().flat_map(|id| &tree.node(id).notes().properties).collect::<Vec<_>>()
    };
    let repeated = kept(of_all.split_off(1));
    let is_repeated = |name: &str| repeated.iter().any(|kept| kept.name == name);
    // Readers that scan in order use the first property of a name for the record.
    let mut firsts: Vec<&Property> = Vec::new();
    for property in kept(below) {
        if firsts.iter().all(|first| first.name != property.name) {
            firsts.push(property);
        }
    }
    let written = firsts.into_iter().filter(|kept| is_the_same(kept) && !is_repeated(&kept.name));
    written.map(|kept| kept.name.clone()).collect()
}

fn line(page: &mut TextWriter<'_>, name: &str, text: Option<&str>) {
    if let Some(text) = text {
        page.line_property(name, text);
    }
}

/// Returns a player's name, rank and team.
fn fields(one: &Participant) -> [Option<&str>; 3] {
    [one.name.as_deref(), one.rank.as_deref(), one.team.as_deref()]
}

/// Writes the name, rank and team of a colour's players.
fn side(page: &mut TextWriter<'_>, info: &Info, color: Color, names: [&str; 3]) {
    if info.players_of(color).count() > 1 {
        page.findings.add(&TEAM_NAMES, SourceLocation::path(names[0]), []);
    }
    for (i, name) in names.into_iter().enumerate() {
        let all: Vec<&str> = info.players_of(color).filter_map(|one| fields(one)[i]).collect();
        if !all.is_empty() {
            page.line_property(name, &all.join(" & "));
        }
    }
}

/// Writes the komi, unless the original text states it, and terms that the name of the rules does not imply.
fn terms(page: &mut TextWriter<'_>, info: &Info, komi: Option<&str>) {
    let ruling = &info.rules;
    let name = ruling.name.as_ref();
    if let Some(komi) = komi {
        page.root_property("KM", komi);
    }
    if !ruling.options.is_empty() {
        page.property("XWO", &ruling.options);
    }
    if ruling.scoring != name.and_then(scoring_of) {
        let word = match ruling.scoring {
            Some(Scoring::Area) => "area",
            Some(Scoring::Territory) => "territory",
            None => "none",
        };
        page.property("XWC", word);
    }
}

fn private(page: &mut TextWriter<'_>, info: &Info) {
    let unwritten = |text: &Option<String>| text.clone().filter(|text| !is_a_line(text));
    let named = [
        ("domain", info.domain.clone()),
        ("id", info.id.clone()),
        ("name", unwritten(&info.name)),
        ("place", unwritten(&info.place)),
    ];
    let named = named.into_iter().filter_map(|(key, text)| Some((key.to_string(), text?)));
    page.pairs("XWD", named);
    if let Some(time) = &info.time {
        page.property("XWT", &time.to_string());
    }
    if !are_people_complete(info) {
        page.pairs("XWU", participant_values(&info.participants));
        page.pairs("XWV", player_values(&info.players));
    }
}

/// Returns `true` if a single-line property round-trips a text.
fn is_a_line(text: &str) -> bool {
    !text.trim().is_empty() && !text.contains(['\n', '\r'])
}

/// Returns `true` if `PB`, `BR`, `BT` and White's equivalents hold all data of the players.
fn are_people_complete(info: &Info) -> bool {
    let shown = |one: &Participant| {
        let rest = Participant { name: None, rank: None, team: None, ..one.clone() };
        let texts = [&one.name, &one.rank, &one.team];
        rest == Participant::default()
            && texts.iter().any(|text| text.is_some())
            && texts.into_iter().flatten().all(|text| is_a_line(text))
    };
    let colors: Vec<Option<Color>> = info.players.iter().map(|player| player.color).collect();
    let in_order = info.players.iter().enumerate().all(|(i, p)| p.participant as usize == i);
    let one_each =
        matches!(colors.as_slice(), [] | [Some(_)] | [Some(Color::Black), Some(Color::White)]);
    in_order
        && one_each
        && info.players.len() == info.participants.len()
        && info.participants.iter().all(shown)
}
