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
  await otherPerspective(tab);
}

/** With the switch, the text, the table and the board show the side to move's values; the browser stores the choice. */
async function otherPerspective(tab) {
  const chart = "document.querySelector('[data-chart=winrate] output').textContent";
  const ofBlack = await tab.look(chart);
  await tab.press("w");
  assert.strictEqual(await tab.look("localStorage.getItem('tianyuan-perspective')"), "mover");
  for (const key of ["ArrowLeft", "ArrowRight"]) {
    await tab.press(key);
    const { table, lead, heading, raw, points, turn, label, sentence, color } = await tab.look(`(() => {
      const step = steps[path[at]]; const cells = document.querySelectorAll("#choices tbody tr:first-child td"); return {
      table: cells[1].textContent, lead: cells[2].textContent, raw: step.choices[0][1], points: step.choices[0][2],
      turn: step.turn, color: step.move[0], heading: document.getElementById("share-heading").innerText,
      label: document.querySelector("#marks .choice.first text")?.textContent,
      sentence: document.getElementById("judged").innerText }; })()`);
    assert.strictEqual(table, (Math.round(raw / 10) / 10).toFixed(1) + "\u00a0%");
    assert.strictEqual(lead, (points < 0 ? "−" : "+") + (Math.round(Math.abs(points) / 10) / 10).toFixed(1));
    assert.strictEqual(heading, turn === 1 ? "Black wins" : "White wins");
    if (label) assert.strictEqual(label, String(Math.round(raw / 100)));
    assert(sentence.includes(color === 1 ? "Black’s winrate" : "White’s winrate"), sentence);
  }
  assert.strictEqual(await tab.look(chart), ofBlack, "charts keep Black's perspective");
  const reloaded = new Promise((resolve) => { tab.loaded = resolve; });
  await tab.ask("Page.reload");
  await reloaded;
  assert.strictEqual(await tab.look("isMoverView()"), true, "the choice is stored");
  await tab.press("w");
  assert.strictEqual(await tab.look("localStorage.getItem('tianyuan-perspective')"), "black");
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
  const { marks, points } = await tab.look(`({ points: steps[path[at]].policy.length,
    marks: document.querySelectorAll("#marks .policy, #marks .choice").length })`);
  assert(points > 6 && marks >= points, `${marks} marks for the policy of ${points} points`);
  await tab.press("p");
  assert.strictEqual(await tab.look("document.querySelectorAll('#marks .policy').length"), 0);
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
