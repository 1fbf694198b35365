//! Messages between ranks. What they say is not known here.

/// One rank's end of the links to all others.
///
/// Messages from one rank to another arrive in the order in which they were sent. They are never lost as long
/// as both live.
pub trait Link {
    /// The number of this rank, from 0 on.
    fn rank(&self) -> usize;

    /// How many ranks there are.
    fn ranks(&self) -> usize;

    /// Sends a message to another rank, and does not wait until it is there.
    fn send(&mut self, to: usize, message: &[u8]);

    /// The next message that has arrived, with the rank that sent it; does not wait for one.
    fn receive(&mut self) -> Option<(usize, Vec<u8>)>;

    /// Ends the links after the last message. Where `all` others are there, it waits for them.
    fn close(self, all: bool);
}
