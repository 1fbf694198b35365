//! Administrative commands of both protocols.

use super::command::{Answer, CommandContext};
use super::response::{CommandResponse, Failure};
use super::vertex;

/// Returns the version number of the protocol.
pub(super) fn protocol_version(call: &mut CommandContext) -> Answer {
    Ok(CommandResponse::Text(call.protocol.version.to_string()))
}

/// Returns the name of the program without its version.
pub(super) fn name(call: &mut CommandContext) -> Answer {
    Ok(CommandResponse::Text(call.environment.name.clone()))
}

/// Returns the version of the program.
pub(super) fn version(_: &mut CommandContext) -> Answer {
    Ok(CommandResponse::Text(env!("CARGO_PKG_VERSION").into()))
}

/// Returns the names of all listed commands, one per line.
pub(super) fn list_commands(call: &mut CommandContext) -> Answer {
    Ok(CommandResponse::lines(call.protocol.listed().map(|command| command.name.into())))
}

/// Returns `true` if a command with this name is listed.
pub(super) fn known_command(call: &mut CommandContext) -> Answer {
    let [name] = call.expect_args()?;
    Ok(CommandResponse::Text(
        call.protocol.listed().any(|command| command.name == name).to_string(),
    ))
}

/// Returns the help line of a command, or of all listed commands.
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

/// Does nothing. The command is only informative, or took effect when its line was read.
pub(super) fn nothing(_: &mut CommandContext) -> Answer {
    Ok(CommandResponse::Done)
}

/// Ends the session.
pub(super) fn quit(_: &mut CommandContext) -> Answer {
    Ok(CommandResponse::Quit)
}

/// `player_name`: sets or returns the name of a colour's player. The name may contain spaces.
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

/// `game_result`: sets the result of the game, such as `B+T` if White lost on time, or returns it, including the
/// result of a loaded record. It is valid only for the current position.
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
