// Drives the engine's analyses with Sabaki's own GTP layer and reads every report by Sabaki's rules;
// lets it move while it tells; then has it die, and asks on.
//
// node sabaki_analysis.js ENGINE [ARGUMENT…], with the package @sabaki/gtp where node finds it.

const assert = require('node:assert')
const {Controller, ControllerStateTracker} = require('@sabaki/gtp')
const {read} = require('./sabaki_reading')

const [engine, ...args] = process.argv.slice(2)
const controller = new Controller(engine, args)
const tracker = new ControllerStateTracker(controller)
const SIZE = 9
const AREA = SIZE * SIZE

const play = (color, vertex) => ({name: 'play', args: [color, vertex]})
const ask = async (name, ...args) => {
    const {error, content} = await controller.sendCommand({name, args})
    assert(!error, `${name} ${args.join(' ')}: ${content}`)
    return content
}

// Sabaki prefers an analysis of its own form, then KataGo's, then that of Leela Zero.
const preferred = (commands, kind) =>
    ['', 'kata-', 'lz-'].map(dialect => dialect + kind).find(name => commands.includes(name))

// Whether the figures of a report can be true of a position with these stones on it.
function check(command, candidates, stones) {
    assert(candidates.length > 0)
    candidates.forEach(({move, visits, winrate, scoreLead, order, pv}, place) => {
        const told = JSON.stringify(candidates[place])
        assert.match(move, /^[A-HJ][1-9]$/, told)
        assert(!stones.includes(move), `a move on a stone: ${told}`)
        assert(Number.isInteger(visits) && visits > 0, told)
        assert(winrate >= 0 && winrate <= 1, told)
        assert(command.startsWith('kata') ? Math.abs(scoreLead) <= AREA + 10 : scoreLead === null, told)
        assert.strictEqual(order, place, 'a candidate is missing, or they are not in order')
        assert.strictEqual(pv[0], move, told)
        pv.forEach(vertex => assert.match(vertex, /^([A-HJ][1-9]|pass)$/, told))
    })
    assert.strictEqual(new Set(candidates.map(({move}) => move)).size, candidates.length)
}

const sum = candidates => candidates.reduce((sum, {visits}) => sum + visits, 0)

// Analyses until some reports have come, the last one of enough visits to go by, then stops as Sabaki
// does. Answers the last report.
async function analyse(command, color, stones) {
    const seen = []
    let stop
    const enough = new Promise(resolve => stop = resolve)
    const analysis = controller.sendCommand({name: command, args: [color, '10']}, ({line, end}) => {
        // Not a line that begins the response, nor the blank one that ends it.
        if (/^[=?]/.test(line)) return assert.strictEqual(line.trim(), '=')
        if (end) return assert.strictEqual(line, '')
        const candidates = read(command, line)
        const infos = line.split(/(?:^|\s)info\s/).length - 1
        // Sabaki does not know passes as candidates, and drops them.
        const passes = line.split('move pass').length - 1
        assert.strictEqual(candidates.length, infos - passes, `not all was understood: ${line}`)
        if (passes === 0) check(command, candidates, stones)
        seen.push(candidates)
        if (seen.length >= 3 && sum(candidates) >= 1000) stop()
    })
    await Promise.race([enough, analysis])
    assert(controller.busy, 'it has ended by itself')
    const [response, protocol] = await Promise.all([analysis, ask('protocol_version')])
    assert(!response.error)
    assert.strictEqual(protocol, '2')
    assert(!controller.busy)
    const visits = seen.map(sum)
    visits.slice(1).forEach((more, at) => assert(more >= visits[at], `visits go down: ${visits}`))
    return seen.at(-1)
}

// The winrate of the move that it would play: Sabaki shows the highest of all, even of few visits.
const best = candidates => candidates[0].winrate

// Black has a wall that leaves White little.
const WALL = ['C5', 'D5', 'E5', 'F5', 'G5', 'C6', 'G6']
const ahead = {
    komi: 6.5,
    boardsize: [SIZE, SIZE],
    history: [{name: 'set_free_handicap', args: WALL}, play('W', 'E2')],
}

async function analysis() {
    const commands = (await ask('list_commands')).split('\n')
    const kata = preferred(commands, 'analyze')
    assert.strictEqual(kata, 'kata-analyze', 'Sabaki misreads the winrates of others')
    for (const command of [kata, 'lz-analyze']) {
        await tracker.sync({komi: 6.5, boardsize: [SIZE, SIZE], history: [play('B', 'E5')]})
        const even = await analyse(command, 'W', ['E5'])
        await tracker.sync(ahead)
        const stones = [...WALL, 'E2']
        const [black, white] = [await analyse(command, 'B', stones), await analyse(command, 'W', stones)]
        assert(best(black) > 0.7 && best(white) < 0.3, `${best(black)} ${best(white)}`)
        assert(best(even) > 0.2 && best(even) < 0.8, String(best(even)))
        if (command === kata) assert(black[0].scoreLead > 5 && white[0].scoreLead < -5, black[0].scoreLead)
    }
}

// The engine plays and tells: Sabaki takes the move from the line that begins with "play".
async function telling() {
    const commands = (await ask('list_commands')).split('\n')
    const command = preferred(commands, 'genmove_analyze')
    const before = tracker.state.history.length
    const lines = []
    const told = ({line}) => lines.push(line)
    await tracker.queueCommand({name: command, args: ['B', '10']}, told)
    const moves = lines.flatMap(line => line.match(/^play ([A-HJ][1-9]|pass)$/)?.[1] ?? [])
    assert.strictEqual(moves.length, 1, lines.join('\n'))
    const reports = lines.map(line => read(command, line)).filter(candidates => candidates.length > 0)
    assert(reports.length > 0)
    if (moves[0] !== 'pass') assert.strictEqual(reports.at(-1)[0].move, moves[0])
    assert.strictEqual(tracker.state.history.length, before + 1)
    assert.match(await ask('list_stones', 'black'), new RegExp(`\\b${moves[0]}\\b`))
}

// Sabaki keeps an engine that died; its next command starts it again, and it is told all anew.
async function death() {
    const exits = []
    controller.on('stopped', ({signal}) => exits.push(signal))
    const running = controller.sendCommand({name: 'kata-analyze', args: ['B', '10']})
    const killed = assert.rejects(running, /stopped/)
    process.kill(controller.process.pid, 'SIGKILL')
    await killed
    while (controller.process != null) await new Promise(resolve => setTimeout(resolve, 20))
    assert.strictEqual(exits.length, 1)
    await tracker.sync(ahead)
    assert.match(await ask('list_stones', 'white'), /^E2\s*$/)
    await analyse('kata-analyze', 'B', [...WALL, 'E2'])

    // It also ends by itself while it analyses.
    const last = controller.sendCommand({name: 'kata-analyze', args: ['B', '10']})
    const {pid} = controller.process
    await controller.stop(3000)
    assert(!(await last).error)
    assert.strictEqual(exits[1], 0, 'what the event calls a signal is the exit code')
    assert.throws(() => process.kill(pid, 0), 'the process is still there')
}

const late = setTimeout(() => {
    console.error('no end after two minutes')
    process.exit(1)
}, 120000)

controller.on('stderr', ({content}) => assert.fail(`on the standard error: ${content}`))
controller.start()
analysis().then(telling).then(death).then(() => {
    clearTimeout(late)
    console.log('analysed, told, restarted, stopped')
}, error => {
    console.error(error)
    process.exit(1)
})
