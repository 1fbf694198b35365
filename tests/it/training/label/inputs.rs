//! Games of lines, matches and records, and the komi of each.

use std::fs;

use tianyuan::go::Game;
use tianyuan::protocol::vertex;
use tianyuan::records::format::Format;
use tianyuan::records::record::Record;

use super::{label, line_of, played, size};
use crate::support::folder::{contents, empty_folder};

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn games_are_read_from_lines_matches_and_records() {
    let folder = empty_folder("label/inputs");
    let (small, large) = (played(9, 20, 1), played(13, 20, 2));
    let record = |game: &Game, result: &str| {
        let bytes = Record::of(game).write(Format::Sgf).bytes;
        let text = String::from_utf8(bytes).expect("UTF-8");
        text.replacen("GM[1]", &format!("GM[1]RE[{result}]"), 1)
    };
    let records = folder.join("records");
    fs::create_dir_all(&records).expect("made");
    fs::write(records.join("both.sgf"), record(&small, "B+2.5") + &record(&large, "W+R"))
        .expect("written");
    fs::write(records.join("none.sgf"), "nothing").expect("written");
    let options = format!("{} --komi 7.5 --symmetries none", records.display());
    let said = label(&folder.join("recorded"), "", &options).expect("it labels");
    assert!(said[0].ends_with("none.sgf skipped: no game in the file"), "{said:?}");
    let recorded = contents(&folder.join("recorded"));
    let names: Vec<&str> = recorded.keys().map(String::as_str).collect();
    let pairs = ["13x13-00000.rec", "13x13-00000.tch", "9x9-00000.rec", "9x9-00000.tch"];
    assert_eq!(names, [&pairs[..], &["label.jsonl"]].concat());

    let moves = small.turns().iter().map(|turn| {
        let point = turn.point().map(|point| vertex::vertex(size(9), point));
        format!("\"{}\"", point.unwrap_or("pass".into()))
    });
    let json = format!(
        "{{\"size\":9,\"komi\":\"6.5\",\"result\":\"B+2.5\",\"other\":[1],\"moves\":[{}]}}\n",
        moves.collect::<Vec<_>>().join(",")
    );
    let sources = [line_of(&small, "B+2.5"), json];
    for (number, text) in sources.iter().enumerate() {
        let out = folder.join(format!("lines{number}"));
        label(&out, text, "--size 9 --komi 7.5 --symmetries none").expect("it labels");
        let found = contents(&out);
        for name in &pairs[2..] {
            assert!(found[*name] == recorded[*name], "{number}: {name}");
        }
    }
}

#[test]
fn handicap_game_starts_with_stones() {
    let folder = empty_folder("label/handicap");
    let game = folder.join("game.sgf");
    fs::write(&game, "(;GM[1]FF[4]SZ[9]HA[2]KM[0.5]AB[cg][gc];W[ee];B[cc];W[gg])")
        .expect("written");
    let out = folder.join("out");
    label(&out, "", &format!("{} --komi game", game.display())).expect("it labels");
    let samples = fs::read(out.join("9x9-00000.rec")).expect("there");
    let samples: Vec<&[u8]> = samples[64..].chunks(5 * 11 + 28).collect();
    assert_eq!(samples.len(), 3);
    let stones = |plane: &[u8]| plane.iter().map(|byte| byte.count_ones()).sum::<u32>();
    let all =
        |sample: &&[u8]| (stones(&sample[..11]), stones(&sample[11..22]), sample[55 + 15] & 1);
    let found: Vec<_> = samples.iter().map(all).collect();
    assert_eq!(found, [(0, 2, 1), (2, 1, 0), (1, 3, 1)], "own, the opponent's, White to move");
    let komi = |sample: &&[u8]| i16::from_le_bytes([sample[71], sample[72]]);
    let komis: Vec<i16> = samples.iter().map(komi).collect();
    assert_eq!(komis, [5, -5, 5], "half a point and two for the stones, in half points");
}

#[test]
fn close_komi_is_near_margin() {
    let folder = empty_folder("label/close");
    let results = ["B+3.5", "W+R", "W+10", "B+T", "B+30.5"];
    let games: String =
        (0..5).map(|number| line_of(&played(9, 20, number as u64), results[number])).collect();
    let out = folder.join("out");
    let options = "--size 9 --komi close --game-komi 6.5 --positions-per-game 1";
    let said = label(&out, &games, options).expect("it labels");
    assert!(said[0].starts_with("games: 5 read, 0 skipped, 2 labelled, 3 unsuitable"), "{said:?}");
    let samples = fs::read(out.join("9x9-00000.rec")).expect("there");
    for sample in samples[64..].chunks(83) {
        let sign = if sample[70] & 1 == 1 { 1 } else { -1 };
        let komi = sign * i16::from_le_bytes([sample[71], sample[72]]);
        let fair = match sample[79] {
            0 => 20,
            2 => -7,
            other => panic!("game {other} was not counted"),
        };
        assert!([1, 3].contains(&(komi - fair).abs()), "{komi}");
    }
    assert_eq!(samples[64..].len(), 2 * 83);
}
