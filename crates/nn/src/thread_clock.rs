//! The CPU time of the current thread.

use std::time::Duration;

/// Returns the CPU time of this thread since some fixed moment. On systems other than Unix, returns wall time.
pub(crate) fn now() -> Duration {
    #[cfg(unix)]
    if let Ok(time) = nix::time::clock_gettime(nix::time::ClockId::CLOCK_THREAD_CPUTIME_ID) {
        return time.into();
    }
    wall_time()
}

fn wall_time() -> Duration {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn sleep_takes_no_cpu_time() {
        let (start, wall) = (now(), wall_time());
        std::thread::sleep(Duration::from_millis(50));
        assert!(now() - start < Duration::from_millis(40));
        assert!(wall_time() - wall >= Duration::from_millis(50));
    }
}
