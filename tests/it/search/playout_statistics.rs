//! Light playouts choose moves uniformly: per point in one position, and by their means over whole games.
//!
//! The means are sensitive: without the ko rule, with multi-stone suicide, or with the next playable point after a
//! random one instead of a uniform choice, they differ by at least four standard errors on at least one size.

use std::fmt;

use tianyuan::go::{Board, BoardSize, Color, Diagram, Move, with_words};
use tianyuan::search::{Light, Policy, Rng, play_out};

/// White may neither retake the ko next to `k` nor commit suicide in the lower left corner, and does not fill the
/// eyes in the upper right: the points `a` to `j` remain.
#[test]
fn uniform_playout_moves_are_equally_likely() {
    const DRAWS: u32 = 20_000;
    let diagram = Diagram::parse(
        "a b c O .
         d X O . O
         X O k O e
         X X O f g
         . X h i j",
    );
    let mut board = diagram.board::<2>();
    assert_eq!(board.play(Color::Black, diagram.mark('k')), 1);
    let points = ('a'..='j').map(|letter| diagram.mark(letter));
    let mut counts: Vec<_> = points.map(|point| (Move::Play(point), 0)).collect();
    let mut rng = Rng::new(1);
    for _ in 0..DRAWS {
        let mv = Light(&mut rng).choose(&mut board.clone(), Color::White);
        let count = counts.iter_mut().find(|(known, _)| *known == mv);
        count.unwrap_or_else(|| panic!("{mv:?} is none of the ten moves")).1 += 1;
    }
    let expected = f64::from(DRAWS) / counts.len() as f64;
    let off = |&(_, count): &(Move, u32)| (f64::from(count) - expected).powi(2) / expected;
    // A uniform choice exceeds this chi-square with nine degrees of freedom once in 10,000 times.
    assert!(counts.iter().map(off).sum::<f64>() < 33.7, "{counts:?}");
}

/// A known mean, and its rounding error.
#[derive(Clone, Copy)]
struct Known(f64, f64);

/// Known statistics of playouts from the empty board, from independent programs.
struct Case {
    lines: usize,
    playouts: usize,
    /// Moves per playout, including the two passes.
    moves: Known,
    /// The fraction of playouts that Black wins with komi 7.5.
    black_wins: Known,
}

/// The standard errors are 0.041 moves and 0.0013 of the win rate.
#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn playout_statistics_match_on_9x9() {
    let (moves, black_wins) = (Known(111.05, 0.005), Known(0.4211, 0.000_05));
    check(&Case { lines: 9, playouts: 150_000, moves, black_wins });
}

/// The standard errors are 0.094 moves and 0.0023 of the win rate.
#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn playout_statistics_match_on_13x13() {
    let (moves, black_wins) = (Known(219.4, 0.05), Known(0.445, 0.0005));
    check(&Case { lines: 13, playouts: 45_000, moves, black_wins });
}

/// The standard errors are 0.19 moves and 0.0035 of the win rate.
#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn playout_statistics_match_on_19x19() {
    let (moves, black_wins) = (Known(455.0, 0.5), Known(0.461, 0.0005));
    check(&Case { lines: 19, playouts: 20_000, moves, black_wins });
}

fn check(case: &Case) {
    let size = BoardSize::new(case.lines).expect("a size");
    let [moves, black_wins] = with_words!(size, W => {
        sample::<W>(size, case.playouts, &mut Light(&mut Rng::new(1)))
    });
    let told = format!("{} lines: {moves} moves, {black_wins} of wins", case.lines);
    println!("{told}");
    assert!(moves.agrees(case.moves), "{told}");
    assert!(black_wins.agrees(case.black_wins), "{told}");
}

/// Returns the lengths of playouts, and whether Black won them.
fn sample<const W: usize>(
    size: BoardSize,
    playouts: usize,
    policy: &mut impl Policy<W>,
) -> [Sample; 2] {
    let empty = Board::<W>::new(size);
    let [mut moves, mut black_wins] = [Sample::default(), Sample::default()];
    for _ in 0..playouts {
        let mut played = 0;
        let margin = play_out(&mut empty.clone(), Color::Black, policy, |_, _| played += 1);
        moves.add(f64::from(played));
        black_wins.add(f64::from(u8::from(margin > 7)));
    }
    [moves, black_wins]
}

/// The sums that a mean and its standard error require.
#[derive(Default)]
struct Sample {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Sample {
    fn add(&mut self, value: f64) {
        self.count += 1.0;
        self.sum += value;
        self.squares += value * value;
    }

    fn mean(&self) -> f64 {
        self.sum / self.count
    }

    fn standard_error(&self) -> f64 {
        ((self.squares / self.count - self.mean().powi(2)) / self.count).sqrt()
    }

    /// Returns `true` if the mean is within three standard errors of the known mean.
    fn agrees(&self, Known(value, rounding): Known) -> bool {
        (self.mean() - value).abs() <= 3.0 * self.standard_error() + rounding
    }
}

impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.4} ({:.4})", self.mean(), self.standard_error())
    }
}
