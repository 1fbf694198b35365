//! Play in the style of human players of a rank.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use crate::go::{Action, Color, Move};
use crate::nn::katago::HumanProfile;
use crate::search::{Candidate, HumanGuide, Report, Rng};
use crate::settings::PlayStyle;

use super::decision::MoveDecision;
use super::move_choice::{WeightedMove, draw_move, human_delay, mix_human_policy, weighted_moves};
use super::request::{AnalysisRequest, Stop};
use super::settings::HumanSettings;
use super::state::Engine;

/// The profile at full strength.
const STRONGEST: &str = "9d";

/// The temperature of human style, unless a temperature is set.
const TEMPERATURE: f64 = 1.0;

/// The interval in which a delay checks whether it is interrupted.
const POLL: Duration = Duration::from_millis(5);

impl Engine {
    /// Returns the human net with its profile, or `None` if no net is loaded or no profile is set.
    pub fn human_guide(&self) -> Option<HumanGuide> {
        let settings = &self.settings.human;
        let net = self.settings.nets.human().filter(|net| net.is_for(self.game.size()))?;
        let by_level = || {
            let rank = self.settings.level.rank();
            HumanProfile::of_rank(rank.as_deref().unwrap_or(STRONGEST))
        };
        let is_human = settings.style == PlayStyle::Human;
        let profile = settings.profile.or_else(|| by_level().filter(|_| is_human))?;
        Some(HumanGuide { net: net.clone(), profile, params: settings.params })
    }

    /// Draws a move from the human policy with one evaluation. Returns `None` unless the style is human and a human
    /// net is loaded.
    pub(super) fn human_decision(
        &mut self,
        request: &AnalysisRequest,
    ) -> Option<(MoveDecision, Report)> {
        let guide = self.human_guide().filter(|_| self.is_human_style())?;
        let (game, color) = (&self.game, request.color);
        let output = guide.evaluate(game, color, self.settings.root.symmetries)?;
        let allowed = |mv: &Move| request.restriction.allows(color, *mv, 0);
        let moves: Vec<WeightedMove> = output
            .moves(game.size())
            .filter(|(mv, _)| allowed(mv))
            .map(|(mv, human)| WeightedMove { mv, value: human, utility: None, human })
            .collect();
        let choice = &self.settings.choice;
        let set = choice.temperature_at(game.turns().len(), game.size().area());
        let temperature = if set > 0.0 { set } else { TEMPERATURE };
        let mut rng = self.move_rng(color);
        let mv = draw_move(&moves, temperature, choice.temperature_only_below, &mut rng)?;
        let winrate = f64::from(output.winrate());
        let prior = moves.iter().find(|it| it.mv == mv).map_or(0.0, |it| it.human);
        let report = Report {
            candidates: vec![Candidate { winrate, prior, pv: vec![mv], ..Candidate::of(mv) }],
            winrate,
            searched_winrate: winrate,
            human: Some(Arc::new(output)),
            ..Report::default()
        };
        Some((MoveDecision { winrate, ..MoveDecision::without_search(mv) }, report))
    }

    /// Returns a move drawn among the searched moves, by the human policy and the temperature. Returns `None` if the
    /// decided move is to be played.
    pub(super) fn chosen_move(
        &self,
        request: &AnalysisRequest,
        decided: Move,
        report: &Report,
    ) -> Option<Move> {
        let (choice, params) = (&self.settings.choice, &self.settings.human.params);
        let (game, color) = (&self.game, request.color);
        let temperature = choice.temperature_at(game.turns().len(), game.size().area());
        let human = report.human.as_deref().filter(|_| params.chosen_move_prop > 0.0);
        let may_replace_pass = human.is_some() && !params.chosen_move_ignore_pass;
        let is_fixed = decided == Move::Pass && !may_replace_pass;
        if is_fixed || human.is_none() && temperature <= 0.0 {
            return None;
        }
        let human_game = human.map(|output| (game, output));
        let filter = (color, &request.restriction);
        let mut moves = weighted_moves(&report.candidates, decided, human_game, filter, choice);
        if human.is_some() {
            mix_human_policy(&mut moves, params);
        }
        let mut rng = self.move_rng(color);
        draw_move(&moves, temperature, choice.temperature_only_below, &mut rng)
    }

    /// Waits as long as a human would, but not beyond the time limit of a clock.
    pub(super) fn delay(
        &self,
        color: Color,
        answer: Action,
        decision: &MoveDecision,
        start: Instant,
        stop: Stop<'_>,
    ) {
        let HumanSettings { delay_scale, delay_max, .. } = self.settings.human;
        let Action::Move(mv) = answer else { return };
        let Some(report) = decision.report.as_ref().filter(|_| delay_scale > 0.0) else { return };
        let prior = || report.candidates.iter().find(|it| it.mv == mv).map(|it| it.prior);
        let size = self.game.size();
        let by_human = report.human.as_ref().map(|output| output.probability(size, mv).into());
        let probability = by_human.or_else(prior).unwrap_or(0.0);
        let mut rng = Rng::new(!self.move_rng(color).bits());
        let seconds = human_delay(delay_scale, probability, &mut rng).min(delay_max);
        let mut end = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        if let Some(most) = self.clock_limit(color) {
            end = end.min(most.saturating_sub(start.elapsed()));
        }
        let begin = Instant::now();
        while begin.elapsed() < end && !stop() {
            thread::sleep(POLL.min(end.saturating_sub(begin.elapsed())));
        }
    }

    pub(super) fn is_human_style(&self) -> bool {
        self.settings.human.style == PlayStyle::Human
    }

    /// Returns the random numbers for the choice of a move in this position.
    fn move_rng(&self, color: Color) -> Rng {
        let turn = (self.game.turns().len() * 2 + color.index()) as u64;
        Rng::new(self.search.seed() ^ self.game.key() ^ Rng::new(!turn).bits())
    }
}
