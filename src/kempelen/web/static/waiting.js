// Going on by the tips while there is nothing to do but pass the time: what others do is seen meanwhile, and it stops
// as soon as a tip says something else, something has to be read, or anything is touched.
import {question} from './decide.js';
import {find} from './page.js';
import {isHeld} from './pauses.js';

/** Somebody has asked for it, and nothing has come up since. */
let waiting = false;

/** @param {(notation: string) => void} answer */
export function beginWaiting(answer) {
  waiting = true;
  waitOn(answer);
}

/** After every new picture. @param {(notation: string) => void} answer */
export function waitOn(answer) {
  if (!waiting || (!question() && !isHeld())) return;
  const notation = find('wait-on')?.dataset.wait;
  waiting = Boolean(notation) && !isHeld() && !document.querySelector('dialog[open]');
  if (waiting && notation) answer(notation);
}

for (const kind of ['pointerdown', 'keydown']) document.addEventListener(kind, () => { waiting = false; }, true);
