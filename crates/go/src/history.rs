//! The history of a game: its turns, and the number of occurrences of each position.
//!
//! Games are copied often, for every line of a session and every search. Copies share all turns except the latest, so
//! the cost of a copy does not grow with the game. Turns move to the shared part in batches, so that adding a turn is
//! cheap, too.

use std::collections::HashMap;
use std::iter::Chain;
use std::slice;
use std::sync::Arc;

use smallvec::SmallVec;

use super::{Color, Move, Point};

/// The action of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// A stone or a pass.
    Move(Move),
    /// A resignation (认输).
    Resign,
}

/// A turn of the game, with the data to undo it.
#[derive(Debug, Clone)]
pub struct Turn {
    /// The colour that acted.
    pub color: Color,
    /// The move or the resignation.
    pub action: Action,
    /// The captured stones, or for suicide the stones lost in addition to the one played.
    pub(super) captured: SmallVec<[Point; 4]>,
    /// The number of consecutive passes that end with this turn.
    pub(super) passes: u32,
    pub(super) key_before: u64,
    pub(super) ko_before: Option<(Color, Point)>,
    pub(super) to_play_before: Color,
}

impl Turn {
    /// Returns the point of the stone played, or `None` for a pass or a resignation.
    pub fn point(&self) -> Option<Point> {
        match self.action {
            Action::Move(mv) => mv.point(),
            Action::Resign => None,
        }
    }

    /// Returns the captured stones; after a suicide, the stones lost in addition to the one played.
    pub fn captured(&self) -> &[Point] {
        &self.captured
    }
}

/// Turns of a game, in order.
#[derive(Debug, Clone, Copy)]
pub struct Turns<'a> {
    shared: &'a [Turn],
    recent: &'a [Turn],
}

impl<'a> Turns<'a> {
    /// Returns the number of turns.
    pub fn len(&self) -> usize {
        self.shared.len() + self.recent.len()
    }

    /// Returns `true` if there are no turns.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the last turn.
    pub fn last(&self) -> Option<&'a Turn> {
        self.recent.last().or(self.shared.last())
    }

    /// Returns all turns in order.
    pub fn iter(&self) -> Chain<slice::Iter<'a, Turn>, slice::Iter<'a, Turn>> {
        self.shared.iter().chain(self.recent)
    }

    /// Splits after `turns` turns. Returns `None` if there are fewer.
    fn split_at_checked(&self, turns: usize) -> Option<(Turns<'a>, Turns<'a>)> {
        if let Some((shared, after)) = self.shared.split_at_checked(turns) {
            let before = Turns { shared, recent: &[] };
            return Some((before, Turns { shared: after, ..*self }));
        }
        let (recent, after) = self.recent.split_at_checked(turns - self.shared.len())?;
        Some((Turns { recent, ..*self }, Turns { shared: &[], recent: after }))
    }
}

impl<'a> IntoIterator for Turns<'a> {
    type Item = &'a Turn;
    type IntoIter = Chain<slice::Iter<'a, Turn>, slice::Iter<'a, Turn>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// The number of turns that move to or from the shared part together. A copy of a game copies at most twice as many
/// turns. If another game uses the shared part, it is copied once per batch.
const AT_ONCE: usize = 512;

/// The turns and positions of a game.
#[derive(Debug, Clone, Default)]
pub(super) struct History {
    shared: Arc<Part>,
    recent: Part,
}

/// A part of a history. The count of a position is the sum over both parts.
#[derive(Debug, Clone, Default)]
struct Part {
    turns: Vec<Turn>,
    /// Changes of the counts of the other part, by key and colour to play. They may be negative, because turns of the
    /// shared part are undone here.
    seen: HashMap<u64, [i32; 2]>,
}

impl Part {
    fn count_position(&mut self, key: u64, times: [i32; 2]) {
        let counts = self.seen.entry(key).or_default();
        *counts = [counts[0] + times[0], counts[1] + times[1]];
        if *counts == [0, 0] {
            self.seen.remove(&key);
        }
    }

    fn seen(&self, key: u64) -> [i32; 2] {
        self.seen.get(&key).copied().unwrap_or_default()
    }
}

impl History {
    /// Returns all turns.
    pub(super) fn turns(&self) -> Turns<'_> {
        Turns { shared: &self.shared.turns, recent: &self.recent.turns }
    }

    /// Adds a turn.
    pub(super) fn push(&mut self, turn: Turn) {
        if self.recent.turns.len() == 2 * AT_ONCE {
            let Part { turns, seen } = std::mem::take(&mut self.recent);
            let shared = Arc::make_mut(&mut self.shared);
            shared.turns.extend(turns);
            seen.into_iter().for_each(|(key, times)| shared.count_position(key, times));
        }
        self.recent.turns.push(turn);
    }

    /// Removes the last turn. Returns `None` if there is none.
    pub(super) fn pop(&mut self) -> Option<Turn> {
        if self.recent.turns.is_empty() && !self.shared.turns.is_empty() {
            let shared = Arc::make_mut(&mut self.shared);
            let stay = shared.turns.len().saturating_sub(AT_ONCE);
            self.recent.turns = shared.turns.split_off(stay);
        }
        self.recent.turns.pop()
    }

    /// Clears the turns but not the position counts.
    pub(super) fn clear_turns(&mut self) {
        self.recent.turns.clear();
        if !self.shared.turns.is_empty() {
            Arc::make_mut(&mut self.shared).turns.clear();
        }
    }

    /// Adds 1 or -1 to the count of a position.
    pub(super) fn see(&mut self, key: u64, to_play: Color, times: i32) {
        let mut by_color = [0, 0];
        by_color[to_play.index()] = times;
        self.recent.count_position(key, by_color);
    }

    /// Returns the number of occurrences of a position, by colour to play.
    pub(super) fn seen(&self, key: u64) -> [i32; 2] {
        let (shared, recent) = (self.shared.seen(key), self.recent.seen(key));
        [shared[0] + recent[0], shared[1] + recent[1]]
    }

    /// Returns the turns since an earlier history of the same game, or `None` if the earlier turns differ.
    pub(super) fn since(&self, earlier: &History) -> Option<Turns<'_>> {
        let (before, since) = self.turns().split_at_checked(earlier.turns().len())?;
        // Turns in a shared part need no comparison: a search calls this after every move.
        let is_shared = Arc::ptr_eq(&self.shared, &earlier.shared);
        let known = if is_shared { self.shared.turns.len() } else { 0 };
        let ours = before.split_at_checked(known)?.1;
        let theirs = earlier.turns().split_at_checked(known)?.1;
        let same = |(a, b): (&Turn, &Turn)| (a.color, a.action) == (b.color, b.action);
        ours.iter().zip(theirs).all(same).then_some(since)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pass(number: u64) -> Turn {
        Turn {
            color: Color::Black,
            action: Action::Move(Move::Pass),
            captured: SmallVec::new(),
            passes: 1,
            key_before: number,
            ko_before: None,
            to_play_before: Color::Black,
        }
    }

    /// A history without sharing.
    #[derive(Default)]
    struct Plain(Vec<u64>);

    impl Plain {
        fn compare(&self, history: &History) {
            let keys: Vec<u64> = history.turns().iter().map(|turn| turn.key_before).collect();
            assert_eq!(keys, self.0);
            let backward: Vec<u64> =
                history.turns().iter().rev().map(|turn| turn.key_before).collect();
            assert!(backward.iter().rev().eq(&keys));
            assert_eq!(history.turns().len(), keys.len());
            assert_eq!(history.turns().last().map(|turn| turn.key_before), keys.last().copied());
            for key in 0..7 {
                let times = keys.iter().filter(|&&other| other % 7 == key).count();
                assert_eq!(history.seen(key), [times as i32, 0]);
            }
        }
    }

    #[test]
    fn history_copies_are_independent() {
        let (mut history, mut plain) = (History::default(), Plain::default());
        let mut copies = Vec::new();
        // Back and forth over several parts, with a copy kept at every step.
        for (up, down) in [(3000, 10), (1, 2000), (700, 1691), (0, 5), (2100, 1030), (5, 0)] {
            for number in 0..up {
                history.push(pass(number));
                history.see(number % 7, Color::Black, 1);
                plain.0.push(number);
            }
            plain.compare(&history);
            for _ in 0..down {
                let turn = history.pop();
                assert_eq!(turn.as_ref().map(|turn| turn.key_before), plain.0.pop());
                if let Some(turn) = turn {
                    history.see(turn.key_before % 7, Color::Black, -1);
                }
            }
            plain.compare(&history);
            copies.push((history.clone(), Plain(plain.0.clone())));
            copies.iter().for_each(|(copy, plain)| plain.compare(copy));
        }
        history.clear_turns();
        assert!(history.turns().is_empty() && history.seen(0)[0] > 0);
        copies.iter().for_each(|(copy, plain)| plain.compare(copy));
    }

    #[test]
    fn since_returns_later_turns_across_chunks() {
        let mut histories = vec![History::default()];
        for number in 0..4 * AT_ONCE as u64 {
            let mut next = histories.last().expect("there is one").clone();
            next.push(pass(number));
            histories.push(next);
        }
        let last = histories.last().expect("there are many");
        for (turns, earlier) in histories.iter().enumerate().step_by(37) {
            let since = last.since(earlier).expect("it began so");
            assert_eq!(since.len(), 4 * AT_ONCE - turns);
            assert_eq!(since.iter().next().map(|turn| turn.key_before), Some(turns as u64));
            assert!(earlier.since(last).is_none());
        }
        let mut other = histories[700].clone();
        other.pop();
        other.push(Turn { color: Color::White, ..pass(699) });
        assert!(last.since(&other).is_none(), "the last turn is another's");
    }
}
