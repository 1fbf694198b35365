//! Tests of sessions without a browser.
//!
//! | module | contents |
//! | --- | --- |
//! | `clocks` | clocks, losses on time, restored games |
//! | `problems` | problems and their answers |

mod clocks;
mod problems;

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{BoardError, BoardOptions, BoardSession, Boards};
use crate::engine::Settings;
use crate::go::BoardSize;
use crate::records::format::Format;
use crate::records::record::Record;

const SOON: Duration = Duration::from_secs(60);

fn options() -> BoardOptions {
    let settings =
        Settings { playouts: Some(30), seed: Some(1), memory: 16, ..Settings::default() };
    BoardOptions::new(settings, BoardSize::new(5).expect("a size"))
}

fn session() -> std::sync::Arc<BoardSession> {
    let boards = Boards::new(options());
    let id = boards.start().expect("there is room");
    boards.find(&id).expect("it was started")
}

fn act(session: &BoardSession, command: Value) -> Result<(), BoardError> {
    session.command(command.to_string().as_bytes())
}

fn done(session: &BoardSession, command: Value) {
    let text = command.to_string();
    act(session, command).unwrap_or_else(|error| panic!("{text}: {error:?}"));
}

fn state(session: &BoardSession) -> Value {
    serde_json::from_slice(&session.wait(0, Duration::ZERO)).expect("JSON")
}

/// Waits for a state.
fn until(session: &BoardSession, is_wanted: impl Fn(&Value) -> bool) -> Value {
    let (start, mut version) = (Instant::now(), 0);
    loop {
        let state = session.wait(version, Duration::from_secs(1));
        let state: Value = serde_json::from_slice(&state).expect("JSON");
        if is_wanted(&state) {
            return state;
        }
        assert!(start.elapsed() < SOON, "{state}");
        version = state["version"].as_u64().expect("a version");
    }
}

fn idle(session: &BoardSession) -> Value {
    until(session, |state| state["busy"].is_null())
}

fn new_game(person: &str, more: Value) -> Value {
    let mut game = json!({
        "size": 5, "rules": "chinese", "komi": 0.5, "handicap": 0, "person": person, "level": "25k",
        "seconds": 0.2, "teaching": null, "results": null,
    });
    let more = more.as_object().expect("an object").clone();
    game.as_object_mut().expect("an object").extend(more);
    json!({"do": "new", "game": game})
}

#[test]
fn engine_replies_to_user_and_undo_takes_both_moves_back() {
    let session = session();
    done(&session, new_game("black", json!({})));
    done(&session, json!({"do": "play", "cell": 12}));
    assert!(act(&session, json!({"do": "play", "cell": 99})).is_err());
    let state = idle(&session);
    assert_eq!((&state["number"], &state["turn"]), (&json!(2), &json!(1)));
    assert_eq!(&state["board"].as_str().expect("a text")[12..13], "1");
    assert_eq!(state["tree"]["nodes"].as_array().map(Vec::len), Some(3));
    done(&session, json!({"do": "undo"}));
    let state = idle(&session);
    assert_eq!((&state["number"], &state["busy"]), (&json!(0), &Value::Null));
    assert_eq!(act(&session, json!({"do": "undo"})), Err(BoardError::NothingToUndo));
}

#[test]
fn engine_with_black_moves_first() {
    let session = session();
    done(&session, new_game("white", json!({})));
    let state = idle(&session);
    assert_eq!((&state["number"], &state["turn"]), (&json!(1), &json!(2)));
    assert_eq!(state["last"][0], 1);
}

#[test]
fn rejected_command_leaves_state_unchanged() {
    let session = session();
    done(&session, json!({"do": "play", "cell": 12}));
    let before = state(&session);
    for (command, error) in [
        (json!({"do": "play", "cell": 12}), "C3: the point is occupied"),
        (json!({"do": "play", "cell": 25}), "invalid point 25 (0 to 24)"),
        (json!({"do": "go", "node": 7}), "invalid node 7 (0 to 1)"),
        (json!({"do": "dead", "cell": 12}), "dead stones are marked after two passes"),
        (json!({"do": "agree"}), "dead stones are marked after two passes"),
        (json!({"do": "keep"}), "no move to accept"),
        (json!({"do": "problem", "index": 0}), "no problems; start the program with --problems"),
        (
            json!({"do": "comment", "text": "长".repeat(20_001)}),
            "invalid comment length 20001 (0 to 20000)",
        ),
        (new_game("black", json!({"size": 1})), "invalid size 1 (2 to 25)"),
        (json!({"do": "fly"}), "invalid message"),
    ] {
        let found = act(&session, command).expect_err(error);
        let text = found.text(crate::records::record::Language::English);
        assert!(text.starts_with(error), "{text}");
        assert_eq!(state(&session), before, "{error}");
    }
    assert_eq!(session.open(b"no record"), Err(BoardError::NoRecord));
    assert_eq!(state(&session), before);
}

#[test]
fn game_is_scored_after_two_passes_and_agreement() {
    let session = session();
    // Black has the left two columns and the middle; one white stone is dead.
    for (black, white) in [(2, 3), (7, 8), (12, 13), (17, 18), (22, 23), (0, 10)] {
        done(&session, json!({"do": "play", "cell": black}));
        done(&session, json!({"do": "play", "cell": white}));
    }
    done(&session, json!({"do": "pass"}));
    done(&session, json!({"do": "pass"}));
    let state = until(&session, |state| state["dead"].is_array());
    assert_eq!(state["phase"], "agreeing");
    let is_dead = state["dead"].as_array().is_some_and(|dead| dead.contains(&json!(10)));
    if !is_dead {
        done(&session, json!({"do": "dead", "cell": 10}));
    }
    assert_eq!(act(&session, json!({"do": "play", "cell": 1})), Err(BoardError::Agreeing));
    done(&session, json!({"do": "agree"}));
    let state = idle(&session);
    // 15 points to 10, and a komi of 7.5.
    assert_eq!((&state["phase"], &state["result"][1]), (&json!("over"), &json!("W+2.5")));
    assert_eq!(act(&session, json!({"do": "play", "cell": 1})), Err(BoardError::Over));
    let record = Record::read(&session.record(Format::Sgf)).expect("SGF").records.remove(0);
    assert_eq!(record.info.result.map(|result| result.to_string()), Some("W+2.5".into()));
    done(&session, json!({"do": "undo"}));
    let state = idle(&session);
    assert_eq!((&state["phase"], &state["result"]), (&json!("playing"), &Value::Null));
}

#[test]
fn three_lost_games_lower_the_level() {
    let session = session();
    let game = json!({"level": "10k", "results": "LL"});
    done(&session, new_game("black", game));
    done(&session, json!({"do": "resign"}));
    let state = idle(&session);
    assert_eq!(state["result"][1], "W+R");
    assert_eq!(state["ladder"], json!({"level": "11k", "results": ""}));
}

#[test]
fn opened_record_keeps_variations_and_comments() {
    let session = session();
    session.open(b"(;GM[1]FF[4]SZ[5]KM[2.5];B[cc]C[centre](;W[bb])(;W[dd]))").expect("a record");
    let state = idle(&session);
    assert_eq!(
        (&state["person"], &state["node"], &state["komi"]),
        (&json!(0), &json!(0), &json!("2.5"))
    );
    done(&session, json!({"do": "go", "node": 1}));
    assert_eq!(self::state(&session)["comment"], "centre");
    done(&session, json!({"do": "comment", "text": "中央"}));
    done(&session, json!({"do": "play", "cell": 0}));
    for format in [Format::Sgf, Format::Wei7] {
        let saved = session.record(format);
        let other = self::session();
        other.open(&saved).expect("a record");
        let state = idle(&other);
        let nodes = state["tree"]["nodes"].as_array().expect("nodes");
        assert_eq!(nodes.len(), 5, "{format:?}");
        done(&other, json!({"do": "go", "node": 1}));
        assert_eq!(self::state(&other)["comment"], "中央", "{format:?}");
    }
}

#[test]
fn analysis_follows_position_and_pauses_without_page() {
    let session = session();
    done(&session, json!({"do": "analyze", "on": true}));
    let has_choices = |state: &Value| state["evaluation"]["choices"][0].is_array();
    let state = until(&session, has_choices);
    assert_eq!(state["evaluation"]["owned"].as_str().map(str::len), Some(25));
    done(&session, json!({"do": "play", "cell": 12}));
    let state = until(&session, |state| state["number"] == 1 && has_choices(state));
    assert_eq!(state["busy"], "analyzing");
    let version = state["version"].as_u64().expect("a version");
    session.pause();
    std::thread::sleep(Duration::from_millis(200));
    // The first poll sees the paused analysis and continues it.
    let state: Value = serde_json::from_slice(&session.wait(0, Duration::ZERO)).expect("JSON");
    assert!(state["version"].as_u64() >= Some(version));
    until(&session, |state| state["busy"] == "analyzing");
    done(&session, json!({"do": "analyze", "on": false}));
    idle(&session);
}

#[test]
fn costly_move_of_teaching_game_waits_for_decision() {
    let session = session();
    done(&session, new_game("black", json!({"teaching": 2.0, "seconds": 1.0})));
    // The centre of 5x5 wins; the corner loses the game.
    done(&session, json!({"do": "play", "cell": 0}));
    let state = until(&session, |state| state["busy"].is_null());
    assert_eq!((&state["number"], state["lesson"]["loss"].as_i64() > Some(200)), (&json!(1), true));
    let lesson = &state["lesson"];
    assert!(lesson["kind"].is_null() || lesson["kind"][0][1].is_string(), "{lesson}");
    assert!(lesson["reasons"].as_array().is_some_and(|it| it.len() <= 2), "{lesson}");
    assert_eq!(act(&session, json!({"do": "play", "cell": 1})), Err(BoardError::NotYourTurn));
    done(&session, json!({"do": "undo"}));
    done(&session, json!({"do": "play", "cell": 12}));
    let state = until(&session, |state| state["busy"].is_null());
    assert_eq!(
        (&state["number"], &state["lesson"]),
        (&json!(2), &Value::Null),
        "the engine replied"
    );
}

#[test]
fn lost_session_is_restored_from_stored_record() {
    let session = session();
    done(&session, new_game("black", json!({})));
    done(&session, json!({"do": "play", "cell": 12}));
    let state = idle(&session);
    let record = String::from_utf8(session.record(Format::Sgf)).expect("UTF-8");
    let other = self::session();
    let mut command = new_game("black", json!({}));
    command["do"] = json!("restore");
    command["record"] = json!(record);
    done(&other, command);
    let restored = idle(&other);
    for field in ["board", "number", "turn", "person", "komi", "last"] {
        assert_eq!(restored[field], state[field], "{field}");
    }
}

#[test]
fn review_becomes_a_page() {
    let session = session();
    done(&session, json!({"do": "play", "cell": 12}));
    done(&session, json!({"do": "play", "cell": 6}));
    assert!(session.review_page(1).is_none());
    done(&session, json!({"do": "review"}));
    until(&session, |state| state["review"] == 1);
    let page = session.review_page(1).expect("a page");
    assert!(String::from_utf8_lossy(&page).contains("Moves to learn from"));
    // The page remains available in the next game, which has no review yet.
    done(&session, new_game("both", json!({})));
    assert_eq!(state(&session)["review"], Value::Null);
    assert_eq!(session.review_page(1), Some(page));
    done(&session, json!({"do": "review"}));
    done(&session, json!({"do": "play", "cell": 12}));
    assert_eq!(idle(&session)["progress"], Value::Null, "the move ends the review");
    for number in 2..=5 {
        done(&session, json!({"do": "review"}));
        until(&session, |state| state["review"] == number);
    }
    let is_stored = |number| session.review_page(number).is_some();
    assert_eq!([1, 2, 5, 6].map(is_stored), [false, true, true, false]);
}

#[test]
fn problem_in_region_is_solved() {
    let session = session();
    // Black to kill the white corner group with one eye space of three points in a row.
    session
        .open(b"(;GM[1]FF[4]SZ[9]PL[B]AB[ac][bc][cc][dc][db][da]AW[ab][bb][cb][ca])")
        .expect("a record");
    idle(&session);
    for cells in [json!([]), json!([0, 1, 2, 9, 10, 11])] {
        done(&session, json!({"do": "solve", "cells": cells}));
        let state = until(&session, |state| state["solution"].is_object());
        let line = state["solution"]["lines"][1][0].as_str().expect("a line");
        assert!(line.starts_with("Black to play kills"), "{line}");
    }
    assert!(act(&self::session(), json!({"do": "solve", "cells": []})).is_err(), "an empty board");
}

#[test]
fn number_of_sessions_is_limited() {
    let boards = Boards::new(options());
    let ids: Vec<String> = (0..8).map(|_| boards.start().expect("there is room")).collect();
    assert_eq!(boards.start(), Err(BoardError::TooManyBoards(8)), "all pages are in use");
    assert!(ids.iter().all(|id| boards.find(id).is_some()));
    assert!(boards.find("0").is_none());
}
