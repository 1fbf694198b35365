// Drives the engine with Sabaki's own GTP layer: starts it, asks what Sabaki asks, brings it to a
// position, lets it move, takes the move back, plays on from an edited start, and stops it.
//
// node sabaki.js ENGINE [ARGUMENT…], with the package @sabaki/gtp where node finds it.

const assert = require('node:assert')
const {Controller, ControllerStateTracker} = require('@sabaki/gtp')

const [engine, ...args] = process.argv.slice(2)
const controller = new Controller(engine, args)
const tracker = new ControllerStateTracker(controller)

const play = (color, vertex) => ({name: 'play', args: [color, vertex]})
const ask = async (name, ...args) => {
    const {error, content} = await controller.sendCommand({name, args})
    assert(!error, `${name} ${args.join(' ')}: ${content}`)
    return content
}

async function game() {
    let stopped = null
    controller.on('stderr', ({content}) => assert.fail(`on the standard error: ${content}`))
    controller.on('stopped', event => stopped = event)
    controller.start()

    // Sabaki sends these without waiting in between.
    const questions = ['name', 'version', 'protocol_version', 'list_commands']
    const [name, , protocol, commands] = await Promise.all(questions.map(question => ask(question)))
    assert.strictEqual(name, 'Tianyuan')
    assert.strictEqual(protocol, '2')
    const known = commands.split('\n')
    assert.strictEqual(known[0], 'protocol_version')
    for (const needed of ['undo', 'set_free_handicap', 'genmove']) assert(known.includes(needed), needed)

    const opening = [play('B', 'E5'), play('W', 'C3')]
    await tracker.sync({komi: 6.5, boardsize: [9, 9], history: opening})
    const stones = color => ask('list_stones', color).then(text => text.trim().split(/\s+/))
    assert.deepStrictEqual(await stones('black'), ['E5'])
    assert.strictEqual(Number(await ask('get_komi')), 6.5)

    const answer = await tracker.queueCommand({name: 'genmove', args: ['B']})
    assert.match(answer.content, /^([A-HJ][1-9]|pass)$/)
    assert.strictEqual(tracker.state.history.length, 3)

    // The tracker undoes what goes beyond the history it is to reach.
    await tracker.sync({komi: 6.5, boardsize: [9, 9], history: opening})
    assert.deepStrictEqual(await stones('black'), ['E5'])
    assert.deepStrictEqual(await stones('white'), ['C3'])

    const handicap = {name: 'set_free_handicap', args: ['D4', 'Q16', 'D16']}
    await tracker.sync({komi: 0.5, boardsize: [19, 19], history: [handicap, play('W', 'Q4')]})
    assert.deepStrictEqual((await stones('black')).sort(), ['D16', 'D4', 'Q16'])

    const long = Array.from({length: 300}, (_, i) => play(i % 2 ? 'W' : 'B', 'pass'))
    await Promise.all(long.map(({name, args}) => ask(name, ...args)))
    const wrong = await controller.sendCommand({name: 'play', args: ['B', 'D4']})
    assert(wrong.error && wrong.content === 'illegal move', wrong.content)

    await controller.stop(3000)
    assert(stopped, 'it has not exited')
    assert.strictEqual(stopped.signal, 0, 'the event calls it a signal, but it is the exit code')
}

const late = setTimeout(() => {
    console.error('no end after a minute')
    process.exit(1)
}, 60000)

game().then(() => {
    clearTimeout(late)
    console.log('synchronised, played, undone, stopped')
}, error => {
    console.error(error)
    process.exit(1)
})
