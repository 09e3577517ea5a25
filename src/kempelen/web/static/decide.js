// The decision panel: what has been picked, what can come next, and the one thing that would be done.
import {drawing} from './board.js';
import {degrees, groups, nextHandle, onlyTurned, remaining, rest, turns} from './choosing.js';
import {NARROW, element, find, isSet, plain, portrait, shapesOf, table, words} from './page.js';
import {clearFree, drawDots, drawRings, free} from './points.js';
import {drawChances, drawPreview, foresee, previewWords} from './preview.js';
import {drawThings, typedForm} from './things.js';

/** @typedef {import('./choosing.js').Asked} Asked */
/** @typedef {import('./choosing.js').Option} Option */

/** So many lit things are listed at once; of more the list is folded. */
const FEW = 3;
/** A word longer than this is a row and no chip. */
const CHIP = 26;

/** @type {Asked | null} */
let asked = null;
/** What has been clicked so far, in order. @type {string[]} */
let picked = [];
/** What would be done now. @type {Option | null} */
let armed = null;
/** @type {(notation: string) => void} */
let answer = () => {};

/** @param {Asked | null} question @param {boolean} same what has been picked still counts @param {(notation: string) => void} send */
export function ask(question, same, send) {
  asked = question;
  answer = send;
  if (!same) picked = [];
  if (!same || !asked?.options.some(option => option.do === armed?.do)) armed = null;
  else armed = asked.options.find(option => option.do === armed?.do) || null;
  draw();
}

export const question = () => asked;

/** Where any point may be clicked now, if that is so. */
export const spot = () => (armed ? null : free(asked, picked, remaining(asked, picked)));

/** @param {string} handle */
export function pick(handle) {
  if (!asked || asked.kind !== 'do') return;
  // The same thing once more does it.
  if (armed && armed.handles.filter(one => !one.startsWith('turn:')).at(-1) === handle) return commit();
  const before = picked;
  if (picked.includes(handle)) {
    picked = picked.slice(0, picked.indexOf(handle));
    armed = null;
    return draw();
  }
  if (remaining(asked, [...picked, handle]).length) picked = [...picked, handle];
  else if (armed && remaining(asked, [...picked.slice(0, -1), handle]).length) picked = [...picked.slice(0, -1), handle];
  else if (remaining(asked, [handle]).length) picked = [handle];
  else return;
  armed = null;
  const left = remaining(asked, picked);
  if (!free(asked, picked, left)) {
    const done = left.length === 1 && (rest(left[0], picked) || []).every(one => shapesOf(one).length === 0);
    const turned = left.length > 1 && onlyTurned(left) && (rest(left[0], picked) || []).every(one => one.startsWith('turn:'));
    const only = left.length === 1 && !isSet('instant') && !table().classList.contains('companion');
    if (done || turned || only) return arm(left[0]);
  }
  draw();
  if (before.length < picked.length && spot() && NARROW.matches) drawing()?.scrollIntoView({block: 'nearest'});
}

/** Show what this would do; where somebody wants it so, do it. @param {Option} option */
export function arm(option) {
  if (armed?.do === option.do || isSet('instant') || table().classList.contains('companion')) return answer(option.do);
  armed = option;
  draw();
  find('commit')?.focus({preventScroll: true});
}

/** @param {string} notation */
export function armNotation(notation) {
  const option = asked?.options.find(one => one.do === notation);
  if (!option) return;
  picked = [];
  arm(option);
}

export function commit() {
  if (armed) answer(armed.do);
}

/** The card the other way round. */
export function turn() {
  if (!armed) return;
  const ways = turns(asked, armed);
  if (ways.length < 2) return;
  armed = ways[(ways.findIndex(one => one.do === armed?.do) + 1) % ways.length];
  draw();
  find('turn-card')?.focus({preventScroll: true});
}

/** One step back; whether there was one. */
export function back() {
  if (find('free')) {
    clearFree();
    draw();
    return true;
  }
  if (!armed && !picked.length) return false;
  if (armed && picked.length && (rest(armed, picked) || []).every(one => one.startsWith('turn:') || !shapesOf(one).length)) picked = picked.slice(0, -1);
  else if (!armed) picked = picked.slice(0, -1);
  armed = null;
  draw();
  return true;
}

/** How long one points before the game is asked what it would do, in milliseconds. */
const HOVER = 200;
let timer = 0;

/** Show for a moment what this would do, without choosing it. @param {Option | null} option */
function glance(option) {
  clearTimeout(timer);
  if (armed) return;
  drawPreview(option, option ? degrees(option) : 0);
  if (option) timer = window.setTimeout(() => show(option), HOVER);
}

/** What the game says about it, on the board; in words too once it is to be done. @param {Option} option */
async function show(option) {
  const glanced = timer;
  const seen = await foresee(option.do);
  if (armed ? armed.do !== option.do : glanced !== timer || !asked?.options.includes(option)) return;
  drawPreview(option, degrees(option), seen);
  const said = armed && find('said');
  if (!said) return;
  said.replaceChildren(...previewWords(seen));
  const commits = find('commit');
  if (commits && seen.costly) commits.className = 'btn pri costly';
  const label = commits?.querySelector('.label');
  const short = seen.short || (seen.costly ? words.anyway : '') || words.confirm || '';
  if (label) label.textContent = seen.chance && seen.short ? `${short}, ${seen.chance}` : short;
}

/** Pointing at something lit that would finish the choice shows it. @param {string} handle */
export function point(handle) {
  if (armed || asked?.kind !== 'do' || !picked.length) return;
  const left = handle ? remaining(asked, [...picked, handle]) : [];
  glance(left.length && (left.length === 1 || onlyTurned(left)) ? left[0] : null);
}

// -- showing it

const holdsFocus = () => Boolean(document.activeElement?.closest('#choices, #picked, #armed, #free, #status'));

/** Whoever chooses by keyboard goes on where the next choice is. */
export function focusNow() {
  /** @type {HTMLElement | null} */ (find('status'))?.focus({preventScroll: true});
}

function draw() {
  const within = holdsFocus();
  lay();
  if (within && !holdsFocus()) focusNow();
}

/** @param {string} label @param {() => void} act @param {{count?: string, small?: string, into?: Element, on?: boolean, of?: string, shows?: Option}=} more */
function choiceButton(label, act, more = {}) {
  const button = element('button', more.on ? 'choice on' : 'choice');
  button.type = 'button';
  const number = (find('choices')?.querySelectorAll('.choice').length || 0) + 1;
  if (number < 10) {
    const key = element('span', 'key', String(number));
    key.setAttribute('aria-hidden', 'true');
    button.append(key);
    if (more.of) badge(more.of, number);
  }
  const text = element('span', '', label);
  if (more.small) text.append(element('small', '', more.small));
  button.append(text);
  if (more.count) button.append(element('span', 'count', more.count));
  button.addEventListener('click', act);
  if (more.shows) {
    const {shows} = more;
    button.addEventListener('pointerenter', () => glance(shows));
    button.addEventListener('pointerleave', () => glance(null));
  }
  (more.into || find('choices'))?.append(button);
  return button;
}

/** The key that chooses it stands on a card in hand too. @param {string} handle @param {number} number */
function badge(handle, number) {
  const [shape] = find('own') ? shapesOf(handle, /** @type {Element} */ (find('own'))) : [];
  shape?.closest('.hc')?.setAttribute('data-key', String(number));
}

/** Whether a handle can be clicked on the board, in the hand or at a seat. @param {string} handle */
const isLit = handle => Boolean(asked?.points?.[handle]) || shapesOf(handle).some(shape => shape.closest('#board, #own, #dock, #seats'));

/** As things lie on the table, so they are numbered. @param {[string, Option[]]} a @param {[string, Option[]]} b */
function inOrder([a], [b]) {
  const [one, other] = [shapesOf(a)[0], shapesOf(b)[0]];
  if (!one || !other || one === other) return 0;
  return one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}

/** Lay out what can be chosen: the list, what has been clicked, and what lights up. */
function lay() {
  const list = find('choices');
  const crumbs = find('picked');
  const box = find('armed');
  if (!list || !crumbs || !box) return;
  const wasOpen = list.querySelector('.lit-list')?.hasAttribute('open');
  list.replaceChildren();
  crumbs.replaceChildren();
  box.replaceChildren();
  crumbs.hidden = picked.length === 0;
  find('now')?.classList.toggle('ready', Boolean(armed));
  box.hidden = !armed;
  clearFree();
  dim();
  clearTimeout(timer);
  drawPreview(armed, armed ? degrees(armed) : 0);
  drawChances(armed ? [] : remaining(asked, picked));
  if (!asked) return;
  if (asked.kind !== 'do') return drawThings(list, asked, answer, choiceButton);
  drawCrumbs(crumbs);
  if (armed) {
    drawArmed(box, armed);
    show(armed);
  }
  drawChoices(list, Boolean(wasOpen));
  const place = spot();
  if (place) {
    drawRings(place, handle => shapesOf(handle));
    list.prepend(element('p', 'ask', words.anywhere));
  }
  if (asked.typed) list.append(typedForm(asked.typed, answer));
  light();
}

/** Nothing is lit any more. */
function dim() {
  for (const shape of table().querySelectorAll('.live,.later,.chosen')) {
    shape.classList.remove('live', 'later', 'chosen');
    shape.removeAttribute('tabindex');
    shape.setAttribute('role', 'img');
  }
  for (const one of table().querySelectorAll('[data-key]')) one.removeAttribute('data-key');
}

/** @param {HTMLElement} crumbs */
function drawCrumbs(crumbs) {
  for (const handle of picked) {
    const crumb = element('span', 'crumb');
    const [shape] = shapesOf(handle);
    if (shape) crumb.append(portrait(shape));
    crumb.append(asked?.labels?.[handle] || handle);
    if (crumbs.childElementCount) crumbs.append(element('span', 'soft', '›'));
    crumbs.append(crumb);
  }
  if (picked.length && !armed) crumbs.append(backButton('chip'));
}

/** @param {string} cls */
function backButton(cls) {
  const button = element('button', cls, words.back);
  button.type = 'button';
  button.append(' ', element('kbd', '', 'Esc'));
  button.addEventListener('click', back);
  return button;
}

/** What would be done, and the one button that does it. @param {HTMLElement} box @param {Option} option */
function drawArmed(box, option) {
  const pre = element('div', 'pre');
  pre.id = 'preview';
  pre.append(element('h3', '', words.if), element('p', '', option.text));
  const said = element('div', 'said');
  said.id = 'said';
  pre.append(said);
  const go = element('div', 'go');
  const commits = element('button', 'btn pri');
  commits.append(element('span', 'label', words.confirm));
  Object.assign(commits, {type: 'button', id: 'commit'});
  commits.setAttribute('aria-describedby', 'preview');
  commits.append(' ', element('kbd', '', '↵'));
  commits.addEventListener('click', commit);
  go.append(commits);
  if (turns(asked, option).length > 1) {
    const button = element('button', 'btn', words.turn);
    Object.assign(button, {type: 'button', id: 'turn-card'});
    button.append(' ', element('kbd', '', 'R'));
    button.addEventListener('click', turn);
    go.append(button);
  }
  go.append(backButton('btn'));
  box.append(pre, go);
}

/** Chips for verbs, rows for the rest; what is lit on the table is a list only if somebody wants one. @param {HTMLElement} list @param {boolean} open */
function drawChoices(list, open) {
  const {at, found} = groups(asked, picked);
  /** @type {[string, Option[]][]} */
  const entries = [...found];
  const labelOf = (/** @type {string} */ handle, /** @type {Option[]} */ options) =>
    (options.length === 1 && !isLit(handle) && !asked?.labels?.[handle]) || !handle ? options[0].text : asked?.labels?.[handle] || options[0].text;
  const act = (/** @type {string} */ handle, /** @type {Option[]} */ options) => () => {
    if (options.length === 1) return arm(options[0]);
    picked = at;
    pick(handle);
  };
  const isChip = (/** @type {[string, Option[]]} */ [handle, options]) => handle && !isLit(handle) && labelOf(handle, options).length <= CHIP;
  const chips = entries.filter(isChip);
  const lit = entries.filter(([handle]) => handle && isLit(handle)).sort(inOrder);
  const rows = entries.filter(entry => !isChip(entry) && !(entry[0] && isLit(entry[0])));
  const spread = rows.flatMap(([handle, options]) => (handle ? [/** @type {[string, Option[]]} */ ([handle, options])] : options.map(option => /** @type {[string, Option[]]} */ ([handle, [option]]))));
  const one = (/** @type {[string, Option[]]} */ [handle, options], /** @type {Element} */ into, /** @type {boolean} */ whole) => choiceButton(
    whole && options.length === 1 ? options[0].text : labelOf(handle, options), act(handle, options),
    {into, count: options.length > 1 && !onlyTurned(options) ? `${options.length} ›` : '', on: options.some(option => option.do === armed?.do), of: handle, shows: options.length === 1 ? options[0] : undefined});
  if (chips.length) {
    const verbs = element('div', 'verbs');
    list.append(verbs);
    // What ends something stands last.
    const ends = (/** @type {[string, Option[]]} */ [handle]) => Number(['end', 'done', 'pass', 'stop'].includes(handle));
    for (const entry of chips.sort((a, b) => ends(a) - ends(b))) one(entry, verbs, false);
  }
  for (const entry of spread) one(entry, list, true);
  if (!lit.length) return;
  if (lit.length <= FEW || table().classList.contains('companion')) {
    for (const entry of lit) one(entry, list, true);
    return;
  }
  const fold = element('details', 'lit-list');
  fold.open = open;
  const summary = element('summary', '', (words.lit || '').replace('#', String(lit.length)));
  summary.append(' ', element('b', '', words.list));
  const inner = element('div');
  fold.append(summary, inner);
  list.append(fold);
  for (const entry of lit) one(entry, inner, true);
}

/** What can be clicked now lights up; the board is one stop for the tab key. */
function light() {
  // While something is shown that a place completed, the other places can still be chosen.
  const placed = armed !== null && (rest(armed, picked) || []).every(one => one.startsWith('turn:'));
  const at = placed ? picked.slice(0, -1) : picked;
  const left = remaining(asked, at);
  const next = new Set(left.map(option => nextHandle(option, at)).filter(Boolean));
  const points = Object.entries(asked?.points || {}).filter(([handle]) => next.has(handle));
  drawDots(points, asked?.labels || {});
  for (const handle of next) lightUp(handle, 'live');
  for (const option of left) {
    for (const handle of option.handles) if (!next.has(handle) && !at.includes(handle)) lightUp(handle, 'later');
  }
  for (const handle of armed ? armed.handles : picked) for (const shape of shapesOf(handle)) shape.classList.add('chosen');
  const lit = [.../** @type {NodeListOf<SVGElement>} */ (table().querySelectorAll('#board .live'))];
  lit.forEach((shape, n) => shape.setAttribute('tabindex', n ? '-1' : '0'));
  for (const drawer of table().querySelectorAll('details.drawer')) {
    if (drawer.querySelector('.live')) drawer.setAttribute('open', '');
  }
}

/** @param {string} handle @param {'live' | 'later'} how */
function lightUp(handle, how) {
  for (const shape of shapesOf(handle)) {
    if (shape.classList.contains('live')) continue;
    shape.classList.add(how);
    shape.setAttribute('role', 'button');
    if (how === 'live') shape.setAttribute('tabindex', '0');
    const name = shape.dataset.name || shape.querySelector('title')?.textContent || asked?.labels?.[plain(handle)];
    if (name) shape.setAttribute('aria-label', name);
  }
}
