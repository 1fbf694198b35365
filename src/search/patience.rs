//! Whether a search has thought enough: it goes on while the best move is unclear, and ends early
//! where nothing can change any more.
//!
//! The signs are Pachi's. It does not read the time: it is told how far the search has come.

use super::limits::{Limits, Progress};
use super::node::Node;
use super::params::StopParams;
use super::round::Round;

/// What the root says of the choice between its moves.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Outlook {
    /// Visits of all moves.
    all: u64,
    /// Visits of the move that would be visited next, and the most that another one has.
    next: u64,
    others: u64,
    /// Winrate of that move, and of the best other one with a share of the visits.
    value: f64,
    rival: f64,
    /// Winrate of the move after its best reply, where one is known.
    after_reply: Option<f64>,
}

/// Visits of a move in percent of the most that one has, from which on its winrate is considered.
const RIVAL_VISITS: u64 = 10;

/// The first of the children that were visited most among those that are allowed.
fn most_visited(children: &[Node], is_allowed: impl Fn(&Node) -> bool) -> Option<usize> {
    let allowed = children.iter().enumerate().rev().filter(|(_, child)| is_allowed(child));
    allowed.max_by_key(|(_, child)| child.own().visits).map(|(place, _)| place)
}

impl Outlook {
    /// The outlook at the root of a search; `None` before it has moves.
    pub(super) fn of(round: &Round) -> Option<Outlook> {
        let tree = &round.tree;
        let children = tree.children(tree.root());
        let visits = |child: &Node| u64::from(child.own().visits);
        let next = match round.net {
            // It also looks at moves that it will not play.
            Some(_) => most_visited(children, |child| round.allows(child)),
            None => round.next_child(children, |child| round.allows(child)),
        }?;
        let chosen = &children[next];
        let others = || children.iter().enumerate().filter(|&(i, _)| i != next);
        let least = visits(chosen) * RIVAL_VISITS / 100 + 1;
        let rivals = others().filter(|(_, child)| visits(child) >= least);
        let reply = tree.children(chosen).iter().max_by_key(|child| child.own().visits);
        Some(Outlook {
            all: children.iter().map(visits).sum(),
            next: visits(chosen),
            others: others().map(|(_, child)| visits(child)).max().unwrap_or(0),
            value: chosen.own().winrate(),
            rival: rivals.map(|(_, child)| child.own().winrate()).fold(0.0, f64::max),
            after_reply: reply
                .filter(|reply| visits(reply) > 0)
                .map(|reply| 1.0 - reply.own().winrate()),
        })
    }

    /// Whether one move stands out, and goes on doing so after the best reply.
    fn is_clear(&self, params: &StopParams) -> bool {
        let gap = f64::from(params.reply_gap) / 1000.0;
        self.next * 100 >= self.others * u64::from(params.clear_lead)
            && self.value >= self.rival
            && self.after_reply.is_none_or(|value| (self.value - value).abs() <= gap)
    }

    /// Whether the most visited move keeps that place whatever the playouts still to come do, and
    /// is also the one that the search would visit next.
    fn is_decided(&self, left: u64) -> bool {
        left <= self.all / 2 && self.next > self.others + left
    }

    /// Whether a move wins so surely that no better one is looked for.
    fn is_won(&self, params: &StopParams) -> bool {
        self.next >= u64::from(params.won_visits).max(self.others)
            && self.value * 1000.0 >= f64::from(params.won_winrate)
    }
}

/// Whether a search ends before its bounds.
pub(super) fn has_thought_enough(
    outlook: &Outlook,
    limits: &Limits,
    params: &StopParams,
    progress: Progress,
) -> bool {
    let due = limits.due(outlook.is_clear(params));
    let is_over = due.is_some_and(|due| progress.elapsed >= due);
    let left = limits.playouts_left(progress, due);
    is_over
        || left.is_some_and(|left| outlook.is_decided(left))
        || limits.time.is_some() && outlook.is_won(params)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    const SECOND: Duration = Duration::from_secs(1);

    /// The time at which a search ends that wants two seconds and may have four, by so many
    /// playouts a second that go to the moves in these shares, at these winrates.
    fn ends_after(speed: u64, shares: [f64; 2], values: [f64; 2], after_reply: f64) -> Duration {
        let limits = Limits {
            time: Some(4 * SECOND),
            wanted: Some(2 * SECOND),
            end_when_decided: true,
            ..Limits::default()
        };
        let ticks = (1..).map(|tick| tick * SECOND / 1000);
        let mut ends = ticks.filter(|&elapsed| {
            let done = (speed as f64 * elapsed.as_secs_f64()) as u64;
            let [next, others] = shares.map(|share| (done as f64 * share) as u64);
            let [value, rival] = values;
            let outlook =
                Outlook { all: done, next, others, value, rival, after_reply: Some(after_reply) };
            let progress = Progress { playouts: done, elapsed, prepared: Duration::ZERO };
            has_thought_enough(&outlook, &limits, &StopParams::default(), progress)
        });
        ends.next().expect("it ends")
    }

    #[test]
    fn an_unclear_choice_takes_all_that_the_clock_bears() {
        for speed in [50, 1000, 20_000] {
            let even = ends_after(speed, [0.4, 0.4], [0.5, 0.5], 0.5);
            assert!(even > 3 * SECOND && even <= 4 * SECOND, "{even:?}");
            let worse = ends_after(speed, [0.5, 0.2], [0.5, 0.51], 0.5);
            assert!(worse > 2 * SECOND, "the other one wins more: {worse:?}");
            let refuted = ends_after(speed, [0.5, 0.2], [0.5, 0.4], 0.45);
            assert!(refuted > 2 * SECOND, "the best reply says otherwise: {refuted:?}");
        }
    }

    #[test]
    fn a_clear_choice_ends_when_it_cannot_change() {
        for speed in [50, 1000, 20_000] {
            let clear = ends_after(speed, [0.6, 0.2], [0.5, 0.45], 0.51);
            assert!(clear > SECOND && clear < 2 * SECOND, "{clear:?}");
            let forced = ends_after(speed, [0.98, 0.01], [0.5, 0.1], 0.5);
            assert!(forced < 3 * SECOND / 2, "{forced:?}");
        }
    }

    #[test]
    fn a_won_game_takes_no_time() {
        let won = ends_after(20_000, [0.5, 0.4], [0.97, 0.96], 0.97);
        assert!(won < SECOND, "{won:?}");
    }
}
