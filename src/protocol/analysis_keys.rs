//! The argument of every analysis command: `[COLOR] [INTERVAL] {KEY VALUE}`.
//!
//! It does not know how reports are written, only what is asked of them.

use std::time::Duration;

use super::{Failure, number, vertex};
use crate::engine::{AnalysisRequest, Ban, Restriction};
use crate::go::{BoardSize, Color, Move};

/// What is shown of a report only where it is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extra {
    /// Who owns each point.
    Ownership,
    /// How that varies from playout to playout.
    OwnershipStdev,
    /// Who owns each point after each move.
    MovesOwnership,
    /// How that varies.
    MovesOwnershipStdev,
    /// The visits along each variation.
    PvVisits,
    /// The same: moves lead to nodes of their own here.
    PvEdgeVisits,
    /// What is thought of the position as a whole.
    RootInfo,
    /// The share of games without a result, of which there are none.
    NoResultValue,
}

/// The keys that switch something on with `true`.
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

/// Which keys there are, and what becomes of others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// Leela Zero's: no extras, and nothing else.
    Lz,
    /// KataGo's, and nothing else: clients probe for keys.
    Kata,
    /// WTP's: what is not understood is ignored, since `analyze` never fails for a colour.
    Wtp,
}

/// What is asked of an analysis.
#[derive(Debug, Clone, PartialEq)]
pub struct Keys {
    /// Whose moves; `None` for whoever is to play.
    pub color: Option<Color>,
    /// Time between reports; `None` for one at the end.
    pub interval: Option<Duration>,
    /// The most moves that a report names.
    pub max_moves: usize,
    /// As many moves are named even so, if they were searched.
    pub min_moves: usize,
    /// Moves to leave out.
    pub restriction: Restriction,
    extras: Vec<Extra>,
}

impl Keys {
    /// Reads the words of an argument.
    ///
    /// # Errors
    /// A syntax error where a key is unknown or its value is not of its form; in WTP never.
    pub fn read(words: &[&str], size: BoardSize, dialect: Dialect) -> Result<Keys, Failure> {
        let mut keys = Keys {
            color: None,
            interval: None,
            max_moves: usize::MAX,
            min_moves: 0,
            restriction: Restriction::default(),
            extras: Vec::new(),
        };
        let mut words = words;
        if let [first, rest @ ..] = words
            && let Ok(color) = vertex::color(first)
        {
            (keys.color, words) = (Some(color), rest);
        }
        if let [first, rest @ ..] = words
            && let Ok(interval) = centiseconds(first)
        {
            (keys.interval, words) = (Some(interval), rest);
        }
        while let [key, rest @ ..] = words {
            let count = if matches!(*key, "avoid" | "allow") { 3 } else { 1 };
            let (values, after) = rest.split_at(count.min(rest.len()));
            match keys.set(key, values, size, dialect) {
                Err(failure) if dialect != Dialect::Wtp => return Err(failure),
                Err(_) | Ok(()) => words = after,
            }
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
        match (key, values) {
            ("interval", [value]) => self.interval = Some(centiseconds(value)?),
            ("maxmoves", [value]) => self.max_moves = number::integer(value)?.max(1),
            ("minmoves", [value]) => self.min_moves = number::integer(value)?,
            ("avoid" | "allow", [color, moves, depth]) => {
                self.leave_out(ban(key == "allow", color, moves, depth, size)?)?;
            }
            (_, [value]) => {
                let known = EXTRAS.iter().find(|(name, _)| *name == key);
                let &(_, extra) =
                    known.filter(|_| dialect == Dialect::Kata).ok_or(Failure::Syntax)?;
                // The last word counts.
                self.extras.retain(|&other| other != extra);
                if value.parse().map_err(|_| Failure::Syntax)? {
                    self.extras.push(extra);
                }
            }
            _ => return Err(Failure::Syntax),
        }
        Ok(())
    }

    /// Leaves moves out; a colour can have some avoided or few allowed, but not both.
    fn leave_out(&mut self, ban: Ban) -> Result<(), Failure> {
        let of_color = |other: &&Ban| other.color == ban.color;
        if self.restriction.bans().iter().find(of_color).is_some_and(|it| it.only || ban.only) {
            return Err(Failure::Syntax);
        }
        self.restriction.add(ban);
        Ok(())
    }

    /// Whether something is to be shown.
    pub fn shows(&self, extra: Extra) -> bool {
        self.extras.contains(&extra)
    }

    /// How many moves a report names at the most.
    pub fn moves(&self) -> usize {
        self.max_moves.max(self.min_moves)
    }

    /// What the engine is asked for.
    pub fn request(&self, to_play: Color) -> AnalysisRequest {
        AnalysisRequest {
            interval: self.interval,
            restriction: self.restriction.clone(),
            by_move: self.shows(Extra::MovesOwnership) || self.shows(Extra::MovesOwnershipStdev),
            all_playouts: true,
            ..AnalysisRequest::of(self.color.unwrap_or(to_play))
        }
    }
}

/// `B D4,Q16,pass 1`: a colour, moves, and how many moves from now on.
fn ban(only: bool, color: &str, moves: &str, depth: &str, size: BoardSize) -> Result<Ban, Failure> {
    let moves = moves.split(',').map(|text| vertex::read_move(size, text));
    let moves: Vec<Move> = moves.collect::<Result<_, _>>()?;
    let depth = Some(number::integer(depth)?).filter(|&depth| depth > 0).ok_or(Failure::Syntax)?;
    Ok(Ban {
        color: vertex::color(color)?,
        points: moves.iter().filter_map(|mv| mv.point()).collect(),
        pass: moves.contains(&Move::Pass),
        only,
        depth,
    })
}

/// A time between reports; never less than a hundredth of a second, which nobody can read.
fn centiseconds(text: &str) -> Result<Duration, Failure> {
    Ok(number::duration(number::float(text)?.max(1.0) / 100.0))
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
    fn colour_and_interval_may_be_missing() {
        let millis = |text| kata(text).interval.map(|interval| interval.as_millis());
        let all = ["", "B", "50", "W 50", "interval 50", "b interval 0.5", "0", "-1e300"];
        let expected = [None, None, Some(500), Some(500), Some(500), Some(10), Some(10), Some(10)];
        assert_eq!(all.map(millis), expected);
        assert_eq!([kata("w 5").color, kata("5").color], [Some(Color::White), None]);
        assert_eq!(kata("").request(Color::White).color, Color::White);
    }

    #[test]
    fn every_extra_is_switched_on_and_off() {
        for &(name, extra) in EXTRAS {
            assert!(kata(&format!("{name} true")).shows(extra), "{name}");
            assert!(!kata(&format!("{name} true {name} false")).shows(extra), "{name}");
            assert!(kata(&format!("{name} true {name} true")).shows(extra), "{name}");
            assert_eq!(read(&format!("{name} true"), Dialect::Lz), Err(Failure::Syntax));
        }
        assert!(kata("movesOwnershipStdev true").request(Color::Black).by_move);
    }

    #[test]
    fn moves_are_left_out() {
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
    fn what_is_not_understood_is_refused_but_in_wtp() {
        for wrong in [
            "soon",
            "B W",
            "B 5 6",
            "ownership",
            "ownership yes",
            "Ownership true",
            "interval x",
            "avoid B D4",
            "avoid B D4 0",
            "avoid B D4,,Q16 1",
            "avoid B T20 1",
            "avoid E D4 1",
            "avoid B D4 1 allow B Q16 1",
            "allow B D4 1 allow B Q16 1",
        ] {
            assert!(read(wrong, Dialect::Kata).is_err(), "{wrong}");
            assert!(read(wrong, Dialect::Wtp).is_ok(), "{wrong}");
        }
        let keys = read("B interval x ownership true maxmoves 3", Dialect::Wtp);
        assert_eq!(keys.map(|keys| (keys.interval, keys.max_moves)), Ok((None, 3)));
    }
}
