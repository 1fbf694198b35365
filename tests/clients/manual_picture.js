// Takes the picture of docs/guides/review.md: the upper part of the page of a game, at one of its moves.
//
//   node tests/clients/manual_picture.js target/release/tianyuan GAME.sgf MOVE PICTURE.png
//
// It needs a Chromium, as review_page.js does, and fonts for the names in the game.
"use strict";
const { spawnSync } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { pathToFileURL } = require("node:url");
const { Browser, Tab, chromium } = require("./browser.js");

const SCREEN = { width: 960, height: 1010, mobile: false, dark: false };

async function main([engine, game, move, picture]) {
  const work = fs.mkdtempSync(path.join(os.tmpdir(), "picture-"));
  const options = ["review", game, "-o", work, "--format", "html", "--playouts", "100", "--seed", "1", "--lang", "en"];
  const { status } = spawnSync(engine, options, { stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) process.exit(status ?? 1);
  const page = path.join(work, path.basename(game, path.extname(game)) + ".html");
  const browser = new Browser(chromium());
  const tab = await Tab.open(browser, path.dirname(path.resolve(picture)), SCREEN);
  await tab.visit(`${pathToFileURL(page)}#move=${move}`);
  await tab.look("document.querySelector('#show-owned').click()");
  await tab.picture(path.basename(picture), false);
  browser.process.kill();
  fs.rmSync(work, { recursive: true });
  process.exit(0);
}

main(process.argv.slice(2));
