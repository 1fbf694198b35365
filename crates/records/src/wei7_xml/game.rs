//! The information about the game in a wei7 2.2 file: the element `game` and its children (3.5 to 3.10).

use super::diagnostics::*;
use super::parser::Element;
use super::values::{MOST_KOMI, MOST_MARGIN, Value};
use crate::record::diagnostic::Findings;
use crate::record::{Info, Outcome, Participant, Player, RulesInfo, RulesName, WinReason};
use tianyuan_go::{Color, Komi, Scoring};

/// Reads the attributes of `game`.
pub(super) fn game(element: &Element<'_>, info: &mut Info, findings: &mut Findings) {
    for value in Value::all(element) {
        match value.attribute.name {
            "domain" => info.domain = value.name(findings),
            "id" => info.id = value.name(findings),
            "name" => info.name = value.name(findings),
            _ => value.breaks(&UNKNOWN_ATTRIBUTE, findings),
        }
    }
}

/// Reads `rules`. Its komi defaults to 0.
pub(super) fn rules(element: &Element<'_>, findings: &mut Findings) -> RulesInfo {
    let mut ruling = RulesInfo { komi: Some(Komi::default()), ..RulesInfo::default() };
    for value in Value::all(element) {
        match value.attribute.name {
            "scoring" => {
                let words = [("area", Scoring::Area), ("territory", Scoring::Territory)];
                ruling.scoring = value.word(&words, &SCORING, findings);
            }
            "komi" => {
                let halves = value.half_points(MOST_KOMI, &KOMI, findings);
                ruling.komi = halves.and_then(|halves| Komi::from_half_points(halves as i32));
            }
            "type" => {
                let words = ["Chinese", "Japanese", "Korean"].map(|word| (word, word));
                ruling.name = match value.word(&words, &RULES_TYPE, findings) {
                    Some("Chinese") => Some(RulesName::Chinese),
                    Some("Japanese") => Some(RulesName::Japanese),
                    Some(_) => Some(RulesName::Korean),
                    None => None,
                };
            }
            _ => value.breaks(&UNKNOWN_ATTRIBUTE, findings),
        }
    }
    ruling
}

/// Reads `black` or `white`. Black is the first participant regardless of the order in the file.
pub(super) fn player(
    color: Color,
    element: &Element<'_>,
    info: &mut Info,
    findings: &mut Findings,
) {
    let mut participant = Participant::default();
    for value in Value::all(element) {
        let field = match value.attribute.name {
            "domain" => &mut participant.domain,
            "id" => &mut participant.id,
            "name" => &mut participant.name,
            "title" => &mut participant.title,
            "rank" => &mut participant.rank,
            _ => {
                value.breaks(&UNKNOWN_ATTRIBUTE, findings);
                continue;
            }
        };
        *field = value.name(findings);
    }
    let place = if color == Color::Black { 0 } else { info.participants.len() };
    info.participants.insert(place, participant);
    info.players.insert(place, Player { participant: 0, color: Some(color) });
    for (i, player) in info.players.iter_mut().enumerate() {
        player.participant = i as u32;
    }
}

/// Reads `result`.
pub(super) fn result(element: &Element<'_>, findings: &mut Findings) -> Option<Outcome> {
    let (mut winner, mut margin) = (None, None);
    for value in Value::all(element) {
        match value.attribute.name {
            "winner" => {
                let words = [
                    ("black", Some(Color::Black)),
                    ("white", Some(Color::White)),
                    ("neither", None),
                ];
                winner = Some(value.word(&words, &WINNER, findings));
            }
            "margin" => margin = Some((value, value.half_points(MOST_MARGIN, &MARGIN, findings))),
            _ => value.breaks(&UNKNOWN_ATTRIBUTE, findings),
        }
    }
    if winner.is_none() {
        element.breaks(&NO_WINNER, findings);
    }
    let Some(winner) = winner?? else {
        if let Some((value, _)) = margin {
            value.breaks(&MARGIN_OF_DRAW, findings);
        }
        return Some(Outcome::Draw);
    };
    let by = match margin {
        None => WinReason::Resignation,
        Some((_, None)) => WinReason::Unstated,
        Some((_, Some(halves))) => WinReason::HalfPoints(halves as u16),
    };
    Some(Outcome::Win { winner, by })
}
