//! The examples of the specification, if available.

use std::fs;
use std::path::{Path, PathBuf};

use tianyuan::go::Color;
use tianyuan::records::format::{self, Format};
use tianyuan::records::record::replay::position_at;
use tianyuan::records::record::{Event, Record};

use super::{end, only, said, through, warnings, written};

fn specification() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/specs/examples");
    if folder.is_dir() {
        return Some(folder);
    }
    eprintln!("skipped: {} is missing", folder.display());
    None
}

#[test]
fn specification_examples_are_valid_except_one() {
    let Some(folder) = specification() else { return };
    for name in ["simple", "tutorial", "studyroom", "lg13"] {
        let file = folder.join(format!("spec30-5-{name}.wei7"));
        let reading = format::check(&fs::read(file).expect("readable"), Format::Wei7);
        assert_eq!(said(&reading), [""; 0], "{name}");
        let record = only(reading);
        let writing = written(&record, Format::Wei7);
        assert_eq!(warnings(&writing), [""; 0]);
        assert_eq!(through(&record, Format::Wei7), record);
        let back = through(&record, Format::Sgf);
        assert!(back == record || name == "studyroom", "{name}");
        assert_eq!(end(&back), end(&record));
        assert_eq!(through(&back, Format::Wei7), back, "{name}");
    }
    let file = folder.join("spec30-5-lg13.as-printed.wei7");
    let reading = format::check(&fs::read(file).expect("readable"), Format::Wei7);
    assert_eq!(said(&reading), ["line 1, column 1: missing member `format` [3.2]"]);
}

#[test]
fn study_record_preserves_variations_and_messages_in_sgf() {
    let Some(folder) = specification() else { return };
    let bytes = fs::read(folder.join("spec30-5-studyroom.wei7")).expect("readable");
    let record = only(format::read(&bytes, Format::Wei7));
    let back = through(&record, Format::Sgf);
    let count = |record: &Record, is: fn(&Event) -> bool| {
        record.tree.preorder().filter(|&id| is(&record.tree.node(id).event)).count()
    };
    let is_move: fn(&Event) -> bool = |event| matches!(event, Event::Move { .. });
    let is_message: fn(&Event) -> bool = |event| matches!(event, Event::Message(_));
    assert_eq!((count(&record, is_move), count(&record, is_message)), (16, 13));
    // Each of the four repeated moves occurs once.
    assert_eq!((count(&back, is_move), count(&back, is_message)), (12, 13));
    let main_line = back.tree.main_line(back.tree.root());
    let moves = main_line.filter(|&id| is_move(&back.tree.node(id).event)).count();
    assert_eq!(moves, 8);
    let stones: Vec<String> =
        end(&back).iter().map(|(at, color)| format!("{}({at})", color.letter())).collect();
    let expected =
        ["B(15,1)", "W(16,2)", "B(3,3)", "W(15,3)", "W(16,5)", "B(13,12)", "B(3,15)", "W(15,15)"];
    assert_eq!(stones, expected);
}

#[test]
fn famous_game_is_equal_in_json_and_sgf() {
    let Some(folder) = specification() else { return };
    let read = |name: &str, format| {
        only(format::read(&fs::read(folder.join(name)).expect("readable"), format))
    };
    let (json, sgf) =
        (read("spec30-5-lg13.wei7", Format::Wei7), read("lg13.mainline.sgf", Format::Sgf));
    let moves = |record: &Record| -> Vec<Event> {
        let events = record.tree.preorder().map(|id| record.tree.node(id).event.clone());
        events.filter(|event| matches!(event, Event::Move { .. })).collect()
    };
    assert_eq!(moves(&json).len(), 163);
    assert_eq!(moves(&json), moves(&sgf));
    let last = json.tree.preorder().last().expect("a root");
    let position = position_at(&json, last);
    assert_eq!(Color::BOTH.map(|color| position.captured(color)), [4, 3]);
    assert_eq!(json.info.result, sgf.info.result);
}
