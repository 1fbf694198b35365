// Lets the reader try moves and searches the displayed position, if the page is served by the program.
// Appended to the page's scripts.
/** Functions for the other scripts of served pages. */
const served = {};
{
  /** The polling interval, in milliseconds. */
  const INTERVAL = 400;
  const beside = location.pathname.replace(/[^/]*$/, "");
  const player = (color) => (color === 1 ? "B" : "W");
  const name = (cell) =>
    cell === null ? "pass" : LETTERS[cell % size] + (size - Math.floor(cell / size));
  const cellOf = (word) => {
    const found = /^([A-HJ-Z])(\d{1,2})$/i.exec(word);
    const x = found ? LETTERS.indexOf(found[1].toUpperCase()) : size;
    const y = found ? size - Number(found[2]) : size;
    return x < size && y >= 0 && y < size ? y * size + x : undefined;
  };

  // --- controls -------------------------------------------------------------------------------

  const trying = make("input", { type: "checkbox", id: "trying" });
  const field = make("input", { type: "text", id: "own-move", size: 4, maxLength: 3, autocomplete: "off" });
  field.setAttribute("autocapitalize", "characters");
  const press = (zh, en, type) => make("button", { type, className: "text" }, both(zh, en));
  const playIt = press("落子", "Play", "submit");
  const passIt = press("虚着", "Pass", "button");
  const told = make("p", { className: "told-of-search" });
  const refused = make("p", { className: "refused" });
  refused.setAttribute("role", "alert");
  const form = make("form", { className: "controls trying" },
    make("label", {}, trying, " ", both("试下并分析", "Try moves, and analyse")),
    make("label", {}, both("着手 ", "Move "), field), playIt, passIt);
  document.querySelector(".switches").after(form, told, refused);
  document.querySelector(".keys").append(" · ", make("kbd", {}, "T"), " ", both("试下", "try moves"));

  // --- server responses -----------------------------------------------------------------------

  const ask = async (what, body) => {
    const response = await fetch(beside + what, body === undefined ? {} : { method: "POST", body });
    const said = await response.json();
    if (!response.ok) throw Object.assign(new Error(said.error), { status: response.status });
    return said;
  };
  /** Returns the position of a step as an analysis query. */
  const position = (place) => {
    const line = [];
    let base = place;
    for (; steps[base].board === undefined; base = steps[base].from) line.unshift(steps[base].move);
    // Two consecutive moves of a colour imply a pass of the opponent.
    if (line.length && line[line.length - 1][0] === steps[place].turn) line.push([3 - steps[place].turn, null]);
    const stones = Array.from(steps[base].board).flatMap((color, cell) =>
      color === "0" ? [] : [[player(Number(color)), name(cell)]]);
    return {
      boardXSize: size, boardYSize: size, rules: game.rules, komi: game.komi,
      initialStones: stones, initialPlayer: player(steps[base].turn),
      moves: line.map(([color, cell]) => [player(color), name(cell)]),
    };
  };
  Object.assign(served, { ask, cellOf, name, player, position });
  const share = (winrate) => Math.round(winrate * 10000);
  const points = (score) => Math.round(score * 100);
  const forBlack = (turn, [winrate, score]) => (turn === 1 ? [winrate, score] : [10000 - winrate, -score]);
  /** Stores the result of a search in the step. */
  const keep = (place, { rootInfo, moveInfos, ownership }) => {
    const step = steps[place];
    const sign = step.turn === 1 ? 10 : -10;
    step.value = forBlack(step.turn, [share(rootInfo.winrate), points(rootInfo.scoreLead)]);
    step.playouts = rootInfo.visits;
    step.choices = moveInfos.slice(0, 6).map(({ visits, winrate, scoreLead, pv, prior }) =>
      [visits, share(winrate), points(scoreLead), pv.map((word) => cellOf(word) ?? null), share(prior)]);
    const priors = moveInfos.map(({ move, prior }) => [cellOf(move) ?? null, share(prior)]);
    step.policy = priors.filter(([cell, prior]) => cell !== null && prior >= 20);
    step.owned = ownership.map((owner) => String.fromCharCode(107 + Math.round(owner * sign))).join("");
    if (step.own) step.judged = judgement(step);
  };
  /** Returns the variance of a step's win rate. */
  const variance = ({ value: [winrate], playouts }) => winrate * (10000 - winrate) / Math.max(1, playouts);
  /** Reviews a tried move against the position before it. */
  const judgement = (step) => {
    const { from, move: [color, cell], value } = step;
    const { choices, value: was } = steps[from];
    const [before, worth] = [forBlack(color, was), forBlack(color, value)];
    const rank = choices.findIndex(([, , , line]) => line[0] === cell) + 1;
    const loss = rank === 1 ? [0, 0] : before.map((much, i) => Math.max(0, much - worth[i]));
    const error = Math.round(Math.sqrt(variance(steps[from]) + variance(step)));
    const reached = game.limits.find(([, winrate, lead]) => loss[0] >= winrate || loss[1] >= lead);
    const grade = reached && loss[0] > error ? reached[0] : "good";
    return { before, after: worth, loss, error, grade, kind: null, rank: rank || null, searched: choices.length, better: [] };
  };
  /** Redraws the changed parts, preserving the focus of a button. */
  const redraw = () => {
    const step = steps[path[at]];
    const buttons = () => Array.from($("panel").querySelectorAll("button"));
    const held = buttons().indexOf(document.activeElement);
    if (!shown) {
      drawOwned(step, boardAt(path[at]));
      drawStones(boardAt(path[at]));
      drawMarks(step, boardAt(path[at]));
    }
    if (step.judged) judge(step);
    tabulate(step);
    drawCharts(step);
    if (held >= 0) buttons()[held]?.focus({ preventScroll: true });
  };

  // --- one position at a time -----------------------------------------------------------------

  /** The step being searched, and a counter of its changes. */
  let looked = null;
  let round = 0;
  const later = () => new Promise((resolve) => setTimeout(resolve, INTERVAL));
  const look = async () => {
    const mine = ++round;
    const place = (looked = path[at]);
    refused.replaceChildren();
    told.replaceChildren(both("正在分析…", "Analysing…"));
    try {
      let { number, answer } = await ask("ask", JSON.stringify(position(place)));
      while (mine === round) {
        if (answer) {
          keep(place, answer);
          redraw();
          const visits = answer.rootInfo.visits;
          told.replaceChildren(answer.isDuringSearch
            ? both(`正在分析：${visits} 次`, `Analysing: ${visits} visits`)
            : both(`分析完毕：${visits} 次`, `Analysed: ${visits} visits`));
          if (!answer.isDuringSearch) return;
        }
        await later();
        if (mine !== round) return;
        const said = await ask("answer/" + number);
        if (said.replaced) throw Object.assign(new Error(), { isReplaced: true });
        ({ answer } = said);
      }
    } catch (error) {
      if (mine === round) fail(place, error);
    }
  };
  const stop = () => {
    round += 1;
    looked = null;
    told.replaceChildren();
    ask("stop", "").catch(() => {});
  };
  /** Displays an error. An illegal move is taken back. */
  const fail = (place, error) => {
    told.replaceChildren();
    const step = steps[place];
    if (error.status === 400 && step.own && !step.judged && place === path[at]) {
      children[step.from] = children[step.from].filter((child) => child !== place);
      go(at - 1);
      path = path.slice(0, at + 1);
    } else {
      trying.checked = false;
      looked = null;
    }
    refused.replaceChildren(error.isReplaced
      ? both("另一页面问了别的局面。", "Another page has asked for another position.")
      : error.status === undefined
        ? both("程序没有回答：它可能已经结束。", "The program does not answer: it may have ended.")
        : both("引擎不接受：" + error.message, "The engine refuses it: " + error.message));
  };

  // --- user input -----------------------------------------------------------------------------

  const play = (cell) => {
    const place = path[at];
    const color = steps[place].turn;
    const is = (child) => steps[child].move[0] === color && steps[child].move[1] === cell;
    const known = children[place].find(is);
    if (known !== undefined) return follow(known);
    if (cell !== null && boardAt(place)[cell] !== 0) {
      refused.replaceChildren(both("此处已有棋子。", "There is a stone already."));
      return;
    }
    const { number, value, owned } = steps[place];
    const step = { from: place, move: [color, cell], number: number + 1, turn: 3 - color, value, playouts: 0, choices: [], owned, own: true };
    const child = steps.push(step) - 1;
    children.push([]);
    children[place].push(child);
    follow(child);
  };
  const begin = (cell) => {
    trying.checked = true;
    play(cell);
    if (looked !== path[at]) look();
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const cell = cellOf(field.value.trim());
    if (cell === undefined) {
      refused.replaceChildren(both("着手写作 D4 这样。", "A move is written as D4."));
      return;
    }
    field.value = "";
    begin(cell);
  });
  // Typing in the field must not trigger the page's keys.
  field.addEventListener("keydown", (event) => event.stopPropagation());
  passIt.addEventListener("click", () => begin(null));
  trying.addEventListener("change", () => (trying.checked ? look() : stop()));
  document.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "t" || event.ctrlKey || event.metaKey || event.altKey) return;
    trying.checked = !trying.checked;
    if (trying.checked) look();
    else stop();
  });
  stage.addEventListener("click", (event) => {
    const board = event.target.closest("svg");
    if (!trying.checked || !board) return;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.getScreenCTM().inverse());
    const [column, row] = [x, y].map((distance) => Math.round(distance / CELL) - 1);
    if (Math.min(column, row) < 0 || Math.max(column, row) >= size) return;
    // A click on a marked move would show its variation.
    event.stopPropagation();
    play(row * size + column);
  }, true);
  addEventListener("drawn", () => {
    const step = steps[path[at]];
    if (step.own && !step.judged) {
      $("judged").replaceChildren(make("p", { className: "details" }, both("自己的一手。", "A move of your own.")));
    }
    if (trying.checked && looked !== path[at]) look();
  });
  // No search while the page is hidden.
  document.addEventListener("visibilitychange", () => {
    if (!trying.checked) return;
    if (document.hidden) round += 1;
    else look();
  });
  addEventListener("pagehide", () => { if (trying.checked) navigator.sendBeacon(beside + "stop"); });
}
