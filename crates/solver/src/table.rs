//! The transposition table: proof and disproof numbers by position, in a bounded amount of memory.
//!
//! The table starts small and doubles when a quarter of the entries is used, until it reaches its maximum size.
//! A bucket holds four entries. Solved entries are only replaced by solved entries, and among equals the entry that
//! cost the fewest nodes is replaced.

use crate::value::Value;

/// An entry: a position's key, its numbers, and the nodes that were searched for them.
#[derive(Debug, Clone, Copy, Default)]
struct Slot {
    key: u64,
    pn: u32,
    dn: u32,
    zone: u64,
    work: u32,
    flags: u8,
    is_used: bool,
}

type Bucket = [Slot; 4];

/// The initial number of buckets; small problems then need no time for memory.
const INITIAL_BUCKETS: usize = 1 << 12;

/// A hash table of bounded size.
#[derive(Debug)]
pub(crate) struct Table {
    buckets: Vec<Bucket>,
    /// The maximum number of buckets, a power of two.
    max_buckets: usize,
    /// The number of entries.
    used: usize,
}

impl Table {
    /// Returns an empty table of at most this many bytes, at least one bucket.
    pub(crate) fn new(bytes: usize) -> Table {
        let count = (bytes / size_of::<Bucket>()).max(1);
        let max_buckets =
            if count.is_power_of_two() { count } else { count.next_power_of_two() / 2 };
        let buckets = vec![Bucket::default(); max_buckets.min(INITIAL_BUCKETS)];
        Table { buckets, max_buckets, used: 0 }
    }

    /// Doubles the number of buckets: the entries of each bucket are divided by the next bit of their keys.
    fn grow(&mut self) {
        let count = self.buckets.len();
        self.buckets.resize(2 * count, Bucket::default());
        let (low, high) = self.buckets.split_at_mut(count);
        for (low, high) in low.iter_mut().zip(high) {
            for (slot, free) in low.iter_mut().zip(high) {
                if slot.key as usize & count != 0 {
                    std::mem::swap(slot, free);
                }
            }
        }
    }

    /// Returns the value and the work that are stored for a key. The value has no dependency.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<(Value, u32)> {
        let bucket = &self.buckets[self.index(key)];
        let slot = bucket.iter().find(|slot| slot.key == key && slot.is_used)?;
        let Slot { pn, dn, flags, zone, work, .. } = *slot;
        let value = Value { pn, dn, flags, zone, ..Value::UNKNOWN };
        Some((value, work))
    }

    /// Stores a value, replacing the entry with the same key or the least valuable entry of the bucket.
    pub(crate) fn put(&mut self, key: u64, value: Value, work: u32) {
        if self.buckets.len() < self.max_buckets && self.used > self.buckets.len() {
            self.grow();
        }
        let index = self.index(key);
        let bucket = &mut self.buckets[index];
        let rank = |slot: &Slot| {
            let is_solved = slot.is_used && (slot.pn == 0 || slot.dn == 0);
            // The same key first, then unused slots.
            (!(slot.is_used && slot.key == key), slot.is_used, is_solved, slot.work)
        };
        let Some(slot) = bucket.iter_mut().min_by_key(|slot| rank(slot)) else { return };
        let is_other = slot.is_used && slot.key != key;
        if is_other && rank(slot).2 && !value.is_solved() {
            return;
        }
        self.used += usize::from(!slot.is_used);
        let Value { pn, dn, flags, zone, .. } = value;
        *slot = Slot { key, pn, dn, zone, work, flags, is_used: true };
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        (key as usize) & (self.buckets.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_bucket_keeps_solved_entries() {
        let mut table = Table::new(1);
        let unsolved = Value { pn: 3, dn: 4, ..Value::UNKNOWN };
        for key in 1..=4 {
            let value = if key < 4 { Value::ACHIEVED } else { unsolved };
            table.put(key, value, key as u32);
        }
        table.put(5, unsolved, 1);
        assert!(table.get(4).is_none(), "the unsolved entry is replaced");
        table.put(6, Value::FAILED, 9);
        table.put(7, unsolved, 100);
        assert!(table.get(7).is_none(), "solved entries are kept");
        assert_eq!(table.get(6).map(|(value, work)| (value.pn > 0, work)), Some((true, 9)));
    }

    #[test]
    fn table_size_is_bounded() {
        for bytes in [0, 1, 1000, 1 << 20, 3 << 20] {
            let mut table = Table::new(bytes);
            for key in 0..100_000u64 {
                table.put(tianyuan_go::rng::mix(key), Value::ACHIEVED, 1);
            }
            assert!(size_of_val(&*table.buckets) <= bytes.max(size_of::<Bucket>()), "{bytes}");
        }
    }

    #[test]
    fn growing_table_keeps_its_entries() {
        let mut table = Table::new(16 << 20);
        let count = 4 * INITIAL_BUCKETS as u64;
        for key in 0..count {
            table.put(
                tianyuan_go::rng::mix(key),
                Value { pn: key as u32 + 1, ..Value::UNKNOWN },
                1,
            );
        }
        assert!(table.buckets.len() > INITIAL_BUCKETS);
        let value_of =
            |key: &u64| table.get(tianyuan_go::rng::mix(*key)).map(|(value, _)| value.pn);
        let found = (0..count).filter(|key| value_of(key) == Some(*key as u32 + 1)).count();
        assert!(found as u64 > count - count / 100, "few are replaced: {found} of {count}");
    }
}
