//! Commands for the player and its clock, in both protocols.

use super::command::{Answer, CommandContext};
use super::response::{CommandResponse, Failure};
use super::{parse_number, vertex};
use crate::go::{Action, Point};

/// Searches, plays and returns the move. The engine passes if the game is over.
pub(super) fn genmove(call: &mut CommandContext) -> Answer {
    let [color] = call.expect_args()?;
    let (color, channel) = (vertex::color(color)?, call.channel);
    call.engine.can_add_turn()?;
    let action = call.engine.genmove(color, &mut || channel.must_move());
    if action == Action::Resign && call.protocol.resigning_is_a_turn {
        call.engine.resign(color)?;
    }
    Ok(self::action(call, action))
}

/// Sets the playing strength: a number from 1 to 10, or a rank.
pub(super) fn level(call: &mut CommandContext) -> Answer {
    let [level] = call.expect_args()?;
    call.engine.settings_mut().level = parse_number::level(level)?;
    Ok(CommandResponse::Done)
}

/// Sets the seed of all random choices, including later games.
pub(super) fn set_random_seed(call: &mut CommandContext) -> Answer {
    let [seed] = call.expect_args()?;
    call.engine.set_seed(parse_number::integer(seed)? as u64);
    Ok(CommandResponse::Done)
}

/// Returns the seed of all random choices in this game.
pub(super) fn random_seed(call: &mut CommandContext) -> Answer {
    Ok(CommandResponse::Text(call.engine.seed().to_string()))
}

/// Returns the engine's move or resignation in the keywords of the protocol.
pub(super) fn action(call: &CommandContext, action: Action) -> CommandResponse {
    CommandResponse::Text(call.protocol.words.of_action(call.engine.game().size(), action))
}

/// `time_left`: sets the remaining seconds of a colour. The third argument is the number of remaining stones
/// (Canadian) or periods (Japanese); 0 or no value means main time.
pub(super) fn time_left(call: &mut CommandContext) -> Answer {
    let (color, seconds, stones) = match call.args()[..] {
        [color, seconds] => (color, seconds, "0"),
        [color, seconds, stones] => (color, seconds, stones),
        _ => return Err(Failure::Syntax),
    };
    let (color, left) = (vertex::color(color)?, parse_number::seconds(seconds)?);
    call.engine.set_time_left(color, left, parse_number::count(stones)?);
    Ok(CommandResponse::Done)
}

/// `fixed_handicap`: places 2 to 9 stones on the standard points of the board size.
pub(super) fn fixed_handicap(call: &mut CommandContext) -> Answer {
    let stones = number_of_stones(call)?;
    let points = call.engine.fixed_handicap(stones)?;
    Ok(vertices(call, &points))
}

/// `place_free_handicap`: places stones on points chosen by the engine.
pub(super) fn place_free_handicap(call: &mut CommandContext) -> Answer {
    let stones = number_of_stones(call)?;
    let points = call.engine.place_handicap(stones)?;
    Ok(vertices(call, &points))
}

/// `set_free_handicap`: places stones on points chosen by the client. Any number is allowed, since some clients set
/// up whole positions this way.
pub(super) fn set_free_handicap(call: &mut CommandContext) -> Answer {
    let size = call.engine.game().size();
    let read = |word| vertex::point(size, word).map_err(|_| Failure::BadVertexList);
    let points: Vec<Point> = call.args().into_iter().map(read).collect::<Result<_, _>>()?;
    call.engine.set_handicap(&points)?;
    Ok(CommandResponse::Done)
}

/// Returns the number of handicap stones of the game.
pub(super) fn current_handicap(call: &mut CommandContext) -> Answer {
    Ok(CommandResponse::Text(call.engine.game().handicap().to_string()))
}

fn number_of_stones(call: &CommandContext) -> Result<usize, Failure> {
    let [stones] = call.expect_args()?;
    parse_number::integer(stones)
}

fn vertices(call: &CommandContext, points: &[Point]) -> CommandResponse {
    let size = call.engine.game().size();
    CommandResponse::words(points.iter().map(|&point| vertex::vertex(size, point)))
}
