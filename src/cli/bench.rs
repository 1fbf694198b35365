//! `tianyuan bench`: the bench signature of fixed positions with fixed playouts and seed on one thread.
//!
//! A change of playing behaviour changes the signature, and its commit message states the new one. It is identical on
//! all machines, since it depends only on counts and single IEEE operations.

use std::fmt;

use clap::Args;

use crate::go::{Board, Color, Diagram, Game, Komi, Rules, with_words};
use crate::nn::Nets;
use crate::search::{Heavy, Limits, PlayoutParams, Rng, Search, play_out};
use crate::stdio::Closed;

/// Positions of different sizes and phases: an opening, a ko fight, an endgame.
const POSITIONS: [&str; 5] = [
    ". . . . . . . . .
     . . . . . . . . .
     . . . . . . . . .
     . . . . . . . . .
     . . . . . . . . .
     . . . . . . . . .
     . . . . . . . . .
     . . . . . . . . .
     . . . . . . . . .",
    ". . . . . . . . .
     . . . O . X . . .
     . . O X X . X . .
     . . O O X . . . .
     . . . O . X X . .
     . . O . O O X . .
     . . . X O X . . .
     . . . . O X . . .
     . . . . . . . . .",
    ". X O O . O X . .
     X . X O O O X X .
     . X X X O X X . X
     X X . X O O X X .
     O O X X O . O X X
     . O O O O O O O X
     O O X O . O X X X
     O X X X O O O X .
     . X . X X O . O X",
    ". . . . . . . . . . . . .
     . . . . . . . . . . . . .
     . . . X . . . O . O . . .
     . . . . . . . . X X O . .
     . . X . . . . . . . X . .
     . . . . . . . . . . . . .
     . . . . . . . . . . X . .
     . . . . . . . . . . . . .
     . . O . . . . . . . O . .
     . . . . . . . . . O X . .
     . . . O . O . . . O X . .
     . . . . . . . . . . . . .
     . . . . . . . . . . . . .",
    ". . . . . . . . . . . . . . . . . . .
     . . . . . . . . . . . . . . . . . . .
     . . . . O . . . . . . . . O . X . . .
     . . . + . . . . . + . . . . . X . . .
     . . O . . . . . . . . . . . . . . . .
     . . . . . . . . . . . . . . . . X . .
     . . . . . . . . . . . . . . . . . . .
     . . . . . . . . . . . . . . . . . . .
     . . . . . . . . . . . . . . . . . . .
     . . . + . . . . . + . . . . . + . . .
     . . . . . . . . . . . . . . . . . . .
     . . . . . . . . . . . . . . . . . . .
     . . X . . . . . . . . . . . . . . . .
     . . . . . . . . . . . . . . . . O . .
     . . . . . . . . . . . . . . . . . . .
     . . . X . . . . . X . . . . O X . . .
     . . . . . X . . . . . . . . O X . . .
     . . . . . . . . . . . . . . . . . . .
     . . . . . . . . . . . . . . . . . . .",
];

/// Playouts per position, both without and with a search tree.
const PLAYOUTS: u64 = 1000;

/// Evaluated leaves per position in a search with a net.
const GUIDED: u64 = 50;

/// The random seed.
const SEED: u64 = 20240112;

/// The options of `tianyuan bench`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Args)]
pub struct BenchArguments {
    /// Search without a net
    #[arg(long)]
    no_net: bool,
}

impl BenchArguments {
    /// Prints the signature, line by line.
    ///
    /// # Errors
    /// Returns [`Closed`] if a line cannot be printed.
    pub fn run(&self, print: &mut dyn FnMut(&str) -> Result<(), Closed>) -> Result<(), Closed> {
        let nets = (!self.no_net).then(Nets::embedded);
        BenchSignature::of(nets).to_string().lines().try_for_each(print)
    }
}

/// The bench signature of this build.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BenchSignature {
    /// The hash of the board and the playout policy.
    pub playouts: u32,
    /// The hash of the search without a net, including playouts.
    pub search: u32,
    /// The hash of the search with the embedded nets; `None` without nets.
    pub guided: Option<u32>,
}

impl fmt::Display for BenchSignature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "playouts {}", self.playouts)?;
        writeln!(f, "search {}", self.search)?;
        if let Some(guided) = self.guided {
            writeln!(f, "guided {guided}")?;
        }
        write!(f, "Bench: {}", self.playouts ^ self.search ^ self.guided.unwrap_or(0))
    }
}

impl BenchSignature {
    /// Runs playouts and searches in all positions, also with `nets` if given.
    pub fn of(nets: Option<&Nets>) -> BenchSignature {
        let games: Vec<Game> = POSITIONS.iter().map(|text| game(text)).collect();
        let playouts = games.iter().fold(
            SEED,
            |sum, game| with_words!(game.size(), W => playouts(&game.board().resized::<W>(), sum)),
        );
        let search = |nets, most| {
            let searched = games.iter().fold(SEED, |sum, game| search(sum, game, nets, most));
            searched as u32
        };
        BenchSignature {
            playouts: playouts as u32,
            search: search(&Nets::default(), PLAYOUTS),
            guided: nets.map(|nets| search(nets, GUIDED)),
        }
    }
}

fn game(text: &str) -> Game {
    let diagram = Diagram::parse(text);
    let komi = Komi::from_half_points(15).expect("7.5 points");
    let rules = Rules { komi, ..Rules::CHINESE };
    Game::setup(diagram.size, rules, &diagram.stones, Color::Black).expect("a legal position")
}

/// Mixes every move and margin of the playouts into the hash.
fn playouts<const W: usize>(start: &Board<W>, mut sum: u64) -> u64 {
    let params = PlayoutParams::default();
    let mut rng = Rng::new(SEED);
    for _ in 0..PLAYOUTS {
        let mut board = start.clone();
        let mut policy = Heavy::new([None, None], &params, &mut rng);
        let margin = play_out(&mut board, Color::Black, &mut policy, |_, mv| {
            sum = mix(sum, u64::from(mv.code()));
        });
        sum = mix(sum, margin as u64);
    }
    sum
}

/// Mixes visits and wins of every root move into the hash.
fn search(sum: u64, game: &Game, nets: &Nets, playouts: u64) -> u64 {
    let limits = Limits { playouts: Some(playouts), ..Limits::default() };
    let mut search = Search::new(1, 64, SEED);
    search.set_nets(nets);
    let report = search.run(game, Color::Black, &limits, &mut |_| true);
    report.candidates.iter().fold(sum, |sum, candidate| {
        let wins = (candidate.winrate * candidate.visits as f64 * 2.0).round() as u64;
        mix(mix(sum, u64::from(candidate.mv.code())), candidate.visits << 32 | wins)
    })
}

fn mix(sum: u64, value: u64) -> u64 {
    Rng::new(sum ^ value).bits()
}
