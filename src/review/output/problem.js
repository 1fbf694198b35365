// Problems: replies to the reader's moves from stored variations. Appended to page_board.js in the same script.

const { problems } = game;
const items = Array.from(document.querySelectorAll(".list-of-problems li"));
/** The current problem, the board, the current variation and the number of its moves played. */
let chosen = 0;
let board = [];
let followed = null;
let played = 0;
/** Whether the first answer to the problem is still open. */
let isOpen = true;
let begun = null;
/** Stores the first answer. */
const noteFirst = (isRight) => {
  if (isOpen) noteAnswer(chosen, isRight);
  isOpen = false;
};

const problem = () => problems[chosen];
const sideAt = (count) => (count % 2 ? 3 - problem().color : problem().color);
const put = (cell) => {
  board = after(board, sideAt(played), cell);
  played += 1;
};
const drawProblem = () => {
  $("stones").replaceChildren(...board.flatMap((color, cell) => (color ? [use(color, cell)] : [])));
  const numbers = new Map(followed ? followed.slice(0, played).map((cell, i) => [cell, i + 1]) : []);
  numbers.delete(null);
  const marks = Array.from(numbers, ([cell, number]) => {
    const [x, y] = centre(cell);
    const name = board[cell] === 1 ? "on-black-text" : "on-white-text";
    return board[cell] ? drawn("text", { x, y: y + 0.5, class: name }, String(number)) : "";
  });
  $("marks").replaceChildren(...marks);
};
const tell = (name, zh, en) => {
  $("told").className = "told " + name;
  $("told").replaceChildren(both(zh, en));
};
const begin = (place) => {
  chosen = Math.max(0, Math.min(problems.length - 1, place));
  board = Array.from(problem().stones, Number);
  if (chosen !== begun) isOpen = true;
  begun = chosen;
  [followed, played] = [null, 0];
  const isBlack = problem().color === 1;
  $("caption").replaceChildren(stone(problem().color), both(
    `第 ${chosen + 1} 题，${isBlack ? "黑" : "白"}先。`, `Problem ${chosen + 1}: ${isBlack ? "Black" : "White"} to play.`));
  tell("", "在棋盘上点一手，或写下坐标。", "Tap a point, or write its name.");
  items.forEach((item, i) => item.querySelector(".choose").setAttribute("aria-current", String(i === chosen)));
  $("next").disabled = chosen === problems.length - 1;
  drawProblem();
};
/** Plays a move of the current variation and its reply. */
const goOn = () => {
  put(followed[played]);
  if (played < followed.length) put(followed[played]);
  drawProblem();
};
/** Replies to the first move. */
const answerFirst = (cell) => {
  const found = problem().tries.findIndex(([, line]) => line[0] === cell);
  noteFirst(found === 0);
  const refuted = found < 0 && problem().proof?.[1].find((line) => line[0] === cell);
  if (refuted) {
    followed = refuted;
    goOn();
    tell("wrong", "已证明：这一手不成立。可以接着下。", "Wrong: this move is refuted. You may play on.");
    return;
  }
  if (found < 0) {
    tell("wrong", "这一手不在引擎的选点之中。再试一手。", "The engine did not consider this move. Try another one.");
    return;
  }
  const [winrate, line, isPlayed] = problem().tries[found];
  const best = problem().tries[0][0];
  followed = line;
  goOn();
  const [wins, most] = [percent(winrate), percent(best)];
  if (found === 0) {
    const [zh, en] = problem().proof?.[0].map((text, i) => (i ? " " + text : text)) ?? ["", ""];
    tell("right", `正解，胜率 ${wins}。${zh}可以接着下。`, `Right: it wins ${wins}.${en} You may play on.`);
  } else if (isPlayed) {
    tell("wrong", `实战就是这样下的：胜率 ${wins}，正解 ${most}。`, `This was played in the game: it wins ${wins}, the right move ${most}.`);
  } else {
    tell("wrong", `不对：胜率 ${wins}，正解 ${most}。`, `Wrong: it wins ${wins}, the right move ${most}.`);
  }
};
const attempt = (cell) => {
  if (board[cell]) return;
  if (!followed) return answerFirst(cell);
  if (played >= followed.length) {
    tell("", "变化到此为止。", "The variation ends here.");
  } else if (followed[played] === cell) {
    goOn();
    tell("right", "与引擎的变化一致。", "So does the engine.");
  } else {
    tell("", "引擎在这里另有下法。", "The engine would go on elsewhere.");
  }
};
const showAnswer = () => {
  noteFirst(false);
  begin(chosen);
  followed = problem().tries[0][1];
  while (played < followed.length) put(followed[played]);
  drawProblem();
  tell("", "正解和此后的变化。", "The answer, and how it goes on.");
};

// --- user input -----------------------------------------------------------------------------

$("board").addEventListener("click", (event) => {
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform($("board").getScreenCTM().inverse());
  const [column, row] = [x, y].map((length) => Math.round(length / CELL) - 1);
  if (column >= 0 && column < size && row >= 0 && row < size) attempt(row * size + column);
});
$("try").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = $("vertex").value.trim().toUpperCase();
  const [column, row] = [LETTERS.indexOf(text[0]), size - Number(text.slice(1))];
  $("vertex").value = "";
  const isPoint = /^[A-Z]\d+$/.test(text) && column >= 0 && column < size && row >= 0 && row < size;
  if (isPoint) attempt(row * size + column);
  else tell("", "请写坐标，例如 C4。", "Write the name of a point, as C4.");
});
$("again").addEventListener("click", () => begin(chosen));
$("due").addEventListener("click", () => {
  const next = nextDue(chosen);
  if (next === undefined) return;
  if (next === chosen) begin(next);
  else location.hash = `#p${next + 1}`;
});
$("answer").addEventListener("click", showAnswer);
$("next").addEventListener("click", () => { location.hash = `#p${chosen + 2}`; });
const addressed = () => {
  const found = /^#p(\d+)$/.exec(location.hash);
  return found ? Number(found[1]) - 1 : 0;
};
addEventListener("hashchange", () => {
  begin(addressed());
  document.querySelector(".stage").scrollIntoView({ block: "start" });
});
// Keys: N is the next due problem, A the answer, R starts again.
const KEYS = { n: () => $("due").click(), a: showAnswer, r: () => begin(chosen) };
document.addEventListener("keydown", (event) => {
  const isTyping = event.target.matches("input");
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
  const act = KEYS[event.key.toLowerCase()];
  if (act) act();
});
document.documentElement.classList.add("live");
begin(addressed());
startPractice(problems);
