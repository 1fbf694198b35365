//! Arguments of the analysis commands: `[COLOR] [INTERVAL] {KEY VALUE}`.
//!
//! This module parses requests; `analysis` writes the reports.

use std::time::Duration;

use super::response::Failure;
use super::{parse_number, vertex};
use crate::engine::{AnalysisRequest, MoveBan, MoveFilter};
use crate::go::{BoardSize, Color, Move};

/// A part of a report that is included only on request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extra {
    /// The ownership of each point.
    Ownership,
    /// The standard deviation of the ownership of each point.
    OwnershipStdev,
    /// The ownership of each point after each candidate.
    MovesOwnership,
    /// The standard deviation of the ownership of each point after each candidate.
    MovesOwnershipStdev,
    /// The visits of the nodes along each variation.
    PvVisits,
    /// The visits of the edges along each variation. They equal the visits of the nodes, since the tree shares no
    /// nodes.
    PvEdgeVisits,
    /// The evaluation of the current position.
    RootInfo,
    /// The probability of a game without a result, always 0.
    NoResultValue,
}

/// The extras that WTP reports support.
const IN_WTP: [Extra; 2] = [Extra::Ownership, Extra::RootInfo];

/// The keys that enable an extra with `true`.
const EXTRAS: &[(&str, Extra)] = &[
    ("ownership", Extra::Ownership),
    ("ownershipStdev", Extra::OwnershipStdev),
    ("movesOwnership", Extra::MovesOwnership),
    ("movesOwnershipStdev", Extra::MovesOwnershipStdev),
    ("pvVisits", Extra::PvVisits),
    ("pvEdgeVisits", Extra::PvEdgeVisits),
    ("rootInfo", Extra::RootInfo),
    ("noResultValue", Extra::NoResultValue),
];

/// The dialect of an analysis command, which determines the supported keys. Other keys are errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// Leela Zero: no extras.
    Lz,
    /// KataGo: all extras.
    Kata,
    /// WTP: few extras, and the colour is required as the first argument.
    Wtp,
}

/// The parsed arguments of an analysis command.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Keys {
    /// The colour whose moves are searched; `None` for the player to move.
    pub color: Option<Color>,
    /// The time between reports; `None` for a single report at the end.
    pub interval: Option<Duration>,
    /// The maximum number of candidates in a report.
    pub max_moves: usize,
    /// The number of candidates that a report includes regardless of `max_moves`, if enough were searched.
    pub min_moves: usize,
    /// The number of visits after which the analysis ends; `None` for no limit.
    pub max_visits: Option<u64>,
    /// The moves excluded from the search.
    pub restriction: MoveFilter,
    extras: Vec<Extra>,
}

impl Keys {
    /// Parses the arguments.
    ///
    /// # Errors
    /// Returns an error that names the first invalid argument: an unknown key, or a missing or invalid value.
    pub(crate) fn read(words: &[&str], size: BoardSize, dialect: Dialect) -> Result<Keys, Failure> {
        let mut keys = Keys {
            color: None,
            interval: None,
            max_moves: usize::MAX,
            min_moves: 0,
            max_visits: None,
            restriction: MoveFilter::default(),
            extras: Vec::new(),
        };
        let mut words = words;
        if let [first, rest @ ..] = words {
            match vertex::color(first) {
                Ok(color) => (keys.color, words) = (Some(color), rest),
                Err(_) if dialect == Dialect::Wtp => return Err(wrong(first, "is not a colour")),
                Err(_) => {}
            }
        }
        if let [first, rest @ ..] = words
            && let Ok(interval) = centiseconds(first)
        {
            (keys.interval, words) = (Some(interval), rest);
        }
        while let [key, rest @ ..] = words {
            let count = if matches!(*key, "avoid" | "allow") { 3 } else { 1 };
            let (values, after) = rest.split_at(count.min(rest.len()));
            keys.set(key, values, size, dialect)?;
            words = after;
        }
        Ok(keys)
    }

    fn set(
        &mut self,
        key: &str,
        values: &[&str],
        size: BoardSize,
        dialect: Dialect,
    ) -> Result<(), Failure> {
        let has = |extra: &Extra| match dialect {
            Dialect::Lz => false,
            Dialect::Kata => true,
            Dialect::Wtp => IN_WTP.contains(extra),
        };
        let extra = EXTRAS.iter().find(|(name, extra)| *name == key && has(extra));
        match (key, values) {
            ("interval", [value]) => self.interval = Some(of_form(centiseconds, key, value)?),
            ("maxmoves", [value]) => {
                self.max_moves = of_form(parse_number::integer, key, value)?.max(1)
            }
            ("minmoves", [value]) => self.min_moves = of_form(parse_number::integer, key, value)?,
            ("maxvisits", [value]) => {
                self.max_visits = Some(of_form(from_one, key, value)? as u64);
            }
            ("avoid" | "allow", [color, moves, depth]) => {
                self.leave_out(ban(key, color, moves, depth, size)?, key)?;
            }
            ("interval" | "maxmoves" | "minmoves" | "maxvisits" | "avoid" | "allow", _) => {
                return Err(wrong(key, "requires a value"));
            }
            (_, values) => {
                let &(_, extra) =
                    extra.ok_or_else(|| wrong(key, "is not a keyword of this command"))?;
                let value = values.first().ok_or_else(|| wrong(key, "requires a value"))?;
                // If a key is repeated, its last value is used.
                self.extras.retain(|&other| other != extra);
                if of_form(|text| text.parse().map_err(|_| Failure::Syntax), key, value)? {
                    self.extras.push(extra);
                }
            }
        }
        Ok(())
    }

    /// Excludes moves. For each colour, moves can be either avoided or allowed, but not both.
    fn leave_out(&mut self, ban: MoveBan, key: &str) -> Result<(), Failure> {
        let of_color = |other: &&MoveBan| other.color == ban.color;
        if self.restriction.bans().iter().find(of_color).is_some_and(|it| it.only || ban.only) {
            return Err(wrong(key, "conflicts with an earlier avoid or allow"));
        }
        self.restriction.add(ban);
        Ok(())
    }

    /// Returns `true` if an extra was requested.
    pub(crate) fn includes(&self, extra: Extra) -> bool {
        self.extras.contains(&extra)
    }

    /// Returns the names of the requested extras.
    #[cfg(feature = "cli")]
    pub(crate) fn extras(&self) -> impl Iterator<Item = &'static str> {
        EXTRAS.iter().filter(|(_, extra)| self.includes(*extra)).map(|(name, _)| *name)
    }

    /// Returns the maximum number of candidates in a report.
    pub(crate) fn moves(&self) -> usize {
        self.max_moves.max(self.min_moves)
    }

    /// Returns the request to the engine.
    pub(crate) fn request(&self, to_play: Color) -> AnalysisRequest {
        AnalysisRequest {
            interval: self.interval,
            visits: self.max_visits,
            restriction: self.restriction.clone(),
            by_move: self.includes(Extra::MovesOwnership)
                || self.includes(Extra::MovesOwnershipStdev),
            all_playouts: true,
            ..AnalysisRequest::of(self.color.unwrap_or(to_play))
        }
    }
}

/// Parses `B D4,Q16,pass 1`: a colour, moves, and the number of turns from the current position.
fn ban(
    key: &str,
    color: &str,
    moves: &str,
    depth: &str,
    size: BoardSize,
) -> Result<MoveBan, Failure> {
    let color = of_form(vertex::color, key, color)?;
    let moves = moves.split(',');
    let moves = moves.map(|text| of_form(|text| vertex::read_move(size, text), key, text));
    let moves: Vec<Move> = moves.collect::<Result<_, _>>()?;
    let depth = of_form(from_one, key, depth)?;
    Ok(MoveBan {
        color,
        points: moves.iter().filter_map(|mv| mv.point()).collect(),
        pass: moves.contains(&Move::Pass),
        only: key == "allow",
        depth,
    })
}

/// Parses an integer of at least 1.
fn from_one(text: &str) -> Result<usize, Failure> {
    Some(parse_number::integer(text)?).filter(|&number| number > 0).ok_or(Failure::Syntax)
}

/// Parses the value of a key. The error names both.
fn of_form<T>(
    read: impl FnOnce(&str) -> Result<T, Failure>,
    key: &str,
    value: &str,
) -> Result<T, Failure> {
    read(value).map_err(|_| wrong(value, &format!("is not a value of {key}")))
}

/// Returns the failure for an invalid argument, with its first 40 characters.
fn wrong(word: &str, why: &str) -> Failure {
    let shown: String = word.chars().take(40).collect();
    let rest = if shown.len() < word.len() { "..." } else { "" };
    Failure::Word(format!("'{shown}{rest}' {why}"))
}

/// Parses a time in hundredths of a second, at least one.
fn centiseconds(text: &str) -> Result<Duration, Failure> {
    Ok(parse_number::duration(parse_number::float(text)?.max(1.0) / 100.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, dialect: Dialect) -> Result<Keys, Failure> {
        let words: Vec<&str> = text.split_whitespace().collect();
        Keys::read(&words, BoardSize::STANDARD, dialect)
    }

    fn kata(text: &str) -> Keys {
        read(text, Dialect::Kata).expect("it is understood")
    }

    #[test]
    fn colour_and_interval_are_optional() {
        let millis = |text| kata(text).interval.map(|interval| interval.as_millis());
        let all = ["", "B", "50", "W 50", "interval 50", "b interval 0.5", "0", "-1e300"];
        let expected = [None, None, Some(500), Some(500), Some(500), Some(10), Some(10), Some(10)];
        assert_eq!(all.map(millis), expected);
        assert_eq!([kata("w 5").color, kata("5").color], [Some(Color::White), None]);
        assert_eq!(kata("").request(Color::White).color, Color::White);
    }

    #[test]
    fn extras_can_be_enabled_and_disabled() {
        for &(name, extra) in EXTRAS {
            assert!(kata(&format!("{name} true")).includes(extra), "{name}");
            assert!(!kata(&format!("{name} true {name} false")).includes(extra), "{name}");
            assert!(kata(&format!("{name} true {name} true")).includes(extra), "{name}");
            for other in [Dialect::Lz, Dialect::Wtp] {
                let text = format!("b 5 {name} true");
                if other == Dialect::Wtp && IN_WTP.contains(&extra) {
                    assert!(
                        read(&text, other).expect("it is understood").includes(extra),
                        "{name}"
                    );
                    continue;
                }
                let told = Failure::Word(format!("'{name}' is not a keyword of this command"));
                assert_eq!(read(&text, other), Err(told));
            }
        }
        assert!(kata("movesOwnershipStdev true").request(Color::Black).by_move);
    }

    #[test]
    fn maxvisits_is_supported_in_every_dialect() {
        for dialect in [Dialect::Lz, Dialect::Kata, Dialect::Wtp] {
            let keys = read("b 5 maxvisits 300", dialect).expect("it is understood");
            assert_eq!(keys.request(Color::Black).visits, Some(300));
        }
        assert_eq!(kata("").request(Color::Black).visits, None);
    }

    #[test]
    fn avoid_and_allow_restrict_moves() {
        let keys =
            kata("B 5 avoid B D4,Q16,pass 2 avoid b C3 1 allow W Q4 1 minmoves 3 maxmoves 2");
        let allows = |color, text, depth| {
            let mv = vertex::read_move(BoardSize::STANDARD, text).expect("a move");
            keys.restriction.allows(color, mv, depth)
        };
        use Color::{Black, White};
        assert!(!allows(Black, "D4", 1) && !allows(Black, "pass", 0) && !allows(Black, "C3", 0));
        assert!(allows(Black, "D4", 2) && allows(Black, "C3", 1));
        assert!(allows(White, "Q4", 0) && !allows(White, "D4", 0));
        assert_eq!(keys.moves(), 3);
    }

    #[test]
    fn error_names_first_invalid_argument() {
        for (argument, told) in [
            ("soon", "'soon' is not a keyword of this command"),
            ("B W", "'W' is not a keyword of this command"),
            ("B 5 6", "'6' is not a keyword of this command"),
            ("ownership", "'ownership' requires a value"),
            ("b 5 ownership", "'ownership' requires a value"),
            ("ownership yes", "'yes' is not a value of ownership"),
            ("ownership maxmoves 3", "'maxmoves' is not a value of ownership"),
            ("maxmoves 3 Ownership true", "'Ownership' is not a keyword of this command"),
            ("policy", "'policy' is not a keyword of this command"),
            ("interval x", "'x' is not a value of interval"),
            ("interval", "'interval' requires a value"),
            ("minmoves -1", "'-1' is not a value of minmoves"),
            ("maxvisits 0", "'0' is not a value of maxvisits"),
            ("maxvisits", "'maxvisits' requires a value"),
            ("avoid B D4", "'avoid' requires a value"),
            ("avoid B D4 0", "'0' is not a value of avoid"),
            ("avoid B D4,,Q16 1", "'' is not a value of avoid"),
            ("avoid B T20 1", "'T20' is not a value of avoid"),
            ("avoid E D4 1", "'E' is not a value of avoid"),
            ("avoid B D4 1 allow B Q16 1", "'allow' conflicts with an earlier avoid or allow"),
            ("allow B D4 1 allow B Q16 1", "'allow' conflicts with an earlier avoid or allow"),
        ] {
            let told = Err(Failure::Word(told.into()));
            assert_eq!(read(argument, Dialect::Kata), told, "{argument}");
        }
        let long = read(&"x".repeat(1000), Dialect::Lz).expect_err("no key");
        assert!(long.to_string().len() < 100, "{long}");
    }

    #[test]
    fn wtp_analyze_requires_colour_first() {
        let wtp = |argument| read(argument, Dialect::Wtp);
        for (argument, told) in [
            ("soon", "'soon' is not a colour"),
            ("5 B", "'5' is not a colour"),
            ("B interval x maxmoves 3", "'x' is not a value of interval"),
            ("b ownership", "'ownership' requires a value"),
            ("B 5 maxmoves 2 pvVisits true", "'pvVisits' is not a keyword of this command"),
        ] {
            assert_eq!(wtp(argument), Err(Failure::Word(told.into())), "{argument}");
        }
        assert_eq!(wtp("w 5 maxmoves 2").map(|keys| keys.max_moves), Ok(2));
    }
}
