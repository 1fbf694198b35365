// Problems from the user's files: list, practice and answers. Appended to problem_practice.js in the same script.

const VERDICTS = {
  right: ["正解。可以接着下。", "Right. You may play on."],
  wrong: ["不对。", "Wrong."],
  proved: ["正解：求解器已证明。", "Right: the solver proves it."],
  refuted: ["不成立：请看求解器的应手。", "Wrong: the solver refutes it."],
  unknown: ["题目中没有这一手，求解器也无法判断。", "The problem does not contain this move, and the solver cannot judge it."],
};
/** The list of problems of the program. */
let listed = [];
/** The problems whose first answer was stored since they were opened from the list. */
const answered = new Set();
/** Opens a problem; a repetition does not count. */
const openProblem = async (index, isRepetition = false) => {
  if (!isRepetition) answered.delete(index);
  if (await send({ do: "problem", index })) remember({ game: null, problem: practice[index] });
};
const listProblems = async () => {
  if (document.documentElement.dataset.problems === "0") return;
  listed = await request("problems");
  $("problems").hidden = false;
  $("problem-list").replaceChildren(...listed.map(({ title, color }, i) => {
    const choose = make("button", { type: "button", className: "choose" }, make("bdi", {}, title));
    choose.addEventListener("click", () => openProblem(i));
    return make("li", {}, choose, " ", stone(color), both("先", "to play"), " · ", make("span", { className: "progress" }));
  }));
  startPractice(listed);
};
/** Returns the index of a stored problem, or undefined. */
const storedProblem = () => {
  const index = practice.indexOf(stored(sessionStorage, PAGE).problem);
  return index < 0 ? undefined : index;
};
const drawProblem = () => {
  const { problem, turn, busy } = view;
  const isOpen = problem && problem.first === null && !problem.revealed;
  $("variations").hidden = Boolean(isOpen);
  $("problem-controls").hidden = !problem;
  $("verdict").hidden = !problem;
  $("resign").hidden = $("engine-move").hidden = Boolean(problem);
  if (!problem) return;
  const { index, verdict, first } = problem;
  if (first !== null && !answered.has(index)) {
    answered.add(index);
    noteAnswer(index, first);
  }
  const title = make("b", {}, `${index + 1}. `, make("bdi", {}, listed[index]?.title ?? ""));
  const text = busy === "solving" ? BUSY.solving : verdict ? VERDICTS[verdict] : null;
  const asks = text ? inBoth(text) : problem.revealed ? both("答案见棋盘和变化图。", "The answer is on the board and in the variations.")
    : fragmentOf(colorName(turn), both("先。", " to play."));
  $("verdict").className = verdict === "right" || verdict === "proved" ? "verdict good" : "verdict";
  $("verdict").replaceChildren(title, " ", asks);
  document.querySelectorAll("#problem-list .choose").forEach((item, i) => item.setAttribute("aria-current", String(i === index)));
  $("next-problem").disabled = index + 1 >= listed.length;
};
const fragmentOf = (...parts) => {
  const fragment = document.createDocumentFragment();
  fragment.append(...parts);
  return fragment;
};
$("again").addEventListener("click", () => openProblem(view.problem.index, true));
$("answer").addEventListener("click", () => send({ do: "answer" }));
$("next-problem").addEventListener("click", () => openProblem(view.problem.index + 1));
$("due").addEventListener("click", () => {
  const next = nextDue(view && view.problem ? view.problem.index : -1);
  if (next !== undefined) openProblem(next);
});
