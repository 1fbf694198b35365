//! Human profiles as opponents on the board.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tianyuan::board::{BoardOptions, BoardSession, Boards};
use tianyuan::engine::Settings;
use tianyuan::go::BoardSize;

use super::nets;

fn new_game(profile: &str) -> String {
    let game = json!({
        "size": 9, "rules": "chinese", "komi": null, "handicap": 0, "person": "white", "level": "25k",
        "profile": profile, "seconds": 60.0, "teaching": null, "results": null,
    });
    json!({"do": "new", "game": game}).to_string()
}

/// Waits until the engine has moved.
fn moved(session: &BoardSession) -> Value {
    let start = Instant::now();
    loop {
        let state = session.wait(0, Duration::ZERO);
        let state: Value = serde_json::from_slice(&state).expect("JSON");
        if state["number"] == 1 {
            return state;
        }
        assert!(start.elapsed() < Duration::from_secs(60), "{state}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn board_engine_imitates_profile_without_search() {
    let settings = Settings { nets: nets(), seed: Some(1), memory: 16, ..Settings::default() };
    let boards = Boards::new(BoardOptions::new(settings, BoardSize::new(9).expect("a size")));
    let session = boards.find(&boards.start().expect("there is room")).expect("it was started");
    session.command(new_game("proyear_1965").as_bytes()).expect("a profile");
    // A search would take a minute.
    assert_eq!(moved(&session)["profile"], "proyear_1965");
    let sgf = String::from_utf8(session.record(tianyuan::records::format::Format::Sgf));
    assert!(sgf.expect("UTF-8").contains("(proyear_1965)]"), "the name of the opponent");
    assert!(session.command(new_game("rank_99k").as_bytes()).is_err());
}
