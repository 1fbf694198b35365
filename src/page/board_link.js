// The link to the program: commands, polling, and restoring the game after the program or the page was started again.
// The last of the page's scripts.

const base = location.pathname.replace(/[^/]*$/, "");
const request = async (path, body, isText = false) => {
  const options = body === undefined ? {} : { method: "POST", body };
  const response = await fetch(base + path, options).catch((error) => {
    throw Object.assign(error, { isOffline: true });
  });
  if (response.ok) return isText ? response.text() : response.json();
  const said = await response.json().catch(() => ({ error: response.statusText }));
  throw Object.assign(new Error(said.error), { status: response.status, zh: said.zh });
};
const later = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

// --- commands -------------------------------------------------------------------------------

const refuse = (error) => {
  $("refused").replaceChildren(error.isOffline
    ? both("未连接到程序，命令没有执行。", "Not connected to the program; the command was not performed.")
    : both(error.zh ?? error.message, error.message));
};
/** Performs a command. Returns whether the program accepted it. */
const send = async (command) => {
  try {
    await request(session + "/command", JSON.stringify(command));
    $("refused").replaceChildren();
    return true;
  } catch (error) {
    refuse(error);
    return false;
  }
};
const recordText = async (format) => {
  try {
    return await request(`${session}/${format}`, undefined, true);
  } catch (error) {
    refuse(error);
    return null;
  }
};
const openFile = async (file) => {
  try {
    await request(session + "/open", file);
    $("refused").replaceChildren();
    remember({ game: null, problem: null });
  } catch (error) {
    refuse(error);
  }
};

// --- what survives a reload -----------------------------------------------------------------

const remember = (change) => store(sessionStorage, PAGE, { ...stored(sessionStorage, PAGE), ...change });
let saving = null;
/** Stores the record of the page after it has changed. */
const rememberRecord = () => {
  saving ??= setTimeout(async () => {
    saving = null;
    const record = await recordText("sgf");
    if (record !== null) remember({ record });
  }, 400);
};
/** The settings of a game that the user plays alone, such as an opened record. */
const ALONE = {
  size: 19, rules: "chinese", komi: null, handicap: 0, person: "both", level: "10", seconds: 5, teaching: null, results: null,
};
/** Starts a session with the stored game, if there is one. */
const begin = async () => {
  ({ session } = await request("start", ""));
  view = null;
  const { game, record } = stored(sessionStorage, PAGE);
  remember({ session });
  const problem = storedProblem();
  if (problem !== undefined) await send({ do: "problem", index: problem });
  else if (record) await send({ do: "restore", game: game ?? ALONE, record });
};

// --- polling --------------------------------------------------------------------------------

const connect = (isConnected, zh = "", en = "") => {
  $("connection").hidden = isConnected;
  if (!isConnected) $("connection").replaceChildren(both(zh, en));
};
let boardOf = null;
const receive = async (next) => {
  const isNew = !view || next.game !== view.game || boardOf !== session;
  if (isNew || next.size !== size) await setBoard(next.size);
  boardOf = session;
  const isMoved = isNew || next.node !== view.node;
  if (next.tree) [tree, charts] = [next.tree, next.charts];
  // An answer before a reload of the page was stored then.
  if (!view && next.problem && next.problem.first !== null) answered.add(next.problem.index);
  [view, receivedAt] = [next, performance.now()];
  if (isNew) $("analyze").checked = next.analyzing;
  if (isMoved) {
    previewed = null;
    for (const id of ["marks", "owned", "dying"]) $(id).classList.remove("faded");
    $("preview").replaceChildren();
  }
  if (next.tree) rememberRecord();
  noteLadder();
  draw();
};
const poll = async () => {
  for (;;) {
    try {
      const next = await request(`${session}/state/${view ? view.version : 0}`);
      connect(true);
      await receive(next);
    } catch (error) {
      if (error.status === 410) {
        await begin().catch(() => later(500));
      } else if (error.status === 404) {
        connect(false, "程序已用另一地址重新启动。", "The program was started again with another address.");
        await later(2000);
      } else if (!error.isOffline) {
        throw error;
      } else {
        connect(false, "与程序的连接已断开。重新运行 tianyuan board 后，此页将继续。",
          "The connection to the program is lost. Start tianyuan board again, and this page continues.");
        await later(1000);
      }
    }
  }
};
addEventListener("pagehide", () => session && navigator.sendBeacon(base + session + "/pause"));
(async () => {
  document.documentElement.classList.add("live");
  nameOptions();
  ({ session } = stored(sessionStorage, PAGE));
  await listProblems().catch(refuse);
  while (!session) {
    await begin().catch(async (error) => {
      refuse(error);
      await later(1000);
    });
  }
  await poll();
})();
