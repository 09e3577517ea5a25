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

/** @param {Element} area */
const hasSign = area => Boolean(area.nextElementSibling?.classList.contains('goes-on'));

/** Marks every area that goes on below what is seen of it. */
export function markScrolls() {
  const areas = /** @type {HTMLElement[]} */ ([...table().querySelectorAll(AREAS)]);
  // All is measured before anything is written.
  const found = areas.map(area => {
    const below = area.scrollHeight - area.clientHeight - area.scrollTop;
    return {area, below, tabindex: below > LEAST || area.scrollTop > 0 ? '0' : '-1', says: hasSign(area) ? said(area, below) : ''};
  });
  for (const {area, below, tabindex, says} of found) {
    area.classList.toggle('goes', below > LEAST);
    // Where there is nothing to choose, keys can scroll it only if it can be reached by them.
    if (area.matches('.pre, .inspector, .hold > ul') && area.getAttribute('tabindex') !== tabindex) area.setAttribute('tabindex', tabindex);
    if (hasSign(area) && area.nextElementSibling?.textContent !== says) /** @type {Element} */ (area.nextElementSibling).textContent = says;
  }
}

/** Whether the panel holds less than what is in it. @param {HTMLElement} panel */
const overfull = panel => panel.scrollHeight - panel.clientHeight > 1;

/** So high are cards in a hand on a narrow screen, in pixels with their rims, the highest first. */
const CARDS = [112, 98, 84, 74, 65, 60];
/** So high the panel is at least, in pixels: what would be done in three lines, and the buttons below it. */
const PANEL = 158;

/** How high cards are, by the size of the window. @type {Map<string, number>} */
const high = new Map();

/**
 * Cards are as large as the panel leaves room for, whatever is in it: a hand that changed its size with every touch would
 * not lie where somebody reaches for it. It never grows while one sits there. @param {HTMLElement} panel
 */
function fitHand(panel) {
  if (!NARROW.matches || !panel.clientHeight) return;
  const size = `${innerWidth} ${innerHeight}`;
  const most = high.get(size) || CARDS[0];
  for (const one of CARDS.filter(one => one <= most)) {
    table().style.setProperty('--hand-high', `${one}px`);
    high.set(size, one);
    if (panel.clientHeight >= PANEL) return;
  }
}

/** How a panel gives way, one after the other. */
const STAGES = ['close', 'tight', 'least', 'last'];

/**
 * The panel of the decision: if it is too small, first what is only explained goes, then the list of choices scrolls by
 * itself. Whose turn it is, the tip and what ends the turn stay where they are.
 */
export function fitPanel() {
  const panel = find('now');
  if (!panel) return;
  const tips = NARROW.matches ? find('tips') : null;
  panel.classList.remove(...STAGES);
  table().classList.toggle('lists', !panel.classList.contains('ready') && panel.querySelector('.lit-list[open]') !== null);
  if (tips) keepTip(tips);
  fitHand(panel);
  for (const how of STAGES) if (overfull(panel)) panel.classList.add(how);
  if (tips) fitTip(tips);
  markScrolls();
}

/** So many lines of a tip stay, whatever else there is: what is advised often stands at its end. */
const TIP_LINES = 6;

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
