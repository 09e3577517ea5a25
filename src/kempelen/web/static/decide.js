// The decision panel: what has been picked, what can come next, and the one thing that would be done.
import {drawing, follow as lookAt} from './board.js';
import {answers, chained, degrees, familyOf, groups, nextHandle, onlyTurned, remaining, rest, same, turns, wholeFamily} from './choosing.js';
import {ENDS, choiceButton, drawList, foldList, restPointer, scrollBack} from './list.js';
import {NARROW, confirms, element, find, isDrawn, plain, portrait, shapesOf, table, words} from './page.js';
import {clearFree, drawDots, forgetPoint, isAimed, readyWays, sayAnywhere} from './places.js';
import {factsOf} from './inspect.js';
import {spotOfShape} from './marks.js';
import {drawChances, drawPreview, firm, foresee, previewWords} from './preview.js';
import {fitPanel, goesOnSign} from './scrolls.js';
import {tellPicked} from './inspect.js';
import {refuse, unrefuse} from './refused.js';
import {drawThings, typedForm} from './things.js';

/** @typedef {import('./choosing.js').Asked} Asked */
/** @typedef {import('./choosing.js').Option} Option */

/** @type {Asked | null} */
let asked = null;
/** What has been clicked so far, in order. @type {string[]} */
let picked = [];
/** What was picked before and goes with nothing that was picked since. */
let dropped = '';
/** What would be done now. @type {Option | null} */
let armed = null;
/** What would be done now only begins something: what it begins with, and what is asked right after that; and so on. @type {{first: Option, options: Option[]}[]} */
let following = [];
/** @type {(notation: string, then?: string) => void} */
let answer = () => {};

/** @param {Asked | null} question @param {boolean} still what has been picked still counts @param {(notation: string, then?: string) => void} send */
export function ask(question, still, send) {
  asked = question;
  answer = send;
  if (!still) {
    picked = [];
    armed = null;
    following = [];
    foldList();
    forgetPoint();
  } else if (!isAimed(armed) && !armed?.then) {
    armed = [...(asked?.options || []), asked?.advised].find(option => option && option.do === armed?.do) || null;
  }
  draw();
  if (!still) restPointer();
}

export const question = () => asked;

/** Where any point may be clicked now, if that is so. */
export const spot = () => (armed && !isAimed(armed) ? null : familyOf(asked, picked, remaining(asked, picked)));

/** Nothing has been picked because there is nothing to choose between: the only card that is left. */
export const isLedOn = () => asked?.kind === 'do' && !picked.length && !armed && groups(asked, [], isLit).at.length > 0;

/** Which of equal cards was touched, by what they are called together. @type {Map<string, string>} */
const meant = new Map();

/** @param {string} handle @param {string=} one which of equal things it is */
export function pick(handle, one = handle) {
  if (!asked || asked.kind !== 'do') return;
  meant.set(handle, one);
  // The same thing once more does it.
  if (armed && armed.handles.filter(one => !one.startsWith('turn:')).at(-1) === handle) return commit();
  touched = handle;
  if (follow(handle)) return;
  const before = picked;
  if (picked.includes(handle)) {
    picked = picked.slice(0, picked.indexOf(handle));
    armed = null;
    return draw();
  }
  forgetPoint();
  dropped = '';
  if (remaining(asked, [...picked, handle]).length) picked = [...picked, handle];
  else if (asked.free?.some(one => one.handles.length === 1 && one.handles[0] === handle)) picked = [handle];
  else if (armed && remaining(asked, [...picked.slice(0, -1), handle]).length) {
    dropped = picked.length === 1 ? picked[0] : '';
    picked = [...picked.slice(0, -1), handle];
  } else if (remaining(asked, [handle]).length) [dropped, picked] = [picked[0] || '', [handle]];
  else {
    const card = cardOf(handle);
    if (card && picked[0] === card) return;
    if (card) return pick(card);
    dropEnd();
    // What comes right after it may not be known yet.
    const after = armed?.handles || picked;
    if (armed && following.length < answers(armed)) foresee(armed.do, armed.then).then(() => follow(handle) || refuse(after, handle));
    else refuse(after, handle);
    return;
  }
  armed = null;
  if (picked.length === 1) tellPicked(handle);
  const left = remaining(asked, picked);
  if (!wholeFamily(asked, picked, left)) {
    const done = left.length === 1 && (rest(left[0], picked) || []).every(one => shapesOf(one).length === 0);
    const turned = left.length > 1 && onlyTurned(left) && (rest(left[0], picked) || []).every(one => one.startsWith('turn:'));
    // What gives the thing up is said first: whoever only touched a card did not mean that.
    const gives = left.length === 1 && (rest(left[0], picked) || []).some(one => ENDS.includes(one));
    const only = left.length === 1 && confirms() !== 'none' && !table().classList.contains('companion');
    if (!gives && (done || turned || only)) return arm(left[0]);
    // What begins with it comes before what could be aimed at it.
    const own = left.filter(option => option.handles[0] === handle);
    if (picked.length === 1 && own.length === 1 && own[0].handles.length === 1) return arm(own[0]);
  }
  draw();
  if (before.length < picked.length && spot() && NARROW.matches) drawing()?.scrollIntoView({block: 'nearest'});
}

/**
 * The card in the hand with which one's own piece on the board acts, if there is one: it bears the piece's name, and can be
 * played for something. Whoever touches the piece means that card. @param {string} handle
 */
export function cardOf(handle) {
  if (!shapesOf(handle).some(shape => shape.matches('#board .r-unit:not(.t-foe, .t-ally)'))) return '';
  const cards = new Set(remaining(asked, []).filter(option => option.handles.length > 1).map(option => option.handles[0]));
  const named = [...cards].filter(card => card.startsWith('card:') && inHand(card) && handle.endsWith(`-${card.slice('card:'.length)}`));
  return named.length === 1 ? named[0] : '';
}

/** The bare ground, where nothing lies that could be meant: why, if something has been picked for it. */
export function missed() {
  dropEnd();
  if (asked?.kind === 'do' && (picked.length || armed)) refuse(armed?.handles || picked, 'board');
}

/** Whoever touches anything else does not mean to end his turn. */
function dropEnd() {
  if (!armed || !ENDS.includes(armed.handles.at(-1) || '')) return;
  armed = null;
  draw();
}

/** Something that is asked right after what would be done now, chosen at once; whether it was. @param {string} handle */
function follow(handle) {
  // What could come last is nearest; another place instead of the one before counts too.
  for (const {first, options} of [...following].reverse()) {
    const found = chained(first, options, handle);
    if (found) return arm(found), true;
  }
  return false;
}

/** What was touched last on the table. */
let touched = '';

/**
 * Nothing is decided by it for good, and all of it has been named: by a button, or by touching the last thing of it. Whoever
 * only touched a card with one use left has not said that much, and a unit that acts is led on from where it stands.
 * @param {Option} option @param {boolean} named
 */
function isDone(option, named) {
  if (confirms() === 'none') return true;
  if (confirms() === 'all' || !option.plain) return false;
  if (named) return true;
  const last = option.handles.filter(one => !one.startsWith('turn:')).at(-1);
  if (!option.handles.every(isNamed)) return false;
  // A card of the hand that is laid nowhere would be spent by the touch that picks it up.
  if (option.handles.length === 1 && document.querySelector(`.k-hand [data-handle="${CSS.escape(touched)}"]`)) return false;
  // What is paid for, or takes a card from the hand, is shown by the first touch of its place and done by the second.
  return last === touched && !option.begins && !option.spends && !option.price && !option.handles.some(inHand);
}

/**
 * Somebody has touched it, or seen it in what is shown; what nobody chooses between need not be, unless it is spent from a
 * hand: a touch on a place alone plays no card. @param {string} handle
 */
const isNamed = handle => handle === touched || picked.includes(handle) || armed?.handles.includes(handle) || handle.startsWith('turn:') ||
  !shapesOf(handle).length || (!inHand(handle) && groups(asked, [], isLit).at.includes(handle));

/** Show what this would do; where that is harmless, or somebody wants it so, do it. @param {Option} option @param {boolean=} named a button says all of it */
export function arm(option, named = false) {
  if (same(armed, option) || table().classList.contains('companion') || isDone(option, named)) return answer(option.do, option.then);
  armed = option;
  draw();
  find('commit')?.focus({preventScroll: true});
}

/** What a point would do that somebody has chosen on the table; nothing if it would do nothing. @param {Option | null} option */
function armPoint(option) {
  armed = option;
  draw();
  if (option) find('commit')?.focus({preventScroll: true});
}

/** What a button names; the tip's own may lead on to more. @param {string} notation @param {boolean=} tip */
export function armNotation(notation, tip = false) {
  const advised = asked?.advised?.do === notation ? asked.advised : null;
  const option = (tip && advised) || asked?.options.find(one => one.do === notation) || advised;
  if (!option) return;
  picked = [];
  dropped = touched = '';
  forgetPoint();
  arm(option);
  // Another place than the tip's can still be chosen for the same unit.
  const first = asked?.options.find(one => one.do === notation);
  if (!option.then || !first) return;
  foresee(notation).then(seen => {
    if (!seen.then || !same(armed, option)) return;
    following = [{first, options: seen.then}];
    light();
  });
}

export function commit() {
  if (armed) answer(armed.do, armed.then);
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
  if (forgetPoint()) {
    armed = null;
    draw();
    return true;
  }
  if (armed?.then && following[answers(armed) - 2]) {
    armed = following[answers(armed) - 2].first;
    draw();
    return true;
  }
  if (!armed && !picked.length) return false;
  const last = armed && (rest(armed, picked) || []).every(one => one.startsWith('turn:') || !shapesOf(one).length);
  // What was armed because nothing else is left goes with the piece that led to it.
  if (picked.length && (last || (armed && remaining(asked, picked).length === 1))) picked = picked.slice(0, -1);
  else if (!armed) picked = picked.slice(0, -1);
  armed = null;
  draw();
  restPointer();
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
  const seen = await foresee(option.do, option.then);
  if (armed ? !same(armed, option) : glanced !== timer || !asked?.options.includes(option)) return;
  const said = armed && find('said');
  const goesOn = armed && seen.then && confirms() !== 'none';
  if (goesOn) {
    following = [...following.slice(0, answers(option) - 1), {first: option, options: seen.then || []}];
    light();
  }
  // Words first: they take room from the board, and what is drawn there fits its size.
  if (said) said.replaceChildren(...previewWords(seen));
  if (said) fit();
  drawPreview(option, degrees(option), seen);
  if (!said) return;
  const commits = find('commit');
  if (commits && seen.costly) commits.className = 'btn pri costly';
  // As long as something only begins, where to go and whom to aim at is what is asked for; a way or a blow is done by it.
  else if (commits && goesOn && !option.then && !seen.ghost && !seen.touches?.length) commits.className = 'btn';
  const label = commits?.querySelector('.label');
  const short = seen.short || (seen.costly ? words.anyway : '') || words.confirm || '';
  if (label) firm(label, seen.chance && seen.short ? [`${short}: ${seen.chance}`, seen.means].filter(Boolean).join(' ') : short);
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
  fit();
  if (within && !holdsFocus()) focusNow();
}

/** Once all of it is there: the panel shares its room. */
function fit() {
  fitPanel();
  scrollBack();
}

/** Whether a handle can be clicked on the board, in the hand or at a seat. @param {string} handle */
const isLit = handle => Boolean(asked?.points?.[handle]) || shapesOf(handle).some(shape => shape.closest('#board, #own, #dock, #seats'));

/** Lay out what can be chosen: the list, what has been clicked, and what lights up. */
function lay() {
  const list = find('choices');
  const crumbs = find('picked');
  const box = find('armed');
  if (!list || !crumbs || !box) return;
  list.replaceChildren();
  crumbs.replaceChildren();
  box.replaceChildren();
  crumbs.hidden = picked.length === 0;
  find('now')?.classList.toggle('ready', Boolean(armed));
  table().classList.toggle('readied', Boolean(armed));
  table().classList.toggle('picking', picked.length > 0 && !armed);
  box.hidden = !armed;
  clearFree();
  find('anywhere')?.remove();
  table().classList.remove('anywhere', 'many-verbs');
  unrefuse();
  find('type-it')?.remove();
  dim();
  clearTimeout(timer);
  if (!armed || following[0]?.first.do !== armed.do) following = [];
  else following = following.slice(0, answers(armed));
  drawPreview(armed, armed ? degrees(armed) : 0);
  drawChances([]);
  if (!asked || asked.kind !== 'do') readyWays(null, null, null, armPoint);
  if (!asked) return;
  if (asked.kind !== 'do') return drawThings(list, asked, answer, choiceButton), countVerbs(list);
  drawCrumbs(crumbs);
  if (armed) {
    drawArmed(box, armed);
    show(armed);
  }
  drawList(list, asked, picked, armed, isLit, {arm: option => arm(option, true), glance, pick: (at, handle) => { picked = at; pick(handle); }});
  countVerbs(list);
  const place = spot();
  if (place) list.before(sayAnywhere());
  table().classList.toggle('anywhere', Boolean(place));
  readyWays(place, asked.upwards, armed, armPoint);
  if (asked.typed && table().classList.contains('companion')) list.append(typedForm(asked.typed, answer));
  else if (asked.typed) list.after(folded(typedForm(asked.typed, answer)));
  light();
  // Last, when the list has taken its room: numbers are as large as the board allows.
  drawChances(armed ? [] : remaining(asked, picked));
}

/** Many of them leave no room for what only shows. @param {HTMLElement} list */
const countVerbs = list => table().classList.toggle('many-verbs', list.querySelector('.verbs>:nth-child(6)') !== null);

/** Where things are clicked, hardly anybody types. @param {HTMLElement} form */
function folded(form) {
  const fold = element('details', 'type-it');
  fold.id = 'type-it';
  fold.append(element('summary', '', words.typed), form);
  return fold;
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
    const shape = shapesOf(handle).find(isDrawn);
    if (shape) crumb.append(portrait(shape));
    crumb.append((asked?.labels?.[handle] || handle).split(/[:,]/)[0]);
    if (crumbs.childElementCount) crumbs.append(element('span', 'soft', '›'));
    crumbs.append(crumb);
  }
  if (picked.length && !armed) crumbs.append(backButton('chip'));
  // Where a card is too small to be read, what it is worth is said as soon as it is picked.
  const facts = NARROW.matches && picked.length === 1 && inHand(picked[0]) ? factsOf(picked[0]) : '';
  find('worth')?.remove();
  if (facts) crumbs.after(Object.assign(element('p', 'worth', facts), {id: 'worth'}));
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
  // A place that takes another card than the one picked before is not silently given that one.
  if (dropped && picked.length === 1 && option.handles[0] !== picked[0]) pre.append(element('p', 'instead', words.instead));
  pre.append(element('h3', '', words.if), element('p', '', option.here || option.text));
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
  box.append(pre, goesOnSign(), go);
}

/** What can be clicked now lights up; the board is one stop for the tab key. */
function light() {
  // While something is shown that a place completed, the other places can still be chosen.
  const placed = armed !== null && (rest(armed, picked) || []).every(one => one.startsWith('turn:'));
  const at = placed ? picked.slice(0, -1) : picked.length ? picked : groups(asked, [], isLit).at;
  const left = remaining(asked, at);
  const next = new Set(left.map(option => nextHandle(option, at)).filter(Boolean));
  const points = Object.entries(asked?.points || {}).filter(([handle]) => next.has(handle));
  drawDots(points, asked?.labels || {}, new Map(left.map(option => [nextHandle(option, at), option.chance || ''])));
  for (const option of following.flatMap(one => one.options)) if (option.handles.length === 1) next.add(option.handles[0]);
  for (const handle of next) lightUp(handle, 'live');
  // The cards of a hand that is being asked for stay lit, though there is nothing to choose between them.
  if (!picked.length && !armed) for (const handle of at) if (inHand(handle)) lightUp(handle, 'live');
  for (const option of left) {
    for (const handle of option.handles) if (!next.has(handle) && !at.includes(handle)) lightUp(handle, 'later');
  }
  for (const handle of armed ? armed.handles : picked) choose(handle);
  const lit = [.../** @type {NodeListOf<SVGElement>} */ (table().querySelectorAll('#board .live'))];
  lit.forEach((shape, n) => shape.setAttribute('tabindex', n ? '-1' : '0'));
  // Whoever has picked something sees where it can go.
  if (armed || picked.length) lookAt([.../** @type {NodeListOf<SVGElement>} */ (table().querySelectorAll('#s-board .chosen')), ...lit].map(spotOfShape));
  // A drawer would lie over the hand: it never opens by itself, since the list shows what is in it; but it glows.
  for (const drawer of table().querySelectorAll('details.drawer')) drawer.classList.toggle('lit', Boolean(drawer.querySelector('.live')));
}

/** Of equal cards in hand only one is picked: that which was touched, else the first. @param {string} handle */
function choose(handle) {
  const shapes = shapesOf(handle);
  const held = shapes.filter(shape => shape.closest('#own'));
  const one = held.find(shape => shape.dataset.handle === meant.get(handle)) || held[0];
  for (const shape of shapes) if (shape === one || !held.includes(shape)) shape.classList.add('chosen');
}

/** @param {string} handle */
const inHand = handle => shapesOf(handle).some(shape => shape.closest('#own'));

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
