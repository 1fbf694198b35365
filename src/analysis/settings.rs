//! The settings of searches and reports, which a configuration or a query can change.

use super::json_fields::integer;
use crate::go::{BoardSize, Color};
use crate::nn::Nets;
use crate::nn::katago::{HumanProfile, UnknownProfile};
use crate::search::params_macro::{Interface, ParamGroup, ParamType, ParamValue};
use crate::search::{HumanGuide, HumanParams, Params, RootOptions};
use crate::settings::{ANALYSIS_VISITS, NO_LIMIT, PV_LENGTH, Setting, find};
use serde_json::Value;
use std::collections::BTreeMap;
use std::time::Duration;

/// The settings of a search and its report.
#[derive(Debug, Clone, PartialEq)]
pub struct AnalysisSettings {
    /// The maximum number of root visits, including those of a reused tree.
    pub visits: u64,
    /// The maximum number of playouts per position; visits of a reused tree do not count.
    pub playouts: Option<u64>,
    /// The maximum search time per position.
    pub time: Option<Duration>,
    /// The perspective of reported values.
    pub perspective: Perspective,
    /// The maximum number of moves of a variation after its first move.
    pub pv_length: usize,
    /// How the root of a search is explored.
    pub root: RootOptions,
    /// The players that the human net imitates.
    pub human_profile: Option<HumanProfile>,
    /// The parameters of the human net.
    pub human: HumanParams,
    /// Search parameters that replace the engine's, by their name in the settings table.
    pub tuning: BTreeMap<&'static str, ParamValue<'static>>,
    /// The colour whose perspective the root advantage has; `None` for the player to move.
    pub advantage_of: Option<Color>,
}

impl Default for AnalysisSettings {
    fn default() -> Self {
        AnalysisSettings {
            visits: ANALYSIS_VISITS,
            playouts: None,
            time: None,
            perspective: Perspective::Of(Color::Black),
            pv_length: PV_LENGTH,
            root: RootOptions::default(),
            human_profile: None,
            human: HumanParams::default(),
            tuning: BTreeMap::new(),
            advantage_of: None,
        }
    }
}

/// The result of a change of a setting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum SettingStatus {
    /// The setting has been applied.
    Taken,
    /// The setting is known but has no effect here.
    Ignored,
    /// The setting is unknown.
    Unknown,
}

impl AnalysisSettings {
    /// Returns the root options for a player to move.
    pub(super) fn root_options(&self, to_move: Color) -> RootOptions {
        match self.advantage_of {
            Some(color) if color != to_move => self.root.for_opponent(),
            _ => self.root,
        }
    }

    /// Returns the human net with the profile; `None` without a profile or a net for the board size.
    pub(super) fn human_guide(&self, nets: &Nets, size: BoardSize) -> Option<HumanGuide> {
        let net = nets.human().filter(|net| net.is_for(size))?.clone();
        Some(HumanGuide { net, profile: self.human_profile?, params: self.human })
    }

    /// Returns the parameters of a search; `base` applies to all parameters that are not overridden.
    pub(super) fn params(&self, base: &Params) -> Params {
        let mut params = base.clone();
        for (name, value) in &self.tuning {
            if let Some(parameter) = params.parameter(name) {
                parameter.set(*value);
            }
        }
        params
    }

    /// Changes a setting by its name in the [settings table](crate::settings).
    ///
    /// # Errors
    /// Returns a message that states which values are allowed.
    pub(super) fn set(&mut self, key: &str, json: &Value) -> Result<SettingStatus, String> {
        let Some((setting, row)) = find(Interface::Json, key) else {
            return Ok(SettingStatus::Unknown);
        };
        // Clients have no clock, and the threads are distributed over all positions.
        if setting.is_ignored_in_json() {
            return Ok(SettingStatus::Ignored);
        }
        let value = setting_value(&row.kind, json);
        let value = value.ok_or_else(|| format!("{key} must be {}", row.kind))?;
        match (setting, value) {
            (Setting::Tuning, ParamValue::Flag(flag)) => {
                self.tuning.insert(row.name, ParamValue::Flag(flag));
            }
            (Setting::Tuning, ParamValue::Integer(number)) => {
                self.tuning.insert(row.name, ParamValue::Integer(number));
            }
            (Setting::Tuning, ParamValue::Number(number)) => {
                self.tuning.insert(row.name, ParamValue::Number(number));
            }
            (Setting::MaxVisits, ParamValue::Integer(visits)) => self.visits = visits,
            (Setting::MaxPlayouts, ParamValue::Integer(playouts)) => {
                self.playouts = Some(playouts).filter(|&playouts| playouts < NO_LIMIT);
            }
            (Setting::MaxTime, ParamValue::Number(seconds)) => {
                // More than a year means no limit.
                let is_limit = seconds < 3e7;
                self.time = is_limit.then(|| Duration::from_secs_f64(seconds));
            }
            (Setting::AnalysisPvLen, ParamValue::Integer(moves)) => {
                self.pv_length = moves as usize;
            }
            (Setting::ReportAnalysisWinratesAs, ParamValue::Text(side)) => {
                self.perspective = Perspective::read(side).unwrap_or(self.perspective);
            }
            (Setting::PlayoutDoublingAdvantagePla, ParamValue::Text(side)) => {
                if let Some(Perspective::Of(color)) = Perspective::read(side) {
                    self.advantage_of = Some(color);
                }
            }
            (Setting::HumanProfile, ParamValue::Text(name)) => {
                self.human_profile = match name {
                    "" | "_" => None,
                    name => Some(name.parse().map_err(|error: UnknownProfile| error.to_string())?),
                };
            }
            (_, value) => {
                let root = self.root.parameter(row.name);
                if let Some(parameter) = root.or_else(|| self.human.parameter(row.name)) {
                    parameter.set(value);
                }
            }
        }
        Ok(SettingStatus::Taken)
    }
}

/// Returns the value of a setting in JSON, or `None` if its type or range is wrong. A string may contain a flag or a
/// number, and a player may be abbreviated to the first letter, as in KataGo.
fn setting_value<'a>(kind: &ParamType, json: &'a Value) -> Option<ParamValue<'a>> {
    let value = match kind {
        ParamType::Keyword(_) => ParamValue::Text(match json.as_str()? {
            "B" | "b" => "BLACK",
            "W" | "w" => "WHITE",
            text => text,
        }),
        ParamType::Level | ParamType::Profile | ParamType::Any => ParamValue::Text(json.as_str()?),
        _ => match json {
            Value::String(text) => scalar(kind, &value_of(&text.to_ascii_lowercase()))?,
            json => scalar(kind, json)?,
        },
    };
    kind.checked(value)
}

/// Returns a flag or a number in JSON, or `None` if the value has another type.
fn scalar(kind: &ParamType, json: &Value) -> Option<ParamValue<'static>> {
    match kind {
        ParamType::Flag => json.as_bool().map(ParamValue::Flag),
        ParamType::Integer(_) => {
            integer(json, &(0..=i64::MAX)).map(|number| ParamValue::Integer(number as u64))
        }
        ParamType::Number(_) => json.as_f64().map(ParamValue::Number),
        _ => None,
    }
}

/// Parses the settings of a configuration: one `key = value` per line, with comments after `#`.
pub(super) fn settings(text: &str) -> impl Iterator<Item = (&str, Value)> {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default());
    lines.filter_map(|line| line.split_once('=')).map(|(key, value)| (key.trim(), value_of(value)))
}

/// Converts a text to a JSON value.
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

/// The perspective of reported win rates, scores and ownership.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Perspective {
    /// Always Black, or always White.
    Of(Color),
    /// The player to move in the position.
    ToMove,
}

impl Perspective {
    /// Parses `BLACK`, `WHITE` or `SIDETOMOVE`, ignoring case.
    pub(super) fn read(text: &str) -> Option<Perspective> {
        match text.trim().to_ascii_uppercase().as_str() {
            "BLACK" => Some(Perspective::Of(Color::Black)),
            "WHITE" => Some(Perspective::Of(Color::White)),
            "SIDETOMOVE" => Some(Perspective::ToMove),
            _ => None,
        }
    }

    /// Returns the factor that converts a value for the player to move: 1 or -1.
    pub(super) fn sign(self, to_move: Color) -> f64 {
        match self {
            Perspective::Of(color) if color != to_move => -1.0,
            _ => 1.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::accepted_by;
    use serde_json::json;

    #[test]
    fn set_reports_taken_ignored_or_unknown() {
        let mut conditions = AnalysisSettings::default();
        let mut set = |key: &str, value: Value| conditions.set(key, &value);
        assert_eq!(set("maxVisits", json!(10)), Ok(SettingStatus::Taken));
        assert_eq!(set("reportAnalysisWinratesAs", json!("white")), Ok(SettingStatus::Taken));
        assert_eq!(set("maxTime", json!(1e20)), Ok(SettingStatus::Taken));
        assert_eq!(set("antiMirror", json!(true)), Ok(SettingStatus::Ignored));
        assert_eq!(set("nnCacheSize", json!(1)), Ok(SettingStatus::Unknown));
        assert_eq!(set("numSearchThreads", json!(4)), Ok(SettingStatus::Ignored));
        assert!(set("maxVisits", json!(0)).is_err());
        assert!(set("wideRootNoise", json!("x")).is_err());
        assert_eq!((conditions.visits, conditions.time), (10, None));
        assert_eq!(conditions.perspective, Perspective::Of(Color::White));
    }

    #[test]
    fn set_accepts_every_table_entry() {
        for (setting, row) in accepted_by(Interface::Json) {
            let json = match row.default {
                ParamValue::Flag(flag) => json!(flag),
                ParamValue::Integer(number) => json!(number),
                ParamValue::Number(number) => json!(number),
                ParamValue::NONE if setting == Setting::HumanProfile => json!("rank_3k"),
                ParamValue::NONE => json!("WHITE"),
                ParamValue::Text(text) => json!(text),
            };
            let due = match setting.is_ignored_in_json() {
                true => SettingStatus::Ignored,
                false => SettingStatus::Taken,
            };
            let mut conditions = AnalysisSettings::default();
            assert_eq!(conditions.set(row.name, &json), Ok(due), "{}", row.name);
            assert_eq!(conditions.params(&Params::default()), Params::default(), "{}", row.name);
            conditions.tuning.clear();
            let has_own_default = matches!(setting, Setting::MaxVisits | Setting::MaxTime);
            if !has_own_default && row.default != ParamValue::NONE {
                assert_eq!(conditions, AnalysisSettings::default(), "{}", row.name);
            }
        }
    }

    #[test]
    fn strings_contain_numbers_flags_and_players() {
        let mut conditions = AnalysisSettings::default();
        for (key, text) in [
            ("cpuctExploration", "1.5"),
            ("useGraphSearch", "False"),
            ("maxVisits", "70"),
            ("reportAnalysisWinratesAs", "w"),
            ("playoutDoublingAdvantagePla", "B"),
        ] {
            assert_eq!(conditions.set(key, &json!(text)), Ok(SettingStatus::Taken), "{key}");
        }
        for (key, text) in
            [("cpuctExploration", "true"), ("useGraphSearch", "1"), ("maxVisits", "")]
        {
            assert!(conditions.set(key, &json!(text)).is_err(), "{key}");
        }
        let graph = conditions.params(&Params::default()).graph;
        assert_eq!((graph.cpuct, graph.transpositions, conditions.visits), (1.5, false, 70));
        assert_eq!(conditions.perspective, Perspective::Of(Color::White));
        assert_eq!(conditions.advantage_of, Some(Color::Black));
    }

    #[test]
    fn tuning_overrides_parameters_of_the_engine() {
        let mut base = Params::default();
        base.graph.cpuct = 2.0;
        base.graph.static_score = 0.5;
        let mut conditions = AnalysisSettings::default();
        assert_eq!(conditions.params(&base), base);
        conditions.set("cpuctExploration", &json!(1.0)).expect("in range");
        let params = conditions.params(&base);
        assert_eq!((params.graph.cpuct, params.graph.static_score), (1.0, 0.5));
    }

    #[test]
    fn max_visits_and_max_playouts_are_independent() {
        let mut conditions = AnalysisSettings::default();
        for (name, number) in [("maxVisits", 50), ("maxPlayouts", 20)] {
            assert_eq!(conditions.set(name, &json!(number)), Ok(SettingStatus::Taken));
        }
        assert_eq!((conditions.visits, conditions.playouts), (50, Some(20)));
        assert_eq!(conditions.set("maxPlayouts", &json!(NO_LIMIT)), Ok(SettingStatus::Taken));
        assert_eq!(conditions.playouts, None);
    }

    #[test]
    fn configuration_skips_comments_and_blank_lines() {
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
