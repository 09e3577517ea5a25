// A card or piece that is dragged to a place: the same as clicking the one and then the other.
import {back, cardOf, pick} from './decide.js';
import {plain, shapesOf} from './page.js';

/** So far a pointer moves before it drags, in points. */
const FAR = 14;

/** @type {{handle: string, x: number, y: number, copy: Element | null, id: number} | null} */
let held = null;

/** What can be chosen and carried: a card in hand, a piece, or the card with which one's own piece acts. @param {Element | null} target */
function carried(target) {
  const shape = /** @type {HTMLElement | null} */ (target?.closest('#own .hc')?.querySelector('.live, .chosen') || target?.closest('#board .r-unit'));
  const handle = plain(shape?.dataset.handle || '');
  return !shape || shape.matches('.live, .chosen') ? handle : cardOf(handle);
}

document.addEventListener('pointerdown', event => {
  if (event.button || !event.isPrimary) return;
  const handle = carried(/** @type {Element} */ (event.target));
  held = handle ? {handle, x: event.clientX, y: event.clientY, copy: null, id: event.pointerId} : null;
});

document.addEventListener('pointermove', event => {
  if (!held || event.pointerId !== held.id) return;
  if (!held.copy && Math.hypot(event.clientX - held.x, event.clientY - held.y) < FAR) return;
  if (!held.copy) lift(held);
  if (held.copy instanceof HTMLElement) held.copy.style.translate = `${event.clientX}px ${event.clientY}px`;
});

/** It is in the air: it is chosen, and a picture of it follows the pointer. @param {NonNullable<typeof held>} what */
function lift(what) {
  const [shape] = shapesOf(what.handle);
  if (!shape) return;
  if (!shape.classList.contains('chosen')) pick(what.handle);
  const drawn = shape.closest('svg');
  const copy = document.createElement('div');
  copy.className = 'dragged';
  copy.setAttribute('aria-hidden', 'true');
  const card = shape.closest('.hc')?.querySelector('svg')?.cloneNode(true);
  if (card && drawn) copy.append(card);
  copy.querySelectorAll('[id], [data-handle]').forEach(one => { one.removeAttribute('id'); one.removeAttribute('data-handle'); });
  document.body.append(copy);
  what.copy = copy;
}

/** @param {PointerEvent} event */
function drop(event) {
  if (!held || event.pointerId !== held.id) return;
  const {copy, handle} = held;
  held = null;
  if (!copy) return;
  copy.remove();
  const below = document.elementsFromPoint(event.clientX, event.clientY).map(one => /** @type {HTMLElement | null} */ (one.closest('[data-handle]:is(.live, .later)')));
  const place = event.type === 'pointerup' ? below.find(one => one && plain(one.dataset.handle || '') !== handle) : null;
  ended = event.timeStamp;
  if (place) pick(plain(place.dataset.handle || '')); else back();
}

/** When the last drag ended: the click that comes with it chooses nothing of its own. */
let ended = -1;
window.addEventListener('click', event => {
  if (event.timeStamp - ended < 50) event.stopImmediatePropagation();
}, true);
document.addEventListener('pointerup', drop);
document.addEventListener('pointercancel', drop);
