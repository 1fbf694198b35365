//! Arrays of numbers that are either owned or part of a shared file.

#![allow(unsafe_code)]

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Deref, Range};
use std::sync::Arc;

use super::aligned::Aligned;

/// The bytes of a file, memory-mapped or read. They must not change during the lifetime of the value.
pub type SharedBytes = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// A number type without padding for which every bit pattern is valid.
///
/// # Safety
/// The type must have these properties: values are read from bytes, and their bytes are read.
pub(crate) unsafe trait Pod: Copy + 'static {}

// SAFETY: integers and floats have these properties.
unsafe impl Pod for i8 {}
// SAFETY: as above.
unsafe impl Pod for u8 {}
// SAFETY: as above.
unsafe impl Pod for i16 {}
// SAFETY: as above.
unsafe impl Pod for u16 {}
// SAFETY: as above.
unsafe impl Pod for f32 {}

/// Returns the bytes of numbers in native byte order.
pub(crate) fn bytes_of<T: Pod>(numbers: &[T]) -> &[u8] {
    // SAFETY: the bytes belong to the slice, which has the same lifetime; `T` has no padding.
    unsafe { std::slice::from_raw_parts(numbers.as_ptr().cast(), size_of_val(numbers)) }
}

/// Returns bytes as numbers in native byte order, or `None` if they are not aligned or their length is not a multiple
/// of the type's size.
fn numbers_of<T: Pod>(bytes: &[u8]) -> Option<&[T]> {
    // SAFETY: every bit pattern is a valid `T`.
    let (before, numbers, after) = unsafe { bytes.align_to::<T>() };
    (before.is_empty() && after.is_empty()).then_some(numbers)
}

/// An array of numbers. Clones share it.
pub(crate) enum Shared<T> {
    /// Numbers owned by this process.
    Owned(Arc<Aligned<T>>),
    /// Numbers in a file.
    Part(Part<T>),
}

/// Aligned numbers in a file.
pub(crate) struct Part<T> {
    file: SharedBytes,
    /// The byte range.
    range: Range<usize>,
    kind: PhantomData<T>,
}

impl<T: Pod> Shared<T> {
    /// Returns the numbers in a range of a file, or `None` if the range is outside the file or not aligned.
    pub(crate) fn part(file: &SharedBytes, range: Range<usize>) -> Option<Shared<T>> {
        numbers_of::<T>((**file).as_ref().get(range.clone())?)?;
        Some(Shared::Part(Part { file: file.clone(), range, kind: PhantomData }))
    }
}

impl<T: Pod> Deref for Shared<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        match self {
            Shared::Owned(numbers) => numbers,
            Shared::Part(Part { file, range, .. }) => {
                let bytes = &(**file).as_ref()[range.clone()];
                numbers_of(bytes).expect("the part was aligned at creation and does not move")
            }
        }
    }
}

impl<T> From<Aligned<T>> for Shared<T> {
    fn from(numbers: Aligned<T>) -> Shared<T> {
        Shared::Owned(Arc::new(numbers))
    }
}

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        match self {
            Shared::Owned(numbers) => Shared::Owned(numbers.clone()),
            Shared::Part(Part { file, range, .. }) => {
                Shared::Part(Part { file: file.clone(), range: range.clone(), kind: PhantomData })
            }
        }
    }
}

impl<T: Pod + fmt::Debug> fmt::Debug for Shared<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{} numbers]", self.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_part_must_be_aligned_and_whole() {
        let bytes: Aligned<u8> = (0..64).collect();
        let file: SharedBytes = Arc::new(Bytes(bytes));
        let part = Shared::<u16>::part(&file, 2..6).expect("aligned");
        assert_eq!(part.clone()[..], [0x0302_u16, 0x0504].map(u16::from_le));
        assert!(Shared::<u16>::part(&file, 3..5).is_none(), "not aligned");
        assert!(Shared::<u16>::part(&file, 2..5).is_none(), "no whole number");
        assert!(Shared::<f32>::part(&file, 60..68).is_none(), "beyond the end");
        assert_eq!(bytes_of(&part), [2, 3, 4, 5]);
    }

    struct Bytes(Aligned<u8>);

    impl AsRef<[u8]> for Bytes {
        fn as_ref(&self) -> &[u8] {
            &self.0
        }
    }
}
