//! The current search of all ranks from the leader's view: the statistics of each rank, and which ranks are late.

use std::time::{Duration, Instant};

use crate::search::StatsDelta;

use super::message::StatsChunk;
use super::stats_merge::MergedStats;

/// The timeout of a rank that searches.
const PATIENCE: Duration = Duration::from_secs(2);

/// The maximum number of updates sent to a rank before it replies. Unreceived messages fill the buffers of MPI, and
/// the leader would block.
const UNANSWERED: u32 = 3;

/// The state of another rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Searches,
    Waits,
    /// It has timed out and is ignored.
    Late,
}

/// Another rank.
#[derive(Debug)]
struct Other {
    state: State,
    heard: Instant,
    /// The number of updates sent since its last message.
    unanswered: u32,
    /// The number of updates received in this search.
    times: u32,
    /// Its statistics that were not sent to others yet.
    found: MergedStats,
    /// The statistics of others to send to it.
    to_tell: MergedStats,
}

/// The current search of all ranks.
#[derive(Debug, Default)]
pub(super) struct SharedSearch {
    number: u32,
    others: Vec<Other>,
    /// The statistics for the leader.
    to_tell: MergedStats,
    /// The number of exchanges for which the leader has waited.
    waits: u32,
}

impl Other {
    fn new(state: State, heard: Instant) -> Other {
        let [found, to_tell] = std::array::from_fn(|_| MergedStats::default());
        Other { state, heard, unanswered: 0, times: 0, found, to_tell }
    }
}

impl SharedSearch {
    /// Starts a search with a number of other ranks, except late ones. Returns the number of the search and of its
    /// ranks.
    pub(super) fn begin(&mut self, others: usize, now: Instant) -> (u32, usize) {
        self.others.resize_with(others, || Other::new(State::Waits, now));
        self.number = self.number.wrapping_add(1);
        (self.to_tell, self.waits) = (MergedStats::default(), 0);
        for other in self.others.iter_mut().filter(|it| it.state != State::Late) {
            // A rank that has not finished the previous search has been silent for longer.
            let heard = if other.state == State::Searches { other.heard } else { now };
            let unanswered = other.unanswered;
            *other = Other { unanswered, ..Other::new(State::Searches, heard) };
        }
        (self.number, self.searching().count())
    }

    /// Returns the ranks that take part.
    pub(super) fn searching(&self) -> impl Iterator<Item = usize> {
        (1..).zip(&self.others).filter(|(_, it)| it.state == State::Searches).map(|(rank, _)| rank)
    }

    /// Adds a chunk of the statistics of a rank.
    pub(super) fn add_part(
        &mut self,
        rank: usize,
        number: u32,
        gains: StatsDelta,
        part: StatsChunk,
    ) {
        let Some(place) = rank.checked_sub(1).filter(|&place| place < self.others.len()) else {
            return;
        };
        let is_present = number == self.number;
        let other = &mut self.others[place];
        (other.heard, other.unanswered) = (Instant::now(), 0);
        if other.state == State::Late {
            log::warn!("rank {rank} is responding again");
            other.state = if is_present { State::Searches } else { State::Waits };
        }
        if !is_present {
            return;
        }
        if part == StatsChunk::End {
            other.state = State::Waits;
        }
        other.times += u32::from(part != StatsChunk::More);
        other.found.add(&gains);
    }

    /// Counts an exchange for which the leader waits.
    pub(super) fn wait(&mut self) {
        self.waits += 1;
    }

    /// Returns `true` if each rank has sent as many updates as the leader has waited for.
    pub(super) fn is_in_sync(&self) -> bool {
        let mut searching = self.others.iter().filter(|it| it.state == State::Searches);
        searching.all(|it| it.times >= self.waits)
    }

    /// Sums the statistics rank by rank, so that the result does not depend on the order of arrival.
    fn share(&mut self) {
        for place in 0..self.others.len() {
            let gains = self.others[place].found.take();
            self.to_tell.add(&gains);
            let others = self.others.iter_mut().enumerate().filter(|(other, _)| *other != place);
            others.for_each(|(_, other)| other.to_tell.add(&gains));
        }
    }

    /// Exchanges statistics: takes those of the leader, and returns those for the leader and for each rank. A rank
    /// that has not replied for some exchanges receives them together later.
    pub(super) fn exchange(
        &mut self,
        found: &StatsDelta,
        now: Instant,
    ) -> (StatsDelta, Vec<(usize, StatsDelta)>) {
        self.share();
        let mut told = Vec::new();
        for (rank, other) in (1..).zip(&mut self.others) {
            if other.state != State::Searches {
                continue;
            }
            let silent = now.saturating_duration_since(other.heard);
            if silent > PATIENCE {
                other.state = State::Late;
                let seconds = silent.as_secs_f64();
                log::warn!(
                    "rank {rank} has been silent for {seconds:.1} s: the search continues without it"
                );
                continue;
            }
            other.to_tell.add(found);
            if other.unanswered < UNANSWERED {
                other.unanswered += 1;
                told.push((rank, other.to_tell.take()));
            }
        }
        (self.to_tell.take(), told)
    }

    /// Returns the number of the current search.
    pub(super) fn number(&self) -> u32 {
        self.number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gains(playouts: u64) -> StatsDelta {
        StatsDelta { playouts, nodes: Vec::new() }
    }

    #[test]
    fn exchange_sends_each_rank_the_others_gains() {
        let (mut search, now) = (SharedSearch::default(), Instant::now());
        let (number, others) = search.begin(2, now);
        assert_eq!(others, 2);
        search.add_part(1, number, gains(10), StatsChunk::Last);
        search.add_part(2, number, gains(200), StatsChunk::Last);
        search.add_part(2, number.wrapping_sub(1), gains(7), StatsChunk::Last);
        let (leader, told) = search.exchange(&gains(3000), now);
        assert_eq!(leader, gains(210));
        assert_eq!(told, [(1, gains(3200)), (2, gains(3010))]);
        search.add_part(1, number, gains(1), StatsChunk::End);
        let (leader, told) = search.exchange(&gains(0), now);
        assert_eq!((leader, told), (gains(1), vec![(2, gains(1))]), "the first has ended");
    }

    #[test]
    fn leader_waits_for_every_searching_rank() {
        let (mut search, now) = (SharedSearch::default(), Instant::now());
        let (number, _) = search.begin(2, now);
        assert!(search.is_in_sync());
        search.wait();
        search.add_part(1, number, gains(10), StatsChunk::Last);
        search.add_part(2, number, gains(10), StatsChunk::More);
        assert!(!search.is_in_sync());
        search.add_part(2, number, gains(10), StatsChunk::End);
        assert!(search.is_in_sync());
        search.wait();
        assert!(!search.is_in_sync(), "the second has ended, but the first has not");
        search.add_part(1, number, gains(10), StatsChunk::Last);
        assert!(search.is_in_sync());
        search.begin(2, now);
        search.wait();
        assert!(!search.is_in_sync(), "it is another search");
    }

    #[test]
    fn unresponsive_rank_gets_accumulated_gains_later() {
        let (mut search, now) = (SharedSearch::default(), Instant::now());
        let (number, _) = search.begin(1, now);
        for _ in 0..UNANSWERED {
            assert_eq!(search.exchange(&gains(1), now).1, [(1, gains(1))]);
        }
        for _ in 0..2 {
            assert!(search.exchange(&gains(1), now).1.is_empty());
        }
        search.add_part(1, number, gains(0), StatsChunk::Last);
        assert_eq!(search.exchange(&gains(1), now).1, [(1, gains(3))]);
    }

    #[test]
    fn silence_accumulates_over_short_searches() {
        let (mut search, now) = (SharedSearch::default(), Instant::now());
        for tenths in 0..30 {
            search.begin(1, now + PATIENCE * tenths / 20);
        }
        search.exchange(&gains(0), now + 2 * PATIENCE);
        assert_eq!(search.begin(1, now).1, 0, "it is late");
    }

    #[test]
    fn silent_rank_is_excluded_until_it_responds() {
        let (mut search, now) = (SharedSearch::default(), Instant::now());
        let (number, _) = search.begin(2, now);
        search.add_part(1, number, gains(0), StatsChunk::End);
        let later = now + 2 * PATIENCE;
        assert!(search.exchange(&gains(5), later).1.is_empty());
        let (next, others) = search.begin(2, later);
        assert_eq!((others, search.searching().collect()), (1, vec![1]));
        search.add_part(2, number, gains(5), StatsChunk::End);
        assert_eq!(search.exchange(&gains(0), later).0, gains(0), "that was the search before");
        assert_eq!(search.begin(2, later), (next + 1, 2));
    }
}
