// Nothing tells what comes of a deed before it is seen: until then the bar, the seats, the hand, the panel and what is told about a piece say what they said before.
import {plain, table} from './page.js';

/** What says something beside the board. */
const WHERE = ['.round', '#goal', '.race', '.turn', '.seat > .facts', '.seat > .crew > li', '.you .facts', '.own-crew > li', '#own .cap', '#inspector-body'];
/** Where several act, a plate is as it was until its own moment; when it ends, so is all that tells how. */
const [PLATES, ENDS] = [['.seat'], ['.seat', '.round', '#goal', '.race', '.turn', '#dock']];

/** What stood there in the picture before. @type {Map<string, Element[]>} */
const before = new Map();

/** @param {string} where */
const now = where => [...table().querySelectorAll(where)].filter(one => !one.closest('.then-copy'));

/** Whose figures they are, if they are of one piece. @param {Element} one */
const whose = one => plain(/** @type {HTMLElement | null} */ (one.querySelector('[data-handle]'))?.dataset.handle || /** @type {HTMLElement | null} */ (one.closest('.hc'))?.dataset.of || '');

/** As it was, but nothing in it can be chosen, and what was played is no longer there. @param {Element} one */
function asItWas(one) {
  const copy = /** @type {Element} */ (one.cloneNode(true));
  for (const card of copy.querySelectorAll('.hc:has(.chosen)')) card.remove();
  for (const lit of copy.querySelectorAll('.live, .later, .chosen')) lit.classList.remove('live', 'later', 'chosen');
  return copy;
}

/** @param {boolean} wanted whether anything will move */
export function rememberFigures(wanted) {
  before.clear();
  if (wanted) for (const where of new Set([...WHERE, ...ENDS])) before.set(where, now(where).map(asItWas));
}

/** What is inside stands as it did, until it is let go. @param {Element} there @param {Element} was @returns {() => void} */
export function holdInside(there, was) {
  const fresh = [...there.childNodes];
  there.replaceChildren(...was.cloneNode(true).childNodes);
  // Whoever touches it ends the telling, and means what is there then.
  there.classList.add('as-before');
  return () => {
    there.replaceChildren(...fresh);
    there.classList.remove('as-before');
  };
}

/** @param {string[]} places @param {(one: Element) => string} of @returns {{letGo: () => void, of: string}[]} */
function hold(places, of) {
  /** @type {{letGo: () => void, of: string}[]} */
  const held = [];
  for (const where of places) {
    const [old, here] = [before.get(where) || [], now(where)];
    if (here.length !== old.length) continue;
    here.forEach((one, n) => {
      if (!one.closest('.as-before') && one.innerHTML !== old[n].innerHTML) held.push({of: of(one), letGo: holdInside(one, old[n])});
    });
  }
  return held;
}

/** All that is told otherwise now stands as it did; what lets it go, and of which piece it tells. */
export const holdFigures = () => hold(WHERE, whose);

/** The plates of those who act, each with the name of its seat; when it ends, all that tells how. @param {boolean} ending */
export const holdPlates = ending => hold(ending ? ENDS : PLATES, one => /** @type {HTMLElement} */ (one).dataset.of || '');

/** The panel and the reasons wait for something. */
const WAITS = 'waits';

/** How the table knows nothing yet, until it is let go. @returns {() => void} */
export function holdPanels() {
  table().classList.add(WAITS);
  return () => table().classList.remove(WAITS);
}

/** Whether something is not told yet. */
export const isWaiting = () => table().classList.contains(WAITS);
