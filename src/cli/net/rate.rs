//! How often something can be done in a second.

use std::time::{Duration, Instant};

/// How often it is measured; the median counts.
const REPEATS: u32 = 5;

/// How often an action can be done in a second: the median of some measurements that take so much time
/// together, and one action each at least.
pub(super) fn rate(time: Duration, action: &mut dyn FnMut()) -> f64 {
    let mut rates: Vec<f64> = (0..REPEATS)
        .map(|_| {
            let (start, mut count) = (Instant::now(), 0u32);
            loop {
                action();
                count += 1;
                let elapsed = start.elapsed();
                if elapsed * REPEATS >= time {
                    return f64::from(count) / elapsed.as_secs_f64();
                }
            }
        })
        .collect();
    rates.sort_by(f64::total_cmp);
    rates[rates.len() / 2]
}
