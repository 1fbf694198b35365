//! WTP's `set_position`: a sequence of moves (着手系列, 3.7) that leads to the initial position of the game (5.1.2.3).
//!
//! The sequence is played according to the rules, since the specification refers to moves and illegal moves. It
//! cannot be undone, since the specification distinguishes it from the moves of the game (正式着手).
//!
//! Only the first move names its colour, and further moves alternate; PASS lets a side play twice. A colour may also
//! be repeated, so that pairs of colour and vertex are accepted too.

use crate::go::{BoardSize, Color, Move};
use crate::protocol::command::{Answer, CommandContext};
use crate::protocol::response::{CommandResponse, Failure};
use crate::protocol::vertex;

/// Starts a game from the position after a sequence. The previous game is retained if the sequence cannot be played.
pub(super) fn set_position(call: &mut CommandContext) -> Answer {
    let series = read(call.engine.game().size(), &call.args())?;
    call.engine.setup_by_moves(&series).map_err(|(index, reason)| {
        log::info!("move {} of the sequence: {reason}", index + 1);
        Failure::IllegalMove
    })?;
    Ok(CommandResponse::Done)
}

/// Parses a sequence of moves.
///
/// # Errors
/// Returns a syntax error if the text is not a sequence, or an illegal move for a resignation or a point off the
/// board.
pub(crate) fn read(size: BoardSize, words: &[&str]) -> Result<Vec<(Color, Move)>, Failure> {
    let mut series = Vec::new();
    let mut next = None;
    let mut color_named = false;
    for word in words {
        if let Ok(color) = vertex::color(word) {
            if color_named {
                return Err(Failure::Syntax);
            }
            (next, color_named) = (Some(color), true);
        } else if word.eq_ignore_ascii_case("resign") {
            return Err(Failure::IllegalMove);
        } else {
            let color: Color = next.ok_or(Failure::Syntax)?;
            series.push((color, vertex::read_move(size, word)?));
            (next, color_named) = (Some(!color), false);
        }
    }
    if series.is_empty() || color_named {
        return Err(Failure::Syntax);
    }
    Ok(series)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(series: &str) -> Result<String, Failure> {
        let size = BoardSize::STANDARD;
        let words: Vec<_> = series.split(' ').filter(|word| !word.is_empty()).collect();
        let of_move = |(color, mv): &(Color, Move)| {
            let vertex = mv.point().map_or("-".into(), |point| vertex::vertex(size, point));
            format!("{}{vertex}", color.letter())
        };
        read(size, &words).map(|moves| moves.iter().map(of_move).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn colours_alternate_unless_specified() {
        assert_eq!(text("B D4 Q16 D16"), Ok("BD4 WQ16 BD16".into()));
        assert_eq!(text("W D4 PASS Q16"), Ok("WD4 B- WQ16".into()));
        assert_eq!(text("b d4 black q16 d16"), Ok("BD4 BQ16 WD16".into()));
    }

    #[test]
    fn invalid_sequences_are_rejected() {
        for wrong in ["", "B", "D4", "B D4 W", "B W D4", "E D4", "B I5"] {
            assert_eq!(text(wrong), Err(Failure::Syntax), "{wrong:?}");
        }
        assert_eq!(text("B D4 RESIGN"), Err(Failure::IllegalMove));
        assert_eq!(text("B D20"), Err(Failure::IllegalMove));
    }
}
