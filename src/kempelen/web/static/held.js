// Nothing tells how dice came out before they lie: until then the bar, the seats, the panel and what is told about a piece say what they said before.
import {plain, table} from './page.js';

/** What says something beside the board. */
const WHERE = ['.round', '#goal', '.race', '.turn', '.seat > .facts', '.seat > .crew > li', '.you .facts', '.own-crew > li', '#own .cap', '#inspector-body'];

/** What stood there in the picture before. @type {Map<string, Element[]>} */
const before = new Map();

/** @param {string} where */
const now = where => [...table().querySelectorAll(where)].filter(one => !one.closest('.then-copy'));

/** Whose figures they are, if they are of one piece. @param {Element} one */
const whose = one => plain(/** @type {HTMLElement | null} */ (one.querySelector('[data-handle]'))?.dataset.handle || /** @type {HTMLElement | null} */ (one.closest('.hc'))?.dataset.of || '');

/** @param {boolean} wanted whether anything will move */
export function rememberFigures(wanted) {
  before.clear();
  if (wanted) for (const where of WHERE) before.set(where, now(where).map(one => /** @type {Element} */ (one.cloneNode(true))));
}

/** What is inside stands as it did, until it is let go. @param {Element} there @param {Element} was @returns {() => void} */
export function holdInside(there, was) {
  const fresh = [...there.childNodes];
  there.replaceChildren(...was.cloneNode(true).childNodes);
  return () => there.replaceChildren(...fresh);
}

/** All that is told otherwise now stands as it did; what lets it go, and of which piece it tells. @returns {{letGo: () => void, of: string}[]} */
export function holdFigures() {
  /** @type {{letGo: () => void, of: string}[]} */
  const held = [];
  for (const [where, old] of before) {
    const here = now(where);
    if (here.length !== old.length) continue;
    here.forEach((one, n) => { if (one.innerHTML !== old[n].innerHTML) held.push({of: whose(one), letGo: holdInside(one, old[n])}); });
  }
  return held;
}

/** The panel and the reasons wait for something. */
const WAITS = 'waits';

/** How the table knows nothing yet, until it is let go. @returns {() => void} */
export function holdPanels() {
  table().classList.add(WAITS);
  return () => table().classList.remove(WAITS);
}

/** Whether something is not told yet. */
export const isWaiting = () => table().classList.contains(WAITS);
