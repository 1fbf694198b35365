// Reads a line of an analysis as Sabaki 0.60 does: what its rules do not find, its users do not see.
//
// It knows neither boards nor engines; whether the figures make sense is for the caller.

const LINE_OF_MOVES = /(pass|[A-Za-z]\d+)(\s+(pass|[A-Za-z]\d+))*$/

// The candidates of a line, each with move, visits, winrate (0 to 1), scoreLead (or null) and the moves
// that follow. Nothing for a line that is no report.
function read(command, line) {
    if (!line.startsWith('info ')) return []
    const share = command.startsWith('kata') ? 1 : 10000
    return line.split(/\s*info\s+/).slice(1).flatMap(part => {
        const moves = part.trim().match(LINE_OF_MOVES)
        if (moves == null) return []
        // What stands before is keys and values in turn; the last key, pv, has none there.
        const words = part.trim().slice(0, moves.index).trim().split(/\s+/)
        const values = {}
        for (let at = 0; at + 1 < words.length; at += 2) values[words[at]] = words[at + 1]
        if (!/^[A-Za-z]\d+$/.test(values.move ?? '') || values.winrate == null) return []
        return [{
            move: values.move,
            visits: Number(values.visits),
            winrate: Number(values.winrate) / share,
            scoreLead: values.scoreLead == null ? null : Number(values.scoreLead),
            order: Number(values.order),
            pv: moves[0].split(/\s+/),
        }]
    })
}

module.exports = {read}
