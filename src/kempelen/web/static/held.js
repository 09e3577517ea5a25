// Figures change when the blow lands: until then the bar, the seats and the pieces show what they showed before.
import {table} from './page.js';

/** What shows figures beside the board. */
const WHERE = ['.race', '.seat > .facts', '.seat > .crew', '.you .facts', '.own-crew'];

/** What stood there in the picture before. @type {Map<string, Element[]>} */
const before = new Map();

/** @param {string} where */
const now = where => [...table().querySelectorAll(where)].filter(one => !one.closest('.then-copy'));

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

/** All figures that are others now stand as they did; what lets them go. @returns {(() => void)[]} */
export function holdFigures() {
  /** @type {(() => void)[]} */
  const held = [];
  for (const [where, old] of before) {
    const here = now(where);
    if (here.length !== old.length) continue;
    here.forEach((one, n) => { if (one.innerHTML !== old[n].innerHTML) held.push(holdInside(one, old[n])); });
  }
  return held;
}
