// Opens the page of `tianyuan board` in headless Chromium: whole games by mouse, keyboard and touch, two pages at
// once, clocks, problems, a reload, a restart of the program, and requests without the token.
//
//   node tests/clients/board_page.js target/release/tianyuan [FOLDER]
//
// Screenshots are written to FOLDER. With axe-core (npm) the accessibility is checked. It needs Chromium, as
// review_page.js does.
"use strict";
const assert = require("node:assert");
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const http = require("node:http");
const os = require("node:os");
const path = require("node:path");
const { Browser, Tab, chromium } = require("./browser.js");

const axe = (() => {
  try {
    return fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
  } catch {
    return undefined;
  }
})();
const [engine, folder = fs.mkdtempSync(path.join(os.tmpdir(), "tianyuan-board-"))] = process.argv.slice(2);
assert(engine, "usage: node board_page.js TIANYUAN [FOLDER]");
if (!chromium()) {
  console.log("SKIPPED: Chromium was not found");
  process.exit(0);
}
fs.mkdirSync(folder, { recursive: true });
const cache = path.join(folder, "cache");
const WIDE = { width: 1280, height: 900, mobile: false, dark: false };
const MIDDLE = { width: 820, height: 1100, mobile: false, dark: true };
const PHONE = { width: 390, height: 844, mobile: true, dark: false, language: "zh-CN" };

// --- the program ----------------------------------------------------------------------------

/** Starts the program. Resolves to the process and its address. */
const start = (options = []) => new Promise((resolve, reject) => {
  const environment = { ...process.env, TIANYUAN_CACHE: cache };
  const child = spawn(engine, ["board", "--no-open", "--threads=1", ...options], { env: environment, stdio: ["ignore", "pipe", "inherit"] });
  child.on("exit", () => reject(new Error("the program has ended")));
  child.stdout.setEncoding("utf8").on("data", (text) => {
    const address = /^open (http:\S+)$/m.exec(text);
    if (address) resolve({ child, address: address[1] });
  });
});
const ended = (child) => new Promise((resolve) => {
  child.on("exit", resolve);
  child.kill("SIGKILL");
});
/** Returns the status and the body of a request. */
const get = (address) => new Promise((resolve, reject) => {
  http.get(address, (response) => {
    let body = "";
    response.setEncoding("utf8").on("data", (text) => { body += text; });
    response.on("end", () => resolve({ status: response.statusCode, body }));
  }).on("error", reject);
});

// --- the page -------------------------------------------------------------------------------

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
async function until(tab, expression, what = expression) {
  for (let tries = 0; tries < 600; tries++) {
    if (await tab.look(expression).catch(() => false)) return;
    await pause(50);
  }
  assert.fail(`${what}: ${await tab.look("JSON.stringify(view)").catch(String)}`);
}
const idle = (tab) => until(tab, "view && (view.busy === null || view.busy === 'analyzing')", "the engine has answered");
async function open(browser, address, screen) {
  const tab = await Tab.open(browser, folder, screen);
  await tab.visit(address);
  await until(tab, "view !== null", "the first state");
  return tab;
}
/** Starts a game with the dialog. */
async function newGame(tab, settings) {
  await tab.look("document.getElementById('new').click()");
  for (const [name, value] of Object.entries(settings)) {
    await tab.look(`document.getElementById("new-${name}").value = ${JSON.stringify(String(value))}`);
  }
  const game = await tab.look("view.game");
  await tab.look("document.getElementById('start').click()");
  await until(tab, `view.game > ${game} && view.size === ${settings.size} && size === ${settings.size}`, "a new game");
}
const GAME = { clock: "none", size: 5, level: "25k", person: "black", seconds: 0.5, komi: 0.5, rules: "chinese", teaching: "", handicap: 0 };
/** Returns the position of a cell on the screen. */
const screenPlace = (tab, cell) => tab.look(`(() => {
  const board = document.getElementById("board");
  board.scrollIntoView({ block: "center" });
  const box = board.getBoundingClientRect();
  const unit = box.width / (size + 1.5);
  return [box.x + unit * (${cell} % size + 1.25), box.y + unit * (Math.floor(${cell} / size) + 1.25)];
})()`);
const byMouse = async (tab, cell) => {
  const [x, y] = await screenPlace(tab, cell);
  for (const type of ["mousePressed", "mouseReleased"]) {
    await tab.ask("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: 1 });
  }
};
const byTouch = async (tab, cell) => {
  const [x, y] = await screenPlace(tab, cell);
  await tab.ask("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
  await tab.ask("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
};
const enter = async (tab) => {
  for (const type of ["keyDown", "keyUp"]) {
    await tab.ask("Input.dispatchKeyEvent", { type, key: "Enter", code: "Enter", windowsVirtualKeyCode: 13, text: "\r" });
  }
};
const byKeys = async (tab, cell) => {
  await tab.press("Escape");
  const lines = await tab.look("size");
  const middle = Math.floor(lines / 2);
  // The first arrow key selects the centre.
  await tab.press("ArrowRight");
  const [columns, rows] = [(cell % lines) - middle, Math.floor(cell / lines) - middle];
  for (let i = 0; i < Math.abs(columns); i++) await tab.press(columns > 0 ? "ArrowRight" : "ArrowLeft");
  for (let i = 0; i < Math.abs(rows); i++) await tab.press(rows > 0 ? "ArrowDown" : "ArrowUp");
  await enter(tab);
};
const click = (tab, selector) => tab.click(selector);
const press = { mouse: (tab) => click(tab, "#pass"), keys: (tab) => tab.press("p"), touch: (tab) => click(tab, "#pass") };
const plays = { mouse: byMouse, keys: byKeys, touch: byTouch };

/** Plays a whole game: a few moves, then passes until the end. */
async function wholeGame(tab, way) {
  await newGame(tab, GAME);
  for (const cell of [12, 7, 17, 11, 13]) {
    await idle(tab);
    if (await tab.look(`view.phase !== "playing" || view.board[${cell}] !== "0"`)) continue;
    const number = await tab.look("view.number");
    await plays[way](tab, cell);
    await until(tab, `view.number > ${number} || document.getElementById("refused").innerText !== ""`, `${way}: a move`);
  }
  assert(await tab.look("view.number") >= 4, `${way}: moves were played`);
  await tab.picture(`game-${way}.png`, false);
  for (let turns = 0; turns < 60; turns++) {
    await idle(tab);
    if (await tab.look("view.phase") !== "playing") break;
    const number = await tab.look("view.number");
    await press[way](tab);
    await until(tab, `view.number > ${number} || view.phase !== "playing"`, `${way}: a pass`);
  }
  if (await tab.look("view.phase") === "agreeing") {
    await until(tab, "view.dead !== null", "dead stones are proposed");
    await tab.look("document.querySelector('#notice .primary').focus()");
    if (way === "keys") await enter(tab);
    else await click(tab, "#notice .primary");
  }
  await until(tab, "view.phase === 'over'", `${way}: the end`);
  assert.match(await tab.look("document.getElementById('notice').innerText"), /[BW黑白]/u, "the result");
  const width = await tab.look("document.documentElement.scrollWidth - innerWidth");
  assert(width <= 0, `${way}: the page is not wider than the screen`);
}
/** Plays with an analysis, a hint, variations, a comment and a reload. */
async function analysis(tab, address) {
  await newGame(tab, { ...GAME, size: 9 });
  await byMouse(tab, 40);
  await until(tab, "view.number === 2", "the engine replies");
  await idle(tab);
  await tab.press("h");
  await until(tab, "document.querySelectorAll('#marks .choice').length > 0", "a hint");
  await tab.press("a");
  await until(tab, "document.querySelectorAll('#choices tbody tr').length > 1", "candidates");
  const [x, y] = await tab.look(`(() => { const b = document.querySelector("#choices tbody tr").getBoundingClientRect();
    return [b.x + 5, b.y + 5]; })()`);
  await tab.ask("Input.dispatchMouseEvent", { type: "mouseMoved", x, y });
  await until(tab, "document.querySelectorAll('#preview text').length > 0", "a variation under the mouse");
  await tab.ask("Input.dispatchMouseEvent", { type: "mouseMoved", x: 2, y: 2 });
  await until(tab, "document.querySelectorAll('#preview text').length === 0", "the position again");
  await tab.press("o");
  await until(tab, "document.querySelectorAll('#owned rect').length > 0", "ownership");
  await tab.picture("analysis.png", false);
  await tab.press("u");
  await until(tab, "view.number === 0");
  await byMouse(tab, 30);
  await until(tab, "view.number === 2");
  assert.strictEqual(await tab.look("tree.nodes.length"), 5, "a variation");
  await tab.look(`(() => { const box = document.getElementById("comment"); box.value = "中央"; box.dispatchEvent(new Event("change")); })()`);
  await until(tab, "view.comment === '中央'");
  await tab.look("new Promise((resolve) => setTimeout(resolve, 600))");
  // The analysis continues after a reload, so that the values change.
  const moves = async () => (await tab.look("recordText('sgf')")).replace(/SBK[VS]\[[^\]]*\]/g, "");
  const sgf = await moves();
  assert.match(sgf, /中央/);
  const before = await tab.look("JSON.stringify([view.board, view.number])");
  await tab.visit(address);
  await until(tab, `view && JSON.stringify([view.board, view.number]) === ${JSON.stringify(before)}`, "the game after a reload");
  assert.strictEqual(await moves(), sgf);
  await tab.look("openFile(new Blob(['(;GM[1]FF[4]SZ[13];B[gg];W[cc])']))");
  await until(tab, "view.size === 13 && size === 13", "an opened record");
  await tab.press("End");
  await until(tab, "view.number === 2", "its end");
  await tab.look("openFile(new Blob(['no record']))");
  assert.match(await tab.look("document.getElementById('refused').innerText"), /record/, "a clear error");
}
/** On a phone, the explanation of a costly move is scrolled into view. */
async function lessonOnPhone(tab) {
  await newGame(tab, { ...GAME, size: 9, level: "20k", teaching: 3, seconds: 1 });
  await byTouch(tab, 0);
  await until(tab, "view.lesson !== null", "a costly move");
  const box = await tab.look("(({ top, bottom }) => [top, bottom, innerHeight])(document.getElementById('notice').getBoundingClientRect())");
  assert(box[0] >= 0 && box[1] <= box[2] + 1, `the notice is visible: ${box}`);
}
/** On a large board on a phone, the first tap selects a point and the second one plays. */
async function twoTaps(tab) {
  await newGame(tab, { ...GAME, size: 19, person: "both" });
  await byTouch(tab, 60);
  await until(tab, "place === 60", "a selected point");
  assert.strictEqual(await tab.look("view.number"), 0, "no move");
  await byTouch(tab, 60);
  await until(tab, "view.number === 1", "the move of the second tap");
}
/** Marks a region with the mouse and solves the problem in it. */
async function problem(tab) {
  await tab.look("openFile(new Blob(['(;GM[1]FF[4]SZ[9]PL[B]AB[ac][bc][cc][dc][db][da]AW[ab][bb][cb][ca])']))");
  await until(tab, "view.size === 9 && size === 9 && view.person === 0", "the problem");
  await tab.look("document.getElementById('problem').open = true");
  await tab.look("document.getElementById('mark-region').click()");
  for (const [i, cell] of [0, 1, 2, 11, 10, 9].entries()) {
    const [x, y] = await screenPlace(tab, cell);
    const type = i ? "mouseMoved" : "mousePressed";
    await tab.ask("Input.dispatchMouseEvent", { type, x, y, button: "left", buttons: 1, clickCount: 1 });
  }
  await tab.ask("Input.dispatchMouseEvent", { type: "mouseReleased", x: 1, y: 1, button: "left" });
  assert.strictEqual(await tab.look("region.size"), 6, "marked points");
  assert.strictEqual(await tab.look("view.number"), 0, "marking plays no move");
  await tab.look("document.getElementById('solve').click()");
  await until(tab, "view.solution !== null", "a solution");
  assert.match(await tab.look("document.getElementById('solution').innerText"), /kills|杀/u);
}
/** A teaching game: a costly move is taken back, and the game is reviewed after its end. */
async function teaching(tab, browser) {
  await tab.look("document.getElementById('new-adapt').checked = true");
  await tab.look("store(localStorage, SETTINGS, { adapt: true })");
  await newGame(tab, { ...GAME, size: 9, level: "20k", teaching: 3, seconds: 1 });
  await byMouse(tab, 0);
  await until(tab, "view.lesson !== null", "a costly move");
  const lesson = await tab.look("document.getElementById('notice').innerText");
  assert.match(lesson, /[.。]\s*\n/u, "the loss, and reasons if there are any");
  await tab.picture("lesson.png", false);
  await click(tab, "#notice .primary");
  await until(tab, "view.number === 0 && view.lesson === null", "the move is taken back");
  await byMouse(tab, 40);
  await until(tab, "view.number === 2 || view.lesson !== null", "the engine replies");
  await tab.look("document.getElementById('resign').click()");
  await tab.look("document.querySelector('#confirm-resign .primary').click()");
  await until(tab, "view.phase === 'over' && view.ladder !== null", "the end");
  assert.strictEqual(await tab.look("stored(localStorage, SETTINGS).results"), "L", "the result is stored");
  await tab.look("document.querySelector('#notice button').click()");
  await until(tab, "view.review", "a review");
  const review = await Tab.open(browser, folder, WIDE);
  await review.visit(await tab.look("document.querySelector('#notice a').href"));
  assert(await review.look("steps.length") > 1, "the moves of the game");
  // The review stays usable when the next game begins.
  await newGame(tab, GAME);
  await review.look("(() => { document.getElementById('own-move').value = 'J9'; document.querySelector('form.trying').requestSubmit(); })()");
  await until(review, "steps[path[at]].own && steps[path[at]].judged", "a tried move is analysed");
  await review.picture("review-try.png", false);
  assert.deepStrictEqual(review.complaints, [], "nothing in the console of the review");
}
/** A game with clocks: they count, a reload costs no time, and the player whose time is over loses. */
async function clocks(tab, address, name) {
  const times = { clock: "byo-yomi", main: 0, period: 4, periods: 2 };
  await newGame(tab, { ...GAME, ...times });
  const left = "leftNow(1)";
  await until(tab, "view.clock && view.clock.running === 1", "the clock runs");
  await byMouse(tab, 12);
  await until(tab, "view.number === 2 && view.clock.running === 1", "the engine moves within its time");
  await tab.picture(name + ".png", false);
  await until(tab, `${left} < 6500`, "the clock counts");
  await tab.visit(address);
  await until(tab, "view !== null && view.clock && view.clock.running === 1", "the clock after a reload");
  assert(await tab.look(left) > 4000, "the reload cost no period");
  assert.match(await tab.look("document.getElementById('clock-1').textContent"), /^0:0\d \([12]\)$/);
  assert.match(await tab.look("recordText('sgf')"), /TM\[0\][^]*OT\[2x4 byo-yomi\]|OT\[2x4 byo-yomi\][^]*TM\[0\]/);
  await until(tab, "view.phase === 'over'", "the loss on time");
  assert.match(await tab.look("document.getElementById('notice').innerText"), /W\+T|超时/u);
  await click(tab, "#undo");
  await until(tab, "view.phase === 'playing' && view.number === 0 && leftNow(1) > 6000", "undo gives back the time");
}
/** Problems of a file: the solver refutes a move, the file answers another, and the progress is stored. */
async function practice(browser) {
  const file = path.join(folder, "problems.sgf");
  fs.writeFileSync(file, "(;GM[1]FF[4]SZ[9]PL[B]GN[Corner]AB[ac][bc][cc][dc][ec][eb][ea]AW[ab][bb][cb][db][da])"
    + "(;GM[1]FF[4]SZ[5]PL[B]GN[第二题]AB[aa]AW[bb](;B[ab]TE[1];W[cc])(;B[ee]BM[1];W[dd]))");
  const { child, address } = await start(["--port=0", "--problems", file]);
  const tab = await open(browser, address, WIDE);
  await until(tab, "document.querySelectorAll('#problem-list li').length === 2", "the list");
  await click(tab, "#problem-list .choose");
  await until(tab, "view.problem !== null && size === 9", "a problem");
  assert(await tab.look("document.getElementById('variations').hidden"), "the answer is hidden");
  await byMouse(tab, 0);
  await until(tab, "view.problem.verdict === 'refuted' && view.board[1] === '2'", "the solver refutes it");
  await click(tab, "#again");
  await until(tab, "view.problem.verdict === null && view.number === 0", "again");
  await byMouse(tab, 1);
  await until(tab, "view.problem.verdict === 'proved'", "the solver proves it");
  assert.match(await tab.look("document.querySelector('#problem-list .progress').innerText"), /learn|未掌握/u, "the first answer counts");
  await accessible(tab, "practice");
  await click(tab, "#next-problem");
  await until(tab, "view.problem.index === 1 && size === 5", "the next problem");
  await byMouse(tab, 5);
  await until(tab, "view.problem.verdict === 'right' && view.number === 2", "the file answers");
  assert.match(await tab.look("document.querySelectorAll('#problem-list .progress')[1].innerText"), /right 1 time|答对 1 次/u);
  await tab.visit(address);
  await until(tab, "view !== null && view.problem && view.problem.index === 1", "the problem after a reload");
  const isExpected = (text) => /status of 400/.test(text);
  assert.deepStrictEqual(tab.complaints.filter((text) => !isExpected(text)), [], "nothing in the console");
  await ended(child);
}
/** A game continues after the program was killed and started again. */
async function restart(browser) {
  const port = String(7400 + (process.pid % 500));
  let { child, address } = await start(["--port", port]);
  const tab = await open(browser, address, WIDE);
  await newGame(tab, GAME);
  await byMouse(tab, 12);
  await until(tab, "view.number === 2");
  await until(tab, "/SZ.5.[^]*;B[^]*;W/.test(stored(sessionStorage, PAGE).record)", "the page stores the record");
  const board = await tab.look("view.board");
  await until(tab, "/SBKV/.test(stored(sessionStorage, PAGE).record)", "the record has win rates");
  const values = await tab.look("JSON.stringify(tree.nodes.map((node) => node[3]))");
  await ended(child);
  await until(tab, "!document.getElementById('connection').hidden", "the page reports the lost connection");
  ({ child, address } = await start(["--port", port]));
  await until(tab, `document.getElementById("connection").hidden && view.board === "${board}"`, "the game continues");
  await idle(tab);
  assert.strictEqual(await tab.look("JSON.stringify(tree.nodes.map((node) => node[3]))"), values, "the win rates");
  const free = board.indexOf("0");
  await byMouse(tab, free);
  await until(tab, "view.number === 4 || view.phase !== 'playing'", "a move after the restart");
  await ended(child);
}
async function accessible(tab, name) {
  if (!axe) return;
  for (const language of ["en", "zh"]) {
    await tab.look(`document.querySelector("label[for=${language}]").click()`);
    await tab.look(axe + ";0");
    const found = await tab.look(`axe.run().then(({ violations }) => violations.map(({ id, nodes }) =>
      id + ": " + nodes.map(({ html, any }) => html.slice(0, 120) + " " + (any[0] ? any[0].message : "")).join(" | ")))`);
    assert.deepStrictEqual(found, [], `${name} ${language}`);
    await tab.picture(`${name}-${language}.png`, false);
  }
}
/** 1 000 requests without the token are refused. */
async function refused(address) {
  const { origin } = new URL(address);
  const paths = ["/", "/start", "/0123456789abcdef/state/0", "/0123456789abcdef0123456789abcdef/", "/board/19"];
  for (let i = 0; i < 1000; i += 20) {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, k) => get(origin + paths[(i + k) % paths.length])));
    for (const { status } of answers) assert.strictEqual(status, 404);
  }
}
/** Returns the shortest time from the command to the page with its board, in milliseconds. */
async function firstBoard() {
  const times = [];
  for (let i = 0; i < 3; i++) {
    const begin = performance.now();
    const { child, address } = await start(["--port=0"]);
    const { body } = await get(address);
    times.push(performance.now() - begin);
    assert(body.includes('<svg id="board"') && body.length < 400_000, `${body.length} bytes`);
    await ended(child);
  }
  return Math.min(...times);
}

async function main() {
  const time = await firstBoard();
  // A debug build loads its nets slowly.
  assert(time < 500 || engine.includes("debug"), `first board after ${time} ms`);
  const { child, address } = await start(["--port=0"]);
  const browser = new Browser(chromium());
  try {
    await refused(address);
    const screens = [["mouse", WIDE], ["keys", MIDDLE], ["touch", PHONE]];
    const tabs = await Promise.all(screens.map(([, screen]) => open(browser, address, screen)));
    // Three pages at once: each has a game of its own.
    for (const [i, [way]] of screens.entries()) await wholeGame(tabs[i], way);
    for (const [i, [way]] of screens.entries()) await accessible(tabs[i], "over-" + way);
    await analysis(tabs[0], address);
    await twoTaps(tabs[2]);
    await lessonOnPhone(tabs[2]);
    await problem(tabs[0]);
    await accessible(tabs[0], "problem");
    await teaching(tabs[0], browser);
    await clocks(tabs[0], address, "clock-wide");
    await accessible(tabs[0], "clock");
    await clocks(tabs[2], address, "clock-phone");
    await tabs[0].look("document.getElementById('new').click()");
    await accessible(tabs[0], "dialog");
    await practice(browser);
    const isExpected = (text) => /status of 400/.test(text);
    for (const tab of tabs) assert.deepStrictEqual(tab.complaints.filter((text) => !isExpected(text)), [], "nothing in the console");
    await restart(browser);
  } finally {
    child.removeAllListeners("exit");
    child.kill();
    await Promise.race([browser.ask("Browser.close"), pause(3000)]);
    browser.process.kill();
  }
  console.log(`games by mouse, keyboard and touch; first board after ${Math.round(time)} ms; screenshots in ${folder}`);
}
main().catch((error) => {
  console.error(error);
  process.exit(1);
});
