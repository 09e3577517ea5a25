// Which dice lie on the board. What draws them comes with the first that fall: many games have none.
import {heard, table} from './page.js';

/** @typedef {Pick<typeof import('./dice.js'), 'drawDice' | 'giveWay'>} Dice */

/** @type {Dice | null} */
let painter = null;

/** @param {Dice} dice */
export function bringDice(dice) {
  painter = dice;
}

/** What draws them, if any have fallen. */
export const diceDrawn = () => painter;

/** The newest event when the reader last chose; dice that fell since lie on the board. */
let chosen = Infinity;

/** The reader has chosen: dice that lie are taken up. */
export function takeUp() {
  chosen = heard(table().querySelector('#event .event[data-number]'));
}

/** Whose dice lie: those that the line tells, else of all that is told, and if it is the newest of all since the reader chose, the latest throw: more of them cover the board. @param {HTMLElement} event @param {number[]} marked @returns {number[]} */
export function lying(event, marked) {
  const all = /** @type {HTMLElement[]} */ ([...table().querySelectorAll('#event .event[data-number]:not(.whole)')]).filter(one => one.querySelector('.die'));
  const isNewest = event === table().querySelector('#event .event[data-number]');
  const since = all.filter(one => marked.includes(Number(one.dataset.touch)) || (isNewest && heard(one) > chosen));
  const found = since.map(one => Number(one.dataset.touch)).sort((a, b) => a - b);
  const told = Number(event.dataset.dice ?? -1);
  return found.includes(told) ? [told] : found.slice(-1);
}
