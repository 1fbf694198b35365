//! Move generation by the engine behind the bridge.

use std::fmt::Display;

use super::engine_client::{BridgeError, EngineClient, Interrupt, Listener};
use crate::engine_process::protocol_kind::ProtocolKind;
use crate::engine_process::response_parser;
use crate::go::{Action, Color, Game, Move};
use crate::protocol::Channel;
use crate::search::clock::Clock;

/// Asks the engine for a move, with the remaining time on its clock.
///
/// # Errors
/// Returns an error if the engine rejects the command, is lost, or answers with an illegal move. The engine
/// must then be sent the whole game again.
pub(super) fn genmove(
    remote: &mut EngineClient,
    game: &Game,
    color: Color,
    clock: Option<&Clock>,
    channel: &dyn Channel,
) -> Result<Action, BridgeError> {
    let kind = remote.kind;
    if let Some(left) =
        clock.and_then(|clock| kind.time_left(color, clock, &|it| remote.supports(it)))
    {
        match remote.command(&left) {
            Err(refusal @ BridgeError::Refused { .. }) => log::info!("{refusal}"),
            result => drop(result?),
        }
    }
    let (command, interrupt) = (kind.genmove(color, &|_| false), interrupt(remote));
    let mut waiting = Waiting { channel, can_interrupt: interrupt.is_some(), has_warned: false };
    let text = remote.command_cancellable(&command, interrupt, &mut waiting)?;
    let text = text.trim();
    let senseless = |reason: &dyn Display| BridgeError::Senseless {
        command: command.clone(),
        answer: text.chars().take(40).collect(),
        reason: reason.to_string(),
    };
    let action =
        response_parser::answer(game.size(), text).map_err(|_| senseless(&"not a move"))?;
    if let Action::Move(Move::Play(point)) = action {
        game.is_legal(color, point).map_err(|illegal| senseless(&illegal))?;
    }
    Ok(action)
}

/// Returns how the engine can be made to move immediately. Returns `None` if it cannot.
fn interrupt(remote: &EngineClient) -> Option<Interrupt> {
    match remote.kind {
        ProtocolKind::Wtp => Some(Interrupt::Command("stop")),
        ProtocolKind::Gtp => {
            remote.supports("gogui-interrupt").then_some(Interrupt::Comment("# interrupt"))
        }
    }
}

/// Waits for a move.
struct Waiting<'a> {
    channel: &'a dyn Channel,
    can_interrupt: bool,
    has_warned: bool,
}

impl Listener for Waiting<'_> {
    fn hear(&mut self, _: &str) {}

    fn is_stream(&self) -> bool {
        false
    }

    fn must_end(&mut self) -> bool {
        let must_move = self.channel.must_move();
        if must_move && !self.can_interrupt && !self.has_warned {
            log::warn!("the engine cannot be interrupted; waiting for its move");
            self.has_warned = true;
        }
        must_move
    }

    fn is_over(&self) -> bool {
        self.channel.is_over()
    }
}
