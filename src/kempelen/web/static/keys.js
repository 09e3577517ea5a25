// Keys, and moving over the board with arrows.
import {fit, zoom} from './board.js';
import {back, commit, turn} from './decide.js';
import {closeTold, step} from './happened.js';
import {hide, inspectFocus, isOpen} from './inspect.js';
import {nextChoice} from './list.js';
import {confirms, find, isSet, remember, table} from './page.js';
import {openTab} from './panels.js';
import {goOn, showGoal} from './pauses.js';
import {aimByKeys, isAiming, nudge} from './places.js';
import {scheme} from './scheme.js';
import {showVolume, soundOf} from './sound.js';
import {askTip} from './tips.js';

const TABS = /** @type {Record<string, string>} */ ({w: 'why', l: 'log', o: 'odds', k: 'rules'});
const WAYS = /** @type {Record<string, [number, number]>} */ ({ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]});

/** @param {string} name @param {boolean} on */
export function set(name, on) {
  remember(`set.${name}`, on ? '1' : '0');
  applySettings();
  if (name === 'sound') soundOf();
}

export function applySettings() {
  document.body.classList.toggle('coords', isSet('coords'));
  const colours = /** @type {HTMLSelectElement | null} */ (find('scheme'));
  if (colours) colours.value = scheme();
  const asks = /** @type {HTMLSelectElement | null} */ (find('set-confirm'));
  if (asks) asks.value = confirms();
  showVolume();
  for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll('[data-set]'))) box.checked = isSet(box.dataset.set || '');
}

export const openKeys = () => /** @type {HTMLDialogElement} */ (find('keys')).showModal();

/** From one lit thing to the nearest in a direction. @param {Element} from @param {[number, number]} way */
function wander(from, [dx, dy]) {
  const here = from.getBoundingClientRect();
  let best = Infinity;
  /** @type {SVGElement | null} */
  let found = null;
  for (const shape of /** @type {NodeListOf<SVGElement>} */ (table().querySelectorAll('#board .live'))) {
    const there = shape.getBoundingClientRect();
    const x = there.x + there.width / 2 - here.x - here.width / 2;
    const y = there.y + there.height / 2 - here.y - here.height / 2;
    const ahead = x * dx + y * dy;
    const far = ahead + 2 * Math.abs(x * dy + y * dx);
    if (shape !== from && ahead > 1 && far < best) [best, found] = [far, shape];
  }
  if (!found) return;
  from.setAttribute('tabindex', '-1');
  found.setAttribute('tabindex', '0');
  found.focus();
}

document.addEventListener('keydown', event => {
  const target = /** @type {Element} */ (event.target);
  const menu = event.key === 'Escape' && document.querySelector('details.menu[open], details.drawer[open]');
  if (menu) {
    menu.removeAttribute('open');
    return;
  }
  if (target.matches('input,select,textarea') || event.ctrlKey || event.metaKey || event.altKey) return;
  if (document.querySelector('dialog[open]')) return;
  const shape = /** @type {SVGElement | null} */ (target.closest('[data-handle]'));
  const {key} = event;
  if (WAYS[key] && isAiming()) {
    event.preventDefault();
    return nudge(WAYS[key], event.shiftKey);
  }
  if (event.repeat) return;
  if (shape && (key === 'Enter' || key === ' ')) {
    event.preventDefault();
    shape.dispatchEvent(new MouseEvent('click', {bubbles: true}));
  } else if (key === 'Enter' && !target.closest('button, a, summary')) {
    if (!goOn()) find('commit') ? commit() : find('show-end')?.click();
  } else if (key >= '1' && key <= '9') {
    const buttons = find('choices')?.querySelectorAll('.choice') || [];
    /** @type {HTMLElement | undefined} */ (buttons[Number(key) - 1])?.click();
  } else if (key === 'Escape') {
    if (!closeTold() && !back() && isOpen()) hide();
  } else if (WAYS[key] && shape) {
    event.preventDefault();
    wander(shape, WAYS[key]);
  } else if ((key === 'ArrowDown' || key === 'ArrowUp') && target.closest('#choices')) {
    if (nextChoice(target, key === 'ArrowDown' ? 1 : -1)) event.preventDefault();
  } else if (WAYS[key] && !target.closest('button, a, summary, [tabindex="0"]')) {
    /** @type {SVGElement | null} */ (table().querySelector('#board .live'))?.focus();
  } else if (key === ' ' && !target.closest('button, a, summary, [tabindex="0"]')) {
    event.preventDefault();
    if (!goOn()) find('commit') ? commit() : find('next')?.click();
  } else if (key === '[' || key === ']') {
    step(key === '[' ? -1 : 1);
  } else if (key === '?') {
    openKeys();
  } else if (key === '+' || key === '-' || key === '0') {
    if (key === '0') fit(); else zoom(key === '+' ? 1.35 : 1 / 1.35);
  } else if (!isSet('noletters')) {
    letter(key.toLowerCase());
  }
});

/** @param {string} key */
function letter(key) {
  if (TABS[key]) openTab(TABS[key], true);
  else if (key === 'u') find('undo')?.click();
  else if (key === 'n') find('next')?.click();
  else if (key === 'g') showGoal();
  else if (key === 't') askTip();
  else if (key === 'i') inspectFocus();
  else if (key === 'c') set('coords', !isSet('coords'));
  else if (key === 'r') turn();
  else if (key === 'p') aimByKeys();
}
