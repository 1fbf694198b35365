//! A disk with a failing operation: the first, the second, and so on until a job finishes without a failure.

use std::fs::File;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tianyuan::records::storage::{DiskObserver, Operation, Storage};

/// The number of failing operations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fails {
    /// One; the operations after it succeed.
    Once,
    /// This and all later operations, as after the removal of a disk.
    FromThenOn,
}

/// The failure of a trial.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fault {
    /// The number of the first failing operation, from 0.
    pub number: usize,
    /// The number of failing operations.
    pub fails: Fails,
}

#[derive(Debug)]
struct FailingDisk {
    fault: Fault,
    operations: AtomicUsize,
}

impl DiskObserver for FailingDisk {
    fn before(&self, operation: &Operation<'_>) -> io::Result<()> {
        let number = self.operations.fetch_add(1, Ordering::Relaxed);
        let fails = match self.fault.fails {
            Fails::Once => number == self.fault.number,
            Fails::FromThenOn => number >= self.fault.number,
        };
        if !fails {
            return Ok(());
        }
        if let Operation::Write(_, file, bytes) = operation {
            let mut file: &File = file;
            file.write_all(&bytes[..bytes.len() / 2])?;
        }
        Err(io::ErrorKind::StorageFull.into())
    }
}

/// Runs a job on disks on which each operation fails in turn. The job receives the disk, the failure, and a function
/// that returns whether the failure has occurred. Returns the number of failed operations.
pub fn with_every_fault(job: impl FnMut(&Storage, Fault, &dyn Fn() -> bool)) -> usize {
    with_first_faults(usize::MAX, job)
}

/// The same with a maximum number of operations.
pub fn with_first_faults(
    most: usize,
    mut job: impl FnMut(&Storage, Fault, &dyn Fn() -> bool),
) -> usize {
    let mut count = 0;
    for fails in [Fails::Once, Fails::FromThenOn] {
        for number in 0..most {
            let fault = Fault { number, fails };
            let disk = Arc::new(FailingDisk { fault, operations: AtomicUsize::new(0) });
            let has_failed = || disk.operations.load(Ordering::Relaxed) > number;
            job(&Storage::observed(disk.clone()), fault, &has_failed);
            if !has_failed() {
                break;
            }
            count += 1;
        }
    }
    count
}
