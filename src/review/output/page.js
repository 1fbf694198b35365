// User input: keys, buttons, touch, charts, links. Appended to page_drawing.js in the same script.

// --- user input -----------------------------------------------------------------------------

const toLesson = (direction) => {
  const here = chartPlace();
  const ahead = lessons.filter((place) => (place - here) * direction > 0);
  if (!ahead.length) return false;
  jump(direction > 0 ? ahead[0] : ahead[ahead.length - 1]);
};
/** Shows the next variation of the current position, or none after the last one. */
const showNext = () => {
  const known = variations(path[at]);
  const next = shown ? known.findIndex(({ line }) => line === shown.line) + 1 : 0;
  shown = known[next] ? { ...known[next], count: known[next].line.length } : null;
  draw();
};
const flip = (id) => {
  $(id).checked = !$(id).checked;
  draw();
};
const KEYS = {
  ArrowLeft: () => stepOr(-1, () => go(at - 1)),
  ArrowRight: () => stepOr(1, () => go(at + 1)),
  ArrowUp: () => toLesson(-1),
  ArrowDown: () => toLesson(1),
  PageUp: () => go(at - 10),
  PageDown: () => go(at + 10),
  Home: () => go(0),
  End: () => go(path.length - 1),
  o: () => flip("show-owned"),
  c: () => flip("show-choices"),
  p: () => flip("show-policy"),
  l: () => flip("show-losses"),
  w: () => $("mover-view").click(),
  g: () => guessing.click(),
  v: showNext,
  Escape: () => { shown = null; draw(); },
};
document.addEventListener("keydown", (event) => {
  const isChoice = event.target.matches("input[type=radio], input[type=text]");
  if (event.ctrlKey || event.metaKey || event.altKey || isChoice) return;
  const act = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  // Unused keys keep their default action.
  if (act && act() !== false) event.preventDefault();
});
$("first").addEventListener("click", KEYS.Home);
$("back").addEventListener("click", KEYS.ArrowLeft);
$("forth").addEventListener("click", KEYS.ArrowRight);
$("last").addEventListener("click", KEYS.End);
$("previous-lesson").addEventListener("click", KEYS.ArrowUp);
$("next-lesson").addEventListener("click", KEYS.ArrowDown);
$("slider").addEventListener("input", (event) => go(Number(event.target.value)));
$("show-owned").addEventListener("change", draw);
for (const id of ["show-choices", "show-policy", "show-losses"]) $(id).addEventListener("change", draw);

// A swipe across the board moves one step.
let touched = null;
const stage = document.querySelector(".board");
stage.addEventListener("touchstart", (event) => {
  const touch = event.touches[0];
  touched = event.touches.length === 1 ? [touch.clientX, touch.clientY] : null;
}, { passive: true });
stage.addEventListener("touchend", (event) => {
  if (!touched) return;
  const touch = event.changedTouches[0];
  const [x, y] = [touch.clientX - touched[0], touch.clientY - touched[1]];
  touched = null;
  if (Math.abs(x) > 30 && Math.abs(x) > 2 * Math.abs(y)) (x < 0 ? KEYS.ArrowRight : KEYS.ArrowLeft)();
});

// The mouse wheel over the board steps. At both ends it scrolls the page.
/** The wheel movement of one step, in pixels; a notch of a wheel is about 100. */
const NOTCH = 60;
let turned = 0;
stage.addEventListener("wheel", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || !event.deltaY) return;
  const isDown = event.deltaY > 0;
  if (isDown ? $("forth").disabled : $("back").disabled) return;
  event.preventDefault();
  if (turned * event.deltaY < 0) turned = 0;
  turned += event.deltaMode === 0 ? event.deltaY : event.deltaY * NOTCH;
  if (Math.abs(turned) < NOTCH) return;
  turned = 0;
  (isDown ? KEYS.ArrowRight : KEYS.ArrowLeft)();
}, { passive: false });

// Charts: hovering shows values, a tap or drag jumps to the move.
for (const chart of document.querySelectorAll(".chart")) {
  const plot = chart.querySelector(".plot");
  const hover = plot.appendChild(make("i", { className: "cursor hover" }));
  const placeOf = (event) => {
    const box = plot.getBoundingClientRect();
    const share = (event.clientX - box.left) / box.width;
    return Math.round(Math.max(0, Math.min(1, share)) * (main.length - 1));
  };
  const tell = (place) => {
    const number = place > 0 ? steps[main[place]].number : steps[main[1] ?? main[0]].number - 1;
    chart.querySelector("output").replaceChildren(`${Math.max(0, number)}: `, chartValue(chart, steps[main[place]]));
  };
  let isHeld = false;
  const drag = (event) => {
    path = main;
    go(placeOf(event));
  };
  plot.addEventListener("pointerdown", (event) => {
    isHeld = true;
    plot.setPointerCapture(event.pointerId);
    jump(placeOf(event));
  });
  plot.addEventListener("pointermove", (event) => {
    if (isHeld) return drag(event);
    const place = placeOf(event);
    hover.style.display = "block";
    hover.style.left = (100 * place) / Math.max(1, main.length - 1) + "%";
    tell(place);
  });
  const end = () => { isHeld = false; };
  plot.addEventListener("pointerup", end);
  plot.addEventListener("pointercancel", end);
  plot.addEventListener("pointerleave", () => {
    hover.style.display = "none";
    drawCharts(steps[path[at]]);
  });
}

// Links to moves, in the lists and in the URL.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='#m']");
  const place = link && byNumber.get(Number(link.hash.slice(2)));
  if (place === undefined || place === null) return;
  event.preventDefault();
  jump(place);
  document.querySelector(".stage").scrollIntoView({ behavior: "smooth", block: "start" });
});
for (const kind of ["popstate", "hashchange"]) {
  addEventListener(kind, () => {
    const place = addressed();
    if (place === undefined || (path === main && place === at)) return;
    path = main;
    go(place);
  });
}
for (const id of ["zh", "en"]) $(id).addEventListener("change", draw);

document.documentElement.classList.add("live");
$("panel").hidden = false;
go(addressed() ?? 0);
