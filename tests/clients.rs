//! Real clients drive the engine. What they need is not always there: then a test says so and
//! passes.
//!
//! With `TIANYUAN_CLIENTS=1` in the environment, packages are installed below `target/`.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Where npm puts packages for these tests.
fn packages() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("target").join("clients")
}

/// Whether a program can be run.
fn can_run(program: &str) -> bool {
    let version = Command::new(program).arg("--version").stdout(Stdio::null()).status();
    version.is_ok_and(|status| status.success())
}

/// Installs a package with npm, if the environment asks for it.
fn install(package: &str) {
    if env::var_os("TIANYUAN_CLIENTS").is_some_and(|value| value == "1") {
        let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
        let quiet = ["--no-audit", "--no-fund", "--silent"];
        let installed = Command::new(npm)
            .args(["install", "--prefix"])
            .arg(packages())
            .args(quiet)
            .arg(package)
            .status();
        assert!(installed.is_ok_and(|status| status.success()), "npm cannot install {package}");
    }
}

#[test]
fn sabaki_plays_with_the_engine() {
    let modules = packages().join("node_modules");
    let package = modules.join("@sabaki").join("gtp");
    if can_run("node") && !package.is_dir() {
        install("@sabaki/gtp@3.0.0");
    }
    if !can_run("node") || !package.is_dir() {
        println!("skipped: it needs node and the package @sabaki/gtp (TIANYUAN_CLIENTS=1)");
        return;
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clients/sabaki.js");
    let run = Command::new("node")
        .arg(script)
        .arg(env!("CARGO_BIN_EXE_tianyuan"))
        .args(["--threads", "1", "--playouts", "200", "--memory", "16"])
        .env("NODE_PATH", modules)
        .output()
        .expect("node runs");
    let told = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(run.status.success(), "{}{}", told(&run.stdout), told(&run.stderr));
    assert_eq!(told(&run.stdout).trim(), "synchronised, played, undone, stopped");
}
