// Going on by the tips while there is nothing to do but pass the time: what others do is seen meanwhile, and it stops
// as soon as a tip says something else, something has to be read, or anything is touched. Or, if that is wanted, to the end.
import {question} from './decide.js';
import {find, table} from './page.js';
import {goOn, isHeld} from './pauses.js';

/** Somebody has asked for it, and nothing has come up since. */
let waiting = false;
/** Whatever comes up is done as the tips say, until it is over. */
let toEnd = false;
/** What is to be done when that is over. @type {(() => void) | null} */
let after = null;

/** @param {(notation: string, then?: string, short?: boolean) => void} answer */
export function beginWaiting(answer) {
  waiting = true;
  waitOn(answer);
}

/** @param {(notation: string, then?: string, short?: boolean) => void} answer @param {() => void} then once, when it is over or something is touched */
export function playToEnd(answer, then) {
  toEnd = true;
  after = then;
  find('menu')?.removeAttribute('open');
  beginWaiting(answer);
}

/** After every new picture. @param {(notation: string, then?: string, short?: boolean) => void} answer */
export function waitOn(answer) {
  if (toEnd && table().hasAttribute('data-over')) return stop();
  if (toEnd && isHeld()) goOn();
  if (!waiting || (!question() && !isHeld())) return;
  const notation = toEnd ? find('show-me')?.dataset.play || question()?.options[0]?.do : find('wait-on')?.dataset.wait;
  waiting = Boolean(notation) && !isHeld() && !document.querySelector('dialog[open]');
  if (waiting && notation) answer(notation, '', toEnd);
}

function stop() {
  const then = after;
  waiting = toEnd = false;
  after = null;
  then?.();
}

for (const kind of ['pointerdown', 'keydown']) document.addEventListener(kind, stop, true);
