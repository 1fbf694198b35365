//! The rows of the settings table other than tuning parameters.

use crate::search::params_macro::Interface::{self, Gtp, Json, Query};
use crate::search::params_macro::{ParamDefinition, ParamType, ParamValue};

/// The meaning of a setting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Setting {
    /// The most visits of a position.
    MaxVisits,
    /// The most playouts of a search.
    MaxPlayouts,
    /// The time for a position, in seconds.
    MaxTime,
    /// The search threads.
    NumSearchThreads,
    /// Searching in the opponent's time.
    PonderingEnabled,
    /// The reserve on every clock, in seconds.
    LagBuffer,
    /// The playing strength.
    Level,
    /// The winrate below which the engine resigns.
    Resign,
    /// The number of moves with such a winrate before the engine resigns.
    ResignAfter,
    /// The best line in GoGui during a search.
    LiveGraphics,
    /// The side from which figures are reported.
    ReportAnalysisWinratesAs,
    /// The most moves of a variation after its first.
    AnalysisPvLen,
    /// The side that has the playout-doubling advantage.
    PlayoutDoublingAdvantagePla,
    /// Known to clients of KataGo, without effect.
    Ignored,
    /// An option of the root, by its name.
    Root,
    /// A tuning parameter of the player, by its name.
    Tuning,
}

/// The number of visits or playouts that means "no limit", as does any larger number.
pub const NO_LIMIT: u64 = 1_000_000_000;
/// The number of seconds that stands for no limit, as in KataGo.
const NO_TIME_LIMIT: f64 = 1e20;
/// The default visits of a position in an analysis engine.
pub const ANALYSIS_VISITS: u64 = 500;
/// The default time for a move without a clock, in seconds.
pub const MOVE_SECONDS: f64 = 5.0;
/// The default reserve on every clock, in seconds.
pub const LAG_SECONDS: f64 = 0.1;
/// The default winrate below which the engine resigns.
pub const RESIGN_BELOW: f64 = 0.05;
/// The default number of moves with such a winrate before the engine resigns.
pub const RESIGN_AFTER: u32 = 3;
/// The default length of a variation in an analysis engine, after its first move.
pub const PV_LENGTH: usize = 15;

const fn row(
    name: &'static str,
    kind: ParamType,
    default: ParamValue<'static>,
    accepted: &'static [Interface],
    about: &'static str,
) -> ParamDefinition {
    ParamDefinition { name, field: "", kind, default, accepted, about }
}

/// The most visits, playouts or threads that a setting may have.
const MOST: u64 = 1 << 50;

/// The rows before the options of the root, in the order of `kata-list-params`.
pub(super) static SESSION: &[(Setting, ParamDefinition)] = &[
    (
        Setting::MaxVisits,
        row(
            "maxVisits",
            ParamType::Integer(1..=MOST),
            ParamValue::Integer(NO_LIMIT),
            &[Gtp, Json, Query],
            "Visits of the position at which a search ends, including the visits of a reused tree. \
             The default of the JSON protocol is 500.",
        ),
    ),
    (
        Setting::MaxPlayouts,
        row(
            "maxPlayouts",
            ParamType::Integer(1..=MOST),
            ParamValue::Integer(NO_LIMIT),
            &[Gtp, Json],
            "Playouts at which a search ends, without the visits of a reused tree.",
        ),
    ),
    (
        Setting::MaxTime,
        row(
            "maxTime",
            ParamType::Number(0.0..=NO_TIME_LIMIT),
            ParamValue::Number(MOVE_SECONDS),
            &[Gtp, Json, Query],
            "Seconds for a move without a clock, or for an analysed position. The JSON protocol has \
             no limit by default.",
        ),
    ),
    (
        Setting::NumSearchThreads,
        row(
            "numSearchThreads",
            ParamType::Integer(1..=1024),
            ParamValue::Integer(1),
            &[Gtp],
            "Search threads. The default of the program is one for each core.",
        ),
    ),
    (
        Setting::PonderingEnabled,
        row(
            "ponderingEnabled",
            ParamType::Flag,
            ParamValue::Flag(false),
            &[Gtp],
            "Search in the opponent's time, unless visits or playouts are limited.",
        ),
    ),
    (
        Setting::LagBuffer,
        row(
            "lagBuffer",
            ParamType::Number(0.0..=1e9),
            ParamValue::Number(LAG_SECONDS),
            &[Gtp],
            "Seconds in reserve on every clock for the lag between engine and referee.",
        ),
    ),
    (
        Setting::Level,
        row("level", ParamType::Level, ParamValue::Text("10"), &[Gtp], "Playing strength."),
    ),
    (
        Setting::Resign,
        row(
            "resign",
            ParamType::Number(0.0..=1.0),
            ParamValue::Number(RESIGN_BELOW),
            &[Gtp],
            "The winrate below which the engine resigns; 0 never resigns.",
        ),
    ),
    (
        Setting::ResignAfter,
        row(
            "resignAfter",
            ParamType::Integer(1..=u32::MAX as u64),
            ParamValue::Integer(RESIGN_AFTER as u64),
            &[Gtp],
            "Consecutive moves with such a winrate before the engine resigns.",
        ),
    ),
];

/// The rows after the options of the root.
pub(super) static OTHERS: &[(Setting, ParamDefinition)] = &[
    (
        Setting::LiveGraphics,
        row(
            "liveGraphics",
            ParamType::Flag,
            ParamValue::Flag(false),
            &[Gtp],
            "Show the best line in GoGui during a search.",
        ),
    ),
    (
        Setting::ReportAnalysisWinratesAs,
        row(
            "reportAnalysisWinratesAs",
            ParamType::Keyword(&["BLACK", "WHITE", "SIDETOMOVE"]),
            ParamValue::Text("BLACK"),
            &[Json],
            "The side from which figures are reported.",
        ),
    ),
    (
        Setting::AnalysisPvLen,
        row(
            "analysisPVLen",
            ParamType::Integer(1..=1000),
            ParamValue::Integer(PV_LENGTH as u64),
            &[Json, Query],
            "The most moves of a variation after its first.",
        ),
    ),
    (
        Setting::PlayoutDoublingAdvantagePla,
        row(
            "playoutDoublingAdvantagePla",
            ParamType::Keyword(&["BLACK", "WHITE"]),
            ParamValue::NONE,
            &[Json],
            "The side that has the playout-doubling advantage; the side to move by default.",
        ),
    ),
    (Setting::Ignored, ignored("antiMirror")),
    (Setting::Ignored, ignored("humanSLProfile")),
    (Setting::Ignored, ignored("humanSLRootExploreProbWeightless")),
    (Setting::Ignored, ignored("humanSLRootExploreProbWeightful")),
    (Setting::Ignored, ignored("humanSLPlaExploreProbWeightless")),
    (Setting::Ignored, ignored("humanSLPlaExploreProbWeightful")),
    (Setting::Ignored, ignored("humanSLOppExploreProbWeightless")),
    (Setting::Ignored, ignored("humanSLOppExploreProbWeightful")),
];

const fn ignored(name: &'static str) -> ParamDefinition {
    row(name, ParamType::Any, ParamValue::NONE, &[Json], "Accepted without effect.")
}
