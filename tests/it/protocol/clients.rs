//! Sabaki's GTP layer drives the engine. If `bash .ci/clients sabaki` has not installed it, the tests print a message
//! and pass. The slower tests of other clients run by that command only.

use std::path::Path;
use std::process::{Command, Stdio};

/// Returns `true` if a program can be run.
fn can_run(program: &str) -> bool {
    let version = Command::new(program).arg("--version").stdout(Stdio::null()).status();
    version.is_ok_and(|status| status.success())
}

/// Runs a script of `tests/clients/`, which prints its checks.
fn run(script: &str, seen: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let modules = root.join("target/clients/node_modules");
    if !can_run("node") || !modules.join("@sabaki/gtp").is_dir() {
        println!("skipped: it needs node and @sabaki/gtp, which .ci/clients installs");
        return;
    }
    let run = Command::new("node")
        .arg(root.join("tests/clients").join(script))
        .arg(env!("CARGO_BIN_EXE_tianyuan"))
        .args(["--threads", "1", "--playouts", "200", "--memory", "16"])
        .env("NODE_PATH", modules)
        .output()
        .expect("node runs");
    let told = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(run.status.success(), "{}{}", told(&run.stdout), told(&run.stderr));
    assert_eq!(told(&run.stdout).trim(), seen);
}

#[test]
fn sabaki_gtp_client_plays_game() {
    run("sabaki.js", "synchronised, played, undone, stopped");
}

#[test]
fn sabaki_gtp_reads_analysis_and_handles_engine_exit() {
    run("sabaki_analysis.js", "analysed, told, restarted, stopped");
}
