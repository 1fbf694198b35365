//! Dialogues over a bridge to this engine in both directions: the transcripts in `protocol-transcripts/bridge/`, and
//! the WTP transcripts that every bridged engine should pass.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::process::{ended, start};
use crate::support::transcript::Transcript;

/// The WTP dialogues that a bridge to this engine over GTP does not pass, with reasons.
const DIFFERENT: &[(&str, &str)] = &[
    ("analyze", "maxvisits ends it at the first report with as many visits, which has some more"),
    ("first-commands", "place_free_handicap and shuzi are not in the list"),
    ("game-info", "a record does not name the engine that moves came from"),
    ("handicap", "there is no place_free_handicap"),
    ("handshake-failed", "a bridge speaks WTP from the first line on"),
    ("level", "the error has the words of the engine"),
    ("random-seed", "the error has the words of the engine"),
    ("score", "there is no shuzi"),
    ("tianyuan-solve", "the bridge has no solver"),
    ("whole-game", "there is no shuzi"),
];

fn transcripts(folder: &str) -> Vec<Transcript> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol-transcripts").join(folder);
    let entries = fs::read_dir(folder).expect("the folder is there");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths.iter().map(|path| Transcript::read(path)).collect()
}

/// Returns the engine command line of a dialogue, behind the bridge.
fn engine(transcript: &Transcript, protocol: &str) -> String {
    let mut words = vec!["--protocol", protocol, "--threads", "1", "--memory", "16"];
    let asked = transcript.option_words();
    let has = |name| asked.contains(&name);
    words.extend(["--no-net"].into_iter().filter(|_| !has("--net")));
    words.extend(["--seed", "1"].into_iter().filter(|_| !has("--seed")));
    words
        .extend(["--playouts", "100"].into_iter().filter(|_| !has("--playouts") && !has("--time")));
    let given = asked.chunks(2).filter(|pair| !matches!(pair[0], "--net" | "--protocol"));
    words.extend(given.flatten());
    format!("'{}' {}", env!("CARGO_BIN_EXE_tianyuan"), words.join(" "))
}

/// Plays a dialogue over a bridge with these options to an engine of this protocol.
fn play(transcript: &Transcript, protocol: &str, options: &[&str]) -> Result<(), String> {
    let engine = engine(transcript, protocol);
    let (child, talk) = start(&[&["bridge", &engine][..], options].concat());
    let played = transcript.play_over(talk);
    let status = ended(child);
    played.and(if status.success() { Ok(()) } else { Err(format!("it ends with {status}")) })
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn wtp_dialogues_pass_over_bridge() {
    let mut wrong = Vec::new();
    for transcript in transcripts("wtp") {
        let name = transcript.path.file_stem().expect("a name").to_string_lossy().into_owned();
        let is_different = DIFFERENT.iter().any(|(different, _)| *different == name);
        match (play(&transcript, "gtp", &[]), is_different) {
            (Ok(()), true) => wrong.push(format!("{name} passes: take it off the list")),
            (Err(message), false) => wrong.push(message),
            _ => {}
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn bridge_dialogues_match_transcripts() {
    let mut wrong = Vec::new();
    for (folder, protocol, options) in
        [("bridge/wtp", "gtp", &[][..]), ("bridge/gtp", "wtp", &["--wtp"])]
    {
        for transcript in transcripts(folder) {
            wrong.extend(play(&transcript, protocol, options).err());
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
