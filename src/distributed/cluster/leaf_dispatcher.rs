//! Who evaluates the next leaf: so many leaves at a time here, and at each of the other ranks.
//!
//! A rank that is late is asked nothing more until its answer comes after all.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use crate::go::BoardSize;

/// A leaf is given up after so many times the time that leaves have taken lately.
const TIMES: u32 = 10;

/// Where a leaf is evaluated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EvaluatorSlot {
    /// In this process.
    Here,
    /// At this rank.
    At(usize),
}

/// What is known of another rank.
#[derive(Debug, Clone, Copy, PartialEq)]
enum State {
    /// It has answered nothing yet about the present net and board size, which it may have to prepare: it is
    /// asked about one leaf only.
    New,
    /// It answers.
    Answers,
    /// It is late.
    Late,
    /// It has not the net.
    Unable,
}

/// Another rank.
#[derive(Debug, Clone)]
struct Follower {
    /// The leaves that it evaluates at a time; 0 before it is ready.
    threads: usize,
    state: State,
    /// The leaves that it was asked about and has not answered.
    asked: usize,
    /// How long answers take, on average.
    taking: Duration,
}

/// A leaf that a rank was asked about.
#[derive(Debug)]
struct Question<A> {
    rank: usize,
    since: Instant,
    /// Who waits for it; `None` where it was given up.
    asker: Option<A>,
}

/// All seats, and the leaves that others evaluate now for askers of type `A`.
#[derive(Debug)]
pub(super) struct LeafDispatcher<A> {
    here: usize,
    taken_here: usize,
    followers: Option<Vec<Follower>>,
    questions: HashMap<u32, Question<A>>,
    next: u32,
    /// The net and the board size of the latest leaf.
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
    /// Leaves that it may be asked about at a time: two batches, so that it has the next one when it has
    /// done one.
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

    /// Another rank; `None` where there is none.
    fn follower(&mut self, rank: usize) -> Option<&mut Follower> {
        self.followers.as_mut()?.get_mut(rank.checked_sub(1)?)
    }

    /// Sets how many other ranks there are.
    pub(super) fn set_followers(&mut self, count: usize) {
        let new = Follower { threads: 0, state: State::New, asked: 0, taking: Duration::ZERO };
        self.followers = Some(vec![new; count]);
    }

    /// How many other ranks there are.
    pub(super) fn followers(&self) -> usize {
        self.all().len()
    }

    /// Notes that a rank evaluates so many leaves at a time.
    pub(super) fn ready(&mut self, rank: usize, threads: usize) {
        if let Some(follower) = self.follower(rank) {
            follower.threads = threads;
        }
    }

    /// Whether all ranks are known and ready.
    pub(super) fn are_all_ready(&self) -> bool {
        self.followers.is_some() && self.not_ready().next().is_none()
    }

    /// The ranks that are not ready.
    pub(super) fn not_ready(&self) -> impl Iterator<Item = usize> {
        (1..).zip(self.all()).filter(|(_, it)| it.threads == 0).map(|(rank, _)| rank)
    }

    /// Sets how many leaves are evaluated here at a time.
    pub(super) fn set_local_slots(&mut self, count: usize) {
        self.here = count;
    }

    /// The leaves that others can be asked about at a time.
    pub(super) fn remote_slots(&self) -> usize {
        self.all().iter().map(|it| 2 * it.threads).sum()
    }

    /// Notes that the next leaf is one of a net on boards of a size.
    pub(super) fn set_net(&mut self, net: u32, size: BoardSize) {
        if self.subject.replace((net, size)) != Some((net, size)) {
            let able = self.followers.iter_mut().flatten().filter(|it| it.state != State::Late);
            able.for_each(|it| it.state = State::New);
        }
    }

    /// Whether a leaf can be evaluated now.
    pub(super) fn has_free(&self) -> bool {
        self.taken_here < self.here || self.all().iter().any(Follower::is_free)
    }

    /// Takes a free seat, here if there is one, since that answers at once; else at the rank with the
    /// smallest part of its seats taken.
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

    /// Leaves a seat that was taken here.
    pub(super) fn release(&mut self) {
        self.taken_here -= 1;
    }

    /// Notes that a rank whose seat was taken is asked about a leaf. Answers the leaf's number and how long
    /// to wait for it, `patience` at least.
    pub(super) fn assign(&mut self, rank: usize, asker: A, patience: Duration) -> (u32, Duration) {
        let number = self.next;
        self.next = number.wrapping_add(1);
        let question = Question { rank, since: Instant::now(), asker: Some(asker) };
        self.questions.insert(number, question);
        let taking = self.follower(rank).map_or(Duration::ZERO, |it| it.taking);
        (number, patience.max(TIMES * taking))
    }

    /// Notes that a rank has answered a leaf, or that it cannot; answers who waits for it.
    pub(super) fn complete(&mut self, rank: usize, number: u32, is_able: bool) -> Option<A> {
        let question = self.questions.remove(&number)?;
        let follower = self.follower(rank)?;
        follower.asked -= 1;
        let taken = question.since.elapsed();
        if follower.state == State::Late {
            log::warn!("rank {rank} answers again");
        } else {
            follower.taking = (follower.taking * 15 + taken) / 16;
        }
        if !is_able {
            log::warn!("rank {rank} has not the net of the search, and evaluates nothing");
        }
        follower.state = if is_able { State::Answers } else { State::Unable };
        question.asker
    }

    /// Notes that nobody waits any longer for a leaf, and that its rank is late.
    pub(super) fn expire(&mut self, number: u32) {
        let Some(question) = self.questions.get_mut(&number) else { return };
        question.asker = None;
        let (rank, waited) = (question.rank, question.since.elapsed().as_secs_f64());
        let Some(follower) = self.follower(rank) else { return };
        match follower.state {
            State::New => log::info!("rank {rank} prepares the net"),
            State::Answers => {
                follower.state = State::Late;
                log::warn!(
                    "rank {rank} has not answered for {waited:.1} s: the search goes on without it"
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

    /// The number of the leaf that a rank is asked about.
    fn asked(seats: &mut LeafDispatcher<char>, rank: usize) -> u32 {
        assert_eq!(seats.take(), EvaluatorSlot::At(rank));
        seats.assign(rank, 'a', Duration::ZERO).0
    }

    #[test]
    fn a_rank_has_two_batches_once_it_has_answered() {
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
    fn a_late_rank_is_asked_nothing_until_it_answers() {
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
