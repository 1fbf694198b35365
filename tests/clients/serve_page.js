// Opens the pages that `review --serve` and `--live` serve in headless Chromium: moves of one's own by mouse, keys
// and fingers, the search of them, moves that the rules forbid, and a game that goes on while one looks.
//
//   node tests/clients/serve_page.js target/release/tianyuan [FOLDER]
//
// It needs what review_page.js needs.
"use strict";
const assert = require("node:assert");
const { spawn, spawnSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { Browser, Tab } = require("./browser.js");
const { DESKTOP, GAME, PHONE, axe, caption, engine, folder, overflow, program: chromium, run, stones } =
  require("./review_page.js");

/** A program, and the address that it tells on a stream. */
const serving = (options, stream) => new Promise((resolve, reject) => {
  const program = spawn(engine, options, { stdio: ["pipe", "pipe", "pipe"] });
  let said = "";
  program.on("exit", () => reject(new Error("it has ended: " + said)));
  program[stream].setEncoding("utf8").on("data", (text) => {
    said += text;
    const address = /^open (http:\S+)$/m.exec(said);
    if (address) resolve({ program, address: address[1] });
  });
});
/** A black corner group that lives or dies at A9. */
const CORNER = "(;GM[1]FF[4]SZ[9]KM[7]AB[ca][bb][cb][ac][bc]AW[da][db][cc][dc][ad][bd][cd]PL[B];B[gg];W[aa])";
const told = "document.querySelector('.told-of-search').innerText";
const refused = "document.querySelector('.refused').innerText";
const value = (selector) => `document.querySelector(${JSON.stringify(selector)})`;

async function until(tab, expression, what) {
  for (let tries = 0; tries < 100; tries++) {
    // A page that is loaded anew at that moment cannot be asked.
    if (await tab.look(expression).catch(() => false)) return;
    await tab.settle().catch(() => {});
  }
  assert.fail(`${what}: ${await tab.look(told)} ${await tab.look(refused)}`);
}

/** A click on a point of a board of nine lines. */
const tap = (tab, column, row) => tab.click("#board", [(column + 1) / 10, (row + 1) / 10]);

async function trying(tab, address) {
  await tab.visit(address);
  assert(await tab.look(overflow) <= 0, "it is no wider than the screen");
  await tab.look(value("#trying") + ".click()");
  await until(tab, `/\\d/.test(${told})`, "the start is searched");
  const visits = `Number(/\\d+/.exec(${told})[0])`;
  const before = await tab.look(visits);
  await until(tab, `${visits} > ${before}`, "it gets better");
  await tap(tab, 2, 6);
  assert.strictEqual(await tab.look(stones), 1, "a move of one's own");
  assert.match(await tab.look(caption), /C3$/);
  await until(tab, value("#choices tbody tr") + " !== null", "it is searched");
  await tap(tab, 2, 6);
  assert.notStrictEqual(await tab.look(refused), "", "there is a stone already");
  await tab.look(`${value("#own-move")}.value = "G7"; ${value(".trying button[type=submit]")}.click()`);
  assert.strictEqual(await tab.look(stones), 2, "a move that is written");
  await until(tab, value("#judged .grade") + " !== null", "it is judged");
  await tab.press("ArrowLeft");
  assert.strictEqual(await tab.look(stones), 1);
  await tab.look(value("#branches button:last-child") + ".click()");
  assert.strictEqual(await tab.look(stones), 0, "back to the game");
  assert.match(await tab.look("sgf()"), /^\(;GM\[1\].*\(;B\[/s, "tried moves are variations of the saved record");
  await suicide(tab);
  if (axe) await hindrances(tab);
  await tab.press("t");
  assert.strictEqual(await tab.look(value("#trying") + ".checked"), false, "T ends it");
}

/** A move without liberties is told and taken back. */
async function suicide(tab) {
  const write = async (move) => {
    const before = await tab.look(told);
    await tab.look(`${value("#own-move")}.value = "${move}"; ${value(".trying button[type=submit]")}.click()`);
    if (move !== "A1") await until(tab, `${told} !== ${JSON.stringify(before)}`, move);
  };
  await write("A2");
  await tab.look(value(".trying button[type=button]") + ".click()");
  await write("B1");
  assert.strictEqual(await tab.look(stones), 2);
  await write("A1");
  await until(tab, `/A1/.test(${refused})`, "it is told");
  assert.strictEqual(await tab.look(stones), 2, "it is taken back");
}

async function hindrances(tab) {
  for (const language of ["en", "zh"]) {
    await tab.look(`document.querySelector("label[for=${language}]").click()`);
    await tab.look(axe + ";0");
    const found = await tab.look(`axe.run().then(({ violations }) => violations.map(({ id, nodes }) =>
      id + ": " + nodes.map(({ html, any }) => html.slice(0, 120) + " " + (any[0] ? any[0].message : "")).join(" | ")))`);
    assert.deepStrictEqual(found, [], language);
    await tab.picture(`trying-${language}-${await tab.look("innerWidth")}.png`);
  }
}

const problem = "document.querySelector('.told-of-problem').innerText";
const marks = (name) => `document.querySelectorAll("#marks .${name}").length`;

/** A group that is clicked or written is solved, with its line on the board; wrong points and a stop are reported. */
async function solving(tab, address) {
  await tab.visit(address);
  await tab.press("Home");
  await tab.look(value("#solving") + ".click()");
  await tap(tab, 4, 4);
  assert.match(await tab.look(problem), /stone|棋子/, "an empty point");
  const solve = (group, region) => tab.look(
    `${value("#group")}.value = "${group}"; ${value("#region")}.value = "${region}"; ${value(".solving button[type=submit]")}.click()`);
  await solve("Z9", "");
  assert.match(await tab.look(problem), /D4/, "a wrong group");
  await solve("C8", "A8,");
  assert.doesNotMatch(await tab.look(problem), /A1-C3/, "a list may end with a comma");
  await until(tab, `${value(".solving button[type=button]")}.disabled`, "it is solved");
  await solve("C8", "A-B");
  assert.match(await tab.look(problem), /A1-C3/, "a wrong region");
  await solve("C8", "");
  await until(tab, `/B.*A9|黑.*A9/.test(${problem})`, "Black saves the corner");
  assert.strictEqual(await tab.look(marks("target")), 1);
  assert(await tab.look(marks("region")) >= 3, "the region is marked");
  const before = await tab.look(stones);
  await tab.look(value(".told-of-problem button") + ".click()");
  assert.notStrictEqual(await tab.look(stones), before, "its line is on the board");
  await tab.press("Escape");
  await tab.look(value("#other-first") + ".click()");
  await tab.look(`${value("#region")}.value = ""`);
  await tap(tab, 2, 1);
  await until(tab, `/W.* kills|白先，?可杀/.test(${problem})`, "White kills it");
  await solve("D8", "E8-E9");
  await until(tab, `/leave the region|能逃出范围/.test(${problem})`, "a condition");
  assert(await tab.look(marks("exit")) >= 1, "the exits are marked");
  await solve("D8", "A1-J9");
  await until(tab, `!${value(".solving button[type=button]")}.disabled`, "it is busy");
  await tab.look(value(".solving button[type=button]") + ".click()");
  await until(tab, `/cancelled|已取消/.test(${problem})`, "it is cancelled");
  if (axe) await hindrances(tab);
}

async function live(tab, address, program) {
  await tab.visit(address);
  program.stdin.write("boardsize 9\nplay B E5\ngenmove W\n");
  await until(tab, `${stones} === 2`, "it follows the game");
  await tab.press("Home");
  await tab.settle();
  program.stdin.write("play B C3\n");
  await until(tab, "document.getElementById('slider').max === '3'", "it follows the game");
  await until(tab, `${stones} === 0`, "whoever looks back stays there");
  assert.match(await tab.look("document.querySelector('.in-progress').innerText"), /Live/);
  await tab.picture("live.png");
}

async function main() {
  const file = path.join(folder, "served.sgf");
  const out = path.join(folder, "served");
  fs.writeFileSync(file, GAME);
  const corner = path.join(folder, "corner.sgf");
  fs.writeFileSync(corner, CORNER);
  const done = spawnSync(engine, ["review", file, corner, "-o", out, "--playouts", "20", "--restart"], { encoding: "utf8" });
  assert.strictEqual(done.status, 0, done.stderr);
  const review = await serving(["review", "--serve", "-o", out, "--jobs", "1"], "stdout");
  const game = await serving(["--live", "--playouts", "50"], "stderr");
  const browser = new Browser(chromium);
  try {
    for (const screen of [DESKTOP, { ...PHONE, language: "zh-CN" }]) {
      const tab = await Tab.open(browser, folder, screen);
      await trying(tab, review.address + "served.html");
      await solving(tab, review.address + "corner.html");
      assert.deepStrictEqual(tab.complaints.filter((text) => !/400/.test(text)), [], "nothing in the console");
      assert(tab.requests.every((url) => url.startsWith(review.address)), "only the server is asked");
    }
    const tab = await Tab.open(browser, folder, DESKTOP);
    await live(tab, game.address, game.program);
    assert.deepStrictEqual(tab.complaints, [], "nothing in the console");
  } finally {
    review.program.kill();
    game.program.kill();
    await Promise.race([browser.ask("Browser.close"), new Promise((resolve) => setTimeout(resolve, 3000))]);
    browser.process.kill();
  }
  console.log(`tried moves, followed a game; pictures in ${folder}`);
}

run(main);
