//! Examples as records, and their output.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use tianyuan::go::Color;
use tianyuan::records::charset::Charset;
use tianyuan::records::format::{self, Format};
use tianyuan::records::record::{Event, Language, Outcome, Point};
use tianyuan::records::wei7_json;

use super::{end, example, only, said, through, warnings, written};

#[test]
fn every_member_is_read() {
    let record = example("valid/live");
    let events: Vec<&Event> =
        record.tree.preorder().map(|id| &record.tree.node(id).event).collect();
    assert_eq!(*events[0], Event::Nothing);
    assert_eq!(*events[1], Event::Message("开始\n了".into()));
    assert_eq!(*events[4], Event::Takeback(1));
    assert!(matches!(events[6], Event::Claim(Outcome::Win { winner: Color::White, .. })));
    let notes: Vec<_> = record.tree.preorder().map(|id| record.tree.node(id).notes()).collect();
    assert_eq!((notes[2].time, notes[2].actor), (Some(5.25), Some(0)));
    assert_eq!(notes[4].comment.as_deref(), Some("误"));
    assert_eq!(end(&record), [(Point { x: 2, y: 2 }, Color::Black)]);
    let record = example("valid/numbers-by-value");
    assert_eq!(record.size.width(), 19);
    assert_eq!(record.info.rules.komi.map(|komi| komi.half_points()), Some(15));
    assert_eq!(example("valid/rectangle").size.to_string(), "13x7");
}

#[test]
fn branches_and_steps_are_distinguished() {
    let record = example("valid/branches");
    let tree = &record.tree;
    let fork = tree.first_child(tree.root()).expect("a move");
    let branches: Vec<_> = tree.children(fork).map(|id| tree.node(id)).collect();
    assert_eq!(branches.len(), 4);
    assert_eq!(branches[0].event, branches[1].event);
    assert_eq!((&branches[2].event, &branches[3].event), (&Event::Nothing, &Event::Nothing));
    assert_eq!(branches[2].notes().title.as_deref(), Some("一路"));
    let heading = tree.children(fork).nth(2).expect("a heading");
    let below = tree.node(tree.first_child(heading).expect("one"));
    assert!(below.notes().set_apart && matches!(below.event, Event::Setup(_)));
}

#[test]
fn invalid_parts_are_dropped() {
    let record = example("invalid/unknown-action");
    assert_eq!(end(&record).len(), 1);
    let record = example("invalid/missing-format");
    assert_eq!(record.size.width(), 9);
    assert_eq!(
        example("invalid/long-string").info.name.map(|name| name.chars().count()),
        Some(129)
    );
    let bytes =
        fs::read("tests/data/conformance/wei7-3.0/limit/large-size.wei7").expect("readable");
    assert!(format::read(&bytes, Format::Wei7).records.is_empty(), "no board, no game");
}

#[test]
fn written_form_is_stable() {
    let expected = r##"{
  "format": "wei7",
  "version": "3.0",
  "size": 9,
  "info": {
    "name": "例",
    "rules": {"komi": 7.5, "type": "Chinese"},
    "participants": [
      {"name": "甲", "rank": "9d"},
      {}
    ],
    "players": [
      {"participant": 0, "color": 1},
      {"participant": 1}
    ],
    "result": {"winner": 2, "margin": 0.5}
  },
  "tree": {
    "title": "一",
    "pre": {
      "stones": [
        {"color": 2, "point": {"x": 4, "y": 4}}
      ],
      "problem": {"color": 1},
      "marks": [
        {"point": {"x": 0, "y": 0}, "symbol": "#"},
        {"point": {"x": 8, "y": 0}, "symbol": "a"}
      ],
      "comment": "\"两\n行\""
    },
    "steps": [
      {"time": 0, "action": {"type": "move", "value": {"color": 1, "point": {"x": 3, "y": 4}, "evaluation": "bad", "problem": {"color": 2}}}, "actor": 0},
      {"action": {"type": "takeback", "value": 1}},
      {"action": {"type": "result", "value": {"winner": null}}, "marks": [{"point": {"x": 1, "y": 1}, "symbol": "b"}]},
      {"time": 1.5, "action": {"type": "mark", "value": {"point": {"x": 2, "y": 2}, "symbol": "?"}}},
      {"action": {"type": "message", "value": "好"}, "actor": 1, "comment": "!"}
    ],
    "branches": [
      {
        "steps": [
          {"action": {"type": "move", "value": {"color": 1, "point": null}}}
        ]
      },
      {
        "pre": {}
      },
      {}
    ]
  }
}
"##;
    let reading = format::check(expected.as_bytes(), Format::Wei7);
    assert_eq!(said(&reading), [""; 0]);
    let record = only(reading);
    let writing = written(&record, Format::Wei7);
    assert_eq!(String::from_utf8_lossy(&writing.bytes), expected);
    assert_eq!(warnings(&writing), [""; 0]);
}

#[test]
fn timeline_becomes_variations_and_comments_in_sgf() {
    let record = example("valid/live");
    let writing = written(&record, Format::Sgf);
    let text = String::from_utf8_lossy(&writing.bytes);
    assert!(text.contains("C[误\n[t=0 主持\\] 开始\n了]XWM[0 2 C:开始\n了]"), "{text}");
    assert!(text.contains(";B[cc]C[again\n[t=5.25 主持\\] (6,6) ?\n[甲\\] W+R]"), "{text}");
    assert!(text.contains("XWM[5.25 2 LB gg:?]XWR[- 0:W+R]"), "{text}");
    assert_eq!(warnings(&writing), ["takebacks", "live-events", "live-events"]);
    let back = through(&record, Format::Sgf);
    let events: Vec<&Event> = back.tree.preorder().map(|id| &back.tree.node(id).event).collect();
    assert!(matches!(events[1], Event::Message(_)));
    assert!(matches!(events[2..], [Event::Move { .. }, Event::Mark(_), Event::Claim(_)]));
    let comment = |id: usize| {
        let id = back.tree.preorder().nth(id).expect("a node");
        back.tree.node(id).notes().comment.as_deref()
    };
    assert_eq!((comment(0), comment(2)), (Some("误"), Some("again")));
    assert_eq!(through(&back, Format::Sgf), back);
}

/// SGF with data that wei7 3.0 cannot represent exactly.
const BEYOND: &[&str] = &[
    "",
    "(;SZ[9];B[cc])(;SZ[9])",
    "(;SZ[9]EV[杯]DT[2024-01-01]SO[x]PB[甲]BT[队]HA[3])",
    "(;SZ[9]GN[a{BELL}b]PC[{LONG}])",
    "(;SZ[9]KM[-3]RU[AGA]RE[B+T])",
    "(;SZ[9]XWO[ko=simple tax=none])",
    "(;SZ[9]RE[Void])",
    "(;SZ[9]XWT[2024-01-01T00:00:00.0123456789])",
    "(;SZ[9]XWT[12024-01-01T00:00Z])",
    "(;SZ[9]XWV[7:B];B[cc]XWA[3]XWS[large])",
    "(;SZ[9];AB[aa];AW[bb];C[hello]XWK[1];B[cc])",
    "(;SZ[9];B[cc];AB[aa];W[dd])",
    "(;SZ[9];B[cc](;AB[aa];W[dd])(;W[ee]))",
    "(;SZ[9];B[cc]TE[2];W[dd]IT[];B[ee]IT[]XWE[trick];W[ff]N[x])",
    "(;SZ[9]TE[1];B[cc];XWM[- - C:hm]XWP[B])",
    "(;SZ[9]AB[aa]PL[W])",
    "(;SZ[9];B[cc]PL[W];W[dd]PL[W];B[ee])",
    "(;SZ[9];B[cc]LB[aa:12][bb:甲]TR[cc]XWM[- - TR aa:]XWR[- -:Void])",
    "(;SZ[9];B[cc]LN[aa:bb];W[cc])",
    "(;SZ[9]AB[ab][ba]AW[aa])",
    "(;SZ[9]AB[aa];W[aa])",
    "(;SZ[9];B[aa];W[aa])",
    "(;SZ[9]HA[2]AB[aa][bb]PL[W];W[cc])",
];

#[test]
fn conversion_losses_match_expected_file() {
    let mut told = String::new();
    let mut spoken = BTreeSet::new();
    for sgf in BEYOND {
        let text = sgf.replace("{LONG}", &"名".repeat(129)).replace("{BELL}", "\u{7}");
        let records = format::read(text.as_bytes(), Format::Sgf).records;
        let writing = format::write(&records, Format::Wei7, Charset::Gb18030);
        let _ = writeln!(told, "{sgf}");
        for language in [Language::English, Language::Chinese] {
            writing.findings.iter().for_each(|finding| {
                let _ = writeln!(told, "    {}", finding.text(language));
            });
        }
        spoken.extend(warnings(&writing));
        let has_errors = format::check(&writing.bytes, Format::Wei7).findings.has_errors();
        assert_eq!(writing.findings.has_errors(), has_errors, "{sgf}");
    }
    for rule in wei7_json::WRITING_RULES {
        assert!(spoken.contains(&rule.name()), "no example for {}", rule.name());
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data/conformance/wei7-3.0/conversion-losses.txt");
    if std::env::var_os("TIANYUAN_BLESS").is_some() {
        fs::write(&file, &told).expect("writable");
    }
    assert_eq!(told, fs::read_to_string(&file).expect("readable"));
}

#[test]
fn folded_values_are_in_comment() {
    let sgf = "(;SZ[9]C[a];C[b]N[t]LB[aa:x](;B[cc]C[c];C[d])(;N[only a heading](;B[dd])(;B[ee])))";
    let record = only(format::read(sgf.as_bytes(), Format::Sgf));
    let back = through(&record, Format::Wei7);
    let comments = back.tree.preorder().map(|id| back.tree.node(id).notes().comment.clone());
    let comments: Vec<String> = comments.map(Option::unwrap_or_default).collect();
    assert_eq!(comments, ["a\n\n【t】\n\nb", "c\n\nd", "", "", ""]);
    let heading = back.tree.children(back.tree.root()).nth(1).expect("a heading");
    assert_eq!(back.tree.node(heading).event, Event::Nothing);
    assert_eq!(back.tree.node(heading).notes().title.as_deref(), Some("only a heading"));
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn large_and_deep_files_are_supported() {
    const MANY: usize = 1_000_000;
    let file = |tree: &str| format!(r#"{{"format":"wei7","version":"3.0","tree":{tree}}}"#);
    let deep = file(&(r#"{"branches":[{"x":0},"#.repeat(MANY) + "{}" + &"]}".repeat(MANY)));
    let reading = format::check(deep.as_bytes(), Format::Wei7);
    assert_eq!(reading.findings.omitted(), MANY - 100, "unknown members, deeper and deeper");
    let record = only(reading);
    assert_eq!(record.tree.len(), 2 * MANY + 1);
    let written_deep = written(&record, Format::Wei7).bytes;
    assert!(written_deep.len() < 64 * MANY, "{}", written_deep.len());
    let _ = written(&record, Format::Sgf);
    let step = r#"{"action":{"type":"takeback","value":1}},"#;
    let steps = file(&format!(r#"{{"steps":[{}{{}}]}}"#, step.repeat(MANY)));
    let reading = format::check(steps.as_bytes(), Format::Wei7);
    assert_eq!(only(reading).tree.len(), MANY + 1);
    let wide = file(&format!(r#"{{"branches":[{}{{}}]}}"#, "{},".repeat(6 * MANY)));
    let reading = format::check(wide.as_bytes(), Format::Wei7);
    assert!(said(&reading)[0].contains("more than 5000000 nodes"), "{:#?}", said(&reading));
    let unknown = format!(r#"{{"a":{}{}}}"#, "[".repeat(MANY), "]".repeat(MANY));
    assert_eq!(said(&format::check(unknown.as_bytes(), Format::Wei7)).len(), 4);
    let too_large = vec![b' '; (64 << 20) + 1];
    assert_eq!(said(&format::check(&too_large, Format::Wei7)).len(), 1);
}
