//! The boundaries of games, nodes and values in files of other programs and in hand-written files.

use tianyuan::records::adapt::embed::Shapes;
use tianyuan::records::charset::Charset;
use tianyuan::records::format::{self, Format};
use tianyuan::records::record::{Event, Reading, Record};
use tianyuan::records::sgf;

fn read(text: &str) -> Reading {
    format::read(text.as_bytes(), Format::Sgf)
}

fn written(record: &Record) -> String {
    let bytes = format::write(std::slice::from_ref(record), Format::Sgf, Charset::Utf8).bytes;
    String::from_utf8(bytes).expect("UTF-8")
}

fn rules(reading: &Reading) -> Vec<String> {
    reading.findings.iter().map(|found| found.rule.name()).collect()
}

/// The number of moves of a record, including passes.
fn moves(record: &Record) -> usize {
    let nodes = record.tree.ids().map(|id| &record.tree.node(id).event);
    nodes.filter(|event| matches!(event, Event::Move { .. })).count()
}

#[test]
fn leading_zeros_do_not_change_numbers() {
    let reading = read("(;GM[01]FF[04]SZ[09]HA[02]AB[cc][gg];W[aa])");
    assert_eq!(reading.records.len(), 1);
    assert_eq!(reading.records[0].size.width(), 9);
    assert!(!rules(&reading).contains(&"unknown-format".into()));
    assert!(read("(;GM[1];B[aa])(;GM[01];B[bb])").records.len() == 2);
    let mixed = sgf::check(b"(;FF[4]GM[1];B[aa])(;FF[4]GM[01];B[bb])");
    assert!(!rules(&mixed).contains(&"mixed".into()));
    for other in ["2", "0", "1x", "11"] {
        assert_eq!(read(&format!("(;GM[{other}];B[aa])")).records.len(), 0, "GM[{other}]");
    }
}

#[test]
fn truncated_value_adds_no_pass() {
    for (end, count) in [(";B[", 1), (";B[\n", 1), (";B", 1), (";", 1), (";B[]", 2), (";B[bb", 2)] {
        let reading = read(&format!("(;GM[1]FF[4]SZ[9];W[aa]{end}"));
        assert_eq!(moves(&reading.records[0]), count, "{end}: {}", written(&reading.records[0]));
        assert!(reading.findings.has_errors());
    }
    let reading = read("(;GM[1]FF[4]SZ[9];W[aa];AB[bb][");
    assert!(written(&reading.records[0]).contains("AB[bb]"), "{}", written(&reading.records[0]));
}

#[test]
fn overlong_name_is_reported() {
    for letters in [64, 65, 200] {
        let name = "A".repeat(letters);
        let reading = read(&format!("(;GM[1]FF[4]SZ[9]C[x]{name}[yy];B[aa])"));
        let record = &reading.records[0];
        let comment = &record.tree.node(record.tree.root()).notes().comment;
        assert_eq!(comment.as_deref(), Some("x"), "{letters} letters");
        let is_found = rules(&reading).contains(&"name-too-long".into());
        assert_eq!(is_found, letters > 64, "{letters} letters");
    }
}

#[test]
fn text_outside_of_games_is_ignored() {
    let game = "(;GM[1]FF[4]SZ[9];B[aa])";
    for text in ["hello (;-) there ", "(see below) ", "(;-) (:-) ", ";-) "] {
        let reading = read(&format!("{text}{game}"));
        assert_eq!(reading.records.len(), 1, "{text}");
        assert_eq!(reading.records[0].size.width(), 9, "{text}");
        assert_eq!(rules(&reading), ["text-before"], "{text}");
        let between = read(&format!("{game} {text}{game}"));
        assert_eq!(between.records.len(), 2, "{text}");
    }
    // Junk followed by a value belongs to a game.
    assert_eq!(read("(; junk SZ[9];B[aa])").records[0].size.width(), 9);
    assert_eq!(read("(;)").records.len(), 1);
    assert_eq!(read("((;GM[1]SZ[9];B[aa]))").records[0].size.width(), 9);
}

#[test]
fn unstated_handicap_stays_unset() {
    let problem = "(;FF[4]GM[1]SZ[9]GN[Problem 1]AB[aa][bb][cc](;W[dc])(;W[dd]))";
    let on_stars = "(;FF[4]GM[1]SZ[9]AB[cc][gg]PL[W];W[ee])";
    for sgf in [problem, on_stars] {
        let record = &read(sgf).records[0];
        assert!(!written(record).contains("HA["), "{}", written(record));
        let fixed = String::from_utf8(sgf::fix(sgf.as_bytes()).bytes).expect("UTF-8");
        assert!(!fixed.contains("HA["), "{fixed}");
    }
    let stated = &read("(;FF[4]GM[1]SZ[9]HA[2]AB[cc][gg];W[ee])").records[0];
    assert!(written(stated).contains("HA[2]"));
    // wei7 has no field for it: the stones show the handicap.
    let wei7 = format::write(std::slice::from_ref(stated), Format::Wei7, Charset::Utf8).bytes;
    let back = &format::read(&wei7, Format::Wei7).records[0];
    assert!(written(back).contains("HA[2]"));
    // Points that the setup makes empty do not count as handicap stones.
    let emptied = &read("(;FF[4]GM[1]SZ[9]HA[2]AB[cc][gg]AE[aa];W[ee])").records[0];
    assert_eq!((emptied.info.handicap, emptied.handicap()), (None, Some(2)));
    // An unstated handicap is restored as unstated from comments.
    for sgf in [problem, on_stars] {
        let mut record = read(sgf).records.remove(0);
        let whole = record.clone();
        record.keep_in_comments(Format::Wei7, Shapes::Removed, &mut Default::default());
        let wei7 = format::write(&[record], Format::Wei7, Charset::Utf8).bytes;
        let mut back = format::read(&wei7, Format::Wei7).records.remove(0);
        back.take_from_comments();
        assert_eq!(back.info, whole.info);
    }
}

#[test]
fn original_spelling_is_preserved() {
    for part in ["RU[chinese]", "RE[W+Resign]", "KM[6.50]", "HA[02]", "RU[NZ]", "RE[Draw]"] {
        let setup = if part.starts_with("HA") { "AB[cc][gg]" } else { "" };
        let sgf = format!("(;FF[4]GM[1]SZ[9]{part}{setup};W[aa])");
        let text = written(&read(&sgf).records[0]);
        assert!(text.contains(part), "{part}: {text}");
        let fixed = String::from_utf8(sgf::fix(sgf.as_bytes()).bytes).expect("UTF-8");
        assert!(fixed.contains(part), "{part}: {fixed}");
    }
}

#[test]
fn errors_after_invalid_size_are_reported() {
    let wei7 =
        r#"{"format":"wei7","version":"3.0","size":0,"info":{"name":3},"tree":{"steps":{}}}"#;
    let reading = format::check(wei7.as_bytes(), Format::Wei7);
    assert_eq!(rules(&reading), ["bad-size", "not-string", "not-array"]);
    assert!(reading.records.is_empty());
    let on_board = r#"{"format":"wei7","version":"3.0","size":"9","tree":{"steps":[{"action":
        {"type":"move","value":{"color":1,"point":{"x":20,"y":20}}}}]}}"#;
    assert_eq!(rules(&format::check(on_board.as_bytes(), Format::Wei7)), ["bad-size"]);
    let sgf = sgf::check(b"(;FF[4]GM[1]SZ[0]RE[x];B[tt];W[zz];B[!!])");
    assert!(rules(&sgf).contains(&"bad-size".into()));
    assert!(rules(&sgf).contains(&"bad-move".into()), "{:?}", rules(&sgf));
    assert_eq!(sgf.records.len(), 0);
}

#[test]
fn time_limits_are_exact() {
    let step = |time: &str| {
        format!(
            r#"{{"format":"wei7","version":"3.0","tree":{{"steps":[{{"action":{{"type":"move",
            "value":{{"color":1,"point":null}}}},"time":{time}}}]}}}}"#
        )
    };
    for time in ["86399.99999999999999999", "0", "1e-400", "86399.5", "8.6399e4"] {
        let reading = format::check(step(time).as_bytes(), Format::Wei7);
        assert!(!reading.findings.has_errors(), "{time}: {:?}", rules(&reading));
        let bytes = format::write(&reading.records, Format::Wei7, Charset::Utf8).bytes;
        assert_eq!(format::check(&bytes, Format::Wei7).records, reading.records, "{time}");
        let sgf = format::write(&reading.records, Format::Sgf, Charset::Utf8).bytes;
        assert!(!sgf::check(&sgf).findings.has_errors(), "{time}");
    }
    for time in ["86400", "86400.0000000000000000001", "-1e-400", "-1", "1e400"] {
        let reading = format::check(step(time).as_bytes(), Format::Wei7);
        assert_eq!(rules(&reading), ["bad-seconds"], "{time}");
    }
}

/// The search for the end of a comment must not be repeated for each parenthesis inside.
#[test]
fn nested_parentheses_are_read_in_linear_time() {
    let start = std::time::Instant::now();
    let reading = read(&("(".repeat(200_000) + ";B[aa]"));
    assert_eq!(moves(&reading.records[0]), 1);
    assert!(start.elapsed().as_secs() < 20);
}
