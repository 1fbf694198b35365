//! Arrays aligned to cache lines, so that no vector load crosses a cache line.

use std::ops::{Deref, DerefMut};

/// Bytes per cache line, which is also the size of an AVX-512 vector.
pub(crate) const CACHE_LINE: usize = 64;

/// An array whose first element is aligned to a cache line.
#[derive(Debug)]
pub(crate) struct Aligned<T> {
    /// The elements, with up to a cache line of padding before them and at least a cache line after them.
    storage: Vec<T>,
    /// The index of the first element in `storage`.
    start: usize,
    len: usize,
}

impl<T: Copy + Default> Aligned<T> {
    /// Returns an array of `len` zeros. Kernels may read a cache line after its end.
    pub(crate) fn zeros(len: usize) -> Aligned<T> {
        let storage = vec![T::default(); len + 2 * CACHE_LINE / size_of::<T>()];
        // `align_offset` may return `usize::MAX` if it cannot compute the offset. The array is then unaligned:
        // slower, but still correct.
        let start = storage.as_ptr().align_offset(CACHE_LINE).min(CACHE_LINE / size_of::<T>());
        Aligned { storage, start, len }
    }
}

impl<T> Deref for Aligned<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.storage[self.start..self.start + self.len]
    }
}

impl<T> DerefMut for Aligned<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.storage[self.start..self.start + self.len]
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
    fn arrays_are_aligned_to_cache_lines() {
        for len in [0, 1, 63, 64, 1000] {
            let bytes: Aligned<u8> = (0..len).map(|i| i as u8).collect();
            assert!(bytes.iter().copied().eq((0..len).map(|i| i as u8)));
            assert!(bytes.as_ptr().addr().is_multiple_of(CACHE_LINE));
            assert!(Aligned::<f32>::zeros(len).as_ptr().addr().is_multiple_of(CACHE_LINE));
        }
    }
}
