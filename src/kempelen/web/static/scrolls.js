// Whatever scrolls shows that it goes on: it fades at its lower end, and an arrow says how much more there is.
import {NARROW, element, find, table, words} from './page.js';

/** What may be longer than its room. */
const AREAS = '.scrolls, .pre, .told-list, .inspector, .seat-list, .pane, .hold > ul';
/** Less than this many pixels hide nothing. */
const LEAST = 6;

/** The line below an area that says how it goes on; a touch goes there. */
export function goesOnSign() {
  const sign = element('span', 'goes-on');
  sign.setAttribute('aria-hidden', 'true');
  return sign;
}

/** @param {Element} area @param {number} below */
function said(area, below) {
  if (below <= LEAST) return area.scrollTop > LEAST ? '▴' : '';
  const edge = area.getBoundingClientRect().bottom;
  const more = [...area.querySelectorAll('.choice')].filter(one => one.getBoundingClientRect().bottom > edge + LEAST).length;
  return more ? `▾ ${(words.below || '').replace('#', String(more))}` : '▾';
}

/** Marks every area that goes on below what is seen of it. */
export function markScrolls() {
  for (const area of /** @type {NodeListOf<HTMLElement>} */ (table().querySelectorAll(AREAS))) {
    const below = area.scrollHeight - area.clientHeight - area.scrollTop;
    area.classList.toggle('goes', below > LEAST);
    // Where there is nothing to choose, keys can scroll it only if it can be reached by them.
    if (area.matches('.pre, .inspector, .hold > ul')) area.setAttribute('tabindex', below > LEAST || area.scrollTop > 0 ? '0' : '-1');
    const sign = area.nextElementSibling;
    if (sign?.classList.contains('goes-on')) sign.textContent = said(area, below);
  }
}

/** Whether the panel holds less than what is in it. @param {HTMLElement} panel */
const overfull = panel => panel.scrollHeight - panel.clientHeight > 1;

/** How a panel gives way, one after the other. */
const STAGES = ['close', 'tight', 'least'];

/**
 * The panel of the decision: if it is too small, first what is only explained goes, then the list of choices scrolls by
 * itself. Whose turn it is, the tip and what ends the turn stay where they are.
 */
export function fitPanel() {
  const panel = find('now');
  if (!panel) return;
  const tips = NARROW.matches ? find('tips') : null;
  panel.classList.remove(...STAGES);
  if (tips) keepTip(tips);
  spread(panel, Boolean(tips?.matches('.folded, .off')));
  for (const how of STAGES) if (overfull(panel)) panel.classList.add(how);
  if (tips) fitTip(tips);
  stowHand(panel);
  markScrolls();
}

/** How board and hand share what a tip does not take on a narrow screen: much, something for both, for the board alone. */
const SHARES = ['vast', 'roomy', 'airy'];

/** The largest share that also left room for what would be done: whoever has seen the board shrink once sees it no more. */
let most = 0;

/** Nothing moves while one thing is chosen: what was shared out for the question stays, unless it is too much now. @param {HTMLElement} panel @param {boolean} spare */
function spread(panel, spare) {
  const all = table().classList, now = `${table().dataset.version}`;
  const shared = SHARES.findIndex(one => all.contains(one));
  const least = panel.dataset.spread !== now ? most : shared < 0 ? SHARES.length : Math.max(shared, most);
  panel.dataset.spread = now;
  all.remove(...SHARES);
  if (!spare) return;
  const words = panel.querySelector('.armed .pre');
  SHARES.slice(least).some(one => {
    all.add(one);
    const fits = !overfull(panel) && !(words && words.scrollHeight - words.clientHeight > LEAST);
    if (!fits) all.remove(one);
    if (!fits && words) most = Math.max(most, SHARES.indexOf(one) + 1);
    return fits;
  });
}

/** On a narrow screen the hand stays below what would be done with a card, so that nothing moves; it gives way where words would be cut. @param {HTMLElement} panel */
function stowHand(panel) {
  const all = table().classList, words = panel.querySelector('.armed .pre');
  all.remove('stowed');
  if (NARROW.matches && words && panel.classList.contains('ready')) all.toggle('stowed', words.scrollHeight - words.clientHeight > LEAST || overfull(panel));
}

/** So many lines of a tip stay, whatever else there is: what is advised often stands at its end. */
const TIP_LINES = 4;

/** @param {HTMLElement} tips */
function keepTip(tips) {
  const text = tips.querySelector('summary');
  tips.style.setProperty('--tip-lines', '30');
  if (text) tips.style.setProperty('--tip-least', `${Math.min(text.scrollHeight, Math.ceil(TIP_LINES * parseFloat(getComputedStyle(text).lineHeight))) + 6}px`);
}

/** On a narrow screen a tip has as many whole lines as the choices leave room for, and a sign if there are more. @param {HTMLElement} tips */
function fitTip(tips) {
  const text = tips.querySelector('summary');
  if (!text) return;
  // Heights are whole pixels, lines are not.
  const lines = Math.floor((tips.clientHeight - 3) / parseFloat(getComputedStyle(text).lineHeight));
  tips.style.setProperty('--tip-lines', String(Math.max(2, lines)));
  tips.classList.toggle('cut', text.scrollHeight - text.clientHeight > 2);
}

/** What waits for the next picture: nothing, the marks, or all of it. */
let waits = 0;

/** @param {1 | 2} what the marks, or all of it */
function soon(what) {
  if (!waits) requestAnimationFrame(() => {
    const all = waits > 1;
    waits = 0;
    if (all) fitPanel(); else markScrolls();
  });
  waits = Math.max(waits, what);
}

document.addEventListener('scroll', () => soon(1), {capture: true, passive: true});
document.addEventListener('toggle', () => soon(2), true);
addEventListener('resize', () => soon(2));
document.addEventListener('click', event => {
  const area = /** @type {Element} */ (event.target).closest('.goes-on')?.previousElementSibling;
  if (area) area.scrollBy({top: area.classList.contains('goes') ? area.clientHeight * 0.8 : -area.scrollHeight});
  soon(1);
});
