//! Clocks of sessions.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{BoardError, BoardSession, act, done, idle, new_game, session, state, until};
use crate::records::format::Format;

const CLOCK: &str = r#"{"kind":"byo-yomi","main":600,"period":30,"periods":3}"#;

fn clock(text: &str) -> Value {
    json!({"clock": serde_json::from_str::<Value>(text).expect("JSON")})
}

/// Returns the milliseconds of both clocks.
fn left(state: &Value) -> [u64; 2] {
    [0, 1].map(|i| state["clock"]["left"][i].as_u64().expect("a clock"))
}

#[test]
fn clocks_run_for_player_to_move_and_undo_restores_them() {
    let session = session();
    done(&session, new_game("both", clock(CLOCK)));
    std::thread::sleep(Duration::from_millis(60));
    let state = super::state(&session);
    assert_eq!((&state["clock"]["running"], left(&state)[1]), (&json!(1), 690_000));
    assert!(left(&state)[0] <= 689_940, "{state}");
    done(&session, json!({"do": "play", "cell": 12}));
    let after = super::state(&session);
    assert_eq!(after["clock"]["running"], 2);
    assert!(left(&after)[0] <= 689_940 && left(&after)[1] <= 690_000);
    let sgf = String::from_utf8(session.record(Format::Sgf)).expect("UTF-8");
    for part in ["TM[600]", "OT[3x30 byo-yomi]", "BL[599."] {
        assert!(sgf.contains(part), "{part}: {sgf}");
    }
    done(&session, json!({"do": "undo"}));
    let state = super::state(&session);
    assert!(left(&state)[0] > 689_950 && left(&state)[1] == 690_000, "{state}");
}

#[test]
fn users_clock_stops_without_page_and_runs_while_browsing() {
    let session = session();
    done(&session, new_game("both", clock(CLOCK)));
    done(&session, json!({"do": "play", "cell": 12}));
    session.pause();
    std::thread::sleep(Duration::from_millis(200));
    let state = super::state(&session);
    assert!(left(&state)[1] > 689_850, "the pause costs no time: {state}");
    done(&session, json!({"do": "go", "node": 0}));
    std::thread::sleep(Duration::from_millis(200));
    let state = super::state(&session);
    assert_eq!((&state["node"], &state["clock"]["running"]), (&json!(0), &json!(2)));
    assert!(left(&state)[1] <= 689_850, "{state}");
}

#[test]
fn player_whose_time_is_over_loses() {
    let session = session();
    let short = clock(r#"{"kind":"absolute","main":1}"#);
    done(&session, new_game("black", short));
    let state = until(&session, |state| state["phase"] == "over");
    assert_eq!((&state["result"][1], &state["clock"]["running"]), (&json!("W+T"), &json!(0)));
    assert_eq!(act(&session, json!({"do": "play", "cell": 12})), Err(BoardError::Over));
    let sgf = String::from_utf8(session.record(Format::Sgf)).expect("UTF-8");
    assert!(sgf.contains("RE[W+T]"), "{sgf}");
}

#[test]
fn late_move_is_rejected_without_poll() {
    let session = session();
    done(&session, new_game("both", clock(r#"{"kind":"fischer","main":1,"increment":5}"#)));
    std::thread::sleep(Duration::from_millis(1100));
    assert_eq!(act(&session, json!({"do": "play", "cell": 12})), Err(BoardError::Over));
    assert_eq!(state(&session)["result"][0], "白胜（黑超时）");
}

#[test]
fn engine_plays_within_its_clock() {
    let session = session();
    let fischer = clock(r#"{"kind":"fischer","main":2,"increment":3}"#);
    done(&session, new_game("white", fischer));
    let state = idle(&session);
    assert_eq!((&state["number"], &state["clock"]["running"]), (&json!(1), &json!(2)));
    assert!(left(&state)[0] > 3_000 && left(&state)[0] <= 5_000, "{state}");
}

#[test]
fn invalid_terms_are_rejected() {
    let session = session();
    let before = state(&session);
    for (terms, error) in [
        (clock(r#"{"kind":"absolute","main":-3}"#), "invalid main time -3 (1 to 86400)"),
        (
            clock(r#"{"kind":"byo-yomi","main":0,"period":1e9,"periods":1}"#),
            "invalid period 1000000000 (1 to 3600)",
        ),
        (clock(r#"{"kind":"sand","main":1}"#), "invalid message"),
        (clock(r#"{"kind":"absolute","main":null}"#), "invalid message"),
        (json!({"profile": "rank_99k"}), "invalid profile rank_99k"),
        (json!({"profile": "rank_5k"}), "no human net for 5 lines"),
    ] {
        let found = act(&session, new_game("black", terms)).expect_err(error);
        let text = found.text(crate::records::record::Language::English);
        assert!(text.starts_with(error), "{text}");
    }
    assert_eq!(state(&session), before);
}

#[test]
fn restored_game_keeps_clocks_values_and_end() {
    let session = session();
    done(&session, new_game("black", clock(CLOCK)));
    done(&session, json!({"do": "play", "cell": 12}));
    let state = idle(&session);
    let values = |state: &Value| {
        let nodes = state["tree"]["nodes"].as_array().expect("nodes").clone();
        nodes.into_iter().map(|node| node[3].clone()).collect::<Vec<_>>()
    };
    assert!(values(&state)[1].is_array(), "the engine's evaluation: {state}");
    let restore = |session: &BoardSession| {
        let mut command = new_game("black", clock(CLOCK));
        command["do"] = json!("restore");
        command["record"] = json!(String::from_utf8(session.record(Format::Sgf)).expect("UTF-8"));
        let other = super::session();
        done(&other, command);
        other
    };
    let start = Instant::now();
    let other = restore(&session);
    let restored = idle(&other);
    let elapsed = start.elapsed().as_millis() as u64 + 1;
    assert_eq!(values(&restored), values(&state));
    assert_eq!(restored["charts"], state["charts"]);
    // The clock of the restored game has run since it was restored.
    assert!(left(&restored)[0] + elapsed >= left(&state)[0], "{restored} {state}");
    assert_eq!(left(&restored)[1], left(&state)[1]);
    assert_eq!(restored["clock"]["running"], 1);
    done(&session, json!({"do": "resign"}));
    let over = idle(&restore(&session));
    assert_eq!((&over["phase"], &over["clock"]["running"]), (&json!("over"), &json!(0)));
}
