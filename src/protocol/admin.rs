//! Commands about the program and the session, which both protocols have.

use super::command::{Answer, CommandContext};
use super::response::{CommandResponse, Failure};
use super::vertex;

/// The number of the protocol's version.
pub(super) fn protocol_version(call: &mut CommandContext) -> Answer {
    Ok(CommandResponse::Text(call.protocol.version.to_string()))
}

/// The name of the program, without its version.
pub(super) fn name(call: &mut CommandContext) -> Answer {
    Ok(CommandResponse::Text(call.environment.name.clone()))
}

/// The version of the program.
pub(super) fn version(_: &mut CommandContext) -> Answer {
    Ok(CommandResponse::Text(env!("CARGO_PKG_VERSION").into()))
}

/// The names of all commands, one a line.
pub(super) fn list_commands(call: &mut CommandContext) -> Answer {
    Ok(CommandResponse::lines(call.protocol.listed().map(|command| command.name.into())))
}

/// Whether there is a command of that name.
pub(super) fn known_command(call: &mut CommandContext) -> Answer {
    let [name] = call.expect_args()?;
    Ok(CommandResponse::Text(
        call.protocol.listed().any(|command| command.name == name).to_string(),
    ))
}

/// A line about the command of that name, or about each.
pub(super) fn help(call: &mut CommandContext) -> Answer {
    match call.args()[..] {
        [] => Ok(CommandResponse::lines(
            call.protocol.listed().map(|command| format!("{}: {}", command.name, command.help)),
        )),
        [name] => {
            let command = call.protocol.command(name).ok_or(Failure::UnknownCommand)?;
            Ok(CommandResponse::Text(command.help.into()))
        }
        _ => Err(Failure::Syntax),
    }
}

/// Does nothing: the command only informs, or its effect has happened when its line was read.
pub(super) fn nothing(_: &mut CommandContext) -> Answer {
    Ok(CommandResponse::Done)
}

/// The end of the session.
pub(super) fn quit(_: &mut CommandContext) -> Answer {
    Ok(CommandResponse::Quit)
}

/// `player_name`: sets the name of who plays a colour, or says it. The name may have blanks.
pub(super) fn player_name(call: &mut CommandContext) -> Answer {
    let (color, name) = call.argument.split_once(' ').unwrap_or((call.argument, ""));
    let color = vertex::color(color)?;
    match name.trim() {
        "" => {
            Ok(call.engine.player_name(color).map_or(CommandResponse::Done, CommandResponse::Text))
        }
        name => {
            call.engine.set_player_name(color, name);
            Ok(CommandResponse::Done)
        }
    }
}

/// `game_result`: sets the result of the game, such as `B+T` if White has lost on time, or answers it; the
/// result of a record that was loaded too. It holds for the present position.
pub(super) fn game_result(call: &mut CommandContext) -> Answer {
    match call.args()[..] {
        [] => Ok(call
            .engine
            .result()
            .map_or(CommandResponse::Done, |end| CommandResponse::Text(end.to_string()))),
        [result] => {
            call.engine.set_result(result.parse().map_err(|_| Failure::Syntax)?);
            Ok(CommandResponse::Done)
        }
        _ => Err(Failure::Syntax),
    }
}
