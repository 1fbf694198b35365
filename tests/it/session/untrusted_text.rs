//! Untrusted text never reaches a terminal unescaped: records with hostile fields, keys and names, hostile file names
//! and arguments, and engines with hostile names.
#![cfg(unix)]
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use tianyuan::records::charset::Charset;

use crate::support::folder::empty_folder;
use crate::support::process::{self, Said, program_in};

/// A colour, a title, a C1 mode, an erased character, an overwritten line, and reversed text.
const HOSTILE: &str = "\u{1b}[31mred\u{1b}]0;title\u{7}\u{9b}2J\u{90}q\u{9c}\u{7f}\u{8}\u{c}\u{85}\u{2028}\u{202e}r\u{2066}l\u{200f}";

/// An empty folder for a test, with a hostile name.
fn folder(name: &str) -> PathBuf {
    empty_folder(Path::new("foreign-text").join(name).join(format!("a{HOSTILE}")))
}

/// Runs a command in a folder with these bytes on its standard input.
fn run(folder: &Path, arguments: &[&str], input: &[u8]) -> Said {
    process::run(&mut program_in(folder, arguments), input)
}

/// Returns the control sequences in a text.
fn obeyed(text: &str) -> Vec<char> {
    let turns = |c: char| {
        "\u{61c}\u{200e}\u{200f}\u{2028}\u{2029}".contains(c)
            || ('\u{202a}'..='\u{202e}').contains(&c)
            || ('\u{2066}'..='\u{2069}').contains(&c)
    };
    text.chars().filter(|&c| c.is_control() && c != '\n' && c != '\t' || turns(c)).collect()
}

fn assert_harmless(what: &str, text: &str) {
    assert_eq!(obeyed(text), [], "{what}: {text:?}");
}

/// SGF with hostile text in each property and in invalid names.
fn sgf() -> String {
    let mut text = String::from("before (;FF[4]SZ[5]");
    for name in [
        "GN", "EV", "RO", "PC", "DT", "PB", "PW", "BR", "WR", "BT", "WT", "RU", "KM", "RE", "HA",
        "TM", "OT", "ON", "AN", "CP", "US", "SO", "AP", "CA", "GC", "C", "N", "PL", "ST", "XX",
        "XWN", "XWT", "XWU", "XWV", "XWM", "XWR", "LB", "FG",
    ] {
        let _ = write!(text, "{name}[{HOSTILE}]");
    }
    let _ = write!(text, "x{HOSTILE}y[{HOSTILE}]X{HOSTILE}[1]");
    let _ = write!(text, ";B[cc]C[one\ttab\ntwo {HOSTILE}]N[{HOSTILE}]LB[aa:{HOSTILE}]");
    let _ = write!(text, "TR[{HOSTILE}]BL[{HOSTILE}];W[{HOSTILE}]V[{HOSTILE}])");
    text
}

/// wei7 3.0 with hostile text in each string, as member names, and in invalid places.
fn wei7() -> String {
    let text = serde_json::to_string(HOSTILE).expect("text is JSON");
    format!(
        r#"{{"format":{text},"version":{text},"size":5,{text}:1,
        "info":{{"domain":{text},"id":{text},"name":{text},"time":{text},"place":{text},{text}:{text},
            "rules":{{"scoring":{text},"komi":{text},"type":{text}}},"result":{text},
            "participants":[{{"name":{text},"rank":{text},"title":{text},"id":{text}}}],
            "players":[{{"participant":0,"color":1}}]}},
        "tree":{{"title":{text},"pre":{{"marks":[{{"point":{{"x":1,"y":1}},"symbol":{text}}}],"comment":{text}}},
            "steps":[{{"action":{{"type":"message","value":{text}}},"actor":0,"comment":{text}}},
                {{"action":{{"type":{text},"value":1}}}},
                {{"action":{{"type":"move","value":{{"color":1,"point":{{"x":2,"y":2}},"evaluation":{text}}}}},
                    "comment":{text}}}]}}}}"#
    )
}

/// wei7 2.2 with the same, as far as XML allows.
fn wei7_xml() -> String {
    let text: String = HOSTILE.chars().filter(|c| *c > ' ').collect();
    format!(
        r#"<wei7 version="{text}" a{text}="1"><size>7{text}</size>
        <game name="{text}" id="{text}"><rules scoring="{text}" komi="{text}" type="{text}"/><time>{text}</time>
        <black name="{text}" rank="{text}" x="{text}"/><result winner="{text}" margin="{text}"/></game>
        <moves>{text}<black x="1" y="1" title="{text}" comment="{text}" eval="{text}"/><{text}/>
        <mark x="2" y="2" symbol="{text}"/><white x="{text}" y="2" comment="{text}"/></moves></wei7>"#
    )
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn control_characters_in_records_are_escaped() {
    let folder = folder("records");
    let name = |end: &str| format!("g{HOSTILE}\n{end}");
    let files = [(name("1.sgf"), sgf()), (name("2.wei7"), wei7()), (name("3.wei7"), wei7_xml())];
    for (file, text) in &files {
        fs::write(folder.join(file), text).expect("written");
        let file = file.as_str();
        let mut jobs: Vec<Vec<&str>> = vec![
            vec!["check", file],
            vec!["check", "--lang", "zh", "--strict", file],
            vec!["check", "--json", file],
            vec!["show", file],
            vec!["show", file, "--move", "0"],
            vec!["show", file, "--move", "99"],
            vec![
                "review",
                file,
                "-o",
                HOSTILE,
                "--playouts",
                "5",
                "--format",
                "html,sgf,wei7,json,csv",
            ],
        ];
        for to in ["wei7", "wei7-2.2", "sgf"] {
            for keep in ["comment", "all"] {
                jobs.push(vec!["convert", file, "out", "--to", to, "--preserve", keep]);
            }
            jobs.push(vec![
                "convert", file, "out", "--to", to, "--marks", "map", "--rebase", "--lang", "zh",
            ]);
        }
        for job in jobs {
            let said = run(&folder, &job, b"");
            let what = format!("{job:?}");
            assert_harmless(&what, said.text());
            assert_harmless(&what, &said.errors);
            assert!(said.output.len() + said.errors.len() > 0, "{what}");
            if said.text().starts_with('{') {
                let json: serde_json::Value = serde_json::from_str(said.text()).expect("JSON");
                assert_eq!(json["file"], file, "{what}: it means the same");
            }
        }
    }
    let said = run(&folder, &["show", &files[0].0, "--move", "1"], b"");
    assert!(said.text().contains("one tab\ntwo \\u{1b}[31mred"), "{}", said.text());
    assert!(said.text().starts_with("g\\u{1b}[31mred"), "{}", said.text());
    assert!(
        said.text().contains(" 5 .\u{FFFD}. . . . 5\n"),
        "the board keeps its form: {}",
        said.text()
    );
    let first = said.text().lines().next().expect("a line");
    assert!(first.contains("\\n1.sgf: sgf"), "a name is one line: {first}");
    // The written content equals the content read.
    let said = run(&folder, &["convert", &files[0].0, "-", "--to", "sgf"], b"");
    assert!(said.text().contains("\u{9b}2J\u{90}q"), "{}", said.text());
}

#[test]
fn control_characters_in_arguments_are_escaped() {
    let folder = folder("arguments");
    let option = format!("--{HOSTILE}");
    let param = format!("{HOSTILE}=1");
    for job in [
        vec![HOSTILE],
        vec![&option],
        vec!["--param", &param],
        vec!["--threads", HOSTILE],
        vec!["--files", HOSTILE],
        vec!["--net", HOSTILE],
        vec!["check", HOSTILE],
        vec!["show", HOSTILE],
        vec!["show", "-", "--node", HOSTILE],
        vec!["convert", HOSTILE, HOSTILE],
        vec!["convert", HOSTILE, "-", "--to", HOSTILE],
        vec!["review", HOSTILE, "-o", HOSTILE],
        vec!["perft", HOSTILE, "1"],
        vec!["features", "--output", "none/\u{1b}[31m"],
        vec!["train-patterns", "--output", "none/\u{1b}[31m"],
        vec!["completions", HOSTILE],
        vec!["match", "--engine", HOSTILE, "--engine", HOSTILE],
        vec!["match", "--engine", "x", "--engine", "y", "--rules", HOSTILE],
        vec!["match", "--engine", "x", "--engine", "y", "--openings", HOSTILE],
    ] {
        let input = format!("game B+R cccd\n{HOSTILE} {HOSTILE} {HOSTILE}\n");
        let said = run(&folder, &job, input.as_bytes());
        let what = format!("{job:?}");
        assert_harmless(&what, said.text());
        assert_harmless(&what, &said.errors);
        assert_ne!(said.status, 0, "{what}");
        assert!(!said.errors.is_empty(), "{what}");
    }
}

#[test]
fn control_characters_in_logs_are_escaped() {
    let folder = folder("logs");
    let file = format!("g{HOSTILE}.sgf");
    fs::write(folder.join(&file), sgf()).expect("written");
    let gtp = format!(
        "kata-set-rules {HOSTILE}\nkata-set-rule {HOSTILE} x\nload_game {file}\nload_game {HOSTILE}.sgf\n\
         gogui-play_sequence B {HOSTILE}\n{HOSTILE}\n"
    );
    let wtp = Charset::Gb18030.encode(&format!(
        "WTP\nrule Ko{HOSTILE}: x\nrule Ko: {HOSTILE}\nload_game {file}\nload_game {HOSTILE}.sgf\n"
    )).into_owned();
    for input in [gtp.into_bytes(), wtp] {
        let mut job = program_in(&folder, &["--log", "trace"]);
        let errors = process::run_into(Stdio::null(), &mut job, &input).errors;
        assert_harmless("the log", &errors);
        assert!(errors.contains("\\u{9b}2J"), "it is told: {errors}");
    }
}

#[test]
fn control_characters_from_engines_are_escaped() {
    let folder = folder("engines");
    let script = "while read -r line; do case \"$line\" in\n\
        *name|*version) printf '= e\\033[31mvil\\302\\2332J\\n\\n';;\n\
        *list_commands) printf '= name\\nversion\\nquit\\n\\n';;\n\
        *genmove*) printf 'x\\033]0;x\\007\\n' >&2; printf '= pass\\n\\n';;\n\
        *quit*) printf '= \\n\\n'; exit;;\n\
        *) printf '= \\n\\n';; esac; done\n";
    fs::write(folder.join("evil.sh"), script).expect("written");
    let job = [
        "match",
        "--size",
        "5",
        "--games",
        "2",
        "--verbose",
        "--engine",
        "sh evil.sh",
        "--engine",
        "sh evil.sh",
    ];
    let said = run(&folder, &job, b"");
    assert!(said.text().contains("vil"), "{}{}", said.text(), said.errors);
    assert_harmless("the report", said.text());
    assert_harmless("what is told of the games", &said.errors);
}
