// Opens the page of a review in headless Chromium and uses it: steps, charts, variations, languages,
// touch; no error in the console, nothing asked of the network. Screenshots go where it is told.
//
//   node tests/clients/review_page.js target/release/tianyuan [FOLDER] [RECORD]
//
// Where npm's axe-core can be found, it looks for hindrances at three widths, in both themes and languages.
// It needs Chromium (`apt-get install chromium-headless-shell`, or CHROMIUM=/path/to/it) and says
// SKIPPED where there is none. It speaks the DevTools protocol over a pipe, so that it needs no package.
"use strict";
const assert = require("node:assert");
const { spawnSync } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { pathToFileURL } = require("node:url");
const { Browser, Tab, chromium } = require("./browser.js");
const { long, longPage, uncut } = require("./page_layout.js");
const { overlays, perspective, sharing } = require("./review_overlays.js");

/** The text of axe-core, if it is there. */
const axe = (() => {
  try {
    return fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
  } catch {
    return undefined;
  }
})();
const program = chromium();
if (!program) {
  console.log("SKIPPED: it needs Chromium, and none was found");
  process.exit(0);
}
const [engine, folder = fs.mkdtempSync(path.join(os.tmpdir(), "tianyuan-page-")), record] =
  process.argv.slice(2);
assert(engine, "usage: node review_page.js TIANYUAN [FOLDER] [RECORD]");
fs.mkdirSync(folder, { recursive: true });

// A ko, captures, a variation, a pass, and names that would like to be more than that.
const GAME = `(;GM[1]FF[4]SZ[9]KM[7]GN[</script><script>document.title="hacked"</script>]
PB[<img src=x onerror="document.title='hacked'">古力]PW[&quot;Ада&lt;]RE[B+5]C[About the game]
;B[ee];W[ec];B[gc];W[ge];B[ed];W[dc]C[<b>A remark</b> with "quotes" & a line
break];B[gd];W[dd];B[de];W[ce];B[cf];W[be];B[bf];W[fe]
(;B[ff];W[ef];B[eg];W[df];B[dg];W[fd];B[cd];W[bd];B[fc];W[hd];B[hc];W[he];B[hf];W[gf];B[fg];W[hg];B[gg];W[hh]
;B[gh];W[cc];B[];W[])
(;B[fd];W[ff];B[ef]))
`;

// Black captures nine stones at F1, or loses eight, and plays elsewhere.
const MISSED = `(;GM[1]FF[4]SZ[9]KM[7]PB[<i>A</i>]AB[da:di][fa:fh]AW[ea:ei][ga:gi]PL[B];B[be];W[fi])`;

const DESKTOP = { width: 1280, height: 900, mobile: false, dark: false };
const PHONE = { width: 390, height: 844, mobile: true, dark: true };
/** A4 without margins of 13 mm, in CSS pixels. */
const PAPER = { width: 695, height: 1024, mobile: false, dark: true };
const stones = "document.querySelectorAll('#stones use').length";
const caption = "document.getElementById('caption').innerText.replace(/\\s+/g, ' ').trim()";
const cursor = "parseFloat(document.querySelector('.cursor').style.left)";
const overflow = "document.documentElement.scrollWidth - innerWidth";

async function desktop(tab, page, own) {
  await tab.visit(page);
  assert.match(await tab.look(caption), /^The start/, "it opens at the start");
  assert.match(await tab.look("document.title"), /^Move 0 · /);
  const last = Number(await tab.look("document.getElementById('slider').max"));
  await tab.press("End");
  const inTheEnd = await tab.look(stones);
  await tab.press("Home");
  assert.strictEqual(await tab.look(stones), 0, "the start is empty");
  assert.strictEqual(await tab.look(cursor), 0);
  for (let i = 0; i < last; i++) await tab.press("ArrowRight");
  assert.strictEqual(await tab.look(stones), inTheEnd, "stepping captures what the record's reader captures");
  assert.strictEqual(await tab.look(cursor), 100);
  await tab.press("ArrowLeft");
  assert.match(await tab.look(caption), new RegExp(`^Move ${last - 1} `));
  assert.match(await tab.look("document.title"), new RegExp(`^Move ${last - 1} · `));
  await tab.settle();
  assert.strictEqual(await tab.look("location.hash"), `#move=${last - 1}`);
  await tab.press("End");
  await history(tab);
  await perspective(tab);
  await overlays(tab);
  await sharing(tab, engine, folder);

  // A click in the middle of a chart is the middle of the game.
  await tab.click("[data-chart=winrate] .plot", [0.5, 0.5]);
  const middle = Number(await tab.look("document.getElementById('slider').value"));
  assert(Math.abs(middle - last / 2) <= 1, `${middle} of ${last}`);
  assert(await tab.look("document.querySelector('.curve.winrate .area').getBBox().width > 0"));

  // A choice shows its variation with numbers, and goes away again.
  await tab.click("#choices tbody tr");
  assert.match(await tab.look(caption), /^(Then|Variation|First choice): /);
  assert.strictEqual(await tab.look("document.querySelector('#marks text').textContent"), "1");
  await tab.press("Escape");
  assert.match(await tab.look(caption), /^Move /);
  await tab.press("o");
  assert(await tab.look("document.querySelectorAll('#owned rect').length > 5"), "ownership is shown");
  await tab.picture("desktop.png");
  await tab.press("o");

  // The list of the moves to learn from jumps to them.
  if (await tab.look("document.querySelectorAll('.lessons a').length > 0")) {
    const number = await tab.look("document.querySelector('.lessons a b').textContent");
    await tab.click(".lessons a");
    assert.match(await tab.look(caption), new RegExp(`^Move ${number} `));
    assert(await tab.look("document.querySelector('.lessons .now') !== null"));
    await mistake(tab);
    await better(tab);
    await playsAll(tab);
  }
  await tab.click("label[for=zh]");
  assert.match(await tab.look(caption), /^第 \d+ 手/);
  await tab.picture("desktop-zh.png", false);
  if (own) await ownGame(tab);
  assert.notStrictEqual(await tab.look("document.title"), "hacked");
}

/** Jumps are in the history of the browser, and addresses lead to moves. */
async function history(tab) {
  await tab.look("location.hash = '#move=5'");
  await tab.settle();
  assert.match(await tab.look(caption), /^Move 5 /);
  await tab.look("history.back()");
  await tab.settle();
  assert(!/^Move 5 /.test(await tab.look(caption)), "back is where it was before");
  await tab.look("history.forward()");
  await tab.settle();
  assert.match(await tab.look(caption), /^Move 5 /);
}

/** At a mistake the better variation and what follows stand side by side, and V shows one after the other. */
async function mistake(tab) {
  const named = await tab.look("Array.from(document.querySelectorAll('.variations button'), (b) => b.innerText.trim())");
  assert.match(named[0], /^Better /);
  assert.match(named[1], /^Then /);
  for (const expected of [/^Better: /, /^Then: /, /^Move /]) {
    await tab.press("v");
    assert.match(await tab.look(caption), expected);
  }
}

/** The better line of a move to learn from is played on the board, move by move. */
async function better(tab) {
  const marks = "document.querySelectorAll('#marks text').length";
  // The page may still scroll to where the last click led.
  await tab.settle();
  await tab.click(".lessons .play");
  // With reduced motion all moves appear at once.
  const length = await tab.look("shown.line.length");
  assert.strictEqual(await tab.look("shown.count"), length);
  assert((await tab.look(marks)) > 0);
  for (let i = 1; i < length; i++) await tab.press("ArrowLeft");
  assert.match(await tab.look(caption), /^Better: \S+$/);
  assert.strictEqual(await tab.look(marks), 1);
  await tab.press("ArrowRight");
  assert.match(await tab.look(caption), /^Better: \S+ \S+$/);
  await tab.press("ArrowLeft");
  await tab.press("ArrowLeft");
  assert.match(await tab.look(caption), /^Move /, "where it began the game goes on");
}

/** With motion the better line plays by itself to its end. */
async function playsAll(tab) {
  await tab.ask("Emulation.setEmulatedMedia", { features: [{ name: "prefers-reduced-motion", value: "no-preference" }] });
  await tab.click(".lessons .play");
  assert.strictEqual(await tab.look("shown.count"), 1);
  // Timers are late on a busy machine.
  await tab.look(`new Promise((resolve) => {
    const poll = (left) => playing === null || left === 0 ? resolve() : setTimeout(poll, 200, left - 1);
    poll(300); })`);
  assert(await tab.look("shown.count === shown.line.length && playing === null"));
  await tab.press("Escape");
}

/** At 1366x768 and 360x800 the step buttons are in the window. The wheel steps. */
async function layout(tab, page) {
  await tab.visit(page);
  const bottom = await tab.look("document.querySelector('#forth').getBoundingClientRect().bottom");
  assert(bottom <= await tab.look("innerHeight"), `step buttons end at ${bottom}`);
  const lines = await tab.look("Array.from(document.querySelectorAll('.switches .text'), (b) => b.querySelector('[lang=en]').getClientRects().length)");
  assert.deepStrictEqual(lines, [1, 1], "the texts of the buttons do not wrap");
  const [x, y] = await tab.look(`(() => { const b = document.querySelector("#board").getBoundingClientRect();
    return [b.x + b.width / 2, b.y + b.height / 2]; })()`);
  const wheel = (deltaY) => tab.ask("Input.dispatchMouseEvent", { type: "mouseWheel", x, y, deltaX: 0, deltaY });
  for (const [deltaY, expected] of [[100, "1"], [100, "2"], [-100, "1"]]) {
    await wheel(deltaY);
    assert.strictEqual(await tab.look("document.getElementById('slider').value"), expected);
    assert.strictEqual(await tab.look("scrollY"), 0);
  }
}

/** A problem is asked, wrong moves are told from the right one, and the variation goes on. */
async function problems(tab, page) {
  await tab.visit(page);
  const told = "document.getElementById('told').innerText";
  assert.match(await tab.look(caption), /^Problem 1: Black to play/);
  assert.strictEqual(await tab.look("document.querySelector('details.answer').open"), false, "it asks first");
  const before = await tab.look(stones);
  const enter = (text) => tab.look(`document.getElementById("vertex").value = ${JSON.stringify(text)};
    document.querySelector("#try button").click()`);
  await enter("nothing");
  assert.match(await tab.look(told), /^Write the name/);
  await enter("B5");
  assert.match(await tab.look(told), /^This was played in the game/);
  await tab.click("#again");
  assert.strictEqual(await tab.look(stones), before);
  // F1 is in the lowest row: 6 of 9 columns from the left, half a column of margin and a quarter of one beyond it.
  await tab.click("#board", [(6 + 0.25) / 10.5, (9 + 0.25) / 10.5]);
  assert.match(await tab.look(told), /^Right: it wins/);
  assert(await tab.look(stones) < before, "nine stones are captured");
  const solved = "document.querySelector('.list-of-problems .solved') !== null";
  assert(!(await tab.look(solved)), "the first answer was wrong");
  await tab.visit(page);
  await tab.click("#board", [(6 + 0.25) / 10.5, (9 + 0.25) / 10.5]);
  assert(await tab.look(solved), "the first answer is right");
  await tab.click("#answer");
  assert.match(await tab.look(told), /^The answer/);
  await tab.picture("problems.png");
}

/** What is known of the game above: its captures, its variation, its names. */
async function ownGame(tab) {
  await tab.press("Home");
  for (let i = 0; i < 14; i++) await tab.press("ArrowRight");
  assert.strictEqual(await tab.look(stones), 14);
  assert.strictEqual(await tab.look("document.querySelectorAll('#branches button').length"), 2);
  await tab.click("#branches button:nth-child(2)");
  assert.match(await tab.look(caption), /^第 15 手 F6/);
  await tab.press("End");
  assert.match(await tab.look(caption), /^第 17 手 E4/);
  await tab.click("#branches button:last-child");
  assert.match(await tab.look(caption), /^第 14 手/);
  await tab.press("Home");
  const atTheRoot = await tab.look("document.getElementById('comment').textContent");
  assert.strictEqual(atTheRoot, "About the game", "comments at the root are shown");
  for (let i = 0; i < 6; i++) await tab.press("ArrowRight");
  const remark = await tab.look("document.getElementById('comment').textContent");
  assert.strictEqual(remark, "<b>A remark</b> with \"quotes\" & a line\nbreak");
  assert.match(await tab.look("document.querySelector('h1').innerText"), /<img src=x onerror=.*>古力/);
  assert(await tab.look("document.querySelector('.facts').innerText.includes('</script>')"));
  assert.match(await tab.look("document.querySelector('.facts').innerText"), /黑胜2½子/);
}

async function phone(tab, page) {
  await tab.visit(page);
  assert.strictEqual(await tab.look("document.documentElement.lang"), "zh", "the browser's language");
  assert(await tab.look(overflow) <= 0, "it is no wider than the screen");
  const small = await tab.look(`Array.from(document.querySelectorAll('.controls button')).filter((b) => {
    const { width, height } = b.getBoundingClientRect(); return width && (width < 40 || height < 40); }).length`);
  assert.strictEqual(small, 0, "buttons are as large as a finger");
  await tab.swipe("#board", -120);
  assert.strictEqual(await tab.look("document.getElementById('slider').value"), "1");
  await tab.swipe("#board", 120);
  assert.strictEqual(await tab.look("document.getElementById('slider').value"), "0");
  await tab.click("#next-lesson");
  await tab.picture("phone.png");
}

/** At a mistake, with all that a page can show, in both languages: nothing is cut off, axe finds nothing. */
async function hindrances(tab, pages, name) {
  for (const [kind, page] of pages) {
    await tab.visit(page);
    for (const language of ["en", "zh"]) {
      await tab.look(`document.querySelector("label[for=${language}]").click()`);
      if (kind === "index") await tab.look(`document.querySelectorAll("details").forEach((one) => { one.open = true; })`);
      if (kind === "problems") await tab.look(`document.getElementById("answer").click()`);
      if (kind === "game") await tab.look(`document.getElementById("next-lesson").click();
        document.querySelector("details").open = true`);
      assert(await tab.look(overflow) <= 0, `${name}: it is no wider than the screen`);
      await uncut(tab, `${kind} ${name} ${language}`);
      await tab.picture(`${kind}-${name}-${language}.png`);
      if (!axe) continue;
      await tab.look(axe + ";0");
      const found = await tab.look(`axe.run().then(({ violations }) => violations.map(({ id, nodes }) =>
        id + ": " + nodes.map(({ html, any }) => html.slice(0, 120) + " " + (any[0] ? any[0].message : "")).join(" | ")))`);
      assert.deepStrictEqual(found, [], `${kind}, ${name}, ${language}`);
    }
  }
}

/** The printed page has no controls, no card or chart broken across pages, and two rows of cards per A4 page. */
async function printed(tab, page) {
  await tab.visit(page);
  await tab.look(`document.getElementById("next-lesson").click()`);
  await tab.ask("Emulation.setEmulatedMedia", { media: "print", features: [] });
  const shown = await tab.look(`Array.from(document.querySelectorAll("button, input, kbd, .cursor, #panel"))
    .filter((element) => element.getClientRects().length).length`);
  assert.strictEqual(shown, 0, "no buttons on paper");
  const boxes = await tab.look(`Array.from(document.querySelectorAll(".lessons li, figure"), (box) => {
    const { breakInside, display } = getComputedStyle(box);
    return { breakInside, display, height: box.getBoundingClientRect().height, isCard: box.matches("li") }; })`);
  for (const { breakInside, display, height, isCard } of boxes) {
    assert.strictEqual(breakInside, "avoid");
    if (!isCard) continue;
    assert.strictEqual(display, "inline-block", "a grid item would be broken");
    assert(height > 100 && 2 * height < PAPER.height, `two rows of cards on a page: ${height}`);
  }
  const { data } = await tab.ask("Page.printToPDF", { paperWidth: 8.27, paperHeight: 11.69, preferCSSPageSize: true });
  fs.writeFileSync(path.join(folder, "printed.pdf"), Buffer.from(data, "base64"));
}

async function withoutScript(tab, page) {
  await tab.visit(page);
  await tab.picture("without-script.png");
  const text = fs.readFileSync(page, "utf8");
  assert(/<g id="stones"><use/.test(text), "the board stands there already");
}

/** The page that leads to those of several games. */
async function index(tab, page) {
  await tab.visit(page);
  assert.strictEqual(await tab.look("document.querySelectorAll('.games tbody tr').length"), 2);
  assert(await tab.look(overflow) <= 0, "it is no wider than the screen");
  assert.strictEqual(await tab.look("document.querySelectorAll('.histories > details').length"), 2, "the players");
  assert.match(await tab.look("document.querySelector('.histories summary').innerText"), /2 games/);
  await tab.picture("index.png", false);
  const href = await tab.look("document.querySelector('.games tbody tr:nth-child(2) a').getAttribute('href')");
  assert(fs.existsSync(path.join(path.dirname(page), decodeURIComponent(href))), href);
}

async function main() {
  let file = record;
  if (!file) {
    file = path.join(folder, "game.sgf");
    fs.writeFileSync(file, GAME);
  }
  const out = path.join(folder, "review");
  const playouts = process.env.PLAYOUTS || "200";
  const files = record ? [file] : [file, file];
  const missed = path.join(folder, "missed.sgf");
  fs.writeFileSync(missed, MISSED);
  const options = ["--playouts", playouts, "--variations", "--problems", "html"];
  const run = spawnSync(engine, ["review", ...files, "-o", out, ...options], { encoding: "utf8" });
  assert.strictEqual(run.status, 0, run.stderr);
  const asked = spawnSync(engine, ["review", missed, "-o", out + "-missed", ...options], { encoding: "utf8" });
  assert.strictEqual(asked.status, 0, asked.stderr);
  const questions = path.join(out + "-missed", "problems-9x9.html");
  const missedPage = path.join(out + "-missed", "missed.html");
  const page = path.join(out, path.parse(file).name + ".html");
  const browser = new Browser(program);
  try {
    const visits = [
      [DESKTOP, (tab) => desktop(tab, page, !record)],
      [{ ...PHONE, language: "zh-CN" }, (tab) => phone(tab, page)],
      [{ ...DESKTOP, script: false }, (tab) => withoutScript(tab, page)],
      [{ ...DESKTOP, width: 1366, height: 768 }, (tab) => layout(tab, page)],
      [{ ...DESKTOP, width: 1366, height: 650 }, (tab) => layout(tab, page)],
      [{ ...DESKTOP, width: 360, height: 800 }, (tab) => layout(tab, page)],
      [PAPER, (tab) => printed(tab, missedPage), missedPage],
    ];
    const list = path.join(out, "index.html");
    if (!record) visits.push([PHONE, (tab) => index(tab, list), list]);
    const longest = longPage(engine, folder);
    visits.push([DESKTOP, (tab) => long(tab, longest), longest]);
    visits.push([DESKTOP, (tab) => problems(tab, questions), questions]);
    const pages = [["game", page], ["problems", questions], ...(record ? [] : [["index", list]])];
    for (const width of [360, 820, 1280]) {
      for (const dark of [false, true]) {
        const screen = { width, height: 900, mobile: width < 500, dark };
        const name = `${width}-${dark ? "dark" : "light"}`;
        visits.push([screen, (tab) => hindrances(tab, pages, name), ...pages.map(([, address]) => address)]);
      }
    }
    for (const [screen, visit, ...addresses] of visits) {
      const tab = await Tab.open(browser, folder, screen);
      await visit(tab);
      assert.deepStrictEqual(tab.complaints, [], "nothing in the console");
      const wanted = (addresses.length ? addresses : [page]).map((address) => pathToFileURL(address).href);
      assert.deepStrictEqual([...new Set(tab.requests)], wanted, "nothing asked of the network");
    }
  } finally {
    await Promise.race([browser.ask("Browser.close"), new Promise((resolve) => setTimeout(resolve, 3000))]);
    browser.process.kill();
  }
  const looked = axe ? "looked for hindrances" : "axe-core is not there, so nobody looked for hindrances";
  console.log(`stepped, jumped, swiped, translated, ${looked}; pictures in ${folder}`);
}

const run = (test) => {
  setTimeout(() => { console.error("it hangs"); process.exit(1); }, 600000);
  test().then(() => process.exit(0), (error) => { console.error(error); process.exit(1); });
};
if (require.main === module) run(main);
module.exports = { DESKTOP, GAME, PHONE, axe, caption, engine, folder, overflow, program, run, stones };
