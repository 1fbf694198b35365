//! A position in sentences, for screen readers.

use super::vertex::{rows_from_top, vertex};
use crate::go::{Action, Color, Game, Move, Point, PointSet};
use crate::records::record::Language;

/// Describes a position: the last move with its captures, prisoners, chains in atari, ko, and the stones of each row
/// from the top. Returns one sentence per line.
pub fn describe(game: &Game, language: Language) -> Vec<String> {
    let text = PositionText { game, language };
    let mut lines = vec![text.start(), text.last_move(), text.prisoners()];
    lines.extend(Color::BOTH.into_iter().flat_map(|color| text.ataris(color)));
    lines.extend(text.ko());
    lines.extend(text.rows());
    lines
}

/// Returns what has changed with the last move: the move with its captures, chains in atari, and ko.
pub fn announce(game: &Game, language: Language) -> Vec<String> {
    let text = PositionText { game, language };
    let mut lines = vec![text.last_move()];
    lines.extend(Color::BOTH.into_iter().flat_map(|color| text.ataris(color)));
    lines.extend(text.ko());
    lines
}

struct PositionText<'a> {
    game: &'a Game,
    language: Language,
}

impl PositionText<'_> {
    fn color(&self, color: Color) -> &'static str {
        match color {
            Color::Black => self.language.choose("Black", "黑"),
            Color::White => self.language.choose("White", "白"),
        }
    }

    fn count(&self, stones: usize) -> String {
        let plural = if stones == 1 { "" } else { "s" };
        self.language.choose(format!("{stones} stone{plural}"), format!("{stones}子"))
    }

    fn point(&self, point: Point) -> String {
        vertex(self.game.size(), point)
    }

    /// Returns the board size, the move number and the player to move.
    fn start(&self) -> String {
        let (lines, turns) = (self.game.size().lines(), self.game.turns().len());
        let next = self.color(self.game.to_play());
        match self.game.is_over() {
            true => self.language.choose(
                format!("{lines}x{lines} board, {turns} moves, the game is over."),
                format!("{lines}路棋盘，已下{turns}手，对局结束。"),
            ),
            false => self.language.choose(
                format!("{lines}x{lines} board, {turns} moves, {next} to play."),
                format!("{lines}路棋盘，已下{turns}手，轮到{next}。"),
            ),
        }
    }

    fn last_move(&self) -> String {
        let turns = self.game.turns();
        let Some(turn) = turns.last() else {
            return self.language.choose("No move has been played.", "还没有落子。").into();
        };
        let color = self.color(turn.color);
        let place = match turn.action {
            Action::Move(Move::Play(point)) => self.point(point),
            Action::Move(Move::Pass) => self.language.choose("pass", "虚着").into(),
            Action::Resign => self.language.choose("resigns", "认输").into(),
        };
        let is_suicide =
            turn.point().is_some_and(|point| self.game.board().color_at(point).is_none());
        let captured = match turn.captured().len() {
            _ if is_suicide => self.language.choose(", suicide", "，自杀").into(),
            0 => String::new(),
            count => {
                let count = self.count(count);
                self.language.choose(format!(", captures {count}"), format!("，提{count}"))
            }
        };
        self.language.choose(
            format!("Last move: {color} {place}{captured}."),
            format!("上一手：{color}{place}{captured}。"),
        )
    }

    fn prisoners(&self) -> String {
        let [black, white] = Color::BOTH.map(|color| self.game.prisoners(color));
        self.language.choose(
            format!("Prisoners: {black} black, {white} white."),
            format!("被提：黑{black}，白{white}。"),
        )
    }

    /// Returns a sentence for each chain of a colour with a single liberty.
    fn ataris(&self, color: Color) -> Vec<String> {
        let board = self.game.board();
        let mut seen = PointSet::EMPTY;
        let mut lines = Vec::new();
        for stone in board.stones_of(color).iter() {
            if seen.contains(stone) || !board.is_in_atari(stone) {
                continue;
            }
            seen |= board.chain_stones(stone).collect::<PointSet>();
            let Some(liberty) = board.liberties(stone).first() else { continue };
            let (name, at, liberty) = (self.color(color), self.point(stone), self.point(liberty));
            let count = self.count(board.chain_size(stone));
            lines.push(self.language.choose(
                format!("{name} is in atari at {at}: {count}, last liberty {liberty}."),
                format!("{name}{at}被打吃：{count}，最后一气在{liberty}。"),
            ));
        }
        lines
    }

    /// Returns a sentence on the point that the ko rule forbids.
    fn ko(&self) -> Option<String> {
        let (color, point) = self.game.board().ko()?;
        let (color, point) = (self.color(color), self.point(point));
        Some(self.language.choose(
            format!("Ko: {color} may not play at {point}."),
            format!("劫：{color}不能下在{point}。"),
        ))
    }

    /// Returns the stones of each row that has any, from the top.
    fn rows(&self) -> Vec<String> {
        let (size, board) = (self.game.size(), self.game.board());
        let points: Vec<Point> = size.points().collect();
        let rows = rows_from_top(&points, size).zip((1..=size.lines()).rev());
        let row = |(points, number): (&[Point], usize)| {
            let stones = Color::BOTH.map(|color| {
                let own = points.iter().filter(|&&point| board.color_at(point) == Some(color));
                let columns = own.map(|&point| self.point(point)[..1].to_owned());
                let columns: Vec<String> = columns.collect();
                let name = match color {
                    Color::Black => self.language.choose("black", "黑"),
                    Color::White => self.language.choose("white", "白"),
                };
                (!columns.is_empty()).then(|| format!("{name} {}", columns.join(" ")))
            });
            let stones: Vec<String> = stones.into_iter().flatten().collect();
            let (comma, stop) = self.language.choose((", ", "."), ("，", "。"));
            let stones = stones.join(comma);
            let line = self.language.choose(
                format!("Row {number}: {stones}{stop}"),
                format!("第{number}行：{stones}{stop}"),
            );
            (!stones.is_empty()).then_some(line)
        };
        rows.filter_map(row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{BoardSize, Rules};

    fn game(moves: &[&str]) -> Game {
        let size = BoardSize::new(5).expect("a size");
        let mut game = Game::new(size, Rules::CHINESE);
        for text in moves {
            let mv = crate::protocol::vertex::read_move(size, text).expect("a move");
            game.play(game.to_play(), mv).expect("it is legal");
        }
        game
    }

    #[test]
    fn empty_board_is_described() {
        let lines = describe(&game(&[]), Language::English);
        let due = [
            "5x5 board, 0 moves, Black to play.",
            "No move has been played.",
            "Prisoners: 0 black, 0 white.",
        ];
        assert_eq!(lines, due);
    }

    #[test]
    fn captures_atari_and_ko_are_described() {
        let moves = ["B3", "C3", "A2", "D2", "B1", "C1", "C2", "B2"];
        let game = game(&moves);
        let lines = describe(&game, Language::English);
        assert_eq!(lines[1], "Last move: White B2, captures 1 stone.");
        assert_eq!(lines[2], "Prisoners: 1 black, 0 white.");
        assert!(lines.contains(&"Ko: Black may not play at C2.".into()), "{lines:?}");
        assert!(lines.contains(&"White is in atari at B2: 1 stone, last liberty C2.".into()));
        assert!(lines.contains(&"Row 3: black B, white C.".into()), "{lines:?}");
        let lines = describe(&game, Language::Chinese);
        assert_eq!(lines[1], "上一手：白B2，提1子。");
        assert!(lines.contains(&"劫：黑不能下在C2。".into()), "{lines:?}");
        assert!(lines.contains(&"白B2被打吃：1子，最后一气在C2。".into()), "{lines:?}");
        assert!(lines.contains(&"第3行：黑 B，白 C。".into()), "{lines:?}");
    }

    #[test]
    fn end_of_the_game_is_described() {
        let lines = describe(&game(&["C3", "pass", "pass"]), Language::English);
        assert_eq!(lines[0], "5x5 board, 3 moves, the game is over.");
        assert_eq!(lines.last().map(String::as_str), Some("Row 3: black C."));
    }
}
