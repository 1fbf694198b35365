//! The options of human-like play, which the engine and `play` share.

use clap::{Args, ValueEnum};

use super::net_options::{HumanNetChoice, NetChoice};
use crate::engine::{PlayStyle, Settings};
use crate::job_error::JobError;

/// The options of human-like play.
#[derive(Debug, Clone, Args)]
pub(super) struct HumanOptions {
    #[command(flatten)]
    net: HumanNetChoice,

    /// Choice of moves: engine, or human net at the level's rank
    #[arg(long, value_name = "STYLE", value_enum, default_value_t)]
    style: StyleName,

    /// Human-like delay before each move; unlikely moves take longer
    #[arg(long, value_name = "SECONDS", value_parser = delay)]
    delay: Option<f64>,
}

/// The name of a style on the command line.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum StyleName {
    #[default]
    Engine,
    Human,
}

impl HumanOptions {
    /// Applies the options to settings; `main` selects the number type of nets.
    ///
    /// # Errors
    /// Returns [`JobError`] if the human net cannot be used, or the style needs one and there is none.
    pub(super) fn apply(&self, settings: &mut Settings, main: &NetChoice) -> Result<(), JobError> {
        let human = self.net.net(main)?;
        settings.nets = settings.nets.clone().with_human(human);
        if self.style == StyleName::Human {
            if settings.nets.human().is_none() {
                return Err(JobError::Usage("--style human needs --human-net FILE".into()));
            }
            settings.human.style = PlayStyle::Human;
        }
        if let Some(scale) = self.delay {
            settings.human.delay_scale = scale;
        }
        Ok(())
    }
}

fn delay(text: &str) -> Result<f64, String> {
    let scale = text.parse().ok().filter(|scale| (0.0..=10_000.0).contains(scale));
    scale.ok_or_else(|| "expected a number from 0 to 10000".into())
}
