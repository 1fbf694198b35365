//! The CPU time that this process has used.

/// User and system time in seconds, in steps of 10 ms; `None` where the system does not tell.
///
/// It is read from Linux's accounting: the standard library has no other way that is portable.
pub fn seconds() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The program's name before the last parenthesis may hold anything, blanks and parentheses too.
    // After it come the third field and on; user and system time are the 14th and 15th.
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
    let ticks: [u32; 2] = [fields.next()?.parse().ok()?, fields.next()?.parse().ok()?];
    Some(f64::from(ticks[0] + ticks[1]) / 100.0)
}
