// User input: mouse, touch, keys, buttons, dialogs and files. Appended to board_panels.js in the same script.

const play = (cell) => {
  if (view.phase === "agreeing") return send({ do: "dead", cell });
  return send({ do: "play", cell });
};
const go = (node) => node !== null && node !== undefined && node !== view.node && send({ do: "go", node });
const ask = (kind) => {
  asked = { kind, node: view.node };
  if (!$("analyze").checked) send({ do: "look" });
  draw();
};

// --- board ----------------------------------------------------------------------------------

const boardPlace = $("board-place");
/** Cells below this size need a second tap, in pixels. */
const SMALL = 26;
const mark = (cell) => {
  if (cell === null) return;
  region.add(cell);
  drawPosition();
};
boardPlace.addEventListener("click", (event) => {
  const cell = cellAt(event.clientX, event.clientY);
  if (!view || cell === null || isMarking) return;
  const isTouch = event.pointerType === "touch";
  if (isTouch && cellSize() < SMALL && view.phase === "playing" && place !== cell) {
    place = cell;
    return drawPointers();
  }
  place = null;
  play(cell);
});
boardPlace.addEventListener("pointermove", (event) => {
  if (!view) return;
  const cell = cellAt(event.clientX, event.clientY);
  if (isMarking && event.buttons) return mark(cell);
  if (event.pointerType !== "mouse" || cell === hovered) return;
  hovered = cell;
  drawPointers();
});
// The marks and rows are replaced while the analysis runs, so that they receive no event when the mouse leaves them.
addEventListener("pointermove", (event) => {
  const isOver = event.target.closest?.(".choice, #choices tr");
  if (previewed && event.pointerType === "mouse" && !isOver) preview(null);
});
boardPlace.addEventListener("pointerdown", (event) => {
  if (!isMarking) return;
  const cell = cellAt(event.clientX, event.clientY);
  if (region.has(cell)) {
    region.delete(cell);
    return drawPosition();
  }
  mark(cell);
});
boardPlace.addEventListener("pointerleave", () => {
  hovered = null;
  if (view) drawPointers();
});
$("play-here").addEventListener("click", () => {
  const cell = place;
  place = null;
  play(cell);
});

// --- keys -----------------------------------------------------------------------------------

const movePlace = (columns, rows) => {
  const middle = Math.floor(size / 2);
  const [x, y] = place === null ? [middle - columns, middle - rows] : [place % size, Math.floor(place / size)];
  const within = (coordinate) => Math.max(0, Math.min(size - 1, coordinate));
  place = within(y + rows) * size + within(x + columns);
  const color = view.board[place];
  const [zh, en] = { 0: ["空", "empty"], 1: ["黑", "Black"], 2: ["白", "White"] }[color];
  $("announcement").replaceChildren(vertex(place), " ", both(zh, en));
  drawPointers();
};
const flip = (id) => {
  $(id).checked = !$(id).checked;
  $(id).dispatchEvent(new Event("change"));
};
const KEYS = {
  ArrowLeft: () => movePlace(-1, 0),
  ArrowRight: () => movePlace(1, 0),
  ArrowUp: () => movePlace(0, -1),
  ArrowDown: () => movePlace(0, 1),
  Enter: () => place !== null && play(place),
  PageUp: () => $("back").click(),
  PageDown: () => $("forth").click(),
  Home: () => $("first").click(),
  End: () => $("last").click(),
  p: () => $("pass").click(),
  u: () => $("undo").click(),
  h: () => $("hint").click(),
  e: () => $("estimate").click(),
  a: () => flip("analyze"),
  o: () => flip("show-owned"),
  n: () => openNewGame(),
  Escape: () => {
    [place, asked.kind] = [null, null];
    preview(null);
    draw();
  },
};
document.addEventListener("keydown", (event) => {
  const isText = event.target.matches("input:not([type=checkbox]), textarea, select, dialog *");
  const isButton = event.target.matches("button, summary, a, input") && event.key === "Enter";
  if (!view || isText || isButton || event.ctrlKey || event.metaKey || event.altKey) return;
  const act = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!act) return;
  event.preventDefault();
  act();
});

// --- buttons --------------------------------------------------------------------------------

const onClick = (id, act) => $(id).addEventListener("click", act);
onClick("pass", () => send({ do: "pass" }));
onClick("undo", () => send({ do: "undo" }));
onClick("hint", () => ask("hint"));
onClick("estimate", () => ask("estimate"));
onClick("engine-move", () => send({ do: "engine-move" }));
onClick("resign", () => $("confirm-resign").showModal());
$("confirm-resign").addEventListener("submit", ({ submitter }) => submitter.value === "resign" && send({ do: "resign" }));
const parent = (node) => tree.nodes[node][0];
const along = (next) => {
  let node = view.node;
  for (let to = next(node); to !== null && to !== undefined; to = next(node)) node = to;
  return node;
};
onClick("first", () => go(along(parent)));
onClick("back", () => go(parent(view.node)));
onClick("forth", () => go(tree.first[view.node]));
onClick("last", () => go(along((node) => tree.first[node])));
$("slider").addEventListener("change", (event) => charts && go(charts.nodes[Number(event.target.value)]));
$("tree").addEventListener("click", (event) => {
  const { node } = event.target.dataset;
  if (node !== undefined) go(Number(node));
});
for (const plot of document.querySelectorAll(".plot")) {
  plot.addEventListener("click", (event) => {
    if (!charts) return;
    const box = plot.getBoundingClientRect();
    go(charts.nodes[Math.round(((event.clientX - box.left) / box.width) * (charts.nodes.length - 1))]);
  });
}
$("analyze").addEventListener("change", (event) => {
  send({ do: "analyze", on: event.target.checked });
  draw();
});
for (const id of ["show-owned", "show-choices"]) {
  $(id).addEventListener("change", () => {
    if ($("show-owned").checked && !view.evaluation && !$("analyze").checked) send({ do: "look" });
    draw();
  });
}
$("comment").addEventListener("change", (event) => send({ do: "comment", text: event.target.value }));
$("description").addEventListener("toggle", () => view && describePosition());
onClick("mark-region", (event) => {
  isMarking = !isMarking;
  if (isMarking) region = new Set();
  event.currentTarget.setAttribute("aria-pressed", String(isMarking));
  boardPlace.classList.toggle("marking", isMarking);
  drawPosition();
});
onClick("solve", () => {
  if (isMarking) $("mark-region").click();
  send({ do: "solve", cells: Array.from(region) });
});
for (const id of ["zh", "en"]) {
  $(id).addEventListener("change", () => {
    [announced, noticed] = ["", ""];
    nameOptions();
    draw();
  });
}

// --- new game -------------------------------------------------------------------------------

const LEVELS = [...Array.from({ length: 25 }, (_, i) => `${25 - i}k`), "1d", "2d", "3d", "4d", "5d", "10"];
$("new-level").append(...LEVELS.map((level) => make("option", { value: level })));
/** The years of professional games that are offered. */
const YEARS = [1850, 1900, 1930, 1950, 1960, 1970, 1980, 1990, 2000, 2010, 2015, 2020, 2023];
const addProfiles = () => {
  if (document.documentElement.dataset.human !== "yes") return;
  for (const element of document.querySelectorAll("#new-game [data-human]")) element.hidden = false;
  const ranks = [...Array.from({ length: 20 }, (_, i) => `${20 - i}k`), ...Array.from({ length: 9 }, (_, i) => `${i + 1}d`)];
  const names = [...ranks.map((name) => "rank_" + name), ...ranks.map((name) => "preaz_" + name), ...YEARS.map((year) => "proyear_" + year)];
  const options = names.map((value) => {
    const [zh, en] = profileName(value);
    const option = make("option", { value });
    Object.assign(option.dataset, { zh, en });
    return option;
  });
  const none = make("option", { value: "" });
  Object.assign(none.dataset, { zh: "不模仿（用引擎级别）", en: "None (engine level)" });
  $("new-profile").append(none, ...options);
};
addProfiles();
$("new-profile").addEventListener("change", () => { $("new-level").disabled = $("new-profile").value !== ""; });
/** Sets the texts of the options, which cannot contain elements. */
const nameOptions = () => {
  for (const option of document.querySelectorAll("#new-game option")) {
    const { zh, en } = option.dataset;
    const { value } = option;
    const level = value === "10" ? ["全力", "full strength"] : [value.replace("k", " 级").replace("d", " 段"), value];
    const [chinese, english] = zh === undefined ? level : [zh, en];
    option.textContent = isChinese() ? chinese : english;
  }
};
const FIELDS = [
  "size", "person", "level", "profile", "rules", "handicap", "komi", "clock", "main", "period", "periods", "increment", "seconds", "teaching",
];
/** Shows the fields of the selected kind of clock. Disabled fields do not prevent the start. */
const showClockFields = () => {
  for (const field of document.querySelectorAll("[data-clock]")) {
    field.hidden = !field.dataset.clock.split(" ").includes($("new-clock").value);
    field.disabled = field.hidden;
  }
  $("new-main").min = $("new-clock").value === "byo-yomi" ? 0 : 0.05;
};
$("new-clock").addEventListener("change", showClockFields);
const openNewGame = () => {
  const settings = stored(localStorage, SETTINGS);
  for (const name of FIELDS) if (settings[name] !== undefined) $("new-" + name).value = settings[name];
  if (settings.level === undefined) $("new-level").value = "15k";
  $("new-adapt").checked = Boolean(settings.adapt);
  nameOptions();
  showClockFields();
  $("new-level").disabled = $("new-profile").value !== "";
  $("new-game").showModal();
};
/** Returns the settings of the dialog as the program expects them. */
const newGame = () => {
  const value = (name) => $("new-" + name).value;
  const number = (name) => (value(name) === "" ? null : Number(value(name)));
  const kind = value("clock");
  const clock = {
    none: null,
    absolute: { kind, main: 60 * number("main") },
    "byo-yomi": { kind, main: 60 * number("main"), period: number("period"), periods: number("periods") },
    fischer: { kind, main: 60 * number("main"), increment: number("increment") },
  }[kind];
  const settings = Object.fromEntries(FIELDS.map((name) => [name, value(name)]));
  const old = stored(localStorage, SETTINGS);
  const results = old.level === settings.level ? old.results || "" : "";
  store(localStorage, SETTINGS, { ...settings, adapt: $("new-adapt").checked, results });
  return {
    size: number("size"), rules: value("rules"), komi: number("komi"), handicap: number("handicap"),
    person: value("person"), level: value("level"), profile: value("profile") || null, seconds: number("seconds") ?? 5, teaching: number("teaching"),
    results: $("new-adapt").checked && !value("profile") ? results : null, clock,
  };
};
$("new-game").addEventListener("submit", async ({ submitter }) => {
  if (submitter.value !== "start") return;
  const game = newGame();
  const isAccepted = await send({ do: "new", game });
  if (isAccepted) remember({ game, problem: null });
});
onClick("new", () => openNewGame());
/** Stores the level of the next game once the game is over. */
const noteLadder = () => {
  if (!view.ladder || view.phase !== "over") return;
  const settings = stored(localStorage, SETTINGS);
  store(localStorage, SETTINGS, { ...settings, level: view.ladder.level ?? "10", results: view.ladder.results });
};

// --- files ----------------------------------------------------------------------------------

const save = async (format) => {
  const text = await recordText(format);
  if (text === null) return;
  const link = make("a", { href: URL.createObjectURL(new Blob([text])), download: "game." + format });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
};
onClick("save-sgf", () => save("sgf"));
onClick("save-wei7", () => save("wei7"));
onClick("open", () => $("file").click());
$("file").addEventListener("change", (event) => {
  if (event.target.files.length) openFile(event.target.files[0]);
  event.target.value = "";
});
const dropPlace = document.querySelector("main");
for (const kind of ["dragenter", "dragover"]) {
  addEventListener(kind, (event) => {
    event.preventDefault();
    dropPlace.classList.add("dropping");
  });
}
addEventListener("dragleave", (event) => event.relatedTarget === null && dropPlace.classList.remove("dropping"));
addEventListener("drop", (event) => {
  event.preventDefault();
  dropPlace.classList.remove("dropping");
  if (event.dataTransfer.files.length) openFile(event.dataTransfer.files[0]);
});
