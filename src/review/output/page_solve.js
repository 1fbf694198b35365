// Solves a life-and-death problem in the displayed position, if the page is served by the program.
// Appended to page_try.js in the same script.
{
  /** The polling interval, in milliseconds. */
  const INTERVAL = 300;
  const { ask, cellOf, name, player, position } = served;

  // --- controls -------------------------------------------------------------------------------

  const choosing = make("input", { type: "checkbox", id: "solving" });
  const group = make("input", { type: "text", id: "group", size: 4, maxLength: 3, autocomplete: "off" });
  const region = make("input", { type: "text", id: "region", size: 10, autocomplete: "off" });
  for (const field of [group, region]) field.setAttribute("autocapitalize", "characters");
  const other = make("input", { type: "checkbox", id: "other-first" });
  const press = (zh, en, type) => make("button", { type, className: "text" }, both(zh, en));
  const solveIt = press("求解", "Solve", "submit");
  const cancelIt = press("取消", "Cancel", "button");
  cancelIt.disabled = true;
  const result = make("p", { className: "told-of-problem" });
  result.setAttribute("role", "status");
  const form = make("form", { className: "controls solving" },
    make("label", {}, choosing, " ", both("死活：点一块棋", "Life and death: click a group")),
    make("label", {}, both("棋块 ", "Group "), group),
    make("label", {}, both("范围（可按住 Shift 点选） ", "Region (Shift and click) "), region),
    make("label", {}, other, " ", both("对方先走", "Other side first")), solveIt, cancelIt);
  document.querySelector("form.trying").after(form, result);

  // --- the problem ----------------------------------------------------------------------------

  const WRONG_POINT = ["此处没有棋子：请点要求解的一块棋。", "There is no stone: click a stone of the group."];
  /** Returns the points of a list such as A1-C3,D4, or undefined if a part is not a point of the board. */
  const pointsOf = (list) => {
    const found = new Set();
    for (const part of list.split(/[\s,，]+/).filter(Boolean)) {
      const ends = part.split("-").map(cellOf);
      if (ends.length > 2 || ends.includes(undefined)) return undefined;
      const [a, b] = [ends[0], ends[ends.length - 1]];
      const [columns, rows] = [[a % size, b % size], [Math.floor(a / size), Math.floor(b / size)]];
      for (let y = Math.min(...rows); y <= Math.max(...rows); y++) {
        for (let x = Math.min(...columns); x <= Math.max(...columns); x++) found.add(y * size + x);
      }
    }
    return found;
  };
  /** The step of the last answer, its marked points and its line. */
  let solved = null;
  /** A counter of the requests. */
  let round = 0;
  const say = (...content) => result.replaceChildren(...content);
  const solve = async () => {
    const mine = ++round;
    const place = path[at];
    solved = null;
    const [target, points] = [cellOf(group.value.trim()), pointsOf(region.value)];
    if (target === undefined) return say(both("棋块写作 D4 这样。", "A group is written as one of its stones, such as D4."));
    if (points === undefined) return say(both("范围写作 A1-C3,D4 这样。", "A region is written as A1-C3,D4."));
    if (!boardAt(place)[target]) return say(both(...WRONG_POINT));
    const color = other.checked ? 3 - steps[place].turn : steps[place].turn;
    const query = { ...position(place), target: name(target), toPlay: player(color) };
    if (points.size) query.region = Array.from(points, name);
    const started = Date.now();
    cancelIt.disabled = false;
    try {
      let { number, answer } = await ask("solve", JSON.stringify(query));
      while (!answer) {
        const seconds = Math.round((Date.now() - started) / 1000);
        say(both(`正在求解…${seconds} 秒`, `Solving… ${seconds} s`));
        await new Promise((resolve) => setTimeout(resolve, INTERVAL));
        if (mine !== round) return;
        const update = await ask("solved/" + number);
        if (update.replaced) throw Object.assign(new Error(), { isReplaced: true });
        ({ answer } = update);
      }
      if (mine === round) present(place, target, answer);
    } catch (error) {
      if (mine === round) fail(error);
    } finally {
      if (mine === round) cancelIt.disabled = true;
    }
  };
  const fail = (error) => say(error.isReplaced
    ? both("另一页面求解了别的题目。", "Another page has requested another problem.")
    : error.status === undefined
      ? both("程序没有回答：它可能已经结束。", "The program does not answer: it may have ended.")
      : both("引擎不接受：" + error.message, "The engine refuses it: " + error.message));

  // --- the answer -----------------------------------------------------------------------------

  const NAMES = { B: ["黑", "Black"], W: ["白", "White"] };
  const OUTCOMES = {
    owner: { alive: ["可活", "lives"], seki: ["可成双活", "lives in seki"], dead: ["不活", "cannot live"] },
    other: { alive: ["杀不掉", "cannot kill"], seki: ["只成双活", "gets only seki"], dead: ["可杀", "kills"] },
  };
  const REASONS = {
    time: ["已到时限", "time limit reached"],
    nodes: ["已达节点上限", "node limit reached"],
    cancelled: ["已取消", "cancelled"],
    depth: ["变化过长", "the lines are too long"],
  };
  /** Returns the result in Chinese and English. */
  const outcome = ({ status, stop, toPlay, ko, move, condition }, owner) => {
    const [zh, en] = NAMES[toPlay];
    const [own, surrounding] = owner === "B" ? [NAMES.B, NAMES.W] : [NAMES.W, NAMES.B];
    const when = {
      escape: [`${own[0]}能逃出范围时`, ` if ${own[1]} can leave the region`],
      surroundings: [`外围的${surrounding[0]}棋安全时`, ` if ${surrounding[1]}'s surrounding stones are safe`],
    }[condition] ?? ["", ""];
    const mv = move === null ? ["", ""] : move === "pass" ? ["：虚着", ": pass"] : ["：" + move, ": " + move];
    if (status === "unknown") {
      const [why, reason] = REASONS[stop];
      return [`${zh}先：未解，${why}${mv[0]}。`, `${en} to play: unknown, ${reason}${mv[1]}.`];
    }
    if (status === "ko") {
      const [taker, other] = ko.takesFirst === "B" ? [NAMES.B, NAMES.W] : [NAMES.W, NAMES.B];
      return [`${zh}先：${when[0]}打劫，${taker[0]}先提，${other[0]}方需 ${ko.threats} 个劫材${mv[0]}。`,
        `${en} to play: ko, ${taker[1]} takes first, ${other[1]} needs ${ko.threats} ko threats${when[1]}${mv[1]}.`];
    }
    const [what, result] = OUTCOMES[toPlay === owner ? "owner" : "other"][status];
    return [`${zh}先，${when[0]}${what}${mv[0]}（已证明）。`, `${en} to play ${result}${when[1]}${mv[1]} (proved).`];
  };
  const present = (place, target, answer) => {
    if (answer.error) return fail(Object.assign(new Error(answer.error), { status: 400 }));
    const owner = player(boardAt(place)[target]);
    const end = answer.pv.indexOf("threat");
    const moves = answer.pv.slice(0, end < 0 ? undefined : end).map((word) => cellOf(word) ?? null);
    // A line that starts with the other side begins with a pass of the side to move.
    const line = moves.length && answer.toPlay !== player(steps[place].turn) ? [null, ...moves] : moves;
    solved = { place, target, region: answer.region.map(cellOf), exits: (answer.exits ?? []).map(cellOf) };
    const parts = [both(...outcome(answer, owner))];
    if (line.length) {
      const button = press("变化", "Line", "button");
      button.addEventListener("click", () => show(place, line));
      parts.push(" ", button);
    }
    say(...parts);
    draw();
  };
  /** Marks the target with a triangle, the points of its region or of the chosen region with squares, exits with circles. */
  const drawProblem = () => {
    const isSolved = solved && solved.place === path[at];
    if (shown || (!isSolved && !choosing.checked)) return;
    const board = boardAt(path[at]);
    const points = isSolved ? solved.region : Array.from(pointsOf(region.value) ?? []);
    const marks = points.filter((cell) => !board[cell]).map((cell) => {
      const [x, y] = centre(cell);
      return drawn("rect", { class: "region", x: x - 4, y: y - 4, width: 8, height: 8 });
    });
    if (isSolved) {
      for (const cell of solved.exits) {
        const [x, y] = centre(cell);
        marks.push(drawn("circle", { class: "exit", cx: x, cy: y, r: 4 }));
      }
      const [x, y] = centre(solved.target);
      const ink = board[solved.target] === 1 ? "target on-black" : "target on-white";
      marks.push(drawn("path", { class: ink, d: `M${x} ${y - 9}l8 14h-16z` }));
    }
    $("marks").append(...marks);
  };

  // --- user input -----------------------------------------------------------------------------

  /** Adds a point to the region, or removes it. */
  const toggle = (cell) => {
    const points = pointsOf(region.value) ?? new Set();
    if (!points.delete(cell)) points.add(cell);
    region.value = Array.from(points, name).join(",");
    solved = null;
    draw();
  };
  region.addEventListener("change", () => { solved = null; draw(); });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    solve();
  });
  cancelIt.addEventListener("click", () => ask("stop-solving", "").catch(fail));
  // Typing in a field must not trigger the page's keys.
  for (const field of [group, region]) field.addEventListener("keydown", (event) => event.stopPropagation());
  stage.addEventListener("click", (event) => {
    const board = event.target.closest("svg");
    if (!choosing.checked || !board) return;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.getScreenCTM().inverse());
    const [column, row] = [x, y].map((distance) => Math.round(distance / CELL) - 1);
    if (Math.min(column, row) < 0 || Math.max(column, row) >= size) return;
    event.stopPropagation();
    event.stopImmediatePropagation();
    const cell = row * size + column;
    if (event.shiftKey) return toggle(cell);
    if (!boardAt(path[at])[cell]) return say(both(...WRONG_POINT));
    group.value = name(cell);
    solve();
  }, true);
  // A click has one meaning: solve a group or try a move.
  choosing.addEventListener("change", () => { if (choosing.checked && $("trying").checked) $("trying").click(); });
  $("trying").addEventListener("change", () => { if ($("trying").checked) choosing.checked = false; });
  addEventListener("drawn", drawProblem);
}
