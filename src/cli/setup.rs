//! `tianyuan setup`: enters the engine in the settings of graphical Go programs.

use std::io::{self, BufRead, IsTerminal};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use crate::gui_settings::{
    EngineEntry, Environment, Gui, SettingsFile, changed_lines, settings_files,
};
use crate::job_error::JobError;
use crate::records::record::Language;
use crate::records::storage::Storage;
use crate::sanitize::printable;
use crate::stdio::{Closed, print_prompt};

use super::language::LanguageOption;

/// The maximum size of a settings file, in bytes.
const MOST: usize = 1 << 24;

/// The maximum number of backups of a settings file.
const MOST_BACKUPS: usize = 100;

/// The arguments of `tianyuan setup`.
#[derive(Debug, Clone, PartialEq, Args)]
pub struct SetupArguments {
    /// Program to set up, or list
    #[arg(value_name = "PROGRAM", value_enum)]
    target: Target,
    /// Remove the engine instead of adding it
    #[arg(long)]
    remove: bool,
    /// Show the change without writing it
    #[arg(long, conflicts_with = "yes")]
    dry_run: bool,
    /// Write the change without asking
    #[arg(long)]
    yes: bool,
    /// Settings file [default: the program's usual place]
    #[arg(long, value_name = "FILE")]
    settings: Option<PathBuf>,
    /// Options of the engine, such as "--time 10"
    #[arg(
        long,
        value_name = "OPTIONS",
        default_value = "",
        hide_default_value = true,
        allow_hyphen_values = true
    )]
    engine_options: String,
    #[command(flatten)]
    language: LanguageOption,
}

/// The argument of `tianyuan setup`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Target {
    /// List the programs and their settings
    List,
    /// Sabaki
    Sabaki,
    /// KaTrain
    Katrain,
    /// LizzieYzy
    Lizzieyzy,
    /// q5Go
    Q5go,
}

impl Target {
    fn gui(self) -> Option<Gui> {
        match self {
            Target::List => None,
            Target::Sabaki => Some(Gui::Sabaki),
            Target::Katrain => Some(Gui::Katrain),
            Target::Lizzieyzy => Some(Gui::Lizzieyzy),
            Target::Q5go => Some(Gui::Q5go),
        }
    }
}

/// Prints a line.
type Print<'a> = dyn FnMut(&str) -> Result<(), Closed> + 'a;

impl SetupArguments {
    /// Enters or removes the engine, or lists the programs.
    ///
    /// # Errors
    /// Returns [`JobError`] if no settings file is found, or it cannot be read, changed or written.
    pub fn run(&self, print: &mut Print<'_>) -> Result<(), JobError> {
        let language = self.language.language();
        let environment = Environment::of_process();
        let engine = self.engine()?;
        let Some(gui) = self.target.gui() else {
            return self.list(&environment, &engine, language, print);
        };
        let file = self.file(gui, &environment)?;
        self.change(&file, &engine, language, print).map_err(|error| match error {
            // The entry can still be made by hand.
            JobError::Input(reason) => JobError::Input(by_hand(gui, &engine, &reason)),
            other => other,
        })
    }

    /// Returns the entry of this program.
    fn engine(&self) -> Result<EngineEntry, JobError> {
        let program = std::env::current_exe().map_err(JobError::io("the path of this program"))?;
        let program = program.into_os_string().into_string().map_err(|path| {
            let path = path.display();
            JobError::Usage(format!("the path of this program is not valid Unicode: {path}"))
        })?;
        if let Some(control) = self.engine_options.chars().find(|it| it.is_control()) {
            return Err(JobError::Usage(format!("an option contains the character {control:?}")));
        }
        let is_windows = cfg!(windows);
        Ok(EngineEntry { program, options: self.engine_options.clone(), is_windows })
    }

    /// Returns the settings file to change.
    fn file(&self, gui: Gui, environment: &Environment<'_>) -> Result<SettingsFile, JobError> {
        if let Some(path) = &self.settings {
            return Ok(SettingsFile { gui, path: path.clone() });
        }
        let places = settings_files(gui, environment);
        let found: Vec<&SettingsFile> = places.iter().filter(|it| it.path.exists()).collect();
        let names = |files: &[&SettingsFile]| {
            files.iter().map(|it| it.path.display().to_string()).collect::<Vec<_>>().join(", ")
        };
        let name = gui.name();
        match found.as_slice() {
            [file] => Ok((*file).clone()),
            [] if places.is_empty() => Err(JobError::Usage(format!(
                "no settings of {name} found: name the file with --settings"
            ))),
            [] => {
                let places = names(&places.iter().collect::<Vec<_>>());
                Err(JobError::Usage(format!(
                    "no settings of {name} in {places}: start {name} once, or name the file with --settings"
                )))
            }
            several => Err(JobError::Usage(format!(
                "several settings of {name}: name one of them with --settings: {}",
                names(several)
            ))),
        }
    }

    /// Returns the changed settings.
    fn changed(&self, gui: Gui, old: &str, engine: &EngineEntry) -> Result<String, String> {
        let changed = match self.remove {
            true => gui.without_engine(old),
            false => gui.with_engine(old, engine),
        };
        changed.map_err(|error| error.to_string())
    }

    /// Shows the change of a settings file and writes it if the user agrees.
    fn change(
        &self,
        file: &SettingsFile,
        engine: &EngineEntry,
        language: Language,
        print: &mut Print<'_>,
    ) -> Result<(), JobError> {
        let SettingsFile { gui, path } = file;
        let old = read(path)?;
        let new = self.changed(*gui, &old, engine).map_err(JobError::invalid(path))?;
        let shown = path.display();
        let mut print = |line: String| _ = print(&printable(&line));
        if new == old {
            print(match self.remove {
                true => language.choose(
                    format!("{shown}: Tianyuan is not entered, nothing to remove"),
                    format!("{shown}：其中没有天元，无需移除"),
                ),
                false => language.choose(
                    format!("{shown}: Tianyuan is already entered"),
                    format!("{shown}：已经有天元了"),
                ),
            });
            return Ok(());
        }
        print(format!("{shown}:"));
        changed_lines(&old, &new).into_iter().for_each(&mut print);
        let name = gui.name();
        print(language.choose(
            format!("Close {name} first: when it exits, it may overwrite its settings."),
            format!("请先关闭 {name}：它退出时可能覆盖设置。"),
        ));
        if !self.is_agreed(language)? {
            print(language.choose(
                "Nothing was written. Write the change with --yes.".into(),
                "没有写入。加上 --yes 即可写入。".into(),
            ));
            return Ok(());
        }
        // The user may have taken a while to answer.
        if read(path)? != old {
            let reason = "the file has changed in the meantime, nothing was written";
            return Err(JobError::Usage(format!("{shown}: {reason}")));
        }
        let backup = write(path, &old, &new)?;
        let backup = backup.display();
        print(language.choose(
            format!("Written. The previous settings are in {backup}."),
            format!("已写入。原来的设置保存在 {backup}。"),
        ));
        Ok(())
    }

    /// Returns `true` if the change may be written; asks the user if standard input is a terminal.
    fn is_agreed(&self, language: Language) -> Result<bool, JobError> {
        if self.yes || self.dry_run || !io::stdin().is_terminal() {
            return Ok(self.yes);
        }
        print_prompt(language.choose("Write this change? [y/N] ", "写入这些改动吗？[y/N] "));
        let mut answer = String::new();
        io::stdin().lock().read_line(&mut answer).map_err(JobError::io("standard input"))?;
        Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes" | "是"))
    }

    /// Prints the programs with their settings files, and whether the engine is entered there.
    fn list(
        &self,
        environment: &Environment<'_>,
        engine: &EngineEntry,
        language: Language,
        print: &mut Print<'_>,
    ) -> Result<(), JobError> {
        for gui in Gui::ALL {
            let files = settings_files(gui, environment);
            let found: Vec<_> = files.into_iter().filter(|file| file.path.exists()).collect();
            let name = gui.name();
            if found.is_empty() {
                let missing = language.choose("no settings found", "没有找到设置");
                _ = print(&format!("{name:<10} {missing}"));
            }
            for SettingsFile { path, .. } in found {
                let state = match read(&path).map(|text| state(gui, &text, engine)) {
                    Ok(Ok(true)) => language.choose("entered", "已加入").to_owned(),
                    Ok(Ok(false)) => language.choose("not entered", "未加入").to_owned(),
                    Ok(Err(reason)) => reason,
                    Err(error) => error.to_string(),
                };
                _ = print(&printable(&format!("{name:<10} {}: {state}", path.display())));
            }
        }
        Ok(())
    }
}

/// Returns `true` if an entry of the engine can be removed from the settings.
fn state(gui: Gui, settings: &str, engine: &EngineEntry) -> Result<bool, String> {
    // An error of either change makes the state unknown.
    gui.with_engine(settings, engine).map_err(|error| error.to_string())?;
    gui.without_engine(settings)
        .map(|without| without != settings)
        .map_err(|error| error.to_string())
}

/// Returns the error for settings that cannot be changed, with the entry that the user can make by hand.
fn by_hand(gui: Gui, engine: &EngineEntry, reason: &str) -> String {
    let command = gui.command(engine);
    let place = match gui {
        Gui::Sabaki => "Engines, Manage Engines, Add, Path",
        Gui::Katrain => "General & Engine Settings, Custom command, Override Engine Command",
        Gui::Lizzieyzy => "Settings, Engine settings, Command",
        Gui::Q5go => "Settings, Preferences, Computer Go, Add, Executable",
    };
    format!("{reason}; enter the engine by hand ({place}): {command}")
}

/// Reads a settings file.
fn read(path: &Path) -> Result<String, JobError> {
    Storage::default().read_text(path, MOST).map_err(JobError::file(path))
}

/// Writes the new settings, after the old ones as a new backup file. Returns the path of the backup.
fn write(path: &Path, old: &str, new: &str) -> Result<PathBuf, JobError> {
    let storage = Storage::default();
    let backup = (1..=MOST_BACKUPS).find_map(|number| {
        let mut name = path.as_os_str().to_owned();
        name.push(if number == 1 { ".backup".into() } else { format!(".backup{number}") });
        let backup = PathBuf::from(name);
        // A link to a missing file also counts as existing.
        backup.symlink_metadata().is_err().then_some(backup)
    });
    let backup = backup.ok_or_else(|| {
        JobError::Usage(format!("{}: there are already {MOST_BACKUPS} backups", path.display()))
    })?;
    storage.write(&backup, old.as_bytes()).map_err(JobError::file(&backup))?;
    storage.write(path, new.as_bytes()).map_err(JobError::file(path))?;
    Ok(backup)
}
