//! The transposition table: proof and disproof numbers by position, in a bounded amount of memory.
//!
//! A bucket holds four entries. Solved entries are only replaced by solved entries, and among equals the entry that
//! cost the fewest nodes is replaced.
//!
//! Several threads may use a table. Each bucket has a version, which is odd during a write (a sequence lock): a read
//! during a write finds nothing, and a write during a write is dropped. Both only cost time.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering, fence};

use crate::value::{FLAGS, Value};

/// The number of entries of a bucket.
const ENTRIES: usize = 4;

/// An entry: a position's key, its numbers, and the nodes that were searched for them.
#[derive(Debug, Clone, Copy)]
struct Entry {
    key: u64,
    pn: u32,
    dn: u32,
    zone: u64,
    /// At most [`MAX_WORK`].
    work: u32,
    flags: u8,
    is_used: bool,
}

impl Entry {
    fn is_solved(&self) -> bool {
        self.is_used && (self.pn == 0 || self.dn == 0)
    }
}

/// The largest stored number of nodes.
const MAX_WORK: u32 = (1 << 26) - 1;

/// Two cache lines. The first contains what decides whether a key is stored, so that most reads need only one.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket {
    version: AtomicU64,
    keys: [AtomicU64; ENTRIES],
    /// The work, flags (five bits), and one bit that is set if the entry is used.
    rests: [AtomicU32; ENTRIES],
    /// The proof and disproof numbers.
    numbers: [AtomicU64; ENTRIES],
    zones: [AtomicU64; ENTRIES],
}

impl Bucket {
    fn load(&self, place: usize) -> Entry {
        let [key, numbers, zone] = [&self.keys, &self.numbers, &self.zones]
            .map(|words| words[place].load(Ordering::Relaxed));
        let rest = self.rests[place].load(Ordering::Relaxed);
        Entry {
            key,
            pn: (numbers >> 32) as u32,
            dn: numbers as u32,
            zone,
            work: rest >> 6,
            flags: (rest >> 1) as u8 & FLAGS,
            is_used: rest & 1 != 0,
        }
    }

    fn store(&self, place: usize, entry: &Entry) {
        let Entry { key, pn, dn, zone, work, flags, is_used } = *entry;
        self.keys[place].store(key, Ordering::Relaxed);
        self.numbers[place].store(u64::from(pn) << 32 | u64::from(dn), Ordering::Relaxed);
        self.zones[place].store(zone, Ordering::Relaxed);
        let rest = work.min(MAX_WORK) << 6 | u32::from(flags & FLAGS) << 1 | u32::from(is_used);
        self.rests[place].store(rest, Ordering::Relaxed);
    }

    /// Exchanges an entry with one of another bucket.
    fn swap(&mut self, other: &mut Bucket, place: usize) {
        std::mem::swap(&mut self.keys[place], &mut other.keys[place]);
        std::mem::swap(&mut self.rests[place], &mut other.rests[place]);
        std::mem::swap(&mut self.numbers[place], &mut other.numbers[place]);
        std::mem::swap(&mut self.zones[place], &mut other.zones[place]);
    }
}

/// The initial number of buckets; small problems then need no time for memory.
const INITIAL_BUCKETS: usize = 1 << 12;

/// A hash table of bounded size. It starts small; its user lets it [`grow`](Self::grow).
#[derive(Debug)]
pub(crate) struct Table {
    buckets: Vec<Bucket>,
    /// The maximum number of buckets, a power of two.
    max_buckets: usize,
}

impl Table {
    /// Returns an empty table of at most this many bytes, at least one bucket.
    pub(crate) fn new(bytes: usize) -> Table {
        let count = (bytes / size_of::<Bucket>()).max(1);
        let max_buckets =
            if count.is_power_of_two() { count } else { count.next_power_of_two() / 2 };
        let mut buckets = Vec::new();
        buckets.resize_with(max_buckets.min(INITIAL_BUCKETS), Bucket::default);
        Table { buckets, max_buckets }
    }

    /// Returns the size of the entries in bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.buckets)
    }

    /// Returns the number of new entries after which the table should grow: a quarter of its entries. `None` if it has
    /// its maximum size.
    pub(crate) fn growth_limit(&self) -> Option<usize> {
        (self.buckets.len() < self.max_buckets).then_some(self.buckets.len())
    }

    /// Doubles the number of buckets, at most to the maximum size. The entries of each bucket are divided by the next
    /// bit of their keys.
    pub(crate) fn grow(&mut self) {
        let count = self.buckets.len();
        if count >= self.max_buckets {
            return;
        }
        self.buckets.resize_with(2 * count, Bucket::default);
        let (low, high) = self.buckets.split_at_mut(count);
        for (low, high) in low.iter_mut().zip(high) {
            for place in 0..ENTRIES {
                if *low.keys[place].get_mut() as usize & count != 0 {
                    low.swap(high, place);
                }
            }
        }
    }

    /// Returns the value and the work that are stored for a key. The value has no dependency.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<(Value, u32)> {
        let bucket = &self.buckets[self.index(key)];
        let version = bucket.version.load(Ordering::Acquire);
        let is_key = |stored: &AtomicU64| stored.load(Ordering::Relaxed) == key;
        let entry = bucket.load(bucket.keys.iter().position(is_key)?);
        // The entry is read before the version is read again.
        fence(Ordering::Acquire);
        let is_valid = version & 1 == 0 && bucket.version.load(Ordering::Relaxed) == version;
        if !is_valid || !entry.is_used || entry.key != key {
            return None;
        }
        let Entry { pn, dn, flags, zone, work, .. } = entry;
        Some((Value { pn, dn, flags, zone, ..Value::UNKNOWN }, work))
    }

    /// Stores a value, replacing the entry with the same key or the least valuable entry of the bucket. Returns `true`
    /// if the number of entries has increased.
    pub(crate) fn put(&self, key: u64, value: Value, work: u32) -> bool {
        let bucket = &self.buckets[self.index(key)];
        let version = bucket.version.load(Ordering::Relaxed);
        let (acquire, relaxed) = (Ordering::Acquire, Ordering::Relaxed);
        let is_locked = version & 1 == 0
            && bucket.version.compare_exchange(version, version + 1, acquire, relaxed).is_ok();
        if !is_locked {
            return false;
        }
        // The odd version is visible before the entry changes.
        fence(Ordering::Release);
        let is_new = put_into(bucket, key, value, work);
        bucket.version.store(version + 2, Ordering::Release);
        is_new
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        (key as usize) & (self.buckets.len() - 1)
    }
}

/// Stores a value in a locked bucket. Returns `true` if the number of entries has increased.
fn put_into(bucket: &Bucket, key: u64, value: Value, work: u32) -> bool {
    let rank = |entry: &Entry| {
        // The same key first, then unused slots.
        (!(entry.is_used && entry.key == key), entry.is_used, entry.is_solved(), entry.work)
    };
    let entries = (0..ENTRIES).map(|place| (place, bucket.load(place)));
    let Some((place, entry)) = entries.min_by_key(|(_, entry)| rank(entry)) else { return false };
    if entry.is_solved() && !value.is_solved() {
        return false;
    }
    let Value { pn, dn, flags, zone, .. } = value;
    bucket.store(place, &Entry { key, pn, dn, zone, work, flags, is_used: true });
    !entry.is_used
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_bucket_keeps_solved_entries() {
        let table = Table::new(1);
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
            for key in 0..30u64 {
                table.put(tianyuan_go::rng::mix(key), Value::ACHIEVED, 1);
                table.grow();
            }
            assert!(table.bytes() <= bytes.max(size_of::<Bucket>()), "{bytes}");
        }
    }

    #[test]
    fn growing_table_keeps_its_entries() {
        let mut table = Table::new(16 << 20);
        let (count, mut used) = (4 * INITIAL_BUCKETS as u64, 0);
        for key in 0..count {
            let value = Value { pn: key as u32 + 1, ..Value::UNKNOWN };
            used += usize::from(table.put(tianyuan_go::rng::mix(key), value, 1));
            if table.growth_limit().is_some_and(|limit| used >= limit) {
                table.grow();
            }
        }
        assert!(table.buckets.len() > INITIAL_BUCKETS);
        let value_of =
            |key: &u64| table.get(tianyuan_go::rng::mix(*key)).map(|(value, _)| value.pn);
        let found = (0..count).filter(|key| value_of(key) == Some(*key as u32 + 1)).count();
        assert!(found as u64 > count - count / 100, "few are replaced: {found} of {count}");
    }

    #[test]
    fn concurrent_reads_find_no_mixed_entries() {
        let table = Table::new(1);
        let value = |n: u32| Value { pn: n, dn: n, zone: u64::from(n), ..Value::UNKNOWN };
        std::thread::scope(|scope| {
            for start in 0..2 {
                let table = &table;
                scope.spawn(move || {
                    for n in 1..200_000u32 {
                        table.put(7, value(2 * n + start), n);
                    }
                });
            }
            let mut found = 0;
            while found < 10_000 {
                if let Some((Value { pn, dn, zone, .. }, work)) = table.get(7) {
                    let is_one = pn == dn && u64::from(pn) == zone && pn / 2 == work;
                    assert!(is_one, "{pn} {dn} {zone} {work}");
                    found += 1;
                }
            }
        });
    }
}
