// What is this? Whoever first points at something has it told, see inspector.js: what tells it comes then.
import {NARROW, data, find, plain, table} from './page.js';

/** @type {typeof import('./inspector.js') | null} */
let teller = null;
/** @type {Promise<typeof import('./inspector.js') | null> | null} */
let coming = null;

/** Nothing is told where it cannot be had. */
function come() {
  coming ||= import('./inspector.js').then(found => (teller = found), () => (coming = null));
  return coming;
}

/** @param {Element | null} target @returns {SVGElement | null} */
export function thing(target) {
  const own = /** @type {SVGElement | null} */ (target?.closest('[data-handle]') || null);
  if (own) return own;
  const holder = /** @type {HTMLElement | null} */ (target?.closest('.hc, .cond, .pile') || null);
  return holder ? holder.querySelector('[data-handle]') : null;
}

/** One's own plate, where somebody points at its signs; the card of a seat of whose stack more is known. @param {Element} target @returns {Element | null} */
export const signs = target => target.closest('.you .facts')?.closest('.you') || target.closest('.seat:has(>.contents)');

/** Who acts now, on the board. */
export const acting = () => /** @type {SVGElement | null} */ (table().querySelector('#s-board .r-unit.t-last-move:not(.t-foe)'));

/** The same of a thing in one line: what it does, then its numbers. @param {string} handle */
export function factsOf(handle) {
  const known = data('abouts');
  const told = known?.told[known.of[handle] ?? known.of[plain(handle)] ?? -1];
  /** @type {string[]} */
  const said = (told?.facts || []).map((/** @type {number} */ n) => known.facts[n]).map((/** @type {[string, string]} */ [value, label]) => (label.endsWith(`: ${value}`) ? value : label.split(': ')[0]));
  // What only sums up the others is not said twice.
  return said.filter(one => !one.split(', ').every(part => said.some(other => other !== one && other === part))).join(' · ');
}

/** Names move out of the drawings, so that nothing pops up over the board. @param {ParentNode} within */
export function takeNames(within) {
  for (const title of within.querySelectorAll('[data-handle] > title')) {
    const shape = /** @type {SVGElement} */ (title.parentElement);
    shape.dataset.name = title.textContent || '';
    if (!shape.hasAttribute('aria-label')) shape.setAttribute('aria-label', title.textContent || '');
    title.remove();
  }
}

/** After a new picture what is told may be gone. */
export function renewInspector() {
  if (teller) teller.renew(); else if (acting()) come().then(found => found?.renew());
}

/** What was picked, by a key or a button, is told about as if it had been touched. @param {string} handle */
export function tellPicked(handle) {
  if (!NARROW.matches && !table().classList.contains('companion')) come().then(found => found?.tellPicked(handle));
}

/** Whether somebody has asked for what is told. */
export const isOpen = () => teller?.isOpen() || false;

export const hide = () => teller?.hide();

/** The key I: what has the focus, or was picked. */
export const inspectFocus = () => { come().then(found => found?.inspectFocus()); };

/** A finger or the button of a mouse is down. */
let down = false;

document.addEventListener('pointerover', event => {
  // On a narrow screen it lies over the choices: there somebody has to ask for it.
  if (event.pointerType === 'touch' || NARROW.matches) return;
  const target = /** @type {Element} */ (event.target);
  if (teller) teller.pointAt(target); else if (thing(target) || signs(target)) come().then(found => found?.pointAt(target));
});
document.addEventListener('focusin', event => {
  const target = /** @type {Element} */ (event.target);
  if (!NARROW.matches && (thing(target) || signs(target))) come().then(found => document.activeElement === target && found?.tellFocus(target));
});
NARROW.addEventListener('change', () => hide());
document.addEventListener('wheel', event => teller?.scroll(event), {capture: true, passive: false});
document.addEventListener('pointerdown', event => {
  down = true;
  const target = /** @type {Element} */ (event.target);
  teller?.notRested();
  if (event.pointerType !== 'touch') return;
  // What is touched may be gone, and the finger too, when it has come.
  if (teller) teller.touch(target); else if (thing(target) || target.closest('.seat, .you')) come().then(found => down && found?.touch(target));
});
for (const ends of ['pointerup', 'pointercancel', 'pointermove']) {
  document.addEventListener(ends, event => {
    if (ends !== 'pointermove') down = false;
    if (/** @type {PointerEvent} */ (event).pointerType === 'touch') teller?.leaveOff();
  });
}
document.addEventListener('click', event => {
  if (teller) teller.click(event); else if (NARROW.matches && /** @type {Element} */ (event.target).closest('.seat, .you')) come().then(found => found?.click(event));
}, true);
document.addEventListener('contextmenu', event => {
  if (NARROW.matches && thing(/** @type {Element} */ (event.target))) event.preventDefault();
});
