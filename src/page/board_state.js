// The state of the page. The first of its scripts.

/** The number of lines of the displayed board. */
let size = Number(document.documentElement.dataset.size);
/** The last state from the program; `board/view.rs` lists its fields. */
let view = null;
/** The nodes of the record, the first child of each, and the charts of the current line. */
let tree = { nodes: [[null, 0, null, null, false]], first: [null] };
let charts = null;
/** The identifier of the session. */
let session = null;
/** The cell of the keyboard, and the cell under the mouse. */
let place = null;
let hovered = null;
/** What the user asked about the current node: "hint", "estimate" or nothing. */
let asked = { kind: null, node: null };
/** The marked region of a problem, and whether the user is marking it. */
let region = new Set();
let isMarking = false;
/** The previewed variation. */
let previewed = null;

/** Returns stored data as an object; storage can be disabled. */
const stored = (storage, name) => {
  try {
    return JSON.parse(storage.getItem(name)) || {};
  } catch {
    return {};
  }
};
const store = (storage, name, value) => {
  try {
    storage.setItem(name, JSON.stringify(value));
  } catch {
    // Without storage, a reload starts a new game.
  }
};
/** The session, its settings and its record: they survive a reload of the page. */
const PAGE = "tianyuan-board";
/** The last settings of new games, for all pages. */
const SETTINGS = "tianyuan-settings";
