//! Formats the commands that set up and run a game, in each protocol.
//!
//! Rules are sent to engines that have a command for them. Japanese byo-yomi with several periods is sent to
//! GTP engines as `kata-time_settings` or `kgs-time_settings`. An engine without both gets Canadian byo-yomi
//! with one stone per period, which never promises more time than there is.

use std::time::Duration;

use crate::engine::{Clock, TimeControl};
use crate::go::{Action, BoardSize, Color, Rules};
use crate::protocol::{self, MoveKeywords};

use super::genmove_analysis;
use super::protocol_kind::ProtocolKind;

/// The command that asks an engine for its evaluation of its last move.
pub(crate) const EXPLAIN: &str = "gomill-explain_last_move";

/// A command that is sent before a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetupCommand {
    /// The line to send.
    pub text: String,
    /// Whether the engine must accept the command for the game to be played.
    pub is_required: bool,
}

impl SetupCommand {
    /// Creates a command that the engine must accept.
    pub fn required(text: impl Into<String>) -> SetupCommand {
        SetupCommand { text: text.into(), is_required: true }
    }

    fn optional(text: impl Into<String>) -> SetupCommand {
        SetupCommand { text: text.into(), is_required: false }
    }
}

impl ProtocolKind {
    /// Returns the commands before a game. `known` returns `true` if the engine has a command.
    pub fn setup(
        self,
        size: BoardSize,
        rules: &Rules,
        limit: Option<TimeControl>,
        known: &dyn Fn(&str) -> bool,
    ) -> Vec<SetupCommand> {
        let mut commands = vec![
            SetupCommand::required(format!("boardsize {}", size.lines())),
            SetupCommand::required("clear_board"),
        ];
        let rules_command = self.rules(rules, known);
        match self {
            ProtocolKind::Gtp => {
                commands.push(SetupCommand::required(format!("komi {}", rules.komi)));
                commands.extend(rules_command.map(SetupCommand::optional));
            }
            ProtocolKind::Wtp => commands.extend(rules_command.map(SetupCommand::required)),
        }
        let time = limit.and_then(|limit| self.time(&limit, known).ok());
        commands.extend(time.map(SetupCommand::required));
        commands
    }

    /// Returns the command that sets the rules, in WTP with komi. Returns `None` if the engine has none for
    /// these rules.
    pub(crate) fn rules(self, rules: &Rules, known: &dyn Fn(&str) -> bool) -> Option<String> {
        match self {
            ProtocolKind::Gtp if known("kata-set-rules") => {
                Some(format!("kata-set-rules {}", protocol::rules_as_json(rules)))
            }
            ProtocolKind::Gtp if known("kgs-rules") => {
                server_name(rules).map(|name| format!("kgs-rules {name}"))
            }
            ProtocolKind::Gtp => None,
            ProtocolKind::Wtp => Some(format!("rule {}", protocol::rules_as_words(rules))),
        }
    }

    /// Returns the command that sets a time control.
    ///
    /// # Errors
    /// Describes the settings that the protocol cannot express.
    pub(crate) fn time(
        self,
        limit: &TimeControl,
        known: &dyn Fn(&str) -> bool,
    ) -> Result<String, &'static str> {
        match self {
            ProtocolKind::Gtp => Ok(gtp_time(*limit, known)),
            ProtocolKind::Wtp => wtp_time(limit),
        }
    }

    /// Returns the command that sets the random seed of a game, with the name of GNU Go and Fuego. Returns
    /// `None` if the engine does not have it.
    pub fn seed(self, seed: u32, known: &dyn Fn(&str) -> bool) -> Option<SetupCommand> {
        const NAME: &str = "set_random_seed";
        known(NAME).then(|| SetupCommand::optional(format!("{NAME} {seed}")))
    }

    /// Returns the `time_left` command for a clock. Returns `None` if the engine does not have it.
    pub fn time_left(
        self,
        color: Color,
        clock: &Clock,
        known: &dyn Fn(&str) -> bool,
    ) -> Option<String> {
        let (left, periods) = clock.reading();
        let byo_yomi = matches!(clock.control(), TimeControl::ByoYomi { .. });
        // Such an engine was sent Canadian byo-yomi with one stone, and interprets periods as stones.
        let one_stone = byo_yomi && self == ProtocolKind::Gtp && !knows_periods(known);
        let periods = if one_stone { periods.min(1) } else { periods };
        // Engines that may not support fractions get whole seconds. They are rounded down, so that no engine
        // assumes more time than it has.
        let left = if self == ProtocolKind::Gtp && known("kata-time_settings") {
            Duration::from_millis(left.as_millis() as u64 / 10 * 10)
        } else if left.subsec_nanos() > 0 && left > Duration::from_secs(1) {
            Duration::from_secs(left.as_secs())
        } else {
            left
        };
        let color = self.color(color);
        known("time_left").then(|| format!("time_left {color} {} {periods}", seconds(left)))
    }

    /// Returns the command that plays a move, or in WTP a resignation.
    pub fn play(self, size: BoardSize, color: Color, action: Action) -> String {
        format!("play {} {}", self.color(color), self.words().of_action(size, action))
    }

    /// Returns the command that generates a move: one with search reports if the engine has no other way to
    /// report its evaluation.
    pub fn genmove(self, color: Color, known: &dyn Fn(&str) -> bool) -> String {
        let color = self.color(color);
        let (command, interval) = (genmove_analysis::COMMAND, genmove_analysis::INTERVAL);
        match self {
            ProtocolKind::Gtp if known(command) && !known(EXPLAIN) => {
                format!("{command} {color} {interval}")
            }
            _ => format!("genmove {color}"),
        }
    }

    /// Returns the letter of a colour.
    pub(crate) fn color(self, color: Color) -> char {
        match self {
            ProtocolKind::Gtp => color.letter().to_ascii_lowercase(),
            ProtocolKind::Wtp => color.letter(),
        }
    }

    /// Returns the keywords for moves that are not points.
    pub(crate) fn words(self) -> &'static MoveKeywords {
        match self {
            ProtocolKind::Gtp => &protocol::GTP.words,
            ProtocolKind::Wtp => &protocol::WTP.words,
        }
    }
}

/// Returns the argument of `kgs-rules` for the rules. Returns `None` if KGS has no such rules.
fn server_name(rules: &Rules) -> Option<&'static str> {
    let names = ["chinese", "japanese", "aga", "new_zealand"];
    // The names of KGS specify neither the ko rule nor how passes end the game.
    let same = |other: Rules| {
        (rules.scoring, rules.tax, rules.multi_stone_suicide)
            == (other.scoring, other.tax, other.multi_stone_suicide)
            && rules.handicap_bonus == other.handicap_bonus
    };
    names.into_iter().find(|name| Rules::from_name(name, rules.komi).is_some_and(same))
}

/// Returns `true` if the engine has a command for byo-yomi with several periods.
pub(crate) fn knows_periods(known: &dyn Fn(&str) -> bool) -> bool {
    known("kata-time_settings") || known("kgs-time_settings")
}

fn gtp_time(limit: TimeControl, known: &dyn Fn(&str) -> bool) -> String {
    let (kata, kgs) = (known("kata-time_settings"), known("kgs-time_settings"));
    // One period of Japanese byo-yomi equals Canadian byo-yomi with one stone, which is plain GTP 2.
    let canadian = |main, period, stones| {
        let kata = kata && !(is_whole(main) && is_whole(period));
        let [main, period] = [main, period].map(seconds);
        match kata {
            true if stones == 1 => format!("kata-time_settings byoyomi {main} {period} 1"),
            true => format!("kata-time_settings canadian {main} {period} {stones}"),
            false => format!("time_settings {main} {period} {stones}"),
        }
    };
    match limit {
        TimeControl::Unlimited => "time_settings 0 1 0".into(),
        TimeControl::Absolute { main } if kata && !is_whole(main) => {
            format!("kata-time_settings absolute {}", seconds(main))
        }
        TimeControl::Absolute { main } => format!("time_settings {} 0 0", seconds(main)),
        TimeControl::Canadian { main, period, stones } => canadian(main, period, stones),
        TimeControl::ByoYomi { main, period, periods } if periods > 1 && (kata || kgs) => {
            let command = if kata { "kata-time_settings" } else { "kgs-time_settings" };
            format!("{command} byoyomi {} {} {periods}", seconds(main), seconds(period))
        }
        TimeControl::ByoYomi { main, period, .. } => canadian(main, period, 1),
        TimeControl::Fischer { main, increment, .. } if kata => {
            format!("kata-time_settings fischer {} {}", seconds(main), seconds(increment))
        }
        // `time_left` before every move includes the increments so far.
        TimeControl::Fischer { main, .. } => format!("time_settings {} 0 0", seconds(main)),
    }
}

/// Returns the `time_settings` command of WTP, which supports only Japanese byo-yomi in whole seconds.
///
/// # Errors
/// Describes the settings that WTP cannot express.
pub(crate) fn wtp_time(limit: &TimeControl) -> Result<String, &'static str> {
    let (main, period, periods) = match *limit {
        TimeControl::Unlimited => (Duration::ZERO, Duration::ZERO, 0),
        TimeControl::Absolute { main } => (main, Duration::ZERO, 0),
        TimeControl::ByoYomi { main, period, periods } => (main, period, periods),
        _ => return Err("WTP supports only main time and Japanese byo-yomi"),
    };
    if !is_whole(main) || !is_whole(period) {
        return Err("WTP does not support fractions of a second");
    }
    Ok(format!("time_settings {} {} {periods}", seconds(main), seconds(period)))
}

fn is_whole(time: Duration) -> bool {
    time.subsec_nanos() == 0
}

/// Formats seconds as a decimal number, without a zero fraction.
fn seconds(time: Duration) -> String {
    time.as_secs_f64().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Komi;

    fn limit(main: f64, period: f64, periods: u32) -> TimeControl {
        let [main, period] = [main, period].map(Duration::from_secs_f64);
        TimeControl::ByoYomi { main, period, periods }
    }

    #[test]
    fn time_command_depends_on_supported_commands() {
        let line =
            |limit, commands: &'static [&str]| gtp_time(limit, &|name| commands.contains(&name));
        assert_eq!(line(limit(0.0, 1.0, 1), &[]), "time_settings 0 1 1");
        assert_eq!(line(limit(0.0, 1.0, 1), &["kata-time_settings"]), "time_settings 0 1 1");
        assert_eq!(
            line(limit(0.0, 0.5, 1), &["kata-time_settings"]),
            "kata-time_settings byoyomi 0 0.5 1"
        );
        let main = Duration::from_secs(600);
        assert_eq!(line(TimeControl::Absolute { main }, &[]), "time_settings 600 0 0");
        let canadian =
            TimeControl::Canadian { main, period: Duration::from_millis(2500), stones: 5 };
        assert_eq!(line(canadian, &[]), "time_settings 600 2.5 5");
        let kata = &["kata-time_settings"];
        assert_eq!(line(canadian, kata), "kata-time_settings canadian 600 2.5 5");
        let increment = Duration::from_secs(3);
        let fischer = TimeControl::Fischer { main, increment, cap: None, move_cap: None };
        assert_eq!(line(fischer, kata), "kata-time_settings fischer 600 3");
        assert_eq!(line(fischer, &[]), "time_settings 600 0 0", "never more than it has");
        assert_eq!(line(limit(10.0, 1.0, 5), &[]), "time_settings 10 1 1");
        assert_eq!(
            line(limit(10.0, 1.0, 5), &["kgs-time_settings"]),
            "kgs-time_settings byoyomi 10 1 5"
        );
        assert_eq!(wtp_time(&limit(10.0, 1.0, 5)), Ok("time_settings 10 1 5".into()));
        assert!(wtp_time(&limit(0.5, 1.0, 5)).is_err() && wtp_time(&fischer).is_err());
    }

    #[test]
    fn time_left_has_fractions_only_if_supported() {
        let mut clock = Clock::new(limit(10.0, 2.0, 5));
        clock.spend(Duration::from_millis(1234));
        let line = |clock: &Clock, commands: &'static [&str]| {
            ProtocolKind::Gtp.time_left(Color::Black, clock, &|name| commands.contains(&name))
        };
        assert_eq!(line(&clock, &["time_left"]), Some("time_left b 8 0".into()));
        assert_eq!(
            line(&clock, &["time_left", "kata-time_settings"]),
            Some("time_left b 8.76 0".into())
        );
        assert_eq!(line(&clock, &[]), None);
        clock.spend(Duration::from_secs(9));
        assert_eq!(line(&clock, &["time_left"]), Some("time_left b 2 1".into()));
        assert_eq!(
            line(&clock, &["time_left", "kgs-time_settings"]),
            Some("time_left b 2 5".into())
        );
    }

    #[test]
    fn rules_are_sent_if_engine_has_command() {
        let rules = Rules { komi: Komi::from_half_points(15).expect("a komi"), ..Rules::CHINESE };
        let size = BoardSize::new(9).expect("a size");
        let line = |protocol: ProtocolKind, command: &str| {
            let commands = protocol.setup(size, &rules, None, &|name| name == command);
            commands.into_iter().map(|command| command.text).collect::<Vec<_>>().join("\n")
        };
        assert_eq!(line(ProtocolKind::Gtp, ""), "boardsize 9\nclear_board\nkomi 7.5");
        assert!(line(ProtocolKind::Gtp, "kgs-rules").ends_with("\nkgs-rules chinese"));
        assert!(line(ProtocolKind::Gtp, "kata-set-rules").contains(r#""ko":"POSITIONAL""#));
        assert!(line(ProtocolKind::Wtp, "").contains("Ko: Positional, Score: Area"));
        assert!(line(ProtocolKind::Wtp, "").contains("Komi: 7.5"));
    }
}
