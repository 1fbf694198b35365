//! `tianyuan setup` as a process, with settings files in a home folder of the test.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::support::folder::empty_folder;
use crate::support::process::{Said, program_in, run_briefly};

const SABAKI: &str = "{\n  \"engines.list\": [],\n  \"window.width\": 564\n}";

/// A home folder.
struct Home(PathBuf);

impl Home {
    fn new(name: &str) -> Home {
        Home(empty_folder(name).to_path_buf())
    }

    fn setup(&self, arguments: &[&str]) -> Said {
        run_briefly(&mut self.command(arguments))
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = program_in(&self.0, &[&["setup"], arguments].concat());
        command.env("HOME", &self.0).env_remove("XDG_CONFIG_HOME");
        command
    }

    /// Writes Sabaki's settings. Returns their path.
    fn sabaki(&self) -> PathBuf {
        let path = self.0.join(match cfg!(target_os = "macos") {
            true => "Library/Application Support/Sabaki/settings.json",
            false => ".config/Sabaki/settings.json",
        });
        fs::create_dir_all(path.parent().expect("a folder")).expect("created");
        fs::write(&path, SABAKI).expect("written");
        path
    }
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn setup_writes_with_a_backup_and_removes_again() {
    let home = Home::new("setup-write");
    let path = home.sabaki();
    let said = home.setup(&["sabaki", "--yes", "--engine-options", "--time 3"]);
    assert_eq!((said.status, said.errors.as_str()), (0, ""), "{}", said.text());
    let new: Value = serde_json::from_str(&text(&path)).expect("JSON");
    let entry = &new["engines.list"][0];
    assert_eq!(entry["path"], env!("CARGO_BIN_EXE_tianyuan"));
    assert_eq!(entry["args"], "--time 3");
    assert_eq!(new["window.width"], 564);
    let backup = path.with_file_name("settings.json.backup");
    assert_eq!(text(&backup), SABAKI);
    assert!(said.text().contains(&*backup.to_string_lossy()), "{}", said.text());

    let said = home.setup(&["list"]);
    assert!(said.lines()[0].starts_with("Sabaki") && said.lines()[0].ends_with(": entered"));
    assert_eq!(said.lines().len(), 4);
    let said = home.setup(&["sabaki", "--yes", "--engine-options", "--time 3"]);
    assert!(said.text().contains("already entered"), "{}", said.text());

    assert_eq!(home.setup(&["sabaki", "--remove", "--yes"]).status, 0);
    assert_eq!(text(&path), SABAKI);
    assert!(text(&path.with_file_name("settings.json.backup2")).contains("Tianyuan"));
    let said = home.setup(&["list"]);
    assert!(said.lines()[0].ends_with(": not entered"), "{}", said.text());
}

#[test]
fn setup_without_a_terminal_only_shows_the_change() {
    let home = Home::new("setup-dry");
    let path = home.sabaki();
    for arguments in [&["sabaki"][..], &["sabaki", "--dry-run"]] {
        let said = home.setup(arguments);
        assert_eq!(said.status, 0, "{}", said.errors);
        assert!(said.text().contains("+       \"name\": \"Tianyuan\","), "{}", said.text());
        assert!(said.text().contains("Nothing was written"), "{}", said.text());
    }
    assert_eq!(text(&path), SABAKI);
    let files = fs::read_dir(path.parent().expect("a folder")).expect("a folder").count();
    assert_eq!(files, 1, "no backup");
}

#[test]
fn setup_names_missing_and_unknown_settings() {
    let home = Home::new("setup-errors");
    let said = home.setup(&["katrain", "--yes"]);
    assert_eq!(said.status, 2);
    assert!(said.errors.contains(".katrain/config.json: start KaTrain once"), "{}", said.errors);

    let file = home.0.join("a.json");
    for (content, due) in [
        ("{}", "no list of engines under `engines.list`"),
        ("{\"engines.list\": []", "not valid JSON"),
        ("", "not valid JSON"),
    ] {
        fs::write(&file, content).expect("written");
        let said = home.setup(&["sabaki", "--yes", "--settings", "a.json"]);
        assert_eq!(said.status, 2, "{}", said.errors);
        assert!(said.errors.contains(due) && said.errors.contains("by hand"), "{}", said.errors);
        assert_eq!(text(&file), content);
    }
    let said = home.setup(&["sabaki", "--yes", "--settings", "missing.json"]);
    assert!(said.status != 0 && said.errors.contains("missing.json"), "{}", said.errors);
}

#[test]
#[cfg(unix)]
fn setup_rejects_a_pipe_and_a_read_only_folder() {
    use std::os::unix::fs::PermissionsExt;

    let home = Home::new("setup-attack");
    let pipe = home.0.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("it runs").success());
    let said = home.setup(&["sabaki", "--yes", "--settings", "pipe"]);
    assert_ne!(said.status, 0, "{}", said.text());
    assert!(said.errors.contains("not a regular file"), "{}", said.errors);

    let path = home.sabaki();
    let folder = path.parent().expect("a folder");
    fs::set_permissions(folder, fs::Permissions::from_mode(0o555)).expect("changed");
    let is_root = fs::write(folder.join("test"), "").is_ok();
    let said = home.setup(&["sabaki", "--yes"]);
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).expect("changed");
    if !is_root {
        assert!(said.status != 0 && said.errors.contains("permission denied"), "{}", said.errors);
        assert_eq!(text(&path), SABAKI);
    }
}

#[test]
fn setup_speaks_chinese() {
    let home = Home::new("setup-chinese");
    home.sabaki();
    let said = home.setup(&["sabaki", "--lang", "zh"]);
    assert!(said.text().contains("没有写入"), "{}", said.text());
    let said = run_briefly(home.command(&["q5go"]).env("LC_ALL", "zh_CN.UTF-8"));
    assert!(said.errors.contains("请先启动一次 q5Go"), "{}", said.errors);
}
