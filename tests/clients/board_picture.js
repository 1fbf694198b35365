// Takes the pictures of docs/guides/board.md: a game with analysis, in English and Chinese.
//
//   node tests/clients/board_picture.js target/release/tianyuan GAME.sgf docs
//
// It writes board-en.png and board-zh.png. It needs Chromium and Chinese fonts.
"use strict";
const { spawn } = require("node:child_process");
const path = require("node:path");
const { Browser, Tab, chromium } = require("./browser.js");

const SCREEN = { width: 1120, height: 830, mobile: false, dark: false };
/** The visits of the displayed analysis. */
const VISITS = 300;

async function main([engine, game, folder]) {
  const program = spawn(engine, ["board", "--no-open", "--port=0", game], { stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((resolve) => {
    program.stdout.setEncoding("utf8").on("data", (text) => {
      const found = /^open (http:\S+)$/m.exec(text);
      if (found) resolve(found[1]);
    });
  });
  const browser = new Browser(chromium());
  const tab = await Tab.open(browser, path.resolve(folder), SCREEN);
  const until = async (expression) => {
    while (!await tab.look(expression).catch(() => false)) await new Promise((resolve) => setTimeout(resolve, 100));
  };
  await tab.visit(address);
  await until("view !== null && tree.nodes.length > 1");
  await tab.press("a");
  // The charts show the win rates of positions that were searched.
  for (let node = 1; node < await tab.look("tree.nodes.length"); node++) {
    await tab.look(`go(${node})`);
    await until(`view.node === ${node} && view.evaluation && view.evaluation.visits > 30`);
  }
  await tab.press("o");
  await until(`view.evaluation && view.evaluation.visits > ${VISITS}`);
  for (const language of ["en", "zh"]) {
    await tab.look(`document.querySelector("label[for=${language}]").click()`);
    await tab.look("document.activeElement.blur()");
    await tab.picture(`board-${language}.png`, false);
  }
  program.kill();
  browser.process.kill();
  process.exit(0);
}
main(process.argv.slice(2));
