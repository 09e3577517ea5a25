// What a table needs as soon as something happens at it, and not before: it comes with the first touch, or with the news.
import {isWaiting} from './held.js';

/** @type {{beats?: typeof import('./beats.js')}} */
export const late = {};

/** @type {Promise<void> | null} */
let coming = null;

/** Whoever has to wait for an answer waits for it meanwhile; a table that cannot have it goes on without. */
export function comeLate() {
  coming ||= Promise.all([import('./beats.js'), layer()]).then(([found]) => { late.beats = found; }, () => { coming = null; });
  return coming;
}

/** What lays a new table over the old one: a plain script. @returns {Promise<void>} */
function layer() {
  return new Promise((come, fail) => {
    const script = document.createElement('script');
    script.addEventListener('load', () => come());
    script.addEventListener('error', fail);
    script.src = new URL('./vendor/idiomorph.min.js', import.meta.url).href;
    document.head.append(script);
  });
}

/** The touch that ended what was seen was meant for nothing else, if it fell on the line that tells it, or on what could not be read yet. */
let hurried = false;

// Whoever touches anything has seen enough; what he touches on the board he means: all is in its place by then.
for (const kind of ['pointerdown', 'keydown']) {
  document.addEventListener(kind, event => {
    comeLate();
    const playing = late.beats?.isPlaying() || false;
    hurried = playing && kind === 'pointerdown' && Boolean(/** @type {Element} */ (event.target).closest(isWaiting() ? '#event, #now, #tabs' : '#event'));
    if (playing) late.beats?.finish();
  }, true);
}
document.addEventListener('click', event => {
  if (hurried) event.stopImmediatePropagation();
  hurried = false;
}, true);
