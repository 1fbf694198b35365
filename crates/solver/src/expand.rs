//! The moves of a position: legality, repetitions, known values and order.

use tianyuan_go::{KoRule, Point, PointSet, zobrist};

use crate::frame::{Child, Frame, LocalMove, PathData, state_key};
use crate::search::Search;
use crate::value::{FORBIDS, HAS_KO, REMOVES_BLACK, REMOVES_WHITE, REPEATS, Value, removes};

/// The reduction of the score of a move that is not near the targets and captures nothing. Chosen on 57 elementary
/// problems: 7 % fewer nodes.
const DISTANCE_PENALTY: i16 = 5;

/// A stone on a point, before it is played.
struct Placement<const W: usize> {
    point: Point,
    captured: PointSet<W>,
    is_suicide: bool,
}

impl<const W: usize> Search<'_, W> {
    /// Lists the moves of the position at a depth with their values as far as they are known.
    pub(crate) fn expand(&mut self, depth: usize) {
        let mut children = std::mem::take(&mut self.frames[depth].children);
        children.clear();
        let mut refused = Value::UNKNOWN;
        let mut is_forbidden = false;
        let frame = &self.frames[depth];
        let mut empty = self.ground.region - (frame.stones[0] | frame.stones[1]);
        if self.task.restricts(frame.to_play == self.owner) {
            empty = empty - self.unsupported[frame.to_play.index()];
        }
        let forced = self.forced_point(frame);
        let close = self.close_points(frame);
        for point in empty.iter() {
            if frame.forbidden_point() == Some(point) {
                (is_forbidden, refused.flags) = (true, refused.flags | FORBIDS);
                continue;
            }
            let Some(placement) = self.placement(frame, point) else { continue };
            let mut child = self.placed(depth, &placement);
            if placement.captured.is_empty() && !close.contains(point) {
                child.score -= DISTANCE_PENALTY;
            }
            if let Some(repeated) = self.repeated(depth, &child) {
                if self.ko == KoRule::Simple {
                    (child.value, child.is_last) = (repetition(repeated), true);
                } else {
                    is_forbidden = true;
                    refused.flags |= FORBIDS | REPEATS;
                    refused.dependency = refused.dependency.min(repeated);
                    continue;
                }
            }
            let is_answer = child.flags & (REMOVES_BLACK | REMOVES_WHITE) != 0;
            if let Some(last) = forced
                && last != point
                && !is_answer
                && !child.value.is_solved()
            {
                child.value = self.lost(depth, last);
            }
            children.push(child);
        }
        if frame.to_play != self.achiever {
            let mut child = self.passed(depth);
            if let Some(last) = forced
                && !child.value.is_solved()
            {
                child.value = self.lost(depth, last);
            }
            children.push(child);
        }
        // A threat is only useful if the ko rule forbids a move.
        if is_forbidden && frame.threats[frame.to_play.index()] > 0 && frame.safe_moves != Some(0) {
            children.push(self.threatened(depth));
        }
        for child in &mut children {
            if !child.value.is_solved() {
                child.value =
                    self.known(&child.path).unwrap_or_else(|| self.initial(frame, child.score));
            }
        }
        children.sort_by_key(|child| -child.score);
        let frame = &mut self.frames[depth];
        (frame.children, frame.refused) = (children, refused);
        self.prune(depth);
    }

    /// Returns a legal placement, or `None` for illegal suicide.
    fn placement(&self, frame: &Frame<W>, point: Point) -> Option<Placement<W>> {
        let (board, mover) = (&frame.board, frame.to_play);
        let around = board.neighbourhood(point);
        let is_suicide = board.is_suicide(mover, point);
        if is_suicide && (!self.allows_suicide || around.adjacent_stones(mover) == 0) {
            return None;
        }
        let captured = if around.adjacent_stones(!mover) > 0 {
            board.captures(mover, point)
        } else {
            PointSet::EMPTY
        };
        Some(Placement { point, captured, is_suicide })
    }

    /// Returns the child after a placement.
    fn placed(&self, depth: usize, placement: &Placement<W>) -> Child {
        let frame = &self.frames[depth];
        let (mover, point) = (frame.to_play, placement.point);
        let board_key = zobrist::after_play(&frame.board, frame.path.board_key, mover, point);
        let lost = if placement.is_suicide {
            frame.board.joined_chains(mover, point)
        } else {
            placement.captured
        };
        let surrounded = frame.board.neighbourhood(point).is_surrounded_by(!mover);
        let is_ko = !placement.is_suicide && surrounded && lost.len() == 1;
        let ko = lost.first().filter(|&taken| is_ko && self.ground.region.contains(taken));
        let (threats, safe_moves) = (frame.threats, frame.safe_moves);
        let state_key = state_key(board_key, !mover, ko, threats, safe_moves, self.task as u64);
        let is_decisive = lost.intersects(&self.target_set);
        let flags = if placement.is_suicide {
            // Suicide is a cycle with stones of a single colour.
            REMOVES_BLACK | REMOVES_WHITE
        } else if lost.is_empty() || is_decisive {
            0
        } else {
            removes(!mover)
        };
        let flags = flags | if ko.is_some() { HAS_KO } else { 0 };
        let is_permanent = !placement.is_suicide && self.is_permanent(frame, point);
        let mut value = if is_decisive { self.captured() } else { Value::UNKNOWN };
        if is_decisive {
            value.zone = 0;
        }
        let path = next_path(depth, &frame.path, board_key, state_key, flags, is_permanent);
        let score = self.score(frame, point, &placement.captured);
        Child { mv: LocalMove::Play(point), path, flags, score, is_last: is_decisive, value }
    }

    /// Returns the value after the capture of a target.
    fn captured(&self) -> Value {
        if self.task.is_capture() { Value::ACHIEVED } else { Value::FAILED }
    }

    /// Returns the value of a move after which a target is captured on its last liberty.
    fn lost(&self, depth: usize, last: Point) -> Value {
        let value = self.captured();
        Value { zone: self.zones.of_capture(&self.success(depth, &value), last), ..value }
    }

    /// Returns the liberties of the targets and the points next to them.
    fn close_points(&self, frame: &Frame<W>) -> PointSet<W> {
        let [first, second] = self.targets.map(|target| *frame.board.liberties(target));
        let liberties = first | second;
        liberties | liberties.neighbours(self.ground.stride, &self.ground.region)
    }

    /// Returns the last liberty of a target in atari if its owner is to move. All other moves that capture nothing lose
    /// the target: they neither add a liberty nor forbid the capture by ko.
    fn forced_point(&self, frame: &Frame<W>) -> Option<Point> {
        let mut targets = self.targets.iter().filter(|_| frame.to_play == self.owner);
        let target = targets.find(|&&target| frame.board.is_in_atari(target))?;
        let last = frame.board.liberties(*target).first();
        // Outside of the region it cannot be taken.
        last.filter(|&point| self.ground.region.contains(point))
    }

    /// Returns the first numbers of a move: the success of a move with a low score is unlikely.
    fn initial(&self, frame: &Frame<W>, score: i16) -> Value {
        let effort = match score {
            12.. => 1,
            6.. => 2,
            0.. => 3,
            _ => 5,
        };
        let (pn, dn) = if frame.to_play == self.achiever { (effort, 1) } else { (1, effort) };
        Value { pn, dn, ..Value::UNKNOWN }
    }

    /// Returns `true` if a stone will not be captured before the end of the game.
    fn is_permanent(&self, frame: &Frame<W>, point: Point) -> bool {
        let (board, mover) = (&frame.board, frame.to_play);
        let joins = |chain: Point| {
            !board.liberties(chain).is_subset(&self.ground.region)
                || mover == self.owner
                    && self.targets.iter().any(|&it| board.chain_at(it) == board.chain_at(chain))
        };
        board.neighbours(point).any(|beside| match board.color_at(beside) {
            None => !self.ground.region.contains(beside),
            Some(color) => color == mover && joins(beside),
        })
    }

    /// Returns the child after a pass.
    fn passed(&self, depth: usize) -> Child {
        let frame = &self.frames[depth];
        let (key, threats) = (frame.path.board_key, frame.threats);
        let safe_moves = frame.after_move_outside();
        let state_key = state_key(key, !frame.to_play, None, threats, safe_moves, self.task as u64);
        let path = next_path(depth, &frame.path, key, state_key, 0, false);
        let (mv, score, value) = (LocalMove::Pass, 100, Value::UNKNOWN);
        let mut child = Child { mv, path, flags: 0, score, is_last: false, value };
        // A further move outside could endanger the chains that the achiever relies on.
        if frame.safe_moves == Some(0) {
            (child.value, child.is_last) = (Value::FAILED, true);
            return child;
        }
        // Under superko a pass is always legal.
        if self.ko == KoRule::Simple
            && let Some(repeated) = self.repeated(depth, &child)
        {
            (child.value, child.is_last) = (repetition(repeated), true);
        }
        child
    }

    /// Returns the child after a ko threat and its answer.
    fn threatened(&self, depth: usize) -> Child {
        let frame = &self.frames[depth];
        let (key, mut threats) = (frame.path.board_key, frame.threats);
        threats[frame.to_play.index()] -= 1;
        let safe_moves = frame.after_move_outside();
        let state_key = state_key(key, frame.to_play, None, threats, safe_moves, self.task as u64);
        let path = next_path(depth, &frame.path, key, state_key, 0, true);
        let (mv, score, value) = (LocalMove::Threat, i16::MIN + 2, Value::UNKNOWN);
        Child { mv, path, flags: 0, score, is_last: false, value }
    }

    /// Returns the depth of the position that a move repeats, if there is one.
    fn repeated(&self, depth: usize, child: &Child) -> Option<u16> {
        let frame = &self.frames[depth];
        // Every cycle captures stones.
        let has_captures = (frame.path.flags | child.flags) & (REMOVES_BLACK | REMOVES_WHITE) != 0;
        if !has_captures || child.path.path_key == 0 {
            return None;
        }
        let is_repeated = |earlier: &Frame<W>| match self.ko {
            KoRule::Simple => earlier.path.state_key == child.path.state_key,
            KoRule::Positional => earlier.path.board_key == child.path.board_key,
            KoRule::Situational => {
                earlier.path.board_key == child.path.board_key && earlier.to_play != frame.to_play
            }
        };
        let start = usize::from(frame.path.start);
        let found = self.frames[start..=depth].iter().position(is_repeated)?;
        Some((start + found) as u16)
    }

    /// Returns the stored value of a position on a path.
    pub(crate) fn known(&self, path: &PathData) -> Option<Value> {
        let general = self.table.get(path.state_key).map(|(value, _)| value);
        if path.path_key == 0 {
            return general;
        }
        if let Some(value) = general.filter(Value::is_solved)
            && value.holds(self.ko, path.flags)
        {
            return Some(value);
        }
        match self.table.get(path.dependent_key()) {
            // The dependency is not stored; the first relevant position is the safe assumption.
            Some((value, _)) if value.is_solved() => {
                Some(Value { dependency: path.start, ..value })
            }
            Some((value, _)) => Some(value),
            None => general.filter(|value| !value.is_solved()),
        }
    }

    /// Stores the value of the position at a depth.
    pub(crate) fn store(&mut self, depth: usize, value: Value, work: u32) {
        let path = self.frames[depth].path;
        let general = self.table.get(path.state_key).map(|(value, _)| value);
        let has_proof = general.is_some_and(|value| value.is_solved());
        if value.is_solved() && value.dependency != Value::INDEPENDENT {
            self.put(path.dependent_key(), value, work);
            return;
        }
        let needs_path = path.path_key != 0
            && (value.is_solved() && !value.holds(self.ko, path.flags)
                || !value.is_solved() && has_proof);
        if needs_path {
            self.put(path.dependent_key(), value, work);
        }
        if value.is_solved() || !has_proof {
            self.put(path.state_key, value, work);
        }
    }

    fn put(&mut self, key: u64, value: Value, work: u32) {
        self.new_entries += usize::from(self.table.put(key, value, work));
    }

    /// Returns the promise of a placement.
    fn score(&self, frame: &Frame<W>, point: Point, captured: &PointSet<W>) -> i16 {
        let (board, mover) = (&frame.board, frame.to_play);
        let mut score = 12 * captured.len().min(4) as i16;
        for beside in board.neighbours(point) {
            let Some(color) = board.color_at(beside) else {
                score += 2;
                continue;
            };
            let liberties = board.liberty_count(beside);
            let is_target = color == self.owner
                && self.targets.iter().any(|&it| board.chain_at(it) == board.chain_at(beside));
            score += match (liberties, color == mover) {
                (1, true) => 8,
                (2, true) => 3,
                (2, false) if is_target => 8,
                (2, false) => 5,
                (3, false) => 2,
                _ => 0,
            };
        }
        if captured.is_empty() && board.is_self_atari(mover, point) {
            score -= 6;
        }
        let around = board.neighbourhood(point);
        if around.is_surrounded_by(mover) {
            score -= 8;
        }
        score + self.history.bonus(mover, point)
    }
}

/// Returns the value of a move that repeats the position at a depth under simple ko.
fn repetition(depth: u16) -> Value {
    Value { flags: REPEATS, dependency: depth, ..Value::FAILED }
}

/// Returns the path data of a child.
fn next_path(
    depth: usize,
    before: &PathData,
    board_key: u64,
    state_key: u64,
    flags: u8,
    starts_path: bool,
) -> PathData {
    if starts_path {
        let (path_key, start) = (0, depth as u16 + 1);
        return PathData { board_key, state_key, path_key, start, flags: flags & HAS_KO };
    }
    let path_key = before.path_key ^ tianyuan_go::rng::mix(before.state_key);
    let flags = before.flags | flags;
    PathData { board_key, state_key, path_key, start: before.start, flags }
}
