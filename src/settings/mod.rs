//! The settings table: the name, type, range and default of every setting, and the interfaces that
//! accept it.
//!
//! Search and time manager declare their own parameters with the macro of [`params_macro`](crate::search::params_macro); all
//! other rows are in `table`. GTP, the JSON protocol and `--param` look names up here, and the lists in
//! `docs/reference/parameters.md` are generated from here.
//!
//! | file | contents |
//! | --- | --- |
//! | `ignored` | settings without effect |
//! | `player` | the tuning parameters of the player; the style of play |
//! | `table` | the meanings of all rows, and the rows other than tuning parameters |

mod ignored;
mod player;
mod table;

pub use player::{HandicapParams, MoveChoiceParams, PlayStyle, PlayerParams};
pub use table::{
    ANALYSIS_VISITS, LAG_SECONDS, MOVE_SECONDS, NO_LIMIT, NO_TIME_LIMIT, PV_LENGTH, RESIGN_AFTER,
    RESIGN_BELOW, Setting,
};

use crate::search::params_macro::{Interface, ParamDefinition, ParamGroup};
use crate::search::{HumanParams, RootOptions};

/// Returns all rows of the table.
pub fn all() -> impl Iterator<Item = (Setting, &'static ParamDefinition)> {
    let root = RootOptions::definitions().iter().map(|row| (Setting::Root, row));
    let tuning = PlayerParams::definitions().map(|row| (Setting::Tuning, row));
    let rows =
        |rows: &'static [(Setting, ParamDefinition)]| rows.iter().map(|(it, row)| (*it, row));
    let human = HumanParams::definitions().iter().map(|row| (Setting::Human, row));
    let choice = MoveChoiceParams::definitions().iter().map(|row| (Setting::Choice, row));
    let root = root.chain(human).chain(choice);
    let others = rows(table::OTHERS).chain(rows(ignored::WITHOUT_EFFECT));
    rows(table::SESSION).chain(root).chain(others).chain(tuning)
}

/// Returns the rows that an interface accepts.
pub fn accepted_by(
    interface: Interface,
) -> impl Iterator<Item = (Setting, &'static ParamDefinition)> {
    all().filter(move |(_, row)| row.accepted.contains(&interface))
}

/// The noise of the root has another name in KataGo's analysis engine than in its GTP engine.
const ANALYSIS_NAME: &str = "wideRootNoise";
const GTP_NAME: &str = "analysisWideRootNoise";

/// KataGo's GTP engine has its own name for the history option, which applies to analyses alone.
const HISTORY_NAME: &str = "ignorePreRootHistory";
const GTP_HISTORY_NAME: &str = "analysisIgnorePreRootHistory";

/// Returns the row of a name that an interface accepts.
pub fn find(interface: Interface, name: &str) -> Option<(Setting, &'static ParamDefinition)> {
    let name = match (interface, name) {
        (Interface::Json | Interface::Query, ANALYSIS_NAME) => GTP_NAME,
        (Interface::Query, GTP_NAME) => return None,
        (Interface::Gtp, GTP_HISTORY_NAME) => HISTORY_NAME,
        _ => name,
    };
    accepted_by(interface).find(|(_, row)| row.name == name)
}

/// Sets a parameter for `--param` from text.
///
/// # Errors
/// Returns a message if no parameter has the name or the value is not allowed. For the name that a
/// parameter had when its unit was another one, the message contains the new name.
pub fn set_parameter(
    root: &mut RootOptions,
    choice: &mut MoveChoiceParams,
    params: &mut PlayerParams,
    name: &str,
    text: &str,
) -> Result<(), String> {
    let Some((_, ParamDefinition { name, kind, .. })) = find(Interface::Param, name) else {
        return Err(unknown_parameter(name));
    };
    let value = kind.read(text).map_err(|_| format!("{name} must be {kind}"))?;
    let parameter = root.parameter(name).or_else(|| choice.parameter(name));
    if let Some(parameter) = parameter.or_else(|| params.parameter(name)) {
        parameter.set(value);
    }
    Ok(())
}

/// Former names of parameters that differ from the name of their field.
const FORMER_NAMES: [(&str, &str); 3] = [
    ("root_fpu_reduction", "fpu_reduction_max"),
    ("root_symmetries", "symmetries"),
    ("share_permille", "share_part"),
];

fn unknown_parameter(name: &str) -> String {
    let former = FORMER_NAMES.iter().find(|(former, _)| *former == name);
    let field = former.map_or(name, |(_, field)| field);
    match accepted_by(Interface::Param).find(|(_, row)| row.field == field) {
        Some((_, ParamDefinition { name: new, kind, .. })) => {
            format!("parameter {name} was replaced by {new}, which is {kind}")
        }
        None => format!("unknown parameter {name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::params_macro::ParamValue;

    #[test]
    fn table_has_each_name_once_with_a_valid_default() {
        let mut names: Vec<&str> = all().map(|(_, row)| row.name).collect();
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count);
        for (_, ParamDefinition { name, kind, default, accepted, about, .. }) in all() {
            let is_valid = *default == ParamValue::NONE || kind.checked(*default) == Some(*default);
            assert!(is_valid, "{name}");
            assert!(!accepted.is_empty() && !about.is_empty(), "{name}");
        }
        assert!(find(Interface::Gtp, "maxVisits").is_some());
        assert!(find(Interface::Param, "maxVisits").is_none());
        assert!(find(Interface::Json, "wideRootNoise").is_some(), "KataGo's other name");
        assert!(find(Interface::Gtp, "wideRootNoise").is_none());
        assert!(find(Interface::Query, "analysisWideRootNoise").is_none());
        let (_, history) = find(Interface::Gtp, "analysisIgnorePreRootHistory").expect("an alias");
        assert_eq!(history.name, "ignorePreRootHistory");
    }

    #[test]
    fn parameters_are_set_in_natural_units() {
        let (mut root, mut params) = (RootOptions::default(), PlayerParams::default());
        let mut choice = MoveChoiceParams::default();
        let mut set = |name, text| set_parameter(&mut root, &mut choice, &mut params, name, text);
        assert_eq!(set("chosenMoveTemperature", "0.5"), Ok(()));
        assert_eq!(set("cpuctExploration", "1.25"), Ok(()));
        assert_eq!(set("useGraphSearch", "false"), Ok(()));
        assert_eq!(set("rootFpuReductionMax", "0.25"), Ok(()));
        assert_eq!(set("timeMaximum", "3"), Ok(()));
        assert_eq!(set("handicapStoneWorth", "7.5"), Ok(()));
        for wrong in ["125", "-1", "NaN", "much"] {
            let error = set("cpuctExploration", wrong).expect_err("not allowed");
            assert_eq!(error, "cpuctExploration must be a number from 0 to 10");
        }
        assert_eq!((root.fpu_reduction_max, choice.temperature), (0.25, 0.5));
        assert_eq!((params.search.graph.cpuct, params.search.graph.transpositions), (1.25, false));
        assert_eq!((params.time.most_time, params.handicap.stone_worth), (3.0, 7.5));
    }

    #[test]
    fn former_parameter_name_error_states_new_name() {
        let (mut root, mut params) = (RootOptions::default(), PlayerParams::default());
        let mut choice = MoveChoiceParams::default();
        for (name, error) in [
            (
                "cpuct",
                "parameter cpuct was replaced by cpuctExploration, which is a number from 0 to 10",
            ),
            (
                "root_fpu_reduction",
                "parameter root_fpu_reduction was replaced by rootFpuReductionMax, which is a number from 0 to 2",
            ),
            (
                "share_permille",
                "parameter share_permille was replaced by sharePart, which is a number from 0 to 1",
            ),
            ("komi", "unknown parameter komi"),
            ("maxVisits", "unknown parameter maxVisits"),
        ] {
            let set = set_parameter(&mut root, &mut choice, &mut params, name, "7");
            assert_eq!(set, Err(error.into()));
        }
        assert_eq!((root, params), (RootOptions::default(), PlayerParams::default()));
    }
}
