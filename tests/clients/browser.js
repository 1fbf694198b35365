// Headless Chromium by the DevTools protocol over a pipe, without a package.
"use strict";
const { spawn, spawnSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { pathToFileURL } = require("node:url");

const NAMES = [
  process.env.CHROMIUM, "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome",
  "google-chrome-stable", "chrome",
];
const works = (name) => name && spawnSync(name, ["--version"], { stdio: "ignore" }).status === 0;
/** The program of a Chromium that runs: CHROMIUM, or one of the usual names. */
const chromium = () => NAMES.find(works);

/** The DevTools protocol over file descriptors 3 and 4: JSON, each ended by a zero byte. */
class Browser {
  constructor(program) {
    const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
      "--remote-debugging-pipe", "--force-color-profile=srgb", "about:blank"];
    this.process = spawn(program, flags, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    this.waiting = new Map();
    this.listeners = [];
    this.next = 1;
    let rest = "";
    this.process.stdio[4].setEncoding("utf8").on("data", (text) => {
      const parts = (rest + text).split("\0");
      rest = parts.pop();
      for (const part of parts) this.hear(JSON.parse(part));
    });
  }

  hear(message) {
    const waiting = this.waiting.get(message.id);
    if (!waiting) return this.listeners.forEach((listener) => listener(message));
    this.waiting.delete(message.id);
    if (message.error) waiting.reject(new Error(JSON.stringify(message.error)));
    else waiting.resolve(message.result);
  }

  ask(method, params = {}, sessionId = undefined) {
    const id = this.next++;
    this.process.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + "\0");
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }
}

/** A tab that notes what it complains of and asks for. */
class Tab {
  static async open(browser, folder, { width, height, mobile, dark, script = true, language = "en-GB" }) {
    const tab = new Tab();
    Object.assign(tab, { browser, folder });
    tab.complaints = [];
    tab.requests = [];
    const { targetId } = await browser.ask("Target.createTarget", { url: "about:blank" });
    const attached = await browser.ask("Target.attachToTarget", { targetId, flatten: true });
    tab.session = attached.sessionId;
    browser.listeners.push((message) => tab.note(message));
    for (const domain of ["Page", "Runtime", "Log", "Network"]) await tab.ask(`${domain}.enable`);
    await tab.ask("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: mobile ? 2 : 1, mobile });
    await tab.ask("Emulation.setTouchEmulationEnabled", { enabled: mobile });
    const scheme = { name: "prefers-color-scheme", value: dark ? "dark" : "light" };
    await tab.ask("Emulation.setEmulatedMedia", { features: [scheme, { name: "prefers-reduced-motion", value: "reduce" }] });
    await tab.ask("Emulation.setScriptExecutionDisabled", { value: !script });
    await tab.ask("Emulation.setUserAgentOverride", { userAgent: "test", acceptLanguage: language });
    return tab;
  }

  note({ sessionId, method, params }) {
    if (sessionId !== this.session) return;
    if (method === "Runtime.exceptionThrown") this.complaints.push(params.exceptionDetails.exception?.description);
    if (method === "Runtime.consoleAPICalled") this.complaints.push(JSON.stringify(params.args));
    if (method === "Log.entryAdded") this.complaints.push(params.entry.text);
    if (method === "Network.requestWillBeSent" && !params.request.url.startsWith("data:")) {
      this.requests.push(params.request.url);
    }
    if (method === "Page.loadEventFired") this.loaded?.();
  }

  ask(method, params) {
    return this.browser.ask(method, params, this.session);
  }

  async visit(file) {
    const loaded = new Promise((resolve) => { this.loaded = resolve; });
    const url = /^(http|file):/.test(file) ? file : pathToFileURL(file).href;
    await this.ask("Page.navigate", { url });
    await loaded;
  }

  /** Waits until the address is set and the browser has told of changes of it. */
  settle() {
    return this.look("new Promise((resolve) => setTimeout(resolve, 400))");
  }

  async look(expression) {
    const answer = await this.ask("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true });
    if (answer.exceptionDetails) throw new Error(expression + ": " + JSON.stringify(answer.exceptionDetails));
    return answer.result.value;
  }

  async press(key) {
    for (const type of ["keyDown", "keyUp"]) await this.ask("Input.dispatchKeyEvent", { type, key });
  }

  async click(selector, share = [0.5, 0.5]) {
    // A page that is still scrolling would move the element away from the pointer.
    const [x, y] = await this.look(`new Promise((resolve) => {
      const e = document.querySelector(${JSON.stringify(selector)});
      const poll = (before, left) => {
        e.scrollIntoView({ block: "center", behavior: "instant" });
        const b = e.getBoundingClientRect();
        const place = [b.x + b.width * ${share[0]}, b.y + b.height * ${share[1]}];
        const rests = before && place.every((it, i) => it === before[i]);
        rests || left === 0 ? resolve(place) : setTimeout(poll, 50, place, left - 1);
      };
      poll(null, 40); })`);
    for (const type of ["mousePressed", "mouseReleased"]) {
      await this.ask("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: 1 });
    }
  }

  async swipe(selector, by) {
    const [x, y] = await this.look(`(() => { const e = document.querySelector(${JSON.stringify(selector)});
      e.scrollIntoView({ block: "center" }); const b = e.getBoundingClientRect();
      return [b.x + b.width / 2, b.y + b.height / 2]; })()`);
    const touch = (type, points) => this.ask("Input.dispatchTouchEvent", { type, touchPoints: points });
    await touch("touchStart", [{ x, y }]);
    await touch("touchMove", [{ x: x + by, y }]);
    await touch("touchEnd", []);
  }

  async picture(name, whole = true) {
    await this.look("scrollTo(0, 0)");
    const { data } = await this.ask("Page.captureScreenshot", { format: "png", captureBeyondViewport: whole,
      ...(whole ? { clip: await this.whole() } : {}) });
    fs.writeFileSync(path.join(this.folder, name), Buffer.from(data, "base64"));
  }

  async whole() {
    const { cssContentSize } = await this.ask("Page.getLayoutMetrics");
    return { x: 0, y: 0, width: cssContentSize.width, height: cssContentSize.height, scale: 1 };
  }
}

module.exports = { Browser, Tab, chromium };
