// Name, facts and terms of whatever somebody points at, in a place of its own: what inspect.js brings when it is asked for.
import {isWaiting} from './held.js';
import {acting, signs, thing} from './inspect.js';
import {NARROW, data, element, find, plain, portrait, shapesOf, swallow, table, words} from './page.js';

/** How long one points before it is told, how long a finger rests, and how long what is told stays, in milliseconds. */
const [HOVER, REST, LINGER] = [250, 400, 900];
let timer = 0;
/** What is told about now. */
let shown = '';
/** What was told about last: another thing is read from its name on, the same one where it was. */
let read = '';

/** A fact of a sheet: its name and number, and in small letters what it is good for, where there is room for that. @param {string} label */
function factOf(label) {
  const at = label.indexOf(': ');
  if (at < 0) return element('li', '', label);
  const [, name, number] = /^(.*?) ?([-−+\d/]*)$/.exec(label.slice(0, at)) || ['', label.slice(0, at), ''];
  const one = element('li', 'value');
  one.title = label;
  one.append(element('span', '', name), element('b', '', number), element('small', '', label.slice(at + 2)));
  return one;
}

/** @param {SVGElement} shape */
function tell(shape) {
  // What it has become is not told before it is seen.
  if (isWaiting()) return;
  const handle = shape.dataset.handle || '';
  const panel = find('inspector');
  const body = find('inspector-body');
  if (!panel || !body) return;
  const known = data('abouts');
  const told = known?.told[known.of[handle] ?? known.of[plain(handle)] ?? -1];
  const whole = shape.dataset.name || shape.getAttribute('aria-label') || '';
  // What stands after a colon are the same numbers that are listed below.
  const [name, ...more] = told?.facts.length ? [whole.split(':')[0]] : whole.split(/, (?=.)/);
  if (!name && !told) return hide();
  shown = handle;
  const head = element('header');
  // What a name says behind a colon stands below it.
  // Of a circle round something nothing could be seen in so small a picture.
  if (!shape.classList.contains('r-reach')) head.append(portrait(shape));
  head.append(element('h3', '', (told?.facts.length ? name.split(': ')[0] : name) || known.terms[told?.about[0]]?.[0]), ...NARROW.matches ? [closes()] : []);
  body.replaceChildren(head);
  if (more.length) body.append(element('p', 'more', more.join(', ')));
  // What it is just now and what it can do is read first; its numbers stand below, side by side.
  const facts = (told?.facts || []).map((/** @type {number} */ n) => factOf(known.facts[n][1]));
  const [now, values] = [element('ul'), element('ul', 'values')];
  for (const one of facts) (one.classList.contains('value') ? values : now).append(one);
  if (now.children.length) body.append(now);
  if (told?.about.length) {
    const terms = element('dl');
    for (const [term, words] of told.about.map((/** @type {number} */ n) => known.terms[n])) terms.append(element('dt', '', term), element('dd', '', words));
    body.append(terms);
  }
  if (values.children.length) body.append(values);
  panel.hidden = false;
  panel.style.maxHeight = '';
  makeRoom();
  if (read !== handle) panel.scrollTop = 0;
  read = handle;
}

/** The dots, what they say, and what it rests on. @param {Element} one */
function suspected(one) {
  const line = element('li', 'whole dots');
  const lamps = one.querySelector('.lamps');
  if (lamps) line.append(lamps.cloneNode(true), ' ');
  line.append(element('b', '', one.querySelector('.how')?.textContent || ''), ` · ${one.querySelector('.sr')?.textContent}`);
  return line;
}

/** On a phone it lies over what is chosen: how it closes is said. */
function closes() {
  const button = element('button', 'chip closes', words.close);
  button.setAttribute('type', 'button');
  button.addEventListener('click', hide);
  return button;
}

/** On a small screen a card is a row of signs: what they mean, in words. @param {Element} card */
function tellCard(card) {
  const panel = find('inspector');
  const list = element('ul');
  for (const fact of card.querySelectorAll('.fact')) list.append(element('li', '', fact.querySelector('.sr')?.textContent || ''));
  for (const one of card.querySelectorAll('.suspect')) list.append(suspected(one));
  for (const one of card.querySelectorAll('.cond, .role')) list.append(element('li', '', one.textContent?.trim() || ''));
  for (const one of card.querySelectorAll('.crew li')) {
    const said = [...one.querySelectorAll('.nm, .sf .sr, .st')].map(part => part.textContent?.trim());
    list.append(element('li', 'whole', `${said[0]}: ${said.slice(1).filter(Boolean).join(', ')}`));
  }
  const contents = /** @type {HTMLElement | null} */ (card.querySelector('.contents'));
  if (contents) list.append(element('li', 'whole head', contents.dataset.head), ...[...contents.children].map(line => element('li', 'whole', line.textContent || '')));
  if (!panel || !list.children.length) return;
  shown = card.id;
  const head = element('header');
  const called = [...card.querySelector('h3')?.childNodes || []].map(part => part.textContent?.trim()).filter(Boolean);
  head.append(element('h3', '', called.join(' · ')), closes());
  find('inspector-body')?.replaceChildren(head, list);
  panel.hidden = false;
  panel.scrollTop = 0;
}

/** It takes what the other seats leave free, and scrolls; where that is too little their cards end above it, and scroll. */
function makeRoom() {
  const panel = find('inspector');
  const seats = find('seats');
  seats?.style.setProperty('padding-bottom', '');
  if (!panel || panel.hidden || !ROOMY.matches) return;
  const above = table().querySelector('#seats .seat:last-of-type')?.getBoundingClientRect().bottom || 0;
  const {bottom, height} = panel.getBoundingClientRect();
  const free = bottom - above - GAP;
  if (above && free >= FEWEST) panel.style.maxHeight = `${free}px`;
  else seats?.style.setProperty('padding-bottom', `${height + GAP}px`);
}

export function hide() {
  shown = '';
  const panel = find('inspector');
  if (panel) panel.hidden = true;
  makeRoom();
}

/** Nobody points at it any more. */
function leave() {
  clearTimeout(timer);
  timer = window.setTimeout(() => { if (shown && !table().querySelector('[data-handle]:focus-visible')) tellActing(); }, LINGER);
}

/** Whether somebody has asked for what is told. */
export const isOpen = () => Boolean(shown) && find('inspector')?.hidden === false;

/** What stays free between them, and with how much room it is worth telling, in pixels. */
const [GAP, FEWEST] = [8, 170];
/** So wide that what is told lies beside the board. */
const ROOMY = matchMedia('(min-width: 1101px)');

/** Nobody points at anything: what acts now is told about, where there is room for it. */
function tellActing() {
  const who = acting();
  if (!who || !ROOMY.matches || table().classList.contains('companion')) return hide();
  // Unasked it takes no room from the other seats.
  const panel = /** @type {HTMLElement} */ (find('inspector'));
  find('seats')?.style.setProperty('padding-bottom', '');
  const above = table().querySelector('#seats .seat:last-of-type')?.getBoundingClientRect().bottom || 0;
  tell(who);
  shown = '';
  const room = panel.getBoundingClientRect().bottom - above - GAP;
  if (room < FEWEST) hide(); else panel.style.maxHeight = `${room}px`;
}

/** After a new picture what is told may be gone. */
export function renew() {
  if (!shown) return tellActing();
  const [shape] = shapesOf(shown);
  if (shape) tell(shape); else tellActing();
}

/** What was picked, by a key or a button, is told about as if it had been touched. @param {string} handle */
export function tellPicked(handle) {
  const shape = shapesOf(handle).find(one => one.closest('#own'));
  if (shape && shown !== shape.dataset.handle) tell(shape);
}

/** The key I: what has the focus, or was picked. */
export function inspectFocus() {
  if (isOpen()) return hide();
  const shape = thing(document.activeElement) || /** @type {SVGElement | null} */ (table().querySelector('.chosen, .live'));
  if (shape) tell(shape);
}

/** @param {Element} target */
export function pointAt(target) {
  clearTimeout(timer);
  const shape = thing(target);
  const plate = signs(target);
  if (shape) timer = window.setTimeout(() => shape.isConnected && !NARROW.matches && tell(shape), HOVER);
  else if (plate) timer = window.setTimeout(() => plate.isConnected && !NARROW.matches && tellCard(plate), HOVER);
  else if (!target.closest('#inspector')) leave();
}

/** @param {Element} target */
export function tellFocus(target) {
  const shape = thing(target);
  const plate = signs(target);
  if (shape) tell(shape); else if (plate) tellCard(plate);
}

/** Whoever points at a piece has no pointer left for the card: the wheel scrolls it as long as there is more. @param {WheelEvent} event */
export function scroll(event) {
  const panel = find('inspector');
  const over = thing(/** @type {Element} */ (event.target));
  if (!panel || panel.hidden || event.ctrlKey || !over || over.dataset.handle !== shown || !over.matches('.r-unit, .r-marker')) return;
  const before = panel.scrollTop;
  panel.scrollTop += event.deltaY;
  if (panel.scrollTop === before) return;
  event.preventDefault();
  event.stopPropagation();
}

/** A finger that rests tells; the click that follows chooses nothing. */
let rested = false;

export function notRested() {
  rested = false;
}

/** @param {Element} target */
export function touch(target) {
  const shape = thing(target);
  clearTimeout(timer);
  if (shape) timer = window.setTimeout(() => { rested = true; tell(shape); }, REST);
}

/** The finger has gone, or moves. */
export function leaveOff() {
  if (!rested) clearTimeout(timer);
}

/** @param {Event} event */
export function click(event) {
  if (rested) {
    rested = false;
    return swallow(event);
  }
  const target = /** @type {Element} */ (event.target);
  const card = NARROW.matches ? target.closest('.seat, .you') : null;
  if (isOpen() && !target.closest('#inspector') && (NARROW.matches || !thing(target))) {
    hide();
    if (NARROW.matches) swallow(event); // there it lies over the table: a tap that closes it does nothing else
  } else if (card && !card.querySelector('.live, .picking .later') && !target.closest('.hunch')) tellCard(card); // with a card picked that can be for him a tap aims
}
