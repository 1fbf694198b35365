//! `tianyuan review` on the command line: every output format, malformed files, hostile names, and interrupted runs.

mod endgame_positions;
mod figures;
mod inputs;
mod journal;
mod move_values;
#[cfg(target_os = "linux")]
mod opening;
mod players;
mod problems;
mod reports;
mod sharing;
mod shards;
use std::path::Path;
use std::process::{Command, Stdio};

use tianyuan::records::format::{self, Format};
use tianyuan::records::record::Record;

use crate::support::process::{self, Said, program_in};

/// A game with a variation, comments, marks, passes, and hostile names.
pub const GAME: &str = r#"(;GM[1]FF[4]CA[UTF-8]SZ[9]KM[7]PB[</script><img src=x>]PW[=1+"A",B]RE[B+5]XX[kept]
;B[ee]C[first];W[ec];B[gc]TR[gc];W[ge];B[ed];W[dc];B[gd];W[dd]
(;B[de];W[ce];B[cf];W[be];B[bf];W[fe];B[];W[])
(;B[ce]BM[1];W[de]))
"#;

/// All output formats.
pub const ALL: &str = "html,sgf,wei7,json,csv";

/// Returns a review command in a folder.
fn review(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = program_in(folder, &["review"]);
    command.args(arguments);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs a review to its end.
fn run(folder: &Path, arguments: &[&str]) -> Said {
    process::run(&mut review(folder, arguments), b"")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

fn record(bytes: &[u8], format: Format) -> Record {
    let reading = format::check(bytes, format);
    assert!(!reading.findings.has_errors(), "{:?}", reading.findings);
    reading.records.into_iter().next().expect("a record")
}
