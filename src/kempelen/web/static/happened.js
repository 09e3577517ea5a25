// What has happened: the event line, and stepping back to the board of that moment.
import {apply} from './board.js';
import {face, markEvent} from './marks.js';
import {element, find, heard, path, swallow, table, words} from './page.js';
import {late} from './late.js';
import {landed} from './motion.js';
import {showWhom} from './deeds.js';

/** How many events back the line stands; 0 is the newest. */
let back = 0;
/** The newest event that the page has shown. */
let newest = -1;

const events = () => /** @type {HTMLElement[]} */ ([...table().querySelectorAll('#event .event[data-number]')]);

/** After a new picture: the newest event, unless somebody still looks at an earlier one of the same. */
export function renewEvents() {
  const all = events();
  const latest = heard(all[0]);
  const since = newest;
  if (latest !== newest) back = 0;
  newest = latest;
  showWhom();
  const shown = show();
  if (latest === since || since < 0) return;
  // What ended it is seen on the board and in the line before anything says who has won.
  table().classList.toggle('ending', table().hasAttribute('data-over'));
  told = shown.then(() => { late.beats?.play(since, tellOne); return Promise.all([late.beats?.played(), landed()]); }).then(() => table().classList.remove('ending'));
}

/** @type {Promise<void>} */
let told = Promise.resolve();

/** All that the newest picture tells has been seen. */
export const allTold = () => told;

/** While it is seen the line says it; afterwards all of it. @param {string} number */
function tellOne(number) {
  const all = events();
  if (back || !all.length) return;
  const one = all.find(entry => entry.id === `event-${number}`) || all[0];
  for (const entry of all) entry.hidden = entry !== one;
  face(one);
  fitLine(one);
}

/** @param {number} by */
export function step(by) {
  const all = events();
  let wanted = Math.max(0, Math.min(all.length - 1, back - by));
  // What is told together may be headed by the newest: that one alone would look the same, so it is passed over.
  if (wanted === 1 && all.length > 2 && all[0].classList.contains('whole') && all[0].dataset.touch === all[1].dataset.touch) wanted = by < 0 ? 2 : 0;
  if (wanted === back) return;
  back = wanted;
  show();
}

export function toNow() {
  back = 0;
  show();
}

/** The line and the board of one event, by its number. @param {string} number */
export function stepTo(number) {
  back = Math.max(0, events().findIndex(entry => entry.id === `event-${number}`));
  show();
}

async function show() {
  const all = events();
  tellAll('');
  all.forEach((one, n) => { one.hidden = n !== back; });
  const at = find('step-at');
  if (at) at.textContent = all[back]?.classList.contains('whole') ? at.dataset.whole || (at.dataset.of || '').replace('#', String(all.length - 1)) : (at.dataset.of || '').replace('#', String(all.length - back));
  for (const button of table().querySelectorAll('#event [data-step]')) {
    const by = Number(/** @type {HTMLElement} */ (button).dataset.step);
    /** @type {HTMLButtonElement} */ (button).disabled = by > 0 ? back === 0 : back >= all.length - 1;
  }
  const one = all[back];
  if (one) {
    face(one);
    fitLine(one);
  }
  await past(one);
  markEvent(one || null);
}

/** A small line is so high, in pixels. */
const COUNT = 16;
/** Letters as they should be, then smaller ones. */
const SIZES = ['', 'long', 'longer', 'longest'];

/** The main thing is told whole; of the others as many as the line holds, each whole too, and how many more there are. @param {HTMLElement} one */
function fitLine(one) {
  const rows = /** @type {HTMLElement | null} */ (one.querySelector('.rows'));
  // What begins is told on the rim: words keep off it.
  const rim = one.querySelector('.began') ? 8 : 0;
  if (rows) return fitRows(rows, rim);
  const text = /** @type {HTMLElement | null} */ (one.querySelector('.txt'));
  const head = text?.querySelector('b');
  const rest = /** @type {HTMLElement | null} */ (text?.querySelector(':scope > span:not(.beside)') || null);
  const beside = /** @type {HTMLElement | null} */ (text?.querySelector(':scope > .beside') || null);
  const room = (find('event')?.clientHeight || 0) - 4 - rim;
  if (!text || !head || room < 0) return;
  text.classList.add('fitted');
  for (const size of SIZES) {
    text.classList.remove(...SIZES.filter(Boolean));
    if (size) text.classList.add(size);
    // How much else there was keeps its line.
    if (head.offsetHeight + (beside?.offsetHeight || 0) + (rest?.querySelector('.all') ? COUNT : 0) <= room) break;
  }
  if (!rest) return;
  const bits = /** @type {HTMLElement[]} */ ([...rest.querySelectorAll('.bit')]);
  rest.hidden = false;
  rest.querySelector('.bits')?.remove();
  const count = rest.appendChild(element('span', 'bits'));
  for (const bit of bits) bit.hidden = false;
  for (let shown = bits.length - 1; shown >= 0 && text.offsetHeight > room; shown -= 1) {
    bits[shown].hidden = true;
    count.textContent = ` · ${(words.below || '').replace('#', String(bits.length - shown))}`;
  }
  // Where nothing else has room, the arrow behind the main thing says that there is more.
  rest.hidden = bits.length > 0 && bits[0].hidden;
}

/** How cells give way before one of them has to: signs above the words (on a phone they stand so already), smaller letters, then without what the list tells too. */
const WAYS = [[], ['over'], ['small'], ['small', 'over'], ['small', 'bare']];
const ON_A_PHONE = matchMedia('(max-width:760px),(max-height:500px)');
/** So wide is a cell at least, and its words. */
const [CELL, WORDS] = [150, 84];
/** More deeds than so many are pictures on a phone, and so many of them. */
const [TILES, MOST_TILES] = [2, 4];

/** What several others did is told whole: as many as the line holds, first what was done to the reader and what weighs; how many more there are is a button that opens the list. @param {HTMLElement} rows @param {number} rim */
function fitRows(rows, rim) {
  const line = find('event');
  if (!line?.clientHeight) return;
  const {paddingTop, paddingBottom} = getComputedStyle(line);
  const room = line.clientHeight - Math.max(parseFloat(paddingTop), rim) - parseFloat(paddingBottom);
  const cells = /** @type {HTMLElement[]} */ ([...rows.querySelectorAll('li[data-event]')]);
  const {ranks = '', beyond: unseen = ''} = /** @type {HTMLElement} */ (rows.closest('.event')).dataset;
  // On a phone many stand side by side as pictures: who, with what, to whom; the list has the words.
  const tiles = ON_A_PHONE.matches && cells.length > TILES;
  rows.classList.toggle('tiles', tiles);
  // Who acted last is always seen where others are, too.
  const weight = cells.map((one, n) => (one.matches('.to-me') ? 1e6 : tiles && n === cells.length - 1 ? 1e5 : 0) + Number(ranks.split(' ')[n]));
  const first = cells.map((_, n) => n).sort((a, b) => weight[a] - weight[b] || a - b);
  const beyond = Number(unseen);
  for (let away = 0; away < cells.length; away += 1) {
    cells.forEach((one, n) => { one.hidden = first.indexOf(n) < away; });
    tellMore(rows, beyond + away);
    if (tiles) {
      rows.classList.remove('over', 'small', 'bare');
      rows.style.setProperty('--cells', String(cells.length - away));
      if (cells.length - away <= MOST_TILES) return;
      continue;
    }
    rows.style.setProperty('--cells', String(Math.max(1, Math.min(cells.length - away, Math.floor(rows.clientWidth / CELL)))));
    for (const way of WAYS) {
      if (ON_A_PHONE.matches && way.includes('over')) continue;
      rows.classList.remove('over', 'small', 'bare');
      rows.classList.add(...way);
      if (rows.offsetHeight <= room && cells.every(hasRoom)) return;
    }
  }
}

/** No word of it is cut or broken where it should not be. @param {HTMLElement} cell */
function hasRoom(cell) {
  const text = cell.querySelector('[data-lists]');
  return cell.hidden || !text || (text.clientWidth >= WORDS && text.scrollWidth <= text.clientWidth);
}

/** @param {HTMLElement} rows @param {number} n so many have no cell */
function tellMore(rows, n) {
  const more = rows.querySelector('.more');
  rows.classList.toggle('cut', n > 0);
  if (!n) return more?.remove();
  const button = more?.querySelector('button') || rows.appendChild(element('li', 'more')).appendChild(element('button'));
  button.textContent = `+${n}`;
  for (const [name, value] of Object.entries({type: 'button', 'aria-label': (words.below || '').replace('#', String(n)), 'data-lists': 'told-all', 'aria-expanded': 'false', 'aria-controls': 'told-all'})) button.setAttribute(name, value);
}

/** The board of an earlier moment, or now. @param {HTMLElement | undefined} one */
async function past(one) {
  const place = find('past');
  const note = find('back-to-now');
  if (!place || !note) return;
  if (back === 0 || !one) {
    place.hidden = note.hidden = true;
    place.replaceChildren();
    table().querySelectorAll('.then-copy').forEach(copy => copy.remove());
    table().classList.remove('looking-back');
    return;
  }
  const wanted = back;
  const reply = await fetch(path(`moments/${one.dataset.number}`)).catch(() => null);
  const board = reply?.ok && await reply.text().catch(() => '');
  // Somebody may have gone on while it came, even between its head and its body.
  if (!board || wanted !== back) return;
  place.innerHTML = board;
  place.hidden = note.hidden = false;
  beside(place);
  table().classList.add('looking-back');
  apply();
}

/** Scores, seats, hand and piles of that moment, each over those of now. @param {HTMLElement} place */
function beside(place) {
  table().querySelectorAll('.then-copy').forEach(copy => copy.remove());
  const then = /** @type {HTMLTemplateElement | null} */ (place.querySelector('template.then-beside'));
  for (const what of ['.round', '.goal', '.race', '.seats', '.dock']) {
    const now = table().querySelector(`${what}:not(.then-copy)`);
    const copy = /** @type {HTMLElement | null} */ (then?.content.querySelector(what)?.cloneNode(true) || null);
    if (!now || !copy) continue;
    for (const one of [copy, ...copy.querySelectorAll('*')]) ['id', 'data-handle', 'data-of', 'tabindex'].forEach(name => one.removeAttribute(name));
    copy.classList.add('then-copy');
    now.after(copy);
  }
}

// -- all of it, in a list below the line

/** Shows one of the lists, or none. @param {string} id */
function tellAll(id) {
  for (const list of /** @type {NodeListOf<HTMLElement>} */ (table().querySelectorAll('.told-list'))) list.hidden = list.id !== id;
  for (const button of table().querySelectorAll('[data-lists]')) button.setAttribute('aria-expanded', String(/** @type {HTMLElement} */ (button).dataset.lists === id));
}

const toldOpen = () => /** @type {HTMLElement | null} */ (table().querySelector('.told-list:not([hidden])'));

/** Closes the list if it is open, and says whether it was. */
export function closeTold() {
  const list = toldOpen();
  if (!list) return false;
  tellAll('');
  if (list.contains(document.activeElement)) /** @type {HTMLElement | null} */ (table().querySelector(`[data-lists="${list.id}"]`))?.focus();
  return true;
}

document.addEventListener('click', event => {
  const target = /** @type {Element} */ (event.target);
  const opens = /** @type {HTMLElement | null} */ (target.closest('[data-lists]'));
  const one = /** @type {HTMLElement | null} */ (target.closest('[data-step-to]'));
  if (opens) {
    const id = opens.dataset.lists || '';
    tellAll(toldOpen()?.id === id ? '' : id);
  } else if (one) {
    stepTo(one.dataset.stepTo || '');
  } else if (toldOpen() && !target.closest('.told-list')) {
    tellAll('');
    if (target.closest('#board')) swallow(event); // the list lies over it: whoever closes it has chosen nothing
  }
}, true);

document.addEventListener('click', event => {
  const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest('[data-step]'));
  if (!button) return;
  if (button.dataset.step === 'now') toNow(); else step(Number(button.dataset.step));
});

addEventListener('resize', () => {
  const one = events()[back];
  if (one) fitLine(one);
});
