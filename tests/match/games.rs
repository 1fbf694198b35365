//! Completed games: their reports and statistics.

use std::fs;

use serde_json::Value;
use tianyuan::engine::DeadStones;
use tianyuan::go::PointSet;
use tianyuan::records::format::{self, Format};

use crate::playing::{dumb, folder, play, replayed};

/// The tests of this file by name.
pub const TESTS: &[(&str, fn())] = &[
    ("games_are_complete_legal_and_scored", games_are_complete_legal_and_scored),
    ("wrong_engine_score_does_not_decide_game", wrong_engine_score_does_not_decide_game),
    (
        "referee_judges_dead_stones_if_engine_does_not_report",
        referee_judges_dead_stones_if_engine_does_not_report,
    ),
    ("gtp_and_wtp_engines_play_each_other", gtp_and_wtp_engines_play_each_other),
    ("repeated_games_are_not_counted", repeated_games_are_not_counted),
    ("decided_sprt_ends_match", decided_sprt_ends_match),
    ("openings_are_played_with_both_colours", openings_are_played_with_both_colours),
    ("endless_games_are_draws", endless_games_are_draws),
];

fn games_are_complete_legal_and_scored() {
    let saved = folder("whole-sgf");
    let options = ["--games", "10", "--concurrency", "2", "--random-opening", "3", "--seed", "7"];
    let save = ["--save", saved.to_str().expect("a path")];
    let engines = [&*dumb("random"), &*dumb("resigner")];
    let result = play("whole", engines, &[&options[..], &save].concat());
    assert_eq!((result.status, result.games.len()), (Some(0), 10), "{}", result.errors);
    let mut openings = vec![Vec::new(); 5];
    for line in &result.games {
        let number = line["game"].as_u64().expect("a number");
        assert_eq!(line["black_side"], if number % 2 == 1 { "A" } else { "B" });
        let game = replayed(line);
        assert_eq!(
            (line["ending"].as_str(), line["winner"].as_str()),
            (Some("resignation"), Some("A"))
        );
        let pair = line["opening"].as_u64().expect("a number") as usize - 1;
        openings[pair].push(line["moves"].as_array().expect("moves")[..3].to_vec());
        assert_eq!(line["given"], 3);
        let sgf = fs::read_to_string(saved.join(format!("game-{number:04}.sgf"))).expect("saved");
        assert_eq!(sgf.matches(";B[").count() + sgf.matches(";W[").count(), game.turns().len());
        assert!(sgf.starts_with("(;FF[4]GM[1]") && sgf.ends_with(")\n"), "{sgf}");
        assert!(sgf.contains("RU[Chinese]KM[7.5]RE[") && sgf.contains("+R]"), "{sgf}");
        let wei7 = fs::read(saved.join(format!("game-{number:04}.wei7"))).expect("saved");
        let reading = format::check(&wei7, Format::Wei7);
        assert!(reading.findings.is_empty() && reading.records.len() == 1);
        assert_eq!(reading.records[0].tree.len(), 1 + game.turns().len());
    }
    assert!(openings.iter().all(|pair| pair.len() == 2 && pair[0] == pair[1]), "{openings:?}");
    assert!(openings[0] != openings[1] || openings[1] != openings[2]);
    assert_eq!(fs::read_dir(saved).expect("the folder").count(), 20, "nothing unfinished");
    for said in [
        "random 1 10 - resigner 1 0, 0 drawn, 10 games: 100.0 %",
        "random 1: 5 won as Black, 5 as White",
        "5 pairs [0 0 0 0 5]",
        "3 random moves, seed 7",
    ] {
        assert!(result.report.contains(said), "{said}: {}", result.report);
    }
}

fn wrong_engine_score_does_not_decide_game() {
    let result = play("liar", [&dumb("random"), &dumb("liar")], &["--games", "4", "--size", "9"]);
    assert_eq!((result.status, result.games.len()), (Some(0), 4), "{}", result.errors);
    for line in &result.games {
        let game = replayed(line);
        let dead = DeadStones::by_playouts(&game).dead;
        assert_eq!(line["result"], game.score(&dead).to_string());
        let words = line["words"].as_str().expect("words");
        assert!(words.contains("the engines disagreed"), "{words}");
    }
    assert!(result.report.contains("4 disputed"), "{}", result.report);
    let result = play("honest", [&dumb("random"), &dumb("random")], &["--games", "2"]);
    for line in &result.games {
        assert_eq!(line["result"], replayed(line).score(&PointSet::EMPTY).to_string());
        assert!(line["words"].as_str().expect("words").contains("the engines agreed"));
    }
    assert!(result.report.contains("random 1 (B): "), "who is who: {}", result.report);
}

fn referee_judges_dead_stones_if_engine_does_not_report() {
    let result = play("laconic", [&dumb("random"), &dumb("laconic")], &["--games", "2"]);
    assert_eq!(result.status, Some(0), "{}", result.errors);
    for line in &result.games {
        let words = line["words"].as_str().expect("words");
        assert!(words.contains("an engine did not report dead stones"), "{words}");
        let game = replayed(line);
        assert_eq!(line["result"], game.score(&DeadStones::by_playouts(&game).dead).to_string());
    }
}

fn gtp_and_wtp_engines_play_each_other() {
    let tianyuan = format!("'{}' --threads 1 --memory 16", env!("CARGO_BIN_EXE_tianyuan"));
    let engines =
        [&*format!("wtp:{tianyuan} --playouts 60"), &*format!("{tianyuan} --playouts 30")];
    let options = ["--games", "4", "--name", "wtp", "--init", "B:komi 7.5"];
    let result = play("languages", engines, &[&options[..], &["--byo", "60"]].concat());
    assert_eq!((result.status, result.games.len()), (Some(0), 4), "{}", result.errors);
    let version = format!("Tianyuan {}", env!("CARGO_PKG_VERSION"));
    for line in &result.games {
        replayed(line);
        let (black, white) = (line["black"].as_str(), line["white"].as_str());
        assert_eq!(
            if line["black_side"] == "A" { (black, white) } else { (white, black) },
            (Some("wtp"), Some(&*version))
        );
        assert_thoughts(line);
        let told = line["costs"]["B"]["playouts"].as_u64().expect("ours tells in GTP");
        assert!(told > 0 && told <= 30 * line["costs"]["B"]["moves"].as_u64().expect("moves"));
    }
    #[cfg(target_os = "linux")]
    assert!(result.costs.contains("CPU time"), "{}", result.costs);
}

/// Asserts that each move has its time, and moves of B over GTP their playouts and win rates.
fn assert_thoughts(line: &Value) {
    let thoughts = line["thoughts"].as_array().expect("a list");
    assert_eq!(Some(thoughts.len()), line["moves"].as_array().map(Vec::len));
    let (mut by_b, mut seconds) = (line["black_side"] == "B", 0.0);
    for thought in thoughts {
        let winrate = thought["winrate"].as_f64();
        assert_eq!((winrate.is_some(), thought["playouts"].is_u64()), (by_b, by_b), "{thought}");
        assert!(winrate.is_none_or(|share| (0.0..=1.0).contains(&share)));
        seconds += thought["seconds"].as_f64().expect("a number");
        by_b = !by_b;
    }
    let all = ["A", "B"].map(|side| line["costs"][side]["seconds"].as_f64().expect("a number"));
    // The last command may have been answered by a resignation. A move of less than half a millisecond has time 0.
    assert!(all[0] + all[1] > 0.0 && seconds <= all[0] + all[1] + 0.001 * thoughts.len() as f64);
}

fn repeated_games_are_not_counted() {
    let parrots = [&*dumb("parrot"), &*dumb("parrot")];
    let result = play("repeats", parrots, &["--games", "7"]);
    assert!(result.report.contains("7 games") && result.report.contains(" 1 pair ["));
    assert!(result.report.contains("2 distinct games of 7: 5 repeated"), "{}", result.report);
    assert_eq!(result.errors.matches("game 3 repeats game 1").count(), 1, "{}", result.errors);
    assert_eq!(result.errors.lines().count(), 1, "it is told once");
    let sprt = ["--sprt", "0", "100", "--games", "30", "--no-alternate"];
    let result = play("repeats-sprt", parrots, &sprt);
    assert!(result.report.contains("1 distinct game of 30"), "{}", result.report);
    assert!(result.report.contains("undecided"), "{}", result.report);
    let result = play("repeats-none", [&dumb("random"), &dumb("parrot")], &["--games", "4"]);
    assert!(result.report.contains("\n  4 distinct games\n"), "{}", result.report);
    assert_eq!(result.errors, "");
}

fn decided_sprt_ends_match() {
    let options = ["--sprt", "0", "100", "--games", "1000", "--concurrency", "2"];
    let result = play("sprt", [&dumb("random"), &dumb("resigner")], &options);
    assert_eq!(result.status, Some(0), "{}", result.errors);
    // On a busy machine, one of the two workers may play many games while the other is suspended.
    assert!(result.games.len() < 1000, "{} games", result.games.len());
    assert!(result.report.contains("H1 accepted"), "{}", result.report);
    assert!(!result.report.contains("ended early"), "{}", result.report);
    let result = play("sprt-lost", [&dumb("resigner"), &dumb("random")], &options);
    assert!(result.report.contains("H0 accepted"), "{}", result.report);
}

fn openings_are_played_with_both_colours() {
    let file = folder("openings-file").join("openings.txt");
    fs::write(&file, "# two\nC3 D4\nB B2 B D2 # a handicap\n").expect("a file");
    let path = file.to_str().expect("a path");
    let engines = [&*dumb("random"), &*dumb("passer")];
    let result = play("openings", engines, &["--openings", path, "--games", "6"]);
    assert_eq!((result.status, result.games.len()), (Some(0), 6), "{}", result.errors);
    let begun = |line: &Value| {
        let moves = line["moves"].as_array().expect("moves");
        moves[..2].iter().map(|mv| mv.as_str().expect("a vertex").to_owned()).collect::<Vec<_>>()
    };
    let begun: Vec<String> = result.games.iter().map(|line| begun(line).join(" ")).collect();
    assert_eq!(begun, ["C3 D4", "C3 D4", "B2 D2", "B2 D2", "C3 D4", "C3 D4"]);
    let kept =
        play("openings-kept", engines, &["--openings", path, "--games", "3", "--no-alternate"]);
    assert!(kept.games.iter().all(|line| line["black_side"] == "A"));
    assert!(kept.report.contains("3 games ["), "{}", kept.report);
    fs::write(&file, "C3 C3\n").expect("a file");
    let result = play("openings-wrong", engines, &["--openings", path]);
    assert_eq!(result.status, Some(2));
    assert!(result.errors.contains("openings.txt: line 1: C3: the point is occupied"));
}

fn endless_games_are_draws() {
    let options = ["--games", "2", "--max-moves", "6"];
    let result = play("long", [&dumb("random"), &dumb("random")], &options);
    assert_eq!(result.status, Some(0), "{}", result.errors);
    for line in &result.games {
        assert_eq!((&line["result"], &line["winner"]), (&"0".into(), &Value::Null));
        assert_eq!(line["moves"].as_array().map(Vec::len), Some(6));
    }
    assert!(result.report.contains("2 drawn") && result.report.contains("2 too long"));
}
