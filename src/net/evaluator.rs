//! A net, and what evaluates positions with it.

use std::ops::RangeInclusive;

use super::file::{AnyTower, Contents, NetError, decode};
use super::head::{Head, Opinion};
use super::kernel::instructions::Instructions;
use super::kernel::number::{Float, Integer};
use super::planes::Planes;
use super::shape::Shape;
use super::tower::{Room, Tower};

/// The weights of a net, ready for use by any number of evaluators.
#[derive(Debug)]
pub struct Net {
    shape: Shape,
    tower: AnyTower,
    head: Head,
    check: u32,
}

/// A net is equal to itself alone: nobody compares weights.
impl PartialEq for Net {
    fn eq(&self, other: &Net) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Net {
    /// A net from the bytes of its file.
    ///
    /// # Errors
    /// The first thing that is not as it should be.
    pub fn decode(bytes: &[u8]) -> Result<Net, NetError> {
        let Contents { shape, tower, head, check } = decode(bytes)?;
        Ok(Net { shape, tower, head, check })
    }

    /// How large it is, and for which boards.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// A number that tells it from other nets: the check at the end of its file.
    pub fn check(&self) -> u32 {
        self.check
    }

    /// What evaluates positions with the fastest instructions that this processor has.
    pub fn evaluator(&self) -> Evaluator<'_> {
        self.evaluator_with(Instructions::best()).expect("this processor has the best that it has")
    }

    /// What evaluates positions with some instructions; `None` where this processor lacks them.
    pub fn evaluator_with(&self, instructions: Instructions) -> Option<Evaluator<'_>> {
        let work = match &self.tower {
            AnyTower::Float(tower) => Work::Float(tower, None),
            AnyTower::Integer(tower) => Work::Integer(tower, None),
        };
        let sizes = self.shape.sizes.clone();
        let evaluator = Evaluator { instructions, sizes, head: &self.head, work };
        instructions.are_available().then_some(evaluator)
    }
}

/// Evaluates one position at a time; keeps the room that this takes.
#[derive(Debug)]
pub struct Evaluator<'a> {
    instructions: Instructions,
    sizes: RangeInclusive<usize>,
    head: &'a Head,
    work: Work<'a>,
}

/// The tower, and the room for boards of the last size.
#[derive(Debug)]
enum Work<'a> {
    Float(&'a Tower<Float>, Option<(usize, Room<Float>)>),
    Integer(&'a Tower<Integer>, Option<(usize, Room<Integer>)>),
}

impl Evaluator<'_> {
    /// What the net thinks; `None` on a board that it is not for.
    pub fn evaluate(&mut self, planes: &Planes) -> Option<Opinion> {
        let lines = planes.size().lines();
        if !self.sizes.contains(&lines) {
            return None;
        }
        let maps = match &mut self.work {
            Work::Float(tower, room) => {
                let room = fitting(room, lines, || tower.room(lines));
                tower.run(self.instructions, planes, room)
            }
            Work::Integer(tower, room) => {
                let room = fitting(room, lines, || tower.room(lines));
                tower.run(self.instructions, planes, room)
            }
        };
        Some(self.head.opinion(maps, planes.komi()))
    }
}

/// The room that is there, or another one where that was for another size.
fn fitting<R>(room: &mut Option<(usize, R)>, lines: usize, new: impl FnOnce() -> R) -> &mut R {
    if room.as_ref().is_none_or(|&(size, _)| size != lines) {
        *room = Some((lines, new()));
    }
    &mut room.as_mut().expect("it was just made").1
}
