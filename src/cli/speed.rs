//! `tianyuan speed`: measures the speed of board, playouts and search.

use std::fmt;
use std::time::{Duration, Instant};

use clap::Args;

use crate::cli::net_options::NetChoice;
use crate::cli::value_parsers::board_size;
use crate::go::{Board, BoardSize, Color, Game, Rules, with_words};
use crate::job_error::JobError;
use crate::nn::Nets;
use crate::resource_usage;
use crate::search::{Heavy, Light, Limits, NODE_BYTES, PlayoutParams, Rng, Search, play_out};
use crate::stdio::Closed;

/// The arguments of `tianyuan speed`.
#[derive(Debug, Clone, PartialEq, Args)]
pub struct SpeedArguments {
    /// Board size [default: 9, 13 and 19]
    #[arg(long, value_parser = board_size)]
    size: Option<BoardSize>,
    /// Duration of each measurement
    #[arg(long, default_value_t = 2.0, value_parser = parse_seconds)]
    seconds: f64,
    /// Search threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    #[command(flatten)]
    net: NetChoice,
}

impl SpeedArguments {
    /// Measures each board size and prints its lines.
    ///
    /// # Errors
    /// Returns [`JobError`] if a net cannot be used.
    pub fn run(&self, print: &mut dyn FnMut(&str) -> Result<(), Closed>) -> Result<(), JobError> {
        let usual = [9, 13, 19].into_iter().filter_map(BoardSize::new);
        let sizes: Vec<BoardSize> = self.size.map_or(usual.collect(), |size| vec![size]);
        let (time, nets) = (Duration::from_secs_f64(self.seconds), self.net.nets()?);
        for size in sizes {
            let speed = Speed::measure(size, self.threads.into(), time, &nets).to_string();
            if speed.lines().try_for_each(&mut *print).is_err() {
                // A print error is reported when the output ends.
                break;
            }
        }
        Ok(())
    }
}

fn parse_seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.01..=3600.0).contains(seconds));
    seconds.ok_or_else(|| String::from("expected 0.01 to 3600 s"))
}

/// The speeds on one board size, from the empty board.
#[derive(Debug, Clone)]
pub struct Speed {
    size: BoardSize,
    threads: usize,
    /// Uniformly random playouts, one thread.
    light: Rate,
    /// Uniformly random playouts on a board that tracks chains in atari, one thread.
    light_with_ataris: Rate,
    /// Playouts with the search's playout policy, one thread.
    heavy: Rate,
    /// Playouts of the search without a net, all threads.
    search: Rate,
    /// Leaves of the search with a net, all threads; `None` without a net for this size.
    guided: Option<Rate>,
}

/// A number of playouts and their duration.
#[derive(Debug, Clone, Copy, Default)]
struct Rate {
    playouts: u64,
    moves: u64,
    wall: Duration,
    /// CPU seconds of all threads; `None` if the system does not report them.
    cpu: Option<f64>,
}

impl Speed {
    /// Measures one board size, each kind of playout for `time`.
    pub fn measure(size: BoardSize, threads: usize, time: Duration, nets: &Nets) -> Speed {
        let params = PlayoutParams::default();
        let mut rng = Rng::new(1);
        let [light, light_with_ataris, heavy] = with_words!(size, W => {
            let light = raw(&Board::<W>::new(size), time, |board| {
                let mut moves = 0;
                play_out(board, Color::Black, &mut Light(&mut rng), |_, _| moves += 1);
                moves
            });
            let with_ataris = raw(&Board::<W, true>::with_atari_tracking(size), time, |board| {
                let mut moves = 0;
                play_out(board, Color::Black, &mut Light(&mut rng), |_, _| moves += 1);
                moves
            });
            let heavy = raw(&Board::<W>::new(size), time, |board| {
                let mut policy = Heavy::new([None, None], &params, &mut rng);
                let mut moves = 0;
                play_out(board, Color::Black, &mut policy, |_, _| moves += 1);
                moves
            });
            [light, with_ataris, heavy]
        });
        let guided = nets.of(size).map(|net| {
            // The first use of a KataGo net would otherwise count as time of the search.
            net.prepare(size);
            search(size, threads, time, nets)
        });
        let search = search(size, threads, time, &Nets::default());
        Speed { size, threads, light, light_with_ataris, heavy, search, guided }
    }
}

/// Measures playouts from the empty board without a tree. `play` returns the number of moves of one playout.
fn raw<B: Clone>(empty: &B, time: Duration, mut play: impl FnMut(&mut B) -> u64) -> Rate {
    let mut board = empty.clone();
    timed(|rate, start| {
        while start.elapsed() < time {
            // Reading the clock costs as much as a move, so it is read every eight playouts.
            for _ in 0..8 {
                board.clone_from(empty);
                rate.moves += play(&mut board);
                rate.playouts += 1;
            }
        }
    })
}

fn search(size: BoardSize, threads: usize, time: Duration, nets: &Nets) -> Rate {
    let game = Game::new(size, Rules::CHINESE);
    let mut search = Search::new(threads, 1024, 1);
    search.set_nets(nets);
    let limits = Limits { time: Some(time), ..Limits::default() };
    timed(|rate, _| {
        rate.playouts = search.run(&game, Color::Black, &limits, &mut |_| true).playouts;
    })
}

/// Measures wall time and CPU time of `run`.
fn timed(run: impl FnOnce(&mut Rate, Instant)) -> Rate {
    let mut rate = Rate::default();
    let (start, cpu) = (Instant::now(), resource_usage::cpu_seconds());
    run(&mut rate, start);
    rate.wall = start.elapsed();
    rate.cpu = cpu.zip(resource_usage::cpu_seconds()).map(|(before, after)| after - before);
    rate
}

impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:?}", self.size)?;
        writeln!(f, "  light playouts  {}", self.light)?;
        writeln!(f, "    keeping ataris{}", self.light_with_ataris)?;
        writeln!(f, "  heavy playouts  {}", self.heavy)?;
        if let Some(guided) = &self.guided {
            writeln!(f, " guided by a net {guided}")?;
        }
        write!(f, "  full search     {}", self.search)?;
        write!(f, ", {} threads, {NODE_BYTES} bytes per node", self.threads)
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (playouts, moves) = (self.playouts as f64, self.moves as f64);
        let wall = self.wall.as_secs_f64();
        if let Some(cpu) = self.cpu {
            write!(f, "{:9.0}/s of CPU time, ", playouts / cpu)?;
        }
        write!(f, "{:9.0}/s of wall time", playouts / wall)?;
        if self.moves > 0 {
            let time = self.cpu.unwrap_or(wall);
            write!(
                f,
                ", {:.2} moves each, {:.1} ns per move",
                moves / playouts,
                time / moves * 1e9
            )?;
        }
        Ok(())
    }
}
