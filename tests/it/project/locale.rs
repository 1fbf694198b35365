//! The language of the program's output: from the locale or `--lang`; and output that is the same in every language.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::folder::empty_folder;
use crate::support::process::{Said, program_in, run};

const CHINESE: &str = "zh_CN.UTF-8";

const RECORD: &str = "(;GM[1]FF[4]SZ[9]KM[7.5];B[ee];W[ec];B[tt])";

/// Returns a folder with a valid and a malformed record.
fn folder(name: &str) -> PathBuf {
    let folder = empty_folder(name);
    fs::write(folder.join("game.sgf"), RECORD).expect("written");
    fs::write(folder.join("spoilt.sgf"), "(;GM[1]FF[4]SZ[9];B[zz]").expect("written");
    folder
}

/// Returns the program's output under a locale.
fn said(folder: &Path, line: &str, locale: &str, input: &str) -> Said {
    let words: Vec<&str> = line.split(' ').filter(|word| !word.is_empty()).collect();
    run(program_in(folder, &words).env("LC_ALL", locale), input.as_bytes())
}

/// Returns `true` if a text has Chinese words other than those in English texts.
fn is_chinese(text: &str) -> bool {
    let text = text.replace("天元", "").replace("中文", "");
    text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c))
}

#[test]
fn help_and_messages_follow_locale() {
    let folder = folder("locale");
    let lines = [
        "--help",
        "match merge --help",
        "help show",
        "--level 11",
        "show game.sgf",
        "show game.sgf --move 9",
        "check spoilt.sgf",
        "match merge none.json",
    ];
    for line in lines {
        let [english, chinese] = ["C", CHINESE].map(|locale| said(&folder, line, locale, ""));
        assert_eq!(english.status, chinese.status, "{line}");
        let all = |said: &Said| said.text().to_owned() + &said.errors;
        assert!(!is_chinese(&all(&english)), "{line}: {}", all(&english));
        // A failed job ends with a message in the language of the locale.
        if line != "match merge none.json" {
            assert!(is_chinese(&all(&chinese)), "{line}: {}", all(&chinese));
        }
    }
}

#[test]
fn language_option_overrides_locale() {
    let folder = folder("locale-option");
    let english = said(&folder, "show game.sgf", "C", "");
    let chinese = said(&folder, "show game.sgf", CHINESE, "");
    assert_eq!(said(&folder, "show game.sgf --lang en", CHINESE, "").output, english.output);
    assert_eq!(said(&folder, "show game.sgf --lang zh", "C", "").output, chinese.output);
    assert!(chinese.text().contains("黑虚着"), "{}", chinese.text());
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn machine_readable_output_ignores_locale() {
    let folder = folder("locale-protocols");
    let gtp = "boardsize 9\nplay b E5\nhelp\nplay b E5\nshowboard\nkata-get-rules\nquit\n";
    let wtp = "WTP\nplay B D4\nplay W D4\nhelp\nshuzi\nquit\n";
    let query = "{\"id\":\"a\",\"moves\":[[\"B\",\"Z99\"]],\"boardXSize\":9,\"boardYSize\":9}\n";
    let cases = [
        ("", gtp),
        ("", wtp),
        ("analysis --no-net", query),
        ("convert game.sgf - --to wei7", ""),
        ("man", ""),
        ("completions bash", ""),
        ("--version", ""),
    ];
    for (line, input) in cases {
        let [english, chinese] = ["C", CHINESE].map(|locale| said(&folder, line, locale, input));
        assert!(!english.output.is_empty(), "{line}");
        assert_eq!((english.status, &english.output), (chinese.status, &chinese.output), "{line}");
    }
}
