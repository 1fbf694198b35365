//! The rows of the settings table other than tuning parameters.

use super::player::PlayStyle;
use crate::search::params_macro::Interface::{self, Gtp, Json, Query};
use crate::search::params_macro::{ParamDefinition, ParamType, ParamValue};

/// The meaning of a setting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Setting {
    /// Maximum visits of a position.
    MaxVisits,
    /// Maximum playouts of a search.
    MaxPlayouts,
    /// Search time per position, in seconds.
    MaxTime,
    /// Number of search threads.
    NumSearchThreads,
    /// Pondering.
    PonderingEnabled,
    /// Clock reserve, in seconds.
    LagBuffer,
    /// The playing strength.
    Level,
    /// The style of play.
    Style,
    /// The profile of the human net.
    HumanProfile,
    /// A parameter of the human net, by its name.
    Human,
    /// A parameter of the choice of a move, by its name.
    Choice,
    /// Scale of the human-like delay, in seconds.
    DelayMoveScale,
    /// Longest human-like delay, in seconds.
    DelayMoveMax,
    /// Win rate below which the engine resigns.
    Resign,
    /// Consecutive moves below this win rate before the engine resigns.
    ResignAfter,
    /// Permission to resign.
    AllowResignation,
    /// Twice the win rate below which the engine resigns, minus 1.
    ResignThreshold,
    /// Graphics of the principal variation in GoGui.
    LiveGraphics,
    /// Player from whose view results are reported.
    ReportAnalysisWinratesAs,
    /// Maximum length of a variation after its first move.
    AnalysisPvLen,
    /// Player with the playout doubling advantage.
    PlayoutDoublingAdvantagePla,
    /// Accepted for KataGo clients, without effect.
    Ignored,
    /// An option of the root, by its name.
    Root,
    /// A tuning parameter of the player, by its name.
    Tuning,
}

impl Setting {
    /// Returns `true` if the JSON protocol accepts the setting without effect: an analysis has no clock, chooses no
    /// move, and shares its threads between positions.
    pub fn is_ignored_in_json(self) -> bool {
        use Setting::{Choice, Ignored, LagBuffer, NumSearchThreads};
        matches!(self, Ignored | NumSearchThreads | LagBuffer | Choice)
    }
}

/// Value of visits or playouts from which there is no limit.
pub const NO_LIMIT: u64 = 1_000_000_000;
/// Seconds that mean no limit, as in KataGo.
pub const NO_TIME_LIMIT: f64 = 1e20;
/// The default visits of a position in an analysis engine.
pub const ANALYSIS_VISITS: u64 = 500;
/// The default time for a move without a clock, in seconds.
pub const MOVE_SECONDS: f64 = 5.0;
/// The default reserve on every clock, in seconds.
pub const LAG_SECONDS: f64 = 0.1;
/// The default win rate below which the engine resigns.
pub const RESIGN_BELOW: f64 = 0.05;
/// The default number of consecutive moves below that win rate before the engine resigns.
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

/// Maximum value of visits and playouts.
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
            "Visits of the position at which a search ends, including those of a reused tree. The JSON \
             protocol's default is 500.",
        ),
    ),
    (
        Setting::MaxPlayouts,
        row(
            "maxPlayouts",
            ParamType::Integer(1..=MOST),
            ParamValue::Integer(NO_LIMIT),
            &[Gtp, Json],
            "Playouts at which a search ends, excluding the visits of a reused tree.",
        ),
    ),
    (
        Setting::MaxTime,
        row(
            "maxTime",
            ParamType::Number(0.0..=NO_TIME_LIMIT),
            ParamValue::Number(MOVE_SECONDS),
            &[Gtp, Json, Query],
            "Seconds per move without a clock, or per analysed position. The JSON protocol has no \
             limit by default.",
        ),
    ),
    (
        Setting::NumSearchThreads,
        row(
            "numSearchThreads",
            ParamType::Integer(1..=1024),
            ParamValue::Integer(1),
            &[Gtp, Json],
            "Search threads. The program's default is one per core. The JSON protocol ignores it.",
        ),
    ),
    (
        Setting::PonderingEnabled,
        row(
            "ponderingEnabled",
            ParamType::Flag,
            ParamValue::Flag(false),
            &[Gtp],
            "Searches during the opponent's time, unless visits or playouts are limited.",
        ),
    ),
    (
        Setting::LagBuffer,
        row(
            "lagBuffer",
            ParamType::Number(0.0..=1e9),
            ParamValue::Number(LAG_SECONDS),
            &[Gtp, Json],
            "Reserve on every clock for network lag, in seconds. The JSON protocol ignores it.",
        ),
    ),
    (
        Setting::Level,
        row("level", ParamType::Level, ParamValue::Text("10"), &[Gtp], "Playing strength."),
    ),
    (
        Setting::Style,
        row(
            "style",
            ParamType::Keyword(PlayStyle::NAMES),
            ParamValue::Text("engine"),
            &[Gtp],
            "Choice of moves: by the engine, or by the human net for the rank of the level.",
        ),
    ),
    (
        Setting::HumanProfile,
        row(
            "humanSLProfile",
            ParamType::Profile,
            ParamValue::NONE,
            &[Gtp, Json],
            "Players that the human net imitates, such as `rank_5k`, `preaz_5k_1d` or `proyear_1965`; \
             empty for none.",
        ),
    ),
    (
        Setting::DelayMoveScale,
        row(
            "delayMoveScale",
            ParamType::Number(0.0..=10_000.0),
            ParamValue::Number(0.0),
            &[Gtp],
            "Scale of a human-like delay before a move, in seconds; unlikely moves take longer.",
        ),
    ),
    (
        Setting::DelayMoveMax,
        row(
            "delayMoveMax",
            ParamType::Number(0.0..=NO_TIME_LIMIT),
            ParamValue::Number(NO_TIME_LIMIT),
            &[Gtp],
            "Longest human-like delay, in seconds. The clock also limits it.",
        ),
    ),
    (
        Setting::Resign,
        row(
            "resign",
            ParamType::Number(0.0..=1.0),
            ParamValue::Number(RESIGN_BELOW),
            &[Gtp],
            "Win rate below which the engine resigns; 0 never resigns.",
        ),
    ),
    (
        Setting::ResignAfter,
        row(
            "resignAfter",
            ParamType::Integer(1..=u32::MAX as u64),
            ParamValue::Integer(RESIGN_AFTER as u64),
            &[Gtp],
            "Consecutive moves below this win rate before the engine resigns.",
        ),
    ),
    (
        Setting::AllowResignation,
        row(
            "allowResignation",
            ParamType::Flag,
            ParamValue::Flag(true),
            &[Gtp],
            "Whether the engine may resign.",
        ),
    ),
    (
        Setting::ResignThreshold,
        row(
            "resignThreshold",
            ParamType::Number(-1.0..=0.0),
            ParamValue::Number(2.0 * RESIGN_BELOW - 1.0),
            &[Gtp],
            "`resign` on KataGo's scale: twice the win rate, minus 1.",
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
            "Shows the principal variation in GoGui during a search.",
        ),
    ),
    (
        Setting::ReportAnalysisWinratesAs,
        row(
            "reportAnalysisWinratesAs",
            ParamType::Keyword(&["BLACK", "WHITE", "SIDETOMOVE"]),
            ParamValue::Text("BLACK"),
            &[Json],
            "Player from whose view results are reported.",
        ),
    ),
    (
        Setting::AnalysisPvLen,
        row(
            "analysisPVLen",
            ParamType::Integer(1..=1000),
            ParamValue::Integer(PV_LENGTH as u64),
            &[Json, Query],
            "Maximum number of moves of a variation after the first.",
        ),
    ),
    (
        Setting::PlayoutDoublingAdvantagePla,
        row(
            "playoutDoublingAdvantagePla",
            ParamType::Keyword(&["BLACK", "WHITE"]),
            ParamValue::NONE,
            &[Json],
            "Player with the playout doubling advantage; default: the player to move.",
        ),
    ),
    (Setting::Ignored, ignored("antiMirror")),
];

pub(super) const fn ignored(name: &'static str) -> ParamDefinition {
    row(name, ParamType::Any, ParamValue::NONE, &[Json], "Accepted without effect.")
}
