//! The commands by which a referee sets up and runs a game, in the words of each language.
//!
//! It sends nothing. Rules are told where an engine has a command for them. Japanese byo-yomi of
//! several periods is told to GTP engines by `kata-time_settings` or `kgs-time_settings`; one that
//! knows neither is told of one stone in every period (Canadian), which is never more than it has.

use std::time::Duration;

use crate::go::{BoardSize, Color, Move, Rules};
use crate::protocol::{self, Words};

use super::clock::{Clock, TimeLimit};
use super::talk::Language;

/// A command, and whether the game cannot be played where an engine refuses it.
pub type Order = (String, bool);

impl Language {
    /// The commands before a game; `known` says whether the engine has a command.
    pub fn setup(
        self,
        size: BoardSize,
        rules: &Rules,
        limit: Option<TimeLimit>,
        known: &dyn Fn(&str) -> bool,
    ) -> Vec<Order> {
        let mut orders =
            vec![(format!("boardsize {}", size.lines()), true), ("clear_board".into(), true)];
        match self {
            Language::Gtp => {
                orders.push((format!("komi {}", rules.komi), true));
                if known("kata-set-rules") {
                    orders.push((
                        format!("kata-set-rules {}", protocol::rules_as_json(rules)),
                        false,
                    ));
                } else if known("kgs-rules")
                    && let Some(name) = server_name(rules)
                {
                    orders.push((format!("kgs-rules {name}"), false));
                }
                orders.extend(limit.map(|limit| (gtp_time(limit, known), true)));
            }
            Language::Wtp => {
                orders.push((format!("rule {}", protocol::rules_as_words(rules)), true));
                orders.extend(limit.map(|limit| (wtp_time(limit), true)));
            }
        }
        orders
    }

    /// The command that tells what a clock shows, where the engine has one.
    pub fn time_left(
        self,
        color: Color,
        clock: &Clock,
        known: &dyn Fn(&str) -> bool,
    ) -> Option<String> {
        let (left, periods) = clock.reading();
        let canadian = self == Language::Gtp && !knows_periods(known);
        let periods = if canadian { periods.min(1) } else { periods };
        let left = if self == Language::Gtp && known("kata-time_settings") {
            Duration::from_millis(left.as_millis() as u64 / 10 * 10)
        } else if left.subsec_nanos() > 0 && left > Duration::from_secs(1) {
            Duration::from_secs(left.as_secs())
        } else {
            left
        };
        let color = self.color(color);
        known("time_left").then(|| format!("time_left {color} {} {periods}", seconds(left)))
    }

    /// The command that tells of a move.
    pub fn play(self, size: BoardSize, color: Color, mv: Move) -> String {
        format!("play {} {}", self.color(color), self.words().of_move(size, mv))
    }

    /// The command that asks for a move.
    pub fn genmove(self, color: Color) -> String {
        format!("genmove {}", self.color(color))
    }

    fn color(self, color: Color) -> char {
        match self {
            Language::Gtp => color.letter().to_ascii_lowercase(),
            Language::Wtp => color.letter(),
        }
    }

    fn words(self) -> Words {
        match self {
            Language::Gtp => protocol::GTP.words,
            Language::Wtp => protocol::WTP.words,
        }
    }
}

/// The name of rules on the servers that `kgs-rules` was made for, where they have one.
fn server_name(rules: &Rules) -> Option<&'static str> {
    let names = ["chinese", "japanese", "aga", "new_zealand"];
    // Whether kos are simple, and who may pass when, is not in the names.
    let same = |other: Rules| {
        (rules.scoring, rules.tax, rules.multi_stone_suicide)
            == (other.scoring, other.tax, other.multi_stone_suicide)
            && rules.handicap_bonus == other.handicap_bonus
    };
    names.into_iter().find(|name| Rules::named(name, rules.komi).is_some_and(same))
}

/// Whether an engine can be told of periods that are lost when they pass.
fn knows_periods(known: &dyn Fn(&str) -> bool) -> bool {
    known("kata-time_settings") || known("kgs-time_settings")
}

fn gtp_time(limit: TimeLimit, known: &dyn Fn(&str) -> bool) -> String {
    let [main, period] = [limit.main, limit.period].map(seconds);
    let whole = limit.main.subsec_nanos() == 0 && limit.period.subsec_nanos() == 0;
    let kata = known("kata-time_settings");
    match limit.periods {
        0 if kata && !whole => format!("kata-time_settings absolute {main}"),
        0 => format!("time_settings {main} 0 0"),
        // A single period is the same as one stone in each, and every engine understands that.
        1 if whole || !kata => format!("time_settings {main} {period} 1"),
        periods if kata => format!("kata-time_settings byoyomi {main} {period} {periods}"),
        periods if known("kgs-time_settings") => {
            format!("kgs-time_settings byoyomi {main} {period} {periods}")
        }
        _ => format!("time_settings {main} {period} 1"),
    }
}

fn wtp_time(limit: TimeLimit) -> String {
    let [main, period] = [limit.main, limit.period].map(seconds);
    format!("time_settings {main} {period} {}", limit.periods)
}

/// Seconds without a fraction where there is none.
fn seconds(time: Duration) -> String {
    time.as_secs_f64().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Komi;

    fn limit(main: f64, period: f64, periods: u32) -> TimeLimit {
        let [main, period] = [main, period].map(Duration::from_secs_f64);
        TimeLimit { main, period, periods }
    }

    #[test]
    fn time_is_told_as_each_engine_understands_it() {
        let tell =
            |limit, commands: &'static [&str]| gtp_time(limit, &|name| commands.contains(&name));
        assert_eq!(tell(limit(0.0, 1.0, 1), &[]), "time_settings 0 1 1");
        assert_eq!(tell(limit(0.0, 1.0, 1), &["kata-time_settings"]), "time_settings 0 1 1");
        assert_eq!(
            tell(limit(0.0, 0.5, 1), &["kata-time_settings"]),
            "kata-time_settings byoyomi 0 0.5 1"
        );
        assert_eq!(tell(limit(600.0, 0.0, 0), &[]), "time_settings 600 0 0");
        assert_eq!(tell(limit(10.0, 1.0, 5), &[]), "time_settings 10 1 1");
        assert_eq!(
            tell(limit(10.0, 1.0, 5), &["kgs-time_settings"]),
            "kgs-time_settings byoyomi 10 1 5"
        );
        assert_eq!(wtp_time(limit(10.0, 1.0, 5)), "time_settings 10 1 5");
    }

    #[test]
    fn clocks_are_told_in_whole_seconds_unless_fractions_are_known() {
        let mut clock = Clock::new(limit(10.0, 2.0, 5));
        assert!(clock.spend(Duration::from_millis(1234), Duration::ZERO));
        let tell = |clock: &Clock, commands: &'static [&str]| {
            Language::Gtp.time_left(Color::Black, clock, &|name| commands.contains(&name))
        };
        assert_eq!(tell(&clock, &["time_left"]), Some("time_left b 8 0".into()));
        assert_eq!(
            tell(&clock, &["time_left", "kata-time_settings"]),
            Some("time_left b 8.76 0".into())
        );
        assert_eq!(tell(&clock, &[]), None);
        assert!(clock.spend(Duration::from_secs(9), Duration::ZERO));
        assert_eq!(tell(&clock, &["time_left"]), Some("time_left b 2 1".into()));
        assert_eq!(
            tell(&clock, &["time_left", "kgs-time_settings"]),
            Some("time_left b 2 5".into())
        );
    }

    #[test]
    fn rules_are_told_where_there_is_a_command() {
        let rules = Rules { komi: Komi::from_half_points(15).expect("a komi"), ..Rules::CHINESE };
        let size = BoardSize::new(9).expect("a size");
        let tell = |language: Language, command: &str| {
            let orders = language.setup(size, &rules, None, &|name| name == command);
            orders.into_iter().map(|order| order.0).collect::<Vec<_>>().join("\n")
        };
        assert_eq!(tell(Language::Gtp, ""), "boardsize 9\nclear_board\nkomi 7.5");
        assert!(tell(Language::Gtp, "kgs-rules").ends_with("\nkgs-rules chinese"));
        assert!(tell(Language::Gtp, "kata-set-rules").contains(r#""ko":"POSITIONAL""#));
        assert!(tell(Language::Wtp, "").contains("Ko: Positional, Score: Area"));
        assert!(tell(Language::Wtp, "").contains("Komi: 7.5"));
    }
}
