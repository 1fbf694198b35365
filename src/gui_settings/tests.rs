//! Tests on settings with the form of current versions of the programs.

use std::path::PathBuf;

use serde_json::Value;

use super::*;

/// Settings as Sabaki 0.60 writes them: sorted keys, two spaces.
const SABAKI: &str = r#"{
  "app.startup_check_updates": true,
  "board.variation_opacity": 1.0,
  "engines.analyze_commands": [
    "analyze"
  ],
  "engines.list": [
    {
      "name": "GNU Go",
      "path": "/usr/games/gnugo",
      "args": "--mode gtp",
      "commands": ""
    }
  ],
  "window.width": 564
}"#;

/// Settings as KaTrain 1.20 writes them.
const KATRAIN: &str = r#"{
    "engine": {
        "backend": "",
        "katago": "",
        "altcommand": "",
        "max_time": 8.0
    },
    "general": {
        "version": "1.20.0"
    }
}"#;

/// Settings of LizzieYzy 2.5.3, which sorts nothing.
const LIZZIEYZY: &str = r#"{
  "ui": {"default-engine": 0},
  "leelaz": {
    "engine-settings-list": [
      {"name": "katago", "command": "katago gtp", "komi": 7.5, "isDefault": true}
    ],
    "limit-playout": false
  }
}"#;

/// Settings of q5Go 2.1.
const Q5GO: &str = "ANALYSIS_HIDE [1]
ENGINE1a [Aya]
ENGINE1b [/opt/aya]
ENGINE1c []
ENGINE1d [7.5]
ENGINE1e [0]
ENGINE1f []
ENGINE1g [1]
SKIN [ ]
";

const ALL: [(Gui, &str); 4] = [
    (Gui::Sabaki, SABAKI),
    (Gui::Katrain, KATRAIN),
    (Gui::Lizzieyzy, LIZZIEYZY),
    (Gui::Q5go, Q5GO),
];

fn engine() -> EngineEntry {
    let program = "/home/x/Go \"engines\"/tianyuan".into();
    EngineEntry { program, options: "--time 10".into(), is_windows: false }
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn engine_is_added_and_other_settings_are_preserved() {
    let new = Gui::Sabaki.with_engine(SABAKI, &engine()).expect("known settings");
    let mut due = json(SABAKI);
    let entry = serde_json::json!({
        "name": "Tianyuan", "path": engine().program, "args": "--time 10", "commands": "",
    });
    due["engines.list"].as_array_mut().expect("a list").push(entry);
    assert_eq!(json(&new), due);
    assert!(new.contains("\"board.variation_opacity\": 1.0,"), "numbers keep their form");

    let new = Gui::Katrain.with_engine(KATRAIN, &engine()).expect("known settings");
    let mut due = json(KATRAIN);
    due["engine"]["altcommand"] =
        "exec '/home/x/Go \"engines\"/tianyuan' analysis -quit-without-waiting --time 10".into();
    due["engine"]["backend"] = "custom".into();
    assert_eq!(json(&new), due);
    assert_eq!(changed_lines(KATRAIN, &new).len(), 6, "the backend and the command change");

    let new = Gui::Lizzieyzy.with_engine(LIZZIEYZY, &engine()).expect("known settings");
    let list = &json(&new)["leelaz"]["engine-settings-list"];
    assert_eq!(list[0], json(LIZZIEYZY)["leelaz"]["engine-settings-list"][0]);
    assert_eq!(list[1]["name"], "Tianyuan");
    let command = list[1]["command"].as_str().expect("a command");
    assert!(command.starts_with('"') && command.ends_with("--name KataGo --time 10"), "{command}");

    let new = Gui::Q5go.with_engine(Q5GO, &engine()).expect("known settings");
    let added = "ENGINE2a [Tianyuan]\nENGINE2b [/home/x/Go \"engines\"/tianyuan]\n\
                 ENGINE2c [--time 10]\nENGINE2d []\nENGINE2e [1]\nENGINE2f [19]\nENGINE2g [0]\n";
    assert_eq!(new, format!("{Q5GO}{added}"));
}

#[test]
fn adding_twice_changes_nothing() {
    for (gui, settings) in ALL {
        let once = gui.with_engine(settings, &engine()).expect("known settings");
        assert_eq!(gui.with_engine(&once, &engine()).expect("known settings"), once, "{gui:?}");
    }
}

#[test]
fn removal_restores_the_settings() {
    for (gui, settings) in ALL {
        let with = gui.with_engine(settings, &engine()).expect("known settings");
        assert_ne!(with, settings, "{gui:?}");
        let without = gui.without_engine(&with).expect("known settings");
        match gui {
            Gui::Q5go | Gui::Katrain => assert_eq!(without, settings),
            Gui::Sabaki | Gui::Lizzieyzy => assert_eq!(json(&without), json(settings)),
        }
        assert_eq!(gui.without_engine(settings).expect("known settings"), settings, "{gui:?}");
    }
}

#[test]
fn changed_options_replace_the_entry() {
    let other = EngineEntry { options: "--level 5k".into(), ..engine() };
    for (gui, settings) in ALL {
        let first = gui.with_engine(settings, &engine()).expect("known settings");
        let second = gui.with_engine(&first, &other).expect("known settings");
        assert_eq!(second, gui.with_engine(settings, &other).expect("known settings"), "{gui:?}");
        assert!(!second.contains("--time 10") && second.contains("--level 5k"), "{second}");
    }
}

#[test]
fn engine_in_the_middle_of_q5go_list_is_removed_without_a_gap() {
    let more = "ENGINE3a [Zen]\nENGINE3b [/opt/zen]\n";
    let with = Gui::Q5go.with_engine(Q5GO, &engine()).expect("known settings") + more;
    let without = Gui::Q5go.without_engine(&with).expect("known settings");
    assert_eq!(without, format!("{Q5GO}{}", more.replace("ENGINE3", "ENGINE2")));
}

#[test]
fn empty_list_gets_the_first_engine() {
    let settings = "{\n  \"engines.list\": [],\n  \"a\": 1\n}";
    let with = Gui::Sabaki.with_engine(settings, &engine()).expect("known settings");
    assert_eq!(json(&with)["engines.list"][0]["name"], "Tianyuan");
    assert_eq!(Gui::Sabaki.without_engine(&with).expect("known settings"), settings);
}

#[test]
fn command_of_katrain_is_quoted_for_the_shell() {
    let quoted =
        EngineEntry { program: "/a'b/tianyuan".into(), options: "".into(), is_windows: false };
    assert_eq!(
        Gui::Katrain.command(&quoted),
        r"exec '/a'\''b/tianyuan' analysis -quit-without-waiting"
    );
    let windows = EngineEntry { program: r"C:\Go\tianyuan.exe".into(), is_windows: true, ..quoted };
    assert_eq!(
        Gui::Katrain.command(&windows),
        r#""C:\Go\tianyuan.exe" analysis -quit-without-waiting"#
    );
}

#[test]
fn katrain_uses_the_command_whatever_engine_was_selected() {
    let selected = |text: &str| json(text)["engine"]["backend"].clone();
    for backend in ["local", "remote", "custom"] {
        let settings = KATRAIN.replace("\"backend\": \"\"", &format!("\"backend\": \"{backend}\""));
        let with = Gui::Katrain.with_engine(&settings, &engine()).expect("known settings");
        assert_eq!(selected(&with), "custom");
        assert_eq!(Gui::Katrain.with_engine(&with, &engine()).as_deref(), Ok(&*with));
        assert_eq!(Gui::Katrain.without_engine(&with).as_deref(), Ok(KATRAIN));
        let other = with.replace("\"custom\"", "\"local\"");
        let without = Gui::Katrain.without_engine(&other).expect("known settings");
        assert_eq!(selected(&without), "local", "another engine stays selected");
    }
    // KaTrain before 1.20.
    let old = KATRAIN.replace("        \"backend\": \"\",\n", "");
    let with = Gui::Katrain.with_engine(&old, &engine()).expect("known settings");
    assert_eq!(selected(&with), Value::Null);
    assert_eq!(Gui::Katrain.without_engine(&with), Ok(old));
}

#[test]
fn unknown_settings_are_rejected() {
    let unknown = SettingsError::Unknown("engines.list");
    for settings in ["{}", "[]", "1", r#"{"engines.list": {}}"#, r#"{"engines": {"list": []}}"#] {
        assert_eq!(
            Gui::Sabaki.with_engine(settings, &engine()),
            Err(unknown.clone()),
            "{settings}"
        );
    }
    for settings in [r#"{"engine": {}}"#, r#"{"engine": {"altcommand": 1}}"#] {
        let unknown = SettingsError::Unknown("engine.altcommand");
        assert_eq!(Gui::Katrain.with_engine(settings, &engine()), Err(unknown), "{settings}");
    }
    let backend = r#"{"engine": {"altcommand": "", "backend": 1}}"#;
    let unknown = SettingsError::Unknown("engine.backend");
    assert_eq!(Gui::Katrain.with_engine(backend, &engine()), Err(unknown));
    for settings in ["", "{", "{} {}", "\u{feff}{}"] {
        let found = Gui::Sabaki.with_engine(settings, &engine());
        assert!(matches!(found, Err(SettingsError::Json(_))), "{settings}: {found:?}");
    }
    let line_break = EngineEntry { program: "/a\nb".into(), ..engine() };
    assert_eq!(Gui::Q5go.with_engine("", &line_break), Err(SettingsError::Character('\n')));
}

#[test]
fn settings_are_found_in_the_usual_folders() {
    let paths = |system: &str, gui| {
        let environment = Environment {
            system,
            home: Some("/home/x".into()),
            variable: |name| (name == "APPDATA").then(|| "/appdata".into()),
        };
        settings_files(gui, &environment).into_iter().map(|it| it.path).collect::<Vec<_>>()
    };
    let file = |path: &str| vec![PathBuf::from(path)];
    assert_eq!(paths("linux", Gui::Sabaki), file("/home/x/.config/Sabaki/settings.json"));
    assert_eq!(
        paths("macos", Gui::Sabaki),
        file("/home/x/Library/Application Support/Sabaki/settings.json")
    );
    assert_eq!(paths("windows", Gui::Sabaki), file("/appdata/Sabaki/settings.json"));
    assert_eq!(paths("linux", Gui::Katrain), file("/home/x/.katrain/config.json"));
    assert_eq!(paths("linux", Gui::Q5go), file("/home/x/.config/q5go/q5gorc"));
    assert_eq!(paths("windows", Gui::Q5go), Vec::<PathBuf>::new(), "no LOCALAPPDATA");
}
