//! Profiles of the players that a human-imitation net imitates, and their net inputs.

use std::f64::consts::TAU;
use std::fmt;
use std::str::FromStr;

use thiserror::Error;
use tianyuan_go::{BoardSize, Color};

/// The number of metadata inputs of encoder version 1.
pub const METADATA: usize = 192;

/// The players of a game: their ranks, and the time and place of the game.
///
/// | name | players |
/// | --- | --- |
/// | `rank_5k` | both 5k, in 2020, after the first strong programs |
/// | `preaz_5k` | both 5k, in 2016 |
/// | `rank_5k_1d`, `preaz_5k_1d` | Black is 5k, White is 1d |
/// | `proyear_1965` | professionals, in a year from 1800 to 2023 |
///
/// Ranks are 9d to 1d and 1k to 25k; the net's training data ends at 20k.
///
/// ```
/// use tianyuan_nn::katago::HumanProfile;
///
/// let profile: HumanProfile = "rank_12k".parse()?;
/// assert_eq!(profile.to_string(), "rank_12k");
/// assert!("rank_10d".parse::<HumanProfile>().is_err());
/// # Ok::<(), tianyuan_nn::katago::UnknownProfile>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct HumanProfile(Players);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Players {
    /// Amateurs on a server. The ranks of Black and White count from 1 for 9d to 34 for 25k.
    Amateurs { style: Style, ranks: [u8; 2] },
    /// Professionals in this year.
    Professionals(u16),
}

/// The time of an amateur game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Style {
    /// 2020-03-01.
    Modern,
    /// 2016-09-01, when no program was stronger than professionals.
    PreAlphaZero,
}

/// A text that is not the name of a profile.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "unknown profile {0:?} (rank_5k, preaz_5k, rank_5k_1d or proyear_1965; 9d to 25k, 1800 to 2023)"
)]
pub struct UnknownProfile(String);

/// The number of dan ranks.
const DAN_RANKS: u8 = 9;
/// The lowest kyu rank.
const LOWEST_KYU: u8 = 25;
/// The years of professional games.
const YEARS: std::ops::RangeInclusive<u16> = 1800..=2023;
/// The last year of the game collection GoGoD in the training data; later games are from Go4Go.
const LAST_YEAR_OF_GOGOD: u16 = 2020;

/// The indices of the sources of games in the inputs.
const KGS: usize = 2;
const GOGOD: usize = 5;
const GO4GO: usize = 6;

/// The first inputs of the groups.
const RANKS: [usize; 2] = [6, 40];
const RATED: usize = 74;
const UNKNOWN_TIME: usize = 75;
const BYOYOMI: usize = 79;
const TIMES: usize = 82;
const BOARD: usize = 86;
const DATE: usize = 87;
const SOURCE: usize = 151;

/// The number of periods of the date, and the shortest one in days.
const PERIODS: i32 = 32;
const SHORTEST_PERIOD: f64 = 7.0;
/// The ratio of the longest to the shortest period.
const PERIOD_RANGE: f64 = 80_000.0;

impl HumanProfile {
    /// Returns the profile of two amateurs of a rank such as `12k` or `1d` in 2020, or `None` if it is not a rank.
    pub fn of_rank(rank: &str) -> Option<HumanProfile> {
        let rank = inverse_rank(rank)?;
        Some(HumanProfile(Players::Amateurs { style: Style::Modern, ranks: [rank; 2] }))
    }

    /// Returns the metadata inputs (encoder version 1) for a player to move on a board.
    pub fn inputs(self, to_move: Color, size: BoardSize) -> [f32; METADATA] {
        let mut inputs = [0.0; METADATA];
        // Both players are human.
        inputs[..2].fill(1.0);
        for (start, color) in RANKS.into_iter().zip([to_move, !to_move]) {
            inputs[start..start + usize::from(self.rank(color))].fill(1.0);
        }
        let (rated, time, times, source) = match self.0 {
            // Unknown whether rated; 20 minutes and five periods of 30 seconds.
            Players::Amateurs { .. } => (0.5, BYOYOMI, [1200.0, 30.0, 5.0, 0.0], KGS),
            Players::Professionals(..=LAST_YEAR_OF_GOGOD) => (0.0, UNKNOWN_TIME, [0.0; 4], GOGOD),
            Players::Professionals(_) => (0.0, UNKNOWN_TIME, [0.0; 4], GO4GO),
        };
        inputs[RATED] = rated;
        inputs[time] = 1.0;
        inputs[SOURCE + source] = 1.0;
        // The scale and the offsets of main time, period, number of periods and stones per period.
        let scales = [(0.4, 60.0, 6.5), (0.3, 1.0, 3.0), (0.5, 2.0, 1.5), (0.25, 2.0, 1.5)];
        for (place, (time, (scale, added, centre))) in times.into_iter().zip(scales).enumerate() {
            inputs[TIMES + place] = (scale * (libm::log(time + added) - centre)) as f32;
        }
        inputs[BOARD] = (0.5 * libm::log(size.area() as f64 / 361.0)) as f32;
        let days = f64::from(self.day());
        for period in 0..PERIODS {
            // In f64, because the shortest periods have passed thousands of times.
            let length = SHORTEST_PERIOD
                * libm::pow(PERIOD_RANGE, f64::from(period) / f64::from(PERIODS - 1));
            let angle = TAU * days / length;
            let place = DATE + 2 * period as usize;
            inputs[place] = libm::cos(angle) as f32;
            inputs[place + 1] = libm::sin(angle) as f32;
        }
        inputs
    }

    /// Returns the rank of a player: 1 for 9d and for professionals, 34 for 25k.
    fn rank(self, color: Color) -> u8 {
        match self.0 {
            Players::Amateurs { ranks, .. } => ranks[color.index()],
            Players::Professionals(_) => 1,
        }
    }

    /// Returns the date of the game, in days since 1970-01-01.
    fn day(self) -> i32 {
        match self.0 {
            Players::Amateurs { style: Style::Modern, .. } => 18_322,
            Players::Amateurs { style: Style::PreAlphaZero, .. } => 17_045,
            Players::Professionals(year) => first_of_june(year.into()),
        }
    }
}

/// Returns the first of June of a year in the Gregorian calendar, in days since 1970-01-01.
fn first_of_june(year: i32) -> i32 {
    let leap_days = |year: i32| year / 4 - year / 100 + year / 400;
    // From January to May there are 151 days, or 152 in a leap year, which `leap_days` includes.
    365 * (year - 1970) + leap_days(year) - leap_days(1970) + 151
}

/// Returns the number of a rank such as `5k`: 1 for 9d, 34 for 25k.
fn inverse_rank(text: &str) -> Option<u8> {
    let (digits, is_dan) = match text.strip_suffix('d') {
        Some(digits) => (digits, true),
        None => (text.strip_suffix('k')?, false),
    };
    // Excludes signs and leading zeros.
    let number: u8 = digits.parse().ok().filter(|number: &u8| number.to_string() == digits)?;
    match is_dan {
        true => (1..=DAN_RANKS).contains(&number).then(|| DAN_RANKS + 1 - number),
        false => (1..=LOWEST_KYU).contains(&number).then(|| DAN_RANKS + number),
    }
}

fn rank_name(rank: u8) -> String {
    match rank.checked_sub(DAN_RANKS) {
        Some(kyu @ 1..) => format!("{kyu}k"),
        _ => format!("{}d", DAN_RANKS + 1 - rank),
    }
}

impl FromStr for HumanProfile {
    type Err = UnknownProfile;

    fn from_str(text: &str) -> Result<HumanProfile, UnknownProfile> {
        let amateurs = |style: Style, ranks: &str| {
            let (black, white) = ranks.split_once('_').unwrap_or((ranks, ranks));
            let ranks = [inverse_rank(black)?, inverse_rank(white)?];
            Some(Players::Amateurs { style, ranks })
        };
        let players = if let Some(ranks) = text.strip_prefix("rank_") {
            amateurs(Style::Modern, ranks)
        } else if let Some(ranks) = text.strip_prefix("preaz_") {
            amateurs(Style::PreAlphaZero, ranks)
        } else {
            let year = text.strip_prefix("proyear_").filter(|year| year.len() == 4);
            let year = year.and_then(|year| year.parse().ok()).filter(|year| YEARS.contains(year));
            year.map(Players::Professionals)
        };
        players.map(HumanProfile).ok_or_else(|| UnknownProfile(text.chars().take(40).collect()))
    }
}

impl fmt::Display for HumanProfile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Players::Amateurs { style, ranks: [black, white] } => {
                f.write_str(match style {
                    Style::Modern => "rank_",
                    Style::PreAlphaZero => "preaz_",
                })?;
                f.write_str(&rank_name(black))?;
                if white != black {
                    write!(f, "_{}", rank_name(white))?;
                }
                Ok(())
            }
            Players::Professionals(year) => write!(f, "proyear_{year}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inputs(name: &str, lines: usize) -> [f32; METADATA] {
        let size = BoardSize::new(lines).expect("a size");
        name.parse::<HumanProfile>().expect(name).inputs(Color::Black, size)
    }

    #[test]
    fn inputs_match_katago() {
        // Inputs 82 to 90 and 147 to 150, and the number of ones in the ranks, from KataGo 1.17.2.
        let times = [0.255547, 0.130196, 0.222955, -0.201713];
        let unknown = [-0.962262, -0.9, -0.403426, -0.201713];
        type Row = (&'static str, usize, [f32; 4], f32, [f32; 4], [f32; 4], usize);
        #[rustfmt::skip]
        let rows: [Row; 4] = [
            ("preaz_5k", 19, times, 0.0, [1.0, 0.0, -0.034570, -0.999402],
                [0.962353, 0.271803, 0.981768, 0.190081], 28),
            ("rank_9d", 9, times, -0.747214, [-0.900969, 0.433884, -0.997553, 0.069918],
                [0.956543, 0.291590, 0.978944, 0.204128], 2),
            ("proyear_1846", 19, unknown, 0.0, [-0.900969, -0.433884, 0.726581, -0.687080],
                [0.745863, -0.666100, 0.874468, -0.485083], 2),
            ("proyear_2023", 19, unknown, 0.0, [1.0, 0.0, -0.312482, 0.949924],
                [0.950778, 0.309872, 0.976139, 0.217147], 2),
        ];
        for (name, lines, times, board, first, last, ranks) in rows {
            let found = inputs(name, lines);
            let expected = times.into_iter().chain([board]).chain(first);
            for (place, expected) in (82..=90).zip(expected).chain((147..=150).zip(last)) {
                assert!((found[place] - expected).abs() < 2e-6, "{name} {place} {}", found[place]);
            }
            assert_eq!(found[6..74].iter().filter(|it| **it == 1.0).count(), ranks, "{name}");
            assert_eq!(found[75..82].iter().sum::<f32>(), 1.0, "{name}");
            assert_eq!(found[151..].iter().sum::<f32>(), 1.0, "{name}");
        }
        let (amateur, early, late) =
            (inputs("rank_3k", 19), inputs("proyear_2020", 19), inputs("proyear_2021", 19));
        assert_eq!([amateur[153], early[156], late[157]], [1.0; 3], "sources");
        assert_eq!([amateur[79], early[75]], [1.0; 2], "time controls");
        assert_eq!([amateur[74], early[74]], [0.5, 0.0], "rated");
    }

    #[test]
    fn player_to_move_comes_first() {
        let profile: HumanProfile = "rank_5k_1d".parse().expect("a profile");
        let ranks = |color| {
            let inputs = profile.inputs(color, BoardSize::STANDARD);
            RANKS.map(|start| inputs[start..start + 34].iter().sum::<f32>())
        };
        assert_eq!(ranks(Color::Black), [14.0, 9.0]);
        assert_eq!(ranks(Color::White), [9.0, 14.0]);
    }

    #[test]
    fn profile_names_roundtrip() {
        let ranks =
            (1..=9).map(|dan| format!("{dan}d")).chain((1..=25).map(|kyu| format!("{kyu}k")));
        let amateurs = ranks.flat_map(|rank| [format!("rank_{rank}"), format!("preaz_{rank}_3k")]);
        let professionals = (1800..=2023).map(|year| format!("proyear_{year}"));
        for name in amateurs.filter(|name| name != "preaz_3k_3k").chain(professionals) {
            assert_eq!(name.parse::<HumanProfile>().map(|it| it.to_string()), Ok(name));
        }
        for wrong in [
            "",
            "_",
            "5k",
            "rank_",
            "rank_0k",
            "rank_26k",
            "rank_10d",
            "rank_05k",
            "rank_+5k",
            "Rank_5k",
            "rank_5k_",
            "rank_5k_4k_3k",
            "proyear_1799",
            "proyear_2024",
            "proyear_02000",
            "preaz_5级",
        ] {
            assert!(wrong.parse::<HumanProfile>().is_err(), "{wrong}");
        }
    }
}
