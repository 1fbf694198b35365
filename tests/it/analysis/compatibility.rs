//! The table of KataGo compatibility in the manual: every row is sent to an engine.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::{Map, Value, json};
use tianyuan::analysis::Options;
use tianyuan::engine::{Engine, Settings};
use tianyuan::go::{BoardSize, Rules};
use tianyuan::nn::Nets;
use tianyuan::protocol::{GTP, NullChannel, ProtocolContext};
use tianyuan::search::params_macro::{Interface, ParamValue};
use tianyuan::settings::{accepted_by, find};

use super::{is_final, query};
use crate::human::human_net;
use crate::support::analysis_client::{Client, options};

/// A row of the page.
struct Row {
    name: String,
    /// `true` for "yes" and "differs".
    is_supported: bool,
}

/// Returns the rows below a heading of the page.
fn rows(heading: &str) -> Vec<Row> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference/katago-compatibility.md");
    let page = fs::read_to_string(path).expect("the page exists");
    let (_, section) = page.split_once(&format!("# {heading}\n")).expect("a heading");
    let lines = section.lines().take_while(|line| !line.starts_with('#'));
    let row = |line: &str| {
        let cells: Vec<&str> = line.strip_prefix("| `")?.split(" | ").collect();
        let is_supported = match cells[1] {
            "yes" | "differs" => true,
            "no" => false,
            other => panic!("{line}: {other}"),
        };
        Some(Row { name: cells[0].trim_end_matches('`').into(), is_supported })
    };
    let rows: Vec<Row> = lines.filter_map(row).collect();
    assert!(rows.len() >= 5, "{heading}");
    rows
}

/// Sends a query and returns its warnings and its final response, which may be an error.
fn answers(client: &mut Client, query: &Value) -> (Vec<Value>, Value) {
    client.send(query);
    let mut warnings = Vec::new();
    loop {
        let answer = client.next();
        if answer.get("warning").is_some() {
            warnings.push(answer);
        } else if is_final(&answer) || answer.get("error").is_some() {
            return (warnings, answer);
        }
    }
}

/// Returns a query that has a field.
fn query_with(field: &str) -> Value {
    let bans = json!([{"player": "W", "moves": ["E6", "pass"], "untilDepth": 2}]);
    let value = match field {
        "id" | "moves" | "rules" | "boardXSize" | "boardYSize" | "komi" | "maxVisits" => {
            return query("a", json!({}));
        }
        "whiteHandicapBonus" => json!("N-1"),
        "initialStones" => json!([["B", "D4"], ["W", "F6"]]),
        "initialPlayer" => json!("W"),
        "analyzeTurns" => json!([1]),
        "rootPolicyTemperature" => json!(1.5),
        "rootFpuReductionMax" => json!(0.0),
        "analysisPVLen" => json!(3),
        "avoidMoves" | "allowMoves" => bans,
        "overrideSettings" => json!({"maxVisits": 3}),
        "reportDuringSearchEvery" | "firstReportDuringSearchAfter" => json!(0.5),
        "priority" => json!(7),
        "priorities" => return query("a", json!({"analyzeTurns": [2], "priorities": [7]})),
        "focus" => json!([{"player": "W", "moves": ["E6"]}]),
        include if include.starts_with("include") => json!(true),
        other => panic!("no query with {other}"),
    };
    query("a", json!({ field: value }))
}

#[test]
fn compatible_query_fields_cause_no_warning() {
    let mut client = Client::start(options(1));
    for Row { name, is_supported } in rows("Query fields") {
        let (warnings, answer) = answers(&mut client, &query_with(&name));
        assert!(answer["rootInfo"].is_object(), "{name}: {answer}");
        let is_warned = warnings.iter().any(|warning| warning["field"] == json!(name));
        assert_eq!(
            (is_warned, warnings.len()),
            (!is_supported, usize::from(!is_supported)),
            "{name}"
        );
    }
}

#[test]
fn compatible_actions_are_echoed() {
    let mut client = Client::start(options(1));
    for Row { name, is_supported } in rows("Actions") {
        assert!(is_supported, "{name}");
        let action = json!({"id": "a", "action": name, "terminateId": "b", "turnNumbers": [1]});
        let answer = client.ask(&action);
        for (key, value) in action.as_object().expect("an object") {
            assert_eq!(answer[key], *value, "{name}");
        }
    }
}

/// Asserts that an object has the supported fields below a heading, and no others of them.
fn assert_fields(heading: &str, object: &Map<String, Value>) {
    let rows = rows(heading);
    for Row { name, is_supported } in &rows {
        assert_eq!(object.contains_key(name), *is_supported, "{heading}: {name}");
    }
    let known: BTreeSet<&str> = rows.iter().map(|row| row.name.as_str()).collect();
    // KataGo does not report the mean result of the root.
    let unknown: Vec<_> =
        object.keys().filter(|key| !known.contains(key.as_str()) && *key != "scoreMean").collect();
    assert!(unknown.is_empty(), "{heading}: {unknown:?}");
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn response_has_compatible_fields() {
    let nets = Nets::embedded().clone().with_human(Some(human_net()));
    let mut client = Client::start(Options { nets, ..options(1) });
    let fields = json!({
        "overrideSettings": {"humanSLProfile": "rank_5k"},
        "includeOwnership": true, "includeOwnershipStdev": true, "includeMovesOwnership": true,
        "includeMovesOwnershipStdev": true, "includePolicy": true, "includePVVisits": true,
        "includeNoResultValue": true, "maxVisits": 10,
    });
    let (warnings, answer) = answers(&mut client, &query("a", fields));
    assert_eq!(warnings, Vec::<Value>::new());
    let object = |value: &Value| value.as_object().expect("an object").clone();
    assert_fields("Fields of a response", &object(&answer));
    assert_fields("Fields of a move", &object(&answer["moveInfos"][0]));
    assert_fields("Fields of `rootInfo`", &object(&answer["rootInfo"]));
}

/// Returns a valid value of a setting: its default, or a text for settings without one.
fn valid_value(name: &str) -> Value {
    let (_, row) = find(Interface::Json, name).unwrap_or_else(|| panic!("unknown setting {name}"));
    match row.default {
        ParamValue::Flag(flag) => json!(flag),
        ParamValue::Integer(number) => json!(number.min(9)),
        ParamValue::Number(number) => json!(number),
        ParamValue::NONE if name == "humanSLProfile" => json!("rank_5k"),
        ParamValue::NONE => json!("WHITE"),
        ParamValue::Text(text) => json!(text),
    }
}

#[test]
fn compatible_settings_cause_no_warning() {
    let nets = Nets::default().with_human(Some(human_net()));
    let mut client = Client::start(Options { nets, ..options(1) });
    let rows = rows("Settings");
    let listed: BTreeSet<&str> = rows.iter().map(|row| row.name.as_str()).collect();
    let accepted: BTreeSet<&str> = accepted_by(Interface::Json).map(|(_, row)| row.name).collect();
    let missing: Vec<_> = accepted.difference(&listed).collect();
    assert!(missing.is_empty(), "the page does not list {missing:?}");
    for Row { name, is_supported } in &rows {
        let settings = json!({"overrideSettings": {name: valid_value(name)}, "maxVisits": 2});
        let (warnings, answer) = answers(&mut client, &query("a", settings));
        assert!(answer["rootInfo"].is_object(), "{name}: {answer}");
        match is_supported {
            true => assert_eq!(warnings, Vec::<Value>::new(), "{name}"),
            false => {
                let message = format!("Settings without effect: {name}");
                assert_eq!(warnings.len(), 1, "{name}");
                assert_eq!(warnings[0]["warning"], json!(message));
            }
        }
    }
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn search_parameters_of_a_query_apply_to_it_alone() {
    let nets = Nets::embedded().clone();
    let mut client = Client::start(Options { nets, ..options(1) });
    let mut utility = |settings: Value| {
        let fields = json!({"overrideSettings": settings, "maxVisits": 40});
        let (_, answer) = answers(&mut client, &query("a", fields));
        let root = &answer["rootInfo"];
        [&root["winrate"], &root["utility"]].map(|it| it.as_f64().expect("a number"))
    };
    let [_, usual] = utility(json!({}));
    // The correction of patterns changes utility but not the win rate.
    let [winrate, plain] = utility(json!({
        "staticScoreUtilityFactor": 0.0, "dynamicScoreUtilityFactor": 0.0,
        "subtreeValueBiasFactor": 0.0,
    }));
    assert!((plain - (2.0 * winrate - 1.0)).abs() < 1e-6, "{plain} {winrate}");
    let [winrate, half] = utility(json!({
        "staticScoreUtilityFactor": 0.0, "dynamicScoreUtilityFactor": 0.0,
        "subtreeValueBiasFactor": 0.0, "winLossUtilityFactor": 0.5,
    }));
    assert!((half - (winrate - 0.5)).abs() < 1e-6, "{half} {winrate}");
    let [_, again] = utility(json!({}));
    assert!((again - usual).abs() < 0.2 && (again - half).abs() > 0.02, "{usual} {again} {half}");
}

/// Returns the response to a GTP command on an empty board.
fn gtp_response(command: &str) -> String {
    let settings = Settings { memory: 16, playouts: Some(5), ..Settings::default() };
    let size = BoardSize::new(5).expect("a size");
    let mut engine = Engine::new(settings, size, Rules::CHINESE);
    let mut environment = ProtocolContext::default();
    let response = GTP.respond(command, &mut engine, &mut environment, &NullChannel);
    response.expect("it is a command").text
}

#[test]
fn compatible_gtp_commands_are_known() {
    for Row { name, is_supported } in rows("GTP commands") {
        let response = gtp_response(&format!("known_command {name}"));
        assert_eq!(response.contains("true"), is_supported, "{name}");
    }
}

#[test]
fn compatible_keys_of_kata_analyze_are_accepted() {
    for Row { name, is_supported } in rows("Keys of `kata-analyze`") {
        assert!(is_supported, "{name}");
        let value = match name.as_str() {
            "interval" | "minmoves" | "maxmoves" => "3",
            "avoid" | "allow" => "B C3,D3 1",
            _ => "true",
        };
        let response = gtp_response(&format!("kata-analyze B {name} {value}"));
        assert!(!response.starts_with('?'), "{name}: {response}");
    }
    assert!(gtp_response("kata-analyze B colours true").starts_with('?'));
}

#[test]
fn compatible_gtp_parameters_are_readable() {
    for Row { name, is_supported } in rows("GTP parameters") {
        let response = gtp_response(&format!("kata-get-param {name}"));
        assert_eq!(response.starts_with('='), is_supported, "{name}: {response}");
    }
}
