//! Settings files of graphical Go programs: entering and removing an engine.
//!
//! Only the engine entry changes; all other text of a file is preserved.
//!
//! | module | contents |
//! | --- | --- |
//! | `gui`, `engine_entry` | the programs; the engine to enter |
//! | `locations` | where the programs keep their settings |
//! | `json_text` | edits of JSON values inside a text |
//! | `entries` | the engine entry of each program |
//! | `tests` | tests on settings of current versions |

mod engine_entry;
mod entries;
mod gui;
mod json_text;
mod locations;

pub use engine_entry::{EngineEntry, SettingsError};
pub use gui::{Gui, SettingsFile};
pub use locations::{Environment, settings_files};

impl Gui {
    /// Returns settings with the engine entered under the name `Tianyuan`, instead of an earlier entry.
    ///
    /// # Errors
    /// Returns [`SettingsError`] if the settings have an unknown form.
    pub fn with_engine(
        self,
        settings: &str,
        engine: &EngineEntry,
    ) -> Result<String, SettingsError> {
        self.changed(settings, Some(engine))
    }

    /// Returns settings without the engine. KaTrain, which has a single engine, then uses its own.
    ///
    /// # Errors
    /// Returns [`SettingsError`] if the settings have an unknown form.
    pub fn without_engine(self, settings: &str) -> Result<String, SettingsError> {
        self.changed(settings, None)
    }

    fn changed(
        self,
        settings: &str,
        engine: Option<&EngineEntry>,
    ) -> Result<String, SettingsError> {
        match self {
            Gui::Sabaki => entries::sabaki(settings, engine),
            Gui::Katrain => entries::katrain(settings, engine),
            Gui::Lizzieyzy => entries::lizzieyzy(settings, engine),
            Gui::Q5go => entries::q5go(settings, engine),
        }
    }

    /// Returns the command line or path that a user enters by hand.
    pub fn command(self, engine: &EngineEntry) -> String {
        match self {
            Gui::Sabaki | Gui::Q5go => engine.program.clone(),
            Gui::Katrain => entries::katrain_command(engine),
            Gui::Lizzieyzy => entries::lizzieyzy_command(engine),
        }
    }
}

/// Returns the lines that differ between two texts, with `- ` before removed and `+ ` before added lines. Lines that
/// both texts have before and after the changed part are omitted.
pub fn changed_lines(old: &str, new: &str) -> Vec<String> {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let start = old.iter().zip(&new).take_while(|(one, other)| one == other).count();
    let rest = old[start..].iter().rev().zip(new[start..].iter().rev());
    let end = rest.take_while(|(one, other)| one == other).count();
    let removed = old[start..old.len() - end].iter().map(|line| format!("- {line}"));
    let added = new[start..new.len() - end].iter().map(|line| format!("+ {line}"));
    removed.chain(added).collect()
}

#[cfg(test)]
mod tests;
