// Ogatak's own engine, query and record modules walk through a game with the engine, without Ogatak's window.
//
// node ogatak.js ENGINE FOLDER OGATAK, the last being a checkout of github.com/rooklift/ogatak. What was
// sent and heard goes into the folder.

const assert = require('node:assert')
const fs = require('node:fs')
const Module = require('node:module')
const path = require('node:path')

const [enginePath, folder, checkout] = process.argv.slice(2).map(name => path.resolve(name))
const modules = name => require(path.join(checkout, 'src/modules', name))
fs.mkdirSync(folder, {recursive: true})
const MOVES = 'F5 D5 E3 D3 D2 E4 F4 E2 F3 C2 D6 C6 E5 D4 C7 D7'.split(' ')
const PATIENCE = 30000

// What the modules take for granted: Electron, and the globals of the window.
const load = Module._load
Module._load = (name, ...rest) => (name === 'electron' ? {ipcRenderer: {send() {}}} : load(name, ...rest))
const alerts = []
const heard = []
let listener = () => {}
global.alert = text => alerts.push(String(text))
global.user_data_path = folder
global.config = {...modules('config_io').defaults, logfile: null}
global.stderrbox = {receive() {}, show() {}, hide() {}}
global.hub = {
    receive_object(answer) {
        heard.push(answer)
        listener(answer)
    },
}

// The first answer that is as wanted.
const answer = (what, isWanted) =>
    new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`in vain it waited for ${what}`)), PATIENCE)
        listener = answer => {
            if (!isWanted(answer)) return
            clearTimeout(late)
            resolve(answer)
        }
    })

// The nodes of a game, as Ogatak reads its record.
function nodes() {
    const point = vertex => 'abcdefghj'.indexOf(vertex[0].toLowerCase())
    const letters = vertex => 'abcdefghi'[point(vertex)] + 'abcdefghi'[9 - Number(vertex[1])]
    const moves = MOVES.map((vertex, number) => `;${'BW'[number % 2]}[${letters(vertex)}]`)
    const record = Buffer.from(`(;GM[1]FF[4]SZ[9]KM[7.5]RU[Chinese]${moves.join('')})`)
    const found = modules('load_sgf')(record).get_roots()
    while (found.at(-1).children.length > 0) found.push(found.at(-1).children[0])
    return found
}

async function walk(engine, sent) {
    for (const file of ['configuration', 'net']) fs.writeFileSync(path.join(folder, file), 'none\n')
    const send = engine.__send.bind(engine)
    engine.__send = query => {
        sent.push(JSON.stringify(query))
        send(query)
    }
    const version = answer('the version', ({action}) => action === 'query_version')
    engine.setup(enginePath, path.join(folder, 'configuration'), path.join(folder, 'net'))
    await version
    assert(engine.version[1] >= 12, 'Ogatak leaves out what came with KataGo 1.12')

    const of = node => it => it.id.startsWith(`${node.id}:`) && !it.warning
    const game = nodes()
    assert.strictEqual(game.length, MOVES.length + 1)
    // The user walks on while each position is still searched.
    for (const node of game.slice(0, 12)) {
        engine.analyse(node)
        const report = await answer('a report', it => of(node)(it) && it.isDuringSearch)
        node.receive_analysis(report)
        assert(node.has_valid_analysis(), JSON.stringify(report))
        const {moveInfos, rootInfo, ownership} = report
        assert(rootInfo.winrate >= 0 && rootInfo.winrate <= 1 && ownership.length === 81)
        moveInfos.forEach(({order, pv, lcb}, place) => assert(order === place && pv.length > 0 && lcb === Number(lcb)))
    }
    const halted = answer('the end', ({action}) => action === 'terminate')
    engine.halt()
    await halted

    // A move by policy, which asks for five visits and no reports.
    engine.analyse(game[12], 5)
    const {policy} = await answer('a fast answer', it => of(game[12])(it) && it.isDuringSearch === false)
    assert.strictEqual(policy.length, 82)
    engine.desired = engine.running = null
    // Some moves are left out.
    engine.analyse(game[13], null, ['cc', 'dd'])
    const {moveInfos} = await answer('other moves', it => of(game[13])(it) && it.isDuringSearch)
    moveInfos.forEach(({move}) => assert(!['C7', 'D6'].includes(move), move))

    const ended = new Promise(resolve => engine.exe.once('exit', resolve))
    const late = setTimeout(() => assert.fail('the engine goes on'), 5000)
    engine.shutdown()
    await ended
    clearTimeout(late)
    assert.deepStrictEqual(alerts, [])
    return heard.filter(({isDuringSearch}) => isDuringSearch).length
}

const sent = []
walk(modules('engine')(), sent)
    .then(reports => console.log(`walked through a game: ${sent.length} lines sent, ${reports} reports`))
    .catch(error => {
        console.error(error, alerts)
        process.exitCode = 1
    })
    .finally(() => {
        const lines = list => list.map(line => `${line}\n`).join('')
        fs.writeFileSync(path.join(folder, 'sent.jsonl'), lines(sent))
        fs.writeFileSync(path.join(folder, 'heard.jsonl'), lines(heard.map(it => JSON.stringify(it))))
        process.exit()
    })
