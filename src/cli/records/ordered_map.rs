//! Processes many files with several threads, with results in file order.

use std::num::NonZeroUsize;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// The maximum number of items started but not yet taken. Each may have open files.
const MOST_AHEAD: usize = 32;

/// The maximum number of parts of an item that wait to be taken.
const MOST_PARTS: usize = 4;

/// Runs `work` on each item with several threads and passes the parts that it sends to `take`, in item order as with
/// one thread.
pub(super) fn parallel_map_ordered<T: Send, P: Send>(
    items: Vec<T>,
    threads: NonZeroUsize,
    work: impl Fn(T, &mut dyn FnMut(P)) + Sync,
    mut take: impl FnMut(P),
) {
    let threads = threads.get().min(items.len());
    if threads <= 1 {
        items.into_iter().for_each(|item| work(item, &mut take));
        return;
    }
    let (order, ordered) = sync_channel(MOST_AHEAD);
    let queue = Mutex::new(Queue { items: items.into_iter(), order });
    thread::scope(|scope| {
        // The queue is dropped with the last thread, which ends the loop over `ordered`.
        let queue = std::sync::Arc::new(queue);
        for _ in 0..threads {
            let (queue, work) = (queue.clone(), &work);
            scope.spawn(move || {
                while let Some((item, parts)) = next(&queue) {
                    // The receiver is dropped early only if `take` panics.
                    work(item, &mut |part| drop(parts.send(part)));
                }
            });
        }
        drop(queue);
        for parts in ordered {
            parts.into_iter().for_each(&mut take);
        }
    });
}

/// The remaining items, and the channel that announces their parts.
struct Queue<I, P> {
    items: I,
    order: SyncSender<Receiver<P>>,
}

fn next<T, P, I: Iterator<Item = T>>(queue: &Mutex<Queue<I, P>>) -> Option<(T, SyncSender<P>)> {
    let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
    let item = queue.items.next()?;
    let (parts, taken) = sync_channel(MOST_PARTS);
    // Announced while the queue is locked, so that announcements are in order.
    queue.order.send(taken).ok()?;
    Some((item, parts))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_arrive_in_order_with_any_thread_count() {
        for threads in [1, 2, 7] {
            let mut taken = Vec::new();
            let items: Vec<usize> = (0..300).collect();
            let work = |item: usize, send: &mut dyn FnMut((usize, usize))| {
                for part in 0..item % 11 {
                    send((item, part));
                }
            };
            parallel_map_ordered(items, NonZeroUsize::new(threads).expect("some"), work, |part| {
                taken.push(part)
            });
            let expected: Vec<_> =
                (0..300).flat_map(|item| (0..item % 11).map(move |part| (item, part))).collect();
            assert_eq!(taken, expected, "{threads} threads");
        }
    }
}
