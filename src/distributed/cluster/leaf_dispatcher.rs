//! Assigns leaves to slots, in this process or at other ranks.
//!
//! A late rank receives no leaves until it replies.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use crate::go::BoardSize;

/// A leaf times out after this multiple of the recent average time.
const TIMES: u32 = 10;

/// The slot of a leaf.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EvaluatorSlot {
    /// In this process.
    Here,
    /// At another rank.
    At(usize),
}

/// The state of another rank.
#[derive(Debug, Clone, Copy, PartialEq)]
enum State {
    /// It has not replied yet for the current net and board size, which it may have to prepare. It receives one leaf
    /// only.
    New,
    /// It replies in time.
    Answers,
    /// It has timed out.
    Late,
    /// It does not have the net.
    Unable,
}

/// Another rank.
#[derive(Debug, Clone)]
struct Follower {
    /// The number of leaves that it evaluates in parallel; 0 before it is ready.
    threads: usize,
    state: State,
    /// The number of outstanding leaves.
    asked: usize,
    /// The average response time.
    taking: Duration,
}

/// A leaf sent to a rank.
#[derive(Debug)]
struct Question<A> {
    rank: usize,
    since: Instant,
    /// The requesting thread; `None` after a timeout.
    asker: Option<A>,
}

/// All slots, and outstanding leaves with requesting threads of type `A`.
#[derive(Debug)]
pub(super) struct LeafDispatcher<A> {
    here: usize,
    taken_here: usize,
    followers: Option<Vec<Follower>>,
    questions: HashMap<u32, Question<A>>,
    next: u32,
    /// The net and board size of the last leaf.
    subject: Option<(u32, BoardSize)>,
}

impl<A> Default for LeafDispatcher<A> {
    fn default() -> Self {
        LeafDispatcher {
            here: 1,
            taken_here: 0,
            followers: None,
            questions: HashMap::new(),
            next: 0,
            subject: None,
        }
    }
}

impl Follower {
    /// Returns the maximum number of outstanding leaves: two batches, so that a rank can start the next one
    /// immediately.
    fn window(&self) -> usize {
        match self.state {
            State::New => self.threads.min(1),
            State::Answers => 2 * self.threads,
            State::Late | State::Unable => 0,
        }
    }

    fn is_free(&self) -> bool {
        self.asked < self.window()
    }
}

impl<A> LeafDispatcher<A> {
    fn all(&self) -> &[Follower] {
        self.followers.as_deref().unwrap_or_default()
    }

    /// Returns the state of another rank, or `None` if there is no such rank.
    fn follower(&mut self, rank: usize) -> Option<&mut Follower> {
        self.followers.as_mut()?.get_mut(rank.checked_sub(1)?)
    }

    /// Sets the number of other ranks.
    pub(super) fn set_followers(&mut self, count: usize) {
        let new = Follower { threads: 0, state: State::New, asked: 0, taking: Duration::ZERO };
        self.followers = Some(vec![new; count]);
    }

    /// Returns the number of other ranks.
    pub(super) fn followers(&self) -> usize {
        self.all().len()
    }

    /// Sets the number of leaves that a rank evaluates in parallel.
    pub(super) fn ready(&mut self, rank: usize, threads: usize) {
        if let Some(follower) = self.follower(rank) {
            follower.threads = threads;
        }
    }

    /// Returns `true` if all ranks are ready.
    pub(super) fn are_all_ready(&self) -> bool {
        self.followers.is_some() && self.not_ready().next().is_none()
    }

    /// Returns the ranks that are not ready.
    pub(super) fn not_ready(&self) -> impl Iterator<Item = usize> {
        (1..).zip(self.all()).filter(|(_, it)| it.threads == 0).map(|(rank, _)| rank)
    }

    /// Sets the number of leaves that this process evaluates in parallel.
    pub(super) fn set_local_slots(&mut self, count: usize) {
        self.here = count;
    }

    /// Returns the number of slots at other ranks.
    pub(super) fn remote_slots(&self) -> usize {
        self.all().iter().map(|it| 2 * it.threads).sum()
    }

    /// Sets the net and board size of the next leaf.
    pub(super) fn set_net(&mut self, net: u32, size: BoardSize) {
        if self.subject.replace((net, size)) != Some((net, size)) {
            let able = self.followers.iter_mut().flatten().filter(|it| it.state != State::Late);
            able.for_each(|it| it.state = State::New);
        }
    }

    /// Returns `true` if there is a free slot.
    pub(super) fn has_free(&self) -> bool {
        self.taken_here < self.here || self.all().iter().any(Follower::is_free)
    }

    /// Takes a free slot: a local one if possible, which has no latency, otherwise at the rank with the lowest load.
    pub(super) fn take(&mut self) -> EvaluatorSlot {
        let part = |it: &Follower| it.asked * 1000 / it.window();
        let free = (1..).zip(self.all()).filter(|(_, it)| it.is_free());
        let freest = free.min_by_key(|(_, it)| part(it)).map(|(rank, _)| rank);
        match freest.filter(|_| self.taken_here >= self.here) {
            Some(rank) => {
                if let Some(follower) = self.follower(rank) {
                    follower.asked += 1;
                }
                EvaluatorSlot::At(rank)
            }
            None => {
                self.taken_here += 1;
                EvaluatorSlot::Here
            }
        }
    }

    /// Releases a local slot.
    pub(super) fn release(&mut self) {
        self.taken_here -= 1;
    }

    /// Assigns a leaf to a rank whose slot was taken. Returns the number of the leaf and its timeout, at least
    /// `patience`.
    pub(super) fn assign(&mut self, rank: usize, asker: A, patience: Duration) -> (u32, Duration) {
        let number = self.next;
        self.next = number.wrapping_add(1);
        let question = Question { rank, since: Instant::now(), asker: Some(asker) };
        self.questions.insert(number, question);
        let taking = self.follower(rank).map_or(Duration::ZERO, |it| it.taking);
        (number, patience.max(TIMES * taking))
    }

    /// Completes a leaf, with or without an evaluation. Returns the requesting thread.
    pub(super) fn complete(&mut self, rank: usize, number: u32, is_able: bool) -> Option<A> {
        let question = self.questions.remove(&number)?;
        let follower = self.follower(rank)?;
        follower.asked -= 1;
        let taken = question.since.elapsed();
        if follower.state == State::Late {
            log::warn!("rank {rank} is responding again");
        } else {
            follower.taking = (follower.taking * 15 + taken) / 16;
        }
        if !is_able {
            log::warn!("rank {rank} lacks the net of the search and evaluates no leaves");
        }
        follower.state = if is_able { State::Answers } else { State::Unable };
        question.asker
    }

    /// Marks a leaf as timed out and its rank as late.
    pub(super) fn expire(&mut self, number: u32) {
        let Some(question) = self.questions.get_mut(&number) else { return };
        question.asker = None;
        let (rank, waited) = (question.rank, question.since.elapsed().as_secs_f64());
        let Some(follower) = self.follower(rank) else { return };
        match follower.state {
            State::New => log::info!("rank {rank} is preparing the net"),
            State::Answers => {
                follower.state = State::Late;
                log::warn!(
                    "rank {rank} has not responded for {waited:.1} s: the search continues without it"
                );
            }
            State::Late | State::Unable => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seats() -> LeafDispatcher<char> {
        let mut seats = LeafDispatcher::default();
        seats.set_followers(2);
        seats.ready(1, 2);
        seats.ready(2, 1);
        seats.set_local_slots(1);
        seats.set_net(7, BoardSize::STANDARD);
        assert!(seats.are_all_ready() && seats.has_free());
        seats
    }

    /// Returns the number of a leaf of a rank.
    fn asked(seats: &mut LeafDispatcher<char>, rank: usize) -> u32 {
        assert_eq!(seats.take(), EvaluatorSlot::At(rank));
        seats.assign(rank, 'a', Duration::ZERO).0
    }

    #[test]
    fn rank_gets_two_batches_after_first_answer() {
        let mut seats = seats();
        assert_eq!((seats.remote_slots(), seats.take()), (6, EvaluatorSlot::Here));
        let [first, second] = [1, 2].map(|rank| asked(&mut seats, rank));
        assert!(!seats.has_free(), "it has answered nothing yet");
        assert_eq!(seats.complete(1, first, true), Some('a'));
        assert_eq!(seats.complete(2, second, true), Some('a'));
        assert_eq!(seats.complete(2, second, true), None, "only once");
        let ranks: Vec<EvaluatorSlot> = (0..6).map(|_| seats.take()).collect();
        assert_eq!(ranks.iter().filter(|seat| **seat == EvaluatorSlot::At(1)).count(), 4);
        assert!(!seats.has_free());
        seats.release();
        assert!(seats.has_free());
        assert_eq!(seats.take(), EvaluatorSlot::Here);
    }

    #[test]
    fn late_rank_gets_no_leaves_until_it_answers() {
        let mut seats = seats();
        assert_eq!(seats.take(), EvaluatorSlot::Here);
        let first = asked(&mut seats, 1);
        let other = asked(&mut seats, 2);
        seats.complete(1, first, true);
        let late = asked(&mut seats, 1);
        seats.expire(late);
        assert!(!seats.has_free());
        assert_eq!(seats.complete(2, other, false), Some('a'));
        assert!(!seats.has_free(), "it has not the net");
        assert_eq!(seats.complete(1, late, true), None, "nobody waits any more");
        assert!(seats.has_free());
        seats.set_net(8, BoardSize::STANDARD);
        assert_eq!(
            [seats.take(), seats.take()],
            [EvaluatorSlot::At(1), EvaluatorSlot::At(2)],
            "of another net"
        );
    }
}
