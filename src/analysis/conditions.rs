//! How positions are searched and reported: the settings that a configuration, or a query, may change.

use std::ops::RangeInclusive;
use std::time::Duration;

use serde_json::Value;

use super::fields::{integer, number};
use super::perspective::Perspective;
use crate::go::Color;
use crate::search::RootOptions;

/// The conditions of a search and its report.
#[derive(Debug, Clone, PartialEq)]
pub struct Conditions {
    /// The most visits of the root, those of a reused tree among them.
    pub visits: u64,
    /// The most time for a position.
    pub time: Option<Duration>,
    /// Whose side numbers are reported from.
    pub perspective: Perspective,
    /// The most moves of a variation after its first.
    pub pv_length: usize,
    /// How the root of a search is explored.
    pub root: RootOptions,
    /// Whose advantage that of the root is; `None` for the player to move.
    pub advantage_of: Option<Color>,
}

impl Default for Conditions {
    fn default() -> Self {
        Conditions {
            visits: 500,
            time: None,
            perspective: Perspective::Of(Color::Black),
            pv_length: 15,
            root: RootOptions::default(),
            advantage_of: None,
        }
    }
}

/// What came of a setting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Effect {
    /// It holds from now on.
    Taken,
    /// It is known, and has no effect here.
    Ignored,
    /// No setting has that name.
    Unknown,
}

/// Settings that clients send and that have no effect here.
const WITHOUT_EFFECT: [&str; 8] = [
    "antiMirror",
    "humanSLProfile",
    "humanSLRootExploreProbWeightless",
    "humanSLRootExploreProbWeightful",
    "humanSLPlaExploreProbWeightless",
    "humanSLPlaExploreProbWeightful",
    "humanSLOppExploreProbWeightless",
    "humanSLOppExploreProbWeightful",
];

impl Conditions {
    /// The options of the root where a player is to move.
    pub(super) fn root_for(&self, to_move: Color) -> RootOptions {
        match self.advantage_of {
            Some(color) if color != to_move => self.root.for_opponent(),
            _ => self.root,
        }
    }

    /// Changes a setting by its name in KataGo's configuration.
    ///
    /// # Errors
    /// What the value must be.
    pub(super) fn set(&mut self, key: &str, value: &Value) -> Result<Effect, String> {
        let real = |range: RangeInclusive<f64>| {
            let (least, most) = (range.start(), range.end());
            let must = || format!("{key} must be a number from {least} to {most}");
            number(value, &range).ok_or_else(must)
        };
        let whole = |range: RangeInclusive<i64>| {
            let (least, most) = (range.start(), range.end());
            let must = || format!("{key} must be an integer from {least} to {most}");
            integer(value, &range).ok_or_else(must)
        };
        let truth = || value.as_bool().ok_or_else(|| format!("{key} must be true or false"));
        let symmetries = RootOptions::SYMMETRIES;
        let symmetries = i64::from(*symmetries.start())..=i64::from(*symmetries.end());
        match key {
            "reportAnalysisWinratesAs" => {
                let must = || format!("{key} must be BLACK, WHITE or SIDETOMOVE");
                let read = value.as_str().and_then(Perspective::read);
                self.perspective = read.ok_or_else(must)?;
            }
            "maxVisits" | "maxPlayouts" => self.visits = whole(1..=1 << 50)? as u64,
            "maxTime" => {
                let seconds = real(0.0..=1e20)?;
                // More than a year is no limit.
                let is_limit = seconds < 3e7;
                self.time = is_limit.then(|| Duration::from_secs_f64(seconds));
            }
            "analysisPVLen" => self.pv_length = whole(1..=1000)? as usize,
            "wideRootNoise" | "analysisWideRootNoise" => {
                self.root.wide_root_noise = real(RootOptions::WIDE_ROOT_NOISE)?
            }
            "rootPolicyTemperature" => {
                self.root.policy_temperature = real(RootOptions::POLICY_TEMPERATURE)?
            }
            "rootFpuReductionMax" => {
                self.root.fpu_reduction_max = Some(real(RootOptions::FPU_REDUCTION_MAX)?)
            }
            "rootNumSymmetriesToSample" => self.root.symmetries = whole(symmetries)? as u32,
            "playoutDoublingAdvantage" => {
                self.root.playout_doubling_advantage =
                    real(RootOptions::PLAYOUT_DOUBLING_ADVANTAGE)?;
            }
            "playoutDoublingAdvantagePla" => {
                let must = || format!("{key} must be BLACK or WHITE");
                let read = value.as_str().and_then(Perspective::read);
                let Some(Perspective::Of(color)) = read else { return Err(must()) };
                self.advantage_of = Some(color);
            }
            "ignorePreRootHistory" => self.root.ignore_history = truth()?,
            _ if WITHOUT_EFFECT.contains(&key) => return Ok(Effect::Ignored),
            _ => return Ok(Effect::Unknown),
        }
        Ok(Effect::Taken)
    }
}

/// The settings of a configuration: a `key = value` a line, `#` before comments.
pub(super) fn settings(text: &str) -> impl Iterator<Item = (&str, Value)> {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default());
    lines.filter_map(|line| line.split_once('=')).map(|(key, value)| (key.trim(), value_of(value)))
}

/// The value that a text stands for.
pub(super) fn value_of(text: &str) -> Value {
    let text = text.trim().trim_matches('"');
    match text {
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        _ => match text.parse::<f64>() {
            Ok(number) if number.is_finite() => Value::from(number),
            _ => Value::from(text),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn settings_are_known_ignored_or_unknown() {
        let mut conditions = Conditions::default();
        let mut set = |key: &str, value: Value| conditions.set(key, &value);
        assert_eq!(set("maxVisits", json!(10)), Ok(Effect::Taken));
        assert_eq!(set("reportAnalysisWinratesAs", json!("white")), Ok(Effect::Taken));
        assert_eq!(set("maxTime", json!(1e20)), Ok(Effect::Taken));
        assert_eq!(set("antiMirror", json!(true)), Ok(Effect::Ignored));
        assert_eq!(set("nnCacheSize", json!(1)), Ok(Effect::Unknown));
        assert!(set("maxVisits", json!(0)).is_err());
        assert!(set("wideRootNoise", json!("x")).is_err());
        assert_eq!((conditions.visits, conditions.time), (10, None));
        assert_eq!(conditions.perspective, Perspective::Of(Color::White));
    }

    #[test]
    fn a_configuration_has_comments_and_blank_lines() {
        let text = "# a comment\n\nmaxVisits = 20 # more\nlogDir = logs\n x=true\n= \nno value";
        let found: Vec<_> = settings(text).collect();
        let due = [
            ("maxVisits", json!(20.0)),
            ("logDir", json!("logs")),
            ("x", json!(true)),
            ("", json!("")),
        ];
        assert_eq!(found, due);
    }
}
