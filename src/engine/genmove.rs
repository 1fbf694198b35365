//! Generates moves within the time limit, ponders, and judges dead stones.

use std::time::{Duration, Instant};

use super::dead_stones::DeadStones;
use super::decision::{self, Callbacks, MoveDecision};
use super::game_info::PositionId;
use super::level::LevelStrategy;
use super::move_sampling::sample_move;
use super::request::{AnalysisRequest, OnReport, Reporter, Stop};
use super::state::Engine;
use crate::go::{Action, Color, Move, Score};
use crate::resource_usage;
use crate::search::clock::{Budget, moves_to_go};
use crate::search::{EarlyStop, HumanGuide, Limits, MoveFilter, policy};

/// The number of playouts after which pondering stops: more would hardly change the next move.
const MOST_PONDERED: u64 = 20_000_000;

impl Engine {
    /// Searches, plays a move of a colour and returns it; passes in a finished game.
    ///
    /// The time limit comes from the clock, or without one from the [settings](super::Settings). `stop` ends the
    /// search early; the best move so far is played then.
    ///
    /// A resignation is returned but not played, because protocols differ in whether it is a turn: the caller plays
    /// it with [`resign`](Self::resign).
    ///
    /// # Panics
    /// Panics if the game has reached the maximum length. Callers check [`can_add_turn`](Self::can_add_turn) first.
    ///
    /// ```
    /// use tianyuan::engine::{Engine, Settings};
    /// use tianyuan::go::{Action, BoardSize, Color, Rules};
    ///
    /// let settings = Settings { playouts: Some(50), memory: 16, ..Settings::default() };
    /// let size = BoardSize::new(5).expect("a board has 2 to 25 lines");
    /// let mut engine = Engine::new(settings, size, Rules::CHINESE);
    /// for color in [Color::Black, Color::White] {
    ///     let Action::Move(_) = engine.genmove(color, &mut || false) else { panic!("too early") };
    /// }
    /// assert_eq!(engine.game().turns().len(), 2);
    /// ```
    pub fn genmove(&mut self, color: Color, stop: Stop<'_>) -> Action {
        self.genmove_analyze(&AnalysisRequest::of(color), stop, &mut |_| {})
    }

    /// Searches and plays a move of a request, as [`genmove`](Self::genmove) does. `on_report` receives a report per
    /// interval of the request, and the last one of every search.
    pub fn genmove_analyze(
        &mut self,
        request: &AnalysisRequest,
        stop: Stop<'_>,
        on_report: OnReport<'_>,
    ) -> Action {
        let (start, color) = (Instant::now(), request.color);
        let decision = self.think(request, false, stop, on_report);
        let answer = self.answer(color, &decision);
        self.delay(color, answer, &decision, start, stop);
        let hopeless = decision.winrate < self.settings.resign_below;
        let so_far = &mut self.hopeless_moves[color.index()];
        *so_far = if hopeless { *so_far + 1 } else { 0 };
        self.take_turn(color, answer, decision, start)
    }

    /// Searches and plays a move, as [`genmove`](Self::genmove) does, but captures all dead stones before it passes,
    /// also in a finished game, and never resigns.
    pub fn genmove_cleanup(&mut self, color: Color, stop: Stop<'_>) -> Action {
        let start = Instant::now();
        let decision = self.think(&AnalysisRequest::of(color), true, stop, &mut |_| {});
        self.take_turn(color, Action::Move(decision.mv), decision, start)
    }

    /// Plays a move whose search started at `start`, and updates the clock.
    fn take_turn(
        &mut self,
        color: Color,
        answer: Action,
        decision: MoveDecision,
        start: Instant,
    ) -> Action {
        let told = self.sheet.is_set(color).then(|| self.clocks[color.index()]);
        if let Action::Move(mv) = answer {
            self.game.play(color, mv).expect("the engine's move is legal");
            // The client's clock, which has no reserve.
            let left = told.map(|mut clock| {
                clock.spend(start.elapsed());
                clock.reading()
            });
            self.record_turn(color, start, true, left);
            self.own_move_position = Some(self.position_id());
            if let (Move::Pass, Some(judgement)) = (mv, decision.judgement) {
                self.own_pass = Some((self.position_id(), judgement));
            }
        }
        if answer == Action::Resign {
            self.sheet.resignation = Some((color, self.position_id()));
        }
        let clock = &mut self.clocks[color.index()];
        // Includes the lag, because not every client sends the referee's clock.
        clock.spend(start.elapsed() + clock.reserve(self.settings.lag));
        answer
    }

    pub(super) fn position_id(&self) -> PositionId {
        (self.game.key(), self.game.turns().len())
    }

    /// Searches and returns a move without playing it. The clock is unchanged.
    pub fn choose(&mut self, color: Color, stop: Stop<'_>) -> Action {
        self.choose_reporting(&AnalysisRequest::of(color), stop, &mut |_| {})
    }

    /// Searches and returns a move of a request without playing it. Reports are sent as in
    /// [`genmove_analyze`](Self::genmove_analyze).
    pub fn choose_reporting(
        &mut self,
        request: &AnalysisRequest,
        stop: Stop<'_>,
        on_report: OnReport<'_>,
    ) -> Action {
        let decision = self.think(request, false, stop, on_report);
        self.answer(request.color, &decision)
    }

    /// Returns the move, or a resignation if the win rate was too low for enough consecutive moves.
    fn answer(&self, color: Color, decision: &MoveDecision) -> Action {
        let is_hopeless = decision.winrate < self.settings.resign_below
            && self.hopeless_moves[color.index()] + 1 >= self.settings.resign_after;
        let may_resign = self.settings.allow_resignation && decision::may_resign(&self.game);
        match is_hopeless && may_resign {
            true => Action::Resign,
            false => Action::Move(decision.mv),
        }
    }

    /// Searches within the time limit of the clock, and decides on a move.
    fn think(
        &mut self,
        request: &AnalysisRequest,
        cleanup: bool,
        stop: Stop<'_>,
        on_report: OnReport<'_>,
    ) -> MoveDecision {
        let color = request.color;
        if self.game.is_over() && !cleanup {
            return MoveDecision::without_search(Move::Pass);
        }
        let start = Instant::now();
        if !cleanup && let Some((decision, report)) = self.human_decision(request) {
            on_report(&report);
            self.thinking_time += start.elapsed();
            return self.remembered(MoveDecision { report: Some(report), ..decision });
        }
        let mut limits = self.limits(color);
        limits.visits = request.visits.into_iter().chain(limits.visits).min();
        // A client that reads the reports gets the requested number of playouts.
        if request.all_playouts && limits.optimum_time.is_none() {
            limits.early_stop = EarlyStop::Never;
        }
        self.prepare_search(request, self.settings.root.for_play(), self.dynamic_komi(color));
        let mut reporter = Reporter::new(request.interval, on_report);
        let mut callbacks = Callbacks { stop, reporter: &mut reporter };
        let mut decision =
            decision::decide(&mut self.search, &self.game, color, &limits, cleanup, &mut callbacks);
        if !cleanup && !decision.is_cleanup {
            let drawn = self.drawn_move(color).filter(|_| decision.mv != Move::Pass);
            let chosen = || self.chosen_move(request, decision.mv, decision.report.as_ref()?);
            decision.mv = drawn.or_else(chosen).unwrap_or(decision.mv);
        }
        if !request.restriction.allows(color, decision.mv, 0) {
            decision.mv = decision.best.unwrap_or(Move::Pass);
        }
        self.dynamic_komi.learn(decision.searched_winrate);
        let over = limits.time.map_or(Duration::ZERO, |time| start.elapsed().saturating_sub(time));
        self.overrun = over.max(self.overrun * 3 / 4);
        self.thinking_time += start.elapsed();
        self.remembered(decision)
    }

    /// Stores the results of a search for reports about the last move.
    fn remembered(&mut self, decision: MoveDecision) -> MoveDecision {
        self.last_winrate = Some(decision.winrate);
        self.last_score_lead = decision.score_lead;
        self.last_playouts = decision.playouts;
        decision
    }

    /// Returns the time that the clock allows for a move of a colour; `None` without a clock.
    pub(super) fn clock_limit(&self, color: Color) -> Option<Duration> {
        let limits = self.limits(color);
        limits.time.filter(|_| limits.optimum_time.is_some())
    }

    /// Returns the half points of dynamic komi that a search for a colour adds to White's score.
    fn dynamic_komi(&self, color: Color) -> i32 {
        self.dynamic_komi.for_white(&self.game, color, &self.settings.params.handicap)
    }

    /// Returns the limits of the next search for a move, by the clock, or without one by the settings.
    fn limits(&self, color: Color) -> Limits {
        let params = &self.settings.params.time;
        let (playouts, visits) = (self.playouts(), self.settings.visits);
        let is_counted = playouts.is_some() || visits.is_some();
        let empty = self.game.board().empty_points().len();
        let moves = moves_to_go(self.game.size().area(), empty, params);
        let clock = &self.clocks[color.index()];
        // A machine that was late is likely to be late again.
        let lag = self.settings.lag + self.overrun;
        // With any lag, at least half of a short time limit remains for the search.
        let late = self.overrun.min(lag - clock.reserve(lag));
        let in_time = |time: Duration| Some(time - late.min(time / 2));
        let (optimum_time, time) = match clock.budget(moves, lag, params) {
            Budget::Limited { optimum, maximum } => (in_time(optimum), in_time(maximum)),
            Budget::Unlimited if is_counted => (None, None),
            Budget::Unlimited => (None, Some(self.settings.move_time)),
        };
        // If unused time is lost, only a won game ends the search early.
        let early_stop = match optimum_time {
            _ if is_counted => EarlyStop::Decided,
            Some(_) if clock.saves_time() => EarlyStop::Decided,
            Some(_) => EarlyStop::Won,
            None => EarlyStop::Never,
        };
        Limits { playouts, visits, time, optimum_time, is_strict: true, early_stop }
    }

    /// Returns the maximum playouts for a move, by the settings and the level; `None` for no limit.
    fn playouts(&self) -> Option<u64> {
        let of_level = self.settings.level.playouts(self.has_net());
        self.settings.playouts.into_iter().chain(of_level).min()
    }

    /// Returns `true` if there is a net for the board size.
    fn has_net(&self) -> bool {
        self.settings.nets.of(self.game.size()).is_some()
    }

    /// Returns a move sampled from the policy, or `None` at levels that search.
    fn drawn_move(&self, color: Color) -> Option<Move> {
        let Some(LevelStrategy::Drawn(temperature)) = self.settings.level.choice(self.has_net())
        else {
            return None;
        };
        let policy = policy(&self.game, color, &self.settings.nets);
        let seed = self.search.seed() ^ self.game.key();
        sample_move(&self.game, color, &policy, temperature, seed)
    }

    /// Ponders: searches the position after the engine's last move until stopped. The next search reuses the tree.
    /// Returns immediately if pondering is disabled.
    pub fn ponder(&mut self, stop: Stop<'_>) {
        let is_counted = self.playouts().is_some() || self.settings.visits.is_some();
        let is_wanted = self.settings.ponder && !is_counted;
        let is_in_turn = self.own_move_position == Some(self.position_id()) && !self.game.is_over();
        if !is_wanted || !is_in_turn || stop() {
            return;
        }
        let start = Instant::now();
        let limits = Limits { playouts: Some(MOST_PONDERED), ..Limits::default() };
        self.search.set_threads(self.settings.threads);
        self.search.set_nets(&self.settings.nets);
        self.search.set_restriction(MoveFilter::default());
        self.search.set_root_options(self.settings.root.for_play().for_opponent());
        self.search.set_by_move(false);
        let guide = self.human_guide();
        let of_opponent = |it: HumanGuide| HumanGuide { params: it.params.for_opponent(), ..it };
        self.search.set_human(guide.map(of_opponent));
        let color = self.game.to_play();
        let report = self.search.run(&self.game, color, &limits, &mut |_| !stop());
        if report.playouts >= MOST_PONDERED {
            self.own_move_position = None;
        }
        self.thinking_time += start.elapsed();
    }

    /// Clears the search tree.
    pub fn clear_tree(&mut self) {
        self.search.clear();
    }

    /// Returns which stones are alive, dead or in seki. All are alive under rules that [remove no dead
    /// stones](crate::go::Rules::counts_all_stones_alive).
    pub fn judge(&self) -> DeadStones {
        let known = self.known_judgement();
        known.unwrap_or_else(|| DeadStones::estimate(&self.game, &self.settings.nets))
    }

    /// Returns the dead stones of this position if they are known without a search.
    pub(super) fn known_judgement(&self) -> Option<DeadStones> {
        if self.game.rules().counts_all_stones_alive() {
            return Some(DeadStones::all_alive(&self.game));
        }
        // After its own pass the engine scores the stones as in the decision to pass.
        let (position, judgement) = self.own_pass.as_ref()?;
        let is_here = position.0 == self.game.key() && self.game.passes() > 0;
        is_here.then(|| judgement.clone())
    }

    /// Returns the score if the game ends here. Dead stones are removed first, unless the rules keep them.
    pub fn final_score(&self) -> Score {
        self.game.score(&self.judge().dead)
    }

    /// Returns `true` if this engine chose the last turn.
    pub fn chose_last_move(&self) -> bool {
        self.own_move_position == Some(self.position_id())
    }

    /// Returns the player's win rate in the last search for a move, from 0 to 1; `None` before the first.
    pub fn last_winrate(&self) -> Option<f64> {
        self.last_winrate
    }

    /// Returns the player's lead in points in the last search for a move; `None` without a search.
    pub fn last_score_lead(&self) -> Option<f64> {
        self.last_score_lead
    }

    /// Returns the playouts of the last search for a move, excluding the opponent-side search that confirms a
    /// pass.
    pub fn last_playouts(&self) -> u64 {
        self.last_playouts
    }

    /// Returns the CPU time in seconds: of the process on Linux, elsewhere the search time multiplied by the number
    /// of threads.
    pub fn cpu_seconds(&self) -> f64 {
        let thinking_time = self.thinking_time.as_secs_f64() * self.settings.threads as f64;
        resource_usage::cpu_seconds().unwrap_or(thinking_time)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Settings;
    use crate::go::{BoardSize, Rules};

    /// Returns the playouts of two consecutive moves, the second with the tree of the first.
    fn playouts_of_two_moves(limits: Settings) -> [u64; 2] {
        let size = BoardSize::new(5).expect("a size");
        let settings = Settings { seed: Some(1), memory: 16, ..limits };
        let mut engine = Engine::new(settings, size, Rules::CHINESE);
        [Color::Black, Color::White].map(|color| {
            let request = AnalysisRequest { all_playouts: true, ..AnalysisRequest::of(color) };
            engine.genmove_analyze(&request, &mut || false, &mut |_| {});
            engine.last_playouts()
        })
    }

    #[test]
    fn reused_tree_counts_towards_visits_not_playouts() {
        let by_playouts = Settings { playouts: Some(300), ..Settings::default() };
        assert_eq!(playouts_of_two_moves(by_playouts), [300, 300]);
        let by_visits = Settings { visits: Some(300), ..Settings::default() };
        let [first, second] = playouts_of_two_moves(by_visits);
        assert_eq!(first, 300);
        assert!(second > 0 && second < 300, "{second}");
    }

    #[test]
    fn judge_uses_dead_stones_of_pass_decision() {
        let settings = Settings { playouts: Some(200), seed: Some(1), ..Settings::default() };
        let size = BoardSize::new(5).expect("a size");
        let mut engine = Engine::new(settings, size, Rules::CHINESE);
        let stone = size.point(2, 2);
        engine.play(Color::Black, Move::Play(stone)).expect("the board is empty");
        engine.play(Color::White, Move::Pass).expect("a pass is legal");
        let decision = MoveDecision {
            judgement: Some(DeadStones {
                dead: [stone].into_iter().collect(),
                ..DeadStones::default()
            }),
            ..MoveDecision::without_search(Move::Pass)
        };
        let judgement = decision.judgement.clone().expect("it has one");
        engine.take_turn(Color::Black, Action::Move(Move::Pass), decision, Instant::now());
        assert_eq!(engine.judge(), judgement, "however odd");
        engine.undo(2).expect("two passes");
        assert_ne!(engine.judge(), judgement, "the game goes on");
        assert!(engine.judge().alive.contains(stone));
    }
}
