// Checks of the layout of a page, and of the size and loading time of the page of a long game.
"use strict";
const assert = require("node:assert");
const { spawnSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");

/** The maximum size of the page of a long game in bytes, and its maximum loading time in milliseconds. */
const MOST_BYTES = 1_500_000;
const MOST_TIME = 1000;

/** Returns descriptions of visible elements whose text is cut off, covers its neighbours or is outside the window. */
const CLIPPED = `(() => {
  const found = [];
  const isScrolled = (element) => element.closest(".scroll, pre") !== null;
  for (const element of document.querySelectorAll("body *")) {
    const own = Array.from(element.childNodes).some((node) => node.nodeType === 3 && node.data.trim());
    if (!own || element.closest("svg, script, style, .hidden, noscript") || !element.getClientRects().length) continue;
    const box = element.closest("button, label, td, th, figcaption, summary, li, p, h1, h2, h3, output") ?? element;
    const range = document.createRange();
    range.selectNodeContents(element);
    const { left, right } = range.getBoundingClientRect();
    const outer = box.getBoundingClientRect();
    const isOutside = right > innerWidth + 1 || left < -1;
    const isCut = right > outer.right + 1 || left < outer.left - 1;
    // Long variations end with an ellipsis; the board shows them completely.
    const isShortened = getComputedStyle(box).textOverflow === "ellipsis";
    if ((isOutside || isCut) && !isShortened && !isScrolled(element)) {
      found.push(box.tagName + " " + element.textContent.trim().slice(0, 40) + " " +
        [left, right, outer.left, outer.right].map(Math.round));
    }
  }
  return found;
})()`;

/** Asserts that no text of the page is cut off. */
async function uncut(tab, name) {
  assert.deepStrictEqual(await tab.look(CLIPPED), [], `${name}: text is cut off`);
}

/** Returns a record of 361 moves on all points of a 19x19 board, in a fixed random order. */
function longGame() {
  const points = Array.from({ length: 361 }, (_, i) => i);
  let state = 1;
  for (let i = points.length - 1; i > 0; i--) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    const j = (state >>> 8) % (i + 1);
    [points[i], points[j]] = [points[j], points[i]];
  }
  const letter = (line) => String.fromCharCode(97 + line);
  const moves = points.map((at, i) => `;${"BW"[i % 2]}[${letter(at % 19)}${letter(Math.floor(at / 19))}]`);
  return `(;GM[1]FF[4]SZ[19]KM[7.5]${moves.join("")})`;
}

/** Reviews a game of 361 moves and returns its page. */
function longPage(engine, folder) {
  const file = path.join(folder, "long.sgf");
  fs.writeFileSync(file, longGame());
  const out = path.join(folder, "review-long");
  const options = ["-o", out, "--playouts", "20", "--even", "--solve-nodes", "0", "--move-values"];
  const run = spawnSync(engine, ["review", file, ...options], { encoding: "utf8" });
  assert.strictEqual(run.status, 0, run.stderr);
  return path.join(out, "long.html");
}

/** The page of a long game is small and opens fast; on a busy machine, the fastest of several times counts. */
async function long(tab, page) {
  const { size } = fs.statSync(page);
  assert(size < MOST_BYTES, `${size} bytes`);
  const times = [];
  for (let i = 0; i < 5 && !(Math.min(...times) < MOST_TIME); i++) {
    await tab.visit(page);
    times.push(await tab.look("performance.getEntriesByType('navigation')[0].domComplete"));
  }
  assert(Math.min(...times) < MOST_TIME, `it opens in ${times} ms`);
  assert.strictEqual(await tab.look("main.length"), 362);
  console.log(`361 moves: ${size} bytes, opens in ${Math.round(Math.min(...times))} ms`);
}

module.exports = { long, longPage, uncut };
