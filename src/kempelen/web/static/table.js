// A table: choices by clicking, by keyboard or from a list; new pictures from the server.
import {boardControls, drawing, keepLook, pointAt} from './board.js';
import './drag.js';
import {armNotation, ask, commit, focusNow, isLedOn, missed, pick, point, question, spot} from './decide.js';
import {noteFacts} from './facts.js';
import {renewEvents} from './happened.js';
import {renewInspector, takeNames} from './inspect.js';
import {applySettings, openKeys, set} from './keys.js';
import {comeLate, late} from './late.js';
import {listen, lost} from './line.js';
import {takeUp} from './lying.js';
import {NARROW, data, element, find, path, plain, remember as keepHere, shapesOf, swallow, table, words} from './page.js';
import {askLog, askWhy, openCoach, openOdds, renewPanels} from './panels.js';
import {goOn, isHeld, showEnd, showGoal, showPause} from './pauses.js';
import {land, lift} from './motion.js';
import {choosePoint, isAiming, isEnd, pointAway, pointTo} from './places.js';
import {chooseScheme} from './scheme.js';
import {soundOf} from './sound.js';
import {markTerms} from './terms.js';
import {foldTips} from './tips.js';
import {beginWaiting, playToEnd, waitOn} from './waiting.js';

/** An answer is on its way. */
let busy = false;
/** A new picture is on its way. */
let loading = false;
/** How the table is marked since something changed that this page had not seen; `?` if nobody has said. */
let stale = '';
/** Counts answers: a picture asked for before one never replaces what came with it. */
let answers = 0;

/**
 * What was clicked; if it cannot be chosen but something below it can, such as a tile under a counter, that.
 * @param {Element} target @param {number} x @param {number} y @returns {SVGElement | null}
 */
function shapeAt(target, x, y) {
  const top = /** @type {SVGElement | null} */ (target.closest('[data-handle]'));
  if (top?.classList.contains('live')) return top;
  const piece = top && pieceOf(top);
  if (piece) return piece;
  if (top) {
    const below = document.elementsFromPoint(x, y).map(found => found.closest('[data-handle]'));
    // Once something is picked, a place that could take it is meant by a click on whoever stands there and cannot be meant.
    const later = (table().classList.contains('picking') || isLedOn()) && !top.matches('.later, .chosen');
    const live = below.find(found => found?.classList.contains('live')) || (later && below.find(found => found?.classList.contains('later')));
    if (live) return /** @type {SVGElement} */ (live);
  }
  // The name below a card, and the plate of a seat, mean what is drawn on them.
  const holder = target.closest('.hc, .seat, .pile, .cond');
  const live = holder?.querySelector('.live') || target.closest('.seat')?.querySelector('.live');
  return /** @type {SVGElement | null} */ (live || top || holder?.querySelector('[data-handle]') || null);
}

/** A model's card below the board, or beside its enemy's, means the model, where that can be chosen. @param {Element} card */
function pieceOf(card) {
  const name = plain(/** @type {HTMLElement} */ (card).dataset.handle || '').replace(/^[^:]*/, '');
  if (!name || !card.closest('.k-roster, .crew')) return null;
  const lit = /** @type {SVGElement[]} */ ([...drawing()?.querySelectorAll('.r-unit:is(.live, .later)') || []]);
  return lit.find(one => plain(one.dataset.handle || '').endsWith(name)) || null;
}

// -- talking to the server

/** This click, doubled, would choose something that was not there when it began. */
let spent = false;

document.addEventListener('click', event => {
  if (event.detail < 2) spent = false;
  else if (spent) event.stopImmediatePropagation();
}, true);

/** @param {string} notation @param {string=} then @param {boolean=} short nobody has chosen it */
function answer(notation, then = '', short = false) {
  spent = true;
  lift();
  takeUp();
  return post('answer', {do: notation, then, short, version: Number(table().dataset.version)});
}

/**
 * What the server says; null if it cannot be reached.
 * @param {string} what @param {RequestInit=} how @param {((ok: boolean) => void)=} begun an answer begins, and what was asked for is done
 */
async function talk(what, how, begun) {
  try {
    const reply = await fetch(path(what), how);
    begun?.(reply.ok);
    const text = await reply.text();
    lost(false);
    return {ok: reply.ok, status: reply.status, text};
  } catch {
    lost(true);
    return null;
  }
}

/** @param {string} what @param {object} body */
async function post(what, body) {
  if (busy) return;
  busy = true;
  answers += 1;
  table().classList.add('busy');
  const moves = comeLate();
  const reply = await talk(what, {
    method: 'POST', body: JSON.stringify(body), headers: {'content-type': 'application/json', accept: 'text/html'},
  }, ok => table().classList.toggle('taken', ok)); // it is kept; how the table looks now comes after it
  await moves;
  busy = false;
  table().classList.remove('busy', 'taken');
  if (!reply || (reply.ok && !reply.text)) stale = '?';
  else if (reply.text.startsWith('<div id="table"')) take(reply.text, true);
  else complain(reply.status);
  if (isStale()) refresh();
}

/** What came with an answer is not fetched once more, though the line has told of it. */
function isStale() {
  if (stale === table().dataset.tick) stale = '';
  return stale !== '';
}

/** @param {string=} tick how the table is marked, if that is known */
async function refresh(tick = '?') {
  if (busy || loading) {
    stale = tick;
    return;
  }
  stale = '';
  loading = true;
  const before = answers;
  // What is being seen is seen to its end; whatever else has happened by then comes after it.
  await comeLate();
  if (late.beats?.isPlaying()) await late.beats.played();
  await rested();
  const reply = await talk('board');
  loading = false;
  if (before !== answers) stale = '?';
  else if (reply?.ok) take(reply.text);
  else if (reply) complain(reply.status);
  if (!busy && isStale()) refresh();
}

/** One's own deed has ended one's turn: what it did is seen so long before others act, or until something is touched. */
const RESTS = 950;
let rests = false;

function rested() {
  if (!rests) return Promise.resolve();
  rests = false;
  return new Promise(done => {
    const timer = setTimeout(done, RESTS);
    for (const kind of ['pointerdown', 'keydown']) document.addEventListener(kind, () => { clearTimeout(timer); done(null); }, {capture: true, once: true});
  });
}

/** @param {number} status */
function complain(status) {
  if (status === 401 || status === 403 || status === 404) {
    location.reload();
    return;
  }
  find('failed')?.remove(); // said once, however often it was tried
  const note = document.createElement('p');
  note.id = 'failed';
  note.className = 'message';
  note.setAttribute('role', 'alert');
  note.textContent = words.failed || '';
  find('now')?.prepend(note);
}

/** What the page fills itself, or a person is typing in. */
const KEPT = ['rule-words', 'rules-found', 'why-body', 'correct-form', 'legend-body', 'log-body', 'odds-body', 'inspector-body'];

/** What the page has measured is written on them, and is still so. */
const MEASURED = ['table', 'tabs'];

/**
 * Of a drawing whose inside stays as it is only the outside is renewed; of its many parts none needs a look of its own.
 * @param {SVGElement} old @param {SVGElement} fresh @returns {boolean} whether that was all
 */
function renewed(old, fresh) {
  const [were, are] = [old.childNodes, fresh.childNodes];
  if (were.length !== are.length) return false;
  for (let n = 0; n < are.length; n += 1) if (!were[n].isEqualNode(are[n])) return false;
  for (const {name} of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const {name, value} of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  return true;
}

/**
 * Lay the new table over the old one; what stays keeps its element, so it glides.
 * @param {string} text
 * @param {boolean=} mine it answers what was done here: only then has a message been read
 */
function take(text, mine) {
  // What lays it over the old one could not be had: the page is asked for as a whole.
  if (!('Idiomorph' in window)) return location.reload();
  late.beats?.remember();
  const before = new Set([...(drawing()?.querySelectorAll('[data-handle]') || [])].map(shape => shape.id));
  const within = Boolean(document.activeElement?.closest('#now'));
  const asked = find('asked')?.textContent;
  const {version} = table().dataset;
  const sheet = table().classList.contains('tab-open');
  const fresh = document.createElement('template');
  fresh.innerHTML = text;
  const next = /** @type {Element} */ (fresh.content.firstElementChild);
  takeNames(next);
  noteFacts(next);
  markTerms(next);
  // @ts-ignore  idiomorph is a plain script
  Idiomorph.morph(table(), next, {
    morphStyle: 'outerHTML',
    callbacks: {
      beforeNodeMorphed: (/** @type {Node} */ node, /** @type {Node} */ other) =>
        !(node instanceof Element && KEPT.includes(node.id)) && !(node instanceof SVGElement && renewed(node, /** @type {SVGElement} */ (other))),
      // What is inside a template is no child of it.
      afterNodeMorphed: (/** @type {Node} */ old, /** @type {Node} */ node) => {
        if (old instanceof HTMLTemplateElement && node instanceof HTMLTemplateElement) old.innerHTML = node.innerHTML;
      },
      beforeNodeRemoved: (/** @type {Node} */ node) => mine || !(node instanceof Element && node.id === 'message'),
      beforeAttributeUpdated: (/** @type {string} */ name, /** @type {Element} */ node) =>
        !(name === 'open' && (node instanceof HTMLDetailsElement || node instanceof HTMLDialogElement)) &&
        !(name === 'hidden' && node.id === 'inspector') &&
        !(name === 'style' && MEASURED.includes(node.id)),
    },
  });
  for (const shape of drawing()?.querySelectorAll('[data-handle]') || []) {
    if (before.size && !before.has(shape.id)) shape.classList.add('fresh');
  }
  if (mine) land();
  // What has been done is done: the same question asked once more begins anew.
  const same = asked === find('asked')?.textContent && !(mine && version !== table().dataset.version);
  settle(same, sheet && mine !== true);
  rests = mine === true && !question() && table().dataset.pace === 'auto' && !table().hasAttribute('data-over');
  if (within && !same && !isHeld()) focusNow();
}

/** @param {boolean} same the question is still the same, so what has been clicked still counts @param {boolean} sheet */
function settle(same, sheet) {
  keepLook();
  renewInspector();
  // On a narrow screen a tip takes two lines, and a touch shows all of it.
  if (NARROW.matches && !same) find('hint')?.removeAttribute('open');
  foldTips();
  ask(data('asked'), same, answer);
  applySettings();
  renewPanels(sheet);
  renewEvents();
  document.dispatchEvent(new Event('pictured')); // for scripts of pages that have more than this
  showPause();
  showEnd();
  tell();
  soundOf();
  waitOn(answer);
}

/** For those who listen: what has happened and how it came out, and the question when it is another one. */
function tell() {
  const event = table().querySelector('#event .event:not([hidden])');
  const live = find('live');
  const asks = isHeld() ? [find('hold-title')?.textContent] : [find('status')?.textContent, find('prompt')?.textContent];
  const told = event?.querySelectorAll('.rows [data-lists]');
  const deeds = told?.length ? [...told].map(one => one.textContent) : [event?.querySelector('b')?.textContent];
  const parts = [...deeds, ...[...event?.querySelectorAll('.out') || []].map(one => one.textContent), ...asks];
  const said = parts.filter(Boolean).join(' ');
  if (live && live.textContent !== said) live.textContent = said;
  const title = document.title.replace(/^● [^·]* · /, '');
  document.title = question() ? `● ${words.yours} · ${title}` : title;
}

// -- what people do

document.addEventListener('click', event => {
  const target = /** @type {Element} */ (event.target);
  const button = /** @type {HTMLElement | null} */ (target.closest('button'));
  if (button) {
    press(button);
  } else if (isEnd(target)) {
    commit();
  } else if (!target.closest('a, summary, label, input, select')) {
    const shape = shapeAt(target, event.clientX, event.clientY);
    const handle = shape?.dataset.handle;
    const place = target.closest('#s-board') ? spot() : null;
    if (shape?.classList.contains('live')) goOn();
    // A plate that cannot be aimed at with what was picked is only looked at.
    if (shape?.closest('.seat') && !shape.matches('.live, .picking .later')) return;
    if (place && !shape?.matches('.live, .later')) {
      choosePoint(event, commit);
    } else if (handle) {
      const known = question()?.options?.some(option => option.handles?.includes(handle));
      pick(known ? handle : plain(handle), handle);
    } else if (target.closest('#board .sheet')) {
      missed();
    }
  }
});

/** What takes back what others have done, too, is asked for once. @param {HTMLElement} button @param {string} question @param {string} not */
function askFirst(button, question, not) {
  const box = element('dialog', 'asks-first');
  const [yes, no] = [element('button', 'btn costly', button.getAttribute('aria-label') || ''), element('button', 'btn', not)];
  for (const one of [yes, no]) one.type = 'button';
  Object.assign(yes.dataset, {post: button.dataset.post, versioned: ''});
  for (const one of [yes, no]) one.addEventListener('click', () => box.close());
  box.addEventListener('close', () => box.remove());
  const go = element('div', 'go');
  go.append(yes, no);
  box.append(element('p', '', question), go);
  table().append(box);
  box.showModal();
}

/** @param {HTMLElement} button */
function press(button) {
  const {post: what, open, why, load, play, close, asks, keeps} = button.dataset;
  if (asks) {
    askFirst(button, asks, keeps || '');
  } else if (what) {
    const body = JSON.parse(button.dataset.body || '{}');
    if ('versioned' in button.dataset) body.version = Number(table().dataset.version);
    post(what, body);
  } else if (open === 'odds') {
    openOdds();
  } else if (open === 'coach') {
    openCoach();
  } else if (open === 'goal') {
    showGoal();
  } else if (open === 'keys') {
    openKeys();
  } else if (open === 'end') {
    showEnd(true);
  } else if (close) {
    /** @type {HTMLDialogElement} */ (find(close)).close();
  } else if (why) {
    askWhy(why);
  } else if (load === 'log') {
    askLog();
  } else if ('toEnd' in button.dataset) {
    // Nobody is waited for: what is left is only to be over. The next game goes on as this one did before.
    const pace = table().dataset.pace;
    post('pace', {pace: 'instant'}).then(() => playToEnd(answer, () => post('pace', {pace})));
  } else if (button.id === 'wait-on') {
    beginWaiting(answer);
  } else if (play) {
    armNotation(play, button.id === 'show-me');
  }
}

// Pointing at a place shows the card or the piece there.
document.addEventListener('pointerover', event => {
  if (event.pointerType === 'touch') return;
  const shape = /** @type {SVGElement | null} */ (/** @type {Element} */ (event.target).closest('#board .live'));
  if (shape || /** @type {Element} */ (event.target).closest('#board')) point(plain(shape?.dataset.handle || ''));
});

// A way follows the pointer where any point may be chosen.
document.addEventListener('pointermove', event => {
  if (!question()?.free?.length || isAiming()) return;
  const target = /** @type {Element} */ (event.target);
  if (target.closest('#s-board') && !target.closest('.live, .later')) pointTo(event); else pointAway();
});

document.addEventListener('change', event => {
  const target = /** @type {HTMLInputElement} */ (event.target);
  if (target.id === 'pace') post('pace', {pace: target.value});
  else if (target.id === 'set-confirm') keepHere('set.confirm', target.value);
  else if (target.id === 'scheme') chooseScheme(/** @type {import('./scheme.js').Scheme} */ (target.value));
  else if (target.dataset.set) set(target.dataset.set, target.checked);
});

document.addEventListener('submit', event => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.id !== 'correct-form') return;
  event.preventDefault();
  const field = /** @type {HTMLInputElement} */ (find('correct-fact'));
  post('correct', {fact: field.value, version: Number(table().dataset.version)}).then(() => { field.value = ''; });
});

// A menu closes when something else is clicked; a click on what lies on the table does nothing else then.
document.addEventListener('click', event => {
  const target = /** @type {Element} */ (event.target);
  for (const menu of document.querySelectorAll('details.menu[open], details.drawer[open]')) {
    if (menu.contains(target)) continue;
    menu.removeAttribute('open');
    if (menu.matches('.menu') && target.closest('#board, #own, #dock, #seats')) swallow(event);
  }
}, true);

// The tabs have what the decision leaves of the right column.
new ResizeObserver(seen => {
  const high = /** @type {HTMLElement} */ (seen[0].target).offsetHeight;
  // There alone: everything inherits from the page, and would be styled anew.
  for (const id of ['tabs', 'inspector']) find(id)?.style.setProperty('--decide', `${high}px`);
}).observe(/** @type {HTMLElement} */ (find('now')));

takeNames(table());
noteFacts(table());
boardControls(/** @type {HTMLElement} */ (document.querySelector('#main')));
settle(false, false);
listen(refresh);
