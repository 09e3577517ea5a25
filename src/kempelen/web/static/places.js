// Where any point of the table may be named, ways and dots come with the page; elsewhere they are never loaded.

import {element, words} from './page.js';

/** @type {HTMLElement | null} */
const table = document.querySelector('#table');
const anywhere = table !== null && 'anywhere' in table.dataset;

/** What a table of tiles or cards says of points. */
const nowhere = {
  aimByKeys() {}, choosePoint() {}, drawDots() {}, nudge() {}, pointAway() {}, pointTo() {}, readyWays() {},
  forgetPoint: () => false, isAimed: () => false, isAiming: () => false, isEnd: () => false,
};

/** @type {Pick<typeof import('./ways.js'), 'aimByKeys' | 'choosePoint' | 'forgetPoint' | 'isAimed' | 'isAiming' | 'isEnd' | 'nudge' | 'pointAway' | 'pointTo' | 'readyWays'>} */
const ways = anywhere ? await import('./ways.js') : nowhere;
/** @type {Pick<typeof import('./points.js'), 'drawDots'>} */
const points = anywhere ? await import('./points.js') : nowhere;

export const {aimByKeys, choosePoint, forgetPoint, isAimed, isAiming, isEnd, nudge, pointAway, pointTo, readyWays} = ways;
export const {drawDots} = points;

/** Nothing is pointed at any more. */
export function clearFree() {
  document.querySelector('#overlay')?.replaceChildren();
  document.querySelector('#free')?.remove();
}

/** That any point may be clicked, and the way to do so without a pointer. */
export function sayAnywhere() {
  const line = element('p', 'ask aim-says');
  line.id = 'anywhere';
  const says = element('span', '', words.anywhere);
  says.id = 'aim-says';
  const button = element('button', 'chip', words.point);
  Object.assign(button, {type: 'button', id: 'aim-keys'});
  button.append(' ', element('kbd', '', 'P'));
  button.addEventListener('click', aimByKeys);
  line.append(says, button);
  return line;
}
