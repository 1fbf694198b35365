//! The content of responses.

use serde_json::{Value, json};
use tianyuan::analysis::Options;
use tianyuan::nn::Nets;

use super::{is_final, number, numbers, query};
use crate::support::analysis_client::{Client, options};

/// Asserts that numbers are equal except for rounding.
fn assert_near(found: f64, due: f64) {
    assert!((found - due).abs() < 1e-6, "{found} for {due}");
}

/// Returns the response to a query of a separate engine.
fn answer(options: Options, fields: Value) -> Value {
    Client::start(options).ask(&query("a", fields))
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn response_has_fields_clients_read() {
    let asked = json!({
        "includeOwnership": true, "includeOwnershipStdev": true, "includeMovesOwnership": true,
        "includeMovesOwnershipStdev": true, "includePolicy": true, "includePVVisits": true,
        "includeNoResultValue": true, "maxVisits": 60,
    });
    let nets = Nets::embedded().clone();
    let answer = answer(Options { nets, ..options(1) }, asked);
    assert_eq!((&answer["id"], &answer["turnNumber"]), (&json!("a"), &json!(3)));
    assert!(is_final(&answer));
    let root = &answer["rootInfo"];
    assert_eq!((&root["visits"], &root["currentPlayer"]), (&json!(60), &json!("W")));
    for key in ["winrate", "scoreLead", "scoreStdev", "utility", "rawWinrate", "rawLead"] {
        number(&root[key]);
    }
    for key in ["thisHash", "symHash"] {
        assert_eq!(root[key].as_str().map(str::len), Some(32), "{key}");
    }
    let infos = answer["moveInfos"].as_array().expect("a list");
    let visits: f64 = infos.iter().map(|info| number(&info["visits"])).sum();
    assert!((50.0..=60.0).contains(&visits), "{visits}");
    for (order, info) in infos.iter().enumerate() {
        assert_eq!(info["order"], json!(order));
        assert_eq!(info["pv"][0], info["move"]);
        assert_eq!(numbers(&info["pvVisits"]).len(), info["pv"].as_array().map_or(0, Vec::len));
        assert_eq!(numbers(&info["ownership"]).len(), 81);
        assert!((0.0..=1.0).contains(&number(&info["winrate"])));
        assert!((0.0..=1.0).contains(&number(&info["prior"])));
        for key in ["lcb", "utility", "utilityLcb", "scoreLead", "scoreStdev", "weight"] {
            number(&info[key]);
        }
    }
    let owners = numbers(&answer["ownership"]);
    assert!(owners.len() == 81 && owners.iter().all(|owner| owner.abs() <= 1.0));
    let policy = numbers(&answer["policy"]);
    let sum: f64 = policy.iter().filter(|it| **it >= 0.0).sum();
    assert!(policy.len() == 82 && (sum - 1.0).abs() < 1e-4, "{sum}");
    assert_eq!(policy.iter().filter(|it| **it == -1.0).count(), 3, "three stones");
}

#[test]
fn unrequested_fields_are_absent() {
    let answer = answer(options(1), json!({}));
    for key in ["ownership", "ownershipStdev", "policy"] {
        assert!(answer.get(key).is_none(), "{key}");
    }
    for key in ["ownership", "pvVisits", "noResultValue"] {
        assert!(answer["moveInfos"][0].get(key).is_none(), "{key}");
    }
}

#[test]
fn values_are_from_requested_side() {
    let [black, white, mover] = ["BLACK", "WHITE", "SIDETOMOVE"].map(|side| {
        let asked = json!({
            "includeOwnership": true, "includePolicy": true,
            "overrideSettings": {"reportAnalysisWinratesAs": side},
        });
        answer(Options { seed: Some(1), ..options(1) }, asked)
    });
    // White is to move.
    assert_eq!(white, mover);
    let (root, other) = (&black["rootInfo"], &white["rootInfo"]);
    assert_near(number(&root["winrate"]), 1.0 - number(&other["winrate"]));
    assert_near(number(&root["scoreLead"]), -number(&other["scoreLead"]));
    assert_eq!(root["scoreStdev"], other["scoreStdev"]);
    let (one, two) = (&black["moveInfos"][0], &white["moveInfos"][0]);
    assert_near(number(&one["lcb"]), 1.0 - number(&two["lcb"]));
    assert_near(number(&one["utility"]), -number(&two["utility"]));
    assert!(number(&two["lcb"]) <= number(&two["winrate"]), "a lower bound for White");
    for (one, two) in numbers(&black["ownership"]).iter().zip(numbers(&white["ownership"])) {
        assert_near(*one, -two);
    }
    assert_eq!(black["policy"], white["policy"], "the policy is the player's own");
}

#[test]
fn every_turn_has_a_response() {
    let mut client = Client::start(options(2));
    client.send(&query("a", json!({"analyzeTurns": [0, 1, 2, 3]})));
    let mut turns: Vec<_> = client.end().iter().map(|it| it["turnNumber"].to_string()).collect();
    turns.sort();
    assert_eq!(turns, ["0", "1", "2", "3"]);
}

#[test]
fn avoid_and_allow_moves_are_respected() {
    let moves = json!([{"player": "W", "moves": ["E6", "(0,0)"], "untilDepth": 1}]);
    let names = |answer: Value| -> Vec<String> {
        let infos = answer["moveInfos"].as_array().expect("a list").clone();
        infos.iter().map(|info| info["move"].as_str().expect("a move").to_owned()).collect()
    };
    let allowed = names(answer(options(1), json!({"allowMoves": moves})));
    assert!(
        !allowed.is_empty() && allowed.iter().all(|it| it == "A9" || it == "E6"),
        "{allowed:?}"
    );
    let avoided = names(answer(options(1), json!({"avoidMoves": moves, "maxVisits": 200})));
    assert!(!avoided.iter().any(|it| it == "A9" || it == "E6"), "{avoided:?}");
}

#[test]
fn analysis_pv_len_limits_variations() {
    let answer = answer(options(1), json!({"analysisPVLen": 1, "maxVisits": 300}));
    let lengths = answer["moveInfos"].as_array().expect("a list").iter();
    let most = lengths.map(|info| info["pv"].as_array().map_or(0, Vec::len)).max();
    assert_eq!(most, Some(2), "one after the first");
}

#[test]
fn actions_echo_request_with_results() {
    let mut client = Client::start(options(1));
    let version = client.ask(&json!({"id": "v", "action": "query_version", "extra": 1}));
    assert_eq!((&version["id"], &version["extra"]), (&json!("v"), &json!(1)));
    let digits = version["version"].as_str().expect("a text").split('.');
    assert_eq!(digits.filter(|part| part.parse::<u32>().is_ok()).count(), 3);
    let models = client.ask(&json!({"id": "m", "action": "query_models"}));
    assert_eq!(models["models"], json!([]));
    let clear = json!({"id": "c", "action": "clear_cache"});
    assert_eq!(client.ask(&clear), clear);
    let terminate = json!({"id": "t", "action": "terminate", "terminateId": "x"});
    assert_eq!(client.ask(&terminate), terminate);
    assert_eq!(client.end(), Vec::<Value>::new());
}

#[test]
fn unsupported_rules_cause_warning_or_error() {
    let mut client = Client::start(options(1));
    let warning = client.ask(&query("a", json!({"rules": "koSPIGHTscoreAREAtaxNONEsui0"})));
    assert_eq!((&warning["id"], &warning["field"]), (&json!("a"), &json!("rules")));
    assert!(warning["warning"].is_string());
    assert!(is_final(&client.next()), "it is answered all the same");
    let error = client.ask(&query("b", json!({"rules": "aga-button"})));
    assert_eq!((&error["id"], &error["field"]), (&json!("b"), &json!("rules")));
    assert_eq!(error["error"], json!(tianyuan::go::NO_BUTTON));
}

#[test]
fn finished_game_is_analysed() {
    let moves = json!([["B", "E5"], ["W", "pass"], ["B", "pass"]]);
    let found = answer(options(1), json!({"moves": moves, "maxVisits": 1}));
    assert!(is_final(&found));
    assert_eq!(found["rootInfo"]["visits"], json!(1));
}
