//! Messages of I/O errors for users.

use std::io;

/// Returns the message of an I/O error without the number of the operating system's error, in lower case:
/// `no such file or directory`.
///
/// ```
/// use std::io;
///
/// use tianyuan_records::storage::io_message;
///
/// let own = io::Error::new(io::ErrorKind::InvalidData, "not UTF-8");
/// assert_eq!(io_message(&own), "not UTF-8");
/// let of_system = std::fs::read("does-not-exist").unwrap_err();
/// assert!(!io_message(&of_system).contains("os error"));
/// ```
pub fn io_message(error: &io::Error) -> String {
    let text = error.to_string();
    let Some(code) = error.raw_os_error() else { return text };
    let text = text.strip_suffix(&format!(" (os error {code})")).unwrap_or(&text);
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_lowercase());
    first.into_iter().flatten().chain(letters).collect()
}
