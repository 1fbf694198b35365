//! Where the programs keep their settings.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use super::gui::{Gui, SettingsFile};

/// The parts of the environment that determine the locations.
#[derive(Debug)]
pub struct Environment<'a> {
    /// The name of the operating system, as in [`env::consts::OS`].
    pub system: &'a str,
    /// The home folder.
    pub home: Option<PathBuf>,
    /// Returns an environment variable.
    pub variable: fn(&str) -> Option<OsString>,
}

impl Environment<'_> {
    /// Returns the environment of this process.
    pub fn of_process() -> Environment<'static> {
        let variable = |name: &str| env::var_os(name);
        Environment { system: env::consts::OS, home: env::home_dir(), variable }
    }

    fn folder(&self, name: &str) -> Option<PathBuf> {
        (self.variable)(name).map(PathBuf::from).filter(|path| path.is_absolute())
    }

    /// Returns the folder for settings of programs.
    fn settings_folder(&self) -> Option<PathBuf> {
        let home = |path: &str| self.home.as_ref().map(|home| home.join(path));
        match self.system {
            "windows" => self.folder("APPDATA"),
            "macos" => home("Library/Application Support"),
            _ => self.folder("XDG_CONFIG_HOME").or_else(|| home(".config")),
        }
    }

    /// Returns the folder for settings of Qt programs.
    fn qt_folder(&self) -> Option<PathBuf> {
        match self.system {
            "windows" => self.folder("LOCALAPPDATA"),
            "macos" => self.home.as_ref().map(|home| home.join("Library/Preferences")),
            _ => self.settings_folder(),
        }
    }
}

/// Returns the paths where a program keeps its settings, whether they exist or not.
pub fn settings_files(gui: Gui, environment: &Environment<'_>) -> Vec<SettingsFile> {
    let home = environment.home.as_deref();
    let paths: Vec<PathBuf> = match gui {
        Gui::Sabaki => {
            let folder = environment.settings_folder();
            folder.into_iter().map(|folder| folder.join("Sabaki/settings.json")).collect()
        }
        Gui::Katrain => home.into_iter().map(|home| home.join(".katrain/config.json")).collect(),
        Gui::Lizzieyzy => home.into_iter().flat_map(lizzieyzy_files).collect(),
        Gui::Q5go => {
            let folder = environment.qt_folder();
            folder.into_iter().map(|folder| folder.join("q5go/q5gorc")).collect()
        }
    };
    paths.into_iter().map(|path| SettingsFile { gui, path }).collect()
}

/// Returns the settings of LizzieYzy, which are in the folder of the program, wherever the user unpacked it.
fn lizzieyzy_files(home: &Path) -> Vec<PathBuf> {
    let folders = ["", "Desktop", "Downloads", "Documents"].map(|name| home.join(name));
    let entries = folders.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten();
    let is_program = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        name.starts_with("lizzieyzy") && path.join("config.txt").is_file()
    };
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_program).collect();
    found.sort();
    found.into_iter().map(|folder| folder.join("config.txt")).collect()
}
