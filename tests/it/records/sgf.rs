//! The meaning of SGF: the examples of `tests/data/conformance/sgf` as records, and a famous game move by move.

use std::fs;
use std::path::Path;

use tianyuan::go::{Color, Scoring};
use tianyuan::records::charset::Charset;
use tianyuan::records::format::{self, Format};
use tianyuan::records::record::replay::position_at;
use tianyuan::records::record::{
    Evaluation, Event, Outcome, Point, Record, RulesName, Symbol, WinReason,
};
use tianyuan::records::sgf;

/// The only record of an example.
fn example(path: &str) -> Record {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/conformance/sgf").join(path);
    let bytes = fs::read(file.with_extension("sgf")).expect("readable");
    let mut records = format::read(&bytes, Format::Sgf).records;
    assert_eq!(records.len(), 1, "{path}");
    records.remove(0)
}

fn names(record: &Record) -> [Option<&str>; 2] {
    Color::BOTH.map(|color| record.info.players_of(color).next()?.name.as_deref())
}

/// The events of the main line below the root: `B ee`, `W -` for a pass.
fn main_line(record: &Record) -> Vec<String> {
    let text = |event: &Event| match event {
        Event::Move { color, point: Some(point) } => format!("{} {point}", color.letter()),
        Event::Move { color, point: None } => format!("{} -", color.letter()),
        Event::Setup(setup) => format!("{} points", setup.points().len()),
        other => format!("{other:?}"),
    };
    let line = record.tree.main_line(record.tree.root()).skip(1);
    line.map(|id| text(&record.tree.node(id).event)).collect()
}

#[test]
fn game_info_is_read() {
    let record = example("valid/main-line");
    let info = &record.info;
    assert_eq!(names(&record), [Some("古力"), Some("李世石")]);
    assert_eq!(info.name.as_deref(), Some("例"));
    assert_eq!(info.dates.as_deref(), Some("2024-05-06,07"));
    assert_eq!(info.rules.name, Some(RulesName::Chinese));
    assert_eq!(info.rules.scoring, Some(Scoring::Area));
    assert_eq!(info.rules.komi.map(|komi| komi.half_points()), Some(15));
    let by = WinReason::HalfPoints(5);
    assert_eq!(info.result, Some(Outcome::Win { winner: Color::Black, by }));
    assert_eq!(main_line(&record), ["B 4,4", "W 6,2", "B 2,6", "W -"]);
    let root = record.tree.node(record.tree.root());
    let kept: Vec<&str> = root.notes().properties.iter().map(|p| &*p.name).collect();
    assert_eq!(kept, ["EV", "RO"]);
}

#[test]
fn old_names_passes_and_lower_case_are_read() {
    for path in ["valid/ff1", "valid/ff3"] {
        let record = example(path);
        assert_eq!(names(&record), [Some("Ada"), Some("Bo")]);
        assert_eq!(main_line(&record), ["B 2,2", "W 6,6", "B -"]);
    }
    let record = example("valid/ff1");
    let second = record.tree.main_line(record.tree.root()).nth(2).expect("two moves");
    let marks = &record.tree.node(second).notes().marks;
    let symbols: Vec<&Symbol> = marks.iter().map(|mark| &mark.symbol).collect();
    let [a, b] = ["A", "B"].map(|letter| Symbol::Label(letter.into()));
    assert_eq!(symbols, [&a, &Symbol::Cross, &b]);
    assert_eq!(main_line(&example("valid/passes")), ["B -", "W -", "B 0,0"]);
    assert_eq!(main_line(&example("valid/tt-on-a-large-board")), ["B 19,19", "W -"]);
}

#[test]
fn every_charset_is_read() {
    for (path, name) in [
        ("valid/charset-gb18030", "古力"),
        ("valid/charset-gb2312", "古力"),
        ("valid/charset-big5", "許功蓋"),
        ("valid/charset-shift-jis", "表示能力"),
        ("valid/charset-latin", "André"),
        ("valid/charset-utf-16", "古力"),
        ("warning/escaped-bytes", "揮"),
        ("invalid/bad-bytes", "古\u{FFFD}"),
    ] {
        assert_eq!(names(&example(path))[0], Some(name), "{path}");
    }
    assert_eq!(names(&example("valid/charset-gb18030"))[1], Some("沒有誠意"));
    assert_eq!(names(&example("warning/escaped-bytes"))[1], Some("運"));
}

#[test]
fn site_specific_properties_are_read() {
    let record = example("invalid/site-dialect");
    assert_eq!(names(&record), [Some("甲"), Some("乙")]);
    assert_eq!(record.info.rules.komi.map(|komi| komi.half_points()), Some(13));
    assert_eq!(record.info.dates.as_deref(), Some("2016-03-03"));
    let won = Outcome::Win { winner: Color::Black, by: WinReason::Resignation };
    assert_eq!(record.info.result, Some(won));
    assert_eq!(main_line(&record), ["B 15,3", "W 3,3"]);
    let placed = example("invalid/handicap-placed");
    assert_eq!(placed.handicap(), Some(2));
    let stones: Vec<(Point, Color)> = position_at(&placed, placed.tree.root()).stones().collect();
    let at = |x, y| (Point { x, y }, Color::Black);
    assert_eq!(stones, [at(15, 3), at(3, 15)]);
}

#[test]
fn malformed_trees_preserve_moves() {
    let shape = |path: &str| {
        let tree = example(path).tree;
        let children: Vec<usize> = tree.preorder().map(|id| tree.children(id).count()).collect();
        children
    };
    assert_eq!(shape("invalid/node-after-variation"), [2, 0, 0]);
    assert_eq!(shape("invalid/missing-close"), [1, 1, 0]);
    assert_eq!(shape("invalid/bare-bracket"), [1, 1, 0]);
    assert_eq!(shape("invalid/setup-and-move"), [1, 1, 0]);
    assert_eq!(shape("invalid/two-moves"), [1, 1, 0]);
    let record = example("invalid/bare-bracket");
    let first = record.tree.first_child(record.tree.root()).expect("a move");
    let comment = record.tree.node(first).notes().comment.as_deref();
    assert_eq!(comment, Some("fine :-] said Ada [6d]: yes"));
}

#[test]
fn wei7_data_is_written_as_private_properties() {
    let record = example("valid/private");
    assert_eq!(record.info.domain.as_deref(), Some("wei7"));
    assert_eq!(record.info.participants.len(), 3);
    assert_eq!(record.info.participants[1].title.as_deref(), Some("名人"));
    assert_eq!(
        record.info.time.as_ref().map(ToString::to_string).as_deref(),
        Some("2013-03-06T10:10Z")
    );
    let first = record.tree.first_child(record.tree.root()).expect("a move");
    let notes = record.tree.node(first).notes();
    assert_eq!(notes.evaluation, Some(Evaluation::Trick));
    assert_eq!(notes.problem, Some(Color::White));
    assert_eq!((notes.time, notes.actor, notes.set_apart), (Some(12.5), Some(1), true));
}

/// The example of the wei7 specification, if available.
#[test]
fn famous_game_ends_in_known_position() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/specs/examples");
    let Ok(bytes) = fs::read(folder.join("lg13.mainline.sgf")) else {
        eprintln!("skipped: {} is missing", folder.display());
        return;
    };
    let reading = format::check(&bytes, Format::Sgf);
    assert!(reading.findings.is_empty());
    let record = &reading.records[0];
    let end = record.tree.main_line(record.tree.root()).last().expect("a root");
    assert_eq!(record.tree.len(), 1 + 163);
    let position = position_at(record, end);
    assert_eq!(Color::BOTH.map(|color| position.captured(color)), [4, 3]);
    let game = record.game_to(end, tianyuan::go::Rules::CHINESE).expect("legal by any rules");
    let text = fs::read_to_string(folder.join("lg13.final.txt")).expect("stands beside it");
    let rows = text.lines().filter_map(|line| line.trim_start().split_once(' '));
    let rows = rows.filter(|(row, _)| row.parse::<u8>().is_ok()).map(|(_, cells)| cells);
    let expected: String =
        rows.take(19).flat_map(str::chars).filter(|c| ".XO".contains(*c)).collect();
    let cell = |color| match color {
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
        None => '.',
    };
    let found: String = record.size.points().map(|p| cell(position.color_at(p))).collect();
    assert_eq!(found, expected);
    let played: String =
        game.size().points_from_top().map(|p| cell(game.board().color_at(p))).collect();
    assert_eq!(played, expected);
}

/// Returns the file written after reading a file.
fn rewritten(sgf: &str) -> String {
    let records = format::read(sgf.as_bytes(), Format::Sgf).records;
    let bytes = format::write(&records, Format::Sgf, Charset::Utf8).bytes;
    let text = String::from_utf8(bytes).expect("UTF-8").replace('\n', "|");
    let (head, rest) = text.split_once("SZ[").expect("a size");
    assert!(head.starts_with("(;FF[4]GM[1]CA[UTF-8]AP["), "{text}");
    format!("SZ[{rest}")
}

#[test]
fn older_versions_are_upgraded() {
    for (old, new) in [
        ("(;FF[3]SZ[9]TM[5 hours]DT[6 May 1996])", "SZ[9]DT[1996-05-06]|TM[18000])|"),
        ("(;FF[1]SZ[9]TM[45])", "SZ[9]|TM[2700])|"),
        ("(;FF[3]SZ[9]TM[10:00(5x1:00)]GC[nice])", "SZ[9]|GC[nice|TM: 10:00(5x1:00)])|"),
        ("(;FF[3]SZ[9]RE[W+R (time)]KM[some])", "SZ[9]RE[W+R]|GC[KM: some|RE: W+R (time)])|"),
        ("(;FF[3]SZ[9]BS[0]WS[1]ID[a.go])", "SZ[9]|GC[WS: 1|ID: a.go])|"),
        ("(;FF[1]SZ[9]VW[aa][cc];B[aa]FG[two])", "SZ[9]|VW[aa:cc];B[aa]FG[0:two])|"),
        ("(;FF[1]SZ[9];B[tt]L[aa][bb]M[cc])", "SZ[9]|;B[]MA[cc]LB[aa:A][bb:B])|"),
        ("(;FF[1]SZ[9];B[aa]B1[b][c]C[x])", "SZ[9]|;B[aa]C[x||B1[b\\][c\\]])|"),
    ] {
        assert_eq!(rewritten(old), new, "{old}");
    }
}

#[test]
fn values_of_ff4_are_unchanged() {
    for kept in [
        "RU[AGA]KM[5.75]RE[W+15 (moves beyond 215 not known)]",
        "RU[Japanese, but no ko threats]",
        "KM[375]",
        "RE[W+R (time)]",
        "HA[two]",
    ] {
        let mut names: Vec<&str> = kept.split_inclusive(']').collect();
        let text = rewritten(&format!("(;FF[4]SZ[9]{kept};B[aa])"));
        names.retain(|name| !text.contains(name));
        assert!(names.is_empty(), "{names:?} are not in {text}");
    }
    // The record's current values are written.
    let mut records = format::read(b"(;FF[4]SZ[9]RE[W+R (time)])", Format::Sgf).records;
    records[0].info.result = Some(Outcome::Draw);
    let text = format::write(&records, Format::Sgf, Charset::Utf8).bytes;
    assert!(String::from_utf8_lossy(&text).contains("SZ[9]RE[0]\n)"));
}

#[test]
fn every_game_of_a_tree_preserves_its_info() {
    let merged = "(;FF[4]SZ[9](;B[aa]PB[a]RE[B+Resign])(;B[bb]PB[c]))";
    assert_eq!(rewritten(merged), "SZ[9]|(;B[aa]PB[a]RE[B+Resign])|(;B[bb]PB[c]))|");
    let record = &format::read(merged.as_bytes(), Format::Sgf).records[0];
    assert_eq!(names(record)[0], Some("a"), "the names are those of the main line");
    let trunk = "(;FF[4]SZ[9];PB[a]EV[x]C[y](;B[aa])(;B[bb]))";
    assert_eq!(rewritten(trunk), "SZ[9]PB[a]|EV[x];C[y]|(;B[aa])|(;B[bb]))|");
}

#[test]
fn lossless_fixes_are_applied() {
    let fixed = |sgf: &str| {
        let fixed = sgf::fix(sgf.as_bytes());
        let rules: Vec<String> = fixed.losses.iter().map(|found| found.rule.name()).collect();
        (String::from_utf8(fixed.bytes).expect("UTF-8").replace('\n', "|"), rules)
    };
    for (old, new) in [
        ("DT[6 May 1996]TM[5 hours]KM[6,5]RE[b+r]", "KM[6.5]RE[B+R]DT[1996-05-06]TM[18000])"),
        ("RE[White wins by 3.5 points]", "RE[W+3.5])"),
        ("RE[W+R (time)]", "RE[W+R (time)])"),
        (";Black[aa]TB[aa][bb][aa]CR[aa][aa]", ";B[aa]CR[aa]TB[aa][bb])"),
        (";B[aa]AB[bb];B[cc]W[dd]", ";AB[bb];B[aa];B[cc];W[dd])"),
    ] {
        let (text, losses) = fixed(&format!("(;FF[4]SZ[9]{old})"));
        assert!(losses.is_empty(), "{losses:?}");
        let behind = text.split_once("SZ[9]").expect("a size").1;
        assert_eq!(behind.replace('|', ""), new, "{old}");
        let checked =
            format::check(&sgf::fix(text.replace('|', "\n").as_bytes()).bytes, Format::Sgf);
        assert!(!checked.findings.has_errors() || old.contains("(time)"), "{old}");
    }
    assert_eq!(fixed("(;FF[4]SZ[9]PB[a][b])").1, ["second-value"]);
    assert_eq!(fixed("(;FF[4]SZ[9];AB[zz])").1, ["bad-point"]);
    assert_eq!(fixed("From me\n(;FF[4]SZ[9])").1, ["text-before"]);
    assert_eq!(fixed("").1, ["no-game-tree"]);
}
