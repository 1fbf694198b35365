//! A query: a game, the turns to analyse, and the content of the responses.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::time::Duration;

use serde_json::Value;

use super::coordinates::{places, player, shown};
use super::game_moves::GameMoves;
use super::json_fields::{FieldError, Fields, integer};
use super::settings::{AnalysisSettings, SettingStatus};
use crate::go::{BoardSize, Color};
use crate::search::params_macro::Interface;
use crate::search::{MoveBan, MoveFilter};
use crate::settings::find;

/// Optional content of responses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct IncludeOptions {
    pub(super) ownership: bool,
    pub(super) ownership_stdev: bool,
    pub(super) moves_ownership: bool,
    pub(super) moves_ownership_stdev: bool,
    pub(super) policy: bool,
    pub(super) pv_visits: bool,
    pub(super) no_result_value: bool,
}

/// When reports are due during the search of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Reports {
    pub(super) first: Duration,
    pub(super) every: Duration,
}

/// A query. Each of its turns is a position with its own response.
#[derive(Debug, Clone)]
pub(super) struct Query {
    pub(super) id: String,
    pub(super) course: GameMoves,
    pub(super) conditions: AnalysisSettings,
    pub(super) restriction: MoveFilter,
    pub(super) extras: IncludeOptions,
    pub(super) reports: Option<Reports>,
}

/// A query with the turns to analyse, their priorities, and warnings.
#[derive(Debug)]
pub(super) struct ParsedQuery {
    pub(super) query: Query,
    /// The priority of each turn.
    pub(super) turns: BTreeMap<usize, i64>,
    pub(super) warnings: Vec<FieldError>,
}

/// The fields of a query other than [settings](crate::settings).
const FIELDS: [&str; 25] = [
    "id",
    "moves",
    "rules",
    "boardXSize",
    "boardYSize",
    "komi",
    "whiteHandicapBonus",
    "initialStones",
    "initialPlayer",
    "analyzeTurns",
    "priority",
    "priorities",
    "reportDuringSearchEvery",
    "firstReportDuringSearchAfter",
    "includeOwnership",
    "includeOwnershipStdev",
    "includeMovesOwnership",
    "includeMovesOwnershipStdev",
    "includePolicy",
    "includePVVisits",
    "includeNoResultValue",
    "avoidMoves",
    "allowMoves",
    "overrideSettings",
    "action",
];

/// The range of priorities: 32-bit integers.
const PRIORITIES: RangeInclusive<i64> = -0x8000_0000..=0x7fff_ffff;

impl Query {
    /// Parses a query; `defaults` applies to all settings that it does not override.
    pub(super) fn read(
        id: &str,
        fields: Fields,
        defaults: &AnalysisSettings,
    ) -> Result<ParsedQuery, FieldError> {
        let (course, mut warnings) = GameMoves::read(fields)?;
        let mut conditions = defaults.clone();
        override_settings(&mut conditions, fields, &mut warnings)?;
        let is_setting = |field: &str| find(Interface::Query, field).is_some();
        for field in fields.0.keys().filter(|field| is_setting(field)) {
            if let Some(value) = fields.get(field) {
                conditions.set(field, value).map_err(|message| FieldError::new(field, message))?;
            }
        }
        let extras = IncludeOptions {
            ownership: fields.truth("includeOwnership")?,
            ownership_stdev: fields.truth("includeOwnershipStdev")?,
            moves_ownership: fields.truth("includeMovesOwnership")?,
            moves_ownership_stdev: fields.truth("includeMovesOwnershipStdev")?,
            policy: fields.truth("includePolicy")?,
            pv_visits: fields.truth("includePVVisits")?,
            no_result_value: fields.truth("includeNoResultValue")?,
        };
        let is_unknown = |key: &str| !FIELDS.contains(&key) && !is_setting(key);
        for key in fields.0.keys().filter(|key| is_unknown(key)) {
            warnings.push(FieldError::new(key, "Unexpected or unused field"));
        }
        let restriction = restriction(fields, course.size)?;
        let (turns, reports) = (turns(fields, course.turns())?, reports(fields)?);
        let query = Query { id: id.into(), course, conditions, restriction, extras, reports };
        Ok(ParsedQuery { query, turns, warnings })
    }
}

fn override_settings(
    conditions: &mut AnalysisSettings,
    fields: Fields,
    warnings: &mut Vec<FieldError>,
) -> Result<(), FieldError> {
    const FIELD: &str = "overrideSettings";
    let Some(value) = fields.get(FIELD) else { return Ok(()) };
    let settings = value.as_object().ok_or_else(|| FieldError::new(FIELD, "Must be an object"))?;
    let [mut ignored, mut unknown] = [const { Vec::<&str>::new() }; 2];
    for (key, value) in settings {
        let effect = conditions.set(key, value);
        match effect.map_err(|message| {
            FieldError::new(FIELD, format!("Could not set settings: {message}"))
        })? {
            SettingStatus::Taken => {}
            SettingStatus::Ignored => ignored.push(key),
            SettingStatus::Unknown => unknown.push(key),
        }
    }
    for (keys, what) in [(ignored, "Settings without effect"), (unknown, "Unknown settings")] {
        if !keys.is_empty() {
            warnings.push(FieldError::new(FIELD, format!("{what}: {}", keys.join(", "))));
        }
    }
    Ok(())
}

/// Returns the turns to analyse, with their priorities; by default the turn after the last move.
fn turns(fields: Fields, last: usize) -> Result<BTreeMap<usize, i64>, FieldError> {
    let priority = fields.integer("priority", PRIORITIES)?.unwrap_or(0);
    let priorities = fields.list("priorities", "integers")?;
    let Some(list) = fields.list("analyzeTurns", "integers")? else {
        return match priorities {
            Some(_) => {
                Err(FieldError::new("priorities", "Can only be given together with analyzeTurns"))
            }
            None => Ok([(last, priority)].into()),
        };
    };
    if list.is_empty() {
        return Err(FieldError::new("analyzeTurns", "Must have at least one turn"));
    }
    if priorities.is_some() && fields.get("priority").is_some() {
        return Err(FieldError::new("priority", "Cannot specify both priority and priorities"));
    }
    if priorities.is_some_and(|priorities| priorities.len() != list.len()) {
        return Err(FieldError::new("priorities", "Must have one entry per turn in analyzeTurns"));
    }
    let mut turns = BTreeMap::new();
    for (place, value) in list.iter().enumerate() {
        let turn = integer(value, &(0..=last as i64)).ok_or_else(|| {
            FieldError::new("analyzeTurns", format!("Invalid turn number: {}", shown(value)))
        })?;
        let of_turn = priorities.map(|priorities| {
            integer(&priorities[place], &PRIORITIES)
                .ok_or_else(|| FieldError::new("priorities", "Must be an array of 32-bit integers"))
        });
        turns.insert(turn as usize, of_turn.transpose()?.unwrap_or(priority));
    }
    Ok(turns)
}

fn reports(fields: Fields) -> Result<Option<Reports>, FieldError> {
    let seconds = |field| {
        let seconds = fields.number(field, 0.001..=1_000_000.0)?;
        Ok(seconds.map(Duration::from_secs_f64))
    };
    let every = seconds("reportDuringSearchEvery")?;
    let first = seconds("firstReportDuringSearchAfter")?;
    Ok(match (first, every) {
        (None, None) => None,
        // Without an interval, only the first report is sent.
        (Some(first), None) => Some(Reports { first, every: Duration::MAX }),
        (first, Some(every)) => Some(Reports { first: first.unwrap_or(every), every }),
    })
}

/// Returns the excluded moves: `avoidMoves`, or all moves except `allowMoves`.
fn restriction(fields: Fields, size: BoardSize) -> Result<MoveFilter, FieldError> {
    const FORM: &str =
        "Must be a list of objects with the fields 'player', 'moves' and 'untilDepth'";
    let mut restriction = MoveFilter::default();
    let [avoided, allowed] = ["avoidMoves", "allowMoves"].map(|field| fields.get(field));
    if avoided.is_some() && allowed.is_some() {
        return Err(FieldError::new("allowMoves", "Cannot specify both allowMoves and avoidMoves"));
    }
    for (field, value, only) in [("avoidMoves", avoided, false), ("allowMoves", allowed, true)] {
        let Some(value) = value else { continue };
        let list = value.as_array().ok_or_else(|| FieldError::new(field, FORM))?;
        let mut players: Vec<Color> = Vec::new();
        for entry in list {
            let ban = ban(field, entry, size, only)?.ok_or_else(|| FieldError::new(field, FORM))?;
            if only && players.contains(&ban.color) {
                return Err(FieldError::new(
                    field,
                    "Cannot specify allowMoves more than once for a player",
                ));
            }
            players.push(ban.color);
            restriction.add(ban);
        }
    }
    Ok(restriction)
}

/// Parses an entry. Returns `None` if it has the wrong form.
fn ban(
    field: &str,
    entry: &Value,
    size: BoardSize,
    only: bool,
) -> Result<Option<MoveBan>, FieldError> {
    let (who, list, depth) = (entry.get("player"), entry.get("moves"), entry.get("untilDepth"));
    let color = who.and_then(player);
    let depth = depth.and_then(|depth| integer(depth, &(1..=1_000_000_000)));
    let (Some(color), Some(depth), Some(list)) = (color, depth, list.and_then(Value::as_array))
    else {
        return Ok(None);
    };
    let moves = places(size, field, list)?;
    let points = moves.iter().filter_map(|mv| mv.point()).collect();
    let pass = moves.iter().any(|mv| mv.point().is_none());
    Ok(Some(MoveBan { color, points, pass, only, depth: depth as usize }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(mut query: Value) -> Result<ParsedQuery, FieldError> {
        let fields = query.as_object_mut().expect("an object");
        let usual = [
            ("boardXSize", json!(9)),
            ("boardYSize", json!(9)),
            ("rules", json!("chinese")),
            ("moves", json!([["B", "E5"], ["W", "C3"]])),
        ];
        for (key, value) in usual {
            fields.entry(key).or_insert(value);
        }
        Query::read("q", Fields(fields), &AnalysisSettings::default())
    }

    fn turns(query: Value) -> Vec<(usize, i64)> {
        read(query).expect("a query").turns.into_iter().collect()
    }

    #[test]
    fn turns_use_priorities() {
        assert_eq!(turns(json!({})), [(2, 0)]);
        assert_eq!(turns(json!({"priority": 7})), [(2, 7)]);
        assert_eq!(turns(json!({"analyzeTurns": [2, 0, 2], "priority": 1})), [(0, 1), (2, 1)]);
        assert_eq!(
            turns(json!({"analyzeTurns": [0, 1], "priorities": [5, -5]})),
            [(0, 5), (1, -5)]
        );
        let fault = |query| read(query).expect_err("wrong").field;
        assert_eq!(fault(json!({"analyzeTurns": []})), "analyzeTurns");
        assert_eq!(fault(json!({"analyzeTurns": [3]})), "analyzeTurns");
        assert_eq!(fault(json!({"analyzeTurns": 3})), "analyzeTurns");
        assert_eq!(fault(json!({"priorities": [1]})), "priorities");
        assert_eq!(fault(json!({"analyzeTurns": [1], "priorities": []})), "priorities");
        assert_eq!(
            fault(json!({"analyzeTurns": [1], "priorities": [1], "priority": 1})),
            "priority"
        );
    }

    #[test]
    fn unknown_fields_and_settings_cause_warnings() {
        let query = json!({"maxVisit": 3, "overrideSettings": {"maxTime": 8, "antiMirror": true, "x": 1, "y": 2}});
        let reading = read(query).expect("a query");
        let told: Vec<_> = reading.warnings.iter().map(|it| (&*it.field, &*it.message)).collect();
        let due = [
            ("overrideSettings", "Settings without effect: antiMirror"),
            ("overrideSettings", "Unknown settings: x, y"),
            ("maxVisit", "Unexpected or unused field"),
        ];
        assert_eq!(told, due);
        assert_eq!(reading.query.conditions.time, Some(Duration::from_secs(8)));
    }

    #[test]
    fn query_accepts_avoided_or_allowed_moves() {
        let entry = json!({"player": "B", "moves": ["C3", "pass"], "untilDepth": 3});
        let allowed = read(json!({"allowMoves": [entry]})).expect("a query").query.restriction;
        let ban = &allowed.bans()[0];
        assert_eq!((ban.only, ban.pass, ban.depth, ban.points.len()), (true, true, 3, 1));
        let fault = |query| read(query).expect_err("wrong").field;
        assert_eq!(fault(json!({"allowMoves": [entry, entry]})), "allowMoves");
        assert_eq!(fault(json!({"allowMoves": [entry], "avoidMoves": [entry]})), "allowMoves");
        assert_eq!(fault(json!({"avoidMoves": [{"player": "B"}]})), "avoidMoves");
        assert_eq!(fault(json!({"avoidMoves": {}})), "avoidMoves");
    }

    #[test]
    fn report_fields_set_first_and_interval() {
        let seconds = Duration::from_secs;
        let reports = |query| read(query).expect("a query").query.reports;
        assert_eq!(reports(json!({})), None);
        let one = Reports { first: seconds(1), every: seconds(1) };
        assert_eq!(reports(json!({"reportDuringSearchEvery": 1})), Some(one));
        let two = json!({"reportDuringSearchEvery": 1, "firstReportDuringSearchAfter": 2});
        assert_eq!(reports(two), Some(Reports { first: seconds(2), ..one }));
        let once = json!({"firstReportDuringSearchAfter": 2});
        assert_eq!(reports(once).expect("one").every, Duration::MAX);
    }
}
