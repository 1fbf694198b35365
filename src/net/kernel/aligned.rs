//! Numbers in memory that begin where a line of the cache does, so that no vector crosses two.

use std::ops::{Deref, DerefMut};

/// Bytes of a cache line, and of the longest vector.
const LINE: usize = 64;

/// A list of numbers whose first one is at the beginning of a cache line.
#[derive(Debug)]
pub struct Aligned<T> {
    room: Vec<T>,
    start: usize,
    len: usize,
}

impl<T: Copy + Default> Aligned<T> {
    /// So many zeros.
    pub fn zeros(len: usize) -> Aligned<T> {
        let room = vec![T::default(); len + LINE / size_of::<T>()];
        // Where the distance is not known, which the standard library allows, there is just no
        // alignment.
        let start = room.as_ptr().align_offset(LINE).min(room.len() - len);
        Aligned { room, start, len }
    }
}

impl<T> Deref for Aligned<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.room[self.start..self.start + self.len]
    }
}

impl<T> DerefMut for Aligned<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.room[self.start..self.start + self.len]
    }
}

impl<T: Copy + Default> FromIterator<T> for Aligned<T> {
    fn from_iter<I: IntoIterator<Item = T>>(numbers: I) -> Aligned<T> {
        let numbers: Vec<T> = numbers.into_iter().collect();
        let mut aligned = Aligned::zeros(numbers.len());
        aligned.copy_from_slice(&numbers);
        aligned
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_begins_with_a_line() {
        for len in [0, 1, 63, 64, 1000] {
            let bytes: Aligned<u8> = (0..len).map(|i| i as u8).collect();
            assert!(bytes.iter().copied().eq((0..len).map(|i| i as u8)));
            assert!(bytes.as_ptr().addr().is_multiple_of(LINE));
            assert!(Aligned::<f32>::zeros(len).as_ptr().addr().is_multiple_of(LINE));
        }
    }
}
