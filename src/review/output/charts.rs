//! Charts of Black's win rate, the lead and the losses as SVG without text, scalable to any width.
//!
//! A chart is 1000 units wide and 200 high. The page adds the labels as HTML.

use std::fmt::Write;

use crate::go::Color;
use crate::review::position::grade::{Grade, LIMITS};
use crate::review::position::value::{Value, WHOLE};

const WIDTH: f64 = 1000.0;
const HEIGHT: f64 = 200.0;

/// The values of a game for Black: the start and the position after each move.
pub(crate) struct Curve<'a> {
    /// Black's win rate and lead in each position.
    pub values: &'a [Value],
    /// Indices into `values` of the positions after the lessons.
    pub lessons: &'a [usize],
}

/// The points lost by each move of a game.
pub(crate) struct LossBars<'a> {
    /// The number of positions, including the start.
    pub positions: usize,
    /// The index of the position after a move, the player and the loss in 1/100 point.
    pub losses: &'a [(usize, Color, i32)],
}

impl LossBars<'_> {
    /// Returns the loss at the upper and lower edge, in points.
    pub(crate) fn scale(&self) -> i32 {
        scale_of(self.losses.iter().map(|&(_, _, loss)| loss))
    }

    /// Draws Black's losses as bars above the centre line, and White's below it. Losses of mistakes have another colour.
    pub(crate) fn draw(&self) -> String {
        let edge = f64::from(self.scale() * 100);
        let limit = LIMITS.iter().find(|(grade, _)| *grade == Grade::Mistake);
        let limit = limit.map_or(i32::MAX, |(_, limit)| limit.lead);
        let mut paths = [String::new(), String::new()];
        for &(place, color, loss) in self.losses.iter().filter(|(_, _, loss)| *loss > 0) {
            let height = HEIGHT / 2.0 * (f64::from(loss) / edge).min(1.0);
            let end = HEIGHT / 2.0 - height * f64::from(color.sign());
            let path = &mut paths[usize::from(loss >= limit)];
            let _ = write!(path, "M{:.1} 100V{end:.1}", x_of(place, self.positions));
        }
        let [small, large] = paths;
        format!(
            r#"<svg class="curve losses" viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="none" aria-hidden="true"><path class="faint" d="M0 50H1000M0 150H1000"/><path class="rule" d="M0 100H1000"/><path class="bars" d="{small}"/><path class="bars large" d="{large}"/></svg>"#
        )
    }
}

/// Returns the horizontal place of a position.
fn x_of(place: usize, positions: usize) -> f64 {
    place as f64 * WIDTH / (positions.max(2) - 1) as f64
}

/// Returns the first available scale that is not below any value (in 1/100 point), in points.
fn scale_of(values: impl Iterator<Item = i32>) -> i32 {
    let most = values.max().unwrap_or(0);
    SCALES.into_iter().find(|scale| scale * 100 >= most).unwrap_or(SCALES[SCALES.len() - 1])
}

/// The available leads at the chart's upper edge, in points. The first one not below the curve is used; the last one
/// clips higher leads.
const SCALES: [i32; 8] = [5, 10, 20, 30, 50, 100, 200, 400];

/// Draws the win rates and leads of a line of play as SVG; a value has Black's win rate in 1/10,000 and lead in 1/100
/// point. Returns both charts and the lead at the upper edge in points.
#[cfg(feature = "cli")]
pub(crate) fn draw_curve(values: &[(i32, i32)]) -> [String; 3] {
    let values: Vec<Value> =
        values.iter().map(|&(winrate, lead)| Value { winrate, lead }).collect();
    let curve = Curve { values: &values, lessons: &[] };
    [curve.winrate(), curve.lead(), curve.scale().to_string()]
}

impl Curve<'_> {
    /// Returns the lead at the upper edge, in points.
    pub(crate) fn scale(&self) -> i32 {
        scale_of(self.values.iter().map(|value| value.lead.abs()))
    }

    /// Draws Black's win rate as an area above the lower edge.
    pub(crate) fn winrate(&self) -> String {
        let height = |value: &Value| HEIGHT * (1.0 - f64::from(value.winrate) / f64::from(WHOLE));
        self.chart("winrate", HEIGHT, height)
    }

    /// Draws Black's lead as an area above or below the centre line.
    pub(crate) fn lead(&self) -> String {
        let edge = f64::from(self.scale() * 100);
        let height =
            |value: &Value| HEIGHT / 2.0 * (1.0 - (f64::from(value.lead) / edge).clamp(-1.0, 1.0));
        self.chart("lead", HEIGHT / 2.0, height)
    }

    /// Draws values of at least 0, in the place of the lead, as an area above the lower edge.
    pub(crate) fn gain(&self) -> String {
        let edge = f64::from(self.scale() * 100);
        let height =
            |value: &Value| HEIGHT * (1.0 - (f64::from(value.lead) / edge).clamp(0.0, 1.0));
        self.chart("gain", HEIGHT, height)
    }

    fn x(&self, place: usize) -> f64 {
        x_of(place, self.values.len())
    }

    fn chart(&self, name: &str, base: f64, height: impl Fn(&Value) -> f64) -> String {
        let mut line = String::new();
        for (place, value) in self.values.iter().enumerate() {
            let command = if place == 0 { 'M' } else { 'L' };
            let _ = write!(line, "{command}{:.1} {:.1}", self.x(place), height(value));
        }
        let end = self.x(self.values.len().saturating_sub(1));
        let area = format!("{line}L{end:.1} {base}L0 {base}Z");
        let dot = |&place: &usize| {
            let value = self.values.get(place)?;
            Some(format!("M{:.1} {:.1}h0", self.x(place), height(value)))
        };
        let dots: String = self.lessons.iter().filter_map(dot).collect();
        format!(
            r#"<svg class="curve {name}" viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="none" aria-hidden="true"><path class="area" d="{area}"/><path class="rule" d="M0 100H1000"/><path class="faint" d="M0 50H1000M0 150H1000"/><path class="line" d="{line}"/><path class="dots" d="{dots}"/></svg>"#
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loss_bars_rise_for_black_and_fall_for_white() {
        let losses = [(1, Color::Black, 500), (2, Color::White, 250), (3, Color::Black, 0)];
        let bars = LossBars { positions: 5, losses: &losses };
        assert_eq!(bars.scale(), 5);
        let svg = bars.draw();
        assert!(svg.contains(r#"class="bars" d="M500.0 100V150.0""#), "{svg}");
        assert!(svg.contains(r#"class="bars large" d="M250.0 100V0.0""#), "{svg}");
        let clipped = LossBars { positions: 2, losses: &[(1, Color::White, 90_000)] };
        assert_eq!(clipped.scale(), 400);
        assert!(clipped.draw().contains("M1000.0 100V200.0"));
    }

    #[test]
    fn curves_span_chart_width() {
        let values = [(0.5, 0.0), (1.0, 12.0), (0.0, -7.0)].map(|(w, l)| Value::new(w, l));
        let curve = Curve { values: &values, lessons: &[1, 9] };
        assert_eq!(curve.scale(), 20);
        let winrate = curve.winrate();
        assert!(winrate.contains(r#"d="M0.0 100.0L500.0 0.0L1000.0 200.0""#), "{winrate}");
        assert!(winrate.contains(r#"class="dots" d="M500.0 0.0h0""#), "{winrate}");
        assert!(curve.lead().contains("M0.0 100.0L500.0 40.0L1000.0 135.0"), "{}", curve.lead());
        let none = Curve { values: &[], lessons: &[] };
        assert!(none.winrate().contains("svg") && none.scale() == 5, "no moves, no panic");
    }
}
