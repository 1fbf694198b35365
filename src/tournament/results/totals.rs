//! The totals of a match: wins, draws, engine errors and resource usage.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::game_entry::{EndingKind, GameEntry, UsageEntry};
use super::match_config::MatchConfig;
use crate::engine_process::engine_error::EngineErrorKind;
use crate::job_error::JobError;
use crate::tournament::game::engine_config::EngineId;
use crate::tournament::game::move_stats::ProcessUsage;
use crate::tournament::game::termination::DeadStoneSource;
use crate::tournament::statistics::{Crosstable, ScoreCounts};

/// The totals of a match.
#[derive(Debug, Clone)]
pub(crate) struct MatchTotals {
    /// The wins of each engine, as Black and as White.
    pub wins: Vec<[u64; 2]>,
    /// The number of draws.
    pub draws: u64,
    /// The number of scored games, by agreement on dead stones: agreed or not needed, disputed, not reported.
    pub counted: [u64; 3],
    /// The number of games that ended by resignation.
    pub resigned: u64,
    /// The number of games adjudicated because both engines reported the same winner.
    pub agreed: u64,
    /// The number of games that reached the turn limit.
    pub too_long: u64,
    /// The errors of each engine, with the game number.
    pub faults: Vec<Vec<(EngineErrorKind, usize)>>,
    /// The resource usage of each engine.
    pub costs: Vec<TotalCost>,
    /// The results of each pairing.
    pub results: Crosstable,
    /// The results of each pairing, without duplicate games.
    pub evidence: Crosstable,
    /// With two engines, the scores of A: of complete pairs if games are paired, otherwise of games. A duplicate game
    /// does not count and completes no pair.
    pub scores: Option<ScoreCounts>,
    /// The names; empty before the first game unless set by the user.
    names: Vec<String>,
    repeats: DuplicateFilter,
    /// The score (0 to 2) of the first game of each incomplete pair, by pair number; `None` for a duplicate.
    halves: HashMap<usize, Option<usize>>,
    paired: bool,
    games: u64,
}

/// The effect of a game on the totals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Counted {
    /// The number of the earlier game that it duplicates.
    pub repeats: Option<usize>,
    /// The score of the unit of the estimate that it completed.
    pub score: Option<usize>,
}

/// The resource usage of one engine over several games.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct TotalCost {
    /// The number of moves requested from the engine.
    pub moves: u64,
    /// The sum of response times, in seconds.
    seconds: f64,
    /// The longest response time, in seconds.
    pub slowest: f64,
    /// CPU seconds, over the games in which they are known.
    pub cpu: f64,
    /// The number of moves in games with known CPU time.
    moves_with_cpu: u64,
    playouts: u64,
    moves_with_playouts: u64,
    /// Memory and open files after the first and the last game; `None` if unknown.
    pub footprint: Option<[ProcessUsage; 2]>,
}

impl TotalCost {
    fn add(&mut self, cost: &UsageEntry) {
        self.moves = self.moves.saturating_add(cost.moves);
        self.seconds += cost.seconds;
        self.slowest = self.slowest.max(cost.slowest);
        self.playouts = self.playouts.saturating_add(cost.playouts.unwrap_or_default());
        self.moves_with_playouts =
            self.moves_with_playouts.saturating_add(cost.moves_with_playouts);
        if let Some(last) = cost.footprint() {
            let first = self.footprint.map_or(last, |[first, _]| first);
            self.footprint = Some([first, last]);
        }
        if let Some(cpu) = cost.cpu_seconds {
            self.cpu += cpu;
            self.moves_with_cpu = self.moves_with_cpu.saturating_add(cost.moves);
        }
    }

    /// Returns the mean seconds per move, or `None` without moves.
    pub(crate) fn seconds_a_move(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.seconds / self.moves as f64)
    }

    /// Returns the mean CPU seconds per move, or `None` if unknown.
    pub(crate) fn cpu_a_move(&self) -> Option<f64> {
        (self.moves_with_cpu > 0).then(|| self.cpu / self.moves_with_cpu as f64)
    }

    /// Returns the mean playouts per move, over the moves with known playouts.
    pub(crate) fn playouts_a_move(&self) -> Option<f64> {
        let moves = self.moves_with_playouts;
        (moves > 0).then(|| self.playouts as f64 / moves as f64)
    }
}

impl MatchTotals {
    /// Creates empty totals.
    pub(crate) fn new(terms: &MatchConfig) -> MatchTotals {
        let engines = terms.engines.len();
        let names = terms.engines.iter().map(|engine| engine.name.clone().unwrap_or_default());
        MatchTotals {
            wins: vec![[0; 2]; engines],
            draws: 0,
            counted: [0; 3],
            resigned: 0,
            agreed: 0,
            too_long: 0,
            faults: vec![Vec::new(); engines],
            costs: vec![TotalCost::default(); engines],
            results: Crosstable::new(engines),
            evidence: Crosstable::new(engines),
            scores: (engines == 2).then(|| terms.no_scores()),
            names: names.collect(),
            repeats: DuplicateFilter::default(),
            halves: HashMap::new(),
            paired: terms.pairs,
            games: 0,
        }
    }

    /// Adds a game.
    ///
    /// # Errors
    /// Returns [`JobError`] if an engine is not in the match or its name differs from the earlier games.
    pub(crate) fn add(&mut self, game: &GameEntry) -> Result<Counted, JobError> {
        self.check_engines(game)?;
        self.games += 1;
        match (game.winner, game.winning_color()) {
            (Some(side), Some(color)) => self.wins[side.index()][color.index()] += 1,
            _ => self.draws += 1,
        }
        match (game.ending, game.dead_stones) {
            (EndingKind::Count, Some(DeadStoneSource::Disputed)) => self.counted[1] += 1,
            (EndingKind::Count, Some(DeadStoneSource::NotNamed)) => self.counted[2] += 1,
            (EndingKind::Count, _) => self.counted[0] += 1,
            (EndingKind::Resignation, _) => self.resigned += 1,
            (EndingKind::Agreement, _) => self.agreed += 1,
            (EndingKind::TooLong, _) => self.too_long += 1,
            (EndingKind::Fault, _) => {
                let fault = game.fault.iter();
                fault.for_each(|it| self.faults[it.side.index()].push((it.kind, game.game)));
            }
        }
        for (side, cost) in &game.costs {
            self.costs[side.index()].add(cost);
        }
        let mut sides = game.sides();
        sides.sort_unstable();
        let [first, second] = sides.map(EngineId::index);
        let score = match game.winner {
            None => 1,
            Some(winner) if winner == sides[0] => 2,
            Some(_) => 0,
        };
        self.results.add(first, second, score);
        let repeats = self.repeats.add(game);
        if repeats.is_none() {
            self.evidence.add(first, second, score);
        }
        let score = self.completed(game.pair, Some(score).filter(|_| repeats.is_none()));
        if let (Some(scores), Some(score)) = (&mut self.scores, score) {
            scores.add(score);
        }
        Ok(Counted { repeats, score })
    }

    /// Stores the engine names of the first game and checks later games against them.
    fn check_engines(&mut self, game: &GameEntry) -> Result<(), JobError> {
        let costs = game.costs.keys();
        let fault = game.fault.iter().map(|fault| &fault.side);
        let mut sides = game.sides().into_iter().chain(costs.chain(fault).copied());
        if sides.any(|side| side.index() >= self.names.len()) || game.black_side == game.white_side
        {
            let reason = format!("game {}: the engines differ from those in the match", game.game);
            return Err(JobError::Input(reason));
        }
        for (side, name) in game.sides().into_iter().zip(game.names()) {
            let known = &mut self.names[side.index()];
            // An engine that fails to start has no name.
            if known.is_empty() {
                known.push_str(name);
            } else if !name.is_empty() && known != name {
                let number = game.game;
                let reason =
                    format!("game {number}: {side} is {name}, but {known} in earlier games");
                return Err(JobError::Input(reason));
            }
        }
        Ok(())
    }

    /// Returns the score of the pair that a game completes, or of the game itself if games are not paired.
    fn completed(&mut self, pair: usize, score: Option<usize>) -> Option<usize> {
        if !self.paired {
            return score;
        }
        let Some(first) = self.halves.remove(&pair) else {
            self.halves.insert(pair, score);
            return None;
        };
        first.zip(score).map(|(first, second)| first + second)
    }

    /// Returns the engines, A first.
    pub(crate) fn sides(&self) -> impl Iterator<Item = EngineId> + Clone {
        EngineId::first(self.names.len())
    }

    /// Returns the number of distinct games.
    pub(crate) fn distinct(&self) -> u64 {
        self.repeats.distinct()
    }

    /// Returns the number of games, including duplicates.
    pub(crate) fn games(&self) -> u64 {
        self.games
    }

    /// Returns the number of games won by an engine.
    pub(crate) fn won(&self, side: EngineId) -> u64 {
        self.wins[side.index()].iter().sum()
    }

    /// Returns an engine's name in reports, with its letter if other engines have the same name.
    pub(crate) fn label(&self, side: EngineId) -> String {
        let name = &self.names[side.index()];
        match (name.is_empty(), self.names.iter().filter(|other| *other == name).count()) {
            (true, _) => side.to_string(),
            (_, 1) => name.clone(),
            _ => format!("{name} ({side})"),
        }
    }

    /// Returns the number of engine errors.
    pub(crate) fn fault_count(&self) -> usize {
        self.faults.iter().map(Vec::len).sum()
    }

    /// Returns `true` if the statistics count pairs of games.
    pub(crate) fn is_paired(&self) -> bool {
        self.paired
    }
}

/// Detects duplicate games: same moves by the same engines with the same winner. A duplicate is no new evidence of
/// strength.
#[derive(Debug, Clone, Default)]
struct DuplicateFilter {
    /// The number of each game by its 64-bit hash. The probability that any two different games among a million share
    /// a hash is about 1 in 40 million.
    first: HashMap<u64, usize>,
}

impl DuplicateFilter {
    /// Adds a game. Returns the number of the game that it duplicates, if any.
    fn add(&mut self, game: &GameEntry) -> Option<usize> {
        let mut hasher = DefaultHasher::new();
        let sides = game.sides().map(|side| side.index());
        let winner = game.winner.map(|side| side.index());
        (sides, winner, &game.moves).hash(&mut hasher);
        let first = *self.first.entry(hasher.finish()).or_insert(game.game);
        (first != game.game).then_some(first)
    }

    /// Returns the number of distinct games.
    fn distinct(&self) -> u64 {
        self.first.len() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::results::game_entry::tests::{resigned, terms};

    #[test]
    fn pair_counts_when_both_games_are_complete() {
        let mut totals = MatchTotals::new(&terms(2, true));
        let add = |totals: &mut MatchTotals, number, winner| {
            let game = resigned(&terms(2, true), number, Some(winner), number);
            totals.add(&game).expect("a game of the match")
        };
        // Black wins these games; A is Black in the odd ones.
        for (number, winner) in
            [(1, EngineId::A), (3, EngineId::A), (4, EngineId::B), (6, EngineId::B)]
        {
            add(&mut totals, number, winner);
        }
        assert_eq!(totals.scores.as_ref().map(ScoreCounts::counts), Some(&[0, 0, 1, 0, 0][..]));
        assert_eq!(add(&mut totals, 2, EngineId::A), Counted { repeats: None, score: Some(4) });
        assert_eq!(totals.scores.as_ref().map(ScoreCounts::counts), Some(&[0, 0, 1, 0, 1][..]));
        assert_eq!((totals.won(EngineId::A), totals.won(EngineId::B)), (3, 2));
        assert_eq!(totals.wins, [[2, 1], [2, 0]]);
        assert_eq!((totals.games(), totals.resigned), (5, 5));
    }

    #[test]
    fn duplicate_game_is_excluded_from_scores() {
        let mut totals = MatchTotals::new(&terms(2, true));
        // The first stones of the games; A wins the odd games and B the even ones.
        let points = [1, 1, 1, 1, 2, 1, 3, 4];
        let repeats: Vec<_> = (1..)
            .zip(points)
            .map(|(number, point)| {
                let winner = Some(EngineId::BOTH[(number + 1) % 2]);
                let game = resigned(&terms(2, true), number, winner, point);
                totals.add(&game).expect("a game of the match").repeats
            })
            .collect();
        assert_eq!(repeats, [None, None, Some(1), Some(2), None, Some(2), None, None]);
        assert_eq!((totals.games(), totals.distinct()), (8, 5));
        let scores = totals.scores.as_ref().map(ScoreCounts::counts);
        assert_eq!(scores, Some(&[0, 0, 2, 0, 0][..]), "the first pair and the last");
        assert_eq!((totals.evidence.games(0, 1), totals.results.games(0, 1)), (5, 8));
        let other_winner = resigned(&terms(2, true), 9, Some(EngineId::B), 1);
        assert_eq!(totals.add(&other_winner).expect("a game of the match").repeats, None);
        let mut unpaired = MatchTotals::new(&terms(2, false));
        for number in [1, 2] {
            let game = resigned(&terms(2, false), number, Some(EngineId::A), 1);
            unpaired.add(&game).expect("a game of the match");
        }
        assert_eq!(unpaired.scores.as_ref().map(ScoreCounts::counts), Some(&[0, 0, 1][..]));
    }

    #[test]
    fn mean_usage_counts_only_moves_with_known_values() {
        let mut totals = MatchTotals::new(&terms(2, false));
        for number in [1, 2] {
            let game = resigned(&terms(2, false), number, Some(EngineId::A), number);
            totals.add(&game).expect("a game of the match");
        }
        let [a, b] = totals.costs[..] else { panic!("two engines") };
        assert_eq!((a.seconds_a_move(), a.cpu_a_move()), (Some(1.5), Some(0.5)));
        assert_eq!(a.footprint, Some([ProcessUsage { memory: 4096, files: 3 }; 2]));
        assert_eq!((b.seconds_a_move(), b.cpu_a_move(), b.playouts_a_move()), (None, None, None));
    }

    #[test]
    fn different_engine_is_rejected() {
        let mut totals = MatchTotals::new(&terms(2, true));
        let game = resigned(&terms(2, true), 1, None, 1);
        totals.add(&game).expect("the first one");
        let other = GameEntry { white: "b 2".into(), game: 3, ..game.clone() };
        let error = totals.add(&other).expect_err("another engine").to_string();
        assert_eq!(error, "game 3: B is b 2, but b in earlier games");
        let third =
            GameEntry { white_side: EngineId::parse("C").expect("a letter"), ..game.clone() };
        assert!(totals.add(&third).is_err());
        let alone = GameEntry { white_side: EngineId::A, white: "a".into(), ..game };
        assert!(totals.add(&alone).is_err());
    }
}
