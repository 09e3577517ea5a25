// Where any point of the table may be named, ways and dots come with the page; elsewhere they are never loaded.

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
