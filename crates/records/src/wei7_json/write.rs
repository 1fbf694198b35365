//! Writes wei7 3.0: UTF-8 without a byte order mark, always with the size, and with the main branch first.
//!
//! The output is read and checked again, and errors are reported as findings, since a record from SGF may violate
//! rules of this format.

use std::borrow::Cow;

use super::adapt::{self, NO_RECORD, SEVERAL_RECORDS};
use super::json_writer::{JsonWriter, Layout};
use super::write_values::{color, list, result};
use super::{read, write_tree};
use crate::record::diagnostic::{Findings, SourceLocation};
use crate::record::{Info, Participant, Player, Record, RulesInfo, RulesName, Size, replay};
use tianyuan_go::Scoring;

/// Returns the first record as a file.
pub(super) fn write(records: &[Record], findings: &mut Findings) -> Vec<u8> {
    let [record, others @ ..] = records else {
        findings.add(&NO_RECORD, SourceLocation::default(), []);
        return Vec::new();
    };
    if !others.is_empty() {
        findings.add(&SEVERAL_RECORDS, SourceLocation::default(), [&others.len().to_string()]);
    }
    let mut page = JsonWriter::default();
    page.object(Layout::Lines);
    page.text("format", Some("wei7"));
    page.text("version", Some("3.0"));
    size(&mut page, record.size);
    let info = adapt::adapt_info(record, findings);
    if info != Info::default() {
        page.name("info");
        write_info(&mut page, &info);
    }
    let faults = replay::faults(record);
    let record = match faults.is_empty() {
        true => Cow::Borrowed(record),
        false => record.branch_at_occupied_moves(findings),
    };
    page.name("tree");
    write_tree::write(&mut page, &record, findings);
    page.close();
    let bytes = page.finish().into_bytes();
    // Replaying is only needed if the source record had errors.
    let again = if faults.is_empty() { read::read(&bytes) } else { read::check(&bytes) };
    findings.append(again.findings.errors());
    bytes
}

fn size(page: &mut JsonWriter, size: Size) {
    page.name("size");
    if size.width() == size.height() {
        return page.value(size.width());
    }
    page.object(Layout::Line);
    page.name("width");
    page.value(size.width());
    page.name("height");
    page.value(size.height());
    page.close();
}

fn write_info(page: &mut JsonWriter, info: &Info) {
    page.object(Layout::Lines);
    page.text("domain", info.domain.as_deref());
    page.text("id", info.id.as_deref());
    page.text("name", info.name.as_deref());
    if info.rules != RulesInfo::default() {
        ruling(page, &info.rules);
    }
    page.text("time", info.time.as_ref().map(ToString::to_string).as_deref());
    page.text("place", info.place.as_deref());
    list(page, "participants", &info.participants, participant);
    list(page, "players", &info.players, player);
    if let Some(outcome) = info.result {
        page.name("result");
        result(page, outcome);
    }
    page.close();
}

fn ruling(page: &mut JsonWriter, ruling: &RulesInfo) {
    page.name("rules");
    page.object(Layout::Line);
    let scoring = ruling.scoring.map(|scoring| match scoring {
        Scoring::Area => "area",
        Scoring::Territory => "territory",
    });
    page.text("scoring", scoring);
    if let Some(komi) = ruling.komi {
        page.name("komi");
        page.value(komi);
    }
    let name = ruling.name.as_ref().and_then(|name| match name {
        RulesName::Chinese => Some("Chinese"),
        RulesName::Japanese => Some("Japanese"),
        RulesName::Korean => Some("Korean"),
        RulesName::Other(_) => None,
    });
    page.text("type", name);
    page.close();
}

fn participant(page: &mut JsonWriter, person: &Participant) {
    page.object(Layout::Line);
    page.text("domain", person.domain.as_deref());
    page.text("id", person.id.as_deref());
    page.text("name", person.name.as_deref());
    page.text("title", person.title.as_deref());
    page.text("rank", person.rank.as_deref());
    page.close();
}

fn player(page: &mut JsonWriter, player: &Player) {
    page.object(Layout::Line);
    page.name("participant");
    page.value(player.participant);
    if let Some(of) = player.color {
        color(page, of);
    }
    page.close();
}
