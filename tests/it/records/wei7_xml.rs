//! The meaning of wei7 2.2: its examples as records, round trips, and conversion from other formats.

use std::fs;
use std::path::{Path, PathBuf};

use rand::RngExt;
use tianyuan::go::{Color, Komi};
use tianyuan::records::charset::Charset;
use tianyuan::records::format::{self, Format};
use tianyuan::records::record::replay::position_at;
use tianyuan::records::record::{
    Evaluation, Event, Findings, Language, Notes, Player, Reading, Record, Severity, Size, Splitter,
};

use crate::support::random_record::random_record;
use crate::support::random_wei7::{Takebacks, random_wei7};
use crate::support::seeded::with_seeds;

fn examples(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(folder);
    let entries = fs::read_dir(folder).expect("there are examples");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files
}

/// The record of an example.
fn example(path: &str) -> Record {
    let file =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/conformance/wei7-2.2").join(path);
    read(&fs::read(file.with_extension("wei7")).expect("readable"))
}

fn read(bytes: &[u8]) -> Record {
    format::read(bytes, Format::Wei7Xml).records.pop().expect("a record")
}

fn texts(findings: &Findings) -> Vec<String> {
    findings.iter().map(|finding| finding.text(Language::English)).collect()
}

/// Returns a record after a round trip through a format, with all findings.
fn through(record: &Record, format: Format) -> (Option<Record>, Vec<String>, String) {
    let writing = format::write(std::slice::from_ref(record), format, Charset::Utf8);
    let text = String::from_utf8(writing.bytes).expect("UTF-8");
    let reading = format::check(text.as_bytes(), format);
    let said = texts(&writing.findings).into_iter().chain(texts(&reading.findings));
    let said = said.collect();
    (reading.records.into_iter().next(), said, text)
}

/// The moves of the main line: `B 2,2`, `W -`.
fn moves(record: &Record) -> Vec<String> {
    let tree = &record.tree;
    let line = tree.main_line(tree.root()).filter_map(|id| match &tree.node(id).event {
        Event::Move { color, point: Some(point) } => Some(format!("{} {point}", color.letter())),
        Event::Move { color, point: None } => Some(format!("{} -", color.letter())),
        _ => None,
    });
    line.collect()
}

/// Each node's title, or its event in short form, with its number of continuations.
fn shape(record: &Record) -> Vec<String> {
    let tree = &record.tree;
    let text = |id| {
        let node = tree.node(id);
        let event = match &node.event {
            Event::Move { point: Some(point), .. } => point.to_string(),
            Event::Move { point: None, .. } => "-".into(),
            Event::Setup(setup) => format!("{} stones", setup.points().len()),
            _ => "nothing".into(),
        };
        let apart = if node.notes().set_apart { " apart" } else { "" };
        let title = node.notes().title.clone().map_or(String::new(), |title| format!(" {title}"));
        format!("{event}{title}{apart}: {}", tree.children(id).count())
    };
    tree.preorder().map(text).collect()
}

#[test]
fn variations_attach_to_parent_of_replaced_step() {
    let record = example("valid/variations");
    let expected =
        ["nothing: 1", "2,2: 3", "6,6: 1", "1,1 apart: 0", "3,3: 2", "5,5: 0", "4,4: 0", "6,3: 0"];
    assert_eq!(shape(&record), expected);
    let expected =
        ["nothing 目录: 2", "1 stones 一 apart: 1", "0,1: 0", "nothing 二: 1", "1 stones apart: 0"];
    assert_eq!(shape(&example("valid/contents")), expected);
    assert_eq!(shape(&example("valid/empty-pre")), ["0 stones: 1", "0 stones apart: 1", "3,3: 0"]);
}

#[test]
fn step_attributes_are_read() {
    let record = example("valid/line-breaks");
    let tree = &record.tree;
    let first = tree.node(tree.first_child(tree.root()).expect("a move")).notes();
    assert_eq!(first.comment.as_deref(), Some("第一行\n第二行\n <>&\"'围"));
    assert_eq!(first.title.as_deref(), Some("一 行"));
    let record = example("valid/marks");
    let tree = &record.tree;
    let first = tree.first_child(tree.root()).expect("a move");
    let on_first = tree.node(first).notes().marks.len();
    let second = tree.next_sibling(first).expect("a variation");
    assert_eq!((on_first, tree.node(second).notes().marks.len()), (3, 0));
    let record = example("valid/notes");
    let tree = &record.tree;
    let splitters = tree.main_line(tree.root()).map(|id| tree.node(id).notes().splitter);
    let expected = [Splitter::Small, Splitter::Medium, Splitter::Large, Splitter::Small];
    assert!(splitters.eq(expected));
}

#[test]
fn game_element_is_read() {
    let record = example("valid/game");
    let info = &record.info;
    let names = Color::BOTH.map(|color| info.players_of(color).next()?.name.as_deref());
    assert_eq!(names, [Some("张三"), Some("李四")]);
    assert_eq!(info.rules.komi.map(|komi| komi.half_points()), Some(1));
    assert_eq!(info.result.and_then(|outcome| outcome.margin()), Some(1023));
    let time = info.time.as_ref().map(ToString::to_string);
    assert_eq!(time.as_deref(), Some("-0001-12-31T24:00:00.000+14:00"));
    let komi = |path| example(path).info.rules.komi.map(|komi| komi.half_points());
    assert_eq!(komi("valid/draw"), Some(0), "rules without komi have none");
    assert_eq!(komi("valid/passes"), None, "without rules it is unknown");
}

#[test]
fn valid_files_roundtrip_without_findings() {
    for file in examples("conformance/wei7-2.2/valid") {
        let record = read(&fs::read(&file).expect("readable"));
        let (again, said, text) = through(&record, Format::Wei7Xml);
        assert!(said.is_empty(), "{}: {said:#?}\n{text}", file.display());
        assert_eq!(again.as_ref(), Some(&record), "{}\n{text}", file.display());
        let (again, _, text) = through(&record, Format::Sgf);
        assert_eq!(again.as_ref(), Some(&record), "{}\n{text}", file.display());
    }
}

/// Any record is written as a conforming file, which round-trips and has the same main line unless losses are
/// reported.
fn is_written_well(record: &Record) {
    let (once, said, text) = through(record, Format::Wei7Xml);
    let again = format::check(text.as_bytes(), Format::Wei7Xml);
    assert!(!again.findings.has_errors(), "{text}\n{:#?}", texts(&again.findings));
    let once = once.expect("a record");
    let (twice, said_twice, text_twice) = through(&once, Format::Wei7Xml);
    assert_eq!(twice.as_ref(), Some(&once), "{text}\n{text_twice}");
    let no_losses = ["liberties", "occupied", "at least one step"];
    let is_loss = |text: &&String| no_losses.iter().all(|one| !text.contains(one));
    let lost = said_twice.iter().find(is_loss);
    assert_eq!(lost, None, "{text}\n{text_twice}");
    let cut = said.iter().any(|text| text.contains("setup after the start is not supported"));
    assert!(
        cut || moves(&once) == moves(record),
        "{text}\n{:?}\n{:?}\n{said:#?}",
        shape(record),
        shape(&once)
    );
}

fn fits(record: &Record) -> bool {
    let (width, height) = (record.size.width(), record.size.height());
    width == height && width % 2 == 1 && (7..=19).contains(&width)
}

#[test]
fn sgf_converts_to_valid_xml() {
    let mut written = 0;
    for kind in ["valid", "warning", "invalid"] {
        for file in examples(&format!("conformance/sgf/{kind}")) {
            let records = format::read(&fs::read(file).expect("readable"), Format::Sgf).records;
            for record in records.iter().filter(|record| fits(record)) {
                is_written_well(record);
                written += 1;
            }
        }
    }
    assert!(written > 50, "{written}");
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn random_records_convert_to_valid_xml() {
    with_seeds(|rng| {
        for _ in 0..300 {
            let lines = 7 + 2 * rng.random_range(0..7);
            is_written_well(&random_record(Size::new(lines, lines).expect("a size"), rng));
        }
    });
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn large_and_deep_files_are_supported() {
    const MANY: usize = 1_000_000;
    let check = |inside: String| -> Reading {
        let text = format!("<wei7 version='2.2'><size>9</size><moves>{inside}");
        format::check(text.as_bytes(), Format::Wei7Xml)
    };
    let stone = "<black type='pass'/>";
    let nodes = |inside: String| check(inside).records[0].tree.len();
    assert_eq!(nodes("<moves>".repeat(MANY)), MANY + 1);
    assert_eq!(nodes(stone.repeat(MANY)), MANY + 1);
    assert_eq!(nodes(format!("<moves>{stone}</moves>").repeat(MANY)), MANY + 1);
    let deep = check(format!("<moves>{stone}").repeat(MANY));
    assert_eq!(deep.records[0].tree.len(), MANY + 1);
    let (again, _, text) = through(&deep.records[0], Format::Wei7Xml);
    assert!(again.as_ref() == Some(&deep.records[0]), "{} bytes", text.len());
    for piece in ["<a>", "</a>", "&", "<", "<!--", "<![CDATA[", "a", "<black ", " a=''", "<mark/>"]
    {
        check(piece.repeat(MANY));
    }
    check(format!("<black {}/>", "x='1' ".repeat(MANY)));
    check(format!("<black comment='{}'/>", "&lt".repeat(MANY)));
    let too_many = check("<moves/>".repeat(5_000_001));
    let said = too_many.findings.iter().map(|finding| finding.rule.name());
    assert!(said.last().is_some_and(|name| name == "too-many-nodes"));
    assert_eq!(too_many.records[0].tree.len(), 5_000_001);
}

/// The examples of the specification, if available.
#[test]
fn specification_examples_are_followed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/specs/examples");
    let Ok(sgf) = fs::read(folder.join("lg13.mainline.sgf")) else {
        eprintln!("skipped: {} is missing", folder.display());
        return;
    };
    for name in ["simple", "tutorial", "lg13"] {
        let bytes = fs::read(folder.join(format!("spec22-1-{name}.wei7"))).expect("readable");
        let reading = format::check(&bytes, Format::Wei7Xml);
        assert!(reading.findings.is_empty(), "{name}: {:?}", texts(&reading.findings));
        let record = &reading.records[0];
        for format in [Format::Wei7Xml, Format::Sgf] {
            let (again, said, text) = through(record, format);
            assert!(again.as_ref() == Some(record), "{text}");
            assert!(said.is_empty(), "{said:#?}");
        }
        if name == "lg13" {
            let main_line = format::read(&sgf, Format::Sgf).records.remove(0);
            assert_eq!(moves(record), moves(&main_line));
            let end = record.tree.main_line(record.tree.root()).last().expect("a root");
            let position = position_at(record, end);
            assert_eq!(Color::BOTH.map(|color| position.captured(color)), [4, 3]);
            assert_eq!(moves(record).len(), 163);
        }
    }
}

/// Data of wei7 3.0 round-trips through 2.2 as far as 2.2 has fields for it.
#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn wei7_json_data_roundtrips() {
    let mut seen = 0;
    with_seeds(|rng| {
        for _ in 0..6000 {
            let mut record = random_wei7(Takebacks::None, rng);
            if is_representable(&record) {
                leave_out_what_cannot_be_said(&mut record);
                comes_back(&record);
                seen += 1;
            }
        }
    });
    assert!(seen > 100, "{seen}");
    for file in examples("conformance/wei7-3.0/valid") {
        let bytes = fs::read(&file).expect("readable");
        let mut record = format::read(&bytes, Format::Wei7).records.remove(0);
        if is_representable(&record) {
            leave_out_what_cannot_be_said(&mut record);
            comes_back(&record);
        }
    }
}

fn comes_back(record: &Record) {
    let json = |record: &Record| {
        let bytes = format::write(std::slice::from_ref(record), Format::Wei7, Charset::Utf8).bytes;
        String::from_utf8(bytes).expect("UTF-8")
    };
    let (back, said, text) = through(record, Format::Wei7Xml);
    let is_loss = |text: &&String| {
        !text.contains("the main line starts with `pre`") && !text.contains("at least one step")
    };
    let lost = said.iter().find(is_loss);
    assert!(lost.is_none(), "{lost:?}");
    assert_eq!(json(&back.expect("a record")), json(record), "{text}");
}

fn is_representable(record: &Record) -> bool {
    let says =
        |event: &Event| matches!(event, Event::Nothing | Event::Setup(_) | Event::Move { .. });
    fits(record) && record.tree.preorder().all(|id| says(&record.tree.node(id).event))
}

fn leave_out_what_cannot_be_said(record: &mut Record) {
    let info = &mut record.info;
    info.place = None;
    info.participants.truncate(2);
    info.players = (0u32..)
        .zip(Color::BOTH)
        .map(|(participant, color)| (participant, Some(color)))
        .map(|(participant, color)| Player { participant, color })
        .take(info.participants.len())
        .collect();
    info.time = info.time.take().filter(|time| time.year != 0);
    if let Some(time) = &mut info.time {
        time.second = Some(time.second.unwrap_or(0).min(59));
    }
    if info.rules.scoring.is_some() || info.rules.name.is_some() {
        info.rules.komi = info.rules.komi.or(Komi::from_half_points(13));
    }
    let ids: Vec<_> = record.tree.preorder().collect();
    for id in ids {
        let node = record.tree.node_mut(id);
        if *node.notes() == Notes::NONE {
            continue;
        }
        let notes = node.notes_mut();
        (notes.time, notes.actor) = (None, None);
        notes.evaluation = notes.evaluation.filter(|one| *one != Evaluation::Controversial);
        notes.title = notes
            .title
            .take()
            .map(|title| title.replace(['\n', '\r', '\t'], " ").chars().take(128).collect());
    }
}

#[test]
fn wei7_versions_agree() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/specs/examples");
    let read = |name: &str, format| {
        let bytes = fs::read(folder.join(name)).expect("stands beside the others");
        format::read(&bytes, format).records.remove(0)
    };
    if !folder.is_dir() {
        eprintln!("skipped: {} is missing", folder.display());
        return;
    }
    let tutorial = read("spec30-5-tutorial.wei7", Format::Wei7);
    comes_back(&tutorial);
    let older = read("spec22-1-tutorial.wei7", Format::Wei7Xml);
    assert_eq!(shape(&older).len(), shape(&tutorial).len());
    let game = read("spec30-5-lg13.wei7", Format::Wei7);
    assert_eq!(moves(&game), moves(&read("spec22-1-lg13.wei7", Format::Wei7Xml)));
    let room = read("spec30-5-studyroom.wei7", Format::Wei7);
    let (back, _, _) = through(&room, Format::Wei7Xml);
    assert_eq!(moves(&back.expect("a record")).len(), 8);
}

#[test]
fn losses_are_reported() {
    for (sgf, expected) in [
        ("SZ[9]AB[aa];B[bb];AW[cc];B[dd]", "late-setup"),
        ("SZ[9];B[aa];C[said]", "merged"),
        ("SZ[9]RE[B+T]", "won-otherwise"),
        ("SZ[9]RE[Void]", "left-out"),
        ("SZ[9]KM[-5.5]", "left-out"),
        ("SZ[9]RU[AGA]KM[7.5]", "left-out"),
        ("SZ[9]RU[Chinese]", "komi-unknown"),
        ("SZ[9]EV[名人战]", "named-by-event"),
        ("SZ[9]DT[2024-05-06]", "left-out"),
        ("SZ[9]PB[a]BT[b]", "left-out"),
        ("SZ[9]CR[aa]", "left-out"),
        ("SZ[9]LB[aa:12]", "symbol-shortened"),
        ("SZ[9]LB[aa:围]", "left-out"),
        ("SZ[9]AB[aa]PL[W]", "problem-assumed"),
        ("SZ[9]PL[W];B[aa]", "left-out"),
        ("SZ[9];B[aa]TE[2]", "less-emphasis"),
        ("SZ[9];B[aa]DO[]", "left-out"),
        ("SZ[9];B[aa]BL[30]", "left-out"),
        ("SZ[9](;AB[aa])(;AB[bb])", "no-main-line"),
        ("SZ[9];B[aa]C[\u{1}]", "bad-characters"),
        ("SZ[9]XWT[2013-03-06T10:10Z]", "time-changed"),
        ("SZ[9]XWU[0:][0.name:a][1:][1.name:b]XWV[0:B][1:B]", "team-names"),
        ("SZ[9]XWU[0:][0.name:a]", "left-out"),
        ("SZ[9]XWV[0:B];B[aa]", "left-out"),
        ("SZ[9];B[aa]XWN[a\nb]", "line-breaks"),
        (&format!("SZ[9]GN[{}]", "a".repeat(129)), "cut"),
        ("SZ[8]", "other-size"),
        ("SZ[9:7]", "other-size"),
    ] {
        let records = format::read(format!("(;{sgf})").as_bytes(), Format::Sgf).records;
        let writing = format::write(&records, Format::Wei7Xml, Charset::Utf8);
        let said: Vec<String> = writing.findings.iter().map(|found| found.rule.name()).collect();
        assert_eq!(said, [expected], "{sgf}");
        let is_error = writing.findings.iter().any(|found| found.rule.kind == Severity::Error);
        assert_eq!(writing.bytes.is_empty(), is_error);
    }
}
