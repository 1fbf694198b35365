//! The programs whose settings can be changed.

use std::path::PathBuf;

/// A graphical Go program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gui {
    /// Sabaki.
    Sabaki,
    /// KaTrain.
    Katrain,
    /// LizzieYzy and LizzieYzy Next.
    Lizzieyzy,
    /// q5Go.
    Q5go,
}

impl Gui {
    /// All programs.
    pub const ALL: [Gui; 4] = [Gui::Sabaki, Gui::Katrain, Gui::Lizzieyzy, Gui::Q5go];

    /// Returns the name of the program.
    pub fn name(self) -> &'static str {
        match self {
            Gui::Sabaki => "Sabaki",
            Gui::Katrain => "KaTrain",
            Gui::Lizzieyzy => "LizzieYzy",
            Gui::Q5go => "q5Go",
        }
    }
}

/// A settings file of a program on this computer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingsFile {
    /// The program.
    pub gui: Gui,
    /// The path of the file.
    pub path: PathBuf,
}
