//! Compares sessions with a naive game: after each random command of both protocols, including loading and saving,
//! the session has the same stones, prisoners, komi, rules, player to move and legal moves.
//!
//! `TIANYUAN_FUZZ_SECONDS=60 cargo test --test it differential` runs for a minute. A failure prints the session so
//! far and a seed; add it to `tests/it/support/seeded.rs` to reproduce it.

use std::fs;
use std::time::{Duration, Instant};

use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use tianyuan::go::{Color, HandicapBonus, KoRule, Komi, Rules, Scoring};
use tianyuan::protocol::{GTP, WTP};

use crate::support::differential::{Beside, Saved};
use crate::support::naive_game::{Act, NaiveGame};
use crate::support::seeded::{with_seed, with_seeds};

/// The commands of a session.
const COMMANDS: usize = 120;

#[test]
#[cfg_attr(not(optimised), ignore = "too slow unless optimised")]
fn sessions_match_naive_game() {
    let seconds = std::env::var("TIANYUAN_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok());
    match seconds.map(Duration::from_secs) {
        None => with_seeds(both),
        Some(time) => {
            let (begun, mut sessions) = (Instant::now(), 0);
            while begun.elapsed() < time {
                with_seed(rand::random(), both);
                sessions += 2;
            }
            println!("{sessions} sessions of {COMMANDS} commands");
        }
    }
}

/// A session in each protocol.
fn both(random: &mut StdRng) {
    for protocol in [&GTP, &WTP] {
        let mut beside = Beside::begin(protocol);
        for _ in 0..COMMANDS {
            beside.step(random);
            beside.compare(random);
        }
        beside.talk.close();
        let _ = fs::remove_dir_all(&beside.folder);
    }
}

impl Beside {
    /// Returns a random command.
    fn step(&mut self, random: &mut StdRng) {
        match random.random_range(0..100) {
            0..45 => self.play(random),
            45..52 => self.genmove(random),
            52..60 => self.undo(random),
            60..63 => self.size(random),
            63..65 => {
                let game = NaiveGame::new(self.game.lines, self.game.rules);
                self.begins("clear_board", Some(game));
            }
            65..68 => self.komi(random),
            68..75 => self.rules(random),
            75..78 => self.handicap(random),
            78..82 if self.is_gtp() => self.stones(random),
            78..82 => self.series(random),
            82..89 => self.save(random),
            89..96 => self.load(random),
            _ => self.score(),
        }
    }

    fn play(&mut self, random: &mut StdRng) {
        let in_turn = self.game.to_play();
        let color = if random.random_range(0..8) == 0 { !in_turn } else { in_turn };
        let act = match random.random_range(0..20) {
            0 => Act::Pass,
            1 if !self.is_gtp() && random.random_range(0..4) == 0 => Act::Resign,
            _ => Act::Play(random.random_range(0..self.game.lines * self.game.lines)),
        };
        let line = format!("play {color} {}", self.name(act));
        let legal = self.game.is_legal(color, act);
        let mut after = self.game.clone();
        after.turns.push((color, act));
        self.becomes(&line, legal.then_some(after));
    }

    fn genmove(&mut self, random: &mut StdRng) {
        let color = if random.random() { Color::Black } else { Color::White };
        let answer = self.must(&format!("genmove {color}"));
        let act = self.act(&answer);
        assert!(self.game.is_legal(color, act), "{answer} is illegal");
        // GTP only reports it.
        if act != Act::Resign || !self.is_gtp() {
            self.game.turns.push((color, act));
        }
    }

    fn undo(&mut self, random: &mut StdRng) {
        let turns = random.random_range(0..5);
        let line = match (self.is_gtp(), turns) {
            (_, 1) => "undo".into(),
            (true, _) => format!("gg-undo {turns}"),
            (false, _) => format!("undo {turns}"),
        };
        let left = self.game.turns.len().checked_sub(turns);
        let after = left.map(|left| {
            let mut game = self.game.clone();
            game.turns.truncate(left);
            game
        });
        self.becomes(&line, after);
    }

    fn size(&mut self, random: &mut StdRng) {
        let lines = *[1, 2, 3, 4, 5, 5, 6, 7, 26].choose(random).expect("there are sizes");
        let is_known = self.protocol.sizes.contains(&lines);
        let game = is_known.then(|| NaiveGame::new(lines, self.game.rules));
        self.begins(&format!("boardsize {lines}"), game);
    }

    fn komi(&mut self, random: &mut StdRng) {
        let komi = Komi::from_half_points(random.random_range(-30..60)).expect("within bounds");
        let mut after = self.game.clone();
        after.rules.komi = komi;
        self.becomes(&format!("komi {komi}"), Some(after));
        self.becomes("komi 7.25", None);
    }

    fn rules(&mut self, random: &mut StdRng) {
        let mut game = self.game.clone();
        let names =
            ["chinese", "japanese", "aga", "tromp-taylor", "new_zealand", "stone-scoring", "mine"];
        if random.random() {
            let name = *names.choose(random).expect("there are names");
            let verb = if self.is_gtp() { "kata-set-rules" } else { "rule" };
            let rules = Rules::from_name(name, game.rules.komi);
            self.becomes(&format!("{verb} {name}"), rules.map(|rules| game.under(rules)));
            return;
        }
        let (key, value) = option(&mut game.rules, random);
        let line = match self.is_gtp() {
            true => format!("kata-set-rule {key} {value}"),
            false => format!("rule {key}: {value}"),
        };
        self.becomes(&line, Some(game));
    }

    /// Handicap stones at given points, and at points chosen by the engine.
    fn handicap(&mut self, random: &mut StdRng) {
        let is_new =
            self.game.turns.is_empty() && self.game.oracle().stones.iter().all(Option::is_none);
        if random.random() {
            let points = self.points(random, 6);
            let stones: Vec<_> = points.iter().map(|&at| (Color::Black, at)).collect();
            let after = self.game.with_stones(&stones, Color::White);
            let names = points.iter().map(|&at| format!(" {}", self.vertex(at)));
            let line = format!("set_free_handicap{}", names.collect::<String>());
            self.begins(&line, after.filter(|_| is_new && !points.is_empty()));
            return;
        }
        let count = random.random_range(1..6);
        let verb = ["fixed_handicap", "place_free_handicap"].choose(random).expect("there are two");
        match self.ask(&format!("{verb} {count}")) {
            Ok(vertices) => {
                assert!(is_new, "there are stones or turns");
                let stones = vertices.split(' ').map(|vertex| (Color::Black, self.point(vertex)));
                let stones: Vec<_> = stones.collect();
                assert_eq!(stones.len(), count);
                let after = self.game.with_stones(&stones, Color::White);
                self.game = after.expect("handicap stones can stand");
                self.is_loaded = false;
            }
            Err(_) => {
                assert!(!is_new || *verb == "fixed_handicap" || count < 2 || self.game.lines < 5)
            }
        }
    }

    /// GTP's `set_position`: stones placed at once.
    fn stones(&mut self, random: &mut StdRng) {
        let points = self.points(random, self.game.lines * self.game.lines);
        let color = |random: &mut StdRng| if random.random() { Color::Black } else { Color::White };
        let stones: Vec<_> = points.into_iter().map(|at| (color(random), at)).collect();
        let names = stones.iter().map(|&(color, at)| format!(" {color} {}", self.vertex(at)));
        let line = format!("set_position{}", names.collect::<String>());
        self.begins(&line, self.game.with_stones(&stones, Color::Black));
    }

    /// WTP's `set_position`: moves that cannot be taken back.
    fn series(&mut self, random: &mut StdRng) {
        let mut color = if random.random() { Color::Black } else { Color::White };
        let mut line = format!("set_position {color}");
        let mut series = Vec::new();
        for _ in 0..random.random_range(1..12) {
            let at = random.random_range(0..self.game.lines * self.game.lines);
            let act = if random.random_range(0..8) == 0 { Act::Pass } else { Act::Play(at) };
            line += &format!(" {}", self.name(act));
            series.push((color, act));
            color = !color;
        }
        self.begins(&line, self.game.after_series(&series));
    }

    /// Saves the game to a file, or by printing it.
    fn save(&mut self, random: &mut StdRng) {
        let end = ["sgf", "wei7"].choose(random).expect("there are two");
        let file = self.folder.join(format!("{}.{end}", random.random_range(0..4)));
        if random.random() {
            self.must(&format!("save_game {}", file.display()));
        } else {
            let text =
                self.ask_bytes(&format!("print_game {end}")).expect("every board can be printed");
            fs::write(&file, text).expect("writable");
            self.log.0 += &format!("    was written to {}\n", file.display());
        }
        self.saved.retain(|saved| saved.file != file);
        self.saved.push(Saved { file, game: self.game.clone(), is_whole: !self.is_loaded });
    }

    /// Loads a saved game, completely or up to a move.
    fn load(&mut self, random: &mut StdRng) {
        let Some(Saved { file, game, is_whole }) = self.saved.choose(random).cloned() else {
            return;
        };
        let kept = game.saved(usize::MAX);
        let before = random.random_range(0..kept.turns.len() + 2);
        let is_whole = is_whole && random.random();
        let mut after = if is_whole { kept } else { game.saved(before.saturating_sub(1)) };
        let name = file.display();
        let line = if is_whole {
            format!("load_game {name}")
        } else {
            format!("load_game {name} {before}")
        };
        let has_series = game.has_series();
        self.must(&line);
        if has_series {
            // A record contains only the stones of a sequence.
            after = NaiveGame::new(after.lines, after.rules);
            self.must("clear_board");
        } else if after.turns.is_empty() && !game_is_at_start(&after, &self.must("showboard")) {
            // The player to move before the first move is not read from a record.
            after.begin_with(!after.to_play());
        }
        self.game = after;
        self.is_loaded = !has_series;
    }

    /// Scores the game without the stones reported as dead.
    fn score(&mut self) {
        let dead = self.must("final_status_list dead");
        let dead: Vec<usize> = dead.split_whitespace().map(|vertex| self.point(vertex)).collect();
        let answer = self.must("final_score");
        if let Some(score) = self.game.score(&dead) {
            let winner = if score > 0 { 'B' } else { 'W' };
            let halves = Komi::from_half_points(score.abs()).expect("within bounds");
            let told = if score == 0 { "0".into() } else { format!("{winner}+{halves}") };
            assert_eq!(answer, told, "without {dead:?}");
        }
    }

    /// Returns some points of the board, sometimes with a duplicate.
    fn points(&self, random: &mut StdRng, most: usize) -> Vec<usize> {
        let area = self.game.lines * self.game.lines;
        let mut points: Vec<usize> = Vec::new();
        for _ in 0..random.random_range(0..=most) {
            let at = random.random_range(0..area);
            if !points.contains(&at) || random.random_range(0..20) == 0 {
                points.push(at);
            }
        }
        points
    }
}

/// Returns `true` if the header of a board reports the first player's turn.
fn game_is_at_start(game: &NaiveGame, board: &str) -> bool {
    let color = if board.starts_with("Black") { Color::Black } else { Color::White };
    game.to_play() == color
}

/// Changes a rule option and returns its name.
fn option(rules: &mut Rules, random: &mut StdRng) -> (&'static str, &'static str) {
    match random.random_range(0..9) {
        0 => {
            rules.ko = KoRule::Simple;
            ("ko", "Simple")
        }
        1 | 2 => {
            rules.ko = KoRule::Situational;
            ("ko", "Situational")
        }
        3 => {
            rules.ko = KoRule::Positional;
            ("ko", "Positional")
        }
        4 => {
            rules.multi_stone_suicide = true;
            ("suicide", "true")
        }
        5 => {
            rules.multi_stone_suicide = false;
            ("suicide", "false")
        }
        6 => {
            rules.scoring = Scoring::Territory;
            ("scoring", "Territory")
        }
        7 => {
            rules.handicap_bonus = HandicapBonus::StonesLessOne;
            ("whiteHandicapBonus", "N-1")
        }
        _ => {
            rules.friendly_pass_ok = !rules.friendly_pass_ok;
            ("friendlyPassOk", if rules.friendly_pass_ok { "true" } else { "false" })
        }
    }
}
