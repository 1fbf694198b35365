// Checks of a review page that review_page.js opens: win rates, overlays of the board, and exports.
"use strict";
const assert = require("node:assert");
const { spawnSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");

const stones = "document.querySelectorAll('#stones use').length";

/** The chart, the text and the table state Black's win rate after moves of both colours. */
async function perspective(tab) {
  for (const key of ["Home", "ArrowRight", "ArrowRight"]) {
    await tab.press(key);
    const { chart, table, raw, turn, sentence } = await tab.look(`(() => { const step = steps[path[at]]; return {
      chart: document.querySelector("[data-chart=winrate] output").textContent,
      table: document.querySelector("#choices td:nth-child(2)").textContent,
      sentence: document.getElementById("judged").innerText, raw: step.choices[0][1], turn: step.turn }; })()`);
    assert.strictEqual(table, (Math.round((turn === 1 ? raw : 10000 - raw) / 10) / 10).toFixed(1) + "\u00a0%");
    if (key !== "Home") assert(sentence.replace(/\s/g, " ").includes(`→ ${chart.replace(/\s/g, " ")}`), sentence);
  }
}

/** Hovering shows a variation, stones show points lost, and choices show the policy. */
async function overlays(tab) {
  const layer = "document.querySelectorAll('#preview text').length";
  const before = await tab.look(stones);
  const [x, y] = await tab.look(`(() => { const row = document.querySelector("#choices tbody tr");
    row.scrollIntoView({ block: "center" }); const b = row.getBoundingClientRect();
    return [b.x + 20, b.y + b.height / 2]; })()`);
  await tab.ask("Input.dispatchMouseEvent", { type: "mouseMoved", x, y });
  assert(await tab.look(layer) > 0 && await tab.look("shown === null"), "the variation is a preview");
  await tab.ask("Input.dispatchMouseEvent", { type: "mouseMoved", x: 3, y: 3 });
  assert.strictEqual(await tab.look(layer), 0);
  assert.strictEqual(await tab.look(stones), before);
  await tab.press("End");
  await tab.press("l");
  const marked = await tab.look("document.querySelectorAll('#marks .loss').length");
  const expected = await tab.look(`(() => { const found = new Map(); const board = boardAt(path[at]);
    for (const place of path) { const { move, judged } = steps[place];
      if (move && move[1] !== null) found.set(move[1], judged.grade !== "good" && board[move[1]] === move[0]); }
    return Array.from(found.values()).filter(Boolean).length; })()`);
  assert.strictEqual(marked, expected);
  await tab.press("l");
  assert.strictEqual(await tab.look("document.querySelectorAll('#marks .loss').length"), 0);
  await tab.press("Home");
  await tab.press("p");
  const { label, prior } = await tab.look(`({ label: document.querySelector("#marks .choice text").textContent,
    prior: steps[path[at]].choices[0][4] })`);
  assert.strictEqual(label, String(Math.round(prior / 100)));
  await tab.press("p");
}

/** The SGF of the page has every step and is valid; pictures are complete. */
async function sharing(tab, engine, folder) {
  const file = path.join(folder, "shared.sgf");
  fs.writeFileSync(file, await tab.look("sgf()"));
  const checked = spawnSync(engine, ["check", file], { encoding: "utf8" });
  assert.strictEqual(checked.status, 0, checked.stdout + checked.stderr);
  const moves = fs.readFileSync(file, "utf8").match(/;[BW]\[/g).length;
  assert.strictEqual(moves, await tab.look("steps.filter(({ move }) => move).length"));
  const svg = await tab.look("svg()");
  assert(svg.includes("<svg") && svg.includes("radialGradient") && !svg.includes("class="));
  assert.strictEqual(await tab.look("png().then(({ size }) => size > 10000)"), true);
  await tab.click("#copy-svg");
  await tab.settle();
  assert.match(await tab.look("document.getElementById('shared').innerText"), /^(Copied|Saved)\./);
}

module.exports = { overlays, perspective, sharing };
