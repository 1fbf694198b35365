// Spaced repetition of problems: a right first answer doubles the time until the problem is due again, about; a wrong
// one makes it due at once. Review pages and the board append it to their scripts.

/** The days until a problem is due again, by the number of right first answers in a row. */
const INTERVALS = [0, 1, 3, 7, 14, 30, 60, 120];
const STORE = "tianyuan-practice";
const counted = (number, unit) => `${number} ${unit}${number === 1 ? "" : "s"}`;
const today = () => Math.floor(Date.now() / 86400000);

/** Returns a name of a problem that does not depend on its place in the list. */
const nameOf = ({ color, stones, lines = size }) => {
  let hash = 0x811c9dc5;
  for (const letter of `${lines}:${color}:${stones}`) {
    hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  }
  return `${lines}-${hash.toString(16)}`;
};

/** The stored progress: for each problem the number of right answers in a row, and the day on which it is due. */
let progress = {};
let isStored = true;
try {
  progress = JSON.parse(localStorage.getItem(STORE)) || {};
} catch {
  // Private windows refuse storage; a malformed value is replaced.
  isStored = false;
}
const keep = () => {
  try {
    localStorage.setItem(STORE, JSON.stringify(progress));
    isStored = true;
  } catch {
    isStored = false;
  }
};
let practice = [];
/** Starts the practice of problems. */
const startPractice = (problems) => {
  practice = problems.map(nameOf);
  drawProgress();
};
/** Returns the progress of a problem; a problem without progress is due. */
const progressOf = (place) => {
  const [level, due] = progress[practice[place]] || [0, 0];
  const isValid = Number.isInteger(level) && level >= 0 && Number.isFinite(due);
  return isValid ? { level, due } : { level: 0, due: 0 };
};
const isDue = (place) => progressOf(place).due <= today();
/** Stores the first answer to a problem. */
const noteAnswer = (place, isRight) => {
  const level = isRight ? Math.min(progressOf(place).level + 1, INTERVALS.length - 1) : 0;
  progress[practice[place]] = [level, today() + INTERVALS[level]];
  keep();
  drawProgress();
};
/** Returns the next due problem after a place, or undefined. */
const nextDue = (place) => {
  const count = practice.length;
  const places = practice.map((_, i) => (place + 1 + i) % count);
  return places.find(isDue);
};
const drawProgress = () => {
  const due = practice.filter((_, place) => isDue(place)).length;
  $("due").disabled = !due;
  $("due").replaceChildren(both(`练习到期的题（${due}）`, `Practise due problems (${due})`));
  document.querySelectorAll(".list-of-problems li").forEach((item, place) => {
    const { level, due: day } = progressOf(place);
    item.classList.toggle("solved", level > 0);
    const days = Math.max(0, day - today());
    item.querySelector(".progress").replaceChildren(level
      ? both(`答对 ${level} 次，${days ? days + " 天后复习" : "该复习了"}`, `right ${counted(level, "time")}, ${days ? `again in ${counted(days, "day")}` : "due"}`)
      : both("未掌握", "to learn"));
  });
  $("stored").hidden = isStored;
};
