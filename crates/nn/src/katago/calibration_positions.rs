//! Game-like positions for calibrating a net and for measuring its quantisation error.
//!
//! The games are sampled from the move model with a fixed seed, so that the positions are the same on every machine.

use crate::move_model::{Model, UNITS};
use tianyuan_go::rng::Rng;
use tianyuan_go::{Board, BoardSize, Color, Game, Komi, Move, Point, Rules, handicap, with_words};

use super::area::AreaOptions;
use super::inputs::Inputs;

/// The number of games that the positions are taken from, unless [`MOST_OF_GAME`] requires more.
const GAMES: usize = STARTS.len();

/// The maximum number of positions taken from one game.
const MOST_OF_GAME: usize = 8;

/// The probability that a player passes in the middle of the game.
const PASSES: f64 = 0.02;

/// The bonus of points next to the last move if the scores are older than that move, in the move model's units: about
/// seven times the odds.
const ANSWER: i32 = 2 * UNITS;

/// The rules, komi in half points, handicap stones and style of a game.
struct Start {
    rules: &'static str,
    komi: i32,
    handicap: usize,
    /// `true` if the players often make unusual moves, by sampling with the square root of the odds.
    is_wild: bool,
}

/// The game settings: all kinds of rules, even games, extreme komi, and handicap games.
const STARTS: [Start; 8] = [
    Start { rules: "chinese", komi: 15, handicap: 0, is_wild: false },
    Start { rules: "tromp-taylor", komi: 14, handicap: 0, is_wild: false },
    Start { rules: "chinese", komi: 1, handicap: 4, is_wild: false },
    Start { rules: "japanese", komi: 13, handicap: 0, is_wild: false },
    Start { rules: "aga", komi: 15, handicap: 0, is_wild: true },
    Start { rules: "new-zealand", komi: -20, handicap: 0, is_wild: false },
    Start { rules: "japanese", komi: 1, handicap: 9, is_wild: false },
    Start { rules: "chinese", komi: 50, handicap: 0, is_wild: true },
];

/// Returns the inputs of `count` game positions, from openings to full boards, with either colour to move.
///
/// ```
/// use tianyuan_go::BoardSize;
/// use tianyuan_nn::katago::positions;
///
/// let positions = positions(BoardSize::STANDARD, 64);
/// assert_eq!(positions.len(), 64);
/// ```
pub fn positions(size: BoardSize, count: usize) -> Vec<Inputs> {
    sampled(size, count, 1)
}

/// Returns a different set than [`positions`], for measuring a net that was calibrated with the first set.
pub fn test_positions(size: BoardSize, count: usize) -> Vec<Inputs> {
    sampled(size, count, 2)
}

fn sampled(size: BoardSize, count: usize, seed: u64) -> Vec<Inputs> {
    let mut rng = Rng::new(seed << 8 | size.lines() as u64);
    let each = count.div_ceil(GAMES).clamp(1, MOST_OF_GAME);
    let mut positions = Vec::with_capacity(count);
    for start in STARTS.iter().cycle() {
        if positions.len() >= count {
            break;
        }
        let game = begin(start, size, &mut rng);
        let moves = with_words!(size, W => played::<W>(game.clone(), start.is_wild, &mut rng));
        let wanted = each.min(count - positions.len());
        take(game, &moves, wanted, &mut rng, &mut positions);
    }
    positions
}

/// Returns the game before its first move.
fn begin(start: &Start, size: BoardSize, rng: &mut Rng) -> Game {
    let komi = Komi::from_half_points(start.komi).expect("the komi is within 1000 points");
    let rules = Rules::from_name(start.rules, komi).expect("a test plays every position");
    if start.handicap == 0 {
        return Game::new(size, rules);
    }
    // Small boards have room for fewer stones: at most one per eight points.
    let most = start.handicap.min(size.area() / 8).max(2);
    let points = handicap::free(size, 2 + rng.below(most - 1));
    let stones: Vec<_> =
        points.unwrap_or_default().into_iter().map(|point| (Color::Black, point)).collect();
    let color = if stones.is_empty() { Color::Black } else { Color::White };
    Game::setup(size, rules, &stones, color).expect("distant stones have liberties")
}

/// Plays a game and returns its moves, up to the first of the two passes that end it.
fn played<const W: usize>(mut game: Game, is_wild: bool, rng: &mut Rng) -> Vec<Move> {
    let mut board: Board<W> = game.board().resized();
    let mut candidates = [Candidates::default(), Candidates::default()];
    let mut moves = Vec::new();
    // The players do not fill eyes, so games end; a long ko fight may reach this limit.
    while moves.len() < game.size().area() * 5 / 4 {
        let color = game.to_play();
        let last = game.last_points();
        let chosen = candidates[color.index()].choose(&board, color, last, is_wild, rng);
        let passes = rng.chance(PASSES);
        // The board does not detect superko; such moves become passes.
        let legal = chosen.filter(|&point| !passes && game.is_legal(color, point).is_ok());
        let mv = legal.map_or(Move::Pass, Move::Play);
        if mv == Move::Pass && game.passes() > 0 {
            break;
        }
        match mv {
            Move::Play(point) => {
                board.play(color, point);
            }
            Move::Pass => board.clear_ko(),
        }
        game.play(color, mv).expect("the move is legal");
        moves.push(mv);
    }
    moves
}

/// Move scores of a colour, recomputed at every fourth move because that takes nearly all the time.
#[derive(Default)]
struct Candidates {
    scores: Vec<(Point, i32)>,
    age: usize,
}

impl Candidates {
    /// Samples a move by its odds in the move model. Returns `None` if no move is playable.
    fn choose<const W: usize>(
        &mut self,
        board: &Board<W>,
        color: Color,
        last: [Option<Point>; 2],
        is_wild: bool,
        rng: &mut Rng,
    ) -> Option<Point> {
        let model = Model::embedded();
        let is_playable = |&point: &Point| board.is_empty(point) && board.is_playable(color, point);
        self.scores.retain(|(point, _)| is_playable(point));
        if self.age == 0 || self.scores.is_empty() {
            let scores = model.scores(board, color, last);
            let playable = board.empty_points().iter().copied().filter(is_playable);
            self.scores = playable.map(|point| (point, scores[point])).collect();
        }
        // Scores of earlier positions do not include the last move.
        let bonus = if self.age == 0 { 0 } else { ANSWER };
        self.age = (self.age + 1) % 4;
        let around = last[0].map(|point| board.neighbours8_unchecked(point));
        let score = |&(point, score): &(Point, i32)| {
            let answers = around.is_some_and(|around| around.contains(&point));
            score + if answers { bonus } else { 0 }
        };
        let best = self.scores.iter().map(score).max()?;
        let odds = |scored: &(Point, i32)| {
            let root = model.sqrt_odds(best - score(scored));
            if is_wild { root } else { root * root }
        };
        let mut left = rng.unit() * self.scores.iter().map(odds).sum::<f32>();
        let drawn = self.scores.iter().find(|scored| {
            left -= odds(scored);
            left < 0.0
        });
        // Rounding may leave a remainder, which selects the last move.
        drawn.or(self.scores.last()).map(|&(point, _)| point)
    }
}

/// Replays a game and takes one random position from each of `wanted` equal segments.
fn take(mut game: Game, moves: &[Move], wanted: usize, rng: &mut Rng, positions: &mut Vec<Inputs>) {
    let mut done = 0;
    let wanted = wanted.min(moves.len() + 1);
    for part in 0..wanted {
        let [from, to] = [part, part + 1].map(|part| part * (moves.len() + 1) / wanted);
        let due = from + rng.below(to - from);
        for &mv in &moves[done..due] {
            game.play(game.to_play(), mv).expect("a replayed move is legal");
        }
        done = due;
        positions.push(Inputs::of_game(&game, game.to_play(), AreaOptions::default()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::katago::PLANES;

    fn stones(inputs: &Inputs) -> usize {
        inputs.planes.chunks(PLANES).filter(|planes| planes[1] + planes[2] > 0.0).count()
    }

    #[test]
    #[ignore = "slow without optimisation: run with --ignored"]
    fn positions_returns_requested_count_on_every_size() {
        for lines in 2..=25 {
            let size = BoardSize::new(lines).expect("a size");
            for count in [0, 1, 7] {
                let found = positions(size, count);
                assert_eq!(found.len(), count);
                assert!(found.iter().all(|inputs| inputs.size == size));
            }
        }
        assert_eq!(positions(BoardSize::STANDARD, 100).len(), 100);
    }

    #[test]
    #[ignore = "slow without optimisation: run with --ignored"]
    fn calibration_positions_are_diverse_and_deterministic() {
        for lines in [9, 13, 19] {
            let size = BoardSize::new(lines).expect("a size");
            let found = positions(size, 64);
            assert_eq!(found, positions(size, 64));
            let other = test_positions(size, 64);
            assert!(found.iter().filter(|inputs| other.contains(inputs)).count() < 4);
            let count = |has: &dyn Fn(&Inputs) -> bool| found.iter().filter(|i| has(i)).count();
            assert!(count(&|i| stones(i) < size.area() / 5) >= 8, "openings");
            assert!(count(&|i| stones(i) > size.area() * 3 / 5) >= 8, "endgames");
            for plane in (1..=6).chain(9..=19) {
                let is_used = |i: &Inputs| i.planes.chunks(PLANES).any(|p| p[plane] > 0.0);
                assert!(count(&is_used) > 0, "plane {plane} on {lines} lines");
            }
            for global in [5, 6, 8, 9, 10, 18] {
                assert!(count(&|i| i.globals[global] != 0.0) > 0, "global {global}");
            }
            assert!(count(&|i| i.globals[..5].contains(&1.0)) > 0, "passes");
            let komi = |i: &Inputs| i.globals[5] > 0.0;
            assert!((16..=48).contains(&count(&komi)), "both colours to play");
        }
    }
}
